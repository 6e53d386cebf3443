"""Effects of marks at the start of a turn (CO-7.1)."""

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, NEIGHBOURS, nth_cell, popcount
from tefuda.games.card_othello.rules.card_effects import (
    WORK_WILL_CHARGE,
    WORK_WILL_STAGES,
    breeding_will,
    ultimate_destroy_god,
    ultimate_reverse_dragon,
)
from tefuda.games.card_othello.rules.codes import HYPERACTIVE, PROTECTED, SIDES, TRAP, ULTIMATE_HYPERACTIVE
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.traps import check_traps


def resolve_turn_start(table: Table) -> None:
    """Resolve all effects before the draw, in the order of the marks."""
    reveal_own_traps(table)
    for seq in [mark.seq for mark in table.marks]:
        mark = table.find_mark(seq)
        if mark is not None:
            resolve_mark(table, mark)
    check_traps(table)


def reveal_own_traps(table: Table) -> None:
    """Reveal and destroy own traps that were not triggered; a guarded stone stays (CO-10.8)."""
    side = table.seat
    table.player(side).hidden_traps = 0
    for mark in table.marks:
        if mark.kind == TRAP and mark.owner == side:
            if table.log is not None:
                data = {"at": CELL_NAMES[mark.at], "owner": SIDES[side]}
                table.log.append(Event("trap_unsprung", data, reveals=True))
            table.remove_mark(mark, "unsprung")
            table.destroy(BIT[mark.at], "unsprung", side)


def end_protection(table: Table) -> None:
    """End short protection with the turn of the owner's opponent (CO-6.1)."""
    for mark in table.marks:
        if mark.kind == PROTECTED and mark.owner != table.seat:
            table.remove_mark(mark, "over")


def resolve_mark(table: Table, mark: Mark) -> None:
    """Resolve a mark. Restless stones move at the start of every turn, other marks act on their owner's turns."""
    if mark.kind == HYPERACTIVE:
        hyperactive_step(table, mark)
    elif mark.kind == ULTIMATE_HYPERACTIVE:
        hyperactive_step(table, mark)
        again = table.find_mark(mark.seq)
        if again is not None:
            hyperactive_step(table, again)
    elif mark.owner == table.seat:
        resolve_owner_mark(table, mark)


def resolve_owner_mark(table: Table, mark: Mark) -> None:
    """Update the counter of a mark and resolve its effect (CO-7.9)."""
    match mark.kind:
        case codes.GUARD:
            if mark.left == 1:
                table.remove_mark(mark, "over")
            else:
                table.set_counter(mark, mark.left - 1)
        case codes.BOMB:
            mark = table.set_counter(mark, mark.left - 1)
            if mark.left == 0:
                table.destroy(BIT[mark.at], "bomb", mark.owner)
                table.destroy(NEIGHBOURS[mark.at], "bomb", mark.owner)
        case codes.DRAGON:
            mark = table.set_counter(mark, mark.left - 1)
            ultimate_reverse_dragon(table, mark)
            expire(table, mark.seq)
        case codes.BREEDING:
            mark = table.set_counter(mark, mark.left - 1)
            breeding_will(table, mark)
            expire(table, mark.seq)
        case codes.UDG:
            ultimate_destroy_god(table, mark)
            mark = table.set_counter(mark, mark.left - 1)
            expire(table, mark.seq)
        case codes.WORK:
            work_will(table, mark)
        case _:
            pass


def expire(table: Table, seq: i64) -> None:
    """Destroy an anchor whose counter is 0; under a guard only the effect ends (CO-7.9)."""
    mark = table.find_mark(seq)
    if mark is not None and mark.left == 0:
        if table.guarded & BIT[mark.at] != 0:
            table.remove_mark(mark, "over")
        else:
            table.destroy(BIT[mark.at], "over", mark.owner)


def work_will(table: Table, mark: Mark) -> None:
    """WORK_WILL: pay 1, 2, 4, 8, 16 charge, then end the work (CO-10.20)."""
    stage = mark.left
    if stage < WORK_WILL_STAGES:
        table.set_counter(mark, stage + 1)
    else:
        table.remove_mark(mark, "over")
    player = table.player(mark.owner)
    amount: i64 = min(i64(WORK_WILL_CHARGE[stage]), table.options.charge_cap - player.charge)
    if table.log is not None and amount > 0:
        table.log.append(Event("earn", {"side": SIDES[mark.owner], "at": CELL_NAMES[mark.at], "amount": amount}))
    table.add_charge(mark.owner, amount, "work")


def hyperactive_step(table: Table, mark: Mark) -> None:
    """HYPERACTIVE_WILL, ULTIMATE_HYPERACTIVE_GOD: move a stone one step and flip its lines (CO-10.17, CO-10.29)."""
    cell = mark.at
    room = NEIGHBOURS[cell] & table.empty_cells()
    if room != 0:
        end = nth_cell(room, table.random_index(popcount(room)))
        table.swap_cells(cell, end)
        table.log_move(cell, end, "restless", mark.owner)
        table.capture(end, mark.owner, "restless")
    elif table.guarded & BIT[cell] == 0:
        table.destroy(BIT[cell], "enclosed", mark.owner)
        if mark.kind == ULTIMATE_HYPERACTIVE:
            table.destroy(NEIGHBOURS[cell] & table.stones(1 - mark.owner), "burst", mark.owner)

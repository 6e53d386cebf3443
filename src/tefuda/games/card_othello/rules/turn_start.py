"""What the marks on the board do when a turn starts (CO-7.1)."""

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, NAMES, NEIGHBOURS, count, nth
from tefuda.games.card_othello.rules.card_effects import WORK_PAYS, WORK_STAGES, breed, fire_dragon, fire_udg
from tefuda.games.card_othello.rules.codes import HYPERACTIVE, PROTECTED, SIDES, TRAP, ULTIMATE_HYPERACTIVE
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.traps import check_traps


def start_effects(table: Table) -> None:
    """Everything that happens before the player to move draws, in the order of the marks."""
    reveal_own_traps(table)
    for seq in [mark.seq for mark in table.marks]:
        mark = table.mark_with(seq)
        if mark is not None:
            act(table, mark)
    check_traps(table)


def reveal_own_traps(table: Table) -> None:
    """A trap that nobody sprang is shown and destroyed; under a guard the stone stays (CO-10.8)."""
    side = table.seat
    table.holding(side).snares = 0
    for mark in table.marks:
        if mark.kind == TRAP and mark.owner == side:
            if table.log is not None:
                data = {"at": NAMES[mark.at], "owner": SIDES[side]}
                table.log.append(Event("trap_unsprung", data, reveals=True))
            table.unmark(mark, "unsprung")
            table.destroy(BIT[mark.at], "unsprung", side)


def end_protection(table: Table) -> None:
    """Short protection ends with the turn of its owner's opponent (CO-6.1)."""
    for mark in table.marks:
        if mark.kind == PROTECTED and mark.owner != table.seat:
            table.unmark(mark, "over")


def act(table: Table, mark: Mark) -> None:
    """What one mark does at this start. Restless ones move at both players' starts, the others at their owner's."""
    if mark.kind == HYPERACTIVE:
        step(table, mark)
    elif mark.kind == ULTIMATE_HYPERACTIVE:
        step(table, mark)
        again = table.mark_with(mark.seq)
        if again is not None:
            step(table, again)
    elif mark.owner == table.seat:
        act_for_owner(table, mark)


def act_for_owner(table: Table, mark: Mark) -> None:
    """The counters, and what they count down to (CO-7.9)."""
    match mark.kind:
        case codes.GUARD:
            if mark.left == 1:
                table.unmark(mark, "over")
            else:
                table.tick(mark, mark.left - 1)
        case codes.BOMB:
            mark = table.tick(mark, mark.left - 1)
            if mark.left == 0:
                table.destroy(BIT[mark.at], "bomb", mark.owner)
                table.destroy(NEIGHBOURS[mark.at], "bomb", mark.owner)
        case codes.DRAGON:
            mark = table.tick(mark, mark.left - 1)
            fire_dragon(table, mark)
            expire(table, mark.seq)
        case codes.BREEDING:
            mark = table.tick(mark, mark.left - 1)
            breed(table, mark)
            expire(table, mark.seq)
        case codes.UDG:
            fire_udg(table, mark)
            mark = table.tick(mark, mark.left - 1)
            expire(table, mark.seq)
        case codes.WORK:
            work(table, mark)
        case _:
            pass


def expire(table: Table, seq: i64) -> None:
    """An anchor whose counter is at 0 is destroyed; under a guard the effect ends and the stone stays (CO-7.9)."""
    mark = table.mark_with(seq)
    if mark is not None and mark.left == 0:
        if table.guarded & BIT[mark.at] != 0:
            table.unmark(mark, "over")
        else:
            table.destroy(BIT[mark.at], "over", mark.owner)


def work(table: Table, mark: Mark) -> None:
    """1, 2, 4, 8, 16 charge, then the work is over and the stone stays (CO-10.20)."""
    stage = mark.left
    if stage < WORK_STAGES:
        table.tick(mark, stage + 1)
    else:
        table.unmark(mark, "over")
    table.add_charge(mark.owner, i64(WORK_PAYS[stage]), "work")


def step(table: Table, mark: Mark) -> None:
    """One restless step to an empty neighbour, then its lines flip; with none it is gone (CO-10.17, CO-10.29)."""
    cell = mark.at
    room = NEIGHBOURS[cell] & table.empty()
    if room != 0:
        end = nth(room, table.choose(count(room)))
        table.trade(cell, end)
        table.tell_move(cell, end, "restless", mark.owner)
        table.capture(end, mark.owner, "restless")
    elif table.guarded & BIT[cell] == 0:
        table.destroy(BIT[cell], "enclosed", mark.owner)
        if mark.kind == ULTIMATE_HYPERACTIVE:
            table.destroy(NEIGHBOURS[cell] & table.stones(1 - mark.owner), "burst", mark.owner)

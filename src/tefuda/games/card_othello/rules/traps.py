"""TRAP_WILL: setting a trap, and its effect on the player who flips it (CO-10.8)."""

from typing import Final

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.games.card_othello.rules.board import CELL_NAMES
from tefuda.games.card_othello.rules.codes import SIDES, TRAP
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.player_state import card_names
from tefuda.games.card_othello.rules.table import FLIPPED, Table

TRAP_WILL_MAX_CARDS: Final = 3


def trap_will(table: Table, cell: i64) -> None:
    """TRAP_WILL: turn an own stone into a hidden trap (CO-10.8)."""
    side = table.seat
    table.clear_marks(cell)
    table.player(side).hidden_traps += 1
    if table.log is not None:
        table.log.append(Event("snare", {"side": SIDES[side]}))
    table.add_mark(TRAP, cell, side)


def check_traps(table: Table) -> None:
    """Trigger the opponent's traps that were flipped this turn, in the order of their marks (CO-7.8)."""
    if not table.trap_flipped:
        return
    table.trap_flipped = False
    for mark in table.marks:
        if mark.kind == TRAP and mark.left == FLIPPED:
            _trigger_trap(table, mark)


def _trigger_trap(table: Table, mark: Mark) -> None:
    """Give the victim's charge and up to three of the leftmost cards to the owner (CO-10.8)."""
    owner, victim = mark.owner, 1 - mark.owner
    table.player(owner).hidden_traps -= 1
    if table.log is not None:
        data = {"at": CELL_NAMES[mark.at], "owner": SIDES[owner]}
        table.log.append(Event("trap_sprung", data, reveals=True))
    table.remove_mark(mark, "sprung")
    taken = table.player(victim).charge
    table.add_charge(victim, -taken, "trapped")
    table.add_charge(owner, taken, "trap")
    _confiscate(table, owner, victim)


def _confiscate(table: Table, owner: i64, victim: i64) -> None:
    """Move the leftmost cards to the owner's hand; the rest go on top of the deck, the last one uppermost."""
    loser, winner = table.player(victim), table.player(owner)
    number: i64 = min(len(loser.hand), TRAP_WILL_MAX_CARDS)
    if number == 0:
        return
    cards = loser.hand[:number]
    loser.hand = loser.hand[number:]
    kept: i64 = 0
    for card in cards:
        if len(winner.hand) < table.options.hand_limit:
            winner.add_to_hand(i64(card))
            kept += 1
        else:
            winner.put_on_deck(i64(card))
    if table.log is not None:
        data = {"side": SIDES[owner], "from": SIDES[victim], "count": number, "to_hand": kept}
        table.log.append(Event("confiscate", data, owner, {"cards": card_names(cards)}, reveals=True))
        table.log.append(Event("forfeit", {"side": SIDES[victim], "cards": card_names(cards)}, victim))

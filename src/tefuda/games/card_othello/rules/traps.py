"""Traps: Will of the Snare, and what happens to whoever flips one (CO-10.8)."""

from typing import Final

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.games.card_othello.rules.board import NAMES
from tefuda.games.card_othello.rules.codes import SIDES, TRAP
from tefuda.games.card_othello.rules.hands import card_names
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.table import FLIPPED, Table

MOST_TAKEN: Final = 3


def will_of_the_snare(table: Table, cell: i64) -> None:
    """An own stone becomes a trap, in secret, and nothing else (CO-10.8)."""
    side = table.seat
    table.clear_marks(cell)
    table.holding(side).snares += 1
    if table.log is not None:
        table.log.append(Event("snare", {"side": SIDES[side]}))
    table.mark(TRAP, cell, side)


def check_traps(table: Table) -> None:
    """The opponent's traps that were flipped this turn spring, in the order of their marks (CO-7.8)."""
    if not table.springing:
        return
    table.springing = False
    for mark in table.marks:
        if mark.kind == TRAP and mark.left == FLIPPED:
            _spring(table, mark)


def _spring(table: Table, mark: Mark) -> None:
    """The owner takes the victim's charge and up to three cards from the left (CO-10.8)."""
    owner, victim = mark.owner, 1 - mark.owner
    table.holding(owner).snares -= 1
    if table.log is not None:
        data = {"at": NAMES[mark.at], "owner": SIDES[owner]}
        table.log.append(Event("trap_sprung", data, reveals=True))
    table.unmark(mark, "sprung")
    taken = table.holding(victim).charge
    table.add_charge(victim, -taken, "trapped")
    table.add_charge(owner, taken, "trap")
    _confiscate(table, owner, victim)


def _confiscate(table: Table, owner: i64, victim: i64) -> None:
    """The leftmost cards fill the owner's hand in order; the rest go on top of the deck, the last one uppermost."""
    loser, winner = table.holding(victim), table.holding(owner)
    number: i64 = min(len(loser.hand), MOST_TAKEN)
    if number == 0:
        return
    cards = loser.hand[:number]
    loser.hand = loser.hand[number:]
    kept: i64 = 0
    for card in cards:
        if len(winner.hand) < table.options.hand_limit:
            winner.gain(i64(card))
            kept += 1
        else:
            winner.put_on_deck(i64(card))
    if table.log is not None:
        data = {"side": SIDES[owner], "from": SIDES[victim], "count": number, "to_hand": kept}
        table.log.append(Event("confiscate", data, owner, {"cards": card_names(cards)}, reveals=True))
        table.log.append(Event("forfeit", {"side": SIDES[victim], "cards": card_names(cards)}, victim))

"""What happened to each card of a game of Card Othello, read off its events."""

from typing import Any, Final

from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.games.card_othello.rules.codes import CARD_NAMES, SIDES
from tefuda.games.card_othello.rules.view import fold

TO_HANDS: Final = ["setup", "seated", "draw", "blessed", "use", "sell", "condemn", "steal", "confiscate"]
"""The events that change a hand; the view's own `fold` knows how."""


def card_record(events: list[Event]) -> list[CardRecord]:
    """A record for each side."""
    return [_record(events, seat, side) for seat, side in enumerate(SIDES)]


def _record(events: list[Event], seat: int, side: str) -> CardRecord:
    """Every type that is in the game is in every deck (CO-4.1); one that is switched off is in no record but there."""
    view: dict[str, Any] = {"hand": [], "cards_on": False}
    opening: list[str] = []
    drawn: list[str] = []
    played: list[str] = []
    for event in events:
        if event.kind not in TO_HANDS:
            continue
        told = event.seen_by(seat)
        if told is None:
            continue
        fold(view, told)
        drawn += view["hand"]
        # There is no opening hand (CO-4.2): the first card drawn takes its place.
        opening = opening or view["hand"]
        if event.kind == "use" and told["side"] == side:
            played.append(told["card"])
    return CardRecord(CARD_NAMES if view["cards_on"] else (), opening, drawn, played, view["hand"])

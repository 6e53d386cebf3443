"""Card records of Card Othello for the lab, computed from the events of a game."""

from typing import Any, Final

from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.games.card_othello.rules.codes import CARD_NAMES, SIDES
from tefuda.games.card_othello.rules.view import fold

HAND_EVENTS: Final = ["setup", "seated", "draw", "blessed", "use", "sell", "condemn", "steal", "confiscate"]
"""The events that change a hand."""


def card_records_by_side(events: list[Event]) -> list[CardRecord]:
    """Return a card record for each side."""
    return [_record(events, seat, side) for seat, side in enumerate(SIDES)]


def _record(events: list[Event], seat: int, side: str) -> CardRecord:
    """Return the record of one side. Every card type in the game is in every deck (CO-4.1)."""
    view: dict[str, Any] = {"hand": [], "cards_on": False}
    opening: list[str] = []
    drawn: list[str] = []
    played: list[str] = []
    for event in events:
        if event.kind not in HAND_EVENTS:
            continue
        event_view = event.seen_by(seat)
        if event_view is None:
            continue
        fold(view, event_view)
        drawn += view["hand"]
        # There is no opening hand (CO-4.2): the first drawn card counts as the opening.
        opening = opening or view["hand"]
        if event.kind == "use" and event_view["side"] == side:
            played.append(event_view["card"])
    return CardRecord(CARD_NAMES if view["cards_on"] else (), opening, drawn, played, view["hand"])

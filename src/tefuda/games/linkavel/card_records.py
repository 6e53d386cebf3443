"""Measures for the lab: the cards drawn and played in a game of LinkaVel."""

from typing import Final

from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.games.linkavel.rules.codes import SEATS

TO_HAND_EVENTS: Final = ["draw", "search", "retrieve", "return_hand"]
FROM_HAND_EVENTS: Final = ["summon", "magic"]
"""A normal summon and a magic always come from the hand; a special summon names its zone."""


def card_record(events: list[Event]) -> list[CardRecord]:
    """Return a record for each player."""
    return [_record(events, number, seat) for number, seat in enumerate(SEATS)]


def _record(events: list[Event], number: int, seat: str) -> CardRecord:
    deck: list[str] = []
    opening: list[str] | None = None
    drawn: list[str] = []
    played: list[str] = []
    held: list[str] = []
    for event in events:
        if event.kind == "yours" and event.owner == number:
            held = event.data["hand"]
            if opening is None:
                opening = held
                deck = [*held, *event.data["unseen"][seat]]
                drawn += held
        elif event.data.get("seat") != seat:
            continue
        elif event.kind in TO_HAND_EVENTS:
            # A drawn card is private; every other card that comes to a hand is shown to both players.
            drawn.append((event.secret or event.data)["card"])
        elif event.kind in FROM_HAND_EVENTS or (event.kind == "special_summon" and event.data["from"] == "hand"):
            played.append(event.data["card"])
    return CardRecord(deck, opening or (), drawn, played, held)

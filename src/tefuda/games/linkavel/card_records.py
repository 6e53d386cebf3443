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
    opening: list[str] = []
    drawn: list[str] = []
    played: list[str] = []
    held: list[str] = []
    for event in events:
        if event.kind == "setup" and event.owner == number:
            opening = event.data["hand"]
            deck = [*opening, *event.data["unseen"][seat]]
            drawn += opening
            held += opening
        elif event.kind == "leave_hand" and event.owner == number:
            del held[event.data["index"]]
        elif event.data.get("seat") != seat:
            continue
        elif event.kind in TO_HAND_EVENTS:
            # A drawn card is private; every other card that comes to a hand is shown to both players.
            drawn.append((event.secret or event.data)["card"])
            held.append(drawn[-1])
        elif event.kind in FROM_HAND_EVENTS or (event.kind == "special_summon" and event.data["from"] == "hand"):
            played.append(event.data["card"])
    return CardRecord(deck, opening, drawn, played, held)

"""Measures for the lab: the cards drawn and played in a game of Solitaire TCG."""

from typing import Any, Final

from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.games.solitaire_tcg.rules.view import fold

IN_PLAY: Final = ["board", "field", "limbo"]
"""Destinations of played cards. A spell resolves in limbo."""


def card_record(events: list[Event]) -> list[CardRecord]:
    """Return the record of the player."""
    view: dict[str, Any] = {}
    deck: list[str] = []
    opening: list[str] = []
    drawn: list[str] = []
    played: list[str] = []
    for event in events:
        data = event.data
        fold(view, {"kind": event.kind, **data})
        if event.kind == "setup":
            opening = data["hand"]
            deck = [*opening, *data["deck"]["top"], *data["deck"]["unknown"], *data["deck"]["bottom"]]
            drawn += opening
        elif data.get("to") == "hand":
            drawn.append(data["card"].partition("#")[0])
        elif data.get("from") == "hand" and data.get("to") in IN_PLAY:
            played.append(data["card"].partition("#")[0])
    return [CardRecord(deck, opening, drawn, played, view.get("hand", []))]

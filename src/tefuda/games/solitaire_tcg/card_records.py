"""What happened to each card of a game of Solitaire TCG, read off its events."""

from typing import Any, Final

from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.games.solitaire_tcg.rules.view import fold

IN_PLAY: Final = ["board", "field", "limbo"]
"""Where a card goes that is played, or that an effect puts into play; a spell resolves in limbo."""


def card_record(events: list[Event]) -> list[CardRecord]:
    """The record of the one player."""
    view: dict[str, Any] = {"hand": []}
    deck: list[str] = []
    opening: list[str] = []
    drawn: list[str] = []
    played: list[str] = []
    for event in events:
        told = event.data
        fold(view, {"kind": event.kind, **told})
        if event.kind == "setup":
            opening = told["hand"]
            deck = [*opening, *told["deck"]["top"], *told["deck"]["unknown"], *told["deck"]["bottom"]]
            drawn += opening
        elif told.get("to") == "hand":
            drawn.append(told["card"].partition("#")[0])
        elif told.get("from") == "hand" and told.get("to") in IN_PLAY:
            played.append(told["card"].partition("#")[0])
    return [CardRecord(deck, opening, drawn, played, view["hand"])]

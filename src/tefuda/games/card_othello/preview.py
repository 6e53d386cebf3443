"""Previews of Card Othello: the stones that an action would flip or destroy."""

from typing import Final

from tefuda.core.events import Event
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES
from tefuda.games.card_othello.rules.codes import TRAP, USE
from tefuda.games.card_othello.rules.state import CardOthelloState

AFTER_EFFECTS: Final = ("turn", "end")
"""The events that follow the effects of an action."""


def preview(state: CardOthelloState, action: int) -> dict[str, list[str]]:
    """Return the cells whose stones a placement or a pick would flip (`flips`) or destroy (`destroys`).

    The action is played on a copy without the opponent's traps, up to the first event that reveals hidden information
    or a random result. So the answer depends only on what the player knows (CO-13).
    """
    if action >= USE:
        return {}
    copy = state.clone()
    copy.set_marks([mark for mark in state.marks if mark.kind != TRAP or mark.owner == state.seat])
    log: list[Event] = []
    copy.log = log
    copy.play(action)
    before = [_colour(state, cell) for cell in range(64)]
    stones = dict(zip(CELL_NAMES, before, strict=True))
    for event in log:
        if event.reveals or event.kind in AFTER_EFFECTS:
            break
        _apply(stones, event)
    found: dict[str, list[str]] = {"flips": [], "destroys": []}
    for cell, (name, after) in enumerate(stones.items()):
        if before[cell] != after or cell == action:
            if after == "":
                found["destroys"].append(name)
            elif before[cell] != "":
                found["flips"].append(name)
    return found


def _colour(state: CardOthelloState, cell: int) -> str:
    """Return the colour of the stone on a cell; empty without a stone."""
    return "black" if state.black & BIT[cell] else "white" if state.white & BIT[cell] else ""


def _apply(stones: dict[str, str], event: Event) -> None:
    """Update the colours of the stones with an event."""
    match event.kind:
        case "place" | "revive" | "tempt":
            stones[event.data["at"]] = event.data["side"]
        case "flip":
            stones.update(dict.fromkeys(event.data["cells"], event.data["side"]))
        case "destroy":
            stones.update(dict.fromkeys(event.data["cells"], ""))

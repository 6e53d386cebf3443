"""Views of Catalyst Reaction. Only the order of the deck is hidden (CR-1.4)."""

from typing import Any

from tefuda.core.state import OVER
from tefuda.games.catalyst.rules import CatalystState, card_names


def view(state: CatalystState) -> dict[str, Any]:
    """Return the view, which is the same for the player and spectators."""
    result = None
    if state.seat == OVER:
        result = "win" if state.is_won() else "loss"
    return {
        "field": card_names(state.row[: state.length]),
        "hand": card_names(state.hand),
        "deck": len(state.deck) - state.dealt,
        "removed": card_names(state.removed),
        "result": result,
    }


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Update a view with an event."""
    match event["kind"]:
        case "setup":
            view.update({key: event[key] for key in ("field", "hand", "removed", "deck")}, result=None)
        case "deal":
            view["field"] = view["field"] + event["cards"]
            view["deck"] -= len(event["cards"])
        case "place":
            hand, field = list(view["hand"]), list(view["field"])
            hand.remove(event["card"])
            field.insert(event["at"], event["card"])
            view.update(hand=hand, field=field)
        case "react":
            at = event["at"]
            view["field"] = view["field"][:at] + view["field"][at + 3 :]
            view["removed"] = view["removed"] + event["cards"]
        case "draw":
            view["hand"] = [*view["hand"], event["card"]]
            view["deck"] -= 1
        case "win" | "loss":
            view["result"] = event["kind"]

"""Views of Card Othello: what each seat may see (CO-13)."""

from typing import Any, Final

from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, popcount
from tefuda.games.card_othello.rules.codes import BLACK, CONDEMN_WILL, MARK_KINDS, SIDES, TRAP, WHITE
from tefuda.games.card_othello.rules.player_state import card_names
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.card_othello.rules.table import cell_names


def board_rows(state: CardOthelloState) -> list[str]:
    """Return eight strings of `.BW`, from the top."""
    signs = ["B" if state.black & BIT[cell] else "W" if state.white & BIT[cell] else "." for cell in range(64)]
    return ["".join(signs[8 * row : 8 * row + 8]) for row in range(8)]


def view(state: CardOthelloState, viewer: int) -> dict[str, Any]:
    """Return the view of a seat: without the order of the decks, the other hand, and others' traps."""
    sides = {"black": state.black_player, "white": state.white_player}
    choice = None
    if state.seat != OVER:
        choice = state.public_choice()
        if viewer == state.seat:
            choice.update(state.private_choice())
    shown = viewer == state.seat and state.seat != OVER and state.pending == CONDEMN_WILL
    return {
        "board": board_rows(state),
        "marks": visible_marks(state, viewer),
        "sprouts": cell_names(state.sprouts),
        "charge": {name: player.charge for name, player in sides.items()},
        "hands": {name: len(player.hand) for name, player in sides.items()},
        "decks": {name: player.cards_in_deck() for name, player in sides.items()},
        "discard": {name: card_names(player.discard) for name, player in sides.items()},
        "snares": {name: player.hidden_traps for name, player in sides.items()},
        "costs": list(state.options.costs),
        "cap": state.options.charge_cap,
        "cards_on": state.options.cards,
        "seat": SIDES[viewer] if viewer in (BLACK, WHITE) else None,
        "hand": card_names(state.player(viewer).hand) if viewer in (BLACK, WHITE) else [],
        "shown": card_names(state.player(1 - viewer).hand) if shown else [],
        "choice": choice,
        "result": result(state),
    }


def visible_marks(state: CardOthelloState, viewer: int) -> list[dict[str, Any]]:
    """Return the marks in order, without others' traps (CO-10.8)."""
    return [
        {"at": CELL_NAMES[mark.at], "mark": MARK_KINDS[mark.kind], "owner": SIDES[mark.owner], "left": mark.left}
        for mark in state.marks
        if mark.kind != TRAP or mark.owner == viewer
    ]


def result(state: CardOthelloState) -> dict[str, Any] | None:
    if state.seat != OVER:
        return None
    black, white = popcount(state.black), popcount(state.white)
    return {"black": black, "white": white, "winner": "black" if black > white else "white" if white > black else None}


PUBLIC_KEYS = [
    "board",
    "sprouts",
    "charge",
    "hands",
    "decks",
    "discard",
    "snares",
    "costs",
    "cap",
    "cards_on",
    "result",
]
"""The keys of a view that are the same for all viewers."""


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Update a view with an event."""
    kind = event["kind"]
    if kind in STONE_FOLDS:
        STONE_FOLDS[kind](view, event)
    elif kind in CARD_FOLDS:
        CARD_FOLDS[kind](view, event)


# Stones and marks


def _set_cells(view: dict[str, Any], cells: list[str], sign: str) -> None:
    rows = list(view["board"])
    for cell in cells:
        column, row = ord(cell[0]) - ord("a"), int(cell[1]) - 1
        rows[row] = rows[row][:column] + sign + rows[row][column + 1 :]
    view["board"] = rows


def _sign(side: str) -> str:
    return "B" if side == "black" else "W"


def _sign_at(view: dict[str, Any], cell: str) -> str:
    sign: str = view["board"][int(cell[1]) - 1][ord(cell[0]) - ord("a")]
    return sign


def _clear_sprouts(view: dict[str, Any], cells: list[str]) -> None:
    view["sprouts"] = [cell for cell in view["sprouts"] if cell not in cells]


NEW_TURN: Final[dict[str, Any]] = {
    "pending": None,
    "picked": [],
    "sacrificed": 0,
    "card_used": False,
    "placed": 0,
    "placements": 1,
}
"""The decision at the start of a turn, until a `choice` event tells it in full."""


def _fold_turn(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = {"seat": event["side"], **NEW_TURN}
    _clear_sprouts(view, [cell for cell in view["sprouts"] if _sign_at(view, cell) == _sign(event["side"])])
    # The side's own traps end at its turn start, which is public.
    view["snares"] = {**view["snares"], event["side"]: 0}


def _fold_place(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set_cells(view, [event["at"]], _sign(event["side"]))


def _fold_spawn(view: dict[str, Any], event: dict[str, Any]) -> None:
    _fold_place(view, event)
    view["sprouts"] = sorted([*view["sprouts"], event["at"]], key=lambda cell: (cell[1], cell[0]))


def _fold_flip(view: dict[str, Any], event: dict[str, Any]) -> None:
    # A reviving stone is never shown in the opponent's colour (12.9).
    _set_cells(view, [cell for cell in event["cells"] if cell not in event["reviving"]], _sign(event["side"]))
    _clear_sprouts(view, event["cells"])


def _fold_revive(view: dict[str, Any], event: dict[str, Any]) -> None:
    _fold_place(view, event)
    _fold_unmark(view, {**event, "mark": "REGEN"})


def _fold_destroy(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set_cells(view, event["cells"], ".")
    _clear_sprouts(view, event["cells"])
    view["marks"] = [mark for mark in view["marks"] if mark["at"] not in event["cells"]]


def _fold_move(view: dict[str, Any], event: dict[str, Any]) -> None:
    ways = dict(event["moves"])
    stones = {end: _sign_at(view, start) for start, end in ways.items()}
    for start in ways:
        _set_cells(view, [start], ".")
    for end, sign in stones.items():
        _set_cells(view, [end], sign)
    view["marks"] = [{**mark, "at": ways.get(mark["at"], mark["at"])} for mark in view["marks"]]
    view["sprouts"] = sorted((ways.get(cell, cell) for cell in view["sprouts"]), key=lambda cell: (cell[1], cell[0]))


def _fold_tempt(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set_cells(view, [event["at"]], _sign(event["side"]))
    _clear_sprouts(view, [event["at"]])
    view["marks"] = [{**mark, "owner": event["side"]} if mark["at"] == event["at"] else mark for mark in view["marks"]]


def _fold_mark(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["marks"] = [*view["marks"], {key: event[key] for key in ("at", "mark", "owner", "left")}]


def _fold_tick(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["marks"] = [
        {**mark, "left": event["left"]} if (mark["at"], mark["mark"]) == (event["at"], event["mark"]) else mark
        for mark in view["marks"]
    ]


def _fold_unmark(view: dict[str, Any], event: dict[str, Any]) -> None:
    gone = (event["at"], event["mark"])
    view["marks"] = [mark for mark in view["marks"] if (mark["at"], mark["mark"]) != gone]


STONE_FOLDS = {
    "turn": _fold_turn,
    "place": _fold_place,
    "spawn": _fold_spawn,
    "flip": _fold_flip,
    "revive": _fold_revive,
    "destroy": _fold_destroy,
    "move": _fold_move,
    "tempt": _fold_tempt,
    "mark": _fold_mark,
    "tick": _fold_tick,
    "unmark": _fold_unmark,
}

# Charge and cards


def _fold_setup(view: dict[str, Any], event: dict[str, Any]) -> None:
    view.update({key: event[key] for key in (*PUBLIC_KEYS, "marks")}, seat=None, hand=[], shown=[], choice=None)


def _fold_seated(view: dict[str, Any], event: dict[str, Any]) -> None:
    view.update(seat=event["side"], hand=event["hand"], marks=event["marks"], shown=event["shown"])


def _add_to_count(view: dict[str, Any], zone: str, side: str, by: int) -> None:
    view[zone] = {**view[zone], side: view[zone][side] + by}


def _fold_gain(view: dict[str, Any], event: dict[str, Any]) -> None:
    _add_to_count(view, "hands", event["side"], 1)
    if "card" in event:
        view["hand"] = [*view["hand"], event["card"]]


def _fold_draw(view: dict[str, Any], event: dict[str, Any]) -> None:
    _add_to_count(view, "decks", event["side"], -1)
    _fold_gain(view, event)


def _discard_from_hand(view: dict[str, Any], side: str, cards: list[str]) -> None:
    """Move cards from a hand to its discard pile."""
    _add_to_count(view, "hands", side, -len(cards))
    view["discard"] = {**view["discard"], side: view["discard"][side] + cards}
    if view["seat"] == side:
        hand = list(view["hand"])
        for card in cards:
            hand.remove(card)
        view["hand"] = hand


def _fold_use(view: dict[str, Any], event: dict[str, Any]) -> None:
    _discard_from_hand(view, event["side"], [event["card"]])


def _fold_condemn(view: dict[str, Any], event: dict[str, Any]) -> None:
    _discard_from_hand(view, event["from"], [event["card"]])
    view["shown"] = []


def _fold_steal(view: dict[str, Any], event: dict[str, Any]) -> None:
    _discard_from_hand(view, event["from"], event["cards"])


def _fold_confiscate(view: dict[str, Any], event: dict[str, Any]) -> None:
    number, kept = event["count"], event["to_hand"]
    _add_to_count(view, "hands", event["from"], -number)
    _add_to_count(view, "hands", event["side"], kept)
    _add_to_count(view, "decks", event["side"], number - kept)
    if view["seat"] == event["from"]:
        view["hand"] = view["hand"][number:]
    elif view["seat"] == event["side"]:
        view["hand"] = view["hand"] + event["cards"][:kept]


def _fold_show(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["shown"] = event.get("cards", [])


def _fold_pass(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Drop the pending card."""
    view["shown"] = []


def _fold_charge(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["charge"] = {**view["charge"], event["side"]: event["now"]}


def _fold_snare(view: dict[str, Any], event: dict[str, Any]) -> None:
    _add_to_count(view, "snares", event["side"], 1)


def _fold_trap_sprung(view: dict[str, Any], event: dict[str, Any]) -> None:
    _add_to_count(view, "snares", event["owner"], -1)


def _fold_choice(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = {key: value for key, value in event.items() if key != "kind"}


def _fold_end(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = None
    view["result"] = {key: event[key] for key in ("black", "white", "winner")}


CARD_FOLDS = {
    "setup": _fold_setup,
    "seated": _fold_seated,
    "draw": _fold_draw,
    "blessed": _fold_gain,
    "use": _fold_use,
    "sell": _fold_use,
    "condemn": _fold_condemn,
    "steal": _fold_steal,
    "confiscate": _fold_confiscate,
    "show": _fold_show,
    "pass": _fold_pass,
    "charge": _fold_charge,
    "snare": _fold_snare,
    "trap_sprung": _fold_trap_sprung,
    "choice": _fold_choice,
    "end": _fold_end,
}

"""What may be known of a game of Card Othello, and by whom (CO-13). Events say the same as they are made."""

from typing import Any

from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import BIT, NAMES, count
from tefuda.games.card_othello.rules.codes import BLACK, CONDEMN_WILL, KIND_NAMES, SIDES, TRAP, WHITE
from tefuda.games.card_othello.rules.hands import card_names
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.card_othello.rules.table import cell_names


def board_rows(state: CardOthelloState) -> list[str]:
    """Eight strings of `.BW`, from the top."""
    signs = ["B" if state.black & BIT[cell] else "W" if state.white & BIT[cell] else "." for cell in range(64)]
    return ["".join(signs[8 * row : 8 * row + 8]) for row in range(8)]


def view(state: CardOthelloState, viewer: int) -> dict[str, Any]:
    """Everything on the table but the decks' order, the other hand, and the traps of others."""
    sides = {"black": state.black_holding, "white": state.white_holding}
    choice = None
    if state.seat != OVER:
        choice = state.open_choice()
        if viewer == state.seat:
            choice.update(state.own_choice())
    shown = viewer == state.seat and state.seat != OVER and state.pending == CONDEMN_WILL
    return {
        "board": board_rows(state),
        "marks": marks(state, viewer),
        "sprouts": cell_names(state.sprouts),
        "charge": {name: holding.charge for name, holding in sides.items()},
        "hands": {name: len(holding.hand) for name, holding in sides.items()},
        "decks": {name: holding.in_deck() for name, holding in sides.items()},
        "discard": {name: card_names(holding.discard) for name, holding in sides.items()},
        "snares": {name: holding.snares for name, holding in sides.items()},
        "costs": list(state.options.costs),
        "cap": state.options.charge_cap,
        "cards_on": state.options.cards,
        "seat": SIDES[viewer] if viewer in (BLACK, WHITE) else None,
        "hand": card_names(state.holding(viewer).hand) if viewer in (BLACK, WHITE) else [],
        "shown": card_names(state.holding(1 - viewer).hand) if shown else [],
        "choice": choice,
        "result": result(state),
    }


def marks(state: CardOthelloState, viewer: int) -> list[dict[str, Any]]:
    """The marks in order, without the traps of others (CO-10.8)."""
    return [
        {"at": NAMES[mark.at], "mark": KIND_NAMES[mark.kind], "owner": SIDES[mark.owner], "left": mark.left}
        for mark in state.marks
        if mark.kind != TRAP or mark.owner == viewer
    ]


def result(state: CardOthelloState) -> dict[str, Any] | None:
    if state.seat != OVER:
        return None
    black, white = count(state.black), count(state.white)
    return {"black": black, "white": white, "winner": "black" if black > white else "white" if white > black else None}


PUBLIC = ["board", "sprouts", "charge", "hands", "decks", "discard", "snares", "costs", "cap", "cards_on", "result"]
"""The parts of a view that are the same for everybody."""


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Bring a view up to date with one event."""
    kind = event["kind"]
    if kind in STONES:
        STONES[kind](view, event)
    elif kind in CARDS:
        CARDS[kind](view, event)


# Stones and marks


def _set(view: dict[str, Any], cells: list[str], sign: str) -> None:
    rows = list(view["board"])
    for cell in cells:
        column, row = ord(cell[0]) - ord("a"), int(cell[1]) - 1
        rows[row] = rows[row][:column] + sign + rows[row][column + 1 :]
    view["board"] = rows


def _sign(side: str) -> str:
    return "B" if side == "black" else "W"


def _at(view: dict[str, Any], cell: str) -> str:
    sign: str = view["board"][int(cell[1]) - 1][ord(cell[0]) - ord("a")]
    return sign


def _grown_up(view: dict[str, Any], cells: list[str]) -> None:
    view["sprouts"] = [cell for cell in view["sprouts"] if cell not in cells]


def _turn(view: dict[str, Any], event: dict[str, Any]) -> None:
    _grown_up(view, [cell for cell in view["sprouts"] if _at(view, cell) == _sign(event["side"])])
    # Own traps are over by now, and everybody can know it.
    view["snares"] = {**view["snares"], event["side"]: 0}


def _place(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set(view, [event["at"]], _sign(event["side"]))


def _spawn(view: dict[str, Any], event: dict[str, Any]) -> None:
    _place(view, event)
    view["sprouts"] = sorted([*view["sprouts"], event["at"]], key=lambda cell: (cell[1], cell[0]))


def _flip(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set(view, event["cells"], _sign(event["side"]))
    _grown_up(view, event["cells"])


def _destroy(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set(view, event["cells"], ".")
    _grown_up(view, event["cells"])
    view["marks"] = [mark for mark in view["marks"] if mark["at"] not in event["cells"]]


def _move(view: dict[str, Any], event: dict[str, Any]) -> None:
    ways = dict(event["moves"])
    stones = {end: _at(view, start) for start, end in ways.items()}
    for start in ways:
        _set(view, [start], ".")
    for end, sign in stones.items():
        _set(view, [end], sign)
    view["marks"] = [{**mark, "at": ways.get(mark["at"], mark["at"])} for mark in view["marks"]]
    view["sprouts"] = sorted((ways.get(cell, cell) for cell in view["sprouts"]), key=lambda cell: (cell[1], cell[0]))


def _tempt(view: dict[str, Any], event: dict[str, Any]) -> None:
    _set(view, [event["at"]], _sign(event["side"]))
    _grown_up(view, [event["at"]])
    view["marks"] = [{**mark, "owner": event["side"]} if mark["at"] == event["at"] else mark for mark in view["marks"]]


def _mark(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["marks"] = [*view["marks"], {key: event[key] for key in ("at", "mark", "owner", "left")}]


def _tick(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["marks"] = [
        {**mark, "left": event["left"]} if (mark["at"], mark["mark"]) == (event["at"], event["mark"]) else mark
        for mark in view["marks"]
    ]


def _unmark(view: dict[str, Any], event: dict[str, Any]) -> None:
    gone = (event["at"], event["mark"])
    view["marks"] = [mark for mark in view["marks"] if (mark["at"], mark["mark"]) != gone]


STONES = {
    "turn": _turn,
    "place": _place,
    "spawn": _spawn,
    "flip": _flip,
    "revive": _place,
    "destroy": _destroy,
    "move": _move,
    "tempt": _tempt,
    "mark": _mark,
    "tick": _tick,
    "unmark": _unmark,
}

# Charge and cards


def _setup(view: dict[str, Any], event: dict[str, Any]) -> None:
    view.update({key: event[key] for key in (*PUBLIC, "marks")}, seat=None, hand=[], shown=[], choice=None)


def _seated(view: dict[str, Any], event: dict[str, Any]) -> None:
    view.update(seat=event["side"], hand=event["hand"], marks=event["marks"], shown=event["shown"])


def _count(view: dict[str, Any], zone: str, side: str, by: int) -> None:
    view[zone] = {**view[zone], side: view[zone][side] + by}


def _gain(view: dict[str, Any], event: dict[str, Any]) -> None:
    _count(view, "hands", event["side"], 1)
    if "card" in event:
        view["hand"] = [*view["hand"], event["card"]]


def _draw(view: dict[str, Any], event: dict[str, Any]) -> None:
    _count(view, "decks", event["side"], -1)
    _gain(view, event)


def _lose(view: dict[str, Any], side: str, cards: list[str]) -> None:
    """Cards of a hand go to its discard pile."""
    _count(view, "hands", side, -len(cards))
    view["discard"] = {**view["discard"], side: view["discard"][side] + cards}
    if view["seat"] == side:
        hand = list(view["hand"])
        for card in cards:
            hand.remove(card)
        view["hand"] = hand


def _use(view: dict[str, Any], event: dict[str, Any]) -> None:
    _lose(view, event["side"], [event["card"]])


def _condemn(view: dict[str, Any], event: dict[str, Any]) -> None:
    _lose(view, event["from"], [event["card"]])
    view["shown"] = []


def _steal(view: dict[str, Any], event: dict[str, Any]) -> None:
    _lose(view, event["from"], event["cards"])


def _confiscate(view: dict[str, Any], event: dict[str, Any]) -> None:
    number, kept = event["count"], event["to_hand"]
    _count(view, "hands", event["from"], -number)
    _count(view, "hands", event["side"], kept)
    _count(view, "decks", event["side"], number - kept)
    if view["seat"] == event["from"]:
        view["hand"] = view["hand"][number:]
    elif view["seat"] == event["side"]:
        view["hand"] = view["hand"] + event["cards"][:kept]


def _show(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["shown"] = event.get("cards", [])


def _pass(view: dict[str, Any], event: dict[str, Any]) -> None:
    """A pass drops a card that waits for a choice."""
    view["shown"] = []


def _charge(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["charge"] = {**view["charge"], event["side"]: event["now"]}


def _snare(view: dict[str, Any], event: dict[str, Any]) -> None:
    _count(view, "snares", event["side"], 1)


def _sprung(view: dict[str, Any], event: dict[str, Any]) -> None:
    _count(view, "snares", event["owner"], -1)


def _choice(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = {key: value for key, value in event.items() if key != "kind"}


def _end(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = None
    view["result"] = {key: event[key] for key in ("black", "white", "winner")}


CARDS = {
    "setup": _setup,
    "seated": _seated,
    "draw": _draw,
    "blessed": _gain,
    "use": _use,
    "sell": _use,
    "condemn": _condemn,
    "steal": _steal,
    "confiscate": _confiscate,
    "show": _show,
    "pass": _pass,
    "charge": _charge,
    "snare": _snare,
    "trap_sprung": _sprung,
    "choice": _choice,
    "end": _end,
}

"""What the player sees: everything except the unknown part of the deck order (ST-12)."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.games.solitaire_tcg.rules.codes import (
    BANISH,
    BOARD,
    CARD_ZONES,
    DECK,
    EQUIP,
    FIELD,
    GRAVE,
    HAND,
    LEAVING,
    LIMBO,
    MONSTER,
    TRIGGERS,
    WON,
)
from tefuda.games.solitaire_tcg.rules.continuous import atk, hp
from tefuda.games.solitaire_tcg.rules.table import Table

IN_PLAY: Final = ["board", "field"]
CHOICE_KEYS: Final = ["op", "card", "zone", "from", "picked", "need"]
RESULTS: Final = {"win": "win", "lose": "loss", "out_of_turns": "loss"}
"""Results by the kind of the event that ends the game."""


def card_ids(table: Table, cards: vec[i64]) -> list[str]:
    """Return the ids of cards."""
    return [table.pool.card(card).id for card in cards]


def deck_view(table: Table) -> dict[str, Any]:
    """Return the number of cards, the known cards at both ends, and the others, sorted."""
    deck = table.zone(DECK)
    size: i64 = len(deck)
    top: i64 = size if table.rules.puzzle else min(table.known_top, size)
    bottom: i64 = 0 if table.rules.puzzle else min(table.known_bottom, size - top)
    return {
        "count": size,
        "top": card_ids(table, deck[:top]),
        "unknown": sorted(card_ids(table, deck[top : size - bottom])),
        "bottom": card_ids(table, deck[size - bottom :]),
    }


def card_view(table: Table, card: i64) -> dict[str, Any]:
    """Return a card in play with its status."""
    definition = table.pool.card(card)
    status = table.status(card)
    data: dict[str, Any] = {"card": table.name(card), "id": definition.id}
    if definition.type_code == MONSTER:
        data["atk"] = atk(table, card)
        data["hp"] = hp(table, card)
    if definition.type_code == EQUIP and table.host(card) != NO_CARD:
        data["on"] = table.name(table.host(card))
    if status is not None and status.counters is not None:
        data["counters"] = {name: status.counters[name] for name in sorted(status.counters)}
    if status is not None and status.used:
        used = [ability.number for ability in definition.abilities if status.used >> ability.number & 1]
        data["used"] = used
    return data


def names_in_choice(table: Table, choice: Choice, cards: list[i64]) -> list[str]:
    """Return the names of cards of a choice, in the order of their zone; cards of a deck are sorted."""
    if choice.zone == BOARD:
        return [table.name(card) for card in cards]
    names = [table.pool.card(card).id for card in cards]
    return sorted(names) if choice.zone == DECK else names


def choice_view(table: Table, choice: Choice) -> dict[str, Any]:
    """Return an open choice."""
    left = [card for card in choice.candidates if card not in choice.picked]
    return {
        "op": choice.op,
        "card": table.name(choice.card),
        "zone": "table" if choice.zone == BOARD else CARD_ZONES[choice.zone],
        "from": names_in_choice(table, choice, left),
        "picked": sorted(names_in_choice(table, choice, list(choice.picked))),
        "need": choice.need(),
    }


def place_in_choice(table: Table, choice: Choice, card: i64) -> i64:
    """Return the index of a candidate among those that the view lists."""
    left = [other for other in choice.candidates if other not in choice.picked]
    if choice.zone == DECK:
        return names_in_choice(table, choice, left).index(table.pool.card(card).id)
    return left.index(card)


def view(table: Table) -> dict[str, Any]:
    """Return the view of the player and of spectators."""
    triggers: list[dict[str, Any]] = []
    for trigger in table.pending:
        ability = trigger.ability
        triggers.append({"card": table.name(trigger.card), "when": TRIGGERS[ability.when], "ability": ability.number})
    result = None
    if table.outcome != RUNNING:
        result = "win" if table.outcome == WON else "loss"
    return {
        "hand": card_ids(table, table.zone(HAND)),
        "grave": card_ids(table, table.zone(GRAVE)),
        "banish": card_ids(table, table.zone(BANISH)),
        "mode": "puzzle" if table.rules.puzzle else "random",
        "max_turns": table.rules.max_turns,
        "turn": table.turn,
        "spells": table.spells_cast,
        "deck": deck_view(table),
        "board": [card_view(table, card) for card in table.zone(BOARD)],
        "field": [card_view(table, card) for card in table.zone(FIELD)],
        "limbo": card_ids(table, table.zone(LIMBO)),
        "leaving": card_ids(table, table.zone(LEAVING)),
        "queue": triggers,
        "choice": None if table.choice is None else choice_view(table, table.choice),
        "result": result,
        "reason": table.reason or None,
    }


# Folding. Changed values of a view are replaced, never modified.


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Update a view with one event."""
    kind: str = event["kind"]
    if kind == "setup":
        view.update({key: value for key, value in event.items() if key != "kind"})
    elif "to" in event:
        _fold_move(view, event)
    elif kind in FOLDS:
        FOLDS[kind](view, event)
    elif kind in RESULTS:
        reason = _id(event["card"]) if "card" in event else "turns"
        view.update(result=RESULTS[kind], reason=reason, queue=[], choice=None)


def _id(name: str) -> str:
    return name.partition("#")[0]


def _without(items: list[Any], at: int) -> list[Any]:
    """Return a list without one item. A negative index counts from the end."""
    return [item for place, item in enumerate(items) if place != at % len(items)]


def _fold_move(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Move a card to the end of another zone."""
    zone, to, card = event["from"], event["to"], _id(event["card"])
    if zone == "deck":
        _leave_deck(view, card, event.get("at"))
    else:
        view[zone] = _without(view[zone], event["at"])
    if zone in IN_PLAY:
        _number_copies(view, event["card"])
    if to == "deck":
        # Without hidden information the whole order is known, from the top.
        end = "top" if view["mode"] == "puzzle" else "bottom"
        deck = view["deck"]
        view["deck"] = {**deck, "count": deck["count"] + 1, end: [*deck[end], card]}
    elif to in IN_PLAY:
        copies = [thing for thing in [*view["board"], *view["field"]] if thing["id"] == card]
        name = f"{card}#{len(copies) + 1}" if copies else card
        view[to] = [*view[to], {"card": name, "id": card, **event.get("stats", {})}]
        for place in event.get("queue", []):
            view["queue"] = [{**one, "card": name} if at == place else one for at, one in enumerate(view["queue"])]
    else:
        view[to] = [*view[to], card]
    if to == "limbo":
        view["spells"] += 1


def _leave_deck(view: dict[str, Any], card: str, at: int | None) -> None:
    """Remove a card from its place in the deck: from the known top, the known bottom, or between them."""
    deck = view["deck"]
    part = "unknown" if at is None else "top" if at >= 0 else "bottom"
    place = deck[part].index(card) if at is None else at
    view["deck"] = {**deck, "count": deck["count"] - 1, part: _without(deck[part], place)}


def _number_copies(view: dict[str, Any], left: str) -> None:
    """Number the copies in play after one has left. Equips and the queue name them too."""
    names = {left: _id(left)}
    seen: dict[str, int] = {}
    for thing in [*view["board"], *view["field"]]:
        card = thing["id"]
        seen[card] = seen.get(card, 0) + 1
        names[thing["card"]] = card if seen[card] == 1 else f"{card}#{seen[card]}"
    for zone in [*IN_PLAY, "queue"]:
        view[zone] = [
            {key: names.get(value, value) if key in ("card", "on") else value for key, value in thing.items()}
            for thing in view[zone]
        ]


def _change(view: dict[str, Any], name: str, changes: dict[str, Any]) -> None:
    """Change a card in play. An empty value removes its key."""
    for zone in IN_PLAY:
        view[zone] = [
            {key: value for key, value in {**thing, **changes}.items() if value not in ([], {})}
            if thing["card"] == name
            else thing
            for thing in view[zone]
        ]


def _in_play(view: dict[str, Any], name: str) -> dict[str, Any]:
    thing: dict[str, Any] = next(thing for thing in [*view["board"], *view["field"]] if thing["card"] == name)
    return thing


def _fold_attach(view: dict[str, Any], event: dict[str, Any]) -> None:
    _change(view, event["card"], {"on": event["host"]})


def _fold_counter(view: dict[str, Any], event: dict[str, Any]) -> None:
    counters = {**_in_play(view, event["card"]).get("counters", {}), event["name"]: event["value"]}
    _change(view, event["card"], {"counters": {name: value for name, value in counters.items() if value}})


def _fold_stats(view: dict[str, Any], event: dict[str, Any]) -> None:
    _change(view, event["card"], event["stats"])


def _fold_use(view: dict[str, Any], event: dict[str, Any]) -> None:
    if event["once"]:
        used = _in_play(view, event["card"]).get("used", [])
        _change(view, event["card"], {"used": sorted([*used, event["ability"]])})


def _fold_queued(view: dict[str, Any], event: dict[str, Any]) -> None:
    entry = {key: event[key] for key in ("card", "when", "ability")}
    place = event["place"]
    view["queue"] = [*view["queue"][:place], entry, *view["queue"][place:]]


def _fold_unqueued(view: dict[str, Any], event: dict[str, Any]) -> None:
    if "place" in event:
        view["queue"] = _without(view["queue"], event["place"])


def _fold_stalled(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["queue"] = []


def _fold_choice(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["choice"] = {key: event[key] for key in CHOICE_KEYS}


def _fold_pick(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Pick a card. The last pick closes the choice."""
    choice = view["choice"]
    picked = sorted([*choice["picked"], event["card"]])
    left = _without(choice["from"], event["at"])
    view["choice"] = None if len(picked) == choice["need"] else {**choice, "from": left, "picked": picked}


def _fold_shuffle(view: dict[str, Any], event: dict[str, Any]) -> None:
    deck = view["deck"]
    cards = sorted([*deck["top"], *deck["unknown"], *deck["bottom"]])
    view["deck"] = {"count": deck["count"], "top": [], "unknown": cards, "bottom": []}


def _fold_on_top(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Put the last card of the deck on top."""
    deck = view["deck"]
    if view["mode"] == "puzzle":
        view["deck"] = {**deck, "top": [event["card"], *deck["top"][:-1]]}
    else:
        view["deck"] = {**deck, "top": [event["card"], *deck["top"]], "bottom": deck["bottom"][:-1]}


def _fold_end(view: dict[str, Any], event: dict[str, Any]) -> None:
    for thing in [*view["board"], *view["field"]]:
        _change(view, thing["card"], {"used": []})
    view["spells"] = 0


def _fold_turn(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["turn"] = event["turn"]


FOLDS: Final = {
    "attach": _fold_attach,
    "counter": _fold_counter,
    "stat": _fold_stats,
    "stats": _fold_stats,
    "use": _fold_use,
    "queued": _fold_queued,
    "resolve": _fold_unqueued,
    "skip": _fold_unqueued,
    "stalled": _fold_stalled,
    "choice": _fold_choice,
    "pick": _fold_pick,
    "shuffle": _fold_shuffle,
    "on_top": _fold_on_top,
    "end": _fold_end,
    "turn": _fold_turn,
}

"""What may be known of a game: everything but the order of the deck, of which some may be known (section 12)."""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.games.solitaire_tcg.rules.codes import BOARD, DECK, EQUIP, MONSTER, NOBODY, PLACES, RUNNING, TRIGGERS, WON
from tefuda.games.solitaire_tcg.rules.table import Table

OPEN: Final = ["hand", "grave", "banish"]
"""The zones whose changes the single moves tell; all the rest comes with `now`."""


def names(table: Table, cards: bytes) -> list[str]:
    """The ids of some cards."""
    return [table.pool.card(card).id for card in cards]


def deck_view(table: Table) -> dict[str, Any]:
    """How many cards it has, which are known at its ends, and which are the rest, in no order."""
    size = len(table.deck)
    top: i64 = size if table.rules.puzzle else min(table.known_top, size)
    bottom: i64 = 0 if table.rules.puzzle else min(table.known_bottom, size - top)
    return {
        "count": size,
        "top": names(table, table.deck[:top]),
        "unknown": sorted(names(table, table.deck[top : size - bottom])),
        "bottom": names(table, table.deck[size - bottom :]),
    }


def thing(table: Table, card: i64) -> dict[str, Any]:
    """A card on the table, and what has become of it."""
    definition = table.pool.card(card)
    status = table.status(card)
    shown: dict[str, Any] = {"card": table.name(card), "id": definition.id}
    if definition.code == MONSTER:
        shown["atk"] = table.atk(card)
        shown["hp"] = table.hp(card)
    if definition.code == EQUIP and table.host(card) != NOBODY:
        shown["on"] = table.name(table.host(card))
    if status is not None and status.counters is not None:
        shown["counters"] = {name: status.counters[name] for name in sorted(status.counters)}
    if status is not None and status.used:
        used = [ability.number for ability in definition.abilities if status.used >> ability.number & 1]
        shown["used"] = used
    return shown


def choice_view(table: Table) -> dict[str, Any] | None:
    """The question that is open: the cards in the order of their zone, those of a deck by name."""
    choice = table.choice
    if choice is None:
        return None
    if choice.zone == BOARD:
        left = [table.name(card) for card in choice.candidates if card not in choice.picked]
        picked = sorted([table.name(card) for card in choice.picked])
    else:
        left = names(table, bytes([card for card in choice.candidates if card not in choice.picked]))
        picked = sorted(names(table, choice.picked))
        if choice.zone == DECK:
            left = sorted(left)
    return {
        "op": choice.op,
        "card": table.name(choice.card),
        "zone": "table" if choice.zone == BOARD else PLACES[choice.zone],
        "from": left,
        "picked": picked,
        "need": choice.need,
    }


def standing(table: Table) -> dict[str, Any]:
    """Everything but the zones that single moves tell of."""
    waiting: list[dict[str, Any]] = []
    for entry in table.queue:
        ability = entry.ability
        waiting.append({"card": table.name(entry.card), "when": TRIGGERS[ability.when], "ability": ability.number})
    result = None
    if table.outcome != RUNNING:
        result = "win" if table.outcome == WON else "loss"
    return {
        "turn": table.turn,
        "spells": table.spells,
        "deck": deck_view(table),
        "board": [thing(table, card) for card in table.board],
        "field": [thing(table, card) for card in table.field],
        "limbo": names(table, table.limbo),
        "leaving": names(table, table.leaving),
        "queue": waiting,
        "choice": choice_view(table),
        "result": result,
        "reason": table.reason or None,
    }


def view(table: Table) -> dict[str, Any]:
    """What the player sees, and everybody who looks on."""
    return {
        "hand": names(table, table.hand),
        "grave": names(table, table.grave),
        "banish": names(table, table.banish),
        "mode": "puzzle" if table.rules.puzzle else "random",
        "max_turns": table.rules.max_turns,
        **standing(table),
    }


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Bring a view up to date with one event."""
    kind = event["kind"]
    if kind == "setup" or kind == "now":
        view.update({key: value for key, value in event.items() if key != "kind"})
        return
    zone, to = event.get("from"), event.get("to")
    if zone in OPEN:
        cards: list[str] = list(view[zone])
        cards.pop(event["at"])
        view[zone] = cards
    if to in OPEN:
        view[to] = [*view[to], event["card"].partition("#")[0]]

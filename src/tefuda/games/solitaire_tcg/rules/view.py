"""What the player sees: everything except the unknown part of the deck order (ST-12)."""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.games.solitaire_tcg.rules.codes import (
    BOARD,
    CARD_ZONES,
    DECK,
    EQUIP,
    MONSTER,
    NO_CARD,
    RUNNING,
    TRIGGERS,
    WON,
)
from tefuda.games.solitaire_tcg.rules.table import Table

MOVED_ZONES: Final = ["hand", "grave", "banish"]
"""Zones that are updated by move events. Everything else comes with `now`."""


def card_ids(table: Table, cards: bytes) -> list[str]:
    """Return the ids of cards."""
    return [table.pool.card(card).id for card in cards]


def deck_view(table: Table) -> dict[str, Any]:
    """Return the number of cards, the known cards at both ends, and the others, sorted."""
    size = len(table.deck)
    top: i64 = size if table.rules.puzzle else min(table.known_top, size)
    bottom: i64 = 0 if table.rules.puzzle else min(table.known_bottom, size - top)
    return {
        "count": size,
        "top": card_ids(table, table.deck[:top]),
        "unknown": sorted(card_ids(table, table.deck[top : size - bottom])),
        "bottom": card_ids(table, table.deck[size - bottom :]),
    }


def card_view(table: Table, card: i64) -> dict[str, Any]:
    """Return a card in play with its status."""
    definition = table.pool.card(card)
    status = table.status(card)
    data: dict[str, Any] = {"card": table.name(card), "id": definition.id}
    if definition.type_code == MONSTER:
        data["atk"] = table.atk(card)
        data["hp"] = table.hp(card)
    if definition.type_code == EQUIP and table.host(card) != NO_CARD:
        data["on"] = table.name(table.host(card))
    if status is not None and status.counters is not None:
        data["counters"] = {name: status.counters[name] for name in sorted(status.counters)}
    if status is not None and status.used:
        used = [ability.number for ability in definition.abilities if status.used >> ability.number & 1]
        data["used"] = used
    return data


def choice_view(table: Table) -> dict[str, Any] | None:
    """Return the open choice. Cards are in the order of their zone; cards of a deck are sorted."""
    choice = table.choice
    if choice is None:
        return None
    if choice.zone == BOARD:
        left = [table.name(card) for card in choice.candidates if card not in choice.picked]
        picked = sorted([table.name(card) for card in choice.picked])
    else:
        left = card_ids(table, bytes([card for card in choice.candidates if card not in choice.picked]))
        picked = sorted(card_ids(table, choice.picked))
        if choice.zone == DECK:
            left = sorted(left)
    return {
        "op": choice.op,
        "card": table.name(choice.card),
        "zone": "table" if choice.zone == BOARD else CARD_ZONES[choice.zone],
        "from": left,
        "picked": picked,
        "need": choice.need,
    }


def table_view(table: Table) -> dict[str, Any]:
    """Return everything except the zones that move events update."""
    triggers: list[dict[str, Any]] = []
    for trigger in table.queue:
        ability = trigger.ability
        triggers.append({"card": table.name(trigger.card), "when": TRIGGERS[ability.when], "ability": ability.number})
    result = None
    if table.outcome != RUNNING:
        result = "win" if table.outcome == WON else "loss"
    return {
        "turn": table.turn,
        "spells": table.spells_cast,
        "deck": deck_view(table),
        "board": [card_view(table, card) for card in table.board],
        "field": [card_view(table, card) for card in table.field],
        "limbo": card_ids(table, table.limbo),
        "leaving": card_ids(table, table.leaving),
        "queue": triggers,
        "choice": choice_view(table),
        "result": result,
        "reason": table.reason or None,
    }


def view(table: Table) -> dict[str, Any]:
    """Return the view of the player and of spectators."""
    return {
        "hand": card_ids(table, table.hand),
        "grave": card_ids(table, table.grave),
        "banish": card_ids(table, table.banish),
        "mode": "puzzle" if table.rules.puzzle else "random",
        "max_turns": table.rules.max_turns,
        **table_view(table),
    }


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Update a view with one event."""
    kind = event["kind"]
    if kind == "setup" or kind == "now":
        view.update({key: value for key, value in event.items() if key != "kind"})
        return
    zone, to = event.get("from"), event.get("to")
    if zone in MOVED_ZONES:
        cards: list[str] = list(view[zone])
        cards.pop(event["at"])
        view[zone] = cards
    if to in MOVED_ZONES:
        view[to] = [*view[to], event["card"].partition("#")[0]]

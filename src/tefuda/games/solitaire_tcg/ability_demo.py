"""Every ability of a card, played once: on a table set so that it can work, with helpers that set it off."""

import re
from typing import Any, Final

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.tree import CardDefinition, Filter
from tefuda.cardlang.workshop import Trial
from tefuda.core.events import Event
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg import notation, position
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.codes import ACTIVATED, ARTIFACT, EQUIP, FIELD_CARD, MONSTER, SPELL
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.zones import Rules

# The last of them is what equips are tried on: it gets whatever tags they ask for.
HELPERS: Final[list[dict[str, Any]]] = [
    {
        "id": "try_draw",
        "name": {"en": "Trial: draw", "ja": "お試し: ドロー"},
        "type": "spell",
        "abilities": [{"when": "on_play", "effect": [{"op": "draw"}]}],
    },
    {
        "id": "try_discard",
        "name": {"en": "Trial: discard", "ja": "お試し: 捨てる"},
        "type": "spell",
        "abilities": [{"when": "on_play", "effect": [{"op": "discard", "selection": "first"}]}],
    },
    {
        "id": "try_destroy",
        "name": {"en": "Trial: destroy", "ja": "お試し: 破壊"},
        "type": "spell",
        "abilities": [{"when": "on_play", "effect": [{"op": "destroy", "target": "all", "filter": {"tag": "try_me"}}]}],
    },
    {
        "id": "try_field",
        "name": {"en": "Trial: field", "ja": "お試し: フィールド"},
        "type": "field",
        "field": {"unique": False},
    },
    {
        "id": "try_monster",
        "name": {"en": "Trial: monster", "ja": "お試し: モンスター"},
        "type": "monster",
        "stats": {"atk": 5, "hp": 5},
    },
]
PUZZLE: Final = Rules(True, 5, 1, 3, 40, 4, 100)
LONGEST: Final = 30
MANY: Final = 5
"""Counters on a card that asks for some."""
COUNTERS: Final = re.compile(r"self\.counter\([\"']([^\"']+)[\"']\)")
EACH: Final = 3
"""How many cards that fit each filter lie in each zone."""


def helpers() -> list[CardDefinition]:
    """The helpers as cards, for their names."""
    found = [card_schema().read(Problems(), [], data) for data in HELPERS]
    return [card for card in found if card is not None]


def trials(card: Card, cards: dict[str, CardDefinition]) -> list[Trial]:
    """One trial for each ability, in their order."""
    return [_trial(card, number, cards) for number in range(len(card.abilities))]


def _trial(card: Card, number: int, cards: dict[str, CardDefinition]) -> Trial:
    when = card.facts["abilities"][number].when
    table, first = setting(card, when, cards)
    if when == "activated":
        own = [ability.number for ability in card.when[ACTIVATED]].index(number)
        first = f"use {card.id}{notation.numbered(':', own)}"
    state = position.read(table, PUZZLE, [], 0, None)
    events: list[Event] = []
    state.log = events
    actions: list[str] = []
    legal = [notation.format_action(state, action) for action in state.actions()]
    while state.seat != OVER and len(actions) < LONGEST:
        text = legal[0] if actions else first
        if text not in legal or (actions and state.choice is None):
            break
        actions.append(text)
        state.play(notation.parse_action(state, text))
        legal = [notation.format_action(state, action) for action in state.actions()]
    state.log = None
    seen = [event for event in (event.seen_by(0) for event in events) if event is not None]
    lasting = when == "static"
    return Trial(number, when, table, actions, seen, lasting, lasting or is_set_off(seen, card.id))


def is_set_off(events: list[dict[str, Any]], name: str) -> bool:
    """Whether what was told came to an ability of the card: it ran, was skipped, or was used."""
    told = [event for event in events if event.get("card", "").partition("#")[0] == name]
    return any(event["kind"] in ("run", "resolve", "skip", "use") for event in told)


def setting(card: Card, when: str, cards: dict[str, CardDefinition]) -> tuple[dict[str, Any], str]:
    """The table for a trial, and the first action."""
    zones = company(card, cards)
    others = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    strange = [card_data(card_schema(), other) for other in LIBRARY.strange(others).values()]
    data = card_data(card_schema(), card)
    if when == "on_destroy":
        data["tags"] = [*(data.get("tags") or []), "try_me"]
    table: dict[str, Any] = {
        **{zone: list(listed) for zone, listed in zones.items()},
        "cards": [*HELPERS[:-1], {**HELPERS[-1], "tags": card.hosts}, *strange, data],
        "spells_cast_this_turn": 8,
        "options": {"mode": "puzzle", "max_turns": 3},
    }
    table["board"] = ["try_monster", *table["board"]]
    at_once = {
        "on_play": f"play {card.id}",
        "on_enter": f"play {card.id}",
        "on_draw": "play try_draw",
        "on_discard": "play try_discard",
        "on_destroy": "play try_destroy",
        "on_field_set": "play try_field",
        "activated": f"use {card.id}",
        "static": "play try_draw",
    }[when]
    if when in ("on_play", "on_enter", "on_discard"):
        table["hand"] = [card.id, *table["hand"]]
    elif when == "on_draw":
        table["deck"] = [card.id, *table["deck"]]
    else:
        lay_down(card, table)
    table["hand"] += ["try_draw", "try_discard", "try_destroy", "try_field"]
    return table, at_once


def lay_down(card: Card, table: dict[str, Any]) -> None:
    """Put the card on the table, with the counters it asks for, an equip onto the monster that is there."""
    names = dict.fromkeys(COUNTERS.findall(str(card_data(card_schema(), card))))
    thing: dict[str, Any] = {"card": card.id, "counters": dict.fromkeys(names, MANY)}
    if card.code == FIELD_CARD:
        table["field"] = [thing]
    elif card.code == EQUIP:
        table["board"] = ["try_monster", {**thing, "on": "board[0]"}, *table["board"][1:]]
    else:
        table["board"] = [*table["board"], thing]


def company(card: Card, cards: dict[str, CardDefinition]) -> dict[str, list[str]]:
    """Cards for every zone: some of each type, and some that fit each filter of the card."""
    filters = [
        step.arguments["filter"].filter
        for ability in card.facts["abilities"]
        for step in ability.steps
        if step.arguments.get("filter") is not None
    ]
    others = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    names: list[str] = []
    for code in (MONSTER, SPELL, ARTIFACT, FIELD_CARD):
        names += [other.id for other in others if other.code == code][:EACH]
    for filter_ in filters:
        assert isinstance(filter_, Filter)
        names += [other.id for other in others if filter_.matches(other)][:EACH]
    names = list(dict.fromkeys(names))
    board = [name for name in names if cards[name].type in ("monster", "artifact")][: 2 * EACH]
    return {"hand": names[:4], "deck": names, "board": board, "field": [], "grave": names, "banish": names[:2]}

"""Plays every ability of a card once, in a position where it can work, with helper cards that trigger it."""

import re
from typing import Any, Final

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.tree import CardDefinition, Filter
from tefuda.cardlang.workshop import AbilityDemo
from tefuda.core.events import Event
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg import notation, position
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.codes import ACTIVATED, ARTIFACT, EQUIP, FIELD_CARD, MONSTER, SPELL
from tefuda.games.solitaire_tcg.rules.model import Card, Rules
from tefuda.games.solitaire_tcg.rules.view import view


def helper_card(name: str, ja: str, type_: str, *effect: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a helper card as data. Its effect is an on_play ability."""
    names = {"en": f"Trial: {name}", "ja": f"お試し: {ja}"}
    abilities = {"abilities": [{"when": "on_play", "effect": list(effect)}]} if effect else {}
    return {"id": f"try_{name}", "name": names, "type": type_, **abilities, **more}


HELPER_CARDS: Final = [
    helper_card("draw", "ドロー", "spell", {"op": "draw"}),
    helper_card("discard", "捨てる", "spell", {"op": "discard", "selection": "first"}),
    helper_card("destroy", "破壊", "spell", {"op": "destroy", "target": "all", "filter": {"tag": "try_me"}}),
    helper_card("field", "フィールド", "field", field={"unique": False}),
    helper_card("monster", "モンスター", "monster", stats={"atk": 5, "hp": 5}),
]
"""The last one is the host for equips; it gets the tags they require."""
DEMO_RULES: Final = Rules(True, 5, 1, 3, 100)
MAX_ACTIONS: Final = 30
COUNTER_COUNT: Final = 5
"""Number of counters on a card that requires some."""
COUNTER_PATTERN: Final = re.compile(r"self\.counter\([\"']([^\"']+)[\"']\)")
CARDS_PER_FILTER: Final = 3
"""Number of matching cards per filter in each zone."""


def helper_cards() -> list[CardDefinition]:
    """Return the helper cards, for their names."""
    found = [card_schema().read(Problems(), [], data) for data in HELPER_CARDS]
    return [card for card in found if card is not None]


def ability_demos(card: Card, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
    """Return a demo of each ability, in order."""
    return [_demo_ability(card, number, cards) for number in range(len(card.abilities))]


def _demo_ability(card: Card, number: int, cards: dict[str, CardDefinition]) -> AbilityDemo:
    when = card.parsed["abilities"][number].when
    table, first = demo_position(card, when, cards)
    if when == "activated":
        own = [ability.number for ability in card.abilities_on[ACTIVATED]].index(number)
        first = f"use {card.id}{notation.number_suffix(':', own)}"
    state = position.read(table, DEMO_RULES, [], 0, None)
    events: list[Event] = []
    state.log = events
    actions: list[str] = []
    legal = [notation.format_action(state, action) for action in state.actions()]
    while state.seat != OVER and len(actions) < MAX_ACTIONS:
        text = legal[0] if actions else first
        if text not in legal or (actions and state.choice is None):
            break
        actions.append(text)
        state.play(notation.parse_action(state, text))
        legal = [notation.format_action(state, action) for action in state.actions()]
    state.log = None
    seen = [event for event in (event.seen_by(0) for event in events) if event is not None]
    continuous = when == "static"
    triggered = continuous or is_triggered(seen, card.id)
    return AbilityDemo(number, when, table, actions, seen, view(state), continuous, triggered)


def is_triggered(events: list[dict[str, Any]], name: str) -> bool:
    """Whether an ability of the card ran, resolved, was skipped or was used."""
    own_events = [event for event in events if event.get("card", "").partition("#")[0] == name]
    return any(event["kind"] in ("run", "resolve", "skip", "use") for event in own_events)


def demo_position(card: Card, when: str, cards: dict[str, CardDefinition]) -> tuple[dict[str, Any], str]:
    """Return the position of a demo and its first action."""
    zones = zone_cards(card, cards)
    others = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    data = card_data(card_schema(), card)
    if when == "on_destroy":
        data["tags"] = [*(data.get("tags") or []), "try_me"]
    table: dict[str, Any] = {
        **{zone: list(listed) for zone, listed in zones.items()},
        "cards": [*HELPER_CARDS[:-1], {**HELPER_CARDS[-1], "tags": card.hosts}, *LIBRARY.custom_data(others), data],
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
        place_card(card, table)
    table["hand"] += ["try_draw", "try_discard", "try_destroy", "try_field"]
    return table, at_once


def place_card(card: Card, table: dict[str, Any]) -> None:
    """Put the card into play with the counters it requires; an equip is attached to the monster."""
    names = dict.fromkeys(COUNTER_PATTERN.findall(str(card_data(card_schema(), card))))
    thing: dict[str, Any] = {"card": card.id, "counters": dict.fromkeys(names, COUNTER_COUNT)}
    if card.type_code == FIELD_CARD:
        table["field"] = [thing]
    elif card.type_code == EQUIP:
        table["board"] = ["try_monster", {**thing, "on": "board[0]"}, *table["board"][1:]]
    else:
        table["board"] = [*table["board"], thing]


def zone_cards(card: Card, cards: dict[str, CardDefinition]) -> dict[str, list[str]]:
    """Return cards for every zone: some of each type, and some that match each filter of the card."""
    filters = [
        step.arguments["filter"].filter
        for ability in card.parsed["abilities"]
        for step in ability.steps
        if step.arguments.get("filter") is not None
    ]
    others = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    names: list[str] = []
    for code in (MONSTER, SPELL, ARTIFACT, FIELD_CARD):
        names += [other.id for other in others if other.type_code == code][:CARDS_PER_FILTER]
    for filter_ in filters:
        assert isinstance(filter_, Filter)
        names += [other.id for other in others if filter_.matches(other)][:CARDS_PER_FILTER]
    names = list(dict.fromkeys(names))
    board = [name for name in names if cards[name].type in ("monster", "artifact")][: 2 * CARDS_PER_FILTER]
    return {"hand": names[:4], "deck": names, "board": board, "field": [], "grave": names, "banish": names[:2]}

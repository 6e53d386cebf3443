"""Plays every ability of a card once: random play from positions in which the ability could work."""

from typing import Any, Final

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo
from tefuda.core.events import Event
from tefuda.core.random import Random, xoshiro
from tefuda.core.state import OVER
from tefuda.games.linkavel import notation, position_reader
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.rules.model import Card, Rules
from tefuda.games.linkavel.rules.view import view

DEMO_RULES: Final = Rules(5000, 6, 10, True)
MAX_POSITIONS: Final = 150
MAX_ACTIONS: Final = 30
LP_VALUES: Final = [5000, 1500, 15_000, 4000]


def ability_demos(card: Card, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
    """Return a demo of each ability. `triggered` is False if no position triggered it."""
    return [demo_ability(card, number, ability.when, cards) for number, ability in enumerate(card.parsed["abilities"])]


def demo_ability(card: Card, number: int, when: str, cards: dict[str, CardDefinition]) -> AbilityDemo:
    for seed in range(MAX_POSITIONS):
        start = demo_position(card, cards, seed)
        log: list[Event] = []
        state = position_reader.read(start, DEMO_RULES, ([], []), seed, log)
        if when == "continuous":
            # With another monster on the field, so that the effect is visible.
            others = [name for name in start["one"]["monsters"] if name != card.id]
            if not others or card.id not in start["one"]["monsters"] + start["one"]["magics"]:
                continue
            return AbilityDemo(number, when, start, [], _visible_events(log), view(state, 0), continuous=True)
        random = xoshiro(seed, 1)
        played: list[str] = []
        while state.seat != OVER and len(played) < MAX_ACTIONS:
            log = []
            state.log = log
            action = state.random_action(random)
            played.append(notation.format_action(state, action))
            state.play(action)
            if any(is_ability_event(event, card, number, when) for event in log):
                while state.choice is not None:
                    action = state.actions()[0]
                    played.append(notation.format_action(state, action))
                    state.play(action)
                return AbilityDemo(number, when, start, played, _visible_events(log), view(state, 0))
    return AbilityDemo(number, when, demo_position(card, cards, 0), [], [], {}, triggered=False)


def is_ability_event(event: Event, card: Card, number: int, when: str) -> bool:
    """Whether an event shows that the ability resolved."""
    if event.data.get("card") != card.id:
        return False
    if when == "play":
        return event.kind == "magic"
    return event.kind in ("resolve", "use") and event.data.get("ability") == number


def _visible_events(log: list[Event]) -> list[dict[str, Any]]:
    found = [event.seen_by(0) for event in log]
    return [event for event in found if event is not None]


def demo_position(card: Card, cards: dict[str, CardDefinition], seed: int) -> dict[str, Any]:
    """Return a position with the card on the field, in hand or on the deck, among cards of its faction."""
    random = xoshiro(seed, 2)
    known = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    near = [other for other in known if other.faction == card.faction] or known
    monsters = [other for other in near if other.is_monster] or [other for other in known if other.is_monster]
    zone = "monsters" if card.is_monster else "magics"
    one: dict[str, Any] = {
        "lp": LP_VALUES[seed % len(LP_VALUES)],
        "hand": [card.id, *_random_cards(near, 3, random)],
        "deck": [*([card.id] if seed % 3 == 2 else []), *_random_cards(near, 8, random)][: 1 + seed % 9],
        "trash": [card.id, *_random_cards(near, 3 + seed % 24, random)],
        "monsters": _random_cards(monsters, seed % 3, random),
        "magics": [],
    }
    if not card.is_one_shot and seed % 2 == 0:
        one[zone] = [card.id, *one[zone][:2]]
    two = {
        "lp": 5000,
        "hand": _random_cards(known, 4, random),
        "deck": _random_cards(known, 6, random),
        "trash": _random_cards(known, 3, random),
        "monsters": _random_cards([other for other in known if other.is_monster], seed % 3, random),
        "magics": _random_cards([other for other in known if other.type == "permanent_magic"], seed // 2 % 2, random),
    }
    return {
        "turn": "one" if seed % 4 < 3 else "two",
        "turn_number": 30,
        "one": one,
        "two": two,
        "cards": LIBRARY.custom_data([card, *known]),
    }


def _random_cards(cards: list[Card], count: int, random: Random) -> list[str]:
    return [cards[random.below(len(cards))].id for _ in range(count)] if cards else []

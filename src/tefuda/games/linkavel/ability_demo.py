"""Every ability of a card, played once: luck plays on from tables that have the card where it could work."""

from typing import Any, Final

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Trial
from tefuda.core.events import Event
from tefuda.core.random import Random, xoshiro
from tefuda.core.state import OVER
from tefuda.games.linkavel import notation, position_reader
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.linkavel.rules.zones import Rules

RULES: Final = Rules(5000, 6, 10, True)
TABLES: Final = 150
PLIES: Final = 30
LP: Final = [5000, 1500, 15_000, 4000]


def trials(card: Card, cards: dict[str, CardDefinition]) -> list[Trial]:
    """A trial for each ability; where none was found, it says so."""
    return [trial(card, number, ability.when, cards) for number, ability in enumerate(card.facts["abilities"])]


def trial(card: Card, number: int, when: str, cards: dict[str, CardDefinition]) -> Trial:
    for seed in range(TABLES):
        start = table(card, cards, seed)
        log: list[Event] = []
        state = position_reader.read(start, RULES, ([], []), seed, log)
        if when == "continuous":
            # Beside another monster, so that there is something to see.
            company = [name for name in start["one"]["monsters"] if name != card.id]
            if not company or card.id not in start["one"]["monsters"] + start["one"]["magics"]:
                continue
            return Trial(number, when, start, [], _told(log), lasting=True)
        random = xoshiro(seed, 1)
        played: list[str] = []
        while state.seat != OVER and len(played) < PLIES:
            log = []
            state.log = log
            action = state.random_action(random)
            played.append(notation.format_action(state, action))
            state.play(action)
            if any(is_it(event, card, number, when) for event in log):
                while state.choice is not None:
                    action = state.actions()[0]
                    played.append(notation.format_action(state, action))
                    state.play(action)
                return Trial(number, when, start, played, _told(log))
    return Trial(number, when, table(card, cards, 0), [], [], done=False)


def is_it(event: Event, card: Card, number: int, when: str) -> bool:
    """Whether an event tells that the ability worked."""
    if event.data.get("card") != card.id:
        return False
    if when == "play":
        return event.kind == "magic"
    return event.kind in ("resolve", "use") and event.data.get("ability") == number


def _told(log: list[Event]) -> list[dict[str, Any]]:
    found = [event.seen_by(0) for event in log]
    return [event for event in found if event is not None]


def table(card: Card, cards: dict[str, CardDefinition], seed: int) -> dict[str, Any]:
    """A table with the card on the field, in the hand or on the deck, among cards that it might ask for."""
    random = xoshiro(seed, 2)
    known = [other for other in cards.values() if isinstance(other, Card) and other.id != card.id]
    near = [other for other in known if other.faction == card.faction] or known
    monsters = [other for other in near if other.is_monster] or [other for other in known if other.is_monster]
    zone = "monsters" if card.is_monster else "magics"
    one: dict[str, Any] = {
        "lp": LP[seed % len(LP)],
        "hand": [card.id, *_some(near, 3, random)],
        "deck": [*([card.id] if seed % 3 == 2 else []), *_some(near, 8, random)][: 1 + seed % 9],
        "trash": [card.id, *_some(near, 3 + seed % 24, random)],
        "monsters": _some(monsters, seed % 3, random),
        "magics": [],
    }
    if not card.is_spent and seed % 2 == 0:
        one[zone] = [card.id, *one[zone][:2]]
    two = {
        "lp": 5000,
        "hand": _some(known, 4, random),
        "deck": _some(known, 6, random),
        "trash": _some(known, 3, random),
        "monsters": _some([other for other in known if other.is_monster], seed % 3, random),
        "magics": _some([other for other in known if other.type == "permanent_magic"], seed // 2 % 2, random),
    }
    return {
        "turn": "one" if seed % 4 < 3 else "two",
        "turn_number": 30,
        "one": one,
        "two": two,
        "cards": [card_data(card_schema(), other) for other in LIBRARY.strange([card, *known]).values()],
    }


def _some(cards: list[Card], count: int, random: Random) -> list[str]:
    return [cards[random.below(len(cards))].id for _ in range(count)] if cards else []

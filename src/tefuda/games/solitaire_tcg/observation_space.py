"""The fields of the observations of Solitaire TCG (docs/observations.md)."""

import functools
from typing import Any

from tefuda.cardlang.ability_facts import ability_facts
from tefuda.cardlang.engine.card_facts import CardFacts
from tefuda.core.observation import MAX_NUMBER, MIN_NUMBER, ObservationField, ObservationSpace
from tefuda.games.solitaire_tcg.rules import observation as places
from tefuda.games.solitaire_tcg.rules.codes import CARD_ZONES, MAX_ABILITIES, MAX_CARDS, MAX_KINDS, TRIGGERS, TYPES
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.observation import CHOICE_OPERATIONS, FACTS, OPERATIONS, PERMANENTS

TAGS = ["beast", "clock", "echo", "garden", "golem", "lamp", "memory", "scholar", "spirit", "tide"]
"""The tags of the bundled cards."""
FACT_NAMES = [
    "number in the catalogue (0: custom card)",
    *TYPES,
    "attack",
    "HP",
    "unique",
    *(f"tag: {tag}" for tag in TAGS),
    "other tags",
    "kinds of hosts",
    *(f"abilities: {trigger}" for trigger in TRIGGERS),
    "optional abilities",
    "limited abilities",
    "conditional abilities",
    "steps against the opponent (0)",
    *(f"steps: {operation}" for operation in OPERATIONS),
    *(f"sum of numbers: {operation}" for operation in OPERATIONS),
]
FACT_SCALES = [
    *[100, 1, 1, 1, 1, 1, 5, 5, 1],
    *[1] * (len(TAGS) + 2 + len(TRIGGERS) + 4 + len(OPERATIONS)),
    *[3] * len(OPERATIONS),
]
DROPPED = [
    f"Cards in play after the first {PERMANENTS}, and triggers after the first {places.QUEUED} of the queue.",
    f"The order of cards after the first {places.HAND_CARDS} in hand and {places.PILE_CARDS} in a pile.",
    "The order of limbo, leaving and candidates. No rule uses it.",
    f"Counters other than the first {places.COUNTERS} names, in alphabetical order, that the cards of the game have.",
    "The reason of the result.",
]


@functools.lru_cache(maxsize=4096)
def card_facts(card: Card, number: int) -> CardFacts:
    """Return the facts of a card: its number, printed values and abilities. `FACT_NAMES` names them."""
    printed = [number]
    printed += [int(card.type_code == code) for code in range(len(TYPES))]
    printed += [card.atk, card.hp, int(card.unique)]
    printed += [int(tag in card.tags) for tag in TAGS]
    printed += [len([tag for tag in card.tags if tag not in TAGS]), len(card.hosts)]
    return CardFacts(printed + ability_facts(card, TRIGGERS, OPERATIONS))


def counter_names(cards: list[Card]) -> list[str]:
    """Return the names of counters that observations have."""
    steps = [step for card in cards for ability in card.parsed["abilities"] for step in ability.steps]
    return sorted({step.arguments["name"] for step in steps if step.op.name == "counter"})[: places.COUNTERS]


@functools.cache
def observation_space() -> ObservationSpace:
    """Return the fields. They are the same for all options."""
    return ObservationSpace(
        places.VERSION, [*game_fields(), *permanent_fields(), *card_fields()], dropped=DROPPED, keep=keep
    )


def game_fields() -> list[ObservationField]:
    return [
        ObservationField("decides", places.DECIDES, [1], 1, "1 until the game is over"),
        ObservationField("puzzle", places.PUZZLE, [1], 1, "whether the deck order is known and nothing is random"),
        ObservationField("turn", places.TURN, [1], MAX_NUMBER, "number of the turn", scale=10),
        ObservationField("max_turns", places.MAX_TURNS, [1], MAX_NUMBER, "the last turn", scale=10),
        ObservationField("spells", places.SPELLS, [1], MAX_NUMBER, "spells cast this turn", scale=5),
        ObservationField("deck_size", places.DECK_SIZE, [1], MAX_CARDS, "cards in the deck", scale=30),
        ObservationField("result", places.RESULT, [2], 1, "at the end: won, lost"),
        ObservationField(
            "choice", places.CHOICE, [len(CHOICE_OPERATIONS)], 1, f"open choice: {', '.join(CHOICE_OPERATIONS)}"
        ),
        ObservationField("choice_card", places.CHOICE_CARD, [1], MAX_KINDS, "1 + the card that asks"),
        ObservationField(
            "choice_permanent", places.CHOICE_PERMANENT, [1], MAX_CARDS, "1 + its place in play", scale=10
        ),
        ObservationField("choice_zone", places.CHOICE_ZONE, [len(CARD_ZONES)], 1, f"where: {', '.join(CARD_ZONES)}"),
        ObservationField("choice_need", places.CHOICE_NEED, [1], MAX_CARDS, "cards to choose", scale=3),
        ObservationField(
            "queue",
            places.QUEUE,
            [places.QUEUED, places.QUEUE_NUMBERS],
            MAX_CARDS,
            "triggers in the queue: 1 + card, 1 + place in play (0: elsewhere), 1 + trigger, 1 + ability",
            scales=[MAX_KINDS, PERMANENTS, len(TRIGGERS), MAX_ABILITIES],
        ),
    ]


def permanent_fields() -> list[ObservationField]:
    slots = [PERMANENTS]
    return [
        ObservationField("permanents", places.PERMANENT, slots, MAX_KINDS, "1 + card, board then field"),
        ObservationField("on_field", places.ON_FIELD, slots, 1, "whether it is the field"),
        ObservationField("attack", places.ATTACK, slots, MAX_NUMBER, "attack now", low=MIN_NUMBER, scale=5),
        ObservationField("hp", places.HIT_POINTS, slots, MAX_NUMBER, "HP now", low=MIN_NUMBER, scale=5),
        ObservationField("host", places.HOST, slots, MAX_CARDS, "of an equip: 1 + its host", scale=10),
        ObservationField(
            "counters",
            places.COUNTER,
            [PERMANENTS, places.COUNTERS],
            999,
            "counters, by name in alphabetical order",
            scale=5,
        ),
        ObservationField("used", places.USED, [PERMANENTS, MAX_ABILITIES], 1, "abilities used this turn"),
        ObservationField("permanent_choices", places.PERMANENT_CHOICES, slots, 1, "candidates in play"),
        ObservationField("permanent_picked", places.PERMANENT_PICKED, slots, 1, "cards in play picked so far"),
        ObservationField(
            "permanent_facts",
            places.PERMANENT_FACTS,
            [PERMANENTS, FACTS],
            MAX_NUMBER,
            "facts of the cards in play, as in card_facts",
            low=MIN_NUMBER,
            scales=FACT_SCALES,
        ),
    ]


def card_fields() -> list[ObservationField]:
    orders = [
        ("hand_order", places.HAND_ORDER, places.HAND_CARDS, "hand, the longest held first"),
        ("deck_top", places.DECK_TOP, places.PILE_CARDS, "known cards on top of the deck"),
        ("deck_bottom", places.DECK_BOTTOM, places.PILE_CARDS, "known cards at the bottom, the last one first"),
        ("grave_order", places.GRAVE_ORDER, places.PILE_CARDS, "grave in order of arrival"),
        ("banish_order", places.BANISH_ORDER, places.PILE_CARDS, "banished cards in order of arrival"),
    ]
    counts = [
        ("in_hand", places.IN_HAND, "hand"),
        ("in_deck", places.IN_DECK, "deck, known places included"),
        ("in_grave", places.IN_GRAVE, "grave"),
        ("in_banish", places.IN_BANISH, "banished cards"),
        ("in_limbo", places.IN_LIMBO, "the spell being resolved"),
        ("in_leaving", places.IN_LEAVING, "fields being replaced"),
        ("choices", places.CHOICES, "candidates of the open choice, not in play"),
        ("picked", places.PICKED, "cards picked so far, not in play"),
    ]
    return [
        *(
            ObservationField(name, start, [size], MAX_KINDS, f"{meaning}: 1 + card")
            for name, start, size, meaning in orders
        ),
        *(
            ObservationField(name, start, [MAX_KINDS], MAX_CARDS, f"{meaning}, by card", scale=3)
            for name, start, meaning in counts
        ),
        ObservationField(
            "card_facts",
            places.CARD_FACTS,
            [MAX_KINDS, FACTS],
            MAX_NUMBER,
            f"facts of each card: {', '.join(FACT_NAMES)}",
            low=MIN_NUMBER,
            scales=FACT_SCALES,
        ),
    ]


def keep(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the numbers tell."""
    kept = {key: value for key, value in view.items() if key != "reason"}
    kept["limbo"], kept["leaving"] = sorted(view["limbo"]), sorted(view["leaving"])
    choice = view["choice"]
    if choice is not None:
        kept["choice"] = {**choice, "from": sorted(choice["from"]), "picked": sorted(choice["picked"])}
    kept["queue"] = view["queue"][: places.QUEUED]
    return kept

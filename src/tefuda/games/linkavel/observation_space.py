"""The fields of LinkaVel's observations (docs/observations.md)."""

import functools
from typing import Any

from tefuda.cardlang.ability_facts import ability_facts
from tefuda.cardlang.engine.card_facts import CardFacts
from tefuda.core.observation import (
    MAX_NUMBER,
    MIN_NUMBER,
    ActionBlock,
    EntityGroup,
    ObservationField,
    ObservationSpace,
)
from tefuda.games.linkavel.rules import observation as places
from tefuda.games.linkavel.rules.codes import (
    ATTACK,
    ATTRIBUTES,
    FIELD_SLOTS,
    MAGIC,
    MAX_ABILITIES,
    MAX_ACTIVATED,
    MAX_KINDS,
    MAX_MARK,
    PHASES,
    PICK_DECK,
    PICK_HAND,
    PICK_SLOT,
    PICK_TRASH,
    SLOTS,
    SUMMON,
    TRIGGERS,
    TYPES,
    USE,
    ZONES,
)
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.linkavel.rules.observation import CHOICE_OPERATIONS, FACTS, FIELD_CARDS, OPERATIONS

POWER_SCALE = 1000
ATTACK_TARGETS = SLOTS + 1
"""The monsters that a monster can attack, and the opponent's LP."""
PAIR = "own, then the opponent's"
BY_SLOT = "by slot: own monsters, own magics, the opponent's monsters, the opponent's magics"
CARDS = "by card"
DROPPED = [
    "The order of cards in hands and trashes, and of candidates. No rule uses it.",
    "Where continuous effects on power come from. They follow from the cards on the field.",
    f"Triggers after the first {places.WAITING_SHOWN} of the queue.",
    f"LP, power and turns above {MAX_NUMBER}.",
    "The reason of the result.",
    "Attributes and further levels of a cost (LV-2.5), and protections that a monster has used (LV-14.6). No included"
    " card has any; the legal actions follow the costs.",
]


@functools.lru_cache(maxsize=4096)
def card_facts(card: Card, number: int) -> CardFacts:
    """Return the facts of a card: its number, printed values and abilities. Written in `FACT_NAMES`."""
    printed = [number]
    printed += [int(card.type_code == code) for code in range(len(TYPES))]
    printed.append(card.level)
    printed += [int(card.attribute == code) for code in range(len(ATTRIBUTES))]
    printed += [card.faction + 1, card.cost_count, min((part.level for part in card.cost), default=0), card.power]
    return CardFacts(printed + ability_facts(card, TRIGGERS, OPERATIONS))


FACT_NAMES = [
    "number in the catalogue (0: custom card)",
    *TYPES,
    "level",
    *ATTRIBUTES,
    "1 + faction (0: none)",
    "monsters to pay",
    "their lowest level",
    "printed power",
    *(f"abilities: {trigger}" for trigger in TRIGGERS),
    "optional abilities",
    "limited abilities",
    "conditional abilities",
    "steps against the opponent",
    *(f"steps: {operation}" for operation in OPERATIONS),
    *(f"sum of numbers: {operation}" for operation in OPERATIONS),
]
FACT_SCALES = [
    *[200, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 10, 3, 5, POWER_SCALE],
    *[1] * (len(TRIGGERS) + 4 + len(OPERATIONS)),
    *(POWER_SCALE if operation in ("damage", "gain", "power", "reduce_damage") else 3 for operation in OPERATIONS),
]
FACTS_MEANING = f"facts of each card: {', '.join(FACT_NAMES)}"


@functools.cache
def observation_space() -> ObservationSpace:
    """Return the fields. They are the same for all options."""
    fields = [*game_fields(), *field_fields(), *card_fields()]
    return ObservationSpace(places.VERSION, fields, dropped=DROPPED, keep=keep, groups=entity_groups())


def entity_groups() -> list[EntityGroup]:
    """Return the slots of the table and the different cards of the game, with the actions about them."""
    attacks = [ActionBlock(ATTACK + target, SLOTS, ATTACK_TARGETS) for target in range(ATTACK_TARGETS)]
    uses = [ActionBlock(USE + number, FIELD_SLOTS, MAX_ACTIVATED) for number in range(MAX_ACTIVATED)]
    slots = [*attacks, *uses, ActionBlock(PICK_SLOT, FIELD_CARDS)]
    summons = [ActionBlock(SUMMON + slot, MAX_KINDS, SLOTS) for slot in range(SLOTS)]
    cards = [*summons, *(ActionBlock(start, MAX_KINDS) for start in (MAGIC, PICK_HAND, PICK_DECK, PICK_TRASH))]
    return [
        EntityGroup("slot", [FIELD_CARDS], [field.name for field in field_fields()], slots),
        EntityGroup("card", [MAX_KINDS], [field.name for field in card_fields()], cards, fixed=False),
    ]


def game_fields() -> list[ObservationField]:
    return [
        ObservationField("decides", places.DECIDES, [1], 1, "whether this seat decides"),
        ObservationField("seat", places.SEAT, [1], 1, "0 for player one, 1 for player two"),
        ObservationField("own_turn", places.OWN_TURN, [1], 1, "whether it is this seat's turn"),
        ObservationField("turn_number", places.TURN_NUMBER, [1], MAX_NUMBER, "number of the turn", scale=20),
        ObservationField("phase", places.PHASE, [len(PHASES)], 1, f"phase: {', '.join(PHASES)}"),
        ObservationField("summoned", places.SUMMONED, [1], 1, "whether the normal summon of this turn is used"),
        ObservationField("result", places.RESULT, [3], 1, "at the end: won, lost, drawn"),
        ObservationField("lp", places.LP, [2], MAX_NUMBER, f"LP: {PAIR}", low=MIN_NUMBER, scale=5000),
        ObservationField("hand_sizes", places.HAND_SIZES, [2], 200, f"cards in hand: {PAIR}", scale=10),
        ObservationField("deck_sizes", places.DECK_SIZES, [2], 200, f"cards in the deck: {PAIR}", scale=30),
        ObservationField("refreshed", places.REFRESHED, [2], 1, f"refreshed this turn: {PAIR}"),
        ObservationField("direct_attack", places.DIRECT_ATTACK, [1], 1, "whether the attack goes to LP"),
        ObservationField(
            "choice", places.CHOICE, [len(CHOICE_OPERATIONS)], 1, f"open choice: {', '.join(CHOICE_OPERATIONS)}"
        ),
        ObservationField(
            "choice_card", places.CHOICE_CARD, [1], MAX_KINDS, "1 + the card that asks, 0 for none or a hidden card"
        ),
        ObservationField("choice_zone", places.CHOICE_ZONE, [len(ZONES)], 1, f"where from: {', '.join(ZONES)}"),
        ObservationField("choice_need", places.CHOICE_NEED, [1], 200, "cards to choose", scale=3),
        ObservationField("choice_up_to", places.CHOICE_UP_TO, [1], 1, "whether fewer may be chosen"),
        ObservationField("choice_slot", places.CHOICE_SLOT, [1], 3, "1 + the slot of the card being summoned"),
        ObservationField(
            "waiting",
            places.WAITING,
            [places.WAITING_SHOWN, places.WAITING_NUMBERS],
            MAX_KINDS,
            "triggers in the queue: owner (1 own, 2 the opponent's), 1 + card, 1 + slot, 1 + trigger, 1 + ability",
            scales=[2, MAX_KINDS, FIELD_CARDS, len(TRIGGERS), MAX_ABILITIES],
        ),
    ]


def field_fields() -> list[ObservationField]:
    slots = [FIELD_CARDS]
    return [
        ObservationField("field", places.FIELD, slots, MAX_KINDS, f"1 + card, {BY_SLOT}"),
        ObservationField("power", places.POWER, slots, MAX_NUMBER, "power now", low=MIN_NUMBER, scale=POWER_SCALE),
        ObservationField(
            "changed", places.CHANGED, slots, MAX_NUMBER, "sum of power changes", low=MIN_NUMBER, scale=POWER_SCALE
        ),
        ObservationField("shielded", places.SHIELDED, slots, 1, "protected from destruction"),
        ObservationField("attacks", places.ATTACKS, slots, MAX_MARK, "attacks made this turn", scale=1),
        ObservationField("extra_attacks", places.EXTRA_ATTACKS, slots, MAX_MARK, "extra attacks this turn", scale=1),
        ObservationField("used", places.USED, [FIELD_CARDS, MAX_ABILITIES], 1, "abilities used this turn"),
        ObservationField("battle", places.BATTLE, [2, FIELD_CARDS], 1, "the attacker, and the attacked monster"),
        ObservationField("field_choices", places.FIELD_CHOICES, slots, 1, "candidates of the open choice"),
        ObservationField("field_picked", places.FIELD_PICKED, slots, 1, "cards picked so far"),
        ObservationField(
            "field_facts",
            places.FIELD_FACTS,
            [FIELD_CARDS, FACTS],
            MAX_NUMBER,
            "facts of the card in each slot, as in card_facts",
            low=MIN_NUMBER,
            scales=FACT_SCALES,
        ),
    ]


def card_fields() -> list[ObservationField]:
    kinds = [MAX_KINDS]
    counts = [
        ("own_hand", places.OWN_HAND, "own hand"),
        ("own_shown", places.OWN_SHOWN, "own hand: cards that the opponent knows"),
        ("own_deck", places.OWN_DECK, "own deck"),
        ("own_trash", places.OWN_TRASH, "own trash"),
        ("own_spent", places.OWN_SPENT, "used once-per-game abilities, as bits"),
        ("opponent_shown", places.OPPONENT_SHOWN, "the opponent's hand: known cards"),
        ("opponent_unseen", places.OPPONENT_UNSEEN, "the opponent's deck and unknown cards in hand"),
        ("opponent_trash", places.OPPONENT_TRASH, "the opponent's trash"),
        ("opponent_spent", places.OPPONENT_SPENT, "the opponent's used once-per-game abilities, as bits"),
        ("choices", places.CHOICES, "candidates of the open choice off the field"),
        ("picked", places.PICKED, "cards picked so far off the field"),
    ]
    return [
        *(ObservationField(name, start, kinds, 200, f"{meaning}, {CARDS}", scale=3) for name, start, meaning in counts),
        ObservationField(
            "card_facts",
            places.CARD_FACTS,
            [MAX_KINDS, FACTS],
            MAX_NUMBER,
            FACTS_MEANING,
            low=MIN_NUMBER,
            scales=FACT_SCALES,
        ),
    ]


def keep(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the numbers tell."""
    kept = {
        key: value for key, value in view.items() if key not in ("reason", "one", "two", "hand", "asked", "waiting")
    }
    for seat in ("one", "two"):
        player = view[seat]
        kept[seat] = {
            **player,
            "trash": sorted(player["trash"]),
            "spent": sorted(player["spent"]),
            "monsters": [without_sources(card) for card in player["monsters"]],
        }
    asked = view["asked"]
    if asked is not None:
        asked = {**asked, "from": sorted(asked["from"]), "picked": sorted(asked["picked"])}
    return {**kept, "hand": sorted(view["hand"]), "asked": asked, "waiting": view["waiting"][: places.WAITING_SHOWN]}


def without_sources(card: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a card on the field without the continuous effects on its power and its used protections."""
    return None if card is None else {key: value for key, value in card.items() if key not in ("lasting", "saved_by")}

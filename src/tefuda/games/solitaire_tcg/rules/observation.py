"""Observations of Solitaire TCG: what the player sees as numbers (docs/observations.md).

Actions name a card by its index among the different cards of the game. Fields by card have one number for each of these
indices; `card_facts` says what the cards are.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.core.observation import ObservationBuffer
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.rules.codes import (
    BANISH,
    BOARD,
    DECK,
    EQUIP,
    FIELD,
    GRAVE,
    HAND,
    LEAVING,
    LIMBO,
    MAX_ABILITIES,
    MONSTER,
    WON,
)
from tefuda.games.solitaire_tcg.rules.continuous import atk, hp
from tefuda.games.solitaire_tcg.rules.table import Table

VERSION: Final = 1

OPERATIONS: Final = [
    "counter",
    "destroy",
    "discard",
    "draw",
    "equip_to",
    "lose",
    "lose_if",
    "mill",
    "modify_stat",
    "move",
    "require",
    "search",
    "set_field",
    "summon",
    "unequip",
    "win",
    "win_if",
]
CHOICE_OPERATIONS: Final = ["play", *OPERATIONS]
CHOICE_CODES: Final = {name: code for code, name in enumerate(CHOICE_OPERATIONS)}
FACTS: Final = 67
"""The facts of a card: 21 printed ones, then those of its abilities (`observation_space.FACT_NAMES`)."""

PERMANENTS: Final = 24
COUNTERS: Final = 4
QUEUED: Final = 16
QUEUE_NUMBERS: Final = 4
HAND_CARDS: Final = 24
PILE_CARDS: Final = 60
"""How many permanents, counters, triggers and cards of an ordered zone an observation has."""

# The first number of each field

DECIDES: Final = 0
PUZZLE: Final = 1
TURN: Final = 2
MAX_TURNS: Final = 3
SPELLS: Final = 4
DECK_SIZE: Final = 5
RESULT: Final = 6
CHOICE: Final = 8
CHOICE_CARD: Final = CHOICE + 18
CHOICE_PERMANENT: Final = CHOICE_CARD + 1
CHOICE_ZONE: Final = CHOICE_PERMANENT + 1
CHOICE_NEED: Final = CHOICE_ZONE + 8
QUEUE: Final = CHOICE_NEED + 1
PERMANENT: Final = QUEUE + 64
ON_FIELD: Final = PERMANENT + 24
ATTACK: Final = ON_FIELD + 24
HIT_POINTS: Final = ATTACK + 24
HOST: Final = HIT_POINTS + 24
COUNTER: Final = HOST + 24
USED: Final = COUNTER + 96
PERMANENT_CHOICES: Final = USED + 288
PERMANENT_PICKED: Final = PERMANENT_CHOICES + 24
PERMANENT_FACTS: Final = PERMANENT_PICKED + 24
HAND_ORDER: Final = PERMANENT_FACTS + 1608
DECK_TOP: Final = HAND_ORDER + 24
DECK_BOTTOM: Final = DECK_TOP + 60
GRAVE_ORDER: Final = DECK_BOTTOM + 60
BANISH_ORDER: Final = GRAVE_ORDER + 60
IN_HAND: Final = BANISH_ORDER + 60
IN_DECK: Final = IN_HAND + 128
IN_GRAVE: Final = IN_DECK + 128
IN_BANISH: Final = IN_GRAVE + 128
IN_LIMBO: Final = IN_BANISH + 128
IN_LEAVING: Final = IN_LIMBO + 128
CHOICES: Final = IN_LEAVING + 128
PICKED: Final = CHOICES + 128
CARD_FACTS: Final = PICKED + 128


def observe(table: Table, into: ObservationBuffer) -> None:
    """Write what the player sees."""
    if into.needs_fixed_part(table.pool):
        facts = table.pool.facts
        for kind in range(len(facts)):
            facts[kind].write(into, CARD_FACTS + kind * FACTS)
        into.end_fixed_part()
    put_turn(table, into)
    put_zones(table, into)
    put_deck(table, into)
    permanents = table.in_play()
    for at in range(min(len(permanents), PERMANENTS)):
        put_permanent(table, permanents, at, into)
    for place in range(min(len(table.pending), QUEUED)):
        waiting = table.pending[place]
        at = QUEUE + QUEUE_NUMBERS * place
        into.put(at, 1 + i64(table.pool.kinds[waiting.card]))
        into.put(at + 1, 1 + index_in(permanents, waiting.card))
        into.put(at + 2, 1 + waiting.ability.when)
        into.put(at + 3, 1 + waiting.ability.number)
    choice = table.choice
    if choice is not None:
        put_choice(table, choice, permanents, into)


def put_turn(table: Table, into: ObservationBuffer) -> None:
    into.put(DECIDES, 1 if table.seat != OVER else 0)
    into.put(PUZZLE, 1 if table.rules.puzzle else 0)
    into.put(TURN, table.turn)
    into.put(MAX_TURNS, table.rules.max_turns)
    into.put(SPELLS, table.spells_cast)
    if table.outcome != RUNNING:
        into.put(RESULT + (0 if table.outcome == WON else 1), 1)


def put_zones(table: Table, into: ObservationBuffer) -> None:
    """Write the zones whose cards are known."""
    put_zone(table, HAND, IN_HAND, HAND_ORDER, HAND_CARDS, into)
    put_zone(table, GRAVE, IN_GRAVE, GRAVE_ORDER, PILE_CARDS, into)
    put_zone(table, BANISH, IN_BANISH, BANISH_ORDER, PILE_CARDS, into)
    put_zone(table, LIMBO, IN_LIMBO, 0, 0, into)
    put_zone(table, LEAVING, IN_LEAVING, 0, 0, into)


def put_zone(table: Table, zone: i64, start: i64, order: i64, most: i64, into: ObservationBuffer) -> None:
    """Write the number of each card of a zone, and the first cards in order of arrival."""
    for at in range(table.size(zone)):
        kind = i64(table.pool.kinds[table.zones.at(zone, at)])
        into.count(start + kind)
        if at < most:
            into.put(order + at, 1 + kind)


def put_deck(table: Table, into: ObservationBuffer) -> None:
    """Write the number of each card of the deck, and the known cards at both ends from the outside."""
    zones, kinds = table.zones, table.pool.kinds
    size = zones.length(DECK)
    top: i64 = size if table.rules.puzzle else min(table.known_top, size)
    bottom: i64 = 0 if table.rules.puzzle else min(table.known_bottom, size - top)
    into.put(DECK_SIZE, size)
    # The last card of the list is on top.
    for at in range(size):
        into.count(IN_DECK + i64(kinds[zones.at(DECK, at)]))
    for at in range(min(top, PILE_CARDS)):
        into.put(DECK_TOP + at, 1 + i64(kinds[zones.at(DECK, size - 1 - at)]))
    for at in range(min(bottom, PILE_CARDS)):
        into.put(DECK_BOTTOM + at, 1 + i64(kinds[zones.at(DECK, at)]))


def put_permanent(table: Table, permanents: vec[i64], at: i64, into: ObservationBuffer) -> None:
    """Write a card in play: its facts and its status."""
    card = permanents[at]
    definition = table.pool.definitions[card]
    kind = i64(table.pool.kinds[card])
    into.put(PERMANENT + at, 1 + kind)
    table.pool.facts[kind].write(into, PERMANENT_FACTS + at * FACTS)
    if table.zones.place(card) == FIELD:
        into.mark(ON_FIELD + at)
    if definition.type_code == MONSTER:
        into.put(ATTACK + at, atk(table, card))
        into.put(HIT_POINTS + at, hp(table, card))
    status = table.status(card)
    if status is None:
        return
    if definition.type_code == EQUIP and status.host != NO_CARD:
        into.put(HOST + at, 1 + index_in(permanents, status.host))
    counters = status.counters
    if counters is not None:
        names = table.pool.counter_names
        for number in range(len(names)):
            into.put(COUNTER + COUNTERS * at + number, counters.get(names[number], 0))
    for number in range(MAX_ABILITIES):
        if status.used >> number & 1 != 0:
            into.mark(USED + MAX_ABILITIES * at + number)


def put_choice(table: Table, choice: Choice, permanents: vec[i64], into: ObservationBuffer) -> None:
    """Write an open choice with its candidates."""
    into.mark(CHOICE + CHOICE_CODES[choice.op])
    into.put(CHOICE_CARD, 1 + i64(table.pool.kinds[choice.card]))
    into.put(CHOICE_PERMANENT, 1 + index_in(permanents, choice.card))
    into.mark(CHOICE_ZONE + choice.zone)
    into.put(CHOICE_NEED, choice.need())
    for at in range(len(choice.candidates)):
        card = choice.candidates[at]
        if not has(choice.picked, card):
            put_candidate(table, choice, card, permanents, into, PERMANENT_CHOICES, CHOICES)
    for at in range(len(choice.picked)):
        put_candidate(table, choice, choice.picked[at], permanents, into, PERMANENT_PICKED, PICKED)


def put_candidate(
    table: Table, choice: Choice, card: i64, permanents: vec[i64], into: ObservationBuffer, in_play: i64, start: i64
) -> None:
    """Write a card of a choice: by its place in play, or by card."""
    if choice.zone == BOARD:
        place = index_in(permanents, card)
        if 0 <= place < PERMANENTS:
            into.put(in_play + place, 1)
    else:
        into.count(start + i64(table.pool.kinds[card]))


def index_in(cards: vec[i64], card: i64) -> i64:
    """Return the index of a card, or -1."""
    for at in range(len(cards)):
        if cards[at] == card:
            return at
    return -1

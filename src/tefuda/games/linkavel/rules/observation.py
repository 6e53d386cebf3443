"""Observations of LinkaVel: what a seat sees as numbers (docs/observations.md).

Actions name a card by its index among the different cards of the game. Fields by card have one number for each of these
indices; `card_facts` says what the cards are.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.observation import ObservationBuffer
from tefuda.games.linkavel.rules.codes import (
    ATTACKS_MARK,
    DECK,
    EXTRA_MARK,
    FIELD_SLOTS,
    FLOW_COMPARE,
    HAND,
    LISTS,
    MAX_ABILITIES,
    OUTCOME_DRAW,
    TRASH,
    USED_MARK,
)
from tefuda.games.linkavel.rules.continuous import power
from tefuda.games.linkavel.rules.model import POWER_MODIFIER, PROTECTION
from tefuda.games.linkavel.rules.table import Table

VERSION: Final = 1

OPERATIONS: Final = [
    "damage",
    "destroy",
    "discard",
    "draw",
    "extra_attack",
    "gain",
    "if_you_do",
    "lose",
    "mill",
    "power",
    "protect",
    "reduce_damage",
    "require",
    "retrieve",
    "return",
    "search",
    "send",
    "summon",
    "win",
]
FACTS: Final = 72
"""The facts of a card: 16 printed ones, then those of its abilities (`observation_space.FACT_NAMES`)."""

CHOICE_OPERATIONS: Final = ["cost", "limit", "may", "mulligan", "order", *OPERATIONS]
CHOICE_CODES: Final = {name: code for code, name in enumerate(CHOICE_OPERATIONS)}

FIELD_CARDS: Final = 12
WAITING_SHOWN: Final = 16
"""The triggers of the queue that an observation has."""
WAITING_NUMBERS: Final = 5

# The first number of each field

DECIDES: Final = 0
SEAT: Final = 1
OWN_TURN: Final = 2
TURN_NUMBER: Final = 3
PHASE: Final = 4
SUMMONED: Final = 9
RESULT: Final = 10
LP: Final = 13
HAND_SIZES: Final = 15
DECK_SIZES: Final = 17
REFRESHED: Final = 19
DIRECT_ATTACK: Final = 21
CHOICE: Final = 22
CHOICE_CARD: Final = CHOICE + 24
CHOICE_ZONE: Final = CHOICE_CARD + 1
CHOICE_NEED: Final = CHOICE_ZONE + 7
CHOICE_UP_TO: Final = CHOICE_NEED + 1
CHOICE_SLOT: Final = CHOICE_UP_TO + 1
WAITING: Final = CHOICE_SLOT + 1
FIELD: Final = WAITING + 80
POWER: Final = FIELD + 12
CHANGED: Final = POWER + 12
SHIELDED: Final = CHANGED + 12
ATTACKS: Final = SHIELDED + 12
EXTRA_ATTACKS: Final = ATTACKS + 12
USED: Final = EXTRA_ATTACKS + 12
BATTLE: Final = USED + 72
FIELD_CHOICES: Final = BATTLE + 24
FIELD_PICKED: Final = FIELD_CHOICES + 12
FIELD_FACTS: Final = FIELD_PICKED + 12
OWN_HAND: Final = FIELD_FACTS + 864
OWN_SHOWN: Final = OWN_HAND + 128
OWN_DECK: Final = OWN_SHOWN + 128
OWN_TRASH: Final = OWN_DECK + 128
OWN_SPENT: Final = OWN_TRASH + 128
OPPONENT_SHOWN: Final = OWN_SPENT + 128
OPPONENT_UNSEEN: Final = OPPONENT_SHOWN + 128
OPPONENT_TRASH: Final = OPPONENT_UNSEEN + 128
OPPONENT_SPENT: Final = OPPONENT_TRASH + 128
CHOICES: Final = OPPONENT_SPENT + 128
PICKED: Final = CHOICES + 128
CARD_FACTS: Final = PICKED + 128


def observe(table: Table, seat: i64, into: ObservationBuffer) -> None:
    """Write what a seat sees."""
    if into.needs_fixed_part(table.pool):
        facts = table.pool.facts
        for kind in range(len(facts)):
            facts[kind].write(into, CARD_FACTS + kind * FACTS)
        into.end_fixed_part()
    put_turn(table, seat, into)
    put_player(table, seat, seat, into)
    put_player(table, 1 - seat, seat, into)
    for slot in range(FIELD_CARDS):
        put_field_card(table, (FIELD_SLOTS * seat + slot) % FIELD_CARDS, slot, into)
    put_battle(table, seat, into)
    put_waiting(table, seat, into)
    choice = table.choice
    if choice is not None:
        put_choice(table, choice, seat, into)


def put_turn(table: Table, seat: i64, into: ObservationBuffer) -> None:
    if seat == 1:
        into.mark(SEAT)
    if table.turn == seat:
        into.mark(OWN_TURN)
    into.put(TURN_NUMBER, table.turn_number)
    into.mark(PHASE + table.phase)
    if table.has_summoned:
        into.mark(SUMMONED)
    if table.outcome == RUNNING:
        if table.seat == seat:
            into.mark(DECIDES)
    elif table.outcome == OUTCOME_DRAW:
        into.mark(RESULT + 2)
    else:
        into.mark(RESULT + (0 if table.outcome == 1 + seat else 1))


def put_player(table: Table, owner: i64, seat: i64, into: ObservationBuffer) -> None:
    """Write LP, sizes, and the cards of a player that the seat knows."""
    own = owner == seat
    side: i64 = 0 if own else 1
    zones, kinds = table.zones, table.pool.kinds
    hand, deck, trash = LISTS * owner + HAND, LISTS * owner + DECK, LISTS * owner + TRASH
    into.put(LP + side, table.lp(owner))
    into.put(HAND_SIZES + side, zones.length(hand))
    into.put(DECK_SIZES + side, zones.length(deck))
    if table.has_refreshed(owner):
        into.mark(REFRESHED + side)
    for at in range(zones.length(hand)):
        card = zones.at(hand, at)
        kind = i64(kinds[card])
        if own:
            into.count(OWN_HAND + kind)
        if zones.flag(card):
            into.count((OWN_SHOWN if own else OPPONENT_SHOWN) + kind)
        elif not own:
            into.count(OPPONENT_UNSEEN + kind)
    for at in range(zones.length(deck)):
        into.count((OWN_DECK if own else OPPONENT_UNSEEN) + i64(kinds[zones.at(deck, at)]))
    for at in range(zones.length(trash)):
        into.count((OWN_TRASH if own else OPPONENT_TRASH) + i64(kinds[zones.at(trash, at)]))
    spent = table.used_per_game(owner)
    start: i64 = OWN_SPENT if own else OPPONENT_SPENT
    for at in range(0, len(spent), 2):
        place = start + i64(spent[at])
        into.put(place, into.get(place) | (i64(1) << i64(spent[at + 1])))


def put_field_card(table: Table, slot: i64, at: i64, into: ObservationBuffer) -> None:
    """Write the card in a slot: its facts, its power and its marks."""
    zones = table.zones
    card = zones.in_slot(slot)
    if card == NO_CARD:
        return
    kind = i64(table.pool.kinds[card])
    into.put(FIELD + at, 1 + kind)
    table.pool.facts[kind].write(into, FIELD_FACTS + at * FACTS)
    if table.pool.definitions[card].is_monster:
        into.put(POWER + at, power(table, card))
        changed: i64 = 0
        for modifier in table.modifiers:
            if modifier.card == card:
                if modifier.kind == POWER_MODIFIER:
                    changed += modifier.amount
                elif modifier.kind == PROTECTION:
                    into.put(SHIELDED + at, 1)
        into.put(CHANGED + at, changed)
    into.put(ATTACKS + at, zones.mark(slot, ATTACKS_MARK))
    into.put(EXTRA_ATTACKS + at, zones.mark(slot, EXTRA_MARK))
    used = zones.mark(slot, USED_MARK)
    for number in range(MAX_ABILITIES):
        if used >> number & 1 != 0:
            into.mark(USED + MAX_ABILITIES * at + number)


def relative_slot(table: Table, seat: i64, card: i64) -> i64:
    """Return the slot of a card, own slots first; negative if it is not on the field."""
    slot = table.zones.slot_of(card)
    return slot if slot < 0 else (slot + FIELD_CARDS - FIELD_SLOTS * seat) % FIELD_CARDS


def put_battle(table: Table, seat: i64, into: ObservationBuffer) -> None:
    """Write the declared attack, until the powers are compared."""
    if table.flow != FLOW_COMPARE or table.attacker == NO_CARD or table.battle_aborted:
        return
    attacker = relative_slot(table, seat, table.attacker)
    if attacker >= 0:
        into.mark(BATTLE + attacker)
    if table.defender == NO_CARD:
        into.mark(DIRECT_ATTACK)
        return
    defender = relative_slot(table, seat, table.defender)
    if defender >= 0:
        into.mark(BATTLE + FIELD_CARDS + defender)


def put_waiting(table: Table, seat: i64, into: ObservationBuffer) -> None:
    """Write the first triggers of the queue: whose, card, slot, trigger and ability."""
    queue = table.batch + table.pending
    for place in range(min(len(queue), WAITING_SHOWN)):
        waiting = queue[place]
        at = WAITING + WAITING_NUMBERS * place
        into.put(at, 1 if table.pool.owner(waiting.card) == seat else 2)
        into.put(at + 1, 1 + i64(table.pool.kinds[waiting.card]))
        into.put(at + 2, 1 + max(relative_slot(table, seat, waiting.card), -1))
        into.put(at + 3, 1 + waiting.ability.when)
        into.put(at + 4, 1 + waiting.ability.number)


def put_choice(table: Table, choice: Choice, seat: i64, into: ObservationBuffer) -> None:
    """Write an open choice: what is asked, and for the seat that decides the candidates."""
    own = choice.seat == seat
    kinds = table.pool.kinds
    into.mark(CHOICE + CHOICE_CODES[choice.op])
    # A card being summoned is not public yet.
    if choice.card != NO_CARD and (own or choice.op != "cost"):
        into.put(CHOICE_CARD, 1 + i64(kinds[choice.card]))
    if not own:
        return
    into.mark(CHOICE_ZONE + choice.zone)
    into.put(CHOICE_NEED, choice.need())
    into.put(CHOICE_UP_TO, 1 if choice.up_to else 0)
    into.put(CHOICE_SLOT, 1 + choice.slot)
    put_choice_cards(table, choice.candidates, seat, into, FIELD_CHOICES, CHOICES)
    put_choice_cards(table, choice.picked, seat, into, FIELD_PICKED, PICKED)


def put_choice_cards(
    table: Table, cards: vec[i64], seat: i64, into: ObservationBuffer, field_start: i64, start: i64
) -> None:
    """Write cards of a choice: by slot on the field, by card elsewhere."""
    for at in range(len(cards)):
        slot = relative_slot(table, seat, cards[at])
        if slot >= 0:
            into.put(field_start + slot, 1)
        else:
            into.count(start + i64(table.pool.kinds[cards[at]]))

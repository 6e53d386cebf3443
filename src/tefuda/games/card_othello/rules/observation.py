"""Observations of Card Othello: what a seat sees as numbers (docs/observations.md)."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from tefuda.core.observation import (
    ActionBlock,
    EntityGroup,
    MaskBuffer,
    ObservationBuffer,
    ObservationField,
    ObservationSpace,
)
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import CELLS, LOWEST_BIT_16
from tefuda.games.card_othello.rules.codes import (
    CARD_NAMES,
    CARD_TYPE_COUNT,
    CONDEMN_WILL,
    DONE,
    MARK_KIND_COUNT,
    MARK_KINDS,
    NO_CARD,
    PASS,
    PICK,
    PICK_CARD,
    PICKS_CARD,
    PICKS_CELL,
    TRAP,
    USE,
    WHITE,
)
from tefuda.games.card_othello.rules.decisions import Decisions, is_duplicate
from tefuda.games.card_othello.rules.marks import NOWHERE
from tefuda.games.card_othello.rules.targets import is_usable, targets

VERSION: Final = 2
"""Version 1 is the input of older models (`onnx_policy.features`)."""

MARK_CELLS: Final = MARK_KIND_COUNT * CELLS
MAX_HAND: Final = 10

# The first number of each field. Without cards the observation ends before OWN_MARKS.

OWN_STONES: Final = 0
OPPONENT_STONES: Final = 64
CHOICES: Final = 128
DECIDES: Final = 192
SEAT: Final = 193
FINISHED: Final = 194
PASSES: Final = 195
PLAIN_SIZE: Final = 196

OWN_MARKS: Final = PLAIN_SIZE
OPPONENT_MARKS: Final = OWN_MARKS + 768
SPROUTS: Final = OPPONENT_MARKS + 768
FIRST_PICK: Final = SPROUTS + 64
CHARGE: Final = FIRST_PICK + 64
DECK_SIZES: Final = CHARGE + 2
HAND_SIZES: Final = DECK_SIZES + 2
HIDDEN_TRAPS: Final = HAND_SIZES + 2
CHARGE_CAP: Final = HIDDEN_TRAPS + 2
CARD_USED: Final = CHARGE_CAP + 1
PLACED: Final = CARD_USED + 1
PLACEMENTS: Final = PLACED + 1
SACRIFICED: Final = PLACEMENTS + 1
MAY_STOP: Final = SACRIFICED + 1
HAND: Final = MAY_STOP + 1
HAND_ORDER: Final = HAND + 30
SHOWN: Final = HAND_ORDER + 10
PENDING: Final = SHOWN + 30
CARD_CHOICES: Final = PENDING + 30
OWN_DISCARD: Final = CARD_CHOICES + 30
OPPONENT_DISCARD: Final = OWN_DISCARD + 30
COSTS: Final = OPPONENT_DISCARD + 30


def observe(state: Decisions, seat: i64, into: ObservationBuffer) -> None:
    """Write what a seat sees."""
    if into.needs_fixed_part(state.options):
        if state.options.cards:
            put_options(state, into)
        into.end_fixed_part()
    put_cells(into, OWN_STONES, state.stones(seat))
    put_cells(into, OPPONENT_STONES, state.stones(1 - seat))
    decides = state.seat == seat
    if decides:
        into.put(DECIDES, 1)
        put_cells(into, CHOICES, choosable_cells(state))
    if seat == WHITE:
        into.put(SEAT, 1)
    if state.seat == OVER:
        into.put(FINISHED, 1)
    else:
        into.put(PASSES, state.passes)
    if state.options.cards:
        put_marks(state, seat, into)
        put_players(state, seat, into)
        if state.seat != OVER:
            put_decision(state, decides, into)


def put_cells(into: ObservationBuffer, start: i64, bits: i64) -> None:
    """Write 1 for each cell of a set. It does what `mark` does, without a call for each cell."""
    into.reserve(CELLS)
    numbers, positions, first, at = into.numbers, into.positions, into.base, into.next
    for base in range(0, CELLS, 16):
        chunk = (bits >> base) & 0xFFFF
        while chunk != 0:
            place = start + base + i64(LOWEST_BIT_16[chunk])
            numbers[first + place] = 1
            positions[at] = i32(place)
            at += 1
            chunk &= chunk - 1
    into.next = at


def choosable_cells(state: Decisions) -> i64:
    """Return the cells that the player to move can place on or pick."""
    kind = state.pick_kind()
    if kind == PICKS_CELL:
        return targets(state, state.pending)
    return 0 if kind == PICKS_CARD else state.legal_cells


def put_marks(state: Decisions, seat: i64, into: ObservationBuffer) -> None:
    """Write the marks, without others' traps (CO-10.8), and the bred stones."""
    for mark in state.marks:
        if mark.owner == seat:
            into.put(OWN_MARKS + mark.kind * CELLS + mark.at, 1 + mark.left)
        elif mark.kind != TRAP:
            into.put(OPPONENT_MARKS + mark.kind * CELLS + mark.at, 1 + mark.left)
    put_cells(into, SPROUTS, state.sprouts)


def put_players(state: Decisions, seat: i64, into: ObservationBuffer) -> None:
    """Write the charge and the cards that the seat sees."""
    own, opponent = state.player(seat), state.player(1 - seat)
    into.put(CHARGE, own.charge)
    into.put(CHARGE + 1, opponent.charge)
    into.put(DECK_SIZES, own.cards_in_deck())
    into.put(DECK_SIZES + 1, opponent.cards_in_deck())
    into.put(HAND_SIZES, len(own.hand))
    into.put(HAND_SIZES + 1, len(opponent.hand))
    into.put(HIDDEN_TRAPS, own.hidden_traps)
    into.put(HIDDEN_TRAPS + 1, opponent.hidden_traps)
    count_cards(into, HAND, own.hand)
    for slot in range(min(len(own.hand), MAX_HAND)):
        into.put(HAND_ORDER + slot, 1 + i64(own.hand[slot]))
    count_cards(into, OWN_DISCARD, own.discard)
    count_cards(into, OPPONENT_DISCARD, opponent.discard)


def put_options(state: Decisions, into: ObservationBuffer) -> None:
    """Write the rule settings that a view has."""
    into.put(CHARGE_CAP, state.options.charge_cap)
    costs = state.options.costs
    for card in range(CARD_TYPE_COUNT):
        into.put(COSTS + card, costs[card])


def count_cards(into: ObservationBuffer, start: i64, cards: vec[u8]) -> None:
    for card in cards:
        into.count(start + i64(card))


def put_decision(state: Decisions, decides: bool, into: ObservationBuffer) -> None:
    """Write the decision: the public part, and for the player to move what can be chosen."""
    if state.pending != NO_CARD:
        into.put(PENDING + state.pending, 1)
    if state.first_pick != NOWHERE:
        into.put(FIRST_PICK + state.first_pick, 1)
    into.put(CARD_USED, 1 if state.card_used else 0)
    into.put(PLACED, state.placed)
    into.put(PLACEMENTS, state.placements_left)
    into.put(SACRIFICED, state.sacrificed)
    if not decides:
        return
    into.put(MAY_STOP, 1 if state.can_stop() else 0)
    kind = state.pick_kind()
    if kind == PICKS_CARD:
        for card in state.pickable_cards():
            into.put(CARD_CHOICES + i64(card), 1)
        if state.pending == CONDEMN_WILL:
            count_cards(into, SHOWN, state.player(1 - state.seat).hand)
    elif kind != PICKS_CELL and not state.card_used:
        for card in state.player(state.seat).hand:
            if is_usable(state, i64(card)):
                into.put(CARD_CHOICES + i64(card), 1)


def write_mask(state: Decisions, into: MaskBuffer) -> None:
    """Allow the legal actions."""
    if state.seat == OVER:
        return
    kind = state.pick_kind()
    if kind == PICKS_CARD:
        cards = state.pickable_cards()
        for slot in range(len(cards)):
            if not is_duplicate(cards, slot):
                into.allow(PICK_CARD + i64(cards[slot]))
    elif kind == PICKS_CELL:
        allow_cells(into, PICK, targets(state, state.pending))
        if state.can_stop():
            into.allow(DONE)
    else:
        allow_cells(into, 0, state.legal_cells)
        if not state.card_used:
            hand = state.player(state.seat).hand
            for slot in range(len(hand)):
                if is_usable(state, i64(hand[slot])) and not is_duplicate(hand, slot):
                    into.allow(USE + i64(hand[slot]))
    if state.legal_cells == 0:
        into.allow(PASS)


def allow_cells(into: MaskBuffer, start: i64, bits: i64) -> None:
    for base in range(0, CELLS, 16):
        chunk = (bits >> base) & 0xFFFF
        while chunk != 0:
            into.allow(start + base + i64(LOWEST_BIT_16[chunk]))
            chunk &= chunk - 1


# The fields


def observation_space(cards: bool) -> ObservationSpace:
    """Return the fields, with or without those of the cards."""
    fields = plain_fields() + (card_fields() if cards else [])
    by_cell = [field.name for field in fields if field.shape[-2:] == [8, 8]]
    blocks = [ActionBlock(0, CELLS), ActionBlock(PICK, CELLS)] if cards else [ActionBlock(0, CELLS)]
    cells = EntityGroup("cell", [8, 8], by_cell, blocks)
    if not cards:
        return ObservationSpace(VERSION, fields, dropped=PLAIN_DROPPED, keep=keep_plain, groups=[cells])
    return ObservationSpace(VERSION, fields, dropped=DROPPED, keep=keep, groups=[cells])


def plain_fields() -> list[ObservationField]:
    return [
        ObservationField("own_stones", OWN_STONES, [8, 8], 1, "own stones, by row from a1"),
        ObservationField("opponent_stones", OPPONENT_STONES, [8, 8], 1, "the opponent's stones"),
        ObservationField("choices", CHOICES, [8, 8], 1, "cells to place on or pick, if this seat decides"),
        ObservationField("decides", DECIDES, [1], 1, "whether this seat decides"),
        ObservationField("seat", SEAT, [1], 1, "0 for black, 1 for white"),
        ObservationField("finished", FINISHED, [1], 1, "whether the game is over"),
        ObservationField("passes", PASSES, [1], 1, "passes in a row"),
    ]


def card_fields() -> list[ObservationField]:
    kinds = ", ".join(MARK_KINDS)
    pair = "own, then the opponent's"
    return [
        ObservationField(
            "own_marks", OWN_MARKS, [MARK_KIND_COUNT, 8, 8], 6, f"1 + the counter of own marks, by kind: {kinds}"
        ),
        ObservationField(
            "opponent_marks", OPPONENT_MARKS, [MARK_KIND_COUNT, 8, 8], 6, "the opponent's marks; traps are hidden"
        ),
        ObservationField("sprouts", SPROUTS, [8, 8], 1, "stones bred since their owner's last turn start"),
        ObservationField("first_pick", FIRST_PICK, [8, 8], 1, "the first stone picked to swap positions"),
        ObservationField("charge", CHARGE, [2], 255, f"charge: {pair}", scale=30),
        ObservationField("deck_sizes", DECK_SIZES, [2], 400, f"cards in the deck: {pair}", scale=30),
        ObservationField("hand_sizes", HAND_SIZES, [2], MAX_HAND, f"cards in hand: {pair}", scale=5),
        ObservationField(
            "hidden_traps", HIDDEN_TRAPS, [2], CELLS, f"traps that were set and not sprung: {pair}", scale=3
        ),
        ObservationField("charge_cap", CHARGE_CAP, [1], 255, "the maximum charge", scale=30),
        ObservationField("card_used", CARD_USED, [1], 1, "whether a card was used this turn"),
        ObservationField("placed", PLACED, [1], 2, "stones placed this turn"),
        ObservationField("placements", PLACEMENTS, [1], 2, "placements left this turn"),
        ObservationField("sacrificed", SACRIFICED, [1], 3, "stones sacrificed for the pending card"),
        ObservationField("may_stop", MAY_STOP, [1], 1, "whether this seat may stop picking"),
        ObservationField("hand", HAND, [CARD_TYPE_COUNT], MAX_HAND, "own hand: the number of each card", scale=2),
        ObservationField("hand_order", HAND_ORDER, [MAX_HAND], 30, "own hand from the left: 1 + the card, 0 for none"),
        ObservationField(
            "shown", SHOWN, [CARD_TYPE_COUNT], MAX_HAND, "the opponent's hand while Condemn Will shows it", scale=2
        ),
        ObservationField("pending", PENDING, [CARD_TYPE_COUNT], 1, "the card that was used and is not resolved"),
        ObservationField("card_choices", CARD_CHOICES, [CARD_TYPE_COUNT], 1, "cards to use or pick now"),
        ObservationField("own_discard", OWN_DISCARD, [CARD_TYPE_COUNT], 400, "own discard pile", scale=2),
        ObservationField("opponent_discard", OPPONENT_DISCARD, [CARD_TYPE_COUNT], 400, "the opponent's", scale=2),
        ObservationField(
            "costs", COSTS, [CARD_TYPE_COUNT], 255, f"cost of each card: {', '.join(CARD_NAMES)}", scale=30
        ),
    ]


DROPPED: Final = [
    "The order of marks. It decides only which of several effects at a turn start comes first.",
    "The order of discard piles and of a shown hand. No rule uses it.",
    "The result. It follows from the stones.",
]
PLAIN_DROPPED: Final = ["The result. It follows from the stones.", "Everything about cards. There are none."]


def keep(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the numbers tell."""
    return {
        **view,
        "marks": sorted(view["marks"], key=repr),
        "discard": {side: sorted(cards) for side, cards in view["discard"].items()},
        "shown": sorted(view["shown"]),
        "result": view["result"] is not None,
    }


def keep_plain(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view without cards that the numbers tell."""
    kept = {key: view[key] for key in ("board", "seat", "choice")}
    return {**kept, "finished": view["result"] is not None}

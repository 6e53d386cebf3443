"""Summoning costs: the own monsters that can pay one (LV-2.5, LV-5.3 to LV-5.5).

A set of monster slots is a number with a bit for each slot. Several sets are a number with a bit for each set.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.games.linkavel.rules.codes import FIELD_SLOTS, SLOTS
from tefuda.games.linkavel.rules.model import BITS, Card, CostPart, has_bit
from tefuda.games.linkavel.rules.table import Table

SETS: Final = 8
"""The number of sets of three slots."""
EMPTY_SET: Final = 1
"""Only the set without slots, as sets."""
SUBSETS: Final = bytes(
    [
        sum([1 << part for part in range(8) if part & whole == part and part.bit_count() == size])
        for size in range(4)
        for whole in range(8)
    ]
)
"""By size and set: its subsets of that size."""
SETS_WITH: Final = bytes([sum([1 << whole for whole in range(8) if whole >> slot & 1]) for slot in range(3)])
"""By slot: the sets that contain it."""


def payments(table: Table, card: Card) -> i64:
    """Return the sets of own monsters that pay the cost of a card. Each part of the cost needs its own monsters."""
    if card.cost_count == 0:
        return EMPTY_SET
    parts = card.cost
    found = payments_of_part(table, parts[0])
    for number in range(1, len(parts)):
        found = disjoint_unions(found, payments_of_part(table, parts[number]))
    return found


def payments_of_part(table: Table, part: CostPart) -> i64:
    """Return the sets of own monsters that pay one part of a cost."""
    cells, definitions = table.zones.cells, table.pool.definitions
    first = table.zones.slots_at + FIELD_SLOTS * table.turn
    fitting: i64 = 0
    bit: i64 = 1
    for at in range(first, first + SLOTS):
        card = i64(cells[at])
        if card != NO_CARD and part.fits(definitions[card]):
            fitting += bit
        bit += bit
    return i64(SUBSETS[SETS * part.count + fitting])


def disjoint_unions(one: i64, two: i64) -> i64:
    """Return the unions of a set of `one` and a set of `two` that have no slot in common."""
    found: i64 = 0
    for left in range(SETS):
        for right in range(SETS):
            if left & right == 0 and has_bit(one, left) and has_bit(two, right):
                found |= BITS[left | right]
    return found


def payments_with(table: Table, card: Card, paid: vec[i64]) -> i64:
    """Return the sets that pay the cost of a card and contain these monsters."""
    found = payments(table, card)
    for at in range(len(paid)):
        found &= i64(SETS_WITH[table.zones.slot_of(paid[at]) % FIELD_SLOTS])
    return found


def cost_candidates(table: Table, card: Card, paid: vec[i64]) -> vec[i64]:
    """Return the own monsters that can be part of the cost together with those that are already paid."""
    possible = payments_with(table, card, paid)
    found = vec[i64](capacity=SLOTS)
    for slot in range(SLOTS):
        if possible & i64(SETS_WITH[slot]) != 0:
            found = append(found, table.monster(table.turn, slot))
    return found


def with_forced_costs(table: Table, card: Card, paid: vec[i64]) -> vec[i64]:
    """Return the paid monsters, with the rest of the cost if only one set can pay it (LV-5.5)."""
    candidates = cost_candidates(table, card, paid)
    if len(candidates) > card.cost_count:
        return paid
    found = paid[:]
    for at in range(len(candidates)):
        if not has(paid, candidates[at]):
            found = append(found, candidates[at])
    return found

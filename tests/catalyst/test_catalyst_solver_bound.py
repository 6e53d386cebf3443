"""The solver's bound compared with its definition: the cheapest non-crossing partition, found by brute force."""

from functools import cache

import pytest
from librt.vecs import vec
from mypy_extensions import u8
from sample_size import sample_size

from tefuda.core.random import xoshiro
from tefuda.games.catalyst.bound import UNREACHABLE, ClearingBound, supply

Card = tuple[int, int]
"""The code of a card and the number of supply cards needed to have it."""


def cards(codes: list[int]) -> vec[u8]:
    return vec[u8]([u8(code) for code in codes])


def cheapest_partition(row: tuple[Card, ...], available: list[int], react: int) -> int:
    """Return the fewest insertions that clear a row if every reaction is optional."""

    def same_rank_or_suit(cards: list[int]) -> tuple[bool, bool]:
        ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
        return len(ranks) == 1 and bool(react & 1), len(suits) == 1 and bool(react & 2)

    def group_cost(members: list[Card]) -> int:
        """Return the cost of the missing cards of a group, if the supply has them."""
        cards, spent = [card for card, _ in members], sum(used for _, used in members)
        missing = 3 - len(cards)
        by_rank, by_suit = same_rank_or_suit(cards)
        of_rank = sum(card // 4 == cards[0] // 4 for card in available)
        of_suit = sum(card % 4 == cards[0] % 4 for card in available)
        needed = missing + spent if missing else 0
        if (by_rank and of_rank >= needed) or (by_suit and of_suit >= needed):
            return missing
        return UNREACHABLE

    @cache
    def cost(part: tuple[Card, ...]) -> int:
        if not part:
            return 0
        best = group_cost([part[0]]) + cost(part[1:])
        for second in range(1, len(part)):
            between = cost(part[1:second])
            best = min(best, group_cost([part[0], part[second]]) + between + cost(part[second + 1 :]))
            for third in range(second + 1, len(part)):
                rest = between + cost(part[second + 1 : third]) + cost(part[third + 1 :])
                best = min(best, group_cost([part[0], part[second], part[third]]) + rest)
        return best

    return cost(row)


@pytest.mark.parametrize("react", [1, 2, 3])
def test_bound_equals_its_definition(react: int) -> None:
    random = xoshiro(4, react)
    finite = 0
    for _ in range(sample_size(240)):
        kinds = [4 * rank + suit for rank in range(2 + random.below(4)) for suit in range(1 + random.below(4))]
        row: list[int] = [kinds[random.below(len(kinds))] for _ in range(random.below(8))]
        available: list[int] = [kinds[random.below(len(kinds))] for _ in range(1 + random.below(6))]
        plays = 1 + random.below(len(available))
        held = len(available) - plays + 1
        counts = supply(cards(available[:held]), cards(available[held:]), 0, plays)
        outlook = ClearingBound(cards(row), len(row), counts, react)
        outlook.fill_outer()
        plain = tuple((card, 0) for card in row)
        assert min(outlook.total, UNREACHABLE) == min(cheapest_partition(plain, available, react), UNREACHABLE)
        finite += outlook.total < UNREACHABLE
        for card in available[:2]:
            found = [min(cost, UNREACHABLE) for cost in outlook.costs_with_card(card)]
            with_it = [(*plain[:gap], (card, 1), *plain[gap:]) for gap in range(len(row) + 1)]
            assert found == [min(cheapest_partition(one, available, react), UNREACHABLE) for one in with_it]
    assert finite >= sample_size(60)


def test_supply_is_the_hand_and_the_next_draws() -> None:
    hand, deck = vec[u8]([0, 5]), vec[u8]([51, 8, 8, 9])
    assert sum(supply(hand, deck, 1, 1)) == 2 * 2
    assert sum(supply(hand, deck, 1, 3)) == 2 * 4
    assert sum(supply(hand, deck, 1, 40)) == 2 * 5
    counts = list(supply(hand, deck, 1, 3))
    assert (counts[0], counts[1], counts[2], counts[13], counts[14]) == (1, 1, 2, 3, 1)


def test_bound_accepts_long_fields() -> None:
    row = vec[u8]([(7 * place) % 52 for place in range(60)])
    outlook = ClearingBound(row, 60, supply(vec[u8](range(10)), vec[u8](range(10, 52)), 0, 40), 3)
    outlook.fill_outer()
    assert 0 < outlook.total <= 120
    assert len(outlook.costs_with_card(3)) == 61

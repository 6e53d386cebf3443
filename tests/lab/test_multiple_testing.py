"""Adjusted p-values compared with their definitions, and intervals with joint coverage."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core.errors import InvalidInput
from tefuda.lab.stats.intervals import Z95, Interval
from tefuda.lab.stats.multiple_testing import benjamini_hochberg, compare_rates, holm, sidak_z

chances = st.lists(
    st.sampled_from([0.0, 0.001, 0.01, 0.012, 0.02, 0.03, 0.04, 0.2, 0.5, 1.0])
    | st.floats(0, 1, allow_subnormal=False),
    max_size=7,
)
counted = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_newcombe_published_example() -> None:
    """56 of 70 against 48 of 80, in Statistics in Medicine 17 (1998), method 10."""
    found = compare_rates(56, 70, 48, 80).rate
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(("n1", "n2"), [(25, 25), (60, 30)])
def test_difference_interval_has_the_stated_coverage(n1: int, n2: int) -> None:
    intervals = {(one, two): compare_rates(one, n1, two, n2).rate for one in range(n1 + 1) for two in range(n2 + 1)}
    found = []
    for rate1, rate2 in itertools.product([0.1, 0.3, 0.5, 0.65, 0.8], repeat=2):
        chance1 = [math.comb(n1, wins) * rate1**wins * (1 - rate1) ** (n1 - wins) for wins in range(n1 + 1)]
        chance2 = [math.comb(n2, wins) * rate2**wins * (1 - rate2) ** (n2 - wins) for wins in range(n2 + 1)]
        gap = rate1 - rate2
        hits = [chance1[one] * chance2[two] for (one, two), each in intervals.items() if each.low <= gap <= each.high]
        found.append(sum(hits))
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.015)
    assert min(found) > 0.92


@given(counted, counted)
def test_p_value_matches_the_two_by_two_table(one: tuple[int, int], two: tuple[int, int]) -> None:
    (wins1, n1), (wins2, n2) = one, two
    found = compare_rates(wins1, n1, wins2, n2)
    table = [[wins1, n1 - wins1], [wins2, n2 - wins2]]
    columns = [wins1 + wins2, n1 + n2 - wins1 - wins2]
    squares = 0.0
    for line, games in zip(table, (n1, n2), strict=True):
        for cell, column in zip(line, columns, strict=True):
            expected = games * column / (n1 + n2)
            squares += (cell - expected) ** 2 / expected if expected else 0.0
    assert found.p == pytest.approx(math.erfc(math.sqrt(squares / 2)), abs=1e-9)


@given(counted, counted)
def test_swapped_difference_is_negated(one: tuple[int, int], two: tuple[int, int]) -> None:
    there, back = compare_rates(*one, *two), compare_rates(*two, *one)
    assert there.p == pytest.approx(back.p)
    assert (there.rate.low, there.rate.high) == pytest.approx((-back.rate.high, -back.rate.low))
    assert -1 <= there.rate.low <= there.rate.value <= there.rate.high <= 1
    wide = compare_rates(*one, *two, z=sidak_z(10)).rate
    assert wide.low <= there.rate.low
    assert there.rate.high <= wide.high


def test_no_games_give_the_widest_interval() -> None:
    for found in (compare_rates(0, 0, 3, 5), compare_rates(3, 5, 0, 0)):
        assert found.rate == Interval(0.0, -1.0, 1.0)
        assert found.p == 1.0


@given(chances)
def test_holm_equals_closed_testing(ps: list[float]) -> None:
    """A comparison is rejected if every group that contains it is, by Bonferroni within the group."""
    places = range(len(ps))
    groups = [group for size in range(1, len(ps) + 1) for group in itertools.combinations(places, size)]
    for place, adjusted in zip(places, holm(ps), strict=True):
        worst = max(min(1.0, len(group) * min(ps[other] for other in group)) for group in groups if place in group)
        assert adjusted == pytest.approx(worst)


@given(chances)
def test_benjamini_hochberg_equals_its_definition(ps: list[float]) -> None:
    def called(level: float) -> list[bool]:
        limits = [p for rank, p in enumerate(sorted(ps), start=1) if p <= rank * level / len(ps)]
        return [bool(limits) and p <= max(limits) for p in ps]

    for place, adjusted in enumerate(benjamini_hochberg(ps)):
        assert called(adjusted * (1 + 1e-9))[place]
        assert adjusted == 0.0 or not called(adjusted * (1 - 1e-9))[place]
        assert adjusted <= holm(ps)[place] + 1e-12


@given(chances, st.randoms(use_true_random=False))
def test_order_of_comparisons_does_not_matter(ps: list[float], order: object) -> None:
    places = list(range(len(ps)))
    order.shuffle(places)  # type: ignore[attr-defined]
    for adjust in (holm, benjamini_hochberg):
        assert adjust([ps[place] for place in places]) == [adjust(ps)[place] for place in places]


def test_simultaneous_intervals_have_joint_coverage() -> None:
    assert sidak_z(1) == pytest.approx(Z95)
    assert sidak_z(0) == sidak_z(1)
    for comparisons in (2, 10, 45, 1000, 10**6):
        each = math.erf(sidak_z(comparisons) / math.sqrt(2))
        assert each**comparisons == pytest.approx(0.95, abs=1e-6)


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_invalid_probability_is_refused(p: float) -> None:
    for adjust in (holm, benjamini_hochberg):
        with pytest.raises(InvalidInput, match=r"\[1\]: P-values must be between 0 and 1") as caught:
            adjust([0.5, p])
        assert "p 値は" in caught.value.text("ja")

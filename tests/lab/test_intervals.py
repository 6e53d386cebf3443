"""Confidence intervals have the stated coverage."""

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_size import sample_size

from tefuda.core.errors import InvalidInput
from tefuda.lab.stats.intervals import (
    Z95,
    Interval,
    mean_interval,
    paired_bootstrap,
    quantile,
    student_quantile,
    wilson,
    wilson_interval,
)

PAIRS = [0.0, 0.25, 0.5, 0.75, 1.0]
EVEN = [0.2, 0.05, 0.5, 0.05, 0.2]
STRONG = [0.05, 0.02, 0.43, 0.1, 0.4]
CLOSE = [0.04, 0.01, 0.88, 0.01, 0.06]
"""Score probabilities per deal: equal players, a strong player, and nearly identical players."""

quarters = st.lists(st.sampled_from(PAIRS), min_size=1, max_size=40)


def chance(n: int, k: int, rate: float) -> float:
    return math.comb(n, k) * rate**k * (1 - rate) ** (n - k)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n))), st.floats(1.0, 4.0))
def test_wilson_limits_satisfy_their_equation(counted: tuple[int, int], z: float) -> None:
    wins, games = counted
    low, high = wilson(wins, games, z)
    for limit in {low, high} - {0.0, 1.0}:
        assert abs(wins / games - limit) == pytest.approx(z * math.sqrt(limit * (1 - limit) / games))


def test_wilson_interval_has_the_stated_coverage() -> None:
    rates = [number / 40 for number in range(1, 40)]
    found = []
    for games in (10, 30, 100, 250):
        intervals = [wilson(wins, games) for wins in range(games + 1)]
        for rate in rates:
            found.append(
                sum(chance(games, wins, rate) for wins, (low, high) in enumerate(intervals) if low <= rate <= high)
            )
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.005)
    assert min(found) > 0.83


def test_rate_has_an_interval() -> None:
    assert wilson_interval(3, 4) == Interval(0.75, *wilson(3, 4))
    assert wilson_interval(0, 0) == Interval(0.0, 0.0, 1.0)


def count_covering_intervals(chances: list[float], deals: int, runs: int, draws: int, seed: int) -> int:
    """Return the number of intervals that contain the true mean."""
    truth = sum(score * part for score, part in zip(PAIRS, chances, strict=True))
    hits = 0
    for run, counts in enumerate(numpy.random.default_rng(seed).multinomial(deals, chances, size=runs).tolist()):
        scores = [score for score, count in zip(PAIRS, counts, strict=True) for _ in range(count)]
        interval = paired_bootstrap(scores, seed + run, draws)
        hits += interval.low <= truth <= interval.high
    return hits


def test_paired_interval_has_the_stated_coverage() -> None:
    runs = max(400, sample_size(4000))
    shares = [count_covering_intervals(chances, 200, runs, 200, 1000) / runs for chances in (EVEN, STRONG, CLOSE)]
    assert sum(shares) / 3 == pytest.approx(0.95, abs=0.015)
    assert shares == pytest.approx([0.95] * 3, abs=0.015 + 3 * math.sqrt(0.95 * 0.05 / runs))


@pytest.mark.parametrize(("deals", "chances"), [(10, STRONG), (15, CLOSE), (200, [0.0, 0.0, 0.0, 0.01, 0.99])])
def test_paired_interval_covers_small_and_uniform_samples(deals: int, chances: list[float]) -> None:
    assert count_covering_intervals(chances, deals, 300, 200, 5) / 300 > 0.94


@pytest.mark.parametrize("least", [0.0, -1.0])
def test_paired_interval_matches_plain_bootstrap_for_many_deals(least: float) -> None:
    random = numpy.random.default_rng(4)
    scores = random.choice([least, 0.0, 0.5, 1.0], p=[0.2, 0.2, 0.2, 0.4], size=3000)
    means = numpy.sort(random.choice(scores, size=(1000, len(scores))).mean(axis=1))
    interval = paired_bootstrap(scores.tolist(), 1, least=least)
    error = scores.std() / math.sqrt(len(scores))
    assert interval.value == pytest.approx(scores.mean())
    assert interval.low == pytest.approx(numpy.quantile(means, 0.025), abs=0.2 * error)
    assert interval.high == pytest.approx(numpy.quantile(means, 0.975), abs=0.2 * error)


@given(quarters, st.randoms(use_true_random=False), st.integers(0, 2**64))
def test_order_of_deals_does_not_matter(scores: list[float], order: object, seed: int) -> None:
    mixed = scores[:]
    order.shuffle(mixed)  # type: ignore[attr-defined]
    assert paired_bootstrap(scores, seed, 40) == paired_bootstrap(mixed, seed, 40)


@given(quarters, st.integers(0, 1000))
def test_interval_contains_the_mean_and_stays_in_range(scores: list[float], seed: int) -> None:
    interval = paired_bootstrap(scores, seed, 40)
    assert 0.0 <= interval.low <= interval.value <= interval.high <= 1.0
    assert interval.value == pytest.approx(sum(scores) / len(scores))
    assert interval.low < interval.high


def test_other_seed_draws_other_samples() -> None:
    scores = [0.0, 0.25, 0.25, 0.5, 1.0] * 40
    assert len({paired_bootstrap(scores, seed, 100).low for seed in range(8)}) > 1


def test_equal_scores_keep_a_wide_interval() -> None:
    for deals in (1, 7, 500):
        for score in (0.0, 1.0):
            found = paired_bootstrap([score] * deals, 1)
            assert (found.low, found.high) == pytest.approx(wilson(score * deals, deals))
            assert found.value == score
        drawn = paired_bootstrap([0.5] * deals, 1)
        assert drawn.low < 0.5 < drawn.high
        assert drawn.low + drawn.high == pytest.approx(1.0)
        alike = paired_bootstrap([0.0] * deals, 1, least=-1.0)
        assert alike.low == -alike.high < 0.0
    assert paired_bootstrap([], 1) == Interval(0.0, 0.0, 1.0)
    assert paired_bootstrap([], 1, least=-1.0) == Interval(0.0, -1.0, 1.0)


@pytest.mark.parametrize("score", [-0.5, 1.5, math.nan])
def test_invalid_score_is_refused(score: float) -> None:
    with pytest.raises(InvalidInput, match=r"scores\[1\]: Scores must be between 0 and 1") as caught:
        paired_bootstrap([0.5, score], 1)
    assert "スコアは 0 以上 1 以下" in caught.value.text("ja")


def test_student_t_quantiles() -> None:
    for degrees in (1, 2, 3, 4, 5, 7, 12, 40, 199):
        shape = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
        height = math.exp(shape) / math.sqrt(degrees * math.pi)
        places = numpy.linspace(0.0, student_quantile(degrees), 20001)
        density = height * (1 + places**2 / degrees) ** (-(degrees + 1) / 2)
        assert numpy.trapezoid(density, places) == pytest.approx(0.475, abs=3e-5)
    assert student_quantile(10**9) == pytest.approx(Z95)


def test_mean_interval_has_the_stated_coverage() -> None:
    runs = 4000
    samples = numpy.random.default_rng(2).normal(7.0, 3.0, size=(runs, 6)).tolist()
    intervals = [mean_interval(sample) for sample in samples]
    assert sum(each.low <= 7.0 <= each.high for each in intervals) / runs == pytest.approx(0.95, abs=0.012)


def test_one_value_has_no_interval() -> None:
    assert mean_interval([3.0]) == Interval(3.0, -math.inf, math.inf)
    assert mean_interval([]) == Interval(0.0, -math.inf, math.inf)
    assert mean_interval([2.0, 2.0]) == Interval(2.0, 2.0, 2.0)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=30), st.floats(0, 1))
def test_quantiles_match_numpy(values: list[float], share: float) -> None:
    assert quantile(sorted(values), share) == pytest.approx(numpy.quantile(values, share), abs=1e-9)

"""Resampling: correct distributions, reproducible by seed."""

import math

import pytest
from sample_size import sample_size

from tefuda.core.random import xoshiro
from tefuda.lab.stats.resampling import binomial, resample, resampled_means, solve_linear, uniform


@pytest.mark.parametrize(
    ("n", "p"), [(1, 0.3), (7, 0.5), (30, 0.05), (40, 0.9), (300, 0.2), (2000, 0.5), (5000, 0.97), (100_000, 0.4)]
)
def test_binomial_samples_have_the_right_distribution(n: int, p: float) -> None:
    """Kolmogorov-Smirnov test against the exact distribution at the 0.1 % level."""
    draws = sample_size(40_000)
    random = xoshiro(7, n)
    counts: dict[int, int] = {}
    for _ in range(draws):
        found = int(binomial(random, n, p))
        counts[found] = counts.get(found, 0) + 1
    assert min(counts) >= 0
    assert max(counts) <= n
    gap = 0.0
    expected = sum(exact(n, k, p) for k in range(min(counts)))
    seen = 0.0
    for k in range(min(counts), max(counts) + 1):
        expected += exact(n, k, p)
        seen += counts.get(k, 0) / draws
        gap = max(gap, abs(expected - seen))
    assert gap < 1.95 / math.sqrt(draws)


def exact(n: int, k: int, p: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(ways + k * math.log(p) + (n - k) * math.log(1 - p))


def test_certain_outcomes_use_no_random_numbers() -> None:
    random = xoshiro(1, 1)
    assert [binomial(random, n, p) for n, p in ((0, 0.5), (9, 0.0), (9, 1.0))] == [0, 0, 9]
    assert random.word() == xoshiro(1, 1).word()


def test_uniform_numbers_between_0_and_1() -> None:
    random = xoshiro(3, 1)
    found = sorted(uniform(random) for _ in range(4000))
    assert found[0] >= 0.0
    assert found[-1] < 1.0
    assert max(abs(value - place / 4000) for place, value in enumerate(found)) < 1.95 / math.sqrt(4000)


def test_resamples_have_the_size_and_spread_of_single_draws() -> None:
    weights = [1, 0, 5, 14]
    draws = sample_size(24_000)
    random = xoshiro(5, 1)
    found = [resample(random, weights, 60) for _ in range(draws)]
    assert all(sum(counts) == 60 and counts[1] == 0 for counts in found)
    for kind, weight in enumerate(weights):
        mean = sum(counts[kind] for counts in found) / draws
        variance = sum((counts[kind] - mean) ** 2 for counts in found) / draws
        share = weight / 20
        assert mean == pytest.approx(60 * share, abs=0.15)
        assert variance == pytest.approx(60 * share * (1 - share), rel=0.12)
    # The covariance of the last two is negative.
    both = sum((counts[2] - 15) * (counts[3] - 42) for counts in found) / draws
    assert both == pytest.approx(-60 * 5 / 20 * 14 / 20, rel=0.12)


def test_same_seed_draws_the_same_samples() -> None:
    first, second = (resampled_means(xoshiro(9, 2), [0.0, 0.5, 1.0], [3, 4, 5], 12, 50) for _ in range(2))
    assert first == second
    assert first != resampled_means(xoshiro(10, 2), [0.0, 0.5, 1.0], [3, 4, 5], 12, 50)


def test_linear_solver_solves() -> None:
    matrix = [[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]]
    right = [1.0, -2.0, 0.5]
    found = solve_linear([line[:] for line in matrix], right[:])
    assert [sum(a * b for a, b in zip(line, found, strict=True)) for line in matrix] == pytest.approx(right)

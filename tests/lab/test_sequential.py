"""The stopping rule is wrong at most one time in twenty over all its looks."""

import itertools
import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_size import sample_size

from tefuda.core.errors import InvalidInput
from tefuda.lab.stats.sequential import BETTER, EQUAL, UNDECIDED, WORSE, ConfidenceSequence, look_schedule, verdict_of

MOST = 2000


def simulate_duels(values: list[float], chances: list[float], runs: int) -> list[tuple[str, int]]:
    """Return the verdicts of simulated duels and the number of deals for each."""
    samples = numpy.random.default_rng(6).choice(values, p=chances, size=(runs, MOST)).tolist()
    ended = []
    for sample in samples:
        sequence = ConfidenceSequence()
        for look in look_schedule(MOST):
            sequence.add(sample[sequence.deals : look])
            found = sequence.verdict()
            if found.word != UNDECIDED:
                break
        ended.append((found.word, found.deals))
    return ended


@pytest.mark.parametrize(
    ("values", "chances"),
    [
        ([0.0, 0.25, 0.5, 0.75, 1.0], [0.2, 0.05, 0.5, 0.05, 0.2]),
        ([0.0, 0.5, 1.0], [0.02, 0.96, 0.02]),
        ([0.0, 1.0], [0.5, 0.5]),
        ([0.0, 0.75], [1 / 3, 2 / 3]),
    ],
)
def test_equal_players_are_rarely_called_different(values: list[float], chances: list[float]) -> None:
    runs = max(600, sample_size(3000))
    wrong = sum(word in (BETTER, WORSE) for word, _ in simulate_duels(values, chances, runs))
    assert wrong / runs <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / runs)


def test_fixed_sample_interval_would_fail() -> None:
    """With 1.96 standard errors at each look, far more than one in twenty is wrong."""
    samples = numpy.random.default_rng(6).choice([0.0, 0.5, 1.0], p=[0.25, 0.5, 0.25], size=(400, MOST))
    fooled = numpy.zeros(400, dtype=bool)
    for look in look_schedule(MOST):
        part = samples[:, :look]
        fooled |= abs(part.mean(axis=1) - 0.5) > 1.96 * part.std(axis=1) / math.sqrt(look)
    assert fooled.mean() > 0.15


@pytest.mark.parametrize(("chances", "word"), [([0.15, 0.5, 0.35], BETTER), ([0.35, 0.5, 0.15], WORSE)])
def test_clear_difference_stops_early(chances: list[float], word: str) -> None:
    ended = simulate_duels([0.0, 0.5, 1.0], chances, 100)
    assert sum(found == word for found, _ in ended) >= 99
    assert sum(deals for _, deals in ended) / 100 < 250


def test_nearly_identical_players_are_called_equal() -> None:
    ended = simulate_duels([0.0, 0.5, 1.0], [0.005, 0.99, 0.005], 100)
    assert sum(word == EQUAL for word, _ in ended) >= 95


def test_interval_shrinks_with_the_iterated_logarithm() -> None:
    """1.5 to 1.8 times as wide as an interval for one look, for 100 to 20,000 deals."""
    for deals in (100, 300, 1000, 20_000):
        found = verdict_of([0.0, 1.0] * (deals // 2)).score
        assert 1.5 < (found.high - found.low) / (2 * 1.96 * 0.5 / math.sqrt(deals)) < 1.8


def test_few_equal_scores_do_not_stop() -> None:
    assert verdict_of([]).word == UNDECIDED
    for deals in range(1, 8):
        for score in (0.0, 0.5, 1.0):
            assert verdict_of([score] * deals).word == UNDECIDED
    assert all(verdict_of([0.5] * deals).word == UNDECIDED for deals in range(8, 100))
    assert verdict_of([0.5] * 1000).word == EQUAL
    assert verdict_of([1.0] * 50).word == BETTER
    assert verdict_of([0.0] * 50).word == WORSE


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=80), st.integers(0, 80))
def test_batches_and_swapped_sides_give_the_same_result(scores: list[float], cut: int) -> None:
    whole = verdict_of(scores)
    sequence = ConfidenceSequence()
    sequence.add(scores[cut:])
    sequence.add(scores[:cut])
    assert sequence.verdict() == whole
    other = verdict_of([1 - score for score in scores])
    assert {whole.word, other.word} in ({BETTER, WORSE}, {EQUAL}, {UNDECIDED})
    assert (other.score.low, other.score.high) == pytest.approx((1 - whole.score.high, 1 - whole.score.low))


def test_equality_margin_is_configurable() -> None:
    scores = [0.5] * 98 + [0.0, 1.0]
    assert verdict_of(scores, 0.1).word == EQUAL
    assert verdict_of(scores, 0.01).word == UNDECIDED
    assert verdict_of(scores, 0.0).word == UNDECIDED
    for wrong in (-0.1, 0.6, math.nan):
        with pytest.raises(InvalidInput, match=r"between 0 and 0\.5") as caught:
            verdict_of(scores, wrong)
        assert "同等とみなす幅" in caught.value.text("ja")
    with pytest.raises(InvalidInput, match="Scores must be between"):
        verdict_of([1.5])


@given(st.integers(0, 10**6))
def test_looks_grow_by_half_up_to_the_maximum(most: int) -> None:
    found = look_schedule(most)
    assert found == sorted(set(found))
    assert found[-1:] == ([most] if most else [])
    for one, two in itertools.pairwise(found):
        assert two <= 1.5 * one
        assert two == most or two >= 1.5 * one - 1
    assert found[:1] == ([min(most, 50)] if most else [])

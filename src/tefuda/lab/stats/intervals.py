"""Confidence intervals of rates and means."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tefuda.core.errors import invalid_input
from tefuda.core.random import xoshiro
from tefuda.lab.stats.resampling import resampled_means

Z95 = 1.959963984540054
RESAMPLES = 2000
"""Number of bootstrap samples for an interval."""

RESAMPLING_STREAM = 11
"""The stream of a seed for bootstrap samples."""

STUDENT_QUANTILES = [12.706204736432095, 4.302652729911275, 3.182446305284263, 2.776445105197793]
"""97.5 % quantiles of Student's t for 1 to 4 degrees of freedom, for which the series below is too inexact."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson interval of a rate, 95 % by default; (0, 1) without games."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return low, high


def wilson_interval(wins: float, games: int, z: float = Z95) -> Interval:
    """Return a rate with its Wilson interval; the rate is 0 without games."""
    low, high = wilson(wins, games, z)
    return Interval(wins / games if games else 0.0, low, high)


def paired_bootstrap(scores: list[float], seed: int, draws: int = RESAMPLES, least: float = 0.0) -> Interval:
    """Return the mean score per deal with its 95 % percentile bootstrap interval.

    A score is the result of a player in one deal, from 0 to 1; two games with swapped seats count as one deal. For
    differences between two players on the same deal, from -1 to 1, use `least=-1`. The order of the deals does not
    matter. Raises `InvalidInput` for scores out of range.

    Half a deal at either end of the scale is added to the sample. Otherwise few deals, or deals that hardly differ,
    would give intervals that are too narrow. If all scores are equal, the interval uses Wilson's bound for the share of
    deals that may differ; with wins only or losses only this is Wilson's interval. Without deals it is the whole scale.
    """
    check_scores(scores, least)
    deals = len(scores)
    if deals == 0:
        return Interval(0.0, least, 1.0)
    counted = Counter(float(score) for score in scores)
    mean = math.fsum(value * counted[value] for value in sorted(counted)) / deals
    if len(counted) == 1:
        otherwise = wilson(0, deals)[1]
        value = float(scores[0])
        return Interval(value, value - otherwise * (value - least), value + otherwise * (1.0 - value))
    values, weights = weights_with_ends(counted, least, 1)
    means = sorted(resampled_means(xoshiro(seed, RESAMPLING_STREAM), values, weights, deals, draws))
    return Interval(mean, min(mean, quantile(means, 0.025)), max(mean, quantile(means, 0.975)))


def check_scores(scores: list[float], least: float = 0.0) -> None:
    """Raise `InvalidInput` for the first score out of range."""
    for number, score in enumerate(scores):
        if not least <= score <= 1.0:
            en = f"Scores must be between {least:g} and 1, not {score:g}."
            ja = f"スコアは {least:g} 以上 1 以下の数です（{score:g} は範囲外）。"
            raise invalid_input("score", en, ja, "scores", number)


def weights_with_ends(counted: Mapping[float, int], least: float, share: int) -> tuple[list[float], list[int]]:
    """Return sorted values and weights, with half of 1/`share` of a deal added at either end of the scale."""
    weights = {value: 2 * share * count for value, count in counted.items()}
    for end in (least, 1.0):
        weights[end] = weights.get(end, 0) + 1
    values = sorted(weights)
    return values, [weights[value] for value in values]


def quantile(ordered: list[float], share: float) -> float:
    """Return a quantile of sorted values, with linear interpolation."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def mean_interval(values: list[float]) -> Interval:
    """Return the mean with Student's t interval; the interval is infinite for fewer than two values.

    No range is assumed, so equal values give an interval of width 0.
    """
    count = len(values)
    mean = math.fsum(values) / count if count else 0.0
    if count < 2:
        return Interval(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = student_quantile(count - 1) * math.sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)


def student_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t, from its asymptotic series."""
    if degrees <= len(STUDENT_QUANTILES):
        return STUDENT_QUANTILES[degrees - 1]
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4


def mean_of(histogram: Mapping[int, int]) -> float:
    """Return the mean of a histogram."""
    total = sum(histogram.values())
    return sum(value * count for value, count in histogram.items()) / total if total else 0.0


def median_of(histogram: Mapping[int, int]) -> float:
    """Return the median of a histogram."""
    total = sum(histogram.values())
    if total == 0:
        return 0.0
    return (value_at_rank(histogram, (total - 1) // 2) + value_at_rank(histogram, total // 2)) / 2


def value_at_rank(histogram: Mapping[int, int], rank: int) -> int:
    """Return the value at a rank of a histogram, from 0."""
    for value in sorted(histogram):
        rank -= histogram[value]
        if rank < 0:
            return value
    raise IndexError(rank)

"""Intervals for what was counted."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tefuda.core.errors import invalid_input
from tefuda.core.random import xoshiro
from tefuda.lab.stats.resampling import resampled_means

Z95 = 1.959963984540054
DRAWS = 2000
"""How many samples are drawn anew for an interval."""

STREAM = 11
"""The stream of a seed that samples are drawn from."""

STUDENT = [12.706204736432095, 4.302652729911275, 3.182446305284263, 2.776445105197793]
"""Student's 97.5 % points for 1 to 4 degrees of freedom, where the series below is not good enough."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A number that was found, and the 95 % interval around it."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a rate, of 95 % where `z` says nothing else; (0, 1) where nothing was counted."""
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
    """A rate with its Wilson interval; the rate of nothing is 0."""
    low, high = wilson(wins, games, z)
    return Interval(wins / games if games else 0.0, low, high)


def paired_bootstrap(scores: list[float], seed: int, draws: int = DRAWS, least: float = 0.0) -> Interval:
    """The mean of one score a deal, with the 95 % percentile interval of means of deals drawn anew.

    A score is what a player got from a deal, both games with the seats swapped taken together: 0 to 1. For differences
    between two players on the same deal, -1 to 1, say `least=-1`. The order of the deals does not matter. Raises
    `InvalidInput` for scores outside that scale.

    Half a deal at either end of the scale is drawn from along with the deals: what has not been seen yet is not
    impossible, and without it few deals, or deals that hardly differ, look more certain than they are. Deals that all
    scored the same say how few may score otherwise (Wilson's bound for none of so many), and those as far away as the
    scale allows: for nothing but wins or nothing but losses this is Wilson's interval. No deals: the whole scale.
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
    values, weights = with_ends(counted, least, 1)
    means = sorted(resampled_means(xoshiro(seed, STREAM), values, weights, deals, draws))
    return Interval(mean, min(mean, quantile(means, 0.025)), max(mean, quantile(means, 0.975)))


def check_scores(scores: list[float], least: float = 0.0) -> None:
    """Raise `InvalidInput` for the first score that is none."""
    for number, score in enumerate(scores):
        if not least <= score <= 1.0:
            en = f"A score lies between {least:g} and 1; this one is {score:g}."
            ja = f"スコアは {least:g} 以上 1 以下の数です（{score:g} は範囲外）。"
            raise invalid_input("score", en, ja, "scores", number)


def with_ends(counted: Mapping[float, int], least: float, share: int) -> tuple[list[float], list[int]]:
    """Values in order with their weights, and with half of a `share`-th of one deal at either end of the scale."""
    weights = {value: 2 * share * count for value, count in counted.items()}
    for end in (least, 1.0):
        weights[end] = weights.get(end, 0) + 1
    values = sorted(weights)
    return values, [weights[value] for value in values]


def quantile(ordered: list[float], share: float) -> float:
    """The value below which this share of the ordered values lies, between two of them where it falls between."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def mean_interval(values: list[float]) -> Interval:
    """The mean of any values with Student's interval: without limits for fewer than two values, which tell nothing.

    Nothing is assumed about where the values could lie, so equal values get an interval of no width.
    """
    count = len(values)
    mean = math.fsum(values) / count if count else 0.0
    if count < 2:
        return Interval(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = student(count - 1) * math.sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)


def student(degrees: int) -> float:
    """Student's 97.5 % point: `Z95` for ever more degrees of freedom, by its series in their inverse."""
    if degrees <= len(STUDENT):
        return STUDENT[degrees - 1]
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4


def mean_of(histogram: Mapping[int, int]) -> float:
    """The mean of values counted by value."""
    total = sum(histogram.values())
    return sum(value * count for value, count in histogram.items()) / total if total else 0.0


def median_of(histogram: Mapping[int, int]) -> float:
    """The median of values counted by value."""
    total = sum(histogram.values())
    if total == 0:
        return 0.0
    return (ranked(histogram, (total - 1) // 2) + ranked(histogram, total // 2)) / 2


def ranked(histogram: Mapping[int, int], rank: int) -> int:
    """The value at this rank, counted from 0."""
    for value in sorted(histogram):
        rank -= histogram[value]
        if rank < 0:
            return value
    raise IndexError(rank)

"""Intervals for what was counted."""

import math
from collections.abc import Mapping

Z95 = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate; (0, 1) where nothing was counted."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z95 * Z95 / games
    centre = (rate + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return low, high


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

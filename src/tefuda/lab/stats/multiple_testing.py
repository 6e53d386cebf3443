"""Comparison of two rates, and corrections for multiple comparisons."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from tefuda.core.errors import invalid_input
from tefuda.lab.stats.intervals import Z95, Interval, wilson

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two rates with its interval and two-sided p-value."""

    rate: Interval
    p: float


def compare_rates(wins1: float, n1: int, wins2: float, n2: int, z: float = Z95) -> Difference:
    """Compare two rates from separate games: Newcombe's interval, and the p-value of the score test.

    For games on the same deals, use `paired_bootstrap` of the differences. Without games on one side the interval is -1
    to 1, and p is 1.
    """
    if n1 == 0 or n2 == 0:
        return Difference(Interval(0.0, -1.0, 1.0), 1.0)
    one, two = wins1 / n1, wins2 / n2
    low1, high1 = wilson(wins1, n1, z)
    low2, high2 = wilson(wins2, n2, z)
    gap = one - two
    low = gap - math.hypot(one - low1, high2 - two)
    high = gap + math.hypot(high1 - one, two - low2)
    both = (wins1 + wins2) / (n1 + n2)
    error = math.sqrt(max(0.0, both * (1 - both) * (1 / n1 + 1 / n2)))
    p = math.erfc(abs(gap) / error / math.sqrt(2)) if error > 0.0 else 1.0
    return Difference(Interval(gap, low, high), p)


def sidak_z(comparisons: int) -> float:
    """Return the z value for simultaneous 95 % intervals by Sidak's correction."""
    tail = -math.expm1(math.log(CONFIDENCE) / max(1, comparisons)) / 2
    return -NormalDist().inv_cdf(tail)


def holm(ps: list[float]) -> list[float]:
    """Return p-values adjusted by Holm's method, in the given order (family-wise error rate)."""
    _check(ps)
    count = len(ps)
    adjusted = [0.0] * count
    reached = 0.0
    for rank, place in enumerate(sorted(range(count), key=lambda place: ps[place])):
        reached = max(reached, min(1.0, (count - rank) * ps[place]))
        adjusted[place] = reached
    return adjusted


def benjamini_hochberg(ps: list[float]) -> list[float]:
    """Return p-values adjusted by Benjamini and Hochberg, in the given order (false discovery rate)."""
    _check(ps)
    count = len(ps)
    adjusted = [0.0] * count
    reached = 1.0
    order = sorted(range(count), key=lambda place: ps[place])
    for rank in range(count, 0, -1):
        place = order[rank - 1]
        reached = min(reached, count * ps[place] / rank)
        adjusted[place] = reached
    return adjusted


def _check(ps: list[float]) -> None:
    for number, p in enumerate(ps):
        if not 0.0 <= p <= 1.0:
            en = f"P-values must be between 0 and 1, not {p:g}."
            ja = f"p 値は 0 以上 1 以下の数です（{p:g} は範囲外）。"
            raise invalid_input("p_value", en, ja, number)

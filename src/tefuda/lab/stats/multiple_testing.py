"""Comparing rates, and comparing many of them at once without being fooled by the luckiest."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from tefuda.core.errors import invalid_input
from tefuda.lab.stats.intervals import Z95, Interval, wilson

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Difference:
    """The first rate less the second, with its interval, and the chance of such a gap or a wider one between equals."""

    rate: Interval
    p: float


def two_rates(wins1: float, n1: int, wins2: float, n2: int, z: float = Z95) -> Difference:
    """How far two rates from separate games lie apart: Newcombe's interval, and the p-value of the score test.

    For games on the same deals `paired_bootstrap` of the differences knows more. Where a side has no games the
    interval is all there is from -1 to 1, and p is 1.
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


def z_for(comparisons: int) -> float:
    """How many standard errors wide intervals must be so that all of so many are right together, 95 % of the time.

    Sidak's: never too narrow for means and rates of many games, however they depend on each other.
    """
    tail = -math.expm1(math.log(LEVEL) / max(1, comparisons)) / 2
    return -NormalDist().inv_cdf(tail)


def holm(ps: list[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given: among those up to 0.05, the chance of any false call is 5 %."""
    _check(ps)
    count = len(ps)
    adjusted = [0.0] * count
    reached = 0.0
    for rank, place in enumerate(sorted(range(count), key=lambda place: ps[place])):
        reached = max(reached, min(1.0, (count - rank) * ps[place]))
        adjusted[place] = reached
    return adjusted


def benjamini_hochberg(ps: list[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values: of those up to 0.05, one in twenty is expected to be a false call."""
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
            en = f"A p-value lies between 0 and 1; this one is {p:g}."
            ja = f"p 値は 0 以上 1 以下の数です（{p:g} は範囲外）。"
            raise invalid_input("p_value", en, ja, number)

"""When to stop: a confidence sequence for a score, which may be looked at as often as one likes.

An ordinary 95 % interval that is looked at again and again is wrong, sooner or later, far more often than 5 % of the
time. The interval here is wider, so that the chance that it is ever wrong is 5 %, over all looks together.
"""

import math
from dataclasses import dataclass

from tefuda.core.errors import invalid_input
from tefuda.lab.stats.intervals import Interval, check_scores

ERROR = 0.05
"""The chance of ever being wrong."""

TUNING = 0.16
"""The interval is narrowest, compared with one that is looked at only once, around 8 / TUNING**2 deals: about 300."""

INDIFFERENCE = 0.01
FIRST_LOOK = 50

BETTER = "better"
WORSE = "worse"
EQUAL = "equal"
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the deals so far say: `better`, `worse`, `equal` or `open`; the mean score with its interval."""

    word: str
    score: Interval
    deals: int


class Sequence:
    """The scores of a player, one a deal, as they come in: 0 to 1, 0.5 for an equal of its opponent."""

    __slots__ = ("deals", "squares", "total")

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, scores: list[float]) -> None:
        """Take more deals in; raises `InvalidInput` for scores that are none."""
        check_scores(scores)
        self.deals += len(scores)
        self.total += math.fsum(scores)
        self.squares += math.fsum(score * score for score in scores)

    def interval(self) -> Interval:
        """The mean with its interval: over all the numbers of deals at which one looks, 95 % sure to be right.

        An asymptotic confidence sequence by a normal mixture: good from some tens of deals on. The spread is that of
        the deals and half a deal at either end of the scale, so that a few equal scores at first do not look certain.
        """
        n = self.deals
        if n == 0:
            return Interval(0.5, 0.0, 1.0)
        mean = self.total / n
        spread = math.sqrt(max(0.0, self.squares + 0.5 - (self.total + 0.5) ** 2 / (n + 1)) / n)
        tuned = n * TUNING * TUNING
        half = spread * math.sqrt(2 * (tuned + 1) / (n * tuned) * math.log(math.sqrt(tuned + 1) / ERROR))
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))

    def verdict(self, indifference: float = INDIFFERENCE) -> Verdict:
        """What can be said by now: `better` and `worse` than 0.5, or `equal` up to `indifference`.

        Who is surely better is better, by however little.
        """
        if not 0.0 <= indifference <= 0.5:
            en = f"What counts as equal lies between 0 and 0.5, not at {indifference:g}."
            ja = f"同等とみなす幅は 0 以上 0.5 以下で指定してください（{indifference:g} は範囲外）。"
            raise invalid_input("indifference", en, ja, "indifference")
        score = self.interval()
        word = OPEN
        if score.low > 0.5:
            word = BETTER
        elif score.high < 0.5:
            word = WORSE
        elif self.deals and 0.5 - indifference <= score.low and score.high <= 0.5 + indifference:
            word = EQUAL
        return Verdict(word, score, self.deals)


def verdict(scores: list[float], indifference: float = INDIFFERENCE) -> Verdict:
    """What these deals say, in whatever order; see `Sequence`."""
    sequence = Sequence()
    sequence.add(scores)
    return sequence.verdict(indifference)


def looks(most: int) -> list[int]:
    """The numbers of deals after which to look: from 50 on, each half as many again, and `most` at the end."""
    found = []
    deals = FIRST_LOOK
    while deals < most:
        found.append(deals)
        deals += deals // 2
    return [*found, most] if most > 0 else []

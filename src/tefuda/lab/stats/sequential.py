"""Early stopping: a confidence sequence for a score.

Repeated looks at an ordinary 95 % interval have an error rate far above 5 %. A confidence sequence is wider: the
probability that it is ever wrong is 5 % over all looks together.
"""

import math
from dataclasses import dataclass

from tefuda.core.errors import invalid_input
from tefuda.lab.stats.intervals import Interval, check_scores

ERROR_RATE = 0.05
"""Error probability over all looks."""

TUNING = 0.16
"""The interval is most efficient around 8 / TUNING**2 deals: about 300."""

INDIFFERENCE = 0.01
FIRST_LOOK = 50

BETTER = "better"
WORSE = "worse"
EQUAL = "equal"
UNDECIDED = "open"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result so far: `better`, `worse`, `equal` or `open`, and the mean score with its interval."""

    word: str
    score: Interval
    deals: int


class ConfidenceSequence:
    """Scores of a player, one per deal, from 0 to 1; 0.5 means equal strength."""

    __slots__ = ("deals", "squares", "total")

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, scores: list[float]) -> None:
        """Add scores of deals; raise `InvalidInput` for scores out of range."""
        check_scores(scores)
        self.deals += len(scores)
        self.total += math.fsum(scores)
        self.squares += math.fsum(score * score for score in scores)

    def interval(self) -> Interval:
        """Return the mean with its interval, valid at all numbers of deals together with 95 % probability.

        An asymptotic confidence sequence with a normal mixture, valid from some tens of deals on. Half a deal at either
        end of the scale is added to the variance, so that a few equal scores do not look certain.
        """
        n = self.deals
        if n == 0:
            return Interval(0.5, 0.0, 1.0)
        mean = self.total / n
        spread = math.sqrt(max(0.0, self.squares + 0.5 - (self.total + 0.5) ** 2 / (n + 1)) / n)
        tuned = n * TUNING * TUNING
        half = spread * math.sqrt(2 * (tuned + 1) / (n * tuned) * math.log(math.sqrt(tuned + 1) / ERROR_RATE))
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))

    def verdict(self, indifference: float = INDIFFERENCE) -> Verdict:
        """Return `better` or `worse` if the interval excludes 0.5, `equal` if it lies within `indifference` of 0.5."""
        if not 0.0 <= indifference <= 0.5:
            en = f"The indifference must be between 0 and 0.5, not {indifference:g}."
            ja = f"同等とみなす幅は 0 以上 0.5 以下で指定してください（{indifference:g} は範囲外）。"
            raise invalid_input("indifference", en, ja, "indifference")
        score = self.interval()
        word = UNDECIDED
        if score.low > 0.5:
            word = BETTER
        elif score.high < 0.5:
            word = WORSE
        elif self.deals and 0.5 - indifference <= score.low and score.high <= 0.5 + indifference:
            word = EQUAL
        return Verdict(word, score, self.deals)


def verdict_of(scores: list[float], indifference: float = INDIFFERENCE) -> Verdict:
    """Return the verdict for scores of deals; see `ConfidenceSequence`."""
    sequence = ConfidenceSequence()
    sequence.add(scores)
    return sequence.verdict(indifference)


def look_schedule(most: int) -> list[int]:
    """Return the numbers of deals for interim looks: 50, then half as many again each time, and `most` at the end."""
    found = []
    deals = FIRST_LOOK
    while deals < most:
        found.append(deals)
        deals += deals // 2
    return [*found, most] if most > 0 else []

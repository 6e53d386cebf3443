"""How many shortest wins there are: every line of plays that wins in so many, each once."""

import time
from typing import Final

from mypy_extensions import i64

from tefuda.core.state import OVER, State
from tefuda.solve.search import CHECK_EVERY, LimitHit, Limits

MOST_LINES: Final = 1_000_000_000_000
"""Counting stops being of interest here."""


class Counter:
    """One count. States with equal keys have equally many wins, so each is looked at once for each length left."""

    def __init__(self, limits: Limits, win_score: float) -> None:
        self.limits = limits
        self.win_score = win_score
        self.nodes: i64 = 0
        self.began = time.monotonic()
        self.known: dict[bytes, i64] = {}

    def lines(self, state: State, left: i64) -> i64:
        """How many lines of at most `left` plays win from here."""
        self.nodes += 1
        if self.nodes % CHECK_EVERY == 0:
            if self.nodes >= self.limits.nodes:
                raise LimitHit("nodes")
            if time.monotonic() - self.began >= self.limits.seconds:
                raise LimitHit("seconds")
        total: i64 = 0
        for action in state.promising(left):
            after = state.clone()
            after.play(action)
            if after.seat == OVER:
                total += 1 if after.scores()[0] >= self.win_score else 0
            elif left > 1:
                key = after.key() + LENGTHS[left - 1]
                found = self.known.get(key, -1)
                if found < 0:
                    found = self.lines(after, left - 1)
                    self.known[key] = found
                total += found
        return min(total, MOST_LINES)


LENGTHS: Final = [number.to_bytes(2, "little") for number in range(1024)]


def count_shortest(root: State, par: i64, limits: Limits | None = None, win_score: float = 1.0) -> int | None:
    """How many lines win in `par` plays, `par` being the fewest; None where a limit was hit."""
    if par <= 0 or par >= len(LENGTHS):
        return None
    try:
        return int(Counter(limits or Limits(), win_score).lines(root, par))
    except LimitHit:
        return None

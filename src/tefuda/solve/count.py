"""Count the shortest wins of a position."""

import time
from typing import Final

from mypy_extensions import i64

from tefuda.core.state import OVER, State
from tefuda.solve.search import LIMIT_CHECK_INTERVAL, LimitReached, Limits

MAX_LINES: Final = 1_000_000_000_000
"""Counts are capped at this number."""


class LineCounter:
    """Counts winning lines. States with equal keys and plays left share a cache entry."""

    def __init__(self, limits: Limits, win_score: float) -> None:
        self.limits = limits
        self.win_score = win_score
        self.nodes: i64 = 0
        self.started_at = time.monotonic()
        self.cache: dict[bytes, i64] = {}

    def count_lines(self, state: State, left: i64) -> i64:
        """Return the number of winning lines of at most `left` plays."""
        self.nodes += 1
        if self.nodes % LIMIT_CHECK_INTERVAL == 0:
            if self.nodes >= self.limits.nodes:
                raise LimitReached("nodes")
            if time.monotonic() - self.started_at >= self.limits.seconds:
                raise LimitReached("seconds")
        total: i64 = 0
        rest = left if state.is_follow_up() else left - 1
        if rest < 0:
            return 0
        for action in state.winning_candidates(left):
            after = state.clone()
            after.play(action)
            if after.seat == OVER:
                total += 1 if after.scores()[0] >= self.win_score else 0
            else:
                key = after.key() + LENGTH_BYTES[rest]
                found = self.cache.get(key, -1)
                if found < 0:
                    found = self.count_lines(after, rest)
                    self.cache[key] = found
                total += found
        return min(total, MAX_LINES)


LENGTH_BYTES: Final = [number.to_bytes(2, "little") for number in range(1024)]


def count_shortest_lines(root: State, par: i64, limits: Limits | None = None, win_score: float = 1.0) -> int | None:
    """Return the number of lines that win in `par` plays, the minimum; None if a limit is reached."""
    if par <= 0 or par >= len(LENGTH_BYTES):
        return None
    try:
        return int(LineCounter(limits or Limits(), win_score).count_lines(root, par))
    except LimitReached:
        return None

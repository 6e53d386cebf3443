"""Proof search for one-player games without hidden information: a win, the shortest win, or that there is none.

First a quick search for a win of any length, then iterative deepening for the shortest one. Only the actions of
`State.winning_candidates` are searched. A transposition table skips states that failed with as many plays left. Both
are sound, so the first win found by deepening is a shortest one. If no longer line exists, there is no win.
"""

import gc
import time
from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from tefuda.core.state import OVER, UNBOUNDED, State

SOLVED: Final = "SOLVED"
IMPOSSIBLE: Final = "IMPOSSIBLE"
UNKNOWN: Final = "UNKNOWN"

LIMIT_CHECK_INTERVAL: Final = 16
"""Nodes between two checks of the limits."""

QUICK_SEARCH_NODES: Final = 1_000
QUICK_SEARCH_SHARE: Final = 20
"""Node limit per length in the search for any win: the smaller of the number and the share (1 / 20) of the limit."""

Progress = Callable[[int, int], None]


class Limits:
    """Search limits. The node limit is reproducible, the time limit is not."""

    def __init__(self, nodes: i64 = 20_000_000, seconds: float = 60.0) -> None:
        self.nodes = nodes
        self.seconds = seconds


class Proof:
    """The result of a proof search."""

    def __init__(
        self, verdict: str, line: list[i64], plays: i64, at_least: i64, nodes: i64, seconds: float, limit: str
    ) -> None:
        self.verdict = verdict
        """SOLVED: `line` wins. IMPOSSIBLE: there is no win. UNKNOWN: a limit was reached before."""
        self.line = line
        self.plays = plays
        """The number of plays of `line`: its actions without follow-up decisions (`State.is_follow_up`)."""
        self.at_least = at_least
        """A lower bound for the number of plays of a win."""
        self.nodes = nodes
        self.seconds = seconds
        self.limit = limit
        """The limit that was reached, `nodes` or `seconds`; empty if the search is complete."""

    @property
    def par(self) -> int | None:
        """The number of plays of the shortest win, if it is proved."""
        return self.plays if self.verdict == SOLVED and self.plays <= self.at_least else None


class LimitReached(Exception):
    """The search reached one of its limits."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Solver:
    """One proof search. Use `solve`."""

    def __init__(self, limits: Limits, progress: Progress | None, win_score: float = 1.0) -> None:
        self.limits = limits
        self.progress = progress
        self.win_score = win_score
        self.started_at = time.monotonic()
        self.nodes: i64 = 0
        self.node_limit = limits.nodes
        self.depth: i64 = 0
        self.depth_limit_reached = False
        self.failed_depths: dict[bytes, i64] = {}
        self.line: list[i64] = []

    def run(self, root: State) -> Proof:
        """Search for any win, then for the shortest."""
        max_length = root.max_plays_left()
        first: list[i64] = []
        try:
            if max_length < UNBOUNDED:
                first = self.find_any_line(root, max_length)
                if first:
                    max_length = count_plays(root, first)
            return self.find_shortest_line(root, max_length)
        except LimitReached as hit:
            self.line = first
            return self.make_proof(root, SOLVED if first else UNKNOWN, hit.limit)

    def find_any_line(self, root: State, max_length: i64) -> list[i64]:
        """Return a winning line of any length, by a quick search of each length; empty if none is found."""
        quick = min(QUICK_SEARCH_NODES, self.limits.nodes // QUICK_SEARCH_SHARE)
        length = root.min_win_length(0)
        while length <= max_length:
            self.node_limit = min(self.limits.nodes, self.nodes + quick)
            try:
                if self.find_win(root, length):
                    self.node_limit = self.limits.nodes
                    return self.take_line()
            except LimitReached as hit:
                if hit.limit != "nodes" or self.nodes >= self.limits.nodes:
                    raise
            # A stopped search has entries for states that were not fully searched.
            self.failed_depths.clear()
            length = root.min_win_length(length + 1)
        self.node_limit = self.limits.nodes
        return []

    def find_shortest_line(self, root: State, max_length: i64) -> Proof:
        """Search for longer and longer lines until one wins or there are no longer ones."""
        key = root.key()
        self.depth = root.min_win_length(0)
        while self.depth <= max_length:
            self.depth_limit_reached = False
            self.failed_depths[key] = self.depth
            if self.find_win(root, self.depth):
                self.line = self.take_line()
                return self.make_proof(root, SOLVED)
            if not self.depth_limit_reached and max_length == UNBOUNDED:
                break
            self.depth = root.min_win_length(self.depth + 1)
        return self.make_proof(root, IMPOSSIBLE)

    def take_line(self) -> list[i64]:
        """Return the line of `find_win` in playing order, and reset it."""
        line = self.line[::-1]
        self.line = []
        return line

    def make_proof(self, root: State, verdict: str, limit: str = "") -> Proof:
        plays = count_plays(root, self.line)
        return Proof(verdict, self.line, plays, self.depth, self.nodes, time.monotonic() - self.started_at, limit)

    def find_win(self, state: State, left: i64) -> bool:
        """Return whether the state can be won within `left` plays; then `line` holds the plays in reverse order."""
        self.nodes += 1
        if self.nodes % LIMIT_CHECK_INTERVAL == 0:
            self.check_limits()
        if state.seat == OVER:
            return state.scores()[0] >= self.win_score
        rest = left if state.is_follow_up() else left - 1
        if rest < 0:
            self.depth_limit_reached = True
            return False
        for action in state.winning_candidates(left):
            after = state.clone()
            after.play(action)
            key = after.key()
            if self.failed_depths.get(key, -1) < rest:
                # Stored before the search, so a line does not return to an earlier state.
                self.failed_depths[key] = rest
                if self.find_win(after, rest):
                    del self.failed_depths[key]
                    self.line.append(action)
                    return True
        return False

    def check_limits(self) -> None:
        if self.nodes >= self.node_limit:
            raise LimitReached("nodes")
        if time.monotonic() - self.started_at >= self.limits.seconds:
            raise LimitReached("seconds")
        if self.progress is not None:
            self.progress(self.nodes, self.depth)


def count_plays(root: State, line: list[i64]) -> i64:
    """Return the number of plays of a line: its actions without follow-up decisions."""
    plays: i64 = 0
    state = root.clone()
    for action in line:
        if not state.is_follow_up():
            plays += 1
        state.play(action)
    return plays


def solve(root: State, limits: Limits | None = None, progress: Progress | None = None, win_score: float = 1.0) -> Proof:
    """Prove whether a one-player state without hidden information can be won.

    `progress` is called with the number of nodes and the present depth. A score of `win_score` or more is a win. The
    state is not changed.
    """
    # States have no reference cycles, so garbage collection only costs time here.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return Solver(limits or Limits(), progress, win_score).run(root)
    finally:
        if collecting:
            gc.enable()

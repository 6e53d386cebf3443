"""Proofs for one-player games in which everything is known: a win, the shortest one, or that there is none.

First any win, by a quick look for wins of each length. Then the shortest, by iterative deepening: is there a win within
1 play, within 2, and so on. Of a state only the actions are tried that `State.promising` has left,
and a state is left alone where the table knows that it has failed with as many plays left. Both are sound, so what is
found first when deepening is a shortest win, and when lines could not be any longer there is none.
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

CHECK_EVERY: Final = 16
"""Nodes between two looks at the limits."""

QUICK_LOOK: Final = 1_000
QUICK_PART: Final = 20
"""Nodes for each length when any win will do: so many, or one part in so many of the limit."""

Progress = Callable[[int, int], None]


class Limits:
    """When to give up. The limit on nodes is reproducible, the one on seconds is not."""

    def __init__(self, nodes: i64 = 20_000_000, seconds: float = 60.0) -> None:
        self.nodes = nodes
        self.seconds = seconds


class Proof:
    """What was found out, and what it took."""

    def __init__(self, verdict: str, line: list[i64], at_least: i64, nodes: i64, seconds: float, limit: str) -> None:
        self.verdict = verdict
        """SOLVED: `line` wins. IMPOSSIBLE: nothing wins. UNKNOWN: a limit was hit before either was found out."""
        self.line = line
        self.at_least = at_least
        """No win takes fewer plays than this."""
        self.nodes = nodes
        self.seconds = seconds
        self.limit = limit
        """The limit that was hit, `nodes` or `seconds`; empty where the search came to its end."""

    @property
    def par(self) -> int | None:
        """The fewest plays that win, where that is proved."""
        return len(self.line) if self.verdict == SOLVED and len(self.line) <= self.at_least else None


class LimitHit(Exception):
    """The search ran into one of its limits."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Search:
    """One search. Use `solve`."""

    def __init__(self, limits: Limits, progress: Progress | None, win_score: float = 1.0) -> None:
        self.limits = limits
        self.progress = progress
        self.win_score = win_score
        self.began = time.monotonic()
        self.nodes: i64 = 0
        self.most_nodes = limits.nodes
        self.depth: i64 = 0
        self.cut = False
        self.failed: dict[bytes, i64] = {}
        self.line: list[i64] = []

    def run(self, root: State) -> Proof:
        """Any win, then the shortest."""
        most = root.most_plays()
        first: list[i64] = []
        try:
            if most < UNBOUNDED:
                first = self.any_line(root, most)
                if first:
                    most = len(first)
            return self.shortest(root, most)
        except LimitHit as hit:
            self.line = first
            return self.proof(SOLVED if first else UNKNOWN, hit.limit)

    def any_line(self, root: State, most: i64) -> list[i64]:
        """A winning line of any length: a quick look at each length, from the shortest on; empty if none is found."""
        quick = min(QUICK_LOOK, self.limits.nodes // QUICK_PART)
        length = root.win_length(0)
        while length <= most:
            self.most_nodes = min(self.limits.nodes, self.nodes + quick)
            try:
                if self.wins(root, length):
                    self.most_nodes = self.limits.nodes
                    return self.found()
            except LimitHit as hit:
                if hit.limit != "nodes" or self.nodes >= self.limits.nodes:
                    raise
            # A look that was broken off has noted states as failed that were not.
            self.failed.clear()
            length = root.win_length(length + 1)
        self.most_nodes = self.limits.nodes
        return []

    def shortest(self, root: State, most: i64) -> Proof:
        """Look for ever longer lines, until one wins or they cannot get any longer."""
        key = root.key()
        self.depth = root.win_length(0)
        while self.depth <= most:
            self.cut = False
            self.failed[key] = self.depth
            if self.wins(root, self.depth):
                self.line = self.found()
                return self.proof(SOLVED)
            if not self.cut and most == UNBOUNDED:
                break
            self.depth = root.win_length(self.depth + 1)
        return self.proof(IMPOSSIBLE)

    def found(self) -> list[i64]:
        """Take the line that `wins` has left, first play first."""
        line = self.line[::-1]
        self.line = []
        return line

    def proof(self, verdict: str, limit: str = "") -> Proof:
        return Proof(verdict, self.line, self.depth, self.nodes, time.monotonic() - self.began, limit)

    def wins(self, state: State, left: i64) -> bool:
        """Whether the state is won within `left` plays; if so `line` holds the plays, last one first."""
        self.nodes += 1
        if self.nodes % CHECK_EVERY == 0:
            self.check_limits()
        if state.seat == OVER:
            return state.scores()[0] >= self.win_score
        if left == 0:
            self.cut = True
            return False
        for action in state.promising(left):
            after = state.clone()
            after.play(action)
            key = after.key()
            if self.failed.get(key, -1) < left - 1:
                # Noted before it is known, so that a line does not come back to where it was.
                self.failed[key] = left - 1
                if self.wins(after, left - 1):
                    del self.failed[key]
                    self.line.append(action)
                    return True
        return False

    def check_limits(self) -> None:
        if self.nodes >= self.most_nodes:
            raise LimitHit("nodes")
        if time.monotonic() - self.began >= self.limits.seconds:
            raise LimitHit("seconds")
        if self.progress is not None:
            self.progress(self.nodes, self.depth)


def solve(root: State, limits: Limits | None = None, progress: Progress | None = None, win_score: float = 1.0) -> Proof:
    """Prove or refute that a one-player state can be won, everything in it being known.

    `progress` is told the nodes so far and the length of the lines looked for. `win_score` is that of the game: this
    score or more is a win. The state is left as it is.
    """
    # States refer to no one that refers back to them: looking for such circles only costs time here.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return Search(limits or Limits(), progress, win_score).run(root)
    finally:
        if collecting:
            gc.enable()

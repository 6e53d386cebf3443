"""State: everything a game is at one moment, as a value."""

import hashlib
from typing import Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.events import Event
from tefuda.core.random import Random

OVER: Final = -1
"""The seat of a state in which nobody decides any more."""

RESIGN: Final = -2
"""The action of giving up: a loss. A game of several seats may take it from whoever decides. No list of actions has it,
so that nobody who looks for a good one finds it."""

UNBOUNDED: Final = 1_000_000_000
"""From `most_plays`: the game may go on for ever, as far as anybody knows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One moment of a game. `play` is the only thing that changes it.

    The promises below are checked for every game by `tefuda.testing`, and a state that keeps them works everywhere:
    in matches, replays, searches, proofs and simulations.
    """

    seat: i64
    """Who decides now; `OVER` at the end. There is always exactly one decision."""

    log: list[Event] | None
    """Where `play` writes what happens; None in simulations, and then no event is built."""

    def __init__(self) -> None:
        self.seat = 0
        self.log = None

    def actions(self) -> list[i64]:
        """The legal actions, each once, in an order that the state alone decides; empty once over."""
        raise NotImplementedError

    def is_legal(self, action: i64) -> bool:
        """Whether `actions` has it, or it is `RESIGN` in a game that takes it."""
        return action in self.actions()

    def random_action(self, random: Random) -> i64:
        """A uniform pick of `actions`: a game may do without building the list."""
        actions = self.actions()
        return actions[random.below(len(actions))]

    def play(self, action: i64) -> None:
        """Play a legal action. Trusts its caller: `Match` is the door that checks."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An equal state that later plays of this one leave alone, and the other way round. Its log is None."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """By seat, once over: 1 for a win, 0.5 for a draw, 0 for a loss."""
        raise NotImplementedError

    def resample(self, seat: i64, random: Random) -> "State":
        """Another world that looks the same to `seat`: what it cannot know is drawn anew, future luck included."""
        raise NotImplementedError

    def is_open(self) -> bool:
        """Whether every seat knows all there is, and no luck is to come: then all worlds are one."""
        return False

    def encode(self) -> bytes:
        """The whole state in bytes: equal exactly for equal states, on every machine."""
        raise NotImplementedError

    def fingerprint(self) -> str:
        """A short digest of the whole state, equal interpreted and compiled."""
        return hashlib.blake2b(self.encode(), digest_size=12).hexdigest()

    def key(self) -> bytes:
        """For proofs: states with equal keys have equal futures. May forget what does not matter any more."""
        return self.encode()

    def promising(self, left: i64) -> list[i64]:
        """For proofs of one-player games: `actions`, best first, without those that cannot win within `left` plays.

        A game that leaves any out must bound `most_plays`.
        """
        return self.actions()

    def most_plays(self) -> i64:
        """For proofs: the game cannot go on for longer than this."""
        return UNBOUNDED

    def win_length(self, at_least: i64) -> i64:
        """For proofs: the smallest number of plays, not under `at_least`, that a win may take."""
        return at_least

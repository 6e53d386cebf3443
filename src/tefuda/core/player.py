"""Player and Seat: who decides, and all that it gets to decide with."""

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.random import Random
from tefuda.core.state import State

if TYPE_CHECKING:
    from tefuda.core.game import Game

TO_THE_END: Final = -1
"""As the length of a rollout: until somebody has won."""


class Seat:
    """A game seen from one seat. Whatever a player asks, the answer is the same in every world it cannot tell apart."""

    def __init__(self, game: "Game", state: State, number: i64) -> None:
        self.game = game
        self.number = number
        self._state = state

    def view(self) -> dict[str, Any]:
        """What this seat may know."""
        return self.game.view(self._state, self.number)

    def actions(self) -> list[i64]:
        """The legal actions."""
        return self._state.actions()

    def random_action(self, random: Random) -> i64:
        """A uniform pick of `actions`."""
        return self._state.random_action(random)

    def sample(self, random: Random) -> State:
        """A whole state that this seat could be in, drawn with `random`: to think in, never the true one."""
        return self._state.resample(self.number, random)

    def is_open(self) -> bool:
        """Whether this seat knows all there is: nothing hidden, no luck to come."""
        return self._state.is_open()


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses for a seat. Its luck is its own, so that a game with the same players and seeds is the same game."""

    def choose(self, seat: Seat) -> i64:
        """One of `seat.actions()`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """What is known about good play of a game, asked of whole states: of worlds that a player or a search has sampled.

    This one knows nothing: it plays by lot. A game that knows better hands out its own (`Game.guide`).
    """

    def __init__(self, rollout: i64 = TO_THE_END, alone: bool = False) -> None:
        self.rollout = rollout
        """How many actions a search lets it play at least before it asks for `chance`; or `TO_THE_END`."""
        self.alone = alone
        """Whether a tree should hold the decisions of its own seat only, and leave all that follows to this guide:
        for games with long turns, where little is known of what the others could do."""

    def choose(self, state: State, random: Random) -> i64:
        """A good action, found quickly."""
        return state.random_action(random)

    def begin(self, state: State) -> None:
        """A search begins here: for guides that judge by where it began."""

    def can_judge(self, state: State) -> bool:
        """Whether this is a moment to ask for `chance`; else a rollout goes on a little."""
        return True

    def chance(self, state: State, seat: i64) -> float:
        """How likely a seat is to win from here, from 0 to 1, by its looks; not asked once the game is over.

        In a game with payoffs: the expected score, as a share of the range from `Game.min_score` to `Game.max_score`.
        """
        return 0.5

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """How promising each action looks, adding up to 1; None where all look alike."""
        return None


class GuidedPlayer(Player):
    """Does what a guide would do in one world that could be."""

    def __init__(self, guide: Guide, random: Random) -> None:
        self.guide = guide
        self.random = random

    def choose(self, seat: Seat) -> i64:
        return self.guide.choose(seat.sample(self.random), self.random)


def squashed(worth: i64, half: i64) -> float:
    """A number of any size as a chance from 0 to 1: 0 is an even chance, `half` is three to one.

    Made of divisions alone, which come out the same on every machine.
    """
    size = worth if worth >= 0 else -worth
    return 0.5 + 0.5 * (float(worth) / float(half + size))


def by_worth(worths: list[i64], patience: i64) -> list[float]:
    """Priors from numbers of any size: the best looks twice as promising as one that is less by `patience`."""
    best = worths[0]
    for worth in worths:
        if worth > best:
            best = worth
    total = 0.0
    weights: list[float] = []
    for worth in worths:
        weight = 1.0 / float(patience + best - worth)
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]

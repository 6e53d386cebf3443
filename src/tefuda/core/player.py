"""Player and Seat: what decides, and the information it decides with."""

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.core.observation import ObservationBuffer
from tefuda.core.random import Random
from tefuda.core.state import State

if TYPE_CHECKING:
    from tefuda.core.game import Game

TO_THE_END: Final = -1
"""The length of a rollout that continues until the game is over."""


class Seat:
    """A game seen from one seat. All answers are equal in worlds that look the same to the seat."""

    def __init__(self, game: "Game", state: State, number: i64) -> None:
        self.game = game
        self.number = number
        self._state = state

    def view(self) -> dict[str, Any]:
        """Return the view of this seat."""
        return self.game.view(self._state, self.number)

    def actions(self) -> list[i64]:
        """Return the legal actions."""
        return self._state.actions()

    def notation(self, action: i64) -> str:
        """Return the notation of a legal action."""
        return self.game.format(self._state, action)

    def options(self) -> dict[str, Any]:
        """Return all options of the game."""
        return self.game.position_options(self.game.position(self._state))

    def random_action(self, random: Random) -> i64:
        """Return a uniformly random legal action."""
        return self._state.random_action(random)

    def observe(self, into: ObservationBuffer) -> None:
        """Write the observation of this seat into a cleared row."""
        self._state.observe(self.number, into)

    def sample(self, random: Random) -> State:
        """Return a full state that is consistent with the view of this seat, sampled with `random`."""
        return self._state.resample(self.number, random)

    def is_open(self) -> bool:
        """Return whether nothing is hidden and nothing random can happen."""
        return self._state.is_open()


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses for a seat. It has a random generator of its own: equal players and seeds give equal games."""

    def choose(self, seat: Seat) -> i64:
        """Return one of `seat.actions()`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Knowledge about good play. It is applied to full states: worlds that a player or a search has sampled.

    This base class knows nothing and plays at random. Games define their own (`Players.guide`).
    """

    def __init__(self, rollout: i64 = TO_THE_END, alone: bool = False) -> None:
        self.rollout = rollout
        """The least number of rollout actions before a search asks for `chance`; or `TO_THE_END`."""
        self.alone = alone
        """Whether a search tree contains the decisions of its own seat only, and this guide plays for the others. Suits
        games with long turns and little knowledge about the opponent."""

    def choose(self, state: State, random: Random) -> i64:
        """Return a good action quickly."""
        return state.random_action(random)

    def begin(self, state: State) -> None:
        """Prepare for a search from this state. Guides that compare with the start of a search need it."""

    def can_judge(self, state: State) -> bool:
        """Return whether `chance` is meaningful in this state. If not, a rollout continues."""
        return True

    def chance(self, state: State, seat: i64) -> float:
        """Return the estimated probability that a seat wins, from 0 to 1. Not called after the end.

        In a game with payoffs: the expected score, as a share of the range from `Game.min_score` to `Game.max_score`.
        """
        return 0.5

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """Return a probability for each action, adding up to 1; None for equal probabilities."""
        return None


class GuidedPlayer(Player):
    """Samples one world and plays the choice of a guide."""

    def __init__(self, guide: Guide, random: Random) -> None:
        self.guide = guide
        self.random = random

    @override
    def choose(self, seat: Seat) -> i64:
        return self.guide.choose(seat.sample(self.random), self.random)


def squash(value: i64, half: i64) -> float:
    """Return a value of any size as a probability from 0 to 1: 0 gives 0.5, and `half` gives 0.75.

    It uses divisions only, which give equal results on every machine.
    """
    size = value if value >= 0 else -value
    return 0.5 + 0.5 * (float(value) / float(half + size))


def priors_from_values(values: list[i64], patience: i64) -> list[float]:
    """Return priors from values of any size: the best gets twice the prior of one that is less by `patience`."""
    best = values[0]
    for value in values:
        if value > best:
            best = value
    total = 0.0
    weights: list[float] = []
    for value in values:
        weight = 1.0 / float(patience + best - value)
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]

"""LocalGames: a `GameVector` in this process, with its vectors as NumPy arrays."""

from dataclasses import dataclass
from typing import Any

import numpy

from tefuda.core.game import Game
from tefuda.envs.game_vector import GameVector, VectorSettings
from tefuda.envs.spaces import Array, array_of


@dataclass(frozen=True)
class ArrayLayout:
    """The type of an array, and its shape for one slot."""

    dtype: Any
    shape: tuple[int, ...] = ()

    def empty(self, slots: int) -> Array:
        """Return an array of zeros."""
        return numpy.zeros((slots, *self.shape), self.dtype)


def layouts(game: Game, size: int, actions: int) -> dict[str, ArrayLayout]:
    """Return the arrays of a vector of games."""
    seats = (game.seats,)
    return {
        "observation": ArrayLayout(numpy.int16, (size,)),
        "action_mask": ArrayLayout(numpy.int8, (actions,)),
        "seat": ArrayLayout(numpy.int64),
        "acted": ArrayLayout(numpy.int64),
        "game": ArrayLayout(numpy.int64),
        "rewards": ArrayLayout(numpy.float64, seats),
        "scores": ArrayLayout(numpy.float64, seats),
        "terminated": ArrayLayout(numpy.bool_),
        "truncated": ArrayLayout(numpy.bool_),
        "final_observation": ArrayLayout(numpy.int16, (size,)),
    }


def buffers(games: GameVector) -> dict[str, Any]:
    """Return the vectors behind the arrays."""
    return {
        "observation": games.observations.numbers,
        "action_mask": games.masks.marks,
        "seat": games.seats,
        "acted": games.acted,
        "game": games.numbers,
        "rewards": games.rewards,
        "scores": games.scores,
        "terminated": games.terminated,
        "truncated": games.truncated,
        "final_observation": games.final_observations.numbers,
    }


class LocalGames:
    """Games in this process. The arrays are views of the vectors that the compiled code writes: there is no copy."""

    def __init__(self, settings: VectorSettings) -> None:
        self.games = GameVector(settings)
        count = int(settings.count)
        known = layouts(settings.game, int(self.games.observations.size), int(self.games.masks.size))
        self.arrays: dict[str, Array] = {}
        for name, buffer in buffers(self.games).items():
            layout = known[name]
            array = array_of(buffer, layout.dtype) if len(buffer) else layout.empty(count)
            self.arrays[name] = array.reshape(count, *layout.shape)
            self.arrays[name].flags.writeable = False

    def step(self, actions: Array) -> None:
        """Play one action in each game; raises `IllegalAction` before any game has changed."""
        self.games.step(actions.tolist())

    def restart(self, seed: int) -> None:
        """Begin the run with this seed."""
        self.games.restart(seed)

    def begin_next(self) -> None:
        """Leave the games that have begun, and begin the next ones."""
        self.games.begin_next()

    def random_actions(self) -> Array:
        """Return a random legal action for each game, from its own stream."""
        return numpy.array(self.games.random_actions(), numpy.int64)

    def close(self) -> None:
        """Do nothing: there are no processes."""

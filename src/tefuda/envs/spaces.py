"""Gymnasium spaces of a game, and the arrays of one state."""

import operator
from collections.abc import Mapping
from typing import Any

import numpy
from gymnasium import spaces

from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.observation import MaskBuffer, ObservationBuffer, ObservationSpace
from tefuda.core.registry import find_game
from tefuda.core.state import State
from tefuda.envs.game_vector import require_observations

Array = numpy.ndarray[Any, Any]
Observation = dict[str, Array]


def as_game(game: Game | str) -> Game:
    """Return a game given by itself or by its id."""
    return find_game(game) if isinstance(game, str) else game


def action_number(game: Game, action: Any) -> int:
    """Return an action as a number; raises `InvalidInput` if it is not a whole number."""
    try:
        return operator.index(action)
    except TypeError:
        raise invalid_input(
            "action_type",
            f"{game.id}: action {action!r} is not a whole number.",
            f"{game.id}: 行動 {action!r} は整数ではありません。",
        ) from None


def observation_box(space: ObservationSpace) -> spaces.Box:
    """Return the range of each number."""
    low = numpy.zeros(space.size, numpy.int16)
    high = numpy.zeros(space.size, numpy.int16)
    for field in space.fields:
        low[field.start : field.start + field.size] = field.low
        high[field.start : field.start + field.size] = field.high
    return spaces.Box(low, high, dtype=numpy.int16)


def mask_box(actions: int) -> spaces.Box:
    """Return the space of masks: 1 for a legal action."""
    return spaces.Box(0, 1, (actions,), numpy.int8)


def observation_space(game: Game, options: Mapping[str, Any]) -> spaces.Dict:
    """Return the space of observations with masks."""
    return spaces.Dict(
        {
            "observation": observation_box(require_observations(game, options)),
            "action_mask": mask_box(game.action_count(options)),
        }
    )


def scales(game: Game, options: Mapping[str, Any] | None = None) -> Array:
    """Return what to divide observations by, so that most numbers are from -1 to 1."""
    return numpy.array(require_observations(game, options or {}).scales(), numpy.float32)


def split(space: ObservationSpace, observations: Array) -> dict[str, Array]:
    """Return the fields of observations by name, each in its shape, without a copy."""
    before = observations.shape[:-1]
    return {
        field.name: observations[..., field.start : field.start + field.size].reshape(*before, *field.shape)
        for field in space.fields
    }


def array_of(buffer: Any, dtype: Any) -> Array:
    """Return a vector of the compiled code as an array, without a copy."""
    return numpy.frombuffer(buffer, dtype)


class StateArrays:
    """Writes the observation and the mask of single states."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.actions = game.action_count(options)
        self.numbers = ObservationBuffer(require_observations(game, options).size)
        self.masks = MaskBuffer(self.actions)

    def mask(self, state: State, seat: int) -> Array:
        """Return the legal actions of a seat: none if another one decides."""
        if state.seat != seat:
            return numpy.zeros(self.actions, numpy.int8)
        self.masks.begin()
        state.write_mask(self.masks)
        return array_of(self.masks.marks, numpy.int8).copy()

    def observation(self, state: State, seat: int) -> Observation:
        """Return what a seat sees, and its legal actions."""
        self.numbers.begin()
        state.observe(seat, self.numbers)
        seen = array_of(self.numbers.numbers, numpy.int16).copy()
        return {"observation": seen, "action_mask": self.mask(state, seat)}

"""The network in JAX."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy

from tefuda.train.layout import GroupLayout, Layout
from tefuda.train.network import NetworkShape, Parameters, evaluate


class JaxOperations:
    """The operations of a network on arrays. Boards are by row, column and channel."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def take(self, numbers: jax.Array, columns: list[int]) -> jax.Array:
        return numbers[:, numpy.asarray(columns)]

    def table(self, numbers: jax.Array, columns: list[list[int]]) -> jax.Array:
        return numbers[:, numpy.asarray(columns)]

    def board(self, numbers: jax.Array, group: GroupLayout) -> jax.Array:
        assert group.board is not None
        return numbers[:, numpy.asarray(group.columns).reshape(*group.board, -1)]

    def dense(self, values: jax.Array, name: str) -> jax.Array:
        found: jax.Array = values @ self.parameters[f"{name}_w"] + self.parameters[f"{name}_b"]
        return found

    def relu(self, values: jax.Array) -> jax.Array:
        return jax.nn.relu(values)

    def add(self, one: jax.Array, other: jax.Array) -> jax.Array:
        return one + other

    def add_to_cells(self, board: jax.Array, values: jax.Array) -> jax.Array:
        return board + values[:, None, None, :]

    def convolve(self, board: jax.Array, name: str) -> jax.Array:
        weights = self.parameters[f"{name}_w"]
        if weights.ndim == 2:
            return self.dense(board, name)
        found: jax.Array = jax.lax.conv_general_dilated(
            board, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        biased: jax.Array = found + self.parameters[f"{name}_b"]
        return biased

    def pool(self, board: jax.Array) -> jax.Array:
        return jnp.concatenate([board.mean((1, 2)), board.max((1, 2))], -1)

    def flatten(self, values: jax.Array) -> jax.Array:
        return values.reshape(len(values), math.prod(values.shape[1:]))

    def flatten_board(self, board: jax.Array) -> jax.Array:
        return self.flatten(board.transpose(0, 3, 1, 2))

    def split(self, values: jax.Array, parts: int) -> jax.Array:
        return values.reshape(len(values), parts, values.shape[-1] // parts)

    def product(self, one: jax.Array, other: jax.Array) -> jax.Array:
        return one @ other.transpose(0, 2, 1)

    def weighted_sums(self, table: jax.Array, weights: jax.Array) -> jax.Array:
        return self.flatten(weights.transpose(0, 2, 1) @ table)

    def columns(self, table: jax.Array, columns: list[int]) -> jax.Array:
        return table[:, :, numpy.asarray(columns)]

    def concatenate(self, values: list[jax.Array]) -> jax.Array:
        return jnp.concatenate(values, -1)


def evaluate_network(
    parameters: Parameters,
    layout: Layout,
    shape: NetworkShape,
    numbers: jax.typing.ArrayLike,
    precision: Any = jnp.float32,
) -> tuple[jax.Array, jax.Array]:
    """Return a logit for each action and the logit of the chance to win, for rows of observations."""
    scales = jnp.asarray(layout.scales, jnp.float32)
    scaled = (jnp.asarray(numbers, jnp.float32) / scales).astype(precision)
    rounded = jax.tree.map(lambda one: one.astype(precision), parameters)
    logits, value = evaluate(JaxOperations(rounded), layout, shape, scaled)
    return logits.astype(jnp.float32), value[:, 0].astype(jnp.float32)


def unpack(packed: jax.Array, inputs: int) -> jax.Array:
    """Return observations from packed rows (`PackedRows`)."""
    width = packed.shape[-1] // 2
    places = packed[:, :width].astype(jnp.int32)
    places = jnp.where(places < 0, inputs, places)  # outside: left out
    rows = jnp.arange(len(packed))[:, None]
    return jnp.zeros((len(packed), inputs), jnp.int16).at[rows, places].set(packed[:, width:], mode="drop")

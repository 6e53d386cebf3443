"""The network: its parameters, and the computation that JAX runs and ONNX files contain.

Numbers of no group, and tables of things, go through fully connected layers with skip connections. A board goes through
convolutions that also see the other numbers. Things of a table share their weights, so that a network can read cards it
has not seen. The heads score the actions about each thing, the other actions, and the position.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy

from tefuda.train.layout import GroupLayout, Layout

Parameters = dict[str, Any]
Tensor = Any
"""An array of JAX, or the name of a value in an ONNX file. The first axis counts the positions."""

SMALL = 0.1
"""The gain of the last layer before an addition: a new block changes little."""


@dataclass(frozen=True)
class NetworkShape:
    """The sizes of a network."""

    width: int = 256
    depth: int = 2
    """Fully connected layers. All but the first add their input to their output."""
    channels: int = 64
    blocks: int = 5
    """Pairs of convolutions, for games with a board."""
    token: int = 48
    """Numbers that describe a thing of a table."""


class Operations(Protocol):
    """What the network is made of."""

    def take(self, numbers: Tensor, columns: list[int]) -> Tensor:
        """Return some numbers of each position."""

    def table(self, numbers: Tensor, columns: list[list[int]]) -> Tensor:
        """Return the numbers of things: by position, thing and feature."""

    def board(self, numbers: Tensor, group: GroupLayout) -> Tensor:
        """Return the numbers of a board, as `convolve` reads them."""

    def dense(self, values: Tensor, name: str) -> Tensor:
        """Return a fully connected layer of the last axis."""

    def relu(self, values: Tensor) -> Tensor: ...

    def add(self, one: Tensor, other: Tensor) -> Tensor: ...

    def add_to_cells(self, board: Tensor, values: Tensor) -> Tensor:
        """Add a number for each channel to all cells."""

    def convolve(self, board: Tensor, name: str) -> Tensor:
        """Return a convolution that keeps the size of the board."""

    def pool(self, board: Tensor) -> Tensor:
        """Return the mean and the maximum of each channel."""

    def flatten(self, values: Tensor) -> Tensor:
        """Return all numbers of a position in one axis."""

    def flatten_board(self, board: Tensor) -> Tensor:
        """Return the numbers of a board by channel, then by cell."""

    def split(self, values: Tensor, parts: int) -> Tensor:
        """Return the last axis as two: parts, and numbers of each part."""

    def product(self, one: Tensor, other: Tensor) -> Tensor:
        """Return the dot products of the rows of two tables."""

    def weighted_sums(self, table: Tensor, weights: Tensor) -> Tensor:
        """Return for each column of `weights` the sum of the rows of `table`, weighted by it."""

    def columns(self, table: Tensor, columns: list[int]) -> Tensor:
        """Return some columns of the last axis of a table."""

    def concatenate(self, values: list[Tensor]) -> Tensor: ...


def evaluate(ops: Operations, layout: Layout, shape: NetworkShape, numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Return the scores of all actions and the logit of the chance to win, for numbers that are scaled."""
    parts = [ops.take(numbers, layout.flat)] if layout.flat else []
    tokens = []
    for group in layout.tables:
        raw = ops.table(numbers, group.columns)
        token = ops.relu(ops.dense(raw, f"{group.name}_first"))
        token = ops.add(token, ops.relu(ops.dense(token, f"{group.name}_second")))
        tokens.append(token)
        parts.append(ops.flatten(token) if group.fixed else ops.weighted_sums(token, ops.columns(raw, group.weights)))
    board, cells = layout.board, None
    if board is not None:
        cells, pooled = evaluate_board(ops, shape, ops.board(numbers, board), parts)
        parts.append(pooled)
    found = ops.relu(ops.dense(joined(ops, parts), "dense0"))
    for number in range(1, shape.depth):
        found = ops.add(found, ops.relu(ops.dense(found, f"dense{number}")))
    heads = [ops.dense(found, "other")]
    for group, token in zip(layout.tables, tokens, strict=True):
        queries = ops.split(ops.dense(found, f"{group.name}_queries"), len(group.actions))
        products = ops.product(ops.dense(token, f"{group.name}_keys"), queries)
        heads.append(ops.flatten(ops.add(products, ops.dense(token, f"{group.name}_scores"))))
    if cells is not None:
        hidden = ops.relu(ops.add_to_cells(ops.convolve(cells, "cell_hidden"), ops.dense(found, "cell_bias")))
        heads.append(ops.flatten_board(ops.convolve(hidden, "cell_scores")))
    return ops.take(joined(ops, heads), layout.output_order()), ops.dense(found, "value")


def evaluate_board(ops: Operations, shape: NetworkShape, board: Tensor, parts: list[Tensor]) -> tuple[Tensor, Tensor]:
    """Return the cells and their pooled channels after all convolutions."""
    found = ops.convolve(board, "stem")
    if parts:
        found = ops.add_to_cells(found, ops.dense(joined(ops, parts), "stem_bias"))
    found = ops.relu(found)
    for number in range(shape.blocks):
        inner = ops.relu(ops.convolve(found, f"block{number}_first"))
        if number % 2 == 1:  # distant cells meet here
            inner = ops.add_to_cells(inner, ops.dense(ops.pool(inner), f"block{number}_pool"))
        found = ops.relu(ops.add(found, ops.convolve(inner, f"block{number}_second")))
    return found, ops.pool(found)


def joined(ops: Operations, parts: list[Tensor]) -> Tensor:
    return parts[0] if len(parts) == 1 else ops.concatenate(parts)


def new_parameters(layout: Layout, shape: NetworkShape, seed: int) -> Parameters:
    """Return random parameters (He initialisation). The heads start near zero: no preference and an even game."""
    random = numpy.random.default_rng(seed)
    found: Parameters = {}

    def layer(name: str, inputs: int, outputs: int, gain: float = 1.0, size: int = 1) -> None:
        scale = gain * numpy.sqrt(2.0 / (inputs * size * size))
        weights = random.normal(0.0, scale, (size, size, inputs, outputs))
        found[f"{name}_w"] = (weights if size > 1 else weights[0, 0]).astype(numpy.float32)
        found[f"{name}_b"] = numpy.zeros(outputs, numpy.float32)

    width, channels, token = shape.width, shape.channels, shape.token
    inputs = len(layout.flat)
    for group in layout.tables:
        layer(f"{group.name}_first", group.features, token, 2.0)
        layer(f"{group.name}_second", token, token)
        layer(f"{group.name}_keys", token, token)
        layer(f"{group.name}_scores", token, len(group.actions), SMALL)
        layer(f"{group.name}_queries", width, len(group.actions) * token, SMALL / numpy.sqrt(token))
        inputs += token * (group.count if group.fixed else len(group.weights))
    if layout.board is not None:
        layer("stem", layout.board.features, channels, 2.0, 3)
        if inputs:
            layer("stem_bias", inputs, channels)
        for number in range(shape.blocks):
            layer(f"block{number}_first", channels, channels, 1.0, 3)
            layer(f"block{number}_second", channels, channels, SMALL, 3)
            if number % 2 == 1:
                layer(f"block{number}_pool", 2 * channels, channels, SMALL)
        inputs += 2 * channels
        layer("cell_hidden", channels, channels // 2)
        layer("cell_bias", width, channels // 2)
        layer("cell_scores", channels // 2, len(layout.board.actions), SMALL)
    layer("dense0", inputs, width, 1.0 if layout.board is not None else 2.0)
    for number in range(1, shape.depth):
        layer(f"dense{number}", width, width)
    layer("other", width, max(1, len(layout.other_actions)), SMALL)
    layer("value", width, 1, SMALL)
    return found

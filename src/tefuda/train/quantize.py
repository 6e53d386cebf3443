"""Networks with convolutions of 8 bits: about two and a half times as fast on a processor."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players.network import NetworkEvaluations, NetworkPlayer, read_network
from tefuda.train.atomic_file import write_atomically

GAMES = 12
"""Games whose positions show the range of each number in the network."""
POSITIONS = 400
ROWS = 8
TEMPERATURE = 1.5
"""The games are played with some variety."""

FLOAT16, FLOAT32 = 10, 1
"""ONNX's codes of numbers."""


def quantize_network(game: Game, options: dict[str, Any], source: Path, target: Path) -> None:
    """Write a network whose convolutions compute with 8 bits; raises `InvalidInput` if that is not possible."""
    import onnx
    from onnxruntime import quantization
    from onnxruntime.quantization.shape_inference import quant_pre_process

    network = read_network(game, source)
    model = onnx.load(source)
    metadata = {one.key: one.value for one in model.metadata_props}
    operators = {node.op_type for node in model.graph.node}
    if "QuantizeLinear" in operators:
        raise invalid_input("quantized", f"{source.name} has 8 bits already.", f"{source.name} はすでに 8 ビットです。")
    if "Conv" not in operators:
        raise invalid_input(
            "no_convolutions",
            f"{source.name} has no convolutions; it would not get faster.",
            f"{source.name} には畳み込みがないため、速くなりません。",
        )
    widen_constants(model)
    positions = self_play_positions(game, options, NetworkEvaluations(network, 1))
    with tempfile.TemporaryDirectory(prefix="tefuda-quantize-") as folder:
        wide, prepared, quantized = (str(Path(folder) / f"{name}.onnx") for name in ("wide", "prepared", "quantized"))
        onnx.save(model, wide)
        quant_pre_process(wide, prepared, skip_symbolic_shape=True)
        quantization.quantize_static(
            prepared,
            quantized,
            Positions(positions),
            per_channel=True,
            # Processors without VNNI instructions add products in 16 bits, which products of 7 bits cannot exceed.
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            op_types_to_quantize=["Conv"],
        )
        model = onnx.load(quantized)
    narrow_constants(model)
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, metadata)
    write_atomically(target, lambda file: file.write(model.SerializeToString()))


class Positions:
    """Observations, as onnxruntime reads them to find the range of each number."""

    def __init__(self, rows: Any) -> None:
        self.batches: Iterator[Any] = iter([rows[start : start + ROWS] for start in range(0, len(rows), ROWS)])

    def get_next(self) -> dict[str, Any] | None:
        batch = next(self.batches, None)
        return None if batch is None else {"observations": batch}


def self_play_positions(game: Game, options: dict[str, Any], evaluations: NetworkEvaluations) -> Any:
    """Return observations of decisions in games of a network against itself."""
    found = []
    for number in range(GAMES):
        random = xoshiro(number, 1)
        state = game.start(number, options)
        player = NetworkPlayer(evaluations.network, random, TEMPERATURE)
        while state.seat != OVER:
            seat = Seat(game, state, state.seat)
            evaluations.ask_seat(0, seat)
            found.append(evaluations.numbers[0].copy())
            state.play(player.choose(seat))
    return numpy.array(found)[:: max(1, len(found) // POSITIONS)]


def widen_constants(model: Any) -> None:
    """Replace parameters of 16 bits and their casts by parameters of 32 bits."""
    from onnx import numpy_helper

    constants = {one.name: one for one in model.graph.initializer if one.data_type == FLOAT16}
    casts = [node for node in model.graph.node if node.op_type == "Cast" and node.input[0] in constants]
    for node in casts:
        array = numpy_helper.to_array(constants[node.input[0]]).astype(numpy.float32)
        model.graph.initializer.append(numpy_helper.from_array(array, node.output[0]))
        model.graph.node.remove(node)
    for constant in constants.values():
        model.graph.initializer.remove(constant)


def narrow_constants(model: Any) -> None:
    """Store tables of parameters of 32 bits in 16 bits, with a cast."""
    from onnx import helper, numpy_helper

    tables = [one for one in model.graph.initializer if one.data_type == FLOAT32 and len(one.dims) > 1]
    casts = []
    for table in tables:
        narrow = numpy_helper.to_array(table).astype(numpy.float16)
        stored = numpy_helper.from_array(narrow, f"{table.name}_16")
        casts.append(helper.make_node("Cast", [stored.name], [table.name], to=FLOAT32))
        model.graph.initializer.remove(table)
        model.graph.initializer.append(stored)
    for place, node in enumerate(casts):
        model.graph.node.insert(place, node)

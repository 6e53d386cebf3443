"""ONNX models of Card Othello: features, inference, reading and writing (docs/models.md)."""

import math
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from tefuda.core.observation import ObservationBuffer
from tefuda.core.player import Seat
from tefuda.games.card_othello.players.policy import (
    GAME_ID,
    RULES_VERSION,
    Policy,
    best_legal_action,
    file_exists,
    log,
    missing_model,
    unusable_model,
)
from tefuda.games.card_othello.rules.board import CELL_NUMBERS, CELLS
from tefuda.games.card_othello.rules.codes import (
    ACTION_COUNT,
    CARD_CODES,
    CARD_TYPE_COUNT,
    MARK_KIND_CODES,
    MARK_KIND_COUNT,
)
from tefuda.games.card_othello.rules.observation import PLAIN_SIZE, observation_space
from tefuda.games.card_othello.rules.observation import VERSION as OBSERVATION_VERSION

FEATURES_VERSION: Final = 1
"""The version of `features`. Models of version 2 read the observation (docs/observations.md)."""
PLANES: Final = 3 + 2 * MARK_KIND_COUNT
SCALARS: Final = 9
FEATURES: Final = CELLS * PLANES + SCALARS + 3 * CARD_TYPE_COUNT
METADATA: Final = {"game": GAME_ID, "rules": str(RULES_VERSION), "features": str(FEATURES_VERSION)}
SCALES: Final = observation_space(True).scales()
INPUT_SIZES: Final = {str(FEATURES_VERSION): [FEATURES], str(OBSERVATION_VERSION): [len(SCALES), PLAIN_SIZE]}
"""The sizes of the input by version. A model of version 2 reads all numbers, or those of plain Othello."""


def features(view: dict[str, Any]) -> list[float]:
    """Return a seat's view as numbers, relative to the player to move."""
    choice = view["choice"]
    me = choice["seat"]
    other = "white" if me == "black" else "black"
    values = [0.0] * FEATURES

    def set_plane(plane: int, cell: int, value: float = 1.0) -> None:
        values[plane * CELLS + cell] = value

    for cell, sign in enumerate("".join(view["board"])):
        if sign != ".":
            set_plane(0 if (sign == "B") == (me == "black") else 1, cell)
    for name in choice["cells"]:
        set_plane(2, CELL_NUMBERS[name])
    for entry in view["marks"]:
        plane = 3 + MARK_KIND_CODES[entry["mark"]] + (0 if entry["owner"] == me else MARK_KIND_COUNT)
        set_plane(plane, CELL_NUMBERS[entry["at"]], entry["left"] / 5 if entry["left"] else 1.0)
    base = PLANES * CELLS
    values[base : base + SCALARS] = [
        view["charge"][me] / view["cap"],
        view["charge"][other] / view["cap"],
        view["decks"][me] / 30,
        view["decks"][other] / 30,
        view["hands"][other] / 5,
        float(choice["card_used"]),
        choice["placements"] - 1.0,
        float(choice["passes"]),
        choice["sacrificed"] / 3,
    ]
    base += SCALARS
    for card in view["hand"]:
        values[base + CARD_CODES[card]] += 1.0
    if choice["pending"] is not None:
        values[base + CARD_TYPE_COUNT + CARD_CODES[choice["pending"]]] = 1.0
    for card in choice["cards"]:
        values[base + 2 * CARD_TYPE_COUNT + CARD_CODES[card]] = 1.0
    return values


def scaled_observation(seat: Seat, size: int) -> list[float]:
    """Return the first numbers of an observation as a network of version 2 reads them."""
    row = ObservationBuffer(size)
    seat.observe(row)
    return [int(number) / scale for number, scale in zip(row.numbers, SCALES, strict=False)]


class OnnxPolicy(Policy):
    """Plays the legal action with the highest output."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.input: str = session.get_inputs()[0].name
        self.size: int = session.get_inputs()[0].shape[1]
        self.reads_observations = self.size != FEATURES
        self.has_value = len(session.get_outputs()) > 1
        """Whether the model also returns the winning chance of the side to move."""

    def inputs(self, seat: Seat) -> list[float]:
        """Return what a seat sees as the input of this model."""
        return scaled_observation(seat, self.size) if self.reads_observations else features(seat.view())

    def action_scores(self, values: list[float]) -> list[float]:
        """Return the scores of all actions; raises an error of the library if inference fails."""
        return self.evaluate(values)[0]

    def evaluate(self, values: list[float]) -> tuple[list[float], float]:
        """Return the scores of all actions and the winning chance of the side to move (0.5 without a value output)."""
        import numpy

        found = self.session.run(None, {self.input: numpy.array([values], dtype=numpy.float32)})
        if found[0].shape != (1, ACTION_COUNT):
            raise ValueError(f"invalid output shape {found[0].shape}")
        chance = 0.5
        if self.has_value:
            if found[1].size != 1:
                raise ValueError(f"invalid shape {found[1].shape} of the second output")
            chance = min(1.0, max(0.0, float(found[1].reshape(-1)[0])))
        return [float(value) for value in found[0][0]], chance

    @override
    def choose(self, seat: Seat) -> int | None:
        try:
            output = self.action_scores(self.inputs(seat))
        except Exception as failure:  # it ran once when it was loaded
            log.warning("Model cannot be run: %s. Skipped.", error_summary(failure))
            return None
        legal = [int(action) for action in seat.actions()]
        scores = {action: output[action] for action in legal if math.isfinite(output[action])}
        return best_legal_action(scores, legal)


def read_model(path: Path) -> OnnxPolicy:
    """Load a model file; raises `UnusableModel`."""
    if not file_exists(path):
        raise missing_model()
    try:
        import onnxruntime
    except ImportError:
        raise unusable_model("requires onnxruntime, which is not installed.", "には onnxruntime が必要です。") from None
    try:
        quiet = onnxruntime.SessionOptions()
        quiet.log_severity_level = 4
        quiet.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path), quiet, providers=["CPUExecutionProvider"])
    except Exception as failure:  # the library raises several exception types for a broken file
        reason = error_summary(failure)
        raise unusable_model(f"cannot be read: {reason}.", f"を読めません（{reason}）。") from failure
    check_model(session)
    model = OnnxPolicy(session)
    try:
        model.action_scores([0.0] * model.size)
    except Exception as failure:
        reason = error_summary(failure)
        raise unusable_model(f"cannot be run: {reason}.", f"を実行できません（{reason}）。") from failure
    return model


def error_summary(failure: Exception) -> str:
    """Return the first line of an error message."""
    return next(iter(str(failure).strip().splitlines()), type(failure).__name__).rstrip(".")


def check_model(session: Any) -> None:
    """Check the game, the version, and the shapes of input and output; raises `UnusableModel`."""
    written = session.get_modelmeta().custom_metadata_map
    allowed = {"game": [GAME_ID], "rules": [str(RULES_VERSION)], "features": list(INPUT_SIZES)}
    for key, values in allowed.items():
        found = written.get(key)
        if found not in values:
            wanted = " or ".join(map(repr, values))
            raise unusable_model(
                f"has {key} {found!r}; {wanted} is required.", f"の {key} が {found!r} です（{wanted} が必要）。"
            )
    for what, ends, sizes in (
        ("input", session.get_inputs(), INPUT_SIZES[written["features"]]),
        ("output", session.get_outputs(), [ACTION_COUNT]),
    ):
        shape = list(ends[0].shape) if ends else []
        if len(ends) < 1 or (what == "input" and len(ends) != 1) or len(shape) != 2 or shape[1] not in sizes:
            wanted = " or ".join(f"[n, {size}]" for size in sizes)
            raise unusable_model(
                f"has {what} {shape}; {wanted} is required.", f"の {what} が {shape} です（{wanted} が必要）。"
            )
        if ends[0].type != "tensor(float)":
            raise unusable_model(
                f"has {what} type {ends[0].type}; tensor(float) is required.",
                f"の {what} の型が {ends[0].type} です（tensor(float) が必要）。",
            )


def write_model(
    path: Path, layers: list[tuple[Any, Any]], value: tuple[Any, Any] | None = None, version: int = FEATURES_VERSION
) -> None:
    """Write a network of fully connected layers (weights inputs x outputs, biases) as an ONNX model.

    The activation between layers is ReLU. `value` is an extra output layer with one sigmoid unit, the winning chance.
    `version` is that of the input: 1 for `features`, 2 for the observation.
    Requires the `onnx` package.
    """
    import numpy
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, constants, name = [], [], "features"
    for number, (weights, biases) in enumerate(layers):
        for part, array in (("w", weights), ("b", biases)):
            constants.append(numpy_helper.from_array(numpy.asarray(array, dtype=numpy.float32), f"{part}{number}"))
        last = number == len(layers) - 1
        out = "policy" if last else f"sum{number}"
        nodes.append(helper.make_node("Gemm", [name, f"w{number}", f"b{number}"], [out]))
        if not last:
            nodes.append(helper.make_node("Relu", [out], [f"out{number}"]))
        name = f"out{number}"
    sizes = [numpy.asarray(weights).shape for weights, _ in layers]
    inputs = [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", sizes[0][0]])]
    outputs = [helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", sizes[-1][1]])]
    if value is not None:
        before = "features" if len(layers) == 1 else f"out{len(layers) - 2}"
        for part, array in zip(("w", "b"), value, strict=True):
            constants.append(numpy_helper.from_array(numpy.asarray(array, dtype=numpy.float32), f"value_{part}"))
        nodes.append(helper.make_node("Gemm", [before, "value_w", "value_b"], ["worth"]))
        nodes.append(helper.make_node("Sigmoid", ["worth"], ["value"]))
        outputs.append(helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1]))
    graph = helper.make_graph(nodes, GAME_ID, inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    for key, written in {**METADATA, "features": str(version)}.items():
        model.metadata_props.add(key=key, value=written)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))

"""ONNX models of Card Othello: what goes in, what comes out, reading and writing (docs/models.md)."""

import math
from pathlib import Path
from typing import Any, Final

from tefuda.core.player import Seat
from tefuda.games.card_othello.players.policy import GAME, RULES, Policy, best_legal, is_there, log, missing, unusable
from tefuda.games.card_othello.rules.board import CELLS, NUMBERS
from tefuda.games.card_othello.rules.codes import ACTIONS, CARD_CODES, CARDS, KIND_CODES, KINDS

FEATURES_VERSION: Final = 1
PLANES: Final = 3 + 2 * KINDS
SCALARS: Final = 9
FEATURES: Final = CELLS * PLANES + SCALARS + 3 * CARDS
METADATA: Final = {"game": GAME, "rules": str(RULES), "features": str(FEATURES_VERSION)}


def features(view: dict[str, Any]) -> list[float]:
    """A seat's view as numbers, from the side of the player to move."""
    choice = view["choice"]
    me = choice["seat"]
    other = "white" if me == "black" else "black"
    values = [0.0] * FEATURES

    def mark(plane: int, cell: int, value: float = 1.0) -> None:
        values[plane * CELLS + cell] = value

    for cell, sign in enumerate("".join(view["board"])):
        if sign != ".":
            mark(0 if (sign == "B") == (me == "black") else 1, cell)
    for name in choice["cells"]:
        mark(2, NUMBERS[name])
    for entry in view["marks"]:
        plane = 3 + KIND_CODES[entry["mark"]] + (0 if entry["owner"] == me else KINDS)
        mark(plane, NUMBERS[entry["at"]], entry["left"] / 5 if entry["left"] else 1.0)
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
        values[base + CARDS + CARD_CODES[choice["pending"]]] = 1.0
    for card in choice["cards"]:
        values[base + 2 * CARDS + CARD_CODES[card]] = 1.0
    return values


class OnnxPolicy(Policy):
    """Plays the legal action with the highest output."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.input: str = session.get_inputs()[0].name
        self.has_value = len(session.get_outputs()) > 1
        """Whether it also says how likely the side to move is to win."""

    def outputs(self, values: list[float]) -> list[float]:
        """The scores of all actions; raises whatever the library does where the model cannot be run."""
        return self.judged(values)[0]

    def judged(self, values: list[float]) -> tuple[list[float], float]:
        """The scores of all actions, and the chance of the side to move: even where the model has no opinion."""
        import numpy

        found = self.session.run(None, {self.input: numpy.array([values], dtype=numpy.float32)})
        if found[0].shape != (1, ACTIONS):
            raise ValueError(f"the output has the shape {found[0].shape}")
        chance = 0.5
        if self.has_value:
            if found[1].size != 1:
                raise ValueError(f"the second output has the shape {found[1].shape}")
            chance = min(1.0, max(0.0, float(found[1].reshape(-1)[0])))
        return [float(value) for value in found[0][0]], chance

    def choose(self, seat: Seat) -> int | None:
        try:
            output = self.outputs(features(seat.view()))
        except Exception as failure:  # it ran once, when it was read
            log.warning("the model cannot be run: %s. It is passed over.", reason_of(failure))
            return None
        legal = [int(action) for action in seat.actions()]
        scores = {action: output[action] for action in legal if math.isfinite(output[action])}
        return best_legal(scores, legal)


def read_model(path: Path) -> OnnxPolicy:
    """The model of a file; raises `UnusableModel`."""
    if not is_there(path):
        raise missing()
    try:
        import onnxruntime
    except ImportError:
        raise unusable("needs onnxruntime, which is not installed.", "には onnxruntime が必要です。") from None
    try:
        quiet = onnxruntime.SessionOptions()
        quiet.log_severity_level = 4
        quiet.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path), quiet, providers=["CPUExecutionProvider"])
    except Exception as failure:  # whatever the library makes of a broken file
        reason = reason_of(failure)
        raise unusable(f"cannot be read: {reason}.", f"を読めません（{reason}）。") from failure
    check_model(session)
    model = OnnxPolicy(session)
    try:
        model.outputs([0.0] * FEATURES)
    except Exception as failure:
        reason = reason_of(failure)
        raise unusable(f"cannot be run: {reason}.", f"を実行できません（{reason}）。") from failure
    return model


def reason_of(failure: Exception) -> str:
    """The first line of what a library says."""
    return next(iter(str(failure).strip().splitlines()), type(failure).__name__).rstrip(".")


def check_model(session: Any) -> None:
    """A model for this game and version, with one input and one output of the right sizes."""
    written = session.get_modelmeta().custom_metadata_map
    for key, wanted in METADATA.items():
        if written.get(key) != wanted:
            found = written.get(key)
            raise unusable(
                f"has {key} {found!r}, not {wanted!r}.", f"の {key} が {found!r} です（{wanted!r} が必要）。"
            )
    for what, ends, size in (
        ("input", session.get_inputs(), FEATURES),
        ("output", session.get_outputs(), ACTIONS),
    ):
        shape = list(ends[0].shape) if ends else []
        if len(ends) < 1 or (what == "input" and len(ends) != 1) or len(shape) != 2 or shape[1] != size:
            raise unusable(
                f"has {what} {shape}, not [n, {size}].", f"の {what} が {shape} です（[n, {size}] が必要）。"
            )
        if ends[0].type != "tensor(float)":
            raise unusable(f"has {what} of {ends[0].type}.", f"の {what} の型が {ends[0].type} です。")


def write_model(path: Path, layers: list[tuple[Any, Any]], value: tuple[Any, Any] | None = None) -> None:
    """Write a network of fully connected layers, weights (inputs x outputs) and biases, as a model.

    Between layers stands a ReLU. `value` reads the input of the last layer: one number, squashed into a chance to win.
    Needs the `onnx` package.
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
    graph = helper.make_graph(nodes, GAME, inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    for key, written in METADATA.items():
        model.metadata_props.add(key=key, value=written)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))

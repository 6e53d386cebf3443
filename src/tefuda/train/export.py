"""Networks as ONNX files that players can load."""

import math
from pathlib import Path
from typing import Any

import numpy

from tefuda.train.atomic_file import write_atomically
from tefuda.train.layout import GroupLayout, Layout
from tefuda.train.network import NetworkShape, Parameters, evaluate


class OnnxOperations:
    """The operations of a network as nodes of an ONNX graph. Boards are by channel, row and column."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.widths: dict[str, int] = {}
        """By value: the length of its last axis."""

    def node(self, kind: str, inputs: list[str], output: str = "", **more: Any) -> str:
        """Add a node and return the name of its output."""
        from onnx import helper

        output = output or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **more))
        return output

    def constant(self, array: Any, name: str = "") -> str:
        from onnx import numpy_helper

        name = name or f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(numpy.asarray(array), name))
        return name

    def weights(self, name: str, array: Any) -> str:
        """Return parameters: stored in 16 bits, computed in 32. `parameters_file.py` finds them by name."""
        return self.node("Cast", [self.constant(numpy.asarray(array, numpy.float16), f"{name}_16")], name, to=1)

    def take(self, numbers: str, columns: list[int]) -> str:
        return self.node("Gather", [numbers, self.constant(numpy.asarray(columns, numpy.int64))], axis=1)

    def table(self, numbers: str, columns: list[list[int]]) -> str:
        return self.node("Gather", [numbers, self.constant(numpy.asarray(columns, numpy.int64))], axis=1)

    def board(self, numbers: str, group: GroupLayout) -> str:
        assert group.board is not None
        columns = numpy.asarray(group.columns, numpy.int64).T.reshape(-1, *group.board)
        return self.node("Gather", [numbers, self.constant(columns)], axis=1)

    def dense(self, values: str, name: str) -> str:
        weights, bias = self.parameters[f"{name}_w"], self.parameters[f"{name}_b"]
        product = self.node("MatMul", [values, self.weights(f"{name}_w", weights)])
        found = self.node("Add", [product, self.weights(f"{name}_b", bias)])
        self.widths[found] = numpy.shape(weights)[-1]
        return found

    def relu(self, values: str) -> str:
        return self.node("Relu", [values])

    def add(self, one: str, other: str) -> str:
        return self.node("Add", [one, other])

    def add_to_cells(self, board: str, values: str) -> str:
        shaped = self.reshape(values, [0, -1, 1, 1])
        return self.node("Add", [board, shaped])

    def convolve(self, board: str, name: str) -> str:
        weights = numpy.asarray(self.parameters[f"{name}_w"])
        weights = weights if weights.ndim == 4 else weights[None, None]
        size = weights.shape[0]
        by_output = self.weights(f"{name}_w", weights.transpose(3, 2, 0, 1))
        bias = self.weights(f"{name}_b", self.parameters[f"{name}_b"])
        return self.node("Conv", [board, by_output, bias], kernel_shape=[size, size], pads=[size // 2] * 4)

    def pool(self, board: str) -> str:
        mean, most = self.node("GlobalAveragePool", [board]), self.node("GlobalMaxPool", [board])
        return self.flatten(self.node("Concat", [mean, most], axis=1))

    def flatten(self, values: str) -> str:
        return self.reshape(values, [0, -1])

    def flatten_board(self, board: str) -> str:
        return self.flatten(board)

    def split(self, values: str, parts: int) -> str:
        return self.reshape(values, [0, parts, self.widths[values] // parts])

    def product(self, one: str, other: str) -> str:
        return self.node("MatMul", [one, self.node("Transpose", [other], perm=[0, 2, 1])])

    def weighted_sums(self, table: str, weights: str) -> str:
        return self.flatten(self.node("MatMul", [self.node("Transpose", [weights], perm=[0, 2, 1]), table]))

    def columns(self, table: str, columns: list[int]) -> str:
        return self.node("Gather", [table, self.constant(numpy.asarray(columns, numpy.int64))], axis=2)

    def concatenate(self, values: list[str]) -> str:
        return self.node("Concat", values, axis=1)

    def reshape(self, values: str, shape: list[int]) -> str:
        return self.node("Reshape", [values, self.constant(numpy.asarray(shape, numpy.int64))])


def write_network(
    path: Path, parameters: Parameters, layout: Layout, shape: NetworkShape, metadata: dict[str, str]
) -> None:
    """Write a network as an ONNX file."""
    from onnx import TensorProto, checker, helper

    ops = OnnxOperations(parameters)
    factors = ops.constant(1.0 / numpy.asarray(layout.scales, numpy.float32))
    numbers = ops.node("Mul", [ops.node("Cast", ["observations"], to=TensorProto.FLOAT), factors])
    logits, value = evaluate(ops, layout, shape, numbers)
    ops.node("Identity", [logits], "policy")
    ops.node("Sigmoid", [value], "value")
    graph = helper.make_graph(
        ops.nodes,
        metadata["game"],
        [helper.make_tensor_value_info("observations", TensorProto.INT16, ["n", layout.inputs])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", layout.actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1]),
        ],
        ops.constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, metadata)
    checker.check_model(model)
    write_atomically(path, lambda file: file.write(model.SerializeToString()))


def parameter_count(parameters: Parameters) -> int:
    """Return the number of weights."""
    return sum(math.prod(numpy.shape(one)) for one in parameters.values())

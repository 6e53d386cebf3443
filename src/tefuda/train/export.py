"""Networks as ONNX files that players can load."""

from pathlib import Path
from typing import Any

import numpy

from tefuda.train.atomic_file import write_atomically


def write_network(path: Path, parameters: dict[str, Any], scales: list[float], metadata: dict[str, str]) -> None:
    """Write a network. The weights are stored in 16 bits and computed in 32."""
    from onnx import TensorProto, checker, helper, numpy_helper

    nodes, constants = [], []

    def add(kind: str, inputs: list[str], output: str, **more: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **more))
        return output

    def weights(name: str) -> str:
        array = numpy.asarray(parameters[name], numpy.float16)
        constants.append(numpy_helper.from_array(array, f"{name}_half"))
        return add("Cast", [f"{name}_half"], name, to=TensorProto.FLOAT)

    constants.append(numpy_helper.from_array(1.0 / numpy.asarray(scales, numpy.float32), "factors"))
    inputs, actions = len(scales), numpy.shape(parameters["w_policy"])[1]
    found = add("Mul", [add("Cast", ["observations"], "numbers", to=TensorProto.FLOAT), "factors"], "inputs")
    depth = sum(name[0] == "w" and name[1:].isdecimal() for name in parameters)
    for number in range(depth):
        total = add("Gemm", [found, weights(f"w{number}"), weights(f"b{number}")], f"sum{number}")
        active = add("Relu", [total], f"active{number}")
        found = active if number == 0 else add("Add", [found, active], f"found{number}")
    add("Gemm", [found, weights("w_policy"), weights("b_policy")], "policy")
    add("Sigmoid", [add("Gemm", [found, weights("w_value"), weights("b_value")], "worth")], "value")
    graph = helper.make_graph(
        nodes,
        metadata["game"],
        [helper.make_tensor_value_info("observations", TensorProto.INT16, ["n", inputs])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1]),
        ],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, metadata)
    checker.check_model(model)
    write_atomically(path, lambda file: file.write(model.SerializeToString()))

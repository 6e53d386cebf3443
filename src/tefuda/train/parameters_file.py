"""The parameters in a network file, to train on from it."""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.game import Game
from tefuda.players.network import read_network, unusable
from tefuda.train.layout import Layout
from tefuda.train.network import NetworkShape, Parameters, new_parameters


def read_parameters(game: Game, path: Path, layout: Layout) -> tuple[NetworkShape, Parameters]:
    """Return the sizes and the parameters of a network file, also of 8 bits; raises `UnusableNetwork`."""
    import onnx
    from onnx import numpy_helper

    network = read_network(game, path)
    if (network.inputs, network.actions) != (layout.inputs, layout.actions):
        raise unusable(path, "was made for other options.", "別のオプション用のネットワークです。")
    constants = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    try:
        shape = shape_of(constants, layout)
        wanted = new_parameters(layout, shape, 0)
        found = {name: read_parameter(constants, name).reshape(numpy.shape(one)) for name, one in wanted.items()}
    except ValueError as failure:
        raise unusable(
            path,
            f"training cannot start from it: {failure}. Files of earlier versions have no names for their parameters.",
            f"ここからは学習を始められません（{failure}）。以前のバージョンのファイルにはパラメータ名がありません。",
        ) from failure
    return shape, found


def shape_of(constants: dict[str, Any], layout: Layout) -> NetworkShape:
    """Return the sizes of a network; raises `ValueError`."""

    def size(layer: str) -> int:
        return len(read_parameter(constants, f"{layer}_b"))

    def count(layers: str) -> int:
        return next(
            number for number in itertools.count() if not has_parameter(constants, f"{layers.format(number)}_b")
        )

    found = NetworkShape(width=size("dense0"), depth=count("dense{}"), blocks=count("block{}_first"))
    if layout.board is not None:
        found = replace(found, channels=size("stem"))
    if layout.tables:
        found = replace(found, token=size(f"{layout.tables[0].name}_second"))
    return found


def has_parameter(constants: dict[str, Any], name: str) -> bool:
    return any(form in constants for form in (name, f"{name}_16", f"{name}_quantized"))


def read_parameter(constants: dict[str, Any], name: str) -> Any:
    """Return a parameter in the order of axes that training uses; raises `ValueError`."""
    if not has_parameter(constants, name):
        raise ValueError(f"no parameter {name!r}")
    array = constants.get(f"{name}_16", constants.get(name))
    if array is None:
        array = constants[f"{name}_quantized"]
        scale = constants[f"{name}_scale" if f"{name}_scale" in constants else f"{name}_quantized_scale"]
        array = array * scale.reshape(-1, *[1] * (array.ndim - 1))
    array = array.astype(numpy.float32)
    return array.transpose(2, 3, 1, 0) if array.ndim == 4 else array

"""The network: fully connected layers with skip connections, a policy and a value. Parameters are a dict of arrays."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy

Parameters = dict[str, Any]


class NetworkShape:
    """The sizes of a network."""

    def __init__(self, inputs: int, actions: int, width: int = 256, depth: int = 3) -> None:
        self.inputs = inputs
        self.actions = actions
        self.width = width
        self.depth = depth
        """The number of hidden layers. All but the first add their input to their output."""


def new_parameters(shape: NetworkShape, seed: int) -> Parameters:
    """Return random parameters (He initialisation). The heads start near zero: no preference and an even game."""
    random = numpy.random.default_rng(seed)

    def layer(inputs: int, outputs: int, gain: float) -> numpy.ndarray:
        scale = gain * numpy.sqrt(2.0 / inputs)
        return random.normal(0.0, scale, (inputs, outputs)).astype(numpy.float32)

    found: Parameters = {}
    inputs = shape.inputs
    for number in range(shape.depth):
        # Most inputs are zero: a few dozen of the first layer's inputs are active at a time.
        gain = 4.0 if number == 0 else 1.0
        found[f"w{number}"] = layer(inputs, shape.width, gain)
        found[f"b{number}"] = numpy.zeros(shape.width, numpy.float32)
        inputs = shape.width
    for head, outputs in (("policy", shape.actions), ("value", 1)):
        found[f"w_{head}"] = layer(shape.width, outputs, 0.05)
        found[f"b_{head}"] = numpy.zeros(outputs, numpy.float32)
    return found


def evaluate(parameters: Parameters, inputs: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return a logit for each action and the logit of the chance to win, for inputs that are scaled."""
    depth = sum(name.startswith("w") and name[1:].isdecimal() for name in parameters)
    found = jax.nn.relu(inputs @ parameters["w0"] + parameters["b0"])
    for number in range(1, depth):
        found = found + jax.nn.relu(found @ parameters[f"w{number}"] + parameters[f"b{number}"])
    logits = found @ parameters["w_policy"] + parameters["b_policy"]
    value = found @ parameters["w_value"] + parameters["b_value"]
    return logits, value[:, 0]


def scale_inputs(numbers: jax.Array, scales: jax.Array) -> jax.Array:
    """Return observations as inputs of the network."""
    return numbers.astype(jnp.float32) / scales

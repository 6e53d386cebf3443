"""The learner: improves the parameters with samples."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import optax

from tefuda.core.observation import Symmetry
from tefuda.train.jax_network import evaluate_network, unpack
from tefuda.train.layout import Layout
from tefuda.train.network import NetworkShape, Parameters, new_parameters
from tefuda.train.replay_buffer import Arrays

SCORE_WEIGHT = 0.75
"""The value to learn: the score at the end, and for the rest the chance that the search found."""

AVERAGE_RATE = 0.005


class Learner:
    """Parameters, their running average and the state of the optimiser."""

    def __init__(
        self,
        layout: Layout,
        shape: NetworkShape,
        symmetries: list[Symmetry],
        seed: int,
        parameters: Parameters | None = None,
    ) -> None:
        """Begin with some parameters, or random ones."""
        self.layout = layout
        self.shape = shape
        self.precision = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
        """What the network computes with. Parameters and losses have 32 bits."""
        self.optimiser = optax.chain(
            optax.clip_by_global_norm(1.0), optax.inject_hyperparams(optax.adamw)(learning_rate=0.0, weight_decay=1e-4)
        )
        self.parameters = jax.tree.map(jnp.asarray, parameters or new_parameters(layout, shape, seed))
        self.average = jax.tree.map(jnp.copy, self.parameters)
        """Smoother than the latest parameters. It plays and is exported."""
        self.optimiser_state = self.optimiser.init(self.parameters)
        self.steps = 0
        self.seed = seed
        self.number_places = jnp.asarray([one.numbers for one in symmetries])
        self.action_places = jnp.asarray([one.actions for one in symmetries])
        self._answer = jax.jit(self._evaluate)
        self._learn = jax.jit(self._improve, static_argnames=("steps", "batch"), donate_argnums=(0, 1, 2))

    def _evaluate(self, parameters: Parameters, packed: jax.Array) -> tuple[jax.Array, jax.Array]:
        logits, value = self._network(parameters, unpack(packed, self.layout.inputs))
        return logits.astype(jnp.float16), jax.nn.sigmoid(value)

    def _network(self, parameters: Parameters, numbers: jax.Array) -> tuple[jax.Array, jax.Array]:
        return evaluate_network(parameters, self.layout, self.shape, numbers, self.precision)

    def answer(self, packed: Any) -> tuple[jax.Array, jax.Array]:
        """Return the logits and chances of packed observations, which the device may still compute.

        Another number of rows costs a compilation.
        """
        found: tuple[jax.Array, jax.Array] = self._answer(self.average, packed)
        return found

    def learn(self, samples: Arrays, count: int, steps: int, batch: int, rate: float) -> dict[str, jax.Array]:
        """Take some steps with random batches of the first `count` samples; return the figures of the last one."""
        key = jax.random.fold_in(jax.random.key(self.seed), self.steps)
        self.optimiser_state[1].hyperparams["learning_rate"] = jnp.asarray(rate, jnp.float32)
        figures: dict[str, jax.Array]
        self.parameters, self.average, self.optimiser_state, figures = self._learn(
            self.parameters, self.average, self.optimiser_state, samples, count, key, steps=steps, batch=batch
        )
        self.steps += steps
        return figures

    def _improve(
        self,
        parameters: Parameters,
        average: Parameters,
        state: Any,
        samples: Arrays,
        count: jax.Array,
        key: jax.Array,
        *,
        steps: int,
        batch: int,
    ) -> tuple[Parameters, Parameters, Any, dict[str, jax.Array]]:
        def step(carried: tuple[Parameters, Parameters, Any], key: jax.Array) -> Any:
            parameters, average, state = carried
            drawn, turned = jax.random.split(key)
            places = jax.random.randint(drawn, (batch,), 0, count)
            turn = jax.random.randint(turned, (), 0, len(self.number_places))
            chosen = {name: array[places] for name, array in samples.items()}
            gradients, figures = jax.grad(partial(self._loss, chosen, turn), has_aux=True)(parameters)
            changes, state = self.optimiser.update(gradients, state, parameters)
            parameters = optax.apply_updates(parameters, changes)
            average = jax.tree.map(lambda slow, fast: slow + AVERAGE_RATE * (fast - slow), average, parameters)
            return (parameters, average, state), figures

        (parameters, average, state), figures = jax.lax.scan(
            step, (parameters, average, state), jax.random.split(key, steps)
        )
        return parameters, average, state, {name: values[-1] for name, values in figures.items()}

    def _loss(self, samples: Arrays, turn: jax.Array, parameters: Parameters) -> tuple[jax.Array, dict[str, jax.Array]]:
        """Return the loss of a batch, seen in a symmetry, and its parts."""
        numbers = unpack(samples["observations"], self.layout.inputs)[:, self.number_places[turn]]
        policy = samples["policies"].astype(jnp.float32)[:, self.action_places[turn]]
        mask = samples["masks"][:, self.action_places[turn]]
        target = SCORE_WEIGHT * samples["scores"] + (1 - SCORE_WEIGHT) * samples["values"]
        logits, value = self._network(parameters, numbers)
        chances = jax.nn.log_softmax(jnp.where(mask, logits, -1e9))
        policy_loss = -(policy * chances).sum(-1).mean()
        entropy = -(policy * jnp.log(jnp.maximum(policy, 1e-9))).sum(-1).mean()
        value_loss = optax.sigmoid_binary_cross_entropy(value, target).mean()
        error = jnp.square(jax.nn.sigmoid(value) - samples["scores"]).mean()
        figures = {"policy_loss": policy_loss - entropy, "value_loss": value_loss, "value_error": error}
        return policy_loss + value_loss, figures

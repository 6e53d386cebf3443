"""Masked PPO by self-play in one file, with JAX.

    pip install tefuda[envs,train]
    python examples/rl/ppo.py --folder runs/ppo --minutes 15
    tefuda play card-othello -p policy:runs/ppo/network.onnx

One network plays all seats of many games. It trains on what each seat saw, and never chooses an illegal action. Every
few updates it plays against `random`, with its most probable action. The folder gets `curve.csv`, `curve.svg` and
`network.onnx`. README.md says what it reached.
"""

import argparse
import csv
import math
import os
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy
import optax

from tefuda.core.text import Message
from tefuda.envs.spaces import scales
from tefuda.envs.vector import GameVectorEnv
from tefuda.lab.charts.lines import Series, line_chart
from tefuda.players.network import required_metadata
from tefuda.train.export import write_network
from tefuda.train.layout import layout_without_groups
from tefuda.train.network import NetworkShape

Parameters = dict[str, jax.Array]
Array = numpy.ndarray[Any, Any]

DISCOUNT = 1.0
"""Games end by themselves, so a later win counts as much as an early one."""

TRACE = 0.95
"""Lambda of the generalised advantage estimation."""

CLIP = 0.2
VALUE_WEIGHT = 0.5
WHOLE = ["update", "seconds", "cpu_seconds", "steps", "games"]
COLUMNS = [*WHOLE, "loss", "entropy", "score", "low", "high"]
"""The columns of the table."""


class Settings(NamedTuple):
    """What the command line chooses."""

    game: str
    folder: Path
    minutes: float
    updates: int
    slots: int
    steps: int
    epochs: int
    batch: int
    width: int
    rate: float
    entropy: float
    check_every: int
    check_games: int
    seed: int


class Rollout(NamedTuple):
    """Decisions, by step and slot."""

    observations: Array
    masks: Array
    actions: Array
    log_chances: Array
    values: Array
    rewards: Array
    signs: Array
    """What the value of the next decision counts for the seat that acted: 1 if it decides again, -1 if its opponent
    does, and 0 after the end."""


def new_parameters(key: jax.Array, inputs: int, actions: int, width: int) -> Parameters:
    """Return random weights for two hidden layers, a policy and a value. `write_network` expects these names."""
    sizes = {"dense0": (inputs, width), "dense1": (width, width), "other": (width, actions), "value": (width, 1)}
    # Most observed numbers are zero, so the first layer begins with larger weights; the heads begin near zero.
    gains = {"dense0": 4.0, "dense1": 1.0, "other": 0.02, "value": 0.02}
    found = {}
    for (name, shape), one in zip(sizes.items(), jax.random.split(key, len(sizes)), strict=True):
        found[f"{name}_w"] = gains[name] * math.sqrt(2 / shape[0]) * jax.random.normal(one, shape)
        found[f"{name}_b"] = jnp.zeros(shape[1])
    return found


def evaluate(parameters: Parameters, inputs: jax.Array, masks: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return the log probabilities of the actions, and the expected reward of the seat to decide."""
    hidden = jax.nn.relu(inputs @ parameters["dense0_w"] + parameters["dense0_b"])
    hidden = hidden + jax.nn.relu(hidden @ parameters["dense1_w"] + parameters["dense1_b"])
    logits = hidden @ parameters["other_w"] + parameters["other_b"]
    value = hidden @ parameters["value_w"] + parameters["value_b"]
    # The players of Tefuda read the sigmoid of this output as the chance to win: 2 * sigmoid(x) - 1 = tanh(x / 2).
    return jax.nn.log_softmax(jnp.where(masks, logits, -1e9)), jnp.tanh(value[:, 0] / 2)


class Agent:
    """The network and its optimiser."""

    def __init__(self, settings: Settings, factors: Array, actions: int) -> None:
        self.settings = settings
        self.factors = jnp.asarray(1 / factors)
        self.optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(settings.rate, eps=1e-5))
        self.parameters = new_parameters(jax.random.key(settings.seed), len(factors), actions, settings.width)
        self.state = self.optimiser.init(self.parameters)
        self.key = jax.random.key(settings.seed + 1)
        self._act = jax.jit(self._choose)
        self._best = jax.jit(self._choose_best)
        self._learn = jax.jit(self._improve, donate_argnums=(0, 1))

    def _inputs(self, observations: jax.Array) -> jax.Array:
        return observations.astype(jnp.float32) * self.factors

    def _choose(self, parameters: Parameters, key: jax.Array, seen: jax.Array, masks: jax.Array) -> Any:
        chances, values = evaluate(parameters, self._inputs(seen), masks)
        actions = jax.random.categorical(key, chances)
        return actions, jnp.take_along_axis(chances, actions[:, None], axis=1)[:, 0], values

    def _choose_best(self, parameters: Parameters, seen: jax.Array, masks: jax.Array) -> jax.Array:
        return evaluate(parameters, self._inputs(seen), masks)[0].argmax(axis=1)

    def act(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return sampled actions, their log probabilities and the values."""
        self.key, key = jax.random.split(self.key)
        actions, chances, values = self._act(self.parameters, key, seen, masks)
        return numpy.asarray(actions), numpy.asarray(chances), numpy.asarray(values)

    def best_actions(self, seen: Array, masks: Array) -> Array:
        """Return the most probable actions."""
        return numpy.asarray(self._best(self.parameters, seen, masks))

    def learn(self, rollout: Rollout, advantages: Array, share: float) -> dict[str, float]:
        """Improve on a rollout for some epochs. `share` of the learning rate and of the entropy bonus is left."""
        count = advantages.size
        samples = {
            "seen": rollout.observations.reshape(count, -1),
            "masks": rollout.masks.reshape(count, -1),
            "actions": rollout.actions.reshape(count),
            "old": rollout.log_chances.reshape(count),
            "advantages": ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).reshape(count),
            "targets": (advantages + rollout.values).reshape(count),
        }
        self.key, key = jax.random.split(self.key)
        self.parameters, self.state, figures = self._learn(self.parameters, self.state, samples, key, share)
        return {name: float(value) for name, value in figures.items()}

    def _improve(self, parameters: Parameters, state: Any, samples: Any, key: jax.Array, share: jax.Array) -> Any:
        count, batch = len(samples["actions"]), self.settings.batch

        def step(carried: tuple[Parameters, Any], rows: jax.Array) -> Any:
            parameters, state = carried
            chosen = {name: array[rows] for name, array in samples.items()}
            gradients, figures = jax.grad(partial(self._loss, chosen, share), has_aux=True)(parameters)
            changes, state = self.optimiser.update(gradients, state, parameters)
            changes = jax.tree.map(lambda change: share * change, changes)
            return (optax.apply_updates(parameters, changes), state), figures

        orders = [jax.random.permutation(one, count) for one in jax.random.split(key, self.settings.epochs)]
        rows = jnp.concatenate([order[: count // batch * batch].reshape(-1, batch) for order in orders])
        (parameters, state), figures = jax.lax.scan(step, (parameters, state), rows)
        return parameters, state, jax.tree.map(jnp.mean, figures)

    def _loss(self, samples: Any, share: jax.Array, parameters: Parameters) -> tuple[jax.Array, dict[str, jax.Array]]:
        chances, values = evaluate(parameters, self._inputs(samples["seen"]), samples["masks"])
        ratio = jnp.exp(jnp.take_along_axis(chances, samples["actions"][:, None], axis=1)[:, 0] - samples["old"])
        gain = samples["advantages"]
        policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
        value = jnp.square(values - samples["targets"]).mean()
        entropy = -jnp.where(samples["masks"], jnp.exp(chances) * chances, 0).sum(axis=1).mean()
        loss = policy + VALUE_WEIGHT * value - share * self.settings.entropy * entropy
        return loss, {"loss": loss, "entropy": entropy}


def play(env: GameVectorEnv, agent: Agent, steps: int) -> tuple[Rollout, Array, int]:
    """Play some actions in every slot. Return them, the values of the positions afterwards, and the finished games."""
    rows: list[tuple[Array, ...]] = []
    games = 0
    arrays = env.arrays
    for _ in range(steps):
        seen, masks = arrays["observation"].copy(), arrays["action_mask"].astype(bool)
        actions, chances, values = agent.act(seen, masks)
        _, rewards, terminated, truncated, _ = env.step(actions)
        ended = terminated | truncated
        games += int(ended.sum())
        signs = numpy.where(ended, 0, numpy.where(arrays["seat"] == arrays["acted"], 1, -1))
        rows.append((seen, masks, actions, chances, values, rewards.copy(), signs))
    last = agent.act(arrays["observation"], arrays["action_mask"].astype(bool))[2]
    return Rollout(*(numpy.stack(column) for column in zip(*rows, strict=True))), last, games


def estimate_advantages(rollout: Rollout, last: Array) -> Array:
    """Return how much better each action was than expected. In a game of two seats, their rewards add up to 0."""
    found = numpy.zeros_like(rollout.values)
    following, after = numpy.zeros_like(last), last
    for step in reversed(range(len(found))):
        sign = DISCOUNT * rollout.signs[step]
        error = rollout.rewards[step] + sign * after - rollout.values[step]
        following = error + TRACE * sign * following
        found[step], after = following, rollout.values[step]
    return found


def score_against_random(agent: Agent, settings: Settings, seed: int) -> tuple[float, float]:
    """Return the mean score, a draw as half a win, and half the 95 % interval. The seats take turns."""
    games = settings.check_games
    env = GameVectorEnv(settings.game, games, seed=seed)
    arrays = env.arrays
    own = numpy.arange(games) % env.game.seats
    scores = numpy.full(games, numpy.nan)
    while numpy.isnan(scores).any():
        best = agent.best_actions(arrays["observation"], arrays["action_mask"].astype(bool))
        env.step(numpy.where(arrays["seat"] == own, best, env.random_actions()))
        # Only the first game of a slot counts: short games would count more often otherwise.
        ended = numpy.isnan(scores) & (arrays["terminated"] | arrays["truncated"]).astype(bool)
        scores[ended] = ((arrays["rewards"][numpy.arange(games), own] + 1) / 2)[ended]
    env.close()
    return float(scores.mean()), float(1.96 * scores.std() / math.sqrt(games))


def train(settings: Settings) -> list[dict[str, float]]:
    """Train, print a table, write the files, and return the rows of the curve."""
    settings.folder.mkdir(parents=True, exist_ok=True)
    env = GameVectorEnv(settings.game, settings.slots, seed=settings.seed)
    if env.game.seats > 2:
        raise SystemExit(f"{settings.game} has {env.game.seats} seats; this example plays games of one or two seats.")
    factors = scales(env.game, env.options)
    agent = Agent(settings, factors, env.game.action_count(env.options))
    began, cpu_began = time.monotonic(), cpu_seconds()
    rows: list[dict[str, float]] = []
    games = update = 0
    figures = {"loss": 0.0, "entropy": 0.0}
    print("".join(f"{name:>12}" for name in COLUMNS))
    while True:
        # Time or updates, whichever ends first.
        done = max((time.monotonic() - began) / 60 / settings.minutes, update / settings.updates)
        if done >= 1 or update % settings.check_every == 0:
            score, half = score_against_random(agent, settings, settings.seed + 1_000_000 + update)
            row = {"update": update, "seconds": time.monotonic() - began, "cpu_seconds": cpu_seconds() - cpu_began}
            row |= {"steps": update * settings.slots * settings.steps, "games": games, **figures}
            row |= {"score": score, "low": max(0.0, score - half), "high": min(1.0, score + half)}
            rows.append({name: row[name] for name in COLUMNS})
            print("".join(f"{row[name]:12.{0 if name in WHOLE else 3}f}" for name in COLUMNS), flush=True)
            write_curve(settings, rows)
        if done >= 1:
            break
        rollout, last, ended = play(env, agent, settings.steps)
        figures = agent.learn(rollout, estimate_advantages(rollout, last), 1 - 0.9 * done)
        games += ended
        update += 1
    env.close()
    weights = {name: numpy.asarray(array) for name, array in agent.parameters.items()}
    layout = layout_without_groups(len(factors), env.game.action_count(env.options), factors.tolist())
    shape = NetworkShape(settings.width, depth=2)
    write_network(settings.folder / "network.onnx", weights, layout, shape, required_metadata(env.game))
    return rows


def cpu_seconds() -> float:
    """Return the processor time of this process."""
    spent = os.times()
    return spent.user + spent.system


def write_curve(settings: Settings, rows: list[dict[str, float]]) -> None:
    """Write the table and the picture."""
    with (settings.folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows({name: round(value, 4) for name, value in row.items()} for row in rows)
    points = [(row["seconds"] / 60, row["score"], row["low"], row["high"]) for row in rows]
    chart = line_chart(
        [Series(Message("score", "PPO", "PPO"), points)],
        x_title=Message("minutes", "minutes of training", "学習時間（分）"),
        reference=0.9,
        caption=Message("curve", f"{settings.game}: score against random", f"{settings.game}：random に対する得点率"),
    )
    (settings.folder / "curve.svg").write_text(chart.svg_file("en"), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network by self-play with masked PPO.")
    add = parser.add_argument
    add("--game", default="card-othello", help="Game with observations, for one or two seats (default: %(default)s).")
    add("--folder", type=Path, default=Path("runs/ppo"), help="Folder for the results (default: %(default)s).")
    add("--minutes", type=float, default=15.0, help="Time to train (default: %(default)s).")
    add("--updates", type=int, default=1_000_000, help="Maximum number of updates (default: %(default)s).")
    add("--slots", type=int, default=128, help="Games side by side (default: %(default)s).")
    add("--steps", type=int, default=64, help="Actions in each game between updates (default: %(default)s).")
    add("--epochs", type=int, default=3, help="Passes over the actions of an update (default: %(default)s).")
    add("--batch", type=int, default=1024, help="Actions in a gradient step (default: %(default)s).")
    add("--width", type=int, default=256, help="Width of the hidden layers (default: %(default)s).")
    add("--rate", type=float, default=1e-3, help="Learning rate at the start (default: %(default)s).")
    add("--entropy", type=float, default=0.02, help="Weight of the entropy bonus at the start (default: %(default)s).")
    add("--check-every", type=int, default=20, help="Updates between games against random (default: %(default)s).")
    add("--check-games", type=int, default=400, help="Games against random (default: %(default)s).")
    add("--seed", type=int, default=1, help="Seed (default: %(default)s).")
    settings = Settings(**vars(parser.parse_args()))
    if settings.batch > settings.slots * settings.steps:
        parser.error(f"--batch is {settings.batch}; at most slots * steps = {settings.slots * settings.steps}.")
    last = train(settings)[-1]
    print(f"Score against random: {last['score']:.1%} (95 %: {last['low']:.1%} to {last['high']:.1%})")
    print(f"{last['seconds']:.0f} s, {last['cpu_seconds']:.0f} s of processor time. Results: {settings.folder}")


if __name__ == "__main__":
    main()

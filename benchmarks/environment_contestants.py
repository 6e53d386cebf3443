"""One contestant of environments.py: play random actions and print the steps a second of processor time.

A step is one action of one game, with a new observation and a new mask of the legal actions. It runs on one core.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

PGX_STEPS = 50
"""Steps in one compiled call of pgx: the best case, since Python is not involved in between."""

Contestant = Callable[[], int]
"""Plays for a while and returns the number of steps."""


def tefuda_vector(game: str, count: int, observe: bool, options: dict[str, Any]) -> Contestant:
    import tefuda
    from tefuda.envs.vector import GameVectorEnv

    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup.")
    env = GameVectorEnv(game, count, observe=observe, options=options)

    def play() -> int:
        for _ in range(max(1, 2000 // count)):
            env.step(env.random_actions())
        return max(1, 2000 // count) * count

    return play


def pgx_othello(count: int) -> Contestant:
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("othello")
    step = auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(key, count))
        return state, (state.observation.sum(), state.legal_action_mask.sum())

    run = jax.jit(lambda state, key: jax.lax.scan(advance, state, jax.random.split(key, PGX_STEPS)))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
    number = 0

    def play() -> int:
        nonlocal state, number
        number += 1
        state, shown = run(state, jax.random.PRNGKey(number))
        for one in shown:
            one.block_until_ready()
        return PGX_STEPS * count

    return play


def spiel_othello() -> Contestant:
    import pyspiel

    game = pyspiel.load_game("othello")

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.legal_actions_mask()
            state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def pettingzoo_game(name: str) -> Contestant:
    import importlib

    import numpy

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset(seed=random.randrange(2**31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def tefuda_pettingzoo(name: str) -> Contestant:
    from tefuda.envs import multi_agent

    env = multi_agent.env(name)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return play


def rlcard_game(name: str) -> Contestant:
    import rlcard

    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def contestant(name: str) -> Contestant:
    """Return a contestant by its name, such as `tefuda:linkavel:64:observe:deck.one=fire`."""
    kind, *parts = name.split(":")
    match kind:
        case "tefuda":
            game, count, what, *options = parts
            return tefuda_vector(game, int(count), what == "observe", dict(one.split("=") for one in options))
        case "tefuda-aec":
            return tefuda_pettingzoo(parts[0])
        case "pgx":
            return pgx_othello(int(parts[0]))
        case "spiel":
            return spiel_othello()
        case "pettingzoo":
            return pettingzoo_game(parts[0])
        case "rlcard":
            return rlcard_game(parts[0])
    raise ValueError(name)


def main(name: str, seconds: float) -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["JAX_PLATFORMS"] = "cpu"
    play = contestant(name)
    play()  # compiles, imports and fills caches
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        steps += play()
    print(steps / (time.process_time() - began))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))

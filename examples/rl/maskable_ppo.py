"""MaskablePPO of sb3-contrib against a named player.

    pip install tefuda[envs] sb3-contrib
    python examples/rl/maskable_ppo.py --steps 200000

Stable-Baselines3 steps Gymnasium environments one by one, so most of the time goes into Python and PyTorch, not into
the game. README.md says what it reached.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import tefuda.envs
from tefuda.envs.spaces import scales

IDS = {
    "card-othello": "tefuda/CardOthello-v0",
    "catalyst": "tefuda/Catalyst-v0",
    "linkavel": "tefuda/LinkaVel-v0",
    "solitaire-tcg": "tefuda/SolitaireTCG-v0",
}


class ScaledNumbers(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Observations as floating point numbers around 0. The masks stay available as `action_masks()`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.factors = 1 / scales(tefuda.game(env.get_wrapper_attr("game").id))
        self.observation_space = spaces.Box(-numpy.inf, numpy.inf, self.factors.shape, numpy.float32)

    def observation(self, observation: Any) -> Any:
        return (observation["observation"] * self.factors).astype(numpy.float32)

    def action_masks(self) -> Any:
        return self.env.get_wrapper_attr("action_masks")()


def make_env(game: str, opponent: str, number: int) -> Callable[[], ScaledNumbers]:
    """Return a function that makes environment `number`. The seats take turns."""
    two = tefuda.game(game).seats > 1
    more: dict[str, Any] = {"opponent": opponent, "seat": number % 2} if two else {}
    return lambda: ScaledNumbers(gymnasium.make(IDS[game], disable_env_checker=True, **more))


def score(model: Any, game: str, opponent: str, games: int) -> float:
    """Return the mean score of the most probable actions: 1 for a win, 0.5 for a draw."""
    total = 0.0
    envs = [make_env(game, opponent, number)() for number in range(2)]
    for number in range(games):
        env = envs[number % 2]
        seen, _ = env.reset(seed=1_000_000 + number)
        ended, reward = False, 0.0
        while not ended:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, earned, terminated, truncated, _ = env.step(int(action))
            ended, reward = terminated or truncated, float(earned)
        total += (reward + 1) / 2
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a named player.")
    parser.add_argument("--game", choices=IDS, default="card-othello", help="Game (default: %(default)s).")
    parser.add_argument("--opponent", default="random", help="Player of the other seat (default: %(default)s).")
    parser.add_argument("--steps", type=int, default=200_000, help="Actions to train on (default: %(default)s).")
    parser.add_argument("--envs", type=int, default=16, help="Environments side by side (default: %(default)s).")
    parser.add_argument("--threads", type=int, default=1, help="Threads of PyTorch (default: %(default)s).")
    parser.add_argument("--check-games", type=int, default=400, help="Games at the end (default: %(default)s).")
    parser.add_argument(
        "--file", type=Path, default=Path("runs/maskable_ppo.zip"), help="Model (default: %(default)s)."
    )
    arguments = parser.parse_args()
    # The batches are small: more threads wait for each other most of the time.
    torch.set_num_threads(arguments.threads)
    env = DummyVecEnv([make_env(arguments.game, arguments.opponent, number) for number in range(arguments.envs)])
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=2048 // arguments.envs,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        device="cpu",
        seed=1,
        verbose=1,
    )
    began, spent = time.monotonic(), time.process_time()
    model.learn(arguments.steps)
    took = f"{time.monotonic() - began:.0f} s, {time.process_time() - spent:.0f} s of processor time"
    model.save(arguments.file)
    found = score(model, arguments.game, arguments.opponent, arguments.check_games)
    print(f"Score against {arguments.opponent}: {found:.1%} after {model.num_timesteps} actions, {took}.")


if __name__ == "__main__":
    main()

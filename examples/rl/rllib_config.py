"""An RLlib configuration: masked PPO against a named player.

    pip install tefuda[envs] "ray[rllib]" torch
    python examples/rl/rllib_config.py --iterations 40

`make_config` returns a `PPOConfig` that you can change, tune or run on a cluster. RLlib's own module hides illegal
actions from the policy; it asks for the keys `observations` and `action_mask`. README.md says what it reached.
"""

import argparse
import os
import time
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import tefuda
from tefuda.envs.single import GameEnv
from tefuda.envs.spaces import scales


class MaskedGame(gymnasium.ObservationWrapper[Any, Any, Any]):
    """A game with observations as RLlib's masking module reads them. The agent changes its seat after each game."""

    def __init__(self, config: dict[str, Any]) -> None:
        game = tefuda.game(config["game"])
        self.own = GameEnv(game, opponent=config["opponent"])
        super().__init__(self.own)
        self.factors = 1 / scales(game)
        actions = game.action_count()
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (actions,), numpy.float32),
                "observations": spaces.Box(-numpy.inf, numpy.inf, self.factors.shape, numpy.float32),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.own.seat = (self.own.seat + 1) % self.own.game.seats
        return super().reset(seed=seed, options=options)

    def observation(self, observation: Any) -> Any:
        return {
            "action_mask": observation["action_mask"].astype(numpy.float32),
            "observations": (observation["observation"] * self.factors).astype(numpy.float32),
        }


def make_config(game: str = "card-othello", opponent: str = "random", runners: int = 1) -> PPOConfig:
    """Return the configuration."""
    return (
        PPOConfig()
        .environment(MaskedGame, env_config={"game": game, "opponent": opponent})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=8)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"},
            )
        )
        .training(
            train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=4, lr=5e-4, gamma=1.0, entropy_coeff=0.01
        )
        .evaluation(
            evaluation_duration=400,
            evaluation_duration_unit="episodes",
            evaluation_num_env_runners=0,
            evaluation_config={"explore": False},
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train masked PPO with RLlib against a named player.")
    parser.add_argument("--game", default="card-othello", help="Game with observations (default: %(default)s).")
    parser.add_argument("--opponent", default="random", help="Player of the other seat (default: %(default)s).")
    parser.add_argument("--iterations", type=int, default=40, help="Updates (default: %(default)s).")
    parser.add_argument("--runners", type=int, default=0, help="Processes that play; 0: in this one (default: 0).")
    arguments = parser.parse_args()
    algorithm = make_config(arguments.game, arguments.opponent, arguments.runners).build_algo()
    began, steps = time.monotonic(), 0.0
    for _ in range(arguments.iterations):
        found = algorithm.train()
        reward = found["env_runners"].get("episode_return_mean", float("nan"))
        steps = found["num_env_steps_sampled_lifetime"]
        print(f"{steps:>10.0f} actions {time.monotonic() - began:6.0f} s: score {(reward + 1) / 2:.1%} while exploring")
    took = f"{time.monotonic() - began:.0f} s, {sum(os.times()[:4]):.0f} s of processor time"
    mean = algorithm.evaluate()["env_runners"]["episode_return_mean"]
    print(f"Score against {arguments.opponent}: {(mean + 1) / 2:.1%} after {steps:.0f} actions, {took}.")
    algorithm.stop()


if __name__ == "__main__":
    main()

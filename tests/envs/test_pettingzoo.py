"""PettingZoo environments of the games for two."""

import contextlib
import io
import itertools
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test, test_save_obs

from tefuda.core.errors import IllegalAction, InvalidInput
from tefuda.envs.multi_agent import GameAECEnv, env

NAMES = ["card-othello", "linkavel", "kuhn-poker", "hidden-nim"]
check_saved_observations = test_save_obs
del test_save_obs


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The checkers print their progress."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.parametrize("name", NAMES)
def test_environment_passes_the_checkers(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker knows observations with masks only from PettingZoo's own games.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(env(name), num_cycles=200)
        seed_test(lambda: env(name), num_cycles=100)
        render_test(lambda render_mode=None: env(name, render_mode=render_mode))
        check_saved_observations(env(name))


def test_performance_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark plays for five seconds of its clock."""
    clock = itertools.count(0, 0.01)
    monkeypatch.setattr(performance_benchmark.__globals__["time"], "time", lambda: next(clock))
    performance_benchmark(env("kuhn-poker"))


def test_rewards_and_seats_follow_the_game() -> None:
    game = GameAECEnv("card-othello", options={"cards": "off"})
    game.reset(seed=4)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        assert observation is not None
        if terminated:
            scores = dict(zip(game.possible_agents, game._state.scores(), strict=True))
            assert reward == 2 * scores[agent] - 1
            assert not truncated
            assert not observation["action_mask"].any()
            game.step(None)
            continue
        assert reward == 0
        assert observation["action_mask"].any()
        assert not game.action_mask(next(other for other in game.agents if other != agent)).any()
        game.step(int(observation["action_mask"].argmax()))
    assert game.agents == []


def test_illegal_action_is_refused() -> None:
    game = GameAECEnv("linkavel")
    game.reset(seed=4)
    before = game.observe("player_0")["observation"]
    for action in (-2, 5, 10_000):
        with pytest.raises(IllegalAction, match="linkavel, game 4: action"):
            game.step(action)
    with pytest.raises(InvalidInput, match=r"linkavel: action None is not a whole number\."):
        game.step(None)
    assert (game.observe("player_0")["observation"] == before).all()


def test_supersuit_wraps_the_environment() -> None:
    supersuit = pytest.importorskip("supersuit")
    wrapped = supersuit.observation_lambda_v0(
        env("kuhn-poker"), lambda seen, space: seen["observation"], lambda space: space["observation"]
    )
    wrapped = supersuit.clip_reward_v0(supersuit.dtype_v0(wrapped, numpy.float32), -0.25, 0.25)
    wrapped.reset(seed=1)
    rewards = []
    for agent in wrapped.agent_iter():
        observation, reward, terminated, truncated, _ = wrapped.last()
        assert observation.dtype == numpy.float32
        rewards.append(reward)
        wrapped.step(None if terminated or truncated else int(wrapped.unwrapped.action_mask(agent).argmax()))
    assert max(rewards) == 0.25


def test_games_of_a_run_differ() -> None:
    game = GameAECEnv("card-othello", seed=6)
    hands = []
    for _ in range(4):
        game.reset()
        hands.append(game.observe("player_0")["observation"])
    assert any(not numpy.array_equal(hands[0], hand) for hand in hands)

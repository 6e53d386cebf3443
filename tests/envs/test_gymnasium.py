"""Gymnasium environments of single seats."""

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from exec_bots import write_bot
from gymnasium.utils.env_checker import check_env
from kuhn_poker import KuhnPoker
from quick_win import QuickWin

from tefuda.core.errors import Conflict, IllegalAction, InvalidInput
from tefuda.envs.registration import IDS
from tefuda.envs.single import GameEnv
from tefuda.players.exec_player import allow_programs


@pytest.mark.parametrize("name", IDS)
def test_environment_passes_the_checker_without_warnings(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, illegal="lose").unwrapped)


def play(env: GameEnv, seed: int) -> tuple[list[int], float, dict[str, Any]]:
    """Play one game with the first legal action."""
    env.reset(seed=seed)
    actions = []
    while True:
        actions.append(int(env.action_masks().argmax()))
        _, reward, terminated, truncated, info = env.step(actions[-1])
        assert not truncated
        if terminated:
            return actions, reward, info


@pytest.mark.parametrize("seat", [0, 1])
def test_named_opponent_plays_the_other_seat(seat: int) -> None:
    env = GameEnv("card-othello", opponent="cpu-1", seat=seat, options={"cards": "off"})
    actions, reward, info = play(env, 3)
    assert (actions, reward) == play(env, 3)[:2]
    assert reward == 2 * info["scores"][seat] - 1
    assert not env.action_masks().any()


def test_game_that_is_over_at_once_is_skipped() -> None:
    env = GameEnv(QuickWin())
    assert [env.reset()[1]["seed"] for _ in range(3)] == ["0", "0.3", "0.6"]


def test_games_of_a_run_are_numbered() -> None:
    env = GameEnv("catalyst", seed=8)
    assert [env.reset()[1]["seed"] for _ in range(3)] == ["8", "8.1", "8.2"]
    assert env.reset(seed=1)[1]["seed"] == "1"


def test_illegal_action_may_lose_the_game() -> None:
    env = GameEnv("linkavel", illegal="lose")
    env.reset(seed=1)
    observation, reward, terminated, _, info = env.step(int(env.action_masks().argmin()))
    assert (reward, terminated) == (-1.0, True)
    assert "is not legal" in info["illegal"]
    assert not observation["action_mask"].any()
    with pytest.raises(Conflict, match="Call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="does not exist"):
        env.step(5000)


def test_game_without_end_is_truncated() -> None:
    game = KuhnPoker()
    game.max_plays = 1
    env = GameEnv(game)
    env.reset(seed=1)
    assert env.step(0)[1:4] == (0.0, False, True)


def test_illegal_action_is_refused_and_changes_nothing() -> None:
    env = GameEnv("card-othello")
    before, _ = env.reset(seed=2)
    for action, message in [
        (0, r"card-othello, game 2: action 0 is not legal\. \w+"),
        (190, r"card-othello, game 2: action 190 does not exist\. Use 0 to 189\."),
        (-2, "action -2 does not exist"),
    ]:
        with pytest.raises(IllegalAction, match=message):
            env.step(action)
    with pytest.raises(InvalidInput, match=r"card-othello: action 1\.5 is not a whole number\."):
        env.step(1.5)
    assert (env._arrays.observation(env._running(), 0)["observation"] == before["observation"]).all()


def test_step_needs_a_running_game() -> None:
    env = GameEnv("catalyst")
    with pytest.raises(Conflict, match=r"catalyst: the game is over\. Call reset\(\)\."):
        env.step(0)
    play(env, 1)
    with pytest.raises(Conflict, match="Call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": 2}, r"card-othello: there is no seat 2\. Use 0 to 1\."),
        ({"render_mode": "human"}, r"unknown render_mode 'human'\. Use ansi or rgb_array\."),
        ({"options": {"crads": "off"}}, "Did you mean cards"),
        ({"opponent": "nobody"}, "nobody"),
        ({"illegal": "ignore"}, r"unknown value 'ignore' of illegal\. Use raise or lose\."),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        GameEnv("card-othello", **settings)


def test_reset_takes_no_options() -> None:
    with pytest.raises(InvalidInput, match="reset takes no options: cards"):
        GameEnv("card-othello").reset(options={"cards": "off"})


@pytest.mark.parametrize("name", ["card-othello", "linkavel", "solitaire-tcg", "catalyst", "kuhn-poker"])
def test_rendering_shows_the_view(name: str) -> None:
    text = GameEnv(name, render_mode="ansi")
    assert text.render() is None
    text.reset(seed=1)
    shown = text.render()
    assert text.game.title.en in shown
    picture = GameEnv(name, render_mode="rgb_array")
    picture.reset(seed=1)
    pixels = picture.render()
    assert pixels.dtype == numpy.uint8
    assert pixels.ndim == 3
    assert pixels.std() > 0
    assert GameEnv(name).render() is None


def test_board_is_drawn() -> None:
    env = GameEnv("card-othello", render_mode="ansi", options={"cards": "off"})
    env.reset()
    assert ". . . W B . . ." in env.render()


def test_opponent_whose_program_fails_loses(tmp_path: Path) -> None:
    name = f"exec:{write_bot(tmp_path, 'crash')}"
    allow_programs([name])
    env = GameEnv("card-othello", opponent=name)
    seen, _ = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(int(seen["action_mask"].argmax()))
    assert (reward, terminated, truncated, seen["action_mask"].sum()) == (1.0, True, False, 0)
    assert "it ended with status 1. no idea" in info["forfeit"]
    with pytest.raises(Conflict):
        env.step(0)
    env.reset()

"""The examples of reinforcement learning: a small training, and what it computes."""

import ast
import csv
import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest
from example_plugins import EXAMPLES

import tefuda
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.players.names import make_player

FOLDER = EXAMPLES / "rl"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rl_ppo", FOLDER / "ppo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def small_settings(ppo: ModuleType, folder: Path, **changed: Any) -> Any:
    values: dict[str, Any] = {"game": "kuhn-poker", "folder": folder, "minutes": 60.0, "updates": 30, "slots": 32}
    values |= {"steps": 16, "epochs": 2, "batch": 128, "width": 32, "rate": 0.01, "entropy": 0.01}
    values |= {"check_every": 15, "check_games": 200, "seed": 1}
    return ppo.Settings(**values | changed)


def test_small_training_learns_and_writes_its_files(ppo: ModuleType, tmp_path: Path) -> None:
    rows = ppo.train(small_settings(ppo, tmp_path))
    assert [row["update"] for row in rows] == [0, 15, 30]
    assert all(math.isfinite(value) for row in rows for value in row.values())
    assert all(0 <= row["low"] <= row["score"] <= row["high"] <= 1 for row in rows)
    assert rows[-1]["entropy"] < rows[1]["entropy"]
    assert (rows[-1]["steps"], rows[-1]["games"] > 5000) == (30 * 32 * 16, True)
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        written = list(csv.DictReader(file))
    assert [float(row["score"]) for row in written] == [round(row["score"], 4) for row in rows]
    picture = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg xmlns=")
    assert "kuhn-poker: score against random" in picture
    # The network is a player like others. It has learned what is right in any case: after a bet, call with the best
    # card and fold with the worst one.
    game = tefuda.game("kuhn-poker")
    player = make_player(game, f"policy:{tmp_path / 'network.onnx'}", xoshiro(1, 1))
    for cards, history, expected in [
        (["Q", "K"], ["bet"], "call"),
        (["K", "J"], ["check", "bet"], "call"),
        (["Q", "J"], ["bet"], "fold"),
        (["J", "Q"], ["check", "bet"], "fold"),
    ]:
        state = game.at({"cards": cards, "history": history})
        assert game.format(state, player.choose(Seat(game, state, state.seat))) == expected


def test_large_games_train_too(ppo: ModuleType, tmp_path: Path) -> None:
    (row,) = ppo.train(small_settings(ppo, tmp_path, game="card-othello", updates=1, check_every=5, check_games=4))[1:]
    assert 0 <= row["score"] <= 1
    assert math.isfinite(row["loss"])


def test_illegal_actions_have_no_probability(ppo: ModuleType) -> None:
    import jax

    parameters = ppo.new_parameters(jax.random.key(1), 6, 5, 8)
    masks = numpy.array([[1, 0, 1, 0, 0], [0, 0, 0, 0, 1]], bool)
    chances, values = ppo.evaluate(parameters, numpy.ones((2, 6), numpy.float32), masks)
    assert numpy.exp(chances)[~masks].max() == 0
    assert numpy.exp(chances).sum(axis=1) == pytest.approx(1)
    assert (abs(values) < 1).all()


def test_advantages_change_their_sign_with_the_seat(ppo: ModuleType) -> None:
    """Seat 0 acts twice, then seat 1 wins with its action; then another game goes on with seat 0."""
    column = numpy.array([[0.1], [0.2], [-0.3], [0.4]], numpy.float32)
    zeros = numpy.zeros((4, 1))
    rewards, signs = numpy.array([[0.0], [0.0], [1.0], [0.0]]), numpy.array([[1], [-1], [0], [1]])
    rollout = ppo.Rollout(zeros, zeros, zeros, zeros, column, rewards, signs)
    found = ppo.estimate_advantages(rollout, numpy.array([0.5], numpy.float32))[:, 0]
    third = 1.0 - -0.3
    second = (0.3 - 0.2) + 0.95 * -third
    first = (0.2 - 0.1) + 0.95 * second
    assert found == pytest.approx([first, second, third, 0.5 - 0.4])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_examples_compile_and_say_how_to_start_them(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert f"python examples/rl/{path.name}" in (ast.get_docstring(tree) or "")
    assert f"({path.name})" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_rllib_configuration_is_valid() -> None:
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    spec = importlib.util.spec_from_file_location("rllib_config", FOLDER / "rllib_config.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.make_config().validate()

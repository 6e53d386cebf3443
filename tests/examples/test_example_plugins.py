"""The example games, installed by pip: in the terminal, in lists, and on the page."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_process import RunCommand
from example_plugins import GAMES
from server_process import RunningServer

import tefuda


@pytest.fixture(scope="module")
def installed_plugins(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install both plugins from their sources into a folder."""
    target = tmp_path_factory.mktemp("site-packages")
    sources = tmp_path_factory.mktemp("sources")
    copies = [shutil.copytree(project, sources / project.name) for project in GAMES]
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *map(str, copies)], check=True)
    return str(target)


def test_installed_plugins_are_found_and_played(run: RunCommand, installed_plugins: str) -> None:
    """Only the installed folder is on the path."""
    listed = json.loads(run("games", "--json", PYTHONPATH=installed_plugins).stdout)
    found = {game["id"]: game for game in listed}
    assert found["hidden-nim"]["blurb"]["en"].startswith("Nim with a covered heap")
    assert (found["kuhn-poker"]["scores"], found["catalyst"]["scores"]) == ([-2.0, 2.0], [0.0, 1.0])
    played = run("play", "kuhn-poker", "--seed", "1", stdin="1\n1\n1\n1\nq\n", PYTHONPATH=installed_plugins)
    assert played.returncode == 0, played.stderr
    assert "Payoffs:" in played.stdout


def test_hidden_nim_in_the_terminal(run: RunCommand) -> None:
    game = tefuda.game("hidden-nim")
    stones = sum(game.view(game.start(5), 1)["open"]) + game.view(game.start(5), 1)["hidden"]
    done = run("play", "hidden-nim", "--seed", "5", "-p", "human", "-p", "human", stdin="1\n" * stones + "q\n")
    assert done.returncode == 0, done.stderr
    assert "Nim with a covered heap" in done.stdout
    assert "1  take 1 from heap a" in done.stdout
    assert "First takes 1 from heap a." in done.stdout
    assert "wins!" in done.stdout


@pytest.mark.parametrize("typed", ["2", "bet"])
def test_actions_are_typed_by_number_or_notation(run: RunCommand, typed: str) -> None:
    done = run("play", "kuhn-poker", "--seed", "1", "-p", "human", "-p", "human", stdin=f"{typed}\nfold\nq\n")
    assert done.returncode == 0, done.stderr
    assert "  1  check\n  2  bet 1\n" in done.stdout
    assert "First bets 1." in done.stdout
    assert "Payoffs: First +1, Second -1." in done.stdout


def test_invalid_action_is_refused(run: RunCommand) -> None:
    done = run("play", "kuhn-poker", "--seed", "1", stdin="9\nraise\nq\n")
    assert done.returncode == 0, done.stderr
    assert "'9' is not one of check, bet, fold, call." in done.stdout
    assert "'raise' is not one of" in done.stdout


def test_plugin_game_in_japanese(run: RunCommand) -> None:
    done = run("play", "hidden-nim", "--language", "ja", "--seed", "5", stdin="1\nq\n")
    assert done.returncode == 0, done.stderr
    assert "山 a から 1 個取る" in done.stdout


def test_replay_of_a_plugin_game(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "kuhn-poker", "--seed", "1", "-p", "human", "-p", "human", "--save", str(file), stdin="2\n2\nq\n")
    shown = run("replay", str(file))
    assert shown.returncode == 0, shown.stderr
    assert "EXACT: 2 actions." in shown.stdout
    assert "History: bet call" in shown.stdout
    assert sorted(json.loads(file.read_text(encoding="utf-8"))["result"]) == [-2.0, 2.0]


def test_hint_shows_the_expected_payoff(run: RunCommand) -> None:
    done = run("hint", "kuhn-poker", "--seed", "1", "--player", "ismcts:50")
    assert done.returncode == 0, done.stderr
    assert "%" not in done.stdout
    found = json.loads(run("hint", "kuhn-poker", "--seed", "1", "--player", "ismcts:50", "--json").stdout)
    for one in found["best"]:
        assert 0 <= one["chance"] <= 1
        assert one["payoff"] == pytest.approx(4 * one["chance"] - 2)


def test_server_serves_plugin_files(server: RunningServer) -> None:
    games = {game["id"]: game for game in server.get("/api/games")["games"]}
    nim, kuhn = games["hidden-nim"], games["kuhn-poker"]
    assert nim["blurb"]["ja"]
    assert (nim["rules"], kuhn["rules"], games["catalyst"]["rules"]) == (True, False, True)
    assert (kuhn["min_score"], kuhn["max_score"]) == (-2, 2)
    assert kuhn["picture"] is None
    for game in (nim, games["catalyst"]):
        picture = server.http.get(game["picture"])
        assert picture.status_code == 200
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
    assert server.get("/api/games/kuhn-poker/picture", 404)["code"] == "no_picture"
    book = server.get("/api/games/hidden-nim/rules?language=ja")
    assert book["title"] == "隠しニム"
    assert '<h2 id="section-2">' in book["html"]


def test_resignation_pays_minimum_and_maximum(server: RunningServer) -> None:
    table, tokens = server.table("kuhn-poker")
    with server.at(table, tokens[0]) as one:
        one.ask("resign")
        one.wait_for_entries(1)
        assert (one.now["result"], one.now["outcomes"]) == ([-2.0, 2.0], [0.0, 1.0])
    assert server.get(f"/api/tables/{table}")["outcomes"] == [0.0, 1.0]


def test_payoffs_decide_the_result(server: RunningServer) -> None:
    table, tokens = server.table("kuhn-poker")
    with server.at(table, tokens[0]) as one, server.at(table, tokens[1]) as two:
        one.play("bet")
        two.wait_for_entries(1)
        two.play("fold")
        two.wait_for_entries(2)
        assert (two.now["result"], two.now["outcomes"]) == ([1.0, -1.0], [1.0, 0.0])


def test_check_game_needs_no_entry_point() -> None:
    """`check_game` accepts a game without an entry point."""
    code = (
        "import kuhn_poker, tefuda.testing; tefuda.testing.check_game(kuhn_poker.KuhnPoker(), range(1)); print('kept')"
    )
    path = os.pathsep.join(map(str, GAMES))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert (done.stdout, done.returncode) == ("kept\n", 0), done.stderr

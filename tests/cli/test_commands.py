"""The commands: output and exit status."""

import json
import time
from pathlib import Path

import pytest
from command_process import RunCommand, press_ctrl_c, run_in_terminal, start_command
from command_runner import run_command

import tefuda

CATALYST = Path(__file__).parents[2] / "scenarios" / "catalyst"


def test_version_names_the_build(run: RunCommand) -> None:
    form = "compiled" if tefuda.compiled else "interpreted"
    assert run("--version").stdout == f"tefuda {tefuda.__version__} ({form})\n"


@pytest.mark.parametrize("command", ["", "games", "play", "check", "replay", "solve", "simulate", "bench"])
def test_help_in_both_languages(run: RunCommand, command: str) -> None:
    english = run(*command.split(), "--help")
    japanese = run(*command.split(), "--help", "--language", "ja")
    assert english.returncode == japanese.returncode == 0
    assert english.stdout != japanese.stdout
    assert any("ぁ" <= letter <= "ヿ" for letter in japanese.stdout)


def test_language_comes_from_the_locale(run: RunCommand) -> None:
    assert "プレイヤー" in run("games", LANG="ja_JP.UTF-8").stdout
    assert "プレイヤー" in run("games", TEFUDA_LANGUAGE="ja").stdout
    assert "players" in run("games", "--language=en", TEFUDA_LANGUAGE="ja").stdout


def test_games_lists_games_players_and_options(run: RunCommand) -> None:
    text = run("games").stdout
    assert "catalyst" in text
    assert "random, shortest, pairing" in text
    assert "--option field_size=8" in text
    listed = json.loads(run("games", "--json").stdout)
    assert {"card-othello", "catalyst", "hidden-nim", "kuhn-poker", "linkavel", "solitaire-tcg"} == {
        game["id"] for game in listed
    }


def test_simulate_prints_one_json_object(run: RunCommand) -> None:
    done = run("simulate", "catalyst", "--player", "pairing", "--games", "60", "--seed", "1", "--json")
    figures = json.loads(done.stdout)
    keys = "game players games wins draws unfinished rate low high games_per_second plays"
    assert set(keys.split()) <= set(figures)
    assert set(figures["plays"]) == {"mean", "median"}
    assert (figures["game"], figures["players"], figures["games"]) == ("catalyst", ["pairing"], 60)
    assert figures["low"] < figures["rate"] == figures["wins"] / 60 < figures["high"]
    assert done.stderr == ""


def test_simulate_prints_text_in_both_languages(run: RunCommand) -> None:
    assert "wins" in run("simulate", "catalyst", "--games", "20").stdout
    assert "勝ち" in run("simulate", "catalyst", "--games", "20", "--language", "ja").stdout


def test_simulate_with_options_and_seats(run: RunCommand) -> None:
    done = run("simulate", "catalyst", "-n", "20", "-o", "field_size=3", "-o", "react=suit", "--json")
    assert json.loads(done.stdout)["options"] == {"field_size": 3, "react": "suit"}
    done = run("simulate", "hidden-nim", "-n", "20", "-p", "random", "-p", "greedy", "--json")
    assert sum(json.loads(done.stdout)["wins_by_seat"]) == 20


@pytest.mark.parametrize(
    ("game", "played", "label"),
    [
        ("catalyst", ["heuristic"], "heuristic (pairing)"),
        ("linkavel", ["heuristic", "heuristic"], "heuristic against heuristic"),
        ("hidden-nim", ["heuristic", "heuristic"], "heuristic (greedy) against heuristic (greedy)"),
    ],
)
def test_simulate_uses_the_heuristic_by_default(tmp_path: Path, game: str, played: list[str], label: str) -> None:
    few = ("simulate", game, "-n", "3", "-w", "1")
    assert json.loads(run_command(tmp_path, *few, "--json").out)["players"] == played
    assert f"  players       {label}\n" in run_command(tmp_path, *few).out
    assert (
        f"  プレイヤー    {label.replace(' against ', ' 対 ')}\n" in run_command(tmp_path, *few, "--language", "ja").out
    )


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        (["linkavel"], ["decks         fire against water", "wins          fire "]),
        (["linkavel", "-d", "grass", "-d", "dark"], ["decks         grass against dark", "wins          grass "]),
        (
            ["linkavel", "-p", "random", "-p", "novice"],
            ["players       random against novice", "wins          random "],
        ),
        (["linkavel", "--swap"], ["players       heuristic against heuristic; seats swapped in every other game"]),
        (["card-othello", "-p", "cpu-1"], ["players       cpu-1 against cpu-1", "wins          Black "]),
        (["solitaire-tcg", "-p", "random"], ["deck          lamplight", "wins          "]),
    ],
)
def test_simulate_names_the_player_of_the_win_rate(tmp_path: Path, arguments: list[str], rows: list[str]) -> None:
    done = run_command(tmp_path, "simulate", *arguments, "-n", "2", "-w", "1")
    assert done.status == 0
    for row in rows:
        assert f"\n  {row}" in done.out


def test_ctrl_c_prints_partial_results(tmp_path: Path) -> None:
    for seconds in (3, 12, 48):  # until the first games are counted; longer on a busy machine
        with start_command("simulate", "catalyst", "-n", "50000000", "-w", "2", "--json", cwd=tmp_path) as process:
            time.sleep(seconds)
            out, err = press_ctrl_c(process)
        if process.returncode == 130 and json.loads(out)["games"]:
            break
    assert process.returncode == 130
    figures = json.loads(out)
    assert figures["complete"] is False
    assert 0 < figures["games"] < 50_000_000
    assert err == "Stopped early. These are the results so far.\n"


def test_solve_one_deal(run: RunCommand) -> None:
    text = run("solve", "catalyst", "--seed", "5", "--nodes", "20000").stdout
    assert "SOLVED: par" in text
    found = json.loads(run("solve", "catalyst", "--seed", "5", "--nodes", "20000", "--json").stdout)
    assert found["verdict"] == "SOLVED"
    assert found["par"] == len(found["line"])


def test_solve_many_deals(run: RunCommand) -> None:
    found = json.loads(run("solve", "catalyst", "--seeds", "2-5", "--nodes", "500", "--json").stdout)
    assert [proof["seed"] for proof in found["proofs"]] == ["2", "3", "4", "5"]
    assert set(found["proofs"][0]) >= {"verdict", "par", "nodes", "seconds"}
    assert found["summary"]["deals"] == 4
    assert "4 deals" in run("solve", "catalyst", "--seeds", "2-5", "--nodes", "500").stdout
    assert "4 配札" in run("solve", "catalyst", "--seeds", "2-5", "--nodes", "500", "--language", "ja").stdout


def test_solve_a_position(run: RunCommand, tmp_path: Path) -> None:
    for deck, verdict in [("[9H]", "SOLVED: par 1"), ("[9C]", "IMPOSSIBLE: no line wins.")]:
        (tmp_path / "p.yaml").write_text(f"field: [5H, 2H]\nhand: {deck}\ndeck: []\n", encoding="utf-8")
        assert verdict in run("solve", "catalyst", "--position", "p.yaml").stdout


def test_check_runs_scenarios(run: RunCommand, tmp_path: Path) -> None:
    done = run("check", str(CATALYST))
    assert done.returncode == 0
    assert done.stdout.endswith(" passed, 0 failed.\n")
    bad = "- {name: wrong, game: catalyst, start: {field: [5H], hand: [2H], deck: []}, play: [2H@0], result: [1.0]}\n"
    (tmp_path / "bad.yaml").write_text(bad, encoding="utf-8")
    done = run("check", "bad.yaml", str(CATALYST))
    assert done.returncode == 1
    assert "bad.yaml:1:91: [0].result: is [0.0]." in done.stdout
    assert "Traceback" not in done.stderr


def test_bench_measures_every_game(tmp_path: Path) -> None:
    """Includes the games of plugins."""
    done = run_command(tmp_path, "bench", "--seconds", "0.002", "--json")
    measured = json.loads(done.out)
    assert [one["game"] for one in measured] == tefuda.game_ids()
    for one in measured:
        assert (one["compiled"] is not None) == tefuda.compiled
        for speeds in filter(None, (one["compiled"], one["interpreted"])):
            assert set(speeds) == {"starts", "random_games", "clones"}
            assert all(speed > 0 for speed in speeds.values())


def test_bench_compares_two_results(tmp_path: Path) -> None:
    text = run_command(tmp_path, "bench", "hidden-nim", "--seconds", "0.01").out
    assert text.count("random games") == 1
    assert ("x interpreted" in text) == tefuda.compiled
    one = json.loads(run_command(tmp_path, "bench", "hidden-nim", "--seconds", "0.01", "--json").out)
    assert one["game"] == "hidden-nim"


def test_bench_shows_progress(tmp_path: Path) -> None:
    """On standard error if it is a terminal, with the name of the measured game."""
    out, err = run_in_terminal(tmp_path, "bench", "catalyst", "--seconds", "0.3")
    assert "random games" in out
    assert "Catalyst Reaction" in err
    assert f"/{6 if tefuda.compiled else 3}" in err

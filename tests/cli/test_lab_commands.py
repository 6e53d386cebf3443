"""`tefuda lab`: output, files and exit status."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand, press_ctrl_c, start_command
from lab_runs import crashing_sweep, nim_sweep, output_bytes

from tefuda.cli.arguments import RunArguments
from tefuda.cli.commands.lab import Backend, play
from tefuda.lab.runs.run import create_run

SWEEP = ["lab", "sweep", "hidden-nim", "--vary", "most=3-4", "-p", "random", "-n", "40", "--seed", "3"]


@pytest.mark.parametrize("command", ["", "compare", "sweep", "cards", "game", "run", "resume", "report", "list"])
def test_help_in_both_languages(run: RunCommand, command: str) -> None:
    english = run("lab", *command.split(), "--help")
    japanese = run("lab", *command.split(), "--help", TEFUDA_LANGUAGE="ja")
    assert english.returncode == japanese.returncode == 0
    assert english.stdout != japanese.stdout
    assert any("ぁ" <= letter <= "ヿ" for letter in japanese.stdout)


def test_sweep_from_start_to_report(run: RunCommand, tmp_path: Path) -> None:
    done = run(*SWEEP)
    assert done.returncode == 0, done.stderr
    assert "most=3" in done.stdout
    assert "Report: runs/sweep-hidden-nim-1/report.html" in done.stdout
    assert done.stderr == ""
    again = run(*SWEEP, "-w", "2", "--json")
    figures = json.loads(again.stdout)
    assert figures["folder"] == "runs/sweep-hidden-nim-2"
    assert [cell["games"] for cell in figures["cells"]] == [40, 40]
    one, two = (tmp_path / "runs" / f"sweep-hidden-nim-{number}" for number in (1, 2))
    assert output_bytes(one) == output_bytes(two)
    listed = json.loads(run("lab", "list", "--json").stdout)
    assert [found["finished"] for found in listed] == [True, True]
    assert "finished" in run("lab", "list").stdout
    (tmp_path / "runs" / "zzz").mkdir()
    (tmp_path / "runs" / "zzz" / "spec.json").write_text("{", encoding="utf-8")
    damaged = run("lab", "list", "--json")
    assert json.loads(damaged.stdout) == listed
    assert "runs/zzz/spec.json:" in damaged.stderr
    japanese = run("lab", "report", str(one), "--language", "ja")
    assert "先手の勝率" in japanese.stdout
    assert 'lang="ja"' in (one / "report.html").read_text(encoding="utf-8")
    assert run("lab", "report", str(one)).returncode == 0
    assert output_bytes(one) == output_bytes(two)
    same = json.loads(run("lab", "resume", str(one), "--json").stdout)
    assert {**same, "folder": ""} == {**figures, "folder": ""}


def test_specification_file_equals_options(run: RunCommand, tmp_path: Path) -> None:
    text = "{kind: sweep, game: hidden-nim, players: [random], vary: {most: 3-4}, games: 40, seed: 3}"
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    run(*SWEEP, "--out", "flags")
    assert run("lab", "run", "study.yaml", "--out", "file").returncode == 0
    assert output_bytes(tmp_path / "flags") == output_bytes(tmp_path / "file")
    assert run("lab", "run", "flags/spec.json", "--out", "spec").returncode == 0
    assert output_bytes(tmp_path / "flags") == output_bytes(tmp_path / "spec")


def test_compare_prints_findings(run: RunCommand) -> None:
    flags = ["lab", "compare", "hidden-nim", "-p", "random", "-p", "greedy", "-n", "20", "--no-stop"]
    assert "random against greedy is undecided after 10 deals." in run(*flags).stdout
    assert "優劣は 10 配札では決まらない" in run(*flags, "--language", "ja").stdout


def test_cards_prints_findings(run: RunCommand, tmp_path: Path) -> None:
    flags = ["lab", "cards", "solitaire-tcg", "-p", "random", "-n", "40"]
    english = run(*flags)
    assert english.returncode == 0, english.stderr
    assert "Cards: Solitaire TCG" in english.stdout
    assert "No card has a significant impact in 40 observations." in english.stdout
    assert "all figures" not in english.stdout
    assert "all figures" in (tmp_path / "runs" / "cards-solitaire-tcg-1" / "report.html").read_text(encoding="utf-8")
    japanese = run(*flags, "--language", "ja")
    assert "有意な影響のあるカードはない" in japanese.stdout
    assert "初手" in japanese.stdout


def test_game_prints_findings(run: RunCommand) -> None:
    flags = ["lab", "game", "hidden-nim", "-p", "greedy", "-n", "20"]
    english = run(*flags)
    assert english.returncode == 0, english.stderr
    assert "The first player has no significant advantage: " in english.stdout
    assert "of the decisions matter by 10 points or more" in english.stdout
    assert "先手の勝率" in run(*flags, "--language", "ja").stdout
    figures = json.loads(run(*flags, "--json").stdout)
    assert figures["spec"]["players"] == ["random", "greedy"]
    assert figures["all_games"] == 40


@pytest.mark.parametrize(
    ("arguments", "en"),
    [
        (["cards", "catalyst"], "game: Catalyst Reaction has no cards to measure."),
        (["cards", "linkavel", "-p", "random", "-p", "novice"], "players: Name one player"),
        (["cards", "linkavel", "-d", "fier"], "fire"),
        (
            ["game", "linkavel", "-d", "fire", "-d", "water", "-d", "dark"],
            "decks: Name one deck, or one for each seat.",
        ),
        (["sweep", "hidden-nim"], "Nothing is varied"),
        (["sweep", "hidden-nim", "--vary", "most"], "Invalid --vary 'most'."),
        (["sweep", "hidden-nim", "--vary", "most=1", "--vary", "most=2"], "most is given twice."),
        (["sweep", "hidden-nim", "--vary", "moist=1"], "vary.moist: no such option. Did you mean most?"),
        (
            ["sweep", "hidden-nim", "--vary", "most=3", "-n", "0"],
            "games: must be a number from 1-1,000,000,000, not 0.",
        ),
        (["sweep", "hiden-nim", "--vary", "most=3"], "Did you mean hidden-nim?"),
        (["compare", "hidden-nim", "-p", "random", "-p", "gredy"], "players[1]: Unknown player 'gredy' for Hidden Nim"),
        (["compare", "hidden-nim", "-p", "random"], "needs 2 to 40"),
        (["compare", "hidden-nim", "-p", "random", "-p", "random", "--backend", "task"], "Did you mean dask?"),
        (["compare", "hidden-nim", "-p", "random", "-p", "random", "--backend", "dask"], "requires --address"),
        (
            ["compare", "hidden-nim", "-p", "random", "-p", "random", "--address", "x"],
            "No Dask scheduler answers at 'x'",
        ),
        (["compare", "hidden-nim", "-p", "random", "-p", "random", "-w", "99"], "--workers must be from 0 to 64"),
        (["resume", "nowhere"], "nowhere has no run"),
        (["run", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["report", "."], "has no run"),
    ],
)
def test_invalid_input_gives_one_message(run: RunCommand, arguments: list[str], en: str) -> None:
    done = run("lab", *arguments)
    assert done.returncode == 2
    assert en in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_existing_folder_is_not_overwritten(run: RunCommand, tmp_path: Path) -> None:
    run(*SWEEP, "--out", "here")
    before = output_bytes(tmp_path / "here")
    done = run(*SWEEP, "--out", "here")
    assert done.returncode == 2
    assert done.stderr == "here already has a run. Resume it with: tefuda lab resume here\n"
    assert output_bytes(tmp_path / "here") == before


def test_ctrl_c_keeps_the_games_and_names_the_resume_command(run: RunCommand, tmp_path: Path) -> None:
    flags = ["lab", "sweep", "hidden-nim", "--vary", "most=4", "-n", "100000000", "-w", "2", "--out", "long"]
    with start_command(*flags, cwd=tmp_path) as process:
        journal = tmp_path / "long" / "journal.csv"
        until = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > 2000):
            assert time.monotonic() < until
            time.sleep(0.05)
        out, err = press_ctrl_c(process)
    assert process.returncode == 130
    assert out == ""
    assert err.startswith("Stopped after ")
    assert err.endswith("games. They are kept. Resume with: tefuda lab resume long\n")
    games = journal.read_bytes().count(b"\n")
    assert f" {games:,} games" in err
    assert f"{games:,} games so far" in run("lab", "list", ".").stdout
    assert "is not finished. Resume it with: tefuda lab resume long" in run("lab", "report", "long").stderr


def test_crashed_worker_gives_exit_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    started = create_run(tmp_path / "a", crashing_sweep(nim_sweep(games=2000)))
    assert play(started, Backend(RunArguments(2, "", "", None, False, False, "")), False) == 1
    captured: Any = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("A worker process died")
    assert captured.err.endswith(f"The games played so far are kept. Resume with: tefuda lab resume {tmp_path / 'a'}\n")

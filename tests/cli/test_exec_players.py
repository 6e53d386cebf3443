"""Programs as players of the commands: `play`, `simulate` and `lab`."""

import json
from pathlib import Path

import pytest
from command_process import RunCommand
from exec_bots import example_command, write_bot

from tefuda.lab.runs.run import create_run
from tefuda.lab.studies.registry import make_study


def test_program_plays_in_the_terminal(run: RunCommand) -> None:
    players = ["-p", f"exec:{example_command()}", "-p", "random"]
    done = run("play", "hidden-nim", "--plain", "--seed", "1", *players, stdin="run\nq\n")
    assert done.returncode == 0, done.stderr
    assert "loses." not in done.stdout
    assert "wins" in done.stdout


@pytest.mark.parametrize(
    ("language", "lost", "over"),
    [
        ("en", "White loses.", "The game is over."),
        ("ja", "白の負けです。", "ゲームは終わっています。"),
    ],
)
def test_failure_ends_a_game_in_the_terminal(
    run: RunCommand, tmp_path: Path, language: str, lost: str, over: str
) -> None:
    command = write_bot(tmp_path, "crash")
    arguments = ["play", "card-othello", "--plain", "--seed", "3", "--practice", "--language", language]
    # The program also fails after the deal is restarted and after an undo.
    typed = "d3\nc3\nhint\nundo\nd3\nrestart\nd3\nq\n"
    done = run(*arguments, "-o", "cards=off", "-p", f"exec:{command}", stdin=typed)
    assert done.returncode == 0, done.stderr
    shown = done.stdout
    assert shown.count(f"{lost} {command[:20]}" if language == "en" else lost) == 5
    assert shown.count("no idea") == 5
    assert shown.count(over) == 1


def test_game_of_one_seat_is_lost(run: RunCommand, tmp_path: Path) -> None:
    done = run("play", "catalyst", "--plain", "-p", f"exec:{write_bot(tmp_path, 'crash')}", stdin="run\nrun\n\nq\n")
    assert done.returncode == 0, done.stderr
    assert "The game is lost." in done.stdout
    assert "no idea" in done.stdout


def test_missing_program_is_refused_before_the_game(run: RunCommand) -> None:
    for command in ("play", "simulate"):
        done = run(command, "hidden-nim", "-p", "exec:no-such-program", "-p", "random")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Program not found: no-such-program" in done.stderr


def test_simulation_counts_failures(run: RunCommand, tmp_path: Path) -> None:
    players = ["-p", f"exec:{write_bot(tmp_path, 'crash')}", "-p", "random", "--games", "4", "--workers", "1"]
    shown = run("simulate", "hidden-nim", *players, "--swap").stdout
    assert "failed and lost 4 games:" in shown
    assert "no idea (4)" in shown
    figures = json.loads(run("simulate", "hidden-nim", *players, "--json").stdout)
    (found,) = figures["forfeits"]
    assert (figures["wins"], found["games"], found["name"]) == (0, 4, players[1])
    assert [(why["games"], "終了しました" in why["ja"]) for why in found["reasons"]] == [(4, True)]
    played = json.loads(run("simulate", "hidden-nim", "-p", "random", "--games", "4", "--json").stdout)
    assert "forfeits" not in played


def test_lab_compares_programs_and_reports_failures(run: RunCommand, tmp_path: Path) -> None:
    good, bad = f"exec:{example_command()}", f"exec:{write_bot(tmp_path, 'illegal')}"
    arguments = ["compare", "hidden-nim", "-p", good, "-p", bad, "--games", "4", "--out", "run", "--workers", "2"]
    done = run("lab", *arguments)
    assert done.returncode == 0, done.stderr
    assert "failed and lost 4 games:" in " ".join(done.stdout.split())
    results = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    (pair,) = results["pairs"]
    assert (pair["wins"], pair["losses"], pair["unfinished"]) == (4, 0, 0)
    (found,) = results["forfeits"]
    assert (found["name"], found["games"]) == (bad, 4)
    assert "「" not in found["reasons"][0]["en"]
    assert "pass the salt" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    # The report is made from the rows, without starting a program.
    assert run("lab", "report", "run", "--json").returncode == 0


def test_files_start_no_program_unless_the_command_line_names_it(run: RunCommand, tmp_path: Path) -> None:
    written = tmp_path / "process"
    name = f"exec:{write_bot(tmp_path, 'process_id', str(written))}"
    data = {"kind": "compare", "game": "hidden-nim", "players": [name, "random"], "games": 2}
    (tmp_path / "study.json").write_text(json.dumps(data), encoding="utf-8")
    create_run(tmp_path / "begun", make_study(data))
    for command in (["run", "study.json", "--out", "new"], ["resume", "begun"]):
        refused = run("lab", *command)
        assert refused.returncode == 2
        assert "is not started: the command line does not name it." in " ".join(refused.stderr.split())
        other = run("lab", *command, "--allow", f"exec:{example_command()}")
        assert other.returncode == 2
        assert not written.exists()
        assert not (tmp_path / "new").exists()
    for command in (["run", "study.json", "--out", "new"], ["resume", "begun"]):
        done = run("lab", *command, "--allow", name)
        assert done.returncode == 0, done.stderr
        assert written.exists()
        written.unlink()

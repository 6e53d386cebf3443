"""Invalid input gives a clear message with its location, exit status 2 and no traceback; no partial file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_process import RunCommand

import tefuda
from tefuda.core.replay import digest, record

CASES = [
    (
        ["simulate", "catalist"],
        "There is no game 'catalist'. Games here: card-othello, catalyst",
        "Did you mean catalyst?",
    ),
    (["play", "chess"], "There is no game 'chess'.", ""),
    (["simulate", "catalyst", "--games", "-5"], "--games must be from 1 to 1,000,000,000,000, not -5.", ""),
    (["simulate", "catalyst", "--games", "0"], "--games must be from 1 to 1,000,000,000,000, not 0.", ""),
    (["simulate", "catalyst", "--games", "many"], "'--games' / '-n'", ""),
    (["simulate", "catalyst", "--workers", "-1"], "--workers must be from 0 to 64, not -1.", ""),
    (["simulate", "catalyst", "--seed", "x"], "Invalid seed 'x'", ""),
    (["simulate", "catalyst", "--player", "parring"], "Unknown player 'parring'", "Did you mean pairing?"),
    (["simulate", "catalyst", "--option", "field_size"], "Use name=value", ""),
    (["simulate", "catalyst", "--option", "field_size=99"], "field_size: 99 is not a whole number from 3 to 20.", ""),
    (["simulate", "catalyst", "--workers", "999999999999999999999"], "--workers must be from 0 to 64", ""),
    (["simulate", "catalyst", "-p", "random", "-p", "pairing"], "has 1 seat(s), and 2 players are named.", ""),
    (["simulate", "catalyst", "-o", "decks=2", "-o", "decks=3"], "decks is given twice.", ""),
    (["simulate", "catalyst", "-o", "=3"], "Use name=value", ""),
    (["simulate", "catalyst", "--seed", ""], "Invalid seed ''", ""),
    (["solve", "catalyst", "--seed", ""], "Invalid seed ''", ""),
    (["solve", "catalyst", "--nodes", "99999999999999999999999"], "--nodes must be from 1 to", ""),
    (["solve", "catalyst", "--seconds", "nan"], "--seconds must be from 0.001 to 1,000,000, not nan.", ""),
    (["solve", "catalyst", "--seeds", "1-"], "Invalid range of seeds '1-'.", ""),
    (["solve", "catalyst", "--seeds", "1-99999999"], "has more than 1,000,000 deals.", ""),
    (["solve", "catalyst", "--workers", "-3"], "--workers must be from 0 to 1, not -3.", ""),
    (["bench", "--seconds", "0"], "--seconds must be from 0.001 to 600, not 0.0.", ""),
    (["play", "--resume", "x.json", "--seed", "9"], "--resume uses the saved game, deal and options", ""),
    (["play", "catalyst", "--position", "p.yaml", "-o", "decks=2"], "Options are part of the position file.", ""),
    (["solve", "hidden-nim"], "is not a one-player game", ""),
    (["solve", "catalyst", "--seeds", "9-1"], "Invalid range of seeds '9-1'.", ""),
    (["solve", "catalyst", "--seed", "1", "--seeds", "1-2"], "Use only one of --seed, --seeds and --position.", ""),
    (["check", "missing.yaml"], "missing.yaml: cannot be read: No such file or directory.", ""),
    (["check", "."], "no scenario files", ""),
    (["replay", "missing.json"], "missing.json: cannot be read", ""),
    (["play", "--resume", "missing.json"], "missing.json: cannot be read", ""),
    (["play", "catalyst", "--ply", "3"], "--ply requires --resume.", ""),
    (["play", "--language", "fr"], "Unknown language 'fr'. Languages: en, ja.", ""),
    (["dance"], "dance", ""),
]


@pytest.mark.parametrize(("arguments", "sentence", "hint"), CASES)
def test_invalid_arguments_are_refused(run: RunCommand, arguments: list[str], sentence: str, hint: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


FILES = [
    ("field: [5H, 5H]", "p.yaml:1:13: field[1]: 5H is listed twice."),
    ("field: [5H]\nhand: [ZZ]", "p.yaml:2:8: hand[0]: unknown card 'ZZ'."),
    (
        f"deck: [{', '.join(sorted(tefuda.game('catalyst').invariant(tefuda.game('catalyst').start(1))))}, 5H]",
        "53 cards",
    ),
    ("- 1", "p.yaml:1:1: a position is a mapping."),
    ("field: [5H", "p.yaml:2:1: not YAML or JSON"),
]


@pytest.mark.parametrize(("text", "sentence"), FILES)
@pytest.mark.parametrize("command", ["solve", "play"])
def test_malformed_positions_are_refused(
    run: RunCommand, tmp_path: Path, command: str, text: str, sentence: str
) -> None:
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    done = run(command, "catalyst", "--position", "p.yaml")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"\x00\xff", b"not: [yaml", b"{}", b"[]", b'{"format": "tefuda-replay/1"}', b""])
@pytest.mark.parametrize("command", ["replay", "check"])
def test_files_of_another_kind_are_refused(run: RunCommand, tmp_path: Path, command: str, content: bytes) -> None:
    (tmp_path / "f.json").write_bytes(content)
    done = run(command, "f.json")
    if command == "check" and content == b"[]":
        assert done.returncode == 0
        return
    assert done.returncode == 2
    assert "f.json" in done.stderr
    assert "Traceback" not in done.stderr


def write_replay(path: Path, **changes: object) -> None:
    match = tefuda.Match(tefuda.game("catalyst"), 7)
    match.play(0, 0, "4C@0")
    data = {**record(match), **changes}
    data["digest"] = digest(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def test_replay_verdicts(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    write_replay(path)
    done = run("replay", "r.json")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "EXACT: 1 actions.")
    write_replay(path, rules_version=99)
    done = run("replay", "r.json")
    assert done.returncode == 2
    assert "UNVERIFIED: played under rules version 99" in done.stderr
    assert done.stdout == ""
    write_replay(path, seed="8")
    done = run("replay", "r.json")
    assert done.returncode == 1
    assert "DIVERGED at ply 0" in done.stderr
    assert done.stdout == ""
    done = run("replay", "r.json", "--language", "ja")
    assert "食い違います" in done.stderr
    done = run("play", "--resume", "r.json")
    assert done.returncode == 2
    assert "DIVERGED" in done.stderr


def test_replay_at_a_missing_ply_is_refused(run: RunCommand, tmp_path: Path) -> None:
    write_replay(tmp_path / "r.json")
    done = run("replay", "r.json", "--ply", "7")
    assert (done.returncode, done.stderr) == (2, "Ply 7 does not exist. Use 0 to 1.\n")
    assert json.loads(run("replay", "r.json", "--ply", "0", "--json").stdout)["view"]["deck"] == 41


@pytest.mark.parametrize("form", ["", "--json"])
def test_closed_pipe_ends_the_command_quietly(form: str) -> None:
    games = f"{sys.executable} -m tefuda.cli.main games {form}"
    command = f"{games} | (exec <&-; sleep 3); exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C.UTF-8"}
    )
    assert done.returncode == 2
    assert done.stderr == "The output was closed early.\n"

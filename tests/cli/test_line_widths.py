"""In an 80-column terminal long lines are wrapped between words."""

import re
from pathlib import Path

import pytest
from command_runner import run_command
from rich.cells import cell_len

SIGNS = re.compile(r"\x1b\[[0-9;]*m")
COMMANDS = [
    "games",
    "simulate solitaire-tcg -n 3 -w 1",
    "simulate linkavel -n 2 -w 1 -p random --swap",
    "decks table -n 2 -w 1 -p random",
    "lab compare linkavel -d fire -d water -p random -n 2 -w 1",
    "lab sweep linkavel -d fire -d water -p random --vary card:anvil_lynx.power=450-850:400 -n 2 -w 1",
    "cards show dragon_of_first_fire",
    "cards test fld_x01",
    "puzzles list",
]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("command", COMMANDS)
def test_lines_fit_the_terminal(tmp_path: Path, command: str, language: str) -> None:
    done = run_command(tmp_path, *command.split(), "--language", language, FORCE_COLOR="1", TERM="xterm")
    assert done.status == 0, done.err
    lines = SIGNS.sub("", done.out).splitlines()
    assert len(lines) > 3
    assert [line for line in lines if cell_len(line) > 80] == []


def test_piped_output_is_not_wrapped(tmp_path: Path) -> None:
    done = run_command(tmp_path, "games")
    players = "random, shortest, pairing, heuristic, mcts:N, ismcts:N, policy:FILE, gumbel:N,policy=FILE, level:N"
    assert f"  players: {players}, exec:COMMAND\n" in done.out

"""The interpreted and the compiled build play the same games and search the same trees, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tefuda

TRANSCRIPT = Path(__file__).parent / "transcript.py"
GAMES = {"card-othello": 3, "catalyst": 4, "linkavel": 1, "solitaire-tcg": 3}
"""Random games with each set of options; `make nightly` compares many more."""


def transcript(game: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(TRANSCRIPT), game, str(GAMES[game])],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout.splitlines()


@pytest.mark.skipif(not tefuda.compiled, reason="interpreted build")
@pytest.mark.parametrize("game", GAMES)
def test_both_builds_write_the_same_transcript(game: str) -> None:
    compiled = transcript(game, PYTHONHASHSEED="1")
    interpreted = transcript(game, TEFUDA_INTERPRETED="1", PYTHONHASHSEED="2")
    assert (compiled[0], interpreted[0]) == ("# compiled: True", "# compiled: False")
    assert len(compiled) > 4 * GAMES[game]
    assert compiled[1:] == interpreted[1:]

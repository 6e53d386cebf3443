"""Interpreted and compiled play the same games and search the same trees, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tefuda

TRANSCRIPT = Path(__file__).parent / "transcript.py"
GAMES = 40


def transcript(**environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(TRANSCRIPT), str(GAMES)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout.splitlines()


@pytest.mark.skipif(not tefuda.compiled, reason="nothing is compiled here")
def test_both_builds_write_the_same_transcript() -> None:
    compiled = transcript(PYTHONHASHSEED="1")
    interpreted = transcript(TEFUDA_INTERPRETED="1", PYTHONHASHSEED="2")
    assert (compiled[0], interpreted[0]) == ("# compiled: True", "# compiled: False")
    assert len(compiled) > 5 * GAMES
    assert compiled[1:] == interpreted[1:]

"""Replays that one build records and the other one verifies, in both directions."""

import os
import subprocess
import sys

from nightly.check import Check

BATCH = 20
INTERPRETED = {"TEFUDA_INTERPRETED": "1"}


def build(arguments: list[str], interpreted: bool, replays: str = "") -> str:
    """Run one build; its output. Raises with what it says where it fails."""
    environment = {key: value for key, value in os.environ.items() if key not in INTERPRETED}
    done = subprocess.run(
        [sys.executable, "-m", "nightly.replay_build", *arguments],
        input=replays,
        capture_output=True,
        text=True,
        env={**environment, **(INTERPRETED if interpreted else {})},
    )
    name = "interpreted" if interpreted else "compiled"
    assert done.returncode == 0, f"{arguments[0]} by the {name} build: {done.stdout[-600:]}{done.stderr[-600:]}"
    return done.stdout


def cross(first: int, count: int) -> None:
    """Record some games and verify them in the other build; batches take turns in who records."""
    by_interpreted = first // BATCH % 2 == 1
    replays = build(["record", str(first), str(count)], by_interpreted)
    assert len(replays.splitlines()) == count + 1
    build(["verify"], not by_interpreted, replays)


CHECKS = [
    Check(
        "replays",
        "replays",
        5_000,
        cross,
        batch=BATCH,
        independent=True,
        least=2 * BATCH,
        note="half recorded compiled and verified interpreted, half the other way round",
    )
]

"""Replays: recorded by one build and verified by the other, in both directions."""

import os
import subprocess
import sys

from nightly.check import Check

REPLAYS_PER_BATCH = 20
INTERPRETED = {"TEFUDA_INTERPRETED": "1"}


def run_build(arguments: list[str], interpreted: bool, replays: str = "") -> str:
    """Run one build and return its output; raises if it fails."""
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


def check_replays(first: int, count: int) -> None:
    """Record games and verify them in the other build; batches alternate the direction."""
    by_interpreted = first // REPLAYS_PER_BATCH % 2 == 1
    replays = run_build(["record", str(first), str(count)], by_interpreted)
    assert len(replays.splitlines()) == count + 1
    run_build(["verify"], not by_interpreted, replays)


CHECKS = [
    Check(
        "replays",
        "replays",
        5_000,
        check_replays,
        batch=REPLAYS_PER_BATCH,
        independent=True,
        min_units=2 * REPLAYS_PER_BATCH,
        note="half recorded compiled and verified interpreted, half the other way round",
    )
]

"""Run a benchmark's `measure` in both builds: separate processes, interleaved rounds, the best of each."""

import json
import os
import subprocess
import sys
from pathlib import Path

CHILD = "import importlib, sys; sys.path.insert(0, sys.argv[1]); importlib.import_module(sys.argv[2]).measure()"


def run(module: str, interpreted: bool) -> dict[str, float]:
    """Return the figures that `measure` of a module prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(Path(__file__).parent), module],
        env={**os.environ, **({"TEFUDA_INTERPRETED": "1"} if interpreted else {})},
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    assert figures["compiled"] != interpreted, "Tefuda is not compiled. Run make setup."
    return figures


def compare(module: str, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the best figures of the compiled and of the interpreted build."""
    best: dict[bool, dict[str, float]] = {True: {}, False: {}}
    for number in range(rounds):
        for interpreted in (False, True):
            for name, figure in run(module, interpreted).items():
                best[interpreted][name] = max(best[interpreted].get(name, 0), figure)
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return best[False], best[True]


def print_figures(label: str, name: str, fast: dict[str, float], slow: dict[str, float]) -> None:
    ratio = fast[name] / slow[name]
    print(f"{label:<28}compiled {fast[name]:>10,.0f}   interpreted {slow[name]:>8,.0f}   {ratio:5.1f} x")

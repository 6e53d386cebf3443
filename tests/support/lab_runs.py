"""Small lab runs for tests, and their output files."""

import os
from pathlib import Path
from typing import Any

from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.lab.runs.run import GAMES, REPORT, RESULTS, Run, create_run
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.spec import read_spec
from tefuda.lab.studies.sweep import Sweep

NIM: dict[str, Any] = {"kind": "sweep", "game": "hidden-nim", "players": ["random"], "games": 60, "seed": 3}


def nim_sweep(**more: Any) -> dict[str, Any]:
    """Return the specification of a fast sweep with one cell."""
    return {**NIM, "vary": {"most": [4]}, **more}


def start_run(folder: Path, data: dict[str, Any]) -> Run:
    return create_run(folder, make_study(data))


def output_bytes(folder: Path) -> list[bytes]:
    """Return the contents of the output files, which must be the same for any way to run the study."""
    return [(folder / name).read_bytes() for name in (GAMES, RESULTS, REPORT)]


def crashing_sweep(data: dict[str, Any]) -> Sweep:
    """Return a study that kills its worker process after 40 games. The local class is pickled by value."""

    class CrashingSweep(Sweep):
        def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
            # The environment keeps the count: every chunk of work unpickles this class again.
            os.environ["PLAYED"] = str(int(os.environ.get("PLAYED", "0")) + 1)
            if os.environ["PLAYED"] == "40":
                os._exit(1)
            return {}

    return CrashingSweep(read_spec(data, ["sweep"]))

"""Runs of the lab in tests: small ones, and what they leave."""

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


def nim(**more: Any) -> dict[str, Any]:
    """A sweep of one cell: whatever it is about, it is soon done."""
    return {**NIM, "vary": {"most": [4]}, **more}


def new_run(folder: Path, data: dict[str, Any]) -> Run:
    return create_run(folder, make_study(data))


def bytes_of(folder: Path) -> list[bytes]:
    """What must not depend on how it was made."""
    return [(folder / name).read_bytes() for name in (GAMES, RESULTS, REPORT)]


def fatal(data: dict[str, Any]) -> Sweep:
    """A study that kills the process that plays it, after some games. Made here, so that it is sent as it is."""

    class Fatal(Sweep):
        def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
            # The process counts: this class comes anew with every piece of work.
            os.environ["PLAYED"] = str(int(os.environ.get("PLAYED", "0")) + 1)
            if os.environ["PLAYED"] == "40":
                os._exit(1)
            return {}

    return Fatal(read_spec(data, ["sweep"]))

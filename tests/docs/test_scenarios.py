"""Every scenario passes, and folding its events gives the view of every seat."""

from pathlib import Path
from typing import Any

import pytest

from tefuda.core.events import SPECTATOR
from tefuda.core.scenario import Scenario, begin, read_scenarios, run

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_scenario_passes_and_folds(path: Path) -> None:
    """CO-12.1 and the same clause of other games: for each seat and spectators, after every action."""
    for scenario in read_scenarios(path):
        assert [problem.text("en") for problem in run(scenario)] == [], scenario.name
        check_folding(scenario)


def check_folding(scenario: Scenario) -> None:
    match = begin(scenario.game, scenario.data, scenario.seeds[0])
    views: dict[int, dict[str, Any]] = {viewer: {} for viewer in (*range(scenario.game.seats), SPECTATOR)}
    for ply in range(len(scenario.data.get("play", [])) + 1):
        if ply:
            match.play(match.seat, match.ply, scenario.data["play"][ply - 1])
        for viewer, view in views.items():
            for event in match.events_for(viewer):
                scenario.game.fold(view, event)
            assert view == match.view(viewer), f"{scenario.name}, ply {ply}, viewer {viewer}"


def test_scenario_names_are_unique() -> None:
    names = [(path.parent.name, scenario.name) for path in FILES for scenario in read_scenarios(path)]
    assert len(set(names)) == len(names)

"""Lab figures of a game with payoffs: Kuhn poker."""

from pathlib import Path
from typing import Any

import pytest
from lab_runs import start_run

from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row, format_score, read_line
from tefuda.lab.studies.registry import make_study

KUHN = {"game": "kuhn-poker", "games": 80, "seed": 4, "stop": False}


def play_study(data: dict[str, Any]) -> tuple[Plan, dict[str, Any]]:
    study = make_study(data)
    plan = Plan(study)
    for number, first, count in plan.chunks():
        plan.add(*study.play(number, first, count))
    return plan, study.figures(plan.rows())


def test_comparison_counts_wins_and_payoffs() -> None:
    plan, figures = play_study({"kind": "compare", "players": ["mcts:30", "random"], **KUHN})
    rows = plan.rows()[0]
    pair = figures["pairs"][0]
    own = [row.extra["payoffs"][row.number % 2] for row in rows]
    assert set(own) <= {-2.0, -1.0, 1.0, 2.0}
    assert pair["wins"] == sum(payoff > 0 for payoff in own)
    assert pair["losses"] == sum(payoff < 0 for payoff in own)
    assert (pair["draws"], pair["unfinished"], pair["wins"] + pair["losses"]) == (0, 0, 80)
    mean = sum(own) / len(own)
    assert pair["payoff"]["value"] == pytest.approx(mean)
    assert pair["payoff"]["low"] < mean < pair["payoff"]["high"]
    # The score is the payoff on a scale from 0 to 1; 0.5 for equal players.
    assert pair["score"]["value"] == pytest.approx(0.5 + mean / 4)
    assert [one["name"] for one in figures["ratings"]] == ["mcts:30", "random"]
    assert figures["payoffs"][0]["value"] == pytest.approx(-figures["payoffs"][1]["value"])


def test_equal_players_end_level() -> None:
    _, figures = play_study({"kind": "compare", "players": ["random", "random"], **KUHN})
    pair = figures["pairs"][0]
    assert (pair["score"]["value"], pair["payoff"]["value"], pair["wins"]) == (0.5, 0.0, pair["losses"])


def test_game_study_uses_wins() -> None:
    plan, figures = play_study({"kind": "game", "players": ["random", "mcts:30"], **KUHN})
    skill = figures["skill"][0]
    assert skill["wins"] + skill["losses"] == skill["games"]
    assert skill["draws"] == skill["unfinished"] == 0
    assert 0 <= figures["choices"]["cost"]["value"] <= 1
    assert all("payoffs" in row.extra for found in plan.rows() for row in found)


def test_report_shows_payoffs(tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", {"kind": "compare", "players": ["mcts:30", "random"], **KUHN})
    run.play(1)
    assert "mean payoff of the first" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("score", [0.0, 1.0, 0.5, 1 / 3, 7 / 12, 0.1])
def test_scores_survive_the_journal(score: float) -> None:
    assert float(format_score(score)) == score
    row = read_line(Row(0, 1, [score, 1.0], 0, 3, {}, {"payoffs": [score, -2.0]}).to_line())
    assert row is not None
    assert (row.scores, row.extra) == ([score, 1.0], {"payoffs": [score, -2.0]})

"""Sweeps play the same games as a simulation of each cell, on the same deals."""

from pathlib import Path
from typing import Any

import numpy
import pytest
from lab_runs import nim_sweep, start_run
from sample_size import sample_size

from tefuda.core.random import Random, xoshiro
from tefuda.lab.charts.report import Figure
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import Interval, paired_bootstrap
from tefuda.lab.studies import sweep
from tefuda.lab.studies.experiment_cells import score_of
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.simulation import Simulation
from tefuda.lab.studies.study import RecordedStudy


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(scores: list[float], seed: int, draws: int = 50, least: float = 0.0) -> Interval:
        return paired_bootstrap(scores, seed, draws, least)

    monkeypatch.setattr(sweep, "paired_bootstrap", fewer)


def play_study(data: dict[str, Any]) -> tuple[Plan, dict[str, Any]]:
    study = make_study(data)
    plan = Plan(study)
    for number, cell in enumerate(study.cells):
        plan.add(*study.play(number, 0, cell.deals))
    assert plan.complete
    return plan, study.figures(plan.rows())


def test_every_cell_equals_a_simulation() -> None:
    names = ["random", "shortest"]
    vary = {"field_size": "4-5", "react": "rank,suit"}
    _, figures = play_study(
        {"kind": "sweep", "game": "catalyst", "players": names, "vary": vary, "games": 24, "seed": 9}
    )
    assert len(figures["cells"]) == 4
    for cell in figures["cells"]:
        for name in names:
            tally = Simulation("catalyst", [name], 9, cell["values"]).tally(0, 24)
            assert cell["rates"][name]["won"] == tally.wins[0]
            assert cell["rates"][name]["games"] == 24


def test_one_player_for_two_seats_measures_the_first_seat() -> None:
    _, figures = play_study(nim_sweep(games=80, vary={"most": "2-3"}))
    assert figures["measure"] == "first_player"
    for cell in figures["cells"]:
        tally = Simulation("hidden-nim", ["random"], 3, cell["values"]).tally(0, 80)
        assert cell["rates"]["random"]["won"] == tally.wins[0]
        assert cell["plays"]["mean"] == pytest.approx(tally.summary()["plays"]["mean"])


def test_random_first_seat_is_counted() -> None:
    data = {"kind": "sweep", "game": "linkavel", "players": ["random"], "games": 12, "seed": 5, "vary": {"lp": [3000]}}
    plan, figures = play_study(data)
    tally = Simulation("linkavel", ["random"], 5, {"lp": 3000}).tally(0, 12)
    assert {row.opener for row in plan.rows()[0]} == {0, 1}
    assert figures["cells"][0]["rates"]["random"]["won"] == tally.first_player_wins != tally.wins[0]
    assert figures["cells"][0]["measured"] == tally.summary()["measured"]


def test_two_players_swap_seats() -> None:
    _, figures = play_study(nim_sweep(players=["random", "greedy"], games=80, vary={"most": "2-3"}))
    assert figures["measure"] == "score"
    for cell in figures["cells"]:
        tally = Simulation("hidden-nim", ["random", "greedy"], 3, cell["values"], swap=True).tally(0, 80)
        assert cell["rates"]["random"]["won"] == tally.wins[0]
        assert list(cell["rates"]) == ["random"]


def test_changes_are_paired_by_deal() -> None:
    plan, figures = play_study(nim_sweep(players=["random", "greedy"], games=60, vary={"most": "2-4"}))
    study = plan.study
    scores = [
        numpy.array([score_of(cell, row, 0) for row in rows]).reshape(-1, 2).mean(axis=1)
        for cell, rows in zip(study.cells, plan.rows(), strict=True)
    ]
    assert figures["cells"][0]["rates"]["random"]["change"] is None
    for number in (1, 2):
        change = figures["cells"][number]["rates"]["random"]["change"]
        assert change["value"] == pytest.approx(float((scores[number] - scores[0]).mean()))
        assert change["low"] <= change["value"] <= change["high"]


def test_best_and_worst() -> None:
    data = {"kind": "sweep", "game": "catalyst", "players": ["shortest"], "games": 30, "vary": {"react": "both,rank"}}
    _, figures = play_study(data)
    rates = {cell["label"]: cell["rates"]["shortest"]["rate"] for cell in figures["cells"]}
    assert figures["best"]["shortest"]["rate"] == max(rates.values())
    assert rates[figures["worst"]["shortest"]["label"]] == min(rates.values())


def test_unfinished_games_are_counted_and_not_won(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = nim_sweep(games=40, vary={"most": "8-9"})
    study = make_study(data)
    monkeypatch.setattr(study.game, "max_plays", 5)
    run = start_run(tmp_path / "a", data)
    run.play()
    cell = run.figures()["cells"][0]
    assert 0 < cell["unfinished"] < 40
    assert cell["rates"]["random"]["games"] == 40 - cell["unfinished"]
    text = (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    assert str(sum(cell["unfinished"] for cell in run.figures()["cells"])) in text
    alone = {"kind": "sweep", "game": "catalyst", "players": ["shortest"], "games": 20, "vary": {"field_size": [4]}}
    monkeypatch.setattr(make_study(alone).game, "max_plays", 1)
    _, figures = play_study(alone)
    assert figures["cells"][0]["rates"]["shortest"]["games"] == 20
    assert figures["cells"][0]["unfinished"] > 0


def test_card_number_is_varied_and_restored() -> None:
    """The cell with the original number plays the same games as without a change."""
    from tefuda.cardlang.workshop import find_workshop
    from tefuda.lab.studies.card_variants import card_numbers

    workshop = find_workshop("linkavel")
    power = card_numbers("linkavel", "coal_runner")["power"]
    data = {"kind": "sweep", "game": "linkavel", "players": ["novice"], "decks": ["fire", "water"], "games": 4}
    before = workshop.cards()
    _, plain = play_study({**data, "vary": {"lp": [5000]}})
    _, varied = play_study({**data, "vary": {"card:coal_runner.power": [power, 9000]}})
    assert workshop.cards() == before
    assert varied["cells"][0]["plays"] == plain["cells"][0]["plays"]
    assert varied["cells"][1]["plays"] != plain["cells"][0]["plays"]


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_report_for_any_number_of_axes(tmp_path: Path, axes: int) -> None:
    vary = dict([("field_size", [4, 5]), ("hand_size", [2, 3]), ("react", ["both", "rank"])][:axes])
    data = {"kind": "sweep", "game": "catalyst", "players": ["random", "shortest"], "games": 3, "vary": vary}
    run = start_run(tmp_path / "a", data)
    assert run.play()
    report = run.report()
    assert "shortest" in report.findings[-1].ja
    text = (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    assert text.count('role="img"') >= 1


def coin_flip_rows(study: RecordedStudy, chances: list[float], random: Random) -> list[list[Row]]:
    """Return rows of games that the first player wins with the chance of each cell."""
    found = []
    for number, (cell, chance) in enumerate(zip(study.cells, chances, strict=True)):
        wins = [float(int(random.below(1000)) < 1000 * chance) for _ in range(cell.deals)]
        found.append([Row(number, deal, [won, 1 - won], 0, 5, {}, {}) for deal, won in enumerate(wins)])
    return found


def test_best_and_worst_of_equal_cells_are_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Best and worst of six equal cells always differ; at most 5 % of the sweeps call that clear."""
    monkeypatch.setattr(sweep, "paired_bootstrap", lambda scores, seed, least: Interval(0, 0, 0))
    study = make_study(nim_sweep(games=60, vary={"most": "3-8"}))
    random = xoshiro(8, 1)
    trials = sample_size(1600)
    alarms = sum(study.figures(coin_flip_rows(study, [0.5] * 6, random))["clear"]["random"] for _ in range(trials))
    assert alarms <= trials * 0.05 + 3 * (trials * 0.05) ** 0.5
    assert study.figures(coin_flip_rows(study, [0.5, 0.5, 0.9, 0.5, 0.5, 0.3], random))["clear"]["random"]


@pytest.mark.parametrize(
    ("chances", "words"),
    [
        ([0.5] * 4, "Win rate of the first player (no significant differences)"),
        ([0.1, 0.9, 0.9, 0.9], "Win rate of the first player"),
    ],
)
def test_chart_caption_mentions_chance_differences(chances: list[float], words: str) -> None:
    vary = {"lp": [3000, 5000], "hand_limit": [5, 10]}
    study = make_study({"kind": "sweep", "game": "linkavel", "players": ["random"], "games": 60, "vary": vary})
    rows = coin_flip_rows(study, chances, xoshiro(8, 1))
    chart = study.report(study.figures(rows), rows).sections[0].parts[0]
    assert isinstance(chart, Figure)
    assert chart.caption.en == words


def test_report_explains_the_options() -> None:
    vary = {"field_size": [4, 5], "hand_size": [2, 3]}
    study = make_study({"kind": "sweep", "game": "catalyst", "players": ["shortest"], "games": 2, "vary": vary})
    rows = coin_flip_rows(study, [0.5] * 4, xoshiro(8, 1))
    message = study.report(study.figures(rows), rows).sections[0].paragraphs[-1]
    assert message.en == "field_size: field size at the start; hand_size: hand size."
    assert message.ja == "field_size: 開始時の場の枚数、hand_size: 手札の枚数。"

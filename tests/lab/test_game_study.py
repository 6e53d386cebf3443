"""`lab game`: lead over time, decisions that matter, and reproducible output."""

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hidden_nim import COUNTING_SEAT, HIDDEN, MAX_HIDDEN, HiddenNim, NimPlayers, NimState
from hypothesis import given
from hypothesis import strategies as st
from lab_runs import output_bytes, start_run

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.core.player import Guide
from tefuda.core.random import Random, xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State
from tefuda.lab.charts.report import report_html
from tefuda.lab.runs import plan as planning
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row
from tefuda.lab.runs.run import open_run
from tefuda.lab.stats.intervals import Interval, paired_bootstrap
from tefuda.lab.studies import decisions, game_study
from tefuda.lab.studies.decisions import (
    DECISIONS_PER_GAME,
    IMPORTANT_GAIN,
    DecisionSample,
    SamplingBudget,
    evaluate_decision,
)
from tefuda.lab.studies.game_study import GameStudy
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.simulation import Simulation
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.trajectory import LEAD_ABOVE, LEAD_BELOW, TENTHS, lead_changes, settled_after

NIM = {"kind": "game", "game": "hidden-nim", "players": ["greedy"], "games": 24, "seed": 5}
CHANCES = st.lists(st.sampled_from([0.0, 0.25, LEAD_BELOW, 0.5, LEAD_ABOVE, 0.75, 1.0]), min_size=1, max_size=40)


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(scores: list[float], seed: int, draws: int = 50, least: float = 0.0) -> Interval:
        return paired_bootstrap(scores, seed, draws, least)

    monkeypatch.setattr(game_study, "paired_bootstrap", fewer)
    monkeypatch.setattr(planning, "CHUNK_SECONDS", 0.02)


@pytest.fixture
def small_decision_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the effort for decisions in tests of other figures."""
    monkeypatch.setattr(decisions, "MIN_WORLDS", 2)
    monkeypatch.setattr(decisions, "MAX_WORLDS", 2)
    monkeypatch.setattr(decisions, "MAX_ACTIONS", 3)


def make_game_study(**data: Any) -> GameStudy:
    study = make_study({"kind": "game", **data})
    assert isinstance(study, GameStudy)
    return study


def play_study(study: GameStudy) -> list[list[Row]]:
    plan = Plan(study)
    for number, first, count in plan.chunks():
        plan.add(*study.play(number, first, count))
    return plan.rows()


@given(CHANCES)
def test_lead_changes_count_leader_switches(chances: list[float]) -> None:
    leaders = [chance > LEAD_ABOVE for chance in chances if chance > LEAD_ABOVE or chance < LEAD_BELOW]
    assert lead_changes(chances) == max(0, len(list(groupby(leaders))) - 1)
    other = {LEAD_ABOVE: LEAD_BELOW, LEAD_BELOW: LEAD_ABOVE}
    assert lead_changes([other.get(chance, 1 - chance) for chance in chances]) == lead_changes(chances)


@given(CHANCES)
def test_game_is_settled_when_the_winner_leads_for_good(chances: list[float]) -> None:
    after = settled_after(chances, 0)
    plays = len(chances)
    # A chance is valid until the next play.
    ends = [TENTHS * (place + 1) for place, chance in enumerate(chances) if chance <= 0.5]
    assert after == min(tenths for tenths in range(TENTHS + 1) if all(end <= tenths * plays for end in ends))
    assert settled_after([1 - chance for chance in chances], 1) == after


def test_decisions_are_sampled_uniformly() -> None:
    """Four of twelve decisions are kept: each in a third of the games, within four standard deviations."""
    kept = [0] * 12
    games = 1500
    for seed in range(games):
        sample = DecisionSample(xoshiro(seed, 1))
        for place in range(12):
            sample.add(place, NimState([place + 1, 0, 0], 0, 0))
        found = sample.decisions()
        assert [place for place, _ in found] == sorted({place for place, _ in found})
        assert len(found) == DECISIONS_PER_GAME
        for place, state in found:
            assert isinstance(state, NimState)
            assert state.heaps[0] == place + 1
            kept[place] += 1
    assert all(abs(count / games - 1 / 3) < 4 * (2 / 9 / games) ** 0.5 for count in kept)


@cache
def random_play_value(heaps: tuple[int, ...]) -> float:
    """Return the win chance of the seat to play if both play randomly; 0 if no stone is left."""
    actions = NimState(list(heaps), 0, 0).actions()
    return (
        sum(1 - random_play_value(heaps_after(heaps, action)) for action in actions) / len(actions) if actions else 0.0
    )


def heaps_after(heaps: tuple[int, ...], action: int) -> tuple[int, ...]:
    heap, take = divmod(action, 3)
    return tuple(size - (take + 1 if at == heap else 0) for at, size in enumerate(heaps))


def exact_cost(state: NimState) -> float:
    """Return how much the best action exceeds the average, over all worlds that the seat considers possible."""
    worlds = [tuple(state.heaps)]
    if state.seat != COUNTING_SEAT and state.heaps[HIDDEN]:
        sizes = range(1, MAX_HIDDEN - state.taken + 1)
        worlds = [(state.heaps[0], state.heaps[1], size) for size in sizes]
    values = [
        sum(1 - random_play_value(heaps_after(world, action)) for world in worlds) / len(worlds)
        for action in state.actions()
    ]
    return max(values) - sum(values) / len(values)


def test_decision_cost_matches_exact_play() -> None:
    """Random play of Hidden Nim can be computed exactly. A sample may miss the best action but never gains by it."""
    game, guide = tefuda.game("hidden-nim"), Guide()
    random = xoshiro(1, 1)
    gaps = []
    clear = {True: 0, False: 0}
    for seed in range(120):
        state = game.start(seed, {"most": 5})
        assert isinstance(state, NimState)
        if len(state.actions()) < 2:
            continue
        if seed % 2:
            state.play(state.random_action(random))
        found = evaluate_decision(game, state, guide, random, SamplingBudget(guide))
        truth = exact_cost(state)
        gaps.append(found.cost - truth)
        if found.mattered:
            clear[truth >= IMPORTANT_GAIN / 2] += 1
    mean = sum(gaps) / len(gaps)
    error = (sum((gap - mean) ** 2 for gap in gaps) / len(gaps) ** 2) ** 0.5
    assert -0.05 < mean < 3 * error
    assert clear[True] > 10
    assert clear[False] <= 2


class IdleState(State):
    """A game in which the choice only sets the number of coin flips before the deciding one: no choice matters."""

    def __init__(self, waits: int = -1) -> None:
        super().__init__()
        self.waits = waits
        self.won = False

    def actions(self) -> list[int]:
        return [] if self.seat == OVER else list(range(6)) if self.waits < 0 else [0, 1]

    def play(self, action: int) -> None:
        if self.waits < 0:
            self.waits = action
        elif self.waits > 0:
            self.waits -= 1
        else:
            self.won = action == 1
            self.seat = OVER

    def clone(self) -> "IdleState":
        copy = IdleState(self.waits)
        copy.seat, copy.won = self.seat, self.won
        return copy

    def resample(self, seat: int, random: Random) -> "IdleState":
        return self.clone()

    def scores(self) -> list[float]:
        return [float(self.won), float(not self.won)]


def test_chance_is_not_counted_as_a_decision() -> None:
    """All actions win half of the time: the mean cost is 0, and few choices seem to matter."""
    game, guide, random = tefuda.game("hidden-nim"), Guide(), xoshiro(2, 1)
    found = [evaluate_decision(game, IdleState(), guide, random, SamplingBudget(guide)) for _ in range(150)]
    costs = [one.cost for one in found]
    mean = sum(costs) / len(costs)
    error = (sum((cost - mean) ** 2 for cost in costs)) ** 0.5 / len(costs)
    assert abs(mean) < 3.5 * error
    assert sum(cost >= IMPORTANT_GAIN for cost in costs) > 15
    assert sum(one.mattered for one in found) <= 9


class SettledNim(NimState):
    """Nim with a winner that depends only on the hidden heap."""

    def clone(self) -> "SettledNim":
        copy = SettledNim(self.heaps, self.taken, max(self.seat, 0))
        copy.seat, copy.winner = self.seat, self.winner
        return copy

    def scores(self) -> list[float]:
        return [float(self.taken % 2), float(1 - self.taken % 2)]


def test_game_without_influence_has_no_decisions_that_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    start = HiddenNim.start

    def settled_start(game: HiddenNim, *arguments: Any) -> NimState:
        state = start(game, *arguments)
        return SettledNim(state.heaps, 0, 0)

    monkeypatch.setattr(HiddenNim, "start", settled_start)
    study = make_game_study(**NIM)
    choices = study.figures(play_study(study))["choices"]
    assert choices["decisions"] > 40
    assert choices["mattered"]["value"] == 0
    assert (choices["cost"]["value"], choices["cost"]["low"], choices["cost"]["high"]) == (0, 0, 0)


def test_in_nim_decisions_matter() -> None:
    study = make_game_study(**{**NIM, "players": ["random"], "games": 40})
    rows = play_study(study)
    figures = study.figures(rows)
    choices = figures["choices"]
    assert choices["decisions"] == sum(len(row.extra["choices"]) for row in rows[0])
    assert choices["mattered"]["low"] > 0.05
    assert choices["cost"]["low"] > 0
    assert sum(stage["mattered"]["games"] for stage in choices["stages"]) == choices["decisions"]
    assert f"{100 * choices['mattered']['value']:.1f} % of the decisions matter" in " ".join(
        message.en for message in study.report(figures, rows).findings
    )


@pytest.mark.usefixtures("small_decision_samples")
def test_observing_does_not_change_the_games() -> None:
    for data in ({**NIM, "players": ["random"]}, {"game": "catalyst", "players": ["shortest"], "games": 6}):
        study = make_game_study(**data)
        for row in study.watched_rows(play_study(study)):
            plain = RecordedStudy.play_row(study, 0, row.number)
            assert (plain.scores, plain.plays, plain.opener, plain.measured) == (
                row.scores,
                row.plays,
                row.opener,
                row.measured,
            )


def test_actions_are_counted_before_every_play() -> None:
    """Greedy play is deterministic: the games can be replayed here."""
    study = make_game_study(**NIM)
    rows = play_study(study)
    counts, forced, first = [], 0, []
    for deal in range(24):
        state = study.game.start(game_seed(study.seed, deal))
        own = []
        while state.seat != OVER:
            actions = state.actions()
            own.append(len(actions))
            state.play(max(actions, key=lambda action: (action % 3, -action)))
        counts += own
        forced += own.count(1)
        early = [count for place, count in enumerate(own) if place < len(own) / 10]
        first.append(sum(early) / len(early))
    found = study.figures(rows)["branching"]
    assert found["decisions"] == len(counts)
    assert found["actions"] == pytest.approx(sum(counts) / len(counts))
    assert found["forced"] == pytest.approx(forced / len(counts))
    assert found["stages"][0]["value"] == pytest.approx(sum(first) / len(first))


class NimGuide(Guide):
    """Values Hidden Nim positions by random play."""

    def chance(self, state: State, seat: int) -> float:
        assert isinstance(state, NimState)
        value = random_play_value(tuple(state.heaps))
        return value if state.seat == seat else 1 - value


def test_game_with_position_values_shows_the_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimPlayers, "guide", lambda players: NimGuide())
    study = make_game_study(**{**NIM, "players": ["random"], "games": 200})
    rows = play_study(study)
    course = study.figures(rows)["course"]
    rates = [stage["rate"] for stage in course["leader_won"]]
    # At the last stone the seat to play leads.
    assert rates[-1] > 0.8
    assert rates[-1] > rates[0]
    assert sum(course["changes"]["counts"].values()) == 200
    assert sum(course["settled"]["counts"].values()) == 200
    lead = " ".join(message.en for message in study.report(study.figures(rows), rows).findings)
    assert f"The lead changes {course['changes']['mean']:.1f} times per game" in lead


def test_game_without_position_values_says_so() -> None:
    study = make_game_study(**NIM)
    rows = play_study(study)
    figures = study.figures(rows)
    assert figures["course"] is None
    assert "has no evaluation of positions" in report_html(study.report(figures, rows), "en")
    assert "形勢判断がない" in report_html(study.report(figures, rows), "ja")


def test_every_player_meets_the_first() -> None:
    study = make_game_study(**{**NIM, "players": ["greedy", "random", "greedy", "mcts:2"]})
    assert study.spec.players == ["random", "greedy", "mcts:2"]
    assert [cell.names for cell in study.cells] == [["mcts:2"], ["greedy", "random"], ["mcts:2", "random"]]
    assert make_game_study(game="hidden-nim").spec.players == ["random", "heuristic"]
    assert [cell.label for cell in make_game_study(game="hidden-nim", players=["random"]).cells] == ["random - random"]
    again = make_study(study.spec.data())
    assert again.spec.data() == study.spec.data()


def test_gap_equals_a_simulation_with_swapped_seats() -> None:
    study = make_game_study(**NIM)
    figures = study.figures(play_study(study))
    tally = Simulation("hidden-nim", ["greedy", "random"], 5, swap=True).tally(2 * study.cells[1].offset, 24)
    (one,) = figures["skill"]
    assert [one["wins"], one["losses"]] == tally.wins
    assert one["score"]["value"] == pytest.approx(tally.wins[0] / 24)


def test_different_decks_play_both_ways() -> None:
    study = make_game_study(game="linkavel", players=["random"], games=3)
    own = study.cells[0]
    assert own.deals == 2
    assert [list(part.options.values()) for part in own.parts] in ([[], ["water", "fire"]],)
    same = make_game_study(game="linkavel", players=["random"], decks=["dark"], games=3).cells[0]
    assert (same.deals, len(same.parts)) == (3, 1)
    assert same.parts[0].options == {"deck.one": "dark", "deck.two": "dark"}


@pytest.mark.usefixtures("small_decision_samples")
def test_one_player_games_use_the_same_deals() -> None:
    study = make_game_study(game="catalyst", players=["shortest"], games=12, seed=6)
    rows = play_study(study)
    figures = study.figures(rows)
    wins = [Simulation("catalyst", [name], 6).tally(0, 12).wins[0] for name in ("random", "shortest")]
    assert [one["wins"]["won"] for one in figures["skill"]] == wins
    assert figures["wins"]["won"] == wins[1]
    assert figures["skill"][1]["difference"]["value"] == pytest.approx((wins[1] - wins[0]) / 12)
    assert (figures["games"], figures["all_games"]) == (12, 24)
    assert figures["course"]["won"]["games"] == wins[1]
    for language, words in (("en", "Chance to win during the game"), ("ja", "途中の見込み")):
        assert words in report_html(study.report(figures, rows), language)


def test_workers_and_interruptions_do_not_change_the_output(tmp_path: Path) -> None:
    for workers in (1, 2):
        assert start_run(tmp_path / str(workers), NIM).play(workers)
    # The main process draws the intervals, the workers play the games.
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "2")
    stopped = start_run(tmp_path / "3", NIM)

    def progress(plan: Plan) -> None:
        if plan.done >= 10:
            raise KeyboardInterrupt

    assert not stopped.play(1, progress)
    assert open_run(tmp_path / "3").play(1)
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "3")
    finished = open_run(tmp_path / "3")
    finished.read()
    finished.write_results()
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "3")


@pytest.mark.usefixtures("small_decision_samples")
@pytest.mark.parametrize("games", [1, 2, 3])
def test_report_works_with_few_games(games: int) -> None:
    for data in ({**NIM, "games": games}, {"game": "catalyst", "players": ["random"], "games": games}):
        study = make_game_study(**data)
        rows = play_study(study)
        for language in ("en", "ja"):
            assert report_html(study.report(study.figures(rows), rows), language)


@pytest.mark.parametrize(
    ("data", "key", "en", "ja"),
    [
        ({"game": "catalyst", "vary": {"field_size": "6-8"}}, "vary", "Only a sweep can vary options", "sweep"),
        ({"game": "linkavel", "decks": ["fire", "water", "dark"]}, "decks", "one for each seat", "席ごとに"),
        ({"game": "hidden-nim", "players": ["gredy"]}, "players[0]", "greedy", "greedy"),
        ({"game": "catalyst", "decks": ["fire"]}, "decks", "has no decks", "デッキはありません"),
    ],
)
def test_invalid_specification_is_refused(data: dict[str, Any], key: str, en: str, ja: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        make_game_study(**data)
    problem = failure.value.problems[0]
    assert problem.where() == key
    assert en in problem.text("en")
    assert ja in problem.text("ja")

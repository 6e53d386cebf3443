"""Comparisons: fair, level for equal players, and correct about the stronger one."""

import re
from functools import cache
from itertools import pairwise
from typing import Any

import hidden_nim
import pytest
from hidden_nim import NimPlayers, NimState

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random, xoshiro
from tefuda.lab.runs.plan import Plan
from tefuda.lab.stats import ratings
from tefuda.lab.stats.intervals import Interval, paired_bootstrap
from tefuda.lab.studies import compare, compare_report
from tefuda.lab.studies.compare import duel_scores, solo_differences
from tefuda.lab.studies.experiment_cells import CELL_OFFSET
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.simulation import Simulation
from tefuda.lab.studies.study import RecordedStudy


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(scores: list[float], seed: int, draws: int = 50, least: float = 0.0) -> Interval:
        return paired_bootstrap(scores, seed, draws, least)

    def rated(names: list[str], duels: list[ratings.Duel], seed: int) -> list[ratings.Rating]:
        return ratings.ratings(names, duels, seed, draws=50)

    monkeypatch.setattr(compare, "paired_bootstrap", fewer)
    monkeypatch.setattr(compare, "ratings", rated)


def play_study(data: dict[str, Any]) -> tuple[RecordedStudy, Plan, dict[str, Any]]:
    study = make_study({"kind": "compare", **data})
    plan = Plan(study)
    for number, first, count in plan.chunks():
        plan.add(*study.play(number, first, count))
    assert plan.complete
    return study, plan, study.figures(plan.rows())


@pytest.mark.parametrize(
    ("game", "player", "deals"),
    [
        ("hidden-nim", "random", 40),
        ("hidden-nim", "greedy", 40),
        ("hidden-nim", "mcts:10", 3),
        ("card-othello", "random", 4),
        ("card-othello", "cpu-1", 1),
        ("linkavel", "random", 4),
        ("linkavel", "novice", 2),
    ],
)
def test_player_against_itself_ends_level(game: str, player: str, deals: int) -> None:
    study, plan, figures = play_study({"game": game, "players": [player, player], "games": 2 * deals, "seed": 4})
    assert [cell.names for cell in study.cells] == [[player, f"{player} #2"]]
    assert duel_scores(study.cells[0], plan.rows()[0]) == [0.5] * deals
    pair = figures["pairs"][0]
    assert pair["wins"] == pair["losses"]
    assert [rating["elo"]["value"] for rating in figures["ratings"]] == pytest.approx([0.0, 0.0])


def test_deck_against_itself_ends_level() -> None:
    study, plan, _ = play_study({"game": "linkavel", "players": ["novice"], "decks": ["fire", "fire"], "games": 4})
    assert duel_scores(study.cells[0], plan.rows()[0]) == [0.5] * 2


class NimPlayer(Player):
    """Maximizes or minimizes its win chance against a random opponent, exactly, in a sampled world."""

    def __init__(self, sign: int, random: Random) -> None:
        self.sign = sign
        self.random = random

    def choose(self, seat: Seat) -> int:
        world = seat.sample(self.random)
        assert isinstance(world, NimState)
        return max(
            world.actions(), key=lambda action: self.sign * 1.0 * value_after(tuple(world.heaps), action, self.sign)
        )


def value_after(heaps: tuple[int, ...], action: int, sign: int) -> float:
    """Return the win chance after an action."""
    heap, take = divmod(action, 3)
    left = tuple(size - (take + 1 if at == heap else 0) for at, size in enumerate(heaps))
    return 1.0 if not any(left) else value_against_random(left, sign)


@cache
def value_against_random(heaps: tuple[int, ...], sign: int) -> float:
    """Return the win chance before the turn of a random opponent."""
    total = 0.0
    moves = NimState(list(heaps), 0, 0).actions()
    for move in moves:
        heap, take = divmod(move, 3)
        left = tuple(size - (take + 1 if at == heap else 0) for at, size in enumerate(heaps))
        if any(left):
            own = [value_after(left, action, sign) for action in NimState(list(left), 0, 0).actions()]
            total += max(own) if sign > 0 else min(own)
    return total / len(moves)


@pytest.fixture
def two_nim_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add two players to Hidden Nim."""
    signs = {"winner": 1, "loser": -1}
    greedy = hidden_nim.Greedy()
    monkeypatch.setattr(NimPlayers, "names", lambda players: ["greedy", *signs])
    monkeypatch.setattr(
        NimPlayers, "make", lambda players, name, random: NimPlayer(signs[name], random) if name in signs else greedy
    )


@pytest.mark.usefixtures("two_nim_players")
def test_player_that_tries_to_lose_is_rated_last() -> None:
    study, plan, figures = play_study({"game": "hidden-nim", "players": ["loser", "random", "winner"], "games": 1200})
    verdicts = {(pair["one"], pair["two"]): pair["verdict"] for pair in figures["pairs"]}
    assert [found["word"] for found in verdicts.values()] == ["worse", "worse", "worse"]
    assert verdicts["loser", "winner"]["early"]
    assert [rating["name"] for rating in figures["ratings"]] == ["winner", "random", "loser"]
    assert "winner is stronger than loser (after 50 deals)." in [
        line.en for line in study.report(figures, plan.rows()).findings
    ]


def test_pair_equals_a_simulation_with_swapped_seats() -> None:
    names = ["random", "greedy", "random"]
    _, _, figures = play_study({"game": "hidden-nim", "players": names, "games": 81, "seed": 2, "stop": False})
    assert [pair["games"] for pair in figures["pairs"]] == [82] * 3
    for number, (one, two) in enumerate([(0, 1), (0, 2), (1, 2)]):
        tally = Simulation("hidden-nim", [names[one], names[two]], 2, swap=True).tally(2 * number * CELL_OFFSET, 82)
        assert [figures["pairs"][number][word] for word in ("wins", "losses")] == tally.wins
        assert figures["pairs"][number]["score"]["value"] == pytest.approx(tally.wins[0] / 82)


def test_pairs_use_different_deals() -> None:
    study = make_study(
        {"kind": "compare", "game": "hidden-nim", "players": ["random", "greedy", "random"], "games": 100}
    )
    spans = [range(cell.offset, cell.offset + cell.deals) for cell in study.cells]
    assert all(one.stop <= two.start for one, two in pairwise(spans))


def test_one_player_games_use_the_same_deals() -> None:
    names = ["random", "shortest"]
    study, plan, figures = play_study({"game": "catalyst", "players": names, "games": 40, "seed": 6})
    wins = [Simulation("catalyst", [name], 6).tally(0, 40).wins[0] for name in names]
    assert [one["wins"]["won"] for one in figures["contestants"]] == wins
    apart = solo_differences(study.cells[0], plan.rows()[0], 1)
    assert sum(apart) == wins[1] - wins[0]
    assert figures["contestants"][1]["difference"]["value"] == pytest.approx((wins[1] - wins[0]) / 40)
    assert {one["games"] for one in figures["contestants"]} == {40}


def test_players_and_decks_are_crossed() -> None:
    data = {
        "kind": "compare",
        "game": "linkavel",
        "players": ["random", "novice"],
        "decks": ["fire", "water"],
        "games": 2,
    }
    study = make_study(data)
    assert [one.label for one in study.contestants] == [
        "random / fire",
        "random / water",
        "novice / fire",
        "novice / water",
    ]
    part, swapped = study.cells[2].parts
    assert study.cells[2].names == ["random / fire", "novice / water"]
    assert (part.players, sorted(part.options.values())) == (["random", "novice"], ["fire", "water"])
    assert swapped.players == ["novice", "random"]
    assert list(part.options.values()) == list(swapped.options.values())[::-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_report_in_both_languages(language: str) -> None:
    for data in (
        {"game": "hidden-nim", "players": ["random", "greedy"], "games": 20},
        {"game": "catalyst", "players": ["random", "shortest"], "games": 5},
    ):
        study, plan, figures = play_study(data)
        report = study.report(figures, plan.rows())
        lead = [line.text(language) for line in report.findings]
        assert len(lead) == 1
        assert ("undecided" in lead[0]) == (language == "en")


def test_random_stream_depends_on_deal_and_seat() -> None:
    """Matches of a player against itself rely on this."""
    study = make_study({"kind": "compare", "game": "hidden-nim", "players": ["random", "random"], "games": 60})
    rows = study.play(0, 0, 30)[1]
    assert [row.plays for row in rows[::2]] == [row.plays for row in rows[1::2]]
    assert len({row.plays for row in rows}) > 3
    assert xoshiro(1, 1).word() != xoshiro(1, 2).word()


def verdicts(words: list[str]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(f"one{place}", f"two{place}", {"word": word, "deals": 9}) for place, word in enumerate(words)]


def test_settled_pairs_come_first_and_open_pairs_are_counted() -> None:
    few = [message.code for message in compare_report._verdict_findings(verdicts(["open", "worse", "open", "equal"]))]
    assert few == ["stronger", "equal", "open", "open"]
    many = compare_report._verdict_findings(verdicts(["open"] * 7 + ["better", "open"]))
    assert [message.en for message in many] == [
        "one7 is stronger than two7 (after 9 deals).",
        "8 of 9 pairs are undecided.",
    ]
    assert [message.en for message in compare_report._verdict_findings(verdicts(["better"] * 10))][8:] == [
        "2 more pairs are decided. See the table."
    ]


def test_findings_against_the_first_player_are_grouped() -> None:
    words = ["open", "worse", "better", "equal", "worse"]
    found = compare_report._findings_against_first("base", [(one, verdict) for one, _, verdict in verdicts(words)])
    assert [message.code for message in found] == ["better", "equal", "worse", "open"]
    for language in ("en", "ja"):
        text = " ".join(message.ja if language == "ja" else message.en for message in found)
        assert sorted(word for word in re.findall(r"one\d", text)) == [f"one{place}" for place in range(5)]


@pytest.mark.parametrize(("score", "codes"), [(0.0, ["how", "far"]), (0.01, ["how"])])
def test_elo_of_a_player_without_wins_has_a_caveat(score: float, codes: list[str]) -> None:
    elo = {"value": 0.0, "low": -9.0, "high": 9.0}
    found = [{"name": "one", "elo": elo, "score": 1 - score}, {"name": "two", "elo": elo, "score": score}]
    assert [message.code for message in compare_report._ratings(found).paragraphs] == codes

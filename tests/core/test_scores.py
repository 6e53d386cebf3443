"""Scores in a declared range: winners, points for statistics, and search values."""

from typing import Any

import pytest
from kuhn_poker import KuhnPoker, KuhnState
from search_helpers import search_ratings

import tefuda
from tefuda import Game, Message
from tefuda.core.replay import check_form, digest, record
from tefuda.lab.studies.simulation import Simulation
from tefuda.solve import Limits, solve
from tefuda.solve.count import count_shortest_lines

KUHN = tefuda.game("kuhn-poker")


def made(seats: int, **scores: Any) -> Game:
    return Game(
        "g",
        Message("g", "G", "G"),
        rules_version=1,
        seat_names=[f"s{seat}" for seat in range(seats)],
        information="perfect",
        options=[],
        **scores,
    )


def test_two_seats_have_a_constant_sum_by_default() -> None:
    assert [made(seats).constant_sum for seats in (1, 2, 3)] == [False, True, False]
    assert not made(2, constant_sum=False).constant_sum
    assert made(3, constant_sum=True).constant_sum


def test_default_score_range_is_0_to_1() -> None:
    game = made(2)
    assert (game.min_score, game.max_score, game.win_score, game.has_payoffs) == (0.0, 1.0, 1.0, False)
    assert made(2, min_score=-1.0).has_payoffs
    with pytest.raises(ValueError, match=r"min_score 1.0 must be less than max_score 1.0"):
        made(2, min_score=1.0)


@pytest.mark.parametrize(
    ("scores", "outcomes"),
    [
        ([2.0, -2.0], [1.0, 0.0]),
        ([-0.5, 0.5], [0.0, 1.0]),
        ([0.0, 0.0], [0.5, 0.5]),
        ([-3.0, -1.0], [0.0, 1.0]),
        ([4.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
        ([4.0, 4.0, 0.0], [0.5, 0.5, 0.0]),
    ],
)
def test_highest_score_wins(scores: list[float], outcomes: list[float]) -> None:
    assert made(len(scores), min_score=-4.0, max_score=4.0).outcomes(scores) == outcomes


@pytest.mark.parametrize(("score", "won"), [(52.0, 1.0), (51.0, 0.0), (0.0, 0.0)])
def test_one_player_game_is_won_with_the_maximum(score: float, won: float) -> None:
    assert made(1, max_score=52.0).outcomes([score]) == [won]
    assert made(1, max_score=52.0).points([score]) == [won]


def test_one_player_game_may_declare_the_winning_score() -> None:
    game = made(1, max_score=52.0, win_score=30.0)
    assert [game.outcomes([score])[0] for score in (29.0, 30.0, 52.0)] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("scores", [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
def test_points_equal_scores_of_wins_and_losses(scores: list[float]) -> None:
    assert made(2).points(scores) == scores
    assert made(2).outcomes(scores) == scores


@pytest.mark.parametrize(
    ("scores", "points"),
    [([2.0, -2.0], [1.0, 0.0]), ([1.0, -1.0], [0.75, 0.25]), ([0.0, 0.0], [0.5, 0.5]), ([2.0, 1.0], [0.625, 0.375])],
)
def test_points_compare_payoffs(scores: list[float], points: list[float]) -> None:
    """The points of two seats add up to 1 even if the payoffs are not zero-sum."""
    assert made(2, min_score=-2.0, max_score=2.0).points(scores) == points


def test_score_scale_has_an_inverse() -> None:
    assert [KUHN.share(score) for score in (-2.0, 0.0, 2.0)] == [0.0, 0.5, 1.0]
    assert [KUHN.score_at(share) for share in (0.0, 0.25, 1.0)] == [-2.0, -1.0, 2.0]


# Searches


@pytest.mark.parametrize("player", ["mcts:200", "ismcts:200"])
@pytest.mark.parametrize(("cards", "best"), [("JQ", "fold"), ("KQ", "call"), ("KJ", "call")])
def test_search_maximizes_payoffs(player: str, cards: str, best: str) -> None:
    """Folding is -1. A jack that calls gets -2, a king that calls gets 2."""
    state = KUHN.at({"cards": [*cards], "history": ["check", "bet"]})
    found = {KUHN.format(state, action): chance for action, _, chance in search_ratings(KUHN, state, player, 1)}
    assert max(found, key=lambda notation: found[notation]) == best
    assert found["fold"] == pytest.approx(KUHN.share(-1.0))
    assert found["call"] == pytest.approx(KUHN.share(-2.0 if cards[0] == "J" else 2.0))


# Proofs: a one-player game with payoffs, based on Catalyst Reaction.


class Scaled(tefuda.State):
    """Add 1 or 2, three times; the score is the sum."""

    def __init__(self, plays: int = 0, place: int = 0) -> None:
        super().__init__()
        self.plays = plays
        self.place = place
        self.seat = tefuda.OVER if plays == 3 else 0

    def actions(self) -> list[int]:
        return [] if self.seat == tefuda.OVER else [1, 2]

    def play(self, action: int) -> None:
        self.plays += 1
        self.place += action
        self.seat = tefuda.OVER if self.plays == 3 else 0

    def clone(self) -> "Scaled":
        return Scaled(self.plays, self.place)

    def scores(self) -> list[float]:
        return [float(self.place)]

    def encode(self) -> bytes:
        return bytes([self.plays, self.place])


def test_proof_searches_for_the_winning_score() -> None:
    proof = solve(Scaled(), Limits(1000), win_score=6.0)
    assert (proof.verdict, proof.line) == ("SOLVED", [2, 2, 2])
    assert solve(Scaled(), Limits(1000), win_score=7.0).verdict == "IMPOSSIBLE"
    assert [count_shortest_lines(Scaled(), 3, None, score) for score in (6.0, 5.0, 3.0, 7.0)] == [1, 4, 8, 0]


# Simulations, replays


def test_simulation_counts_wins_and_payoffs() -> None:
    tally = Simulation("kuhn-poker", ["random", "random"], 1).tally(0, 3000)
    summary = tally.summary()
    assert (summary["draws"], summary["unfinished"]) == (0, 0)
    assert sum(summary["wins_by_seat"]) == 3000
    first, second = summary["payoffs"]
    assert (first["least"], first["most"]) == (-2.0, 2.0)
    assert first["mean"] == pytest.approx(-second["mean"])
    assert first["low"] < first["mean"] < first["high"]
    # Random play: the first player checks and folds to a bet, or bets and is called, with equal chances.
    assert first["low"] < expected_by_chance() < first["high"]
    assert "payoffs" not in Simulation("hidden-nim", ["random", "random"], 1).tally(0, 10).summary()


def expected_by_chance() -> float:
    def mean(state: KuhnState) -> float:
        if state.seat == tefuda.OVER:
            return state.scores()[0]
        values = []
        for action in state.actions():
            after = state.clone()
            after.play(action)
            values.append(mean(after))
        return sum(values) / len(values)

    deals = [[one, two] for one in range(3) for two in range(3) if one != two]
    return sum(mean(KuhnState(deal, [])) for deal in deals) / len(deals)


def test_swapped_payoffs_are_counted_by_player() -> None:
    """A player who always wins the maximum gets the payoffs of both seats."""
    tally = Simulation("kuhn-poker", ["mcts:50", "random"], 1, swap=True).tally(0, 200)
    first, second = tally.summary()["payoffs"]
    assert first["mean"] > 0.1
    assert first["mean"] == pytest.approx(-second["mean"])


def test_replay_keeps_payoffs_after_javascript() -> None:
    match = tefuda.Match(KuhnPoker(), 1)
    match.play_action(1)
    match.play_action(3)
    replay = record(match)
    assert sorted(replay["result"]) == [-2.0, 2.0]
    through_browser: dict[str, Any] = {**replay, "result": [int(score) for score in replay["result"]]}
    assert check_form(through_browser) == []
    assert digest({**replay, "result": [-0.0, 0.5]}) == digest({**replay, "result": [0, 0.5]})

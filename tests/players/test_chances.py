"""Chances over a game follow its course, and turning points are its largest lasting changes."""

import pytest

import tefuda
from tefuda.core.random import xoshiro
from tefuda.players.chances import ChancePoint, chances, decisive_ply, turning_points
from tefuda.players.names import make_player
from tefuda.server.jobs.jobs import make_hint


def played_match(game: str, seed: int) -> tefuda.Match:
    """Return a finished game of a strong first seat against a random opponent."""
    match = tefuda.Match(tefuda.game(game), seed)
    players = [make_player(match.game, name, xoshiro(seed, 1)) for name in ("level:4", "random")]
    while not match.over:
        match.play_action(players[match.seat].choose(match.seat_of(match.seat)))
    return match


@pytest.mark.parametrize("game", ["card-othello", "linkavel"])
def test_chances_of_two_seats(game: str) -> None:
    match = played_match(game, 5)
    assert match.result() == [1.0, 0.0]
    points = chances(match, 0, seconds=60)
    assert [point.ply for point in points] == list(range(match.ply + 1))
    assert [point.seat for point in points] == [match.state(ply).seat for ply in range(match.ply)] + [None]
    assert all(0.0 <= point.chance <= 1.0 for point in points)
    assert 0.3 < points[0].chance < 0.7
    late = [point for point in points[-12:-1] if point.chance > 0.7]
    assert {point.seat for point in late} == {0, 1}, "whichever seat decides"
    assert late[-1] == points[-2]
    assert points[-1].chance == 1.0
    assert chances(match, 0, seconds=60) == points, "the same game gets the same answer"
    assert chances(match, 1)[-1].chance == 0.0


def test_chances_of_an_unfinished_game_have_no_result() -> None:
    match = tefuda.Match(tefuda.game("catalyst"), 7)
    match.play(0, 0, match.legal(0)[0])
    assert [(point.ply, point.seat) for point in chances(match, 0)] == [(0, 0), (1, 0)]


def test_time_limit_keeps_all_points() -> None:
    match = played_match("card-othello", 5)
    assert len(chances(match, 0, seconds=0.0)) == match.ply + 1


@pytest.mark.parametrize(
    ("percents", "expected"),
    [
        ([50, 52, 49, 51, 50], []),
        ([50, 50, 20, 20, 20, 80, 80], [2, 5]),
        ([70, 70, 30, 70, 70, 70], []),
        ([50, 50, 70, 90, 90, 90], [2]),
        ([10, 10, 90, 90, 10, 10, 10, 90, 90, 90, 10, 10, 10, 90, 90], [2, 7, 10, 13]),
        ([50], []),
    ],
    ids=["noise", "two", "one outlier", "one change", "at most four, apart", "short"],
)
def test_turning_points(percents: list[int], expected: list[int]) -> None:
    points = [ChancePoint(ply, 0, percent / 100) for ply, percent in enumerate(percents)]
    assert turning_points(points) == expected


@pytest.mark.parametrize(("loss", "expected"), [(0.0, []), (0.2, [3]), (None, [3])])
def test_best_action_is_no_turning_point_for_the_worse(loss: float | None, expected: list[int]) -> None:
    chance = [0.7, 0.7, 0.7, 0.3, 0.3, 0.3]
    points = [ChancePoint(ply, 0, chance, loss if ply == 2 else None) for ply, chance in enumerate(chance)]
    assert turning_points(points) == expected


def test_loss_of_played_actions() -> None:
    """Losses are known for the own seat only; one who follows the search loses nothing."""
    match = played_match("linkavel", 5)
    points = chances(match, 0)[:-1]
    losses = [point.loss for point in points if point.seat == 0 and point.loss is not None]
    assert len(losses) > 10
    assert min(losses) == 0.0 < max(losses)
    assert all(point.loss is None for point in points if point.seat == 1)


def test_end_of_a_turn_is_named_after_what_was_played_in_it() -> None:
    match = tefuda.Match(tefuda.game("linkavel"), 3, {"deck.one": "fire", "deck.two": "water"})
    for verb in ("summon", "main2", "end", "end"):
        match.play(match.seat, match.ply, next(one for one in match.legal(match.seat) if one.split()[0] == verb))
    assert [decisive_ply(match, ply) for ply in (1, 2, 3, 4)] == [1, 1, 1, 4]


def test_hint_lists_only_chances_that_can_be_compared() -> None:
    """Hardly searched actions would stand out of the order."""
    counts = set()
    for seed in range(2, 6):
        match = tefuda.Match(tefuda.game("linkavel"), seed, {"deck.one": "fire", "deck.two": "water"})
        shown = [round(100 * action["chance"]) for action in make_hint(match, 1)["actions"]]
        assert shown == sorted(shown, reverse=True)
        counts.add(len(shown))
    assert max(counts) > 1

"""Ratings have maximum likelihood, and their intervals have the stated coverage."""

import math
import random as stdlib_random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_size import sample_size

from tefuda.core.errors import InvalidInput
from tefuda.lab.stats.ratings import PRIOR_DRAWS, Duel, Rating, expected_score, ratings

scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=12)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[str], list[Duel]]:
    """Draw two to five players, connected by a chain of duels, and some more duels."""
    count = draw(st.integers(2, 5))
    names = draw(st.permutations("abcde"[:count]))
    duels = [Duel(one, one + 1, draw(scores)) for one in range(count - 1)]
    seats = st.integers(0, count - 1)
    for one, two, more in draw(st.lists(st.tuples(seats, seats, scores), max_size=6)):
        if one != two:
            duels.append(Duel(one, two, more))
    return list(names), draw(st.permutations(duels))


def by_name(found: list[Rating]) -> dict[str, float]:
    return {rating.name: rating.elo.value for rating in found}


def with_prior(names: list[str], duels: list[Duel]) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return games and points of every pair of players, including the prior."""
    count = len(names)
    games = numpy.full((count, count), PRIOR_DRAWS / (count - 1))
    numpy.fill_diagonal(games, 0.0)
    points = games / 2
    for duel in duels:
        for one, two, won in (
            (duel.one, duel.two, sum(duel.scores)),
            (duel.two, duel.one, len(duel.scores) - sum(duel.scores)),
        ):
            games[one, two] += len(duel.scores)
            points[one, two] += won
    return games, points


@settings(max_examples=40)
@given(tournaments())
def test_expected_scores_equal_actual_scores(tournament: tuple[list[str], list[Duel]]) -> None:
    """This holds exactly at maximum likelihood."""
    names, duels = tournament
    found = by_name(ratings(names, duels, 1, draws=2))
    games, points = with_prior(names, duels)
    for one, name in enumerate(names):
        expected = sum(games[one, two] * expected_score(found[name] - found[names[two]]) for two in range(len(names)))
        assert points[one].sum() == pytest.approx(expected, abs=1e-7)
    assert sum(found.values()) == pytest.approx(0.0, abs=1e-6)


def test_ratings_match_zermelos_iteration() -> None:
    """Each strength becomes points over the sum of games by joint strength, until convergence."""
    random = stdlib_random.Random(3)
    names = list("vwxyz")
    duels = [
        Duel(one, two, [random.choice([0.0, 0.5, 1.0, 1.0]) for _ in range(20)])
        for one in range(5)
        for two in range(one)
    ]
    games, points = with_prior(names, duels)
    strengths = numpy.ones(5)
    for _ in range(3000):
        strengths = points.sum(axis=1) / (games / (strengths[:, None] + strengths)).sum(axis=1)
        strengths /= numpy.exp(numpy.log(strengths).mean())
    found = by_name(ratings(names, duels, 1, draws=2))
    assert [found[name] for name in names] == pytest.approx(400 * numpy.log10(strengths), abs=1e-5)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(60, 0, 40), (10, 10, 0), (1, 8, 21), (5000, 0, 3000)])
def test_rating_difference_of_two_players_follows_their_score(wins: int, draws: int, losses: int) -> None:
    duel = Duel(0, 1, [1.0] * wins + [0.5] * draws + [0.0] * losses)
    deals = wins + draws + losses
    rate = (wins + draws / 2 + PRIOR_DRAWS / 2) / (deals + PRIOR_DRAWS)
    best, other = ratings(["one", "two"], [duel], 1, anchor="two", draws=50)
    ahead = best.elo.value - other.elo.value if best.name == "one" else other.elo.value - best.elo.value
    assert ahead == pytest.approx(400 * math.log10(rate / (1 - rate)), abs=1e-5)
    plain = (wins + draws / 2) / deals
    if deals > 1000:
        assert ahead == pytest.approx(400 * math.log10(plain / (1 - plain)), abs=0.1)
    for rating in (best, other):
        assert rating.deals == deals
        assert rating.score == pytest.approx(plain if rating.name == "one" else 1 - plain)


@settings(max_examples=25)
@given(tournaments(), st.randoms(use_true_random=False), st.integers(0, 99))
def test_order_of_input_does_not_matter(
    tournament: tuple[list[str], list[Duel]], order: stdlib_random.Random, seed: int
) -> None:
    names, duels = tournament
    mixed = names[:]
    order.shuffle(mixed)
    turned = []
    for duel in duels:
        one, two = mixed.index(names[duel.one]), mixed.index(names[duel.two])
        deals = duel.scores[:]
        order.shuffle(deals)
        turned.append(Duel(one, two, deals) if order.random() < 0.5 else Duel(two, one, [1 - score for score in deals]))
    order.shuffle(turned)
    assert ratings(names, duels, seed, draws=6) == ratings(mixed, turned, seed, draws=6)


def test_best_player_comes_first_and_the_anchor_is_zero() -> None:
    names = ["weak", "strong", "middle"]
    duels = [Duel(0, 1, [0.0, 0.0, 0.5, 0.0]), Duel(2, 0, [1.0, 0.5, 1.0, 0.0]), Duel(1, 2, [1.0, 0.5, 1.0, 0.0])]
    free = ratings(names, duels, 3, draws=100)
    held = ratings(names, duels, 3, anchor="weak", draws=100)
    assert [rating.name for rating in free] == ["strong", "middle", "weak"]
    assert held[2].elo.value == held[2].elo.low == held[2].elo.high == 0.0
    for one, two in zip(free, held, strict=True):
        assert two.elo.value == pytest.approx(one.elo.value - free[2].elo.value)
        assert one.elo.low <= one.elo.value <= one.elo.high


def test_rating_intervals_have_the_stated_coverage() -> None:
    truth = {"a": 0.0, "b": 80.0, "c": 250.0}
    names = list(truth)
    runs = max(150, sample_size(1200))
    random = numpy.random.default_rng(8)
    hits = 0
    for run in range(runs):
        duels = []
        for one, two in ((0, 1), (0, 2), (1, 2)):
            chance = expected_score(truth[names[one]] - truth[names[two]])
            duels.append(Duel(one, two, (random.binomial(2, chance, size=80) / 2).tolist()))
        found = ratings(names, duels, run, anchor="a", draws=150)
        hits += sum(each.elo.low <= truth[each.name] <= each.elo.high for each in found if each.name != "a")
    assert hits / (2 * runs) == pytest.approx(0.95, abs=0.015 + 2.5 * math.sqrt(0.95 * 0.05 / (2 * runs)))


def test_player_who_won_everything_has_a_finite_rating() -> None:
    found = [ratings(["best", "rest"], [Duel(0, 1, [1.0] * deals)], 1, draws=400)[0] for deals in (5, 50, 500)]
    assert [rating.name for rating in found] == ["best"] * 3
    values = [rating.elo.value for rating in found]
    assert values == sorted(values)
    assert values[-1] < 1000
    for rating in found:
        assert rating.elo.low < rating.elo.value - 50


def test_dominated_groups_are_rated() -> None:
    names = [f"{tier}{number}" for tier in ("strong", "weak") for number in range(4)]
    duels = []
    for one in range(8):
        for two in range(one + 1, 8):
            even = (one < 4) == (two < 4)
            duels.append(Duel(one, two, [1.0, 0.0, 0.5, 0.5] * 25 if even else [1.0] * 100))
    found = by_name(ratings(names, duels, 1, draws=5))
    games, points = with_prior(names, duels)
    expected = sum(games[0, two] * expected_score(found["strong0"] - found[names[two]]) for two in range(8))
    assert points[0].sum() == pytest.approx(expected, abs=1e-6)
    assert found["strong0"] == pytest.approx(found["strong3"])
    assert found["strong0"] - found["weak0"] > 1000


def test_unconnected_players_are_refused() -> None:
    duels = [Duel(0, 1, [1.0, 0.0]), Duel(2, 3, [0.5]), Duel(1, 2, [])]
    with pytest.raises(InvalidInput, match="a, b / c, d") as caught:
        ratings(list("abcd"), duels, 1)
    assert "a、b／c、d" in caught.value.text("ja")
    assert len(ratings(list("abcd"), [*duels, Duel(3, 0, [0.5])], 1, draws=2)) == 4


def test_no_player_and_one_player() -> None:
    assert ratings([], [], 1) == []
    assert [rating.elo.value for rating in ratings(["alone"], [], 1)] == [0.0]


@pytest.mark.parametrize(
    ("names", "duel", "anchor", "message"),
    [
        (["a", "a"], Duel(0, 1, [0.5]), None, "Two players are named a"),
        (["a", "b"], Duel(1, 1, [0.5]), None, "two different players from 0 to 1, not 1 and 1"),
        (["a", "b"], Duel(0, 2, [0.5]), None, "not 0 and 2"),
        (["a", "b"], Duel(0, 1, [0.5, 2.0]), None, r"duels\[0\].scores\[1\]: Scores must be between 0 and 1"),
        (["random", "greedy"], Duel(0, 1, [0.5]), "gredy", "Did you mean greedy?"),
    ],
)
def test_invalid_input_is_refused(names: list[str], duel: Duel, anchor: str | None, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        ratings(names, [duel], 1, anchor)
    assert caught.value.text("ja") != caught.value.text("en")

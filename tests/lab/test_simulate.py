"""Simulations give the same, correct numbers for any workers and chunks."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_size import sample_size

from tefuda.core.errors import InvalidInput
from tefuda.lab.runs.count_games import Chunks, count_games
from tefuda.lab.stats.intervals import mean_of, median_of, wilson
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.deck_matchups import DeckMatchups
from tefuda.lab.studies.simulation import Simulation

DECKS = DeckMatchups("linkavel", ["fire", "dark"], "random", 1, {})


def counts(tally: Tally) -> tuple[object, ...]:
    return tally.games, tally.wins, tally.draws, tally.unfinished, sorted(tally.plays.items())


def test_workers_do_not_change_the_numbers() -> None:
    job = Simulation("catalyst", ["pairing"], 5)
    (alone,), complete = count_games(job, 120, 1)
    (together,), _ = count_games(job, 120, 2)
    assert complete
    assert counts(alone) == counts(together)


def test_chunks_do_not_change_the_numbers() -> None:
    job = Simulation("catalyst", ["shortest"], 5)
    whole = job.tally(0, 30)
    parts = Tally(1)
    for first, count in [(20, 10), (0, 7), (7, 13)]:
        parts.merge(job.tally(first, count))
    assert counts(whole) == counts(parts)


def test_other_seed_gives_other_games() -> None:
    assert counts(Simulation("catalyst", ["random"], 1).tally(0, 50)) != counts(
        Simulation("catalyst", ["random"], 2).tally(0, 50)
    )


def test_known_strength_of_the_players() -> None:
    """Random wins about 0.2 % of many games, shortest 17 %, pairing 94 %; a few games keep that order."""
    games = sample_size(800)
    for name, known in [("random", 0.002), ("shortest", 0.17), ("pairing", 0.941)]:
        tally = Simulation("catalyst", [name], 1).tally(0, games)
        assert abs(tally.wins[0] / games - known) < 4 * (known * (1 - known) / games) ** 0.5 + 1 / games


def test_two_player_games_count_both_seats() -> None:
    tally = Simulation("hidden-nim", ["random", "greedy"], 1).tally(0, 200)
    assert sum(tally.wins) == 200
    assert min(tally.wins) > 20


def test_progress_is_reported() -> None:
    reported: list[int] = []
    count_games(Simulation("catalyst", ["random"], 1), 500, 1, reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 500
    assert len(reported) > 1


def test_ctrl_c_keeps_finished_games() -> None:
    def stop(done: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    (tally,), complete = count_games(Simulation("catalyst", ["random"], 1), 100_000, 1, stop)
    assert not complete
    assert 20 <= tally.games < 100_000


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("catalist", ["random"], {}), ("catalyst", ["alphago"], {}), ("catalyst", ["random"], {"field_size": 99})],
)
def test_invalid_players_are_refused_before_playing(game: str, players: list[str], options: dict[str, int]) -> None:
    with pytest.raises(InvalidInput):
        Simulation(game, players, 1, options)


@given(st.integers(1, 5000), st.floats(0.0001, 1000))
def test_chunks_cover_every_game_once(games: int, rate: float) -> None:
    chunks = Chunks(DECKS, games)
    numbers: list[list[int]] = [[] for _ in DECKS.cells]
    for cell, first, count in chunks:
        assert first % 2 == 0, "games of one deal stay together"
        numbers[cell] += range(first, first + count)
        chunks.add(count, count / rate)
    assert numbers == [list(range(games))] * 3


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_wilson_interval_matches_published_figures(wins: int, games: int, low: float, high: float) -> None:
    """81 of 263 is Newcombe's example (1998), method 3."""
    found = wilson(wins, games)
    assert found == pytest.approx((low, high), abs=5e-5)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60))
def test_mean_and_median_of_counts(values: list[int]) -> None:
    histogram = {value: values.count(value) for value in values}
    assert mean_of(histogram) == pytest.approx(statistics.mean(values))
    assert median_of(histogram) == statistics.median(values)

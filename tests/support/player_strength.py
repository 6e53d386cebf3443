"""Matches between two players to measure their difference in strength."""

from typing import Any

from tefuda.lab.runs.count_games import count_games
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.simulation import Simulation

SAME_DECK: dict[str, Any] = {"deck.one": "fire", "deck.two": "fire"}
STRONG_SEARCH, WEAK_SEARCH = "mcts:1600", "mcts:100"


def first_player_share(tally: Tally) -> float:
    """Return the first player's share of all points; a draw is half a point."""
    assert tally.unfinished == 0
    return (tally.wins[0] + tally.draws / 2) / tally.games


def match_score(
    game_id: str,
    players: list[str],
    games: int,
    options: dict[str, Any] | None = None,
    *,
    seed: int = 2,
    workers: int = 1,
) -> float:
    """Return the score of the first player; every deal is played twice with the seats swapped."""
    tallies, _ = count_games(Simulation(game_id, players, seed, options, swap=True), games, workers)
    return first_player_share(tallies[0])

"""Matches between two players that show how much stronger one of them is."""

from typing import Any

from tefuda.lab.runs.count_games import count_games
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.simulation import Simulation

SAME_DECK: dict[str, Any] = {"deck.one": "fire", "deck.two": "fire"}
MUCH, LITTLE = "mcts:1600", "mcts:100"


def score(tally: Tally) -> float:
    """The first player's share of all points; a draw is half of one."""
    assert tally.unfinished == 0
    return (tally.wins[0] + tally.draws / 2) / tally.games


def duel(
    game_id: str,
    players: list[str],
    games: int,
    options: dict[str, Any] | None = None,
    seed: int = 2,
    workers: int = 1,
) -> float:
    """Return the score of the first player; every deal is played twice with the seats swapped."""
    tallies, _ = count_games(Simulation(game_id, players, seed, options, swap=True), games, workers)
    return score(tallies[0])

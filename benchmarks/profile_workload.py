"""Plays what the compiled modules are optimized for: the workload of the profile-guided build (`make optimized`).

`setup.py` runs it with modules that count their branches. It needs no package besides those of the rules.
"""

from collections.abc import Mapping
from typing import Any

import tefuda
from tefuda.core.game import Game
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
from tefuda.envs.game_vector import GameVector, VectorSettings
from tefuda.games.card_othello.game import GAME as CARD_OTHELLO
from tefuda.games.catalyst.game import GAME as CATALYST
from tefuda.games.linkavel.game import GAME as LINKAVEL
from tefuda.games.solitaire_tcg.game import GAME as SOLITAIRE_TCG
from tefuda.players.simulation import simulate_game

PLAIN_OTHELLO = {"cards": False}
VECTOR_STEPS = 200
VECTOR_SLOTS = 64


def run_workload(game: Game, options: Mapping[str, Any], random_games: int, simulations: Mapping[str, int]) -> None:
    """Play random games, some games of each named player, and steps with observations."""
    random = xoshiro(1, 1)
    for seed in range(random_games):
        play_randomly(game.start(seed, options), random)
    for player, games in simulations.items():
        for seed in range(games):
            simulate_game(game, [player] * game.seats, seed, options)
    vector = GameVector(VectorSettings(game, options, 1, VECTOR_SLOTS))
    for _ in range(VECTOR_STEPS):
        vector.step(vector.random_actions())


def main() -> None:
    """Run the workload of every game."""
    assert tefuda.compiled, "Tefuda is not compiled."
    run_workload(CARD_OTHELLO, PLAIN_OTHELLO, 4000, {"cpu-2": 4, "ismcts:50": 1})
    run_workload(CARD_OTHELLO, {}, 2000, {"cpu-2": 4, "ismcts:50": 1})
    run_workload(CATALYST, {}, 5000, {"heuristic": 200, "ismcts:20": 2})
    run_workload(LINKAVEL, {}, 300, {"heuristic": 100, "ismcts:50": 1})
    run_workload(SOLITAIRE_TCG, {}, 2000, {"heuristic": 20, "ismcts:5": 1})


if __name__ == "__main__":
    main()

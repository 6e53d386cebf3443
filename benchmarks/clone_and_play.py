"""The time to clone a state and play one action in the clone, inside compiled code: the inner step of every search.

It is the mean over legal actions of random games, each in the state where it was played.
"""

import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

import tefuda
from tefuda.core.playout import clone_and_play
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State

GAMES: list[tuple[str, str, Mapping[str, Any]]] = [
    ("plain Othello", "card-othello", {"cards": False}),
    ("Card Othello", "card-othello", {}),
    ("Catalyst Reaction", "catalyst", {}),
    ("LinkaVel", "linkavel", {}),
    ("Solitaire TCG", "solitaire-tcg", {}),
]
SEEDS = range(12)
TIMES = 2000
ROUNDS = 5


def decisions(game: tefuda.Game, options: Mapping[str, Any]) -> Iterator[tuple[State, int]]:
    """Yield the states of random games, each with its action."""
    random = xoshiro(1, 1)
    for seed in SEEDS:
        state = game.start(seed, options)
        while state.seat != OVER:
            action = state.random_action(random)
            yield state.clone(), action
            state.play(action)


def nanoseconds(state: State, action: int) -> float:
    began = time.process_time_ns()
    clone_and_play(state, action, TIMES)
    return (time.process_time_ns() - began) / TIMES


def main() -> None:
    """Print the mean time of each game, the best of several rounds."""
    assert tefuda.compiled, "Tefuda is not compiled. Run make setup."
    for title, game_id, options in GAMES:
        game = tefuda.game(game_id)
        found = list(decisions(game, options))[:600]
        best = min(statistics.fmean(nanoseconds(*one) for one in found) for _ in range(ROUNDS))
        print(f"{title:<20}{best:6.0f} ns")


if __name__ == "__main__":
    main()

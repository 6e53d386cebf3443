"""Solitaire TCG, compiled and interpreted: random games and solver nodes per second on one core.

    python benchmarks/solitaire_tcg.py [ROUNDS]

Both use the same seeds and the same proofs (all puzzles, at most a thousand nodes each). Rounds are interleaved; the
best of each counts.
"""

import json
import sys
import time

from builds import compare, print_figures


def measure() -> None:
    """Print the figures of this process as JSON; about a second and a half each."""
    import tefuda
    from tefuda.core.playout import play_randomly
    from tefuda.core.puzzle import read_puzzle
    from tefuda.core.random import xoshiro
    from tefuda.games.solitaire_tcg.catalogue import PUZZLES, decks
    from tefuda.solve import Limits, solve

    game = tefuda.game("solitaire-tcg")
    names = list(decks())
    random = xoshiro(1, 1)
    for name in names:
        game.start(0, {"deck": name})
    games = plays = 0
    started_at = time.perf_counter()
    while time.perf_counter() - started_at < 1.5:
        plays += play_randomly(game.start(games, {"deck": names[games % len(names)]}), random)
        games += 1
    per_game = games / (time.perf_counter() - started_at)
    states = [game.at(read_puzzle(path).position) for path in sorted(PUZZLES.glob("*.yaml"))]
    nodes = 0
    started_at = time.perf_counter()
    while time.perf_counter() - started_at < 1.5:
        for state in states:
            nodes += solve(state, Limits(nodes=1_000)).nodes
    per_node = nodes / (time.perf_counter() - started_at)
    print(json.dumps({"compiled": tefuda.compiled, "games": per_game, "nodes": per_node, "plays": plays / games}))


def main(rounds: int) -> None:
    fast, slow = compare("solitaire_tcg", rounds)
    print(f"one core, best of {rounds}; random games over all decks have {fast['plays']:.1f} plays")
    print_figures("random games per second", "games", fast, slow)
    print_figures("solver nodes per second", "nodes", fast, slow)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

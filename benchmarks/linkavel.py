"""LinkaVel, compiled and interpreted: heuristic and random games per second on one core.

    python benchmarks/linkavel.py [ROUNDS]

Both use the same seeds and all pairs of starter decks. Rounds are interleaved; the best of each counts.
"""

import json
import sys
import time

from builds import compare, print_figures


def measure() -> None:
    """Print the figures of this process as JSON; about two seconds each."""
    import tefuda
    from tefuda.core.playout import play_out
    from tefuda.core.random import xoshiro
    from tefuda.games.linkavel.catalogue import LIBRARY
    from tefuda.players.names import make_player

    game = tefuda.game("linkavel")
    pairs = [{"deck.one": one, "deck.two": two} for one in LIBRARY.decks for two in LIBRARY.decks]
    for pair in pairs:
        game.start(0, pair)
    figures: dict[str, float] = {"compiled": tefuda.compiled}
    for name in ("heuristic", "random"):
        games = plays = 0
        started_at = time.perf_counter()
        while time.perf_counter() - started_at < 2:
            players = [make_player(game, name, xoshiro(games, 1 + seat)) for seat in range(2)]
            plays += play_out(game, game.start(games, pairs[games % len(pairs)]), players, 3_000)
            games += 1
        figures[name] = games / (time.perf_counter() - started_at)
        figures[f"{name}_plays"] = plays / games
    print(json.dumps(figures))


def main(rounds: int) -> None:
    fast, slow = compare("linkavel", rounds)
    print(f"one core, best of {rounds}; a heuristic game has {fast['heuristic_plays']:.0f} plays on average")
    print_figures("heuristic games per second", "heuristic", fast, slow)
    print_figures("random games per second", "random", fast, slow)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

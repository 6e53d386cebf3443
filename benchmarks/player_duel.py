"""Games between two players, each deal twice with the seats exchanged: score, and the time both need for a move.

    python benchmarks/player_duel.py card-othello network:0.03s cpu-6 --games 400 --workers 2
    python benchmarks/player_duel.py linkavel network:0.01s heuristic --all-decks --games 1008

Give players a time, such as `network:0.03s`, to compare them at equal time. Times are of the process, so other programs
do not count.
"""

import argparse
import itertools
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.lab.stats.intervals import mean_interval
from tefuda.players.names import make_player


@dataclass(frozen=True)
class Pairing:
    """A deal that is played twice."""

    game: str
    players: tuple[str, str]
    seed: int
    options: dict[str, Any]


@dataclass
class Result:
    """The points of the first player in both games, and the seconds that each player took for each move."""

    points: float
    seconds: tuple[list[float], list[float]]


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("game")
    arguments.add_argument("players", nargs=2)
    arguments.add_argument("--games", type=int, default=400, help="games, rounded down to pairs (default: 400)")
    arguments.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--all-decks", action="store_true", help="play all pairs of decks in turn")
    arguments.add_argument("--decks", nargs="*", default=[], help="play all pairs of these decks in turn")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    given = arguments.parse_args()
    options = dict(text.split("=", 1) for text in given.option)
    matchups = [options]
    if given.all_decks or given.decks:
        decks = given.decks or list(find_workshop(given.game).decks())
        names = [option.name for option in tefuda.game(given.game).options if option.name.startswith("deck.")]
        matchups = [
            {**options, **dict(zip(names, pair, strict=True))} for pair in itertools.product(decks, repeat=len(names))
        ]
    pairings = [
        Pairing(given.game, tuple(given.players), game_seed(given.seed, number), matchups[number % len(matchups)])
        for number in range(given.games // 2)
    ]
    with ProcessPoolExecutor(given.workers) as pool:
        results = list(pool.map(play_pair, pairings))
    score = mean_interval([result.points for result in results])
    decks = f", {len(matchups)} pairs of decks" if len(matchups) > 1 else ""
    print(f"{given.game}, {2 * len(results)} games{decks}")
    low, high = max(0.0, score.low), min(1.0, score.high)
    print(f"{given.players[0]} against {given.players[1]}: {score.value:.1%} ({low:.1%} - {high:.1%})")
    for seat, name in enumerate(given.players):
        spent = sorted(one for result in results for one in result.seconds[seat])
        print(f"{name}: mean {1000 * statistics.mean(spent):.2f} ms a move, longest {1000 * spent[-1]:.0f} ms")


def play_pair(pairing: Pairing) -> Result:
    """Play a deal twice."""
    found = Result(0.0, ([], []))
    for swapped in (False, True):
        found.points += play_game(pairing, swapped, found.seconds) / 2
    return found


def play_game(pairing: Pairing, swapped: bool, seconds: tuple[list[float], list[float]]) -> float:
    """Play one game, note the times, and return the points of the first player."""
    game = tefuda.game(pairing.game)
    state = game.start(pairing.seed, pairing.options)
    seats = [1, 0] if swapped else [0, 1]
    players = [make_player(game, pairing.players[who], xoshiro(pairing.seed, 11 + who)) for who in seats]
    while state.seat != OVER:
        actions = state.actions()
        action = actions[0]
        if len(actions) > 1:
            started_at = time.process_time()
            action = players[state.seat].choose(Seat(game, state, state.seat))
            seconds[seats[state.seat]].append(time.process_time() - started_at)
        state.play(action)
    return game.points(state.scores())[1 if swapped else 0]


if __name__ == "__main__":
    main()

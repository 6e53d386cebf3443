"""Tree search on plain Othello, simulations per second: Tefuda, OpenSpiel's C++ bot and rust-reversi.

    pip install -e .[bench]
    python benchmarks/tree_search.py [ROUNDS]

All search one move with the same number of simulations, each with a random playout to the end, from positions after 0,
10, 20, 30 and 40 random moves. Rounds are interleaved, so noise affects all. The best round of each counts. Each
contestant runs in its own process, on one core.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable

from contestants import installed_contestants

PLIES = [0, 10, 20, 30, 40]
SIMULATIONS = 2_000
CONTESTANTS = {
    "tefuda, mcts with random rollouts": ("tefuda_search", 10),
    "tefuda, mcts with its guide": ("tefuda_guided", 10),
    "OpenSpiel, MCTSBot (C++)": ("spiel_search", 1),
    "rust-reversi, MctsSearch (Rust)": ("rust_search", 10),
}
"""The searches, and the number of searches from each position, so that fast ones run long enough."""

PACKAGES = {"spiel_search": "pyspiel", "rust_search": "rust_reversi"}


def tefuda_search(simulations: int, settings: str = ",rollout=random") -> Callable[[int], None]:
    import tefuda
    from tefuda.core.player import Seat
    from tefuda.core.random import xoshiro
    from tefuda.players.names import make_player

    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup.")
    game, rng = tefuda.game("card-othello"), xoshiro(1, 1)

    def search(plies: int) -> None:
        state = game.start(1, {"cards": "off"})
        for _ in range(plies):
            state.play(state.random_action(rng))
        player = make_player(game, f"mcts:{simulations}{settings}", rng)
        clock.start()
        player.choose(Seat(game, state, state.seat))
        clock.stop()

    return search


def tefuda_guided(simulations: int) -> Callable[[int], None]:
    return tefuda_search(simulations, "")


def spiel_search(simulations: int) -> Callable[[int], None]:
    import pyspiel

    game = pyspiel.load_game("othello")

    def search(plies: int) -> None:
        state = game.new_initial_state()
        for _ in range(plies):
            state.apply_action(random.choice(state.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 7, False)
        clock.start()
        bot.step(state)
        clock.stop()

    return search


def rust_search(simulations: int) -> Callable[[int], None]:
    from rust_reversi import Board, MctsSearch

    def search(plies: int) -> None:
        board = Board()
        for _ in range(plies):
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())
        if board.is_pass():
            board.do_pass()
        bot = MctsSearch(simulations, 1.4, 1)
        clock.start()
        bot.get_move(board)
        clock.stop()

    return search


class Clock:
    """Measures the time of the searches only."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.started_at = 0.0

    def start(self) -> None:
        self.started_at = time.perf_counter()

    def stop(self) -> None:
        self.seconds += time.perf_counter() - self.started_at


clock = Clock()


def run_contestant(name: str, times: int) -> None:
    """Search from each position with one contestant and print simulations per second."""
    random.seed(1)
    search: Callable[[int], None] = globals()[name](SIMULATIONS)
    for plies in PLIES * times:
        search(plies)
    print(json.dumps(len(PLIES) * times * SIMULATIONS / clock.seconds))


def main(rounds: int) -> None:
    """Measure, and print the ratios."""
    installed = installed_contestants(CONTESTANTS, PACKAGES)
    best = dict.fromkeys(installed, 0.0)
    for number in range(rounds):
        for label, (name, times) in installed.items():
            command = [sys.executable, __file__, "--one", name, str(times)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            best[label] = max(best[label], json.loads(done.stdout))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    print(f"simulations per second, one core, best of {rounds}")
    for label, speed in best.items():
        print(f"  {label:<44}{speed:>10,.0f}")
    ours = best["tefuda, mcts with random rollouts"]
    for label, wanted in (("OpenSpiel, MCTSBot (C++)", "25"), ("rust-reversi, MctsSearch (Rust)", "0.8")):
        if label in best:
            print(f"  tefuda / {label}: {ours / best[label]:.2f} (target: {wanted})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        run_contestant(sys.argv[2], int(sys.argv[3]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

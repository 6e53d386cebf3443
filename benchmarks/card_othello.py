"""Random games of Othello per second: Tefuda, OpenSpiel and rust-reversi from Python, on one core.

    pip install -e .[bench]
    python benchmarks/card_othello.py [ROUNDS]

All play whole games of plain Othello with uniformly random moves. "In one call": one library call plays a whole game
(`play_randomly`). "Python loop": each move is chosen and played from Python. Rounds are interleaved, so noise affects
all. The best round of each counts.
"""

import json
import subprocess
import sys
from pathlib import Path

from contestants import installed_contestants

HERE = Path(__file__).parent
CONTESTANTS = {
    "tefuda, in one call": ("tefuda_call", 30_000),
    "tefuda, Python loop, random_action": ("tefuda_loop", 10_000),
    "tefuda, Python loop, list of actions": ("tefuda_list", 5_000),
    "OpenSpiel, Python loop, list of actions": ("spiel", 400),
    "rust-reversi, Python loop, random move": ("rust_loop", 5_000),
    "rust-reversi, Python loop, list of moves": ("rust_list", 2_000),
    "tefuda, all cards, in one call": ("tefuda_cards", 8_000),
}
PACKAGES = {"spiel": "pyspiel", "rust_loop": "rust_reversi", "rust_list": "rust_reversi"}


def run_round(name: str, games: int) -> dict[str, float]:
    """Run one round of a contestant in its own process."""
    done = subprocess.run(
        [sys.executable, str(HERE / "card_othello_games.py"), name, str(games)],
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main(rounds: int) -> None:
    """Check that all play the same kind of games, measure, and print the ratios."""
    installed = installed_contestants(CONTESTANTS, PACKAGES)
    best = dict.fromkeys(installed, 0.0)
    means: dict[str, float] = {}
    for number in range(rounds):
        for label, (name, games) in installed.items():
            figures = run_round(name, games)
            best[label] = max(best[label], figures["per_second"])
            means[label] = figures["moves"]
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    plain = [label for label in best if "all cards" not in label]
    print(f"random games per second, one core, best of {rounds} (mean moves per game)")
    for label, speed in best.items():
        print(f"  {label:<42}{speed:>10,.0f}   ({means[label]:.1f})")
    if not all(59.0 < means[label] < 61.5 for label in plain):
        sys.exit("The contestants do not play the same game.")
    ours = best["tefuda, in one call"]

    def ratio(what: str, over: str, wanted: str) -> None:
        if over in best:
            print(f"  {what} / {over}: {best[what] / best[over]:.1f} (target: {wanted})")

    ratio("tefuda, in one call", "OpenSpiel, Python loop, list of actions", "30")
    ratio("tefuda, Python loop, random_action", "OpenSpiel, Python loop, list of actions", "8")
    ratio("tefuda, Python loop, list of actions", "OpenSpiel, Python loop, list of actions", "8")
    ratio("tefuda, in one call", "rust-reversi, Python loop, random move", "1")
    ratio("tefuda, Python loop, random_action", "rust-reversi, Python loop, random move", "1")
    print(
        f"  all cards / plain: {best['tefuda, all cards, in one call'] / ours:.2f} (target: 0.1, or 15,000 per second)"
    )
    steps = run_round("steps", 300_000)
    print("nanoseconds, best of five, called from Python (minus an empty call)")
    for step, nanoseconds in steps.items():
        print(f"  {step:<42}{nanoseconds:>10,.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

"""How long every level thinks about one decision, and how long a hint takes: real players, whole games, one core.

    python benchmarks/decision_times.py [--games 20] [--game ID ...] [--level 1 ... 6, hint] [--seed 1] [--worst FILE]

Each level plays `--games` games, both seats by that level, with the default options. A hint is what a practice table
asks for: the game's adviser is asked about every tenth decision of games that level 4 plays. The times are CPU times
of this process, so other work on the machine matters little. `--worst` writes the slowest decision of each row, as a
position, to a JSON file.
"""

import argparse
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tefuda
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.players.advice import advise
from tefuda.players.names import make_player

GAMES: Final = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
HINT: Final = "hint"
LEVELS: Final = ["1", "2", "3", "4", "5", "6", HINT]
PLAYS_THE_HINTED: Final = 4
"""The level that plays the games in which hints are asked for."""
BETWEEN_HINTS: Final = 10
MOST_PLAYS: Final = 3_000
HEAD: Final = ("game", "level", "player", "games", "decisions", "median ms", "p99 ms", "max ms")
WIDTHS: Final = (14, 6, 18, 6, 10, 10, 10, 10)


@dataclass
class Times:
    """The decisions of one row, in milliseconds, and the slowest of them."""

    taken: list[float] = field(default_factory=list)
    worst: dict[str, Any] = field(default_factory=dict)

    def add(self, began: float, game: tefuda.Game, before: State, where: dict[str, Any]) -> None:
        """One decision that began at `began` of CPU time; `before` is the state that it was made in."""
        taken = (time.process_time() - began) * 1000
        if taken > max(self.taken, default=-1.0):
            self.worst = {"ms": round(taken, 1), **where, "position": game.position(before)}
        self.taken.append(taken)

    def figures(self) -> tuple[str, str, str]:
        """Median, 99th percentile and maximum."""
        ordered = sorted(self.taken)
        high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        return f"{statistics.median(ordered):.2f}", f"{high:.1f}", f"{ordered[-1]:.1f}"


def play_level(game: tefuda.Game, level: str, seed: int, times: Times) -> None:
    """One game; every decision between two or more actions is timed."""
    state = game.start(seed)
    name = f"level:{PLAYS_THE_HINTED if level == HINT else level}"
    players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat in range(game.seats)]
    for ply in range(MOST_PLAYS):
        number = state.seat
        if number == OVER:
            return
        seat = Seat(game, state, number)
        where = {"seed": seed, "ply": ply}
        if level == HINT and ply % BETWEEN_HINTS == 0 and len(state.actions()) > 1:
            began = time.process_time()
            advise(game, seat, "", xoshiro(seed, 100 + ply))
            times.add(began, game, state, where)
        began = time.process_time()
        action = players[number].choose(seat)
        if level != HINT and len(state.actions()) > 1:
            times.add(began, game, state, where)
        state.play(action)


def show(cells: tuple[object, ...]) -> None:
    left = "".join(f"{cell:<{width}}" for cell, width in zip(cells[:3], WIDTHS[:3], strict=True))
    right = "".join(f"{cell:>{width}}" for cell, width in zip(cells[3:], WIDTHS[3:], strict=True))
    print(left + right, flush=True)


def main() -> None:
    """Measure, and print one line for each game and level."""
    parser = argparse.ArgumentParser(description="Measure how long each level thinks.")
    parser.add_argument("--games", type=int, default=20, help="Games for each game and level (default: 20).")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES, help="Games to measure (default: all).")
    parser.add_argument("--level", nargs="+", choices=LEVELS, default=LEVELS, help="Levels to measure (default: all).")
    parser.add_argument("--seed", type=int, default=1, help="Seed of the first game (default: 1).")
    parser.add_argument("--worst", type=Path, help="Output file for the slowest decisions (default: none).")
    asked = parser.parse_args()
    if not tefuda.compiled:
        sys.exit("the compiled files are not there: run make setup")
    worst: list[dict[str, Any]] = []
    show(HEAD)
    for name in asked.game:
        game = tefuda.game(name)
        for level in asked.level:
            times = Times()
            player = game.players.hint_player() if level == HINT else game.players.levels()[int(level) - 1]
            for seed in range(asked.seed, asked.seed + asked.games):
                play_level(game, level, seed, times)
            show((name, level, player, asked.games, len(times.taken), *times.figures()))
            worst.append({"game": name, "level": level, "player": player, **times.worst})
            if asked.worst:
                asked.worst.write_text(json.dumps(worst, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

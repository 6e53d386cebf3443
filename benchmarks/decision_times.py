"""CPU time per decision of each level, and per hint, over whole games on one core.

    python benchmarks/decision_times.py [--games 20] [--game ID ...] [--level 1 ... 6, hint] [--seed 1] [--worst FILE]

Each level plays `--games` games on both seats with the default options. Hints are requested from the game's adviser at
every tenth decision of games that level 4 plays. `--worst` writes the slowest decision of each row, as a position, to a
JSON file.
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

GAME_CHOICES: Final = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
HINT: Final = "hint"
LEVEL_CHOICES: Final = ["1", "2", "3", "4", "5", "6", HINT]
HINTED_LEVEL: Final = 4
"""The level that plays the games with hints."""
HINT_INTERVAL: Final = 10
MAX_GAME_PLAYS: Final = 3_000
HEADER: Final = ("game", "level", "player", "games", "decisions", "median ms", "p99 ms", "max ms")
WIDTHS: Final = (14, 6, 18, 6, 10, 10, 10, 10)


@dataclass
class DecisionTimes:
    """The times of the decisions of one row, and the slowest decision."""

    milliseconds: list[float] = field(default_factory=list)
    worst: dict[str, Any] = field(default_factory=dict)

    def add(self, started_at: float, game: tefuda.Game, before: State, where: dict[str, Any]) -> None:
        """Add a decision that started at CPU time `started_at` in state `before`."""
        milliseconds = (time.process_time() - started_at) * 1000
        if milliseconds > max(self.milliseconds, default=-1.0):
            self.worst = {"ms": round(milliseconds, 1), **where, "position": game.position(before)}
        self.milliseconds.append(milliseconds)

    def figures(self) -> tuple[str, str, str]:
        """Return median, 99th percentile and maximum."""
        ordered = sorted(self.milliseconds)
        high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        return f"{statistics.median(ordered):.2f}", f"{high:.1f}", f"{ordered[-1]:.1f}"


def play_level(game: tefuda.Game, level: str, seed: int, times: DecisionTimes) -> None:
    """Play one game and time every decision between two or more actions."""
    state = game.start(seed)
    name = f"level:{HINTED_LEVEL if level == HINT else level}"
    players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat in range(game.seats)]
    for ply in range(MAX_GAME_PLAYS):
        number = state.seat
        if number == OVER:
            return
        seat = Seat(game, state, number)
        where = {"seed": seed, "ply": ply}
        if level == HINT and ply % HINT_INTERVAL == 0 and len(state.actions()) > 1:
            started_at = time.process_time()
            advise(game, seat, "", xoshiro(seed, 100 + ply))
            times.add(started_at, game, state, where)
        started_at = time.process_time()
        action = players[number].choose(seat)
        if level != HINT and len(state.actions()) > 1:
            times.add(started_at, game, state, where)
        state.play(action)


def print_row(cells: tuple[object, ...]) -> None:
    left = "".join(f"{cell:<{width}}" for cell, width in zip(cells[:3], WIDTHS[:3], strict=True))
    right = "".join(f"{cell:>{width}}" for cell, width in zip(cells[3:], WIDTHS[3:], strict=True))
    print(left + right, flush=True)


def main() -> None:
    """Measure, and print one line for each game and level."""
    parser = argparse.ArgumentParser(description="Measure the CPU time per decision of each level.")
    parser.add_argument("--games", type=int, default=20, help="Games for each game and level (default: 20).")
    parser.add_argument(
        "--game", nargs="+", choices=GAME_CHOICES, default=GAME_CHOICES, help="Games to measure (default: all)."
    )
    parser.add_argument(
        "--level", nargs="+", choices=LEVEL_CHOICES, default=LEVEL_CHOICES, help="Levels to measure (default: all)."
    )
    parser.add_argument("--seed", type=int, default=1, help="Seed of the first game (default: 1).")
    parser.add_argument("--worst", type=Path, help="Output file for the slowest decisions (default: none).")
    arguments = parser.parse_args()
    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup.")
    worst: list[dict[str, Any]] = []
    print_row(HEADER)
    for name in arguments.game:
        game = tefuda.game(name)
        for level in arguments.level:
            times = DecisionTimes()
            player = game.players.hint_player() if level == HINT else game.players.levels()[int(level) - 1]
            for seed in range(arguments.seed, arguments.seed + arguments.games):
                play_level(game, level, seed, times)
            print_row((name, level, player, arguments.games, len(times.milliseconds), *times.figures()))
            worst.append({"game": name, "level": level, "player": player, **times.worst})
            if arguments.worst:
                arguments.worst.write_text(json.dumps(worst, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

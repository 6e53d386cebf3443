"""`tefuda bench`: speed as a ratio, both halves measured here and now."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.text import Text

import tefuda
from tefuda.cli.console import column, game_title, in_range, out, print_json
from tefuda.cli.language import t
from tefuda.core.game import Game
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game

CHILD = "import sys; from tefuda.cli.bench import measure_child; measure_child(sys.argv[1], float(sys.argv[2]))"


def per_second(work: Callable[[int], Any], seconds: float) -> float:
    """How often `work(number)` can be done in a second, measured for about so long."""
    done = 0
    batch = 1
    spent = 0.0
    began = time.perf_counter()
    while spent < seconds:
        for number in range(done, done + batch):
            work(number)
        done += batch
        spent = time.perf_counter() - began
        batch = max(1, int(done / spent * seconds / 10))
    return done / spent


def measure(game: Game, seconds: float) -> dict[str, float]:
    """Starts, random games and clones a second, in this process."""
    random = xoshiro(1, 1)
    state = game.start(1)
    return {
        "starts": per_second(game.start, seconds),
        "random_games": per_second(lambda number: play_randomly(game.start(number), random), seconds),
        "clones": per_second(lambda _: state.clone(), seconds),
    }


def measure_child(game_id: str, seconds: float) -> None:
    """What the other process prints."""
    print(json.dumps(measure(find_game(game_id), seconds)))


def interpreted(game_id: str, seconds: float) -> dict[str, float]:
    """The same measurements with the plain files, in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, game_id, str(seconds)],
        env={**os.environ, "TEFUDA_INTERPRETED": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def bench_game(game_id: str, seconds: float, as_json: bool) -> int:
    """Measure, and compare with the plain files where the compiled ones run."""
    in_range("--seconds", seconds, 0.001, 600)
    game = find_game(game_id)
    fast = measure(game, seconds)
    slow = interpreted(game_id, seconds) if tefuda.compiled else None
    if as_json:
        print_json({"game": game_id, "compiled": fast if tefuda.compiled else None, "interpreted": slow or fast})
        return 0
    console = out()
    form = t("compiled", "コンパイル済み") if tefuda.compiled else t("interpreted", "インタプリタ実行")
    console.print(Text.assemble((game_title(game), "bold"), f"  {t('per second', '毎秒')}, {form}"))
    words = {
        "starts": t("games started", "開始"),
        "random_games": t("random games", "ランダムプレイ"),
        "clones": t("clones", "複製"),
    }
    for name, speed in fast.items():
        ratio = f"   {speed / slow[name]:.0f} x {t('interpreted', 'インタプリタ')}" if slow else ""
        console.print(f"  {column(words[name], 16)}{speed:>12,.0f}{ratio}")
    return 0

"""`tefuda bench`: speed of the compiled and the interpreted build on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

import tefuda
from tefuda.cli.console import check_range, column, game_title, print_json, progress_bar, stdout_console
from tefuda.cli.language import t
from tefuda.core.game import Game
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game, game_ids

CHILD = (
    "import sys; from tefuda.cli.commands.bench import measure_child; measure_child(sys.argv[1], float(sys.argv[2]))"
)
MEASURES = ["starts", "random_games", "clones"]

Measure = tuple[str, float]
"""Name and number per second."""


def per_second(work: Callable[[int], Any], seconds: float) -> float:
    """Measure how often per second `work(number)` runs, for about `seconds`."""
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


def measure(game: Game, seconds: float) -> Iterator[Measure]:
    """Measure starts, random games and clones per second in this process."""
    random = xoshiro(1, 1)
    state = game.start(1)
    works: list[Callable[[int], Any]] = [
        game.start,
        lambda number: play_randomly(game.start(number), random),
        lambda _: state.clone(),
    ]
    for name, work in zip(MEASURES, works, strict=True):
        yield name, per_second(work, seconds)


def measure_child(game_id: str, seconds: float) -> None:
    """Print measurements as JSON lines for the parent process."""
    for found in measure(find_game(game_id), seconds):
        print(json.dumps(found), flush=True)


def measure_interpreted(game: Game, seconds: float) -> Iterator[Measure]:
    """Measure the interpreted build in a child process."""
    command = [sys.executable, "-c", CHILD, game.id, str(seconds)]
    environment = {**os.environ, "TEFUDA_INTERPRETED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            name, speed = json.loads(line)
            yield name, speed
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def bench_games(game_id: str, seconds: float, as_json: bool) -> int:
    """Measure one game or all games. A compiled build is compared with the interpreted one."""
    check_range("--seconds", seconds, 0.001, 600)
    games = [find_game(game_id)] if game_id else [find_game(known) for known in game_ids()]
    forms = [measure, measure_interpreted] if tefuda.compiled else [measure]
    found: list[list[dict[str, float]]] = []
    with progress_bar(rate=False) as bar:
        task = bar.add_task("", total=len(games) * len(forms) * len(MEASURES))
        for game in games:
            bar.update(task, description=game_title(game))
            found.append([{} for _ in forms])
            for speeds, form in zip(found[-1], forms, strict=True):
                for name, speed in form(game, seconds):
                    speeds[name] = speed
                    bar.advance(task)
    if as_json:
        records = [
            {"game": game.id, "compiled": both[0] if tefuda.compiled else None, "interpreted": both[-1]}
            for game, both in zip(games, found, strict=True)
        ]
        print_json(records[0] if game_id else records)
        return 0
    for game, both in zip(games, found, strict=True):
        show_speeds(game, both)
    return 0


def show_speeds(game: Game, speeds: list[dict[str, float]]) -> None:
    """Show the speeds of one game, with the ratio if both builds were measured."""
    console = stdout_console()
    form = t("compiled", "コンパイル済み") if tefuda.compiled else t("interpreted", "インタプリタ実行")
    console.print(Text.assemble((game_title(game), "bold"), f"  {t('per second', '毎秒')}, {form}"))
    words = {
        "starts": t("games started", "開始"),
        "random_games": t("random games", "ランダムプレイ"),
        "clones": t("clones", "複製"),
    }
    for name, speed in speeds[0].items():
        ratio = f"   {speed / speeds[1][name]:.0f} x {t('interpreted', 'インタプリタ')}" if len(speeds) > 1 else ""
        console.print(f"  {column(words[name], 16)}{speed:>12,.0f}{ratio}")

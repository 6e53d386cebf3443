"""The cost and the gain of games in plain Python.

First, the cost for a compiled game of `State` being open to plain subclasses: Catalyst Reaction with and without it.
Second, the gain of a plain game from the compiled core: Hidden Nim on the compiled and on the plain core.

    python benchmarks/plain_games.py [ROUNDS]
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)\nclass State:"
CHILD = """
import sys, time, tefuda
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
game, random, games = tefuda.game(sys.argv[1]), xoshiro(1, 1), int(sys.argv[2])
began = time.perf_counter()
for number in range(games):
    play_randomly(game.start(number), random)
print(games / (time.perf_counter() - began))
"""


def speed(game: str, games: int, path: list[Path], interpreted: bool = False) -> float:
    """Return random games per second with the package on this path."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "TEFUDA_INTERPRETED": str(int(interpreted)),
    }
    command = [sys.executable, "-c", CHILD, game, str(games)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)


def build(folder: Path, closed: bool) -> Path:
    """Build a compiled copy of the package, with State open to plain subclasses or not."""
    copy = folder / ("closed" if closed else "open")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "*.so", "*.egg-info"))
    state = copy / "src/tefuda/core/state.py"
    text = state.read_text(encoding="utf-8")
    assert OPEN in text
    if closed:
        state.write_text(text.replace(OPEN, "class State:"), encoding="utf-8")
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=copy,
        check=True,
        capture_output=True,
        env={**os.environ, "TEFUDA_REQUIRE_COMPILED": "1"},
    )
    return copy / "src"


def install(project: Path, target: Path) -> Path:
    """Install a plugin into a folder and return the folder."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(project)], check=True)
    return target


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        nim = install(ROOT / "examples" / "hidden_nim", Path(name) / "plugins")
        builds = {closed: build(Path(name), closed) for closed in (False, True)}
        best = dict.fromkeys(builds, 0.0)
        plain = {False: 0.0, True: 0.0}
        for _ in range(rounds):
            for closed, path in builds.items():
                best[closed] = max(best[closed], speed("catalyst", 60_000, [path]))
            for interpreted in plain:
                games = 4_000 if interpreted else 20_000
                plain[interpreted] = max(
                    plain[interpreted], speed("hidden-nim", games, [builds[False], nim], interpreted)
                )
    print("random games per second, one core, best of", rounds)
    print(f"  Catalyst, State closed to plain subclasses  {best[True]:>10,.0f}")
    print(
        f"  Catalyst, State open to them                {best[False]:>10,.0f}   ({best[False] / best[True] - 1:+.1%})"
    )
    print(f"  Hidden Nim (plain) on the plain core        {plain[True]:>10,.0f}")
    print(
        f"  Hidden Nim (plain) on the compiled core     {plain[False]:>10,.0f}   ({plain[False] / plain[True]:.1f} x)"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

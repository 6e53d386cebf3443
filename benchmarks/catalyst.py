"""Random games of Catalyst Reaction per second: compiled, interpreted, and in C.

All three do the same work and must count the same wins and plays. Rounds are interleaved, so noise affects all. The
best round of each counts.

    python benchmarks/catalyst.py [ROUNDS]
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CHECKED_GAMES = 1000
CHILD = """
import sys, time, tefuda
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
game, random, wins, plays = tefuda.game("catalyst"), xoshiro(1, 1), 0, 0
began = time.perf_counter()
for number in range(int(sys.argv[1])):
    state = game.start(number)
    plays += play_randomly(state, random)
    wins += state.scores()[0] == 1.0
print(wins, plays, time.perf_counter() - began, tefuda.compiled)
"""


def build(folder: Path) -> Path | None:
    """Build the C program; return None without a compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "catalyst"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(HERE / "catalyst.c")], check=True)
    return program


def run(command: list[str], games: int, **environment: str) -> tuple[str, float, str]:
    """Return the counts of a run, its games per second, and the rest of its output."""
    done = subprocess.run(
        [*command, str(games)], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    wins, plays, seconds, *rest = done.stdout.split()
    return f"{wins} wins, {plays} plays", games / float(seconds), " ".join(rest)


def main(rounds: int) -> None:
    """Check that all count the same, then measure."""
    python = [sys.executable, "-c", CHILD]
    runs: dict[str, tuple[list[str], dict[str, str], int]] = {
        "compiled": (python, {"TEFUDA_INTERPRETED": "0"}, 100_000),
        "interpreted": (python, {"TEFUDA_INTERPRETED": "1"}, 2_000),
    }
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        if program is None:
            print("No C compiler found. The C program is skipped.")
        else:
            runs["C"] = ([str(program)], {}, 300_000)
        counts = {name: run(command, CHECKED_GAMES, **environment) for name, (command, environment, _) in runs.items()}
        if counts["compiled"][2] != "True":
            sys.exit("Tefuda is not compiled. Run make setup.")
        if len({count for count, _, _ in counts.values()}) != 1:
            sys.exit(f"The programs do not play the same games: {counts}")
        print(f"{CHECKED_GAMES} identical games in all programs: {counts['compiled'][0]}")
        best = dict.fromkeys(runs, 0.0)
        for _ in range(rounds):
            for name, (command, environment, games) in runs.items():
                best[name] = max(best[name], run(command, games, **environment)[1])
    print("random games of Catalyst Reaction per second, one core, best of", rounds)
    for name, speed in best.items():
        print(f"  {name:<12}{speed:>12,.0f}")
    print(f"  compiled / interpreted  {best['compiled'] / best['interpreted']:.1f}")
    if "C" in best:
        print(f"  compiled / C            {best['compiled'] / best['C']:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

"""Steps a second of environments, with a new observation and a new mask each: Tefuda and other packages.

Each contestant runs in its own process on one core. The rounds are interleaved, and the median is printed. Time is
processor time, so a busy machine changes little. `pip install -e .[envs,bench]` installs the others.

    python benchmarks/environments.py [ROUNDS] [SECONDS]
"""

import statistics
import subprocess
import sys
from pathlib import Path

from contestants import installed_contestants

CHILD = Path(__file__).parent / "environment_contestants.py"
SIZES = (1, 64, 1024)
PACKAGES = {"pgx": "pgx", "spiel": "pyspiel", "pettingzoo": "rlcard", "rlcard": "rlcard"}
"""The package that each kind of contestant needs."""


def tefuda_contestants() -> dict[str, str]:
    """Return the vectors of all games by label."""
    games = {
        "plain Othello, masks only": ("card-othello", "mask:cards=off"),
        "plain Othello": ("card-othello", "observe:cards=off"),
        "Card Othello": ("card-othello", "observe"),
        "LinkaVel": ("linkavel", "observe"),
        "Solitaire TCG": ("solitaire-tcg", "observe"),
        "Catalyst Reaction": ("catalyst", "observe"),
    }
    return {
        f"Tefuda, {label}, N = {size}": f"tefuda:{game}:{size}:{what}"
        for label, (game, what) in games.items()
        for size in SIZES
    }


CONTESTANTS = {
    **tefuda_contestants(),
    "Tefuda, LinkaVel through PettingZoo": "tefuda-aec:linkavel",
    **{f"pgx, Othello, N = {size}": f"pgx:{size}" for size in SIZES},
    "OpenSpiel, Othello, Python loop": "spiel",
    "PettingZoo, Leduc hold'em": "pettingzoo:leduc_holdem_v4",
    "PettingZoo, Texas hold'em": "pettingzoo:texas_holdem_v4",
    "PettingZoo, Connect Four": "pettingzoo:connect_four_v3",
    "RLCard, Leduc hold'em": "rlcard:leduc-holdem",
    "RLCard, limit hold'em": "rlcard:limit-holdem",
    "RLCard, UNO": "rlcard:uno",
    "RLCard, gin rummy": "rlcard:gin-rummy",
}


def speed(name: str, seconds: float) -> float:
    """Return the steps a second of a contestant."""
    command = [sys.executable, str(CHILD), name, str(seconds)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1])


def main(rounds: int, seconds: float) -> None:
    named = {label: (name.split(":")[0], 0) for label, name in CONTESTANTS.items()}
    found = {label: CONTESTANTS[label] for label in installed_contestants(named, PACKAGES)}
    speeds: dict[str, list[float]] = {label: [] for label in found}
    for _ in range(rounds):
        for label, name in found.items():
            speeds[label].append(speed(name, seconds))
    print(f"| environment | steps a second (median of {rounds}) |")
    print("|---|---|")
    for label, measured in speeds.items():
        print(f"| {label} | {statistics.median(measured):,.0f} |")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 3,
        float(sys.argv[2]) if len(sys.argv) > 2 else 2.0,
    )

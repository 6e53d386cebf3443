"""Games are the same in other processes, with other hash seeds and with any number of workers."""

import json
import os
import subprocess
import sys

import pytest

from tefuda import Game, Match
from tefuda.core.random import xoshiro

SCRIPT = """
import tefuda
from tefuda.core.random import xoshiro
for game_id in ("catalyst", "hidden-nim", "kuhn-poker"):
    game = tefuda.game(game_id)
    for seed in range(5):
        state, random = game.start(seed), xoshiro(seed, 1)
        while state.seat != tefuda.OVER:
            state.play(state.random_action(random))
            print(state.fingerprint())
"""


def run_script(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout


def test_processes_and_hash_seeds_do_not_matter() -> None:
    first = run_script(PYTHONHASHSEED="0")
    assert first.count("\n") > 100
    assert (
        first
        == run_script(PYTHONHASHSEED="1")
        == run_script(PYTHONHASHSEED="12345", LANG="ja_JP.UTF-8", TZ="Asia/Tokyo")
    )


@pytest.mark.parametrize("player", ["random", "pairing"])
def test_simulate_gives_the_same_counts_with_any_workers(player: str) -> None:
    counted = []
    for workers in ("1", "2", "3"):
        command = ["simulate", "catalyst", "-p", player, "-n", "150", "-w", workers, "--seed", "9", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "tefuda.cli.main", *command], capture_output=True, text=True, check=True
        )
        figures = json.loads(done.stdout)
        counted.append({key: value for key, value in figures.items() if key not in ("games_per_second", "workers")})
    assert counted[0] == counted[1] == counted[2]


def test_known_game_has_known_fingerprints(catalyst: Game) -> None:
    """If this changes, saved games cannot be verified any more: increase `rules_version`."""
    match = Match(catalyst, 2026)
    random = xoshiro(2026, 1)
    prints = [match.fingerprint()]
    while not match.over:
        legal = match.legal(0)
        match.play(0, match.ply, legal[random.below(len(legal))])
        prints.append(match.fingerprint())
    assert catalyst.rules_version == 1
    assert (len(prints), prints[0], prints[-1]) == GOLDEN


GOLDEN = (45, "37da712a7d2e6daf0dcbe8a2", "eb1817ee64ec1fcb6fd5130b")

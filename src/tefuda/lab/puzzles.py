"""Puzzles proved, measured and found: nothing about a puzzle is guessed."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from tefuda.core.game import Game
from tefuda.core.playout import play_out
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.state import OVER, State
from tefuda.lab.parallel import fan_out
from tefuda.lab.prove import proof_record
from tefuda.players.names import make_player
from tefuda.solve import SOLVED, Limits, solve
from tefuda.solve.count import count_shortest

TRIALS: Final = 40
"""Games by which a puzzle's difficulty for the game's own plain player is measured."""

MOST_PLAYS: Final = 300
THRESHOLDS: Final = [9.0, 14.0, 19.0]
"""Scores from which a puzzle is of tier 2, 3 and 4."""

MAKE_NODES: Final = 60_000
"""When looking for puzzles, a position that takes longer to prove is left."""


def measure(game: Game, state: State, proof: dict[str, Any]) -> dict[str, Any]:
    """How hard a proved position is: what it took to prove, what it offers on the way, how often a player fails.

    The score is the logarithm of the nodes searched, half a point for each play of the shortest win, and up to six
    points for how often the game's plain player fails.
    """
    branching = []
    at = state.clone()
    for text in proof["line"]:
        branching.append(len(at.actions()))
        at.play(game.parse(at, text))
    failures = 0
    name = game.player_names()[0]
    for number in range(TRIALS):
        trial = state.clone()
        play_out(game, trial, [make_player(game, name, xoshiro(number, 1))], MOST_PLAYS)
        failures += trial.seat != OVER or trial.scores()[0] < 1.0
    fails = failures / TRIALS
    score = math.log2(proof["nodes"] + 1) + proof["par"] / 2 + 6 * fails
    return {
        "score": round(score, 2),
        "nodes": proof["nodes"],
        "length": proof["par"],
        "branching": round(sum(branching) / len(branching), 2),
        "fails": round(fails, 3),
    }


def tier_of(score: float) -> int:
    """The tier that a score falls into."""
    return 1 + sum(score >= threshold for threshold in THRESHOLDS)


def prove(game: Game, state: State, limits: Limits) -> dict[str, Any]:
    """The proof of a position; where it is solved also how many shortest solutions there are, difficulty and tier."""
    record = proof_record(game, state, solve(state, limits))
    record.update(solutions=None, difficulty=None, tier=None)
    if record["verdict"] == SOLVED and record["par"] is not None:
        record["solutions"] = count_shortest(state, record["par"], limits)
        record["difficulty"] = measure(game, state, record)
        record["tier"] = tier_of(record["difficulty"]["score"])
    return record


def prove_file(path: str, nodes: int, seconds: float) -> dict[str, Any]:
    """The proof of a puzzle file."""
    puzzle = read_puzzle(Path(path))
    state = puzzle.game.at(puzzle.position)
    return {"path": path, "id": puzzle.id, **prove(puzzle.game, state, Limits(nodes, seconds))}


def differs(puzzle: Puzzle, proof: dict[str, Any]) -> list[str]:
    """What a puzzle file says that the proof does not bear out: the keys."""
    said = {"par": puzzle.par, "solutions": puzzle.solutions, "tier": puzzle.tier}
    wrong = [key for key, value in said.items() if value is not None and value != proof[key]]
    claimed = puzzle.data.get("difficulty")
    if claimed is not None and claimed != proof["difficulty"]:
        wrong.append("difficulty")
    if puzzle.solution is not None and not wins(puzzle, puzzle.solution):
        wrong.append("solution")
    if proof["verdict"] != SOLVED:
        wrong.append("verdict")
    return wrong


def wins(puzzle: Puzzle, line: list[str]) -> bool:
    """Whether a line of plays is legal from the puzzle's position and wins it."""
    state = puzzle.game.at(puzzle.position)
    for text in line:
        if state.seat == OVER:
            return False
        action = puzzle.game.parse(state, text)
        if not state.is_legal(action):
            return False
        state.play(action)
    return state.seat == OVER and state.scores()[0] >= 1.0


def prove_files(
    paths: list[Path], limits: Limits, workers: int, progress: Callable[[dict[str, Any]], None] | None = None
) -> list[dict[str, Any]]:
    """The proofs of many puzzle files, in the order of the files."""
    found: dict[str, dict[str, Any]] = {}
    jobs = ((str(path), limits.nodes, limits.seconds) for path in paths)
    for proof in fan_out(prove_file, jobs, workers):
        found[proof["path"]] = proof
        if progress is not None:
            progress(proof)
    return [found[str(path)] for path in paths if str(path) in found]


# Finding new ones


def try_sketch(
    game_id: str, options: dict[str, Any], number: int, seed: int, tier: int, most_solutions: int
) -> dict[str, Any] | None:
    """One position from the game's own sketches, proved; None where it is no puzzle of the wanted tier."""
    game = find_game(game_id)
    position = game.sketch(options, tier, xoshiro(seed + number, 7))
    if position is None:
        return None
    state = game.at(position)
    if state.seat == OVER:
        return None
    record = prove(game, state, Limits(MAKE_NODES, 10.0))
    if record["verdict"] != SOLVED or record["par"] is None or record["solutions"] is None:
        return None
    if record["tier"] != tier or not 1 <= record["solutions"] <= most_solutions or record["par"] < 2:
        return None
    return {"position": position, **record}


def make(
    game: Game, options: dict[str, Any], tier: int, seed: int, most_solutions: int, workers: int, tries: int
) -> Iterator[dict[str, Any] | None]:
    """Puzzles as they are found; None for every try that came to nothing, so that the caller can show progress."""
    jobs = ((game.id, options, number, seed, tier, most_solutions) for number in range(tries))
    yield from fan_out(try_sketch, jobs, workers)


def puzzle_yaml(name: str, game: Game, title: dict[str, str], goal: dict[str, str], proof: dict[str, Any]) -> str:
    """A puzzle as its file."""
    data = {
        "id": name,
        "game": game.id,
        "title": title,
        "goal": goal,
        "tier": proof["tier"],
        "par": proof["par"],
        "solutions": proof["solutions"],
        "difficulty": proof["difficulty"],
        "position": proof["position"],
        "solution": proof["line"],
    }
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)

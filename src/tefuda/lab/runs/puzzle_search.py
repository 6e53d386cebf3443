"""Proves many puzzles, and searches for new ones."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.state import OVER
from tefuda.lab.runs.parallel import fan_out
from tefuda.players.puzzle_maker import prove
from tefuda.solve import SOLVED, Limits

MAKE_NODES: Final = 60_000
"""Limit for the proof of a candidate; harder positions are skipped."""


def prove_file(path: str, nodes: int, seconds: float) -> dict[str, Any]:
    """Return the proof of a puzzle file."""
    puzzle = read_puzzle(Path(path))
    state = puzzle.game.at(puzzle.position)
    return {"path": path, "id": puzzle.id, **prove(puzzle.game, state, Limits(nodes, seconds))}


def wrong_claims(puzzle: Puzzle, proof: dict[str, Any]) -> list[str]:
    """Return the keys of a puzzle file that contradict the proof."""
    claims = {"par": puzzle.par, "solutions": puzzle.solutions, "tier": puzzle.tier}
    wrong = [key for key, value in claims.items() if value is not None and value != proof[key]]
    claimed = puzzle.data.get("difficulty")
    if claimed is not None and claimed != proof["difficulty"]:
        wrong.append("difficulty")
    if puzzle.solution is not None and not is_solution(puzzle, puzzle.solution):
        wrong.append("solution")
    if proof["verdict"] != SOLVED:
        wrong.append("verdict")
    return wrong


def is_solution(puzzle: Puzzle, line: list[str]) -> bool:
    """Whether a line of plays is legal and wins the puzzle."""
    state = puzzle.game.at(puzzle.position)
    for text in line:
        if state.seat == OVER:
            return False
        action = puzzle.game.parse(state, text)
        if not state.is_legal(action):
            return False
        state.play(action)
    return state.seat == OVER and state.scores()[0] >= puzzle.game.win_score


def prove_files(
    paths: list[Path], limits: Limits, workers: int, progress: Callable[[dict[str, Any]], None] | None = None
) -> list[dict[str, Any]]:
    """Return the proofs of many puzzle files in the order of the files."""
    found: dict[str, dict[str, Any]] = {}
    jobs = ((str(path), limits.nodes, limits.seconds) for path in paths)
    for proof in fan_out(prove_file, jobs, workers):
        found[proof["path"]] = proof
        if progress is not None:
            progress(proof)
    return [found[str(path)] for path in paths if str(path) in found]


# Search for new puzzles


def try_candidate(
    game_id: str, options: dict[str, Any], number: int, seed: int, tier: int, most_solutions: int
) -> dict[str, Any] | None:
    """Generate and prove one position; return None if it is not a puzzle of the tier."""
    game = find_game(game_id)
    position = game.puzzles.generate_position(options, tier, xoshiro(seed + number, 7))
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


def search_puzzles(
    game: Game, options: dict[str, Any], *, tier: int, seed: int, most_solutions: int, workers: int, tries: int
) -> Iterator[dict[str, Any] | None]:
    """Yield puzzles as they are found, and None for every failed try, for the progress."""
    jobs = ((game.id, options, number, seed, tier, most_solutions) for number in range(tries))
    yield from fan_out(try_candidate, jobs, workers)

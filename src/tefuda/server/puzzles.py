"""The puzzles that ship, and the daily puzzle."""

import hashlib
from datetime import date
from functools import lru_cache
from typing import Any

from tefuda.cardlang.workshop import find_workshop, workshop_games
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.text import both


@lru_cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """Return the puzzles of a game by id, in order of difficulty; empty if it has none."""
    if game not in workshop_games():
        return {}
    puzzles = [read_puzzle(path) for path in find_workshop(game).puzzles()]
    puzzles.sort(key=lambda puzzle: (puzzle.tier or 0, puzzle.score, puzzle.id))
    return {puzzle.id: puzzle for puzzle in puzzles}


def puzzle_body(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle without its solution."""
    return {
        "id": puzzle.id,
        "title": both(puzzle.title),
        "goal": both(puzzle.goal),
        "tier": puzzle.tier,
        "par": puzzle.par,
        "solutions": puzzle.solutions,
    }


def puzzle_of(game: str, name: str | None) -> dict[str, Any] | None:
    """Return the puzzle of a table; None if it has none, or if the puzzle does not ship any more."""
    puzzle = None if name is None else puzzles_of(game).get(name)
    return None if puzzle is None else puzzle_body(puzzle)


@lru_cache
def daily_order() -> list[tuple[str, str]]:
    """Return the game and id of all puzzles, in a fixed random order."""
    puzzles = [(game, name) for game in workshop_games() for name in puzzles_of(game)]
    return sorted(puzzles, key=lambda puzzle: hashlib.sha256(" ".join(puzzle).encode()).digest())


def daily_puzzle(day: str) -> tuple[str, str]:
    """Return the game and the puzzle of a UTC day. Every puzzle appears once before any is repeated."""
    return daily_order()[date.fromisoformat(day).toordinal() % len(daily_order())]

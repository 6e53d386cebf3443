"""The puzzles that ship, and which of them is today's."""

import hashlib
from datetime import date
from functools import lru_cache
from typing import Any

from tefuda.cardlang.workshop import find_workshop, workshop_games
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.text import both


@lru_cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """A game's puzzles by id, the easy ones first; none in many games."""
    if game not in workshop_games():
        return {}
    found = [read_puzzle(path) for path in find_workshop(game).puzzles()]
    found.sort(key=lambda puzzle: (puzzle.tier or 0, puzzle.par or 0, puzzle.id))
    return {puzzle.id: puzzle for puzzle in found}


def described_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as everybody may know it: not how it is solved."""
    return {
        "id": puzzle.id,
        "title": both(puzzle.title),
        "goal": both(puzzle.goal),
        "tier": puzzle.tier,
        "par": puzzle.par,
        "solutions": puzzle.solutions,
    }


def puzzle_of(game: str, name: str | None) -> dict[str, Any] | None:
    """The puzzle that a table sets; None where it sets none, or one that ships no more."""
    puzzle = None if name is None else puzzles_of(game).get(name)
    return None if puzzle is None else described_puzzle(puzzle)


@lru_cache
def shuffled() -> list[tuple[str, str]]:
    """All puzzles, with their games, in an order that never changes."""
    found = [(game, name) for game in workshop_games() for name in puzzles_of(game)]
    return sorted(found, key=lambda puzzle: hashlib.sha256(" ".join(puzzle).encode()).digest())


def puzzle_of_the_day(day: str) -> tuple[str, str]:
    """The game and the puzzle of a UTC day: every puzzle has its day before any has another, wherever one begins."""
    return shuffled()[date.fromisoformat(day).toordinal() % len(shuffled())]

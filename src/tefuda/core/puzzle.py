"""Puzzles: a position of a one-player game to win, with its proof and figures, in one file."""

from pathlib import Path
from typing import Any, Final

from tefuda.core.errors import Problem
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.registry import find_game
from tefuda.core.source import Source, read_file
from tefuda.core.text import LANGUAGES, Message

KINDS: Final[dict[str, Any]] = {
    "id": (str,),
    "game": (str,),
    "title": (dict,),
    "goal": (dict,),
    "tier": (int,),
    "par": (int,),
    "solutions": (int,),
    "solution": (list,),
    "difficulty": (dict,),
    "position": (dict,),
}
NEEDED: Final = ["game", "title", "goal", "position"]
TIERS: Final = 4


class Puzzle:
    """One puzzle. Facts that are not proved yet are None."""

    def __init__(self, source: Source, game: Game) -> None:
        data = source.data
        self.source = source
        self.game = game
        self.data: dict[str, Any] = data
        self.id: str = data.get("id") or Path(source.name).stem
        self.title = Message("title", data["title"]["en"], data["title"]["ja"])
        self.goal = Message("goal", data["goal"]["en"], data["goal"]["ja"])
        self.position: dict[str, Any] = data["position"]
        self.tier: int | None = data.get("tier")
        self.par: int | None = data.get("par")
        self.solutions: int | None = data.get("solutions")
        self.solution: list[str] | None = data.get("solution")
        self.score: float = (data.get("difficulty") or {}).get("score", 0.0)
        """The measured difficulty."""


def is_puzzle(data: Any) -> bool:
    """Return whether data is a puzzle and not a bare position."""
    return isinstance(data, dict) and "game" in data and "position" in data


def read_puzzle(path: Path) -> Puzzle:
    """Return the puzzle in a file; raises `InvalidFile` with all problems."""
    return puzzle_in(read_file(path))


def puzzle_in(source: Source) -> Puzzle:
    """Return the puzzle in a document."""
    problems = check_form(source.data)
    if problems:
        raise source.invalid(problems)
    game: Game = source.under(["game"], lambda: find_game(source.data["game"]))
    if game.seats != 1:
        message = Message("seats", "puzzles are for games of one player.", "パズルは一人用のゲームだけです。")
        raise source.invalid([Problem(["game"], message)])
    source.under(["position"], lambda: game.at(source.data["position"]))
    return Puzzle(source, game)


def check_form(data: Any) -> list[Problem]:
    """Return the problems with the form of a puzzle."""
    problems: list[Problem] = []

    def wrong(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("puzzle", en, ja)))

    if not isinstance(data, dict):
        wrong([], "a puzzle is a mapping.", "パズルは キー: 値 の形で書きます。")
        return problems
    value: Any
    for key, value in data.items():
        if key not in KINDS:
            en, ja = did_you_mean(key, list(KINDS))
            wrong([key], f"no key of a puzzle.{en}", f"パズルにないキーです。{ja}")
        elif not isinstance(value, KINDS[key]) or isinstance(value, bool):
            wrong([key], "the wrong kind of value.", "値の種類が違います。")
        elif key in ("title", "goal") and not all(isinstance(value.get(name), str) for name in LANGUAGES):
            wrong([key], "en and ja are expected.", "en と ja が必要です。")
        elif key == "tier" and not 1 <= value <= TIERS:
            wrong([key], f"a tier from 1 to {TIERS} is expected.", f"1 から {TIERS} の段階が必要です。")
        elif key == "solution" and not all(isinstance(item, str) for item in value):
            wrong([key], "a list of actions is expected.", "手のリストが必要です。")
    for key in NEEDED:
        if key not in data:
            wrong([], f"{key!r} is missing.", f"{key!r} がありません。")
    return problems

"""How to play: the introduction to a game on one screen, as data."""

from typing import Any, Final

from tefuda.core.errors import Problem
from tefuda.core.game import Game
from tefuda.core.source import Source, read_text
from tefuda.core.text import LANGUAGES, Message

KEYS: Final = {"goal", "turn", "ideas"}
IDEA_KEYS: Final = {"title", "text", "picture"}
IDEAS: Final = range(4, 7)
"""How many ideas fit on one screen."""


class Idea:
    """One of the most important ideas of a game, with a picture."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.title = _message("title", data["title"])
        self.text = _message("text", data["text"])
        self.picture: list[str] = data["picture"]
        """Signs that the game's screen draws in a row: stones, cards, and `>` for an arrow."""


class HowToPlay:
    """The goal of a game, the steps of a turn and the most important ideas."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.goal = _message("goal", data["goal"])
        self.turn = [_message("turn", step) for step in data["turn"]]
        self.ideas = [Idea(idea) for idea in data["ideas"]]


def _message(code: str, data: dict[str, str]) -> Message:
    return Message(code, data["en"], data["ja"])


def find_how_to_play(game: Game) -> HowToPlay | None:
    """Return the introduction to a game; None if it has none. Raises `InvalidFile` with all problems."""
    text = game.texts.how_to_play()
    return read_how_to_play(read_text(text, f"{game.id} how-to-play")) if text else None


def read_how_to_play(source: Source) -> HowToPlay:
    """Return the introduction in a document; raises `InvalidFile` with all problems."""
    problems = check_form(source.data)
    if problems:
        raise source.invalid(problems)
    return HowToPlay(source.data)


def check_form(data: Any) -> list[Problem]:
    """Return the problems with the form of an introduction."""
    problems: list[Problem] = []

    def wrong(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("how_to_play", en, ja)))

    def check_text(path: list[str | int], value: Any) -> None:
        if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in LANGUAGES):
            wrong(path, "en and ja are expected.", "en と ja が必要です。")

    if not isinstance(data, dict) or set(data) != KEYS:
        wrong([], "goal, turn and ideas are expected.", "goal、turn、ideas が必要です。")
        return problems
    check_text(["goal"], data["goal"])
    for key in ("turn", "ideas"):
        if not isinstance(data[key], list) or not data[key]:
            wrong([key], "a list is expected.", "リストが必要です。")
            return problems
    for number, step in enumerate(data["turn"]):
        check_text(["turn", number], step)
    if len(data["ideas"]) not in IDEAS:
        wrong(["ideas"], "four to six ideas are expected.", "4から6個の項目が必要です。")
    for number, idea in enumerate(data["ideas"]):
        path: list[str | int] = ["ideas", number]
        if not isinstance(idea, dict) or set(idea) != IDEA_KEYS:
            wrong(path, "title, text and picture are expected.", "title、text、picture が必要です。")
            continue
        check_text([*path, "title"], idea["title"])
        check_text([*path, "text"], idea["text"])
        picture = idea["picture"]
        if not isinstance(picture, list) or not picture or not all(isinstance(sign, str) for sign in picture):
            wrong([*path, "picture"], "a list of signs is expected.", "記号のリストが必要です。")
    return problems

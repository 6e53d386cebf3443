"""Tutorials: a guided first game in lessons, as data. Reading a tutorial plays all of it."""

from functools import partial
from typing import Any, Final

from tefuda.core.errors import Problem, TefudaError
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.options import did_you_mean
from tefuda.core.source import Source, read_text
from tefuda.core.text import LANGUAGES, Message

TEXTS: Final = ["text", "task", "hint", "result"]
KEYS: Final = [*TEXTS, "position", "play", "replies"]


class Lesson:
    """One lesson: a text to read, or a decision to make with what comes of it."""

    def __init__(self, data: dict[str, Any]) -> None:
        def message(key: str) -> Message | None:
            return Message(key, data[key]["en"], data[key]["ja"]) if key in data else None

        self.text = Message("text", data["text"]["en"], data["text"]["ja"])
        self.task = message("task")
        """What to do. None if the lesson is only read."""
        self.hint = message("hint")
        self.result = message("result")
        """What happened and why."""
        self.position: dict[str, Any] | None = data.get("position")
        """The position of the lesson. None to continue after the lesson before."""
        self.plays: list[str] = data.get("play", [])
        """The actions that fulfil the task, in notation. If there are several, the next lesson has a position."""
        self.replies: list[str] = data.get("replies", [])
        """The actions of the other seat that follow."""


class Tutorial:
    """The tutorial of a game, for its first seat."""

    def __init__(self, game: Game, source: Source) -> None:
        data = source.data
        self.game = game
        self.title = Message("title", data["title"]["en"], data["title"]["ja"])
        self.lessons = [Lesson(lesson) for lesson in data["lessons"]]

    def match_at(self, number: int) -> Match:
        """Return the match at the start of a lesson, from 0."""
        first = number
        while self.lessons[first].position is None:
            first -= 1
        match = Match(self.game, 0, position=self.lessons[first].position)
        for lesson in self.lessons[first:number]:
            if lesson.plays:
                play_lesson(match, lesson, lesson.plays[0])
        return match


def play_lesson(match: Match, lesson: Lesson, action: str) -> None:
    """Play the action of a lesson, and the replies."""
    for notation in [action, *lesson.replies]:
        match.play(match.seat, match.ply, notation)


def find_tutorial(game: Game) -> Tutorial | None:
    """Return the tutorial of a game; raises `InvalidFile` with all problems."""
    text = game.texts.tutorial()
    return read_tutorial(game, read_text(text, f"{game.id} tutorial")) if text else None


def read_tutorial(game: Game, source: Source) -> Tutorial:
    """Return the tutorial in a document after playing it; raises `InvalidFile` with all problems."""
    problems = check_form(source.data)
    if problems:
        raise source.invalid(problems)
    tutorial = Tutorial(game, source)
    for number, lesson in enumerate(tutorial.lessons):
        match: Match = source.under(["lessons", number], partial(tutorial.match_at, number))
        for action in lesson.plays:
            problems += check_plays(match, lesson, ["lessons", number], action)
        if problems:
            raise source.invalid(problems)
    return tutorial


def check_plays(match: Match, lesson: Lesson, path: list[str | int], action: str) -> list[Problem]:
    """Return why a lesson cannot be played with one of its actions."""
    if match.seat != 0:
        return [Problem(path, Message("seat", "the first seat does not decide here.", "先手の番ではありません。"))]
    trial = Match(match.game, 0, position=match.game.position(match.state()))
    try:
        play_lesson(trial, lesson, action)
    except TefudaError as error:
        path += ["play", lesson.plays.index(action)] if trial.ply == 0 else ["replies", trial.ply - 1]
        return [Problem(path, Message(error.code, error.text("en"), error.text("ja")))]
    if not trial.over and trial.seat != 0:
        message = Message("replies", "a reply of the other seat is missing.", "相手の手が足りません。")
        return [Problem(path, message)]
    return []


def check_form(data: Any) -> list[Problem]:
    """Return the problems with the form of a tutorial."""
    problems: list[Problem] = []

    def wrong(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("tutorial", en, ja)))

    def check_text(path: list[str | int], value: Any) -> None:
        if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in LANGUAGES):
            wrong(path, "en and ja are expected.", "en と ja が必要です。")

    if not isinstance(data, dict) or set(data) != {"title", "lessons"} or not isinstance(data["lessons"], list):
        wrong([], "a tutorial has a title and a list of lessons.", "title と lessons のリストが必要です。")
        return problems
    check_text(["title"], data["title"])
    for number, lesson in enumerate(data["lessons"]):
        path: list[str | int] = ["lessons", number]
        if not isinstance(lesson, dict):
            wrong(path, "a lesson is a mapping.", "キー: 値 の形で書きます。")
            continue
        for key in lesson:
            if key not in KEYS:
                en, ja = did_you_mean(str(key), KEYS)
                wrong([*path, key], f"no key of a lesson.{en}", f"ないキーです。{ja}")
            elif key in TEXTS:
                check_text([*path, key], lesson[key])
            elif key == "position" and not isinstance(lesson[key], dict):
                wrong([*path, key], "a position is expected.", "局面が必要です。")
            elif key in ("play", "replies") and not _are_actions(lesson[key]):
                wrong([*path, key], "a list of actions is expected.", "手のリストが必要です。")
        for key in TEXTS if "play" in lesson else TEXTS[:1]:
            if key not in lesson:
                wrong(path, f"{key!r} is missing.", f"{key!r} がありません。")
        before = data["lessons"][number - 1] if number else {"play": ["", ""]}
        if "position" not in lesson and isinstance(before, dict) and len(before.get("play", [])) > 1:
            en, ja = "a position is needed: the lesson before may end in several.", "局面（position）が必要です。"
            wrong(path, en, ja)
    return problems


def _are_actions(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)

"""Errors: every way to refuse a request. Each has a code, a message in both languages and an HTTP status.

docs/errors.md lists all codes.
"""

from typing import Any, Final

from mypy_extensions import mypyc_attr
from typing_extensions import override

from tefuda.core.text import Message

LONGEST_KEY: Final = 60
"""Characters of a key that an error message repeats."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TefudaError(Exception):
    """A request that is not carried out."""

    def __init__(self, message: Message, status: int = 422) -> None:
        super().__init__(message)
        self.message = message
        self.status = status

    @override
    def __str__(self) -> str:
        return self.text("en")

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling: errors travel between processes."""
        return type(self), self.args

    @property
    def code(self) -> str:
        """The code for programs."""
        return self.message.code

    def text(self, language: str) -> str:
        """Return the message in `language`."""
        return self.message.text(language)


@mypyc_attr(allow_interpreted_subclasses=True)
class NotFound(TefudaError):
    """Something that does not exist here: 404."""

    def __init__(self, message: Message) -> None:
        super().__init__(message, 404)


@mypyc_attr(allow_interpreted_subclasses=True)
class Conflict(TefudaError):
    """Something that is not possible in the current state: 409."""

    def __init__(self, message: Message) -> None:
        super().__init__(message, 409)


@mypyc_attr(allow_interpreted_subclasses=True)
class TooManyRequests(TefudaError):
    """A rate limit was reached: 429."""

    def __init__(self, message: Message) -> None:
        super().__init__(message, 429)


@mypyc_attr(allow_interpreted_subclasses=True)
class Overloaded(TefudaError):
    """The server has no capacity left: 503."""

    def __init__(self, message: Message) -> None:
        super().__init__(message, 503)


@mypyc_attr(allow_interpreted_subclasses=True)
class QueueFull(Overloaded):
    """Too many jobs are waiting: 503."""


@mypyc_attr(allow_interpreted_subclasses=True)
class JobTimeout(TefudaError):
    """A job took too long: 422, since the same request would take as long again."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)


class Problem:
    """One defect of an input: its key path, and what is wrong."""

    def __init__(self, path: list[str | int], message: Message, offset: int = -1) -> None:
        self.path = path
        self.message = message
        self.offset = offset
        """The position of the defect in a text value, in characters; -1 if the whole value is meant."""

    @override
    def __reduce__(self) -> tuple[type["Problem"], tuple[list[str | int], Message, int]]:
        """Support pickling: compiled objects have no `__dict__`."""
        return Problem, (self.path, self.message, self.offset)

    def under(self, path: list[str | int]) -> "Problem":
        """Return the same defect with a longer key path."""
        return Problem(path + self.path, self.message, self.offset)

    def where(self) -> str:
        """Return the key path, as in `start.hand[2]`."""
        text = ""
        for key in self.path:
            if isinstance(key, int):
                text += f"[{key}]"
            else:
                shown = key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}..."
                text += f".{shown}" if text else shown
        return text

    def text(self, language: str) -> str:
        """Return the key path, if there is one, and the message."""
        where = self.where()
        return f"{where}: {self.message.text(language)}" if where else self.message.text(language)


@mypyc_attr(allow_interpreted_subclasses=True)
class InvalidInput(TefudaError):
    """An input with one or more problems: 422. Its code is the code of the first one."""

    def __init__(self, problems: list[Problem]) -> None:
        lines = ["\n".join([problem.text(language) for problem in problems]) for language in ("en", "ja")]
        super().__init__(Message(problems[0].message.code, lines[0], lines[1]))
        self.args = (problems,)
        self.problems = problems

    @override
    def __str__(self) -> str:
        return "; ".join([problem.text("en") for problem in self.problems])


@mypyc_attr(allow_interpreted_subclasses=True)
class InvalidPosition(InvalidInput):
    """A position that cannot occur, or that cannot be read."""


@mypyc_attr(allow_interpreted_subclasses=True)
class InvalidOptions(InvalidInput):
    """Unknown options, or values out of range."""


@mypyc_attr(allow_interpreted_subclasses=True)
class InvalidNotation(InvalidInput):
    """A text that is not the notation of any action."""


@mypyc_attr(allow_interpreted_subclasses=True)
class IllegalAction(InvalidInput):
    """An action that is not legal now."""


def invalid_input(code: str, en: str, ja: str, *path: str | int) -> InvalidInput:
    """Return `InvalidInput` with one problem."""
    return InvalidInput([Problem(list(path), Message(code, en, ja))])


def illegal_action(en: str, ja: str) -> IllegalAction:
    """Return `IllegalAction` with one problem."""
    return IllegalAction([Problem([], Message("illegal", en, ja))])


def invalid_notation(en: str, ja: str) -> InvalidNotation:
    """Return `InvalidNotation` with one problem."""
    return InvalidNotation([Problem([], Message("unknown_notation", en, ja))])

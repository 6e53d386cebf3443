"""What people read, in English and Japanese, side by side where it is said."""

from typing import Final

LANGUAGES: Final = ["en", "ja"]
LONGEST_KEY: Final = 60
"""So many letters of a key are repeated when it is complained about."""


class Message:
    """One sentence in both languages, with a code for programs."""

    def __init__(self, code: str, en: str, ja: str) -> None:
        self.code = code
        self.en = en
        self.ja = ja

    def text(self, language: str) -> str:
        """The sentence in `language`; English where that is unknown."""
        return self.ja if language == "ja" else self.en

    def __repr__(self) -> str:
        return f"Message({self.code!r}, {self.en!r})"


def both(message: Message) -> dict[str, str]:
    """A text in both languages, as JSON has it."""
    return {"en": message.en, "ja": message.ja}


class Problem:
    """One defect of something that was read: where in it, and what is wrong."""

    def __init__(self, path: list[str | int], message: Message, offset: int = -1) -> None:
        self.path = path
        self.message = message
        self.offset = offset
        """In a text, how many letters from its beginning; -1 where the whole value is meant."""

    def under(self, path: list[str | int]) -> "Problem":
        """The same defect, of something that `path` leads to."""
        return Problem(path + self.path, self.message, self.offset)

    def where(self) -> str:
        """The key path, as in `start.hand[2]`."""
        text = ""
        for key in self.path:
            if isinstance(key, int):
                text += f"[{key}]"
            else:
                shown = key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}..."
                text += f".{shown}" if text else shown
        return text

    def text(self, language: str) -> str:
        """The sentence, after its key path where there is one."""
        where = self.where()
        return f"{where}: {self.message.text(language)}" if where else self.message.text(language)


class Invalid(Exception):
    """Something from outside is not what it should be. Carries every problem found, not only the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join([problem.text("en") for problem in problems]))
        self.problems = problems

    def text(self, language: str) -> str:
        """All the problems, a line each."""
        return "\n".join([problem.text(language) for problem in self.problems])


def invalid(code: str, en: str, ja: str, *path: str | int) -> Invalid:
    """`Invalid` with the one problem it usually has, at a key path where there is one."""
    return Invalid([Problem(list(path), Message(code, en, ja))])


class InvalidPosition(Invalid):
    """A position that cannot be: unknown cards, cards twice, an unknown key."""


class InvalidOptions(Invalid):
    """Options that a game does not have, or values out of range."""


class InvalidNotation(Invalid):
    """A text that is no action of the game, legal or not."""


class IllegalAction(Invalid):
    """The number of an action that is not legal now."""


def illegal_action(en: str, ja: str) -> IllegalAction:
    """`IllegalAction` with the one problem it has."""
    return IllegalAction([Problem([], Message("illegal", en, ja))])


def invalid_notation(en: str, ja: str) -> InvalidNotation:
    """`InvalidNotation` with the one problem it usually has."""
    return InvalidNotation([Problem([], Message("unknown_notation", en, ja))])

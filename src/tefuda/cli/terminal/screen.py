"""Screen: the terminal interface of a game. It draws views, so it shows only what a seat may know."""

import re
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from tefuda.core.text import Message

PIECE: Final = re.compile(r"[!-~]+ ?| |[^ -~][、。！？」）]*")
"""An unbreakable part of a line: an English word, or a Japanese character with punctuation that cannot start a line."""


def wrap_text(text: str, width: int) -> list[str]:
    """Wrap a text to a number of columns: between words in English, anywhere in Japanese."""
    lines = [""]
    for piece in PIECE.findall(text):
        if lines[-1] and cell_len(lines[-1]) + cell_len(piece.rstrip()) > max(width, 10):
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def unique(names: list[str]) -> list[str]:
    """Return the names without duplicates, in their order."""
    return list(dict.fromkeys(names))


class Screen:
    """The interface that a game may implement."""

    def __init__(self) -> None:
        self.recent: list[dict[str, Any]] = []
        """Events since the last drawing, to highlight changes."""

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        """Return the table in colour, at most `width` columns wide, and compact if it has more than `height` lines."""
        raise NotImplementedError

    def plain(self, view: dict[str, Any], language: str) -> str:
        """Return the table as plain text, for pipes and screen readers."""
        raise NotImplementedError

    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """Return the notation of an abbreviated input; unknown input is returned unchanged."""
        return typed

    def shortest_input(self, view: dict[str, Any], notation: str) -> str:
        """Return the shortest input for an action."""
        return notation

    def hint_steps(self, notation: str, language: str) -> list[str]:
        """Return hints that say less than the action: what kind of play it is, and its card. Empty without steps."""
        return []

    def plain_text(self, line: str) -> str:
        """Return a line of the log for pipes and screen readers, without special characters."""
        return line

    def opening_events(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the events before the first play that are shown as text."""
        return []

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """Return the description of something on the table; empty if the name is unknown."""
        return []

    def prompt(self, view: dict[str, Any]) -> Message:
        """Return a short prompt for the possible input."""
        raise NotImplementedError

    def help_text(self, options: dict[str, Any]) -> Message:
        """Return one or two lines about the game and its input under these options ({}: the defaults)."""
        raise NotImplementedError

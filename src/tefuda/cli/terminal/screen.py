"""Screen: how a game looks and is typed in a terminal. Draws views, so it can show nothing that a seat may not know."""

import re
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from tefuda.core.text import Message

PIECE: Final = re.compile(r"[!-~]+ ?| |[^ -~][、。！？」）]*")
"""What stays together in a line: an English word, or a Japanese letter with what may not begin a line."""


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of so many columns: between words in English, anywhere in Japanese."""
    lines = [""]
    for piece in PIECE.findall(text):
        if lines[-1] and cell_len(lines[-1]) + cell_len(piece.rstrip()) > max(width, 10):
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


class Screen:
    """One game in a terminal."""

    def __init__(self) -> None:
        self.recent: list[dict[str, Any]] = []
        """What the viewer was told since the last drawing, for showing what has just changed."""

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        """The table in colour, no line wider than `width`, closer together where it would not fit `height` lines."""
        raise NotImplementedError

    def plain(self, view: dict[str, Any], language: str) -> str:
        """The table in plain words, for pipes and screen readers."""
        raise NotImplementedError

    def read(self, view: dict[str, Any], typed: str) -> str:
        """The notation that somebody in a hurry means; what is not understood comes back as it was typed."""
        return typed

    def typed(self, view: dict[str, Any], notation: str) -> str:
        """The shortest that can be typed for an action."""
        return notation

    def plain_text(self, line: str) -> str:
        """A line of the log for pipes and screen readers, without signs that cannot be typed."""
        return line

    def opening(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Of what was told before the first play, what a player should be told in words."""
        return []

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """What there is to say about something on the table, by whatever name was typed; nothing where unknown."""
        return []

    def asks(self, view: dict[str, Any]) -> Message:
        """What can be typed now, in a few words."""
        raise NotImplementedError

    def manual(self, options: dict[str, Any]) -> Message:
        """What can be typed and what it is about, in a line or two, under these options ({}: the defaults)."""
        raise NotImplementedError

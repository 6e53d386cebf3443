"""Screen: how a game looks and is typed in a terminal. Draws views, so it can show nothing that a seat may not know."""

from typing import Any

from rich.text import Text

from tefuda.core.text import Message


class Screen:
    """One game in a terminal."""

    def draw(self, view: dict[str, Any], language: str, width: int) -> Text:
        """The table in colour, no line wider than `width`."""
        raise NotImplementedError

    def plain(self, view: dict[str, Any], language: str) -> str:
        """The table in plain words, for pipes and screen readers."""
        raise NotImplementedError

    def read(self, view: dict[str, Any], typed: str) -> str:
        """The notation that somebody in a hurry means; what is not understood comes back as it was typed."""
        return typed

    def manual(self) -> Message:
        """What can be typed, in a line or two."""
        raise NotImplementedError

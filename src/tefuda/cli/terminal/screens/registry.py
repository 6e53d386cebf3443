"""The terminal screens of games. A package adds a screen with the entry point group `tefuda.terminals`."""

import functools
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from tefuda.cli.terminal.generic_screen import GenericScreen
from tefuda.cli.terminal.screen import Screen
from tefuda.core.game import Game

GROUP: Final = "tefuda.terminals"


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def find_screen(game: Game) -> Screen:
    """Return a new screen for a game: its own, or the generic one."""
    entry = _entries().get(game.id)
    if entry is None:
        return GenericScreen(game)
    screen = entry.load()()
    assert isinstance(screen, Screen), f"{entry.value} is not a Screen"
    return screen

"""Installed games. A package adds games in the entry point group `tefuda.games`."""

import functools
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

GROUP: Final = "tefuda.games"


class UnknownGame(InvalidInput):
    """No installed package has a game with this id."""


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    """Return the entry points of all installed games, by id. Cached, since the search reads every package."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game_ids() -> list[str]:
    """Return the ids of all installed games, in alphabetical order."""
    return sorted(_entries())


def find_game(game_id: str) -> Game:
    """Return the game with this id; raises `UnknownGame`."""
    if game_id not in _entries():
        _entries.cache_clear()  # a package may have been installed since
    if game_id in _entries():
        entry = _entries()[game_id]
        game = entry.load()
        assert isinstance(game, Game), f"{entry.value} is not a Game"
        return game
    known = game_ids()
    en, ja = did_you_mean(game_id, known)
    listed = ", ".join(known)
    message = Message(
        "unknown_game",
        f"There is no game {game_id!r}. Games here: {listed}.{en}",
        f"{game_id!r} というゲームはありません。遊べるゲーム: {listed}{ja}",
    )
    raise UnknownGame([Problem([], message)])

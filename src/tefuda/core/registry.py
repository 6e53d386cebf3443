"""Finding games: every installed package may add some, by the entry point group `tefuda.games`."""

from importlib.metadata import entry_points
from typing import Final

from tefuda.core.game import Game, did_you_mean
from tefuda.core.text import Invalid, Message, Problem

GROUP: Final = "tefuda.games"


class UnknownGame(Invalid):
    """No installed package has a game of this name."""


def game_ids() -> list[str]:
    """The ids of all games that are installed, in alphabetical order."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def find_game(game_id: str) -> Game:
    """The game with this id; raises `UnknownGame`."""
    for entry in entry_points(group=GROUP):
        if entry.name == game_id:
            game = entry.load()
            assert isinstance(game, Game), f"{entry.value} is no Game"
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

"""Players by their names, the same everywhere."""

from tefuda.core.game import Game, did_you_mean
from tefuda.core.player import Player
from tefuda.core.random import Random
from tefuda.core.text import Invalid, Message, Problem
from tefuda.players.random import RandomPlayer


class UnknownPlayer(Invalid):
    """The game has no player of this name."""


def player_names(game: Game) -> list[str]:
    """The players of a game, weakest first."""
    return ["random", *game.player_names()]


def make_player(game: Game, name: str, random: Random) -> Player:
    """A player by name, with its own luck; raises `UnknownPlayer`."""
    if name == "random":
        return RandomPlayer(random)
    names = player_names(game)
    if name in names:
        return game.player(name, random)
    en, ja = did_you_mean(name, names)
    listed = ", ".join(names)
    message = Message(
        "unknown_player",
        f"{game.title.en} has no player {name!r}. Players: {listed}.{en}",
        f"{game.title.ja}に {name!r} というプレイヤーはいません。使えるのは {listed} です。{ja}",
    )
    raise UnknownPlayer([Problem([], message)])

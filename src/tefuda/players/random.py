"""The random player."""

from mypy_extensions import i64

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random


class RandomPlayer(Player):
    """Plays a uniformly random legal action."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, seat: Seat) -> i64:
        return seat.random_action(self.random)

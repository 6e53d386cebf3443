"""The random player."""

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random


class RandomPlayer(Player):
    """Plays a uniformly random legal action."""

    def __init__(self, random: Random) -> None:
        self.random = random

    @override
    def choose(self, seat: Seat) -> i64:
        return seat.random_action(self.random)

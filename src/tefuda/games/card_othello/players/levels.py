"""The six levels of Card Othello: an ONNX model, then a policy table, then the heuristic player (CO-14.1)."""

from typing import Final

from typing_extensions import override

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.players.heuristic import LEVELS, HeuristicPlayer
from tefuda.games.card_othello.players.policy import Policy, installed_policies

NETWORK_LEVELS: Final = [
    *(f"network:0,temperature={temperature}" for temperature in ("20", "5", "2.6", "1.5")),
    "network",
    "network:300",
]
"""The levels with the networks that ship with the game, measured in docs/training.md."""

LEVEL_NAMES: Final = [f"cpu-{level}" for level in range(1, len(LEVELS) + 1)]


class CpuPlayer(Player):
    """Plays what a policy returns, otherwise what the heuristic returns. Lower levels sometimes play at random."""

    def __init__(self, level: int, random: Random, policies: list[Policy]) -> None:
        super().__init__()
        self.blunder_percent = LEVELS[level - 1].blunder_percent
        self.random = random
        self.policies = policies
        self.built_in = HeuristicPlayer(LEVELS[level - 1], random, [card.id for card in catalogue()])

    @override
    def choose(self, seat: Seat) -> int:
        if self.blunder_percent and self.random.below(100) < self.blunder_percent:
            return seat.random_action(self.random)
        for policy in self.policies:
            action = policy.choose(seat)
            if action is not None:
                return action
        return self.built_in.choose(seat)


def make_cpu_player(name: str, random: Random) -> CpuPlayer:
    """Return the player of a level, with the installed models."""
    return CpuPlayer(LEVEL_NAMES.index(name) + 1, random, installed_policies())

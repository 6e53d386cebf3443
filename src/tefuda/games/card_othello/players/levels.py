"""The players of Card Othello: six levels, each a chain of ONNX model, policy table and built-in thinking (CO-14.1)."""

from typing import Final

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.players.heuristic import LEVELS, BuiltIn
from tefuda.games.card_othello.players.policy import Policy, installed_policies

NAMES: Final = [f"cpu-{level}" for level in range(1, len(LEVELS) + 1)]


class Cpu(Player):
    """Asks each policy in turn; what none of them knows, it thinks out for itself. Lower levels slip now and then."""

    def __init__(self, level: int, random: Random, policies: list[Policy]) -> None:
        super().__init__()
        self.slips = LEVELS[level - 1].slips
        self.random = random
        self.policies = policies
        self.built_in = BuiltIn(LEVELS[level - 1], random, [card.id for card in catalogue()])

    def choose(self, seat: Seat) -> int:
        if self.slips and self.random.below(100) < self.slips:
            return seat.random_action(self.random)
        for policy in self.policies:
            action = policy.choose(seat)
            if action is not None:
                return action
        return self.built_in.choose(seat)


def make_cpu(name: str, random: Random) -> Cpu:
    """A level by its name, with the models that are installed."""
    return Cpu(NAMES.index(name) + 1, random, installed_policies())

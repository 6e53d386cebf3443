"""The two thinking players of Catalyst Reaction. Both look one play ahead, at the field and nothing else."""

from mypy_extensions import i64

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.games.catalyst.rules import CatalystState


class FieldPlayer(Player):
    """Tries every play and keeps the field it likes best, equal ones by lot."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def worth(self, state: CatalystState) -> i64:
        """How much this player likes the field after a play."""
        raise NotImplementedError

    def choose(self, seat: Seat) -> i64:
        world = seat.sample(self.random)
        assert isinstance(world, CatalystState)
        chosen: i64 = -1
        best: i64 = 0
        equals: i64 = 0
        for action in world.actions():
            after = world.clone()
            after.play(action)
            worth = self.worth(after)
            if chosen < 0 or worth > best:
                chosen = action
                best = worth
                equals = 1
            elif worth == best:
                equals += 1
                if self.random.below(equals) == 0:
                    chosen = action
        return chosen


class ShortestPlayer(FieldPlayer):
    """Leaves the shortest field."""

    def worth(self, state: CatalystState) -> i64:
        return -state.length


class PairingPlayer(FieldPlayer):
    """Leaves a short field whose neighbours share a suit or a rank: the two-term rule that wins most deals."""

    def worth(self, state: CatalystState) -> i64:
        row = state.row
        pairs: i64 = 0
        for place in range(1, state.length):
            differ = row[place - 1] ^ row[place]
            if differ & 3 == 0:
                pairs += 1
            if differ < 4:
                pairs += 1
        return pairs - 3 * state.length

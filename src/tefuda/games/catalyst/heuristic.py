"""What the two thinking players of Catalyst Reaction go by. Both look one play ahead, at the field and nothing else."""

from mypy_extensions import i64

from tefuda.core.player import TO_THE_END, Guide, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.games.catalyst.rules import CatalystState


class FieldGuide(Guide):
    """Tries every play and keeps the field it likes best, equal ones by lot."""

    def __init__(self) -> None:
        super().__init__(TO_THE_END)

    def worth(self, state: CatalystState) -> i64:
        """How good the field looks after a play."""
        raise NotImplementedError

    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, CatalystState)
        chosen: i64 = -1
        best: i64 = 0
        equals: i64 = 0
        for action in state.actions():
            after = state.clone()
            after.play(action)
            worth = self.worth(after)
            if chosen < 0 or worth > best:
                chosen = action
                best = worth
                equals = 1
            elif worth == best:
                equals += 1
                if random.below(equals) == 0:
                    chosen = action
        return chosen

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """The fields it likes are looked into first."""
        assert isinstance(state, CatalystState)
        worths: list[i64] = []
        for action in actions:
            after = state.clone()
            after.play(action)
            worths.append(self.worth(after))
        return priors_from_values(worths, 1)

    def chance(self, state: State, seat: i64) -> float:
        """A short field is likely to be cleared, and more so while there are cards left to draw."""
        assert isinstance(state, CatalystState)
        return squash(4 * (8 - state.length) + len(state.deck) - state.dealt, 32)


class ShortestGuide(FieldGuide):
    """Leaves the shortest field."""

    def worth(self, state: CatalystState) -> i64:
        return -state.length


class PairingGuide(FieldGuide):
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

"""Heuristics of Catalyst Reaction. They look one play ahead and use the field only."""

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import TO_THE_END, Guide, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.games.catalyst.rules import CatalystState


class FieldGuide(Guide):
    """Plays the action with the best field, ties at random."""

    def __init__(self) -> None:
        super().__init__(TO_THE_END)

    def evaluate(self, state: CatalystState) -> i64:
        """Return the value of the field after a play."""
        raise NotImplementedError

    @override
    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, CatalystState)
        chosen: i64 = -1
        best: i64 = 0
        equals: i64 = 0
        for action in state.actions():
            after = state.clone()
            after.play(action)
            value = self.evaluate(after)
            if chosen < 0 or value > best:
                chosen = action
                best = value
                equals = 1
            elif value == best:
                equals += 1
                if random.below(equals) == 0:
                    chosen = action
        return chosen

    @override
    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """Return priors from the value of the field."""
        assert isinstance(state, CatalystState)
        values: list[i64] = []
        for action in actions:
            after = state.clone()
            after.play(action)
            values.append(self.evaluate(after))
        return priors_from_values(values, 1)

    @override
    def chance(self, state: State, seat: i64) -> float:
        """Return a higher chance for a shorter field and for more cards in the deck."""
        assert isinstance(state, CatalystState)
        return squash(4 * (8 - state.length) + len(state.deck) - state.dealt, 32)


class ShortestGuide(FieldGuide):
    """Prefers the shortest field."""

    @override
    def evaluate(self, state: CatalystState) -> i64:
        return -state.length


class PairingGuide(FieldGuide):
    """Prefers a short field whose neighbours share a suit or a rank."""

    @override
    def evaluate(self, state: CatalystState) -> i64:
        row = state.row
        pairs: i64 = 0
        for place in range(1, state.length):
            differ = row[place - 1] ^ row[place]
            if differ & 3 == 0:
                pairs += 1
            if differ < 4:
                pairs += 1
        return pairs - 3 * state.length

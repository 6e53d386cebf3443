"""References in expressions: public values, relative to the owner of the card (LV-13.7)."""

from mypy_extensions import i64

from tefuda.cardlang.tree import BOOLEAN, NUMBER, Reference
from tefuda.core.state import State
from tefuda.games.linkavel.rules.codes import BOTH, OWN
from tefuda.games.linkavel.rules.model import CardFilter, count_occupied
from tefuda.games.linkavel.rules.zones import Zones


class PlayerValue(Reference):
    """LP, or the number of a player's cards in a zone (LV-13.3)."""

    def __init__(self, what: str, opponent: bool, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.what = what
        self.opponent = opponent

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Zones)
        owner = state.pool.owner(card)
        side = state.side(1 - owner if self.opponent else owner)
        if self.what == "lp":
            return side.lp
        if self.what == "hand":
            return len(side.hand)
        if self.what == "deck":
            return len(side.deck)
        if self.what == "trash":
            return len(side.trash)
        return count_occupied(side.monsters if self.what == "monsters" else side.magics)


class MyTurn(Reference):
    """Whether it is the owner's turn (LV-13.4)."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(BOOLEAN, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Zones)
        return 1 if state.turn == state.pool.owner(card) else 0


class TurnNumber(Reference):
    """The turn number, counted over both players (LV-13.4)."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Zones)
        return state.turn_number


class SelfValue(Reference):
    """The power, printed power or level of the card (LV-13.5)."""

    def __init__(self, what: str, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.what = what

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Zones)
        if self.what == "power":
            return state.power(card)
        definition = state.pool.card(card)
        return definition.level if self.what == "level" else definition.power


class MatchingCount(Reference):
    """The number of matching cards on the field or in a trash (LV-13.6)."""

    def __init__(self, filter_: CardFilter, side: i64, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.filter = filter_
        self.side = side
        self.zone = zone

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Zones)
        owner = state.pool.owner(card)
        found: i64 = 0
        for seat in range(2):
            if self.side == BOTH or (seat == owner) == (self.side == OWN):
                found += len(state.matching(state.zone(seat, self.zone), self.filter, card))
        return found

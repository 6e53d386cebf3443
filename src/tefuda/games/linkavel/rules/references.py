"""What expressions can refer to: public facts, seen from the owner of the card that asks."""

from mypy_extensions import i64

from tefuda.cardlang.tree import BOOLEAN, NUMBER, Reference
from tefuda.core.state import State
from tefuda.games.linkavel.rules.codes import BOTH, OWN
from tefuda.games.linkavel.rules.model import Query, occupied
from tefuda.games.linkavel.rules.zones import Field


class PlayerFact(Reference):
    """LP, or how many cards a player has in a zone."""

    def __init__(self, what: str, opponent: bool, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.what = what
        self.opponent = opponent

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Field)
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
        return occupied(side.monsters if self.what == "monsters" else side.magics)


class MyTurn(Reference):
    """Whether it is the owner's turn."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(BOOLEAN, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Field)
        return 1 if state.turn == state.pool.owner(card) else 0


class TurnNumber(Reference):
    """The number of the turn, both players' counted together."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Field)
        return state.turn_number


class SelfFact(Reference):
    """The card's own power, printed power or level."""

    def __init__(self, what: str, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.what = what

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Field)
        if self.what == "power":
            return state.power(card)
        definition = state.pool.card(card)
        return definition.level if self.what == "level" else definition.power


class Matching(Reference):
    """How many cards on the field or in a trash fit."""

    def __init__(self, query: Query, side: i64, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.query = query
        self.side = side
        self.zone = zone

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Field)
        owner = state.pool.owner(card)
        found: i64 = 0
        for seat in range(2):
            if self.side == BOTH or (seat == owner) == (self.side == OWN):
                found += len(state.matching(state.zone(seat, self.zone), self.query, card))
        return found

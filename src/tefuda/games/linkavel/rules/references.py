"""References in expressions: public values, relative to the owner of the card (LV-13.7)."""

from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.cardlang.tree import BOOLEAN, Reference
from tefuda.core.state import State
from tefuda.games.linkavel.rules.codes import DECK, FIELD, FIELD_SLOTS, HAND, LISTS, MAGICS, MONSTERS, SLOTS, TRASH
from tefuda.games.linkavel.rules.continuous import matches, power
from tefuda.games.linkavel.rules.model import CardFilter, concerns_side
from tefuda.games.linkavel.rules.table import Table

PLAYER_ZONES: Final = {"hand": HAND, "deck": DECK, "trash": TRASH, "monsters": MONSTERS, "magics": MAGICS}


class PlayerValue(Reference):
    """LP, or the number of a player's cards in a zone (LV-13.3)."""

    def __init__(self, what: str, opponent: bool, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.zone: i64 = PLAYER_ZONES.get(what, -1)
        self.opponent = opponent

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        owner = state.pool.owner(card)
        seat = 1 - owner if self.opponent else owner
        if self.zone < 0:
            return state.lp(seat)
        if self.zone == MONSTERS:
            return state.monster_count(seat)
        if self.zone == MAGICS:
            return state.magic_count(seat)
        return state.zone_size(seat, self.zone)


class MyTurn(Reference):
    """Whether it is the owner's turn (LV-13.4)."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja, BOOLEAN)

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return 1 if state.turn == state.pool.owner(card) else 0


class TurnNumber(Reference):
    """The turn number, counted over both players (LV-13.4)."""

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return state.turn_number


class SelfValue(Reference):
    """The power, printed power or level of the card (LV-13.5)."""

    def __init__(self, what: str, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.what = what

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        if self.what == "power":
            return power(state, card, base)
        definition = state.pool.card(card)
        return definition.level if self.what == "level" else definition.power


class MatchingCount(Reference):
    """The number of matching cards on the field or in a trash (LV-13.6)."""

    def __init__(self, filter_: CardFilter, side: i64, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.filter = filter_
        self.side = side
        self.zone = zone

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        owner = state.pool.owner(card)
        found: i64 = 0
        for seat in range(2):
            if concerns_side(self.side, owner, seat):
                found += self.count(state, seat, card, base)
        return found

    def count(self, table: Table, seat: i64, card: i64, base: bool) -> i64:
        """Return the number of matching cards of a player."""
        zones = table.zones
        found: i64 = 0
        if self.zone == TRASH:
            for at in range(table.zone_size(seat, TRASH)):
                if matches(table, self.filter, zones.at(LISTS * seat + TRASH, at), card, base):
                    found += 1
            return found
        first = FIELD_SLOTS * seat + (SLOTS if self.zone == MAGICS else 0)
        for slot in range(first, first + (FIELD_SLOTS if self.zone == FIELD else SLOTS)):
            other = zones.in_slot(slot)
            if other != NO_CARD and matches(table, self.filter, other, card, base):
                found += 1
        return found

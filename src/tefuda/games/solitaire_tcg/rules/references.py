"""References in expressions (ST-10)."""

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.zones import has
from tefuda.cardlang.tree import BOOLEAN, Filter, Reference
from tefuda.core.state import State
from tefuda.games.solitaire_tcg.rules.codes import FIELD_CARD, GRAVE
from tefuda.games.solitaire_tcg.rules.continuous import atk, hp
from tefuda.games.solitaire_tcg.rules.table import Table


class ZoneCount(Reference):
    def __init__(self, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.zone = zone

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return state.size(self.zone)


class ZoneExists(Reference):
    def __init__(self, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja, BOOLEAN)
        self.zone = zone

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return 1 if state.size(self.zone) > 0 else 0


class MatchingCount(Reference):
    """The number of matching cards in a zone (ST-10.10)."""

    def __init__(self, filter_: Filter, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.filter = filter_
        self.zone = zone

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        found: i64 = 0
        for at in range(state.size(self.zone)):
            if self.filter.matches(state.pool.definitions[state.zones.at(self.zone, at)]):
                found += 1
        return found


class SpellsCast(Reference):
    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return state.spells_cast


class UniqueFieldsInGrave(Reference):
    """The number of different fields in the grave (ST-10.8)."""

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        seen = vec[i64]()
        for at in range(state.size(GRAVE)):
            other = state.zones.at(GRAVE, at)
            kind: i64 = state.pool.kinds[other]
            if state.pool.definitions[other].type_code == FIELD_CARD and not has(seen, kind):
                seen = append(seen, kind)
        return len(seen)


class TurnNumber(Reference):
    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return state.turn


class SelfCounter(Reference):
    def __init__(self, name: str, source: str, en: str, ja: str) -> None:
        super().__init__(source, en, ja)
        self.name = name

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return state.counter(card, self.name)


class SelfAtk(Reference):
    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return atk(state, card, base)


class SelfHp(Reference):
    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        assert isinstance(state, Table)
        return hp(state, card, base)

"""References in expressions (ST-10)."""

from mypy_extensions import i64

from tefuda.cardlang.tree import BOOLEAN, NUMBER, Filter, Reference
from tefuda.core.state import State
from tefuda.games.solitaire_tcg.rules.codes import FIELD_CARD
from tefuda.games.solitaire_tcg.rules.table import Table


class ZoneCount(Reference):
    def __init__(self, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.zone = zone

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return len(state.zone(self.zone))


class ZoneExists(Reference):
    def __init__(self, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(BOOLEAN, source, en, ja)
        self.zone = zone

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return 1 if state.zone(self.zone) else 0


class MatchingCount(Reference):
    """The number of matching cards in a zone (ST-10.10)."""

    def __init__(self, filter_: Filter, zone: i64, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.filter = filter_
        self.zone = zone

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return len(state.pool.matching(state.zone(self.zone), self.filter))


class SpellsCast(Reference):
    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return state.spells_cast


class UniqueFieldsInGrave(Reference):
    """The number of different fields in the grave (ST-10.8)."""

    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        seen: list[i64] = []
        for other in state.pool.of_type(state.grave, FIELD_CARD):
            kind: i64 = state.pool.kinds[other]
            if kind not in seen:
                seen.append(kind)
        return len(seen)


class TurnNumber(Reference):
    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return state.turn


class SelfCounter(Reference):
    def __init__(self, name: str, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)
        self.name = name

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return state.counter(card, self.name)


class SelfAtk(Reference):
    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return state.atk(card)


class SelfHp(Reference):
    def __init__(self, source: str, en: str, ja: str) -> None:
        super().__init__(NUMBER, source, en, ja)

    def value(self, state: State, card: i64) -> i64:
        assert isinstance(state, Table)
        return state.hp(card)

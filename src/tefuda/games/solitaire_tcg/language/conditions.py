"""Conditions of card texts: what expressions say about cards, counters and turns."""

from typing import Final

from typing_extensions import override

from tefuda.cardlang.expression_text import ABSENT, EXISTS, NOUN, Condition, Phrases, turn_condition
from tefuda.cardlang.tree import (
    EQUAL,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    NOT_EQUAL,
    Expr,
    IsNamed,
    IsTagged,
    IsType,
    Reference,
)
from tefuda.cardlang.vocabulary import FilterValues, Text
from tefuda.games.solitaire_tcg.language.nouns import CardNoun, tag_text, with_article
from tefuda.games.solitaire_tcg.rules import references as refs
from tefuda.games.solitaire_tcg.rules.codes import ZONES

EMPTY: Final = {
    "hand": Condition("your hand is empty", "手札が", ABSENT),
    "deck": Condition("your deck is empty", "デッキが0枚"),
    "board": Condition("the board is empty", "盤面にカードが", ABSENT),
    "field": Condition("there is no card on the field", "フィールドゾーンにカードが", ABSENT),
    "grave": Condition("the grave is empty", "墓地にカードが", ABSENT),
    "banish": Condition("no cards are banished", "除外されているカードが", ABSENT),
}
NOT_EMPTY: Final = {
    "hand": Condition("you have a card in your hand", "手札が", EXISTS),
    "deck": Condition("there is a card in your deck", "デッキにカードが", EXISTS),
    "board": Condition("there is a card on the board", "盤面にカードが", EXISTS),
    "field": Condition("there is a card on the field", "フィールドゾーンにカードが", EXISTS),
    "grave": Condition("there is a card in the grave", "墓地にカードが", EXISTS),
    "banish": Condition("there is a banished card", "除外されているカードが", EXISTS),
}
PLACES: Final = {
    "hand": (" in your hand", "手札に"),
    "deck": (" in your deck", "デッキに"),
    "board": (" on the board", "盤面に"),
    "field": (" on the field", "フィールドゾーンに"),
    "grave": (" in the grave", "墓地に"),
    "banish": ("", "除外されている"),
}
WHOLE_ZONES_JA: Final = {"hand": "手札", "deck": "デッキ", "banish": "除外されているカード"}
"""Zones that Japanese counts without the word for cards, or with their own word."""


class Counted:
    """The things that a reference counts."""

    def __init__(self, one: str, many: str, place: Text, ja: str, unit: str = "枚", have: bool = False) -> None:
        self.one = one
        self.many = many
        self.place, self.place_ja = place
        self.ja = ja
        self.unit = unit
        self.verbs = ("you have", "you have") if have else ("there is", "there are")
        self.ending = EXISTS
        """How Japanese ends `3 or more`: `3枚以上あれば`, or `3枚以上なら`."""

    def plural(self) -> Text:
        """Return the things as a plural noun."""
        where = f"{self.place_ja.removesuffix('に')}の" if self.place_ja.endswith("に") else self.place_ja
        return self.many + self.place, where + self.ja

    def amount(self) -> Text:
        """Return their number in words."""
        en, ja = self.plural()
        return f"the number of {en}", f"{ja}の{ {'枚': '枚数', '種類': '種類数'}.get(self.unit, '数') }"

    def compare(self, operator: int, n: int) -> Condition:
        """Return the comparison of their number with a number."""
        (is_, are), place, unit = self.verbs, self.place, f"{n}{self.unit}"
        subject = f"{self.place_ja}{self.ja}が"
        if (operator == LESS and n == 1) or (operator == LESS_EQUAL and n == 0):
            operator, n = EQUAL, 0
        if operator == NOT_EQUAL and n == 0:
            operator, n = GREATER_EQUAL, 1
        if operator == EQUAL and n == 0:
            return Condition(f"{are} no {self.many}{place}", subject, ABSENT)
        if operator == GREATER_EQUAL and n == 1:
            return Condition(f"{is_} {with_article(self.one)}{place}", subject, EXISTS)
        few = self.plural()[1]
        exactly = f"exactly {n} {self.one if n == 1 else self.many}{place}"
        return {
            EQUAL: Condition(f"{is_ if n == 1 else are} {exactly}", f"{subject}ちょうど{unit}", self.ending),
            NOT_EQUAL: Condition(f"{is_ if n == 1 else are} not {exactly}", f"{few}が{unit}で", ABSENT),
            LESS: Condition(f"{are} fewer than {n} {self.many}{place}", f"{few}が{unit}未満"),
            LESS_EQUAL: Condition(f"{are} {n} or fewer {self.many}{place}", f"{few}が{unit}以下"),
            GREATER_EQUAL: Condition(f"{are} {n} or more {self.many}{place}", f"{subject}{unit}以上", self.ending),
        }[operator]


class SpellCount(Counted):
    """Spells cast: `you have cast 7 or more spells this turn`."""

    def __init__(self) -> None:
        super().__init__("spell", "spells", (" this turn", ""), "このターンに唱えたスペル")
        self.verbs = ("you have cast", "you have cast")
        self.ending = NOUN

    @override
    def plural(self) -> Text:
        return "spells cast this turn", self.ja


def counted(expr: Expr) -> Counted | None:
    """Return the things that a reference counts; None for other expressions."""
    if isinstance(expr, refs.ZoneCount):
        zone = ZONES[expr.zone]
        banished = "banished " if zone == "banish" else ""
        place = PLACES[zone][0], "" if zone in WHOLE_ZONES_JA else PLACES[zone][1]
        ja = WHOLE_ZONES_JA.get(zone, "カード")
        return Counted(f"{banished}card", f"{banished}cards", place, ja, have=zone == "hand")
    if isinstance(expr, refs.MatchingCount):
        noun, zone = CardNoun(filter_values(expr)), ZONES[expr.zone]
        banished = "banished " if zone == "banish" else ""
        return Counted(banished + noun.one, banished + noun.many, PLACES[zone], noun.ja, have=zone == "hand")
    if isinstance(expr, refs.SpellsCast):
        return SpellCount()
    if isinstance(expr, refs.UniqueFieldsInGrave):
        return Counted("field", "different fields", (" in the grave", "墓地に"), "フィールド", "種類")
    if isinstance(expr, refs.SelfCounter):
        name = expr.name
        ja = f"{tag_text(name, 'ja')}カウンター"
        return Counted(f"{name} counter", f"{name} counters", (" on this card", "このカードに"), ja, "個")
    return None


def filter_values(reference: refs.MatchingCount) -> FilterValues:
    """Return the values of the filter of a `count(...)` reference."""
    values: dict[str, str] = {}
    for test in reference.filter.tests:
        if isinstance(test, IsType):
            values["type"] = test.word
        elif isinstance(test, IsTagged):
            values["tag"] = test.word
        elif isinstance(test, IsNamed):
            values["name"] = test.word
    return FilterValues(values)


class SolitairePhrases(Phrases):
    """What conditions are called in Solitaire TCG."""

    starts_en = ("you have ", "there are ")

    @override
    def count(self, expr: Expr) -> Text | None:
        found = counted(expr)
        return None if found is None else found.plural()

    @override
    def amount(self, reference: Reference) -> Text:
        found = counted(reference)
        return super().amount(reference) if found is None else found.amount()

    @override
    def compared(self, reference: Reference, operator: int, number: int) -> Condition | None:
        if isinstance(reference, refs.ZoneCount):
            zone = ZONES[reference.zone]
            if (operator, number) in ((EQUAL, 0), (LESS, 1), (LESS_EQUAL, 0)):
                return EMPTY[zone]
            if (operator, number) in ((GREATER_EQUAL, 1), (NOT_EQUAL, 0)):
                return NOT_EMPTY[zone]
        if isinstance(reference, refs.TurnNumber):
            return turn_condition(operator, number)
        found = counted(reference)
        return None if found is None else found.compare(operator, number)

    @override
    def truth(self, reference: Reference, wanted: bool) -> Condition:
        assert isinstance(reference, refs.ZoneExists)
        return (NOT_EMPTY if wanted else EMPTY)[ZONES[reference.zone]]


PHRASES: Final = SolitairePhrases()

"""Amounts and conditions in words. Frequent ones have their own phrases."""

import re
from typing import Any, Final, NamedTuple

from typing_extensions import override

from tefuda.cardlang.expression_text import ABSENT, ADJECTIVE, NOUN, Condition, Phrases, turn_condition
from tefuda.cardlang.tree import (
    EQUAL,
    GREATER,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    NOT_EQUAL,
    TIMES,
    Binary,
    Expr,
    Negative,
    NumberLiteral,
    Reference,
)
from tefuda.cardlang.vocabulary import FilterValues, Text
from tefuda.games.linkavel.language.nouns import WHOSE_EN, ZONE_WORDS, counter_word, noun_en, noun_ja

FIELD_ZONE_TYPES: Final[dict[str, str | None]] = {"monsters": "monster", "magics": "magic", "field": None}
"""The zones of the field and their card type."""
LP_WORDS: Final = {
    EQUAL: ("equal to", "と同じ", NOUN),
    NOT_EQUAL: ("not equal to", "と同じで", ABSENT),
    LESS: ("lower than", "より少な", ADJECTIVE),
    LESS_EQUAL: ("not higher than", "以下", NOUN),
    GREATER: ("higher than", "より多", ADJECTIVE),
    GREATER_EQUAL: ("not lower than", "以上", NOUN),
}


class Amount(NamedTuple):
    """An amount in words: the number, and the unit of an amount per card."""

    en: str
    ja: str
    per_en: str = ""
    per_ja: str = ""


class Counted(NamedTuple):
    """The cards that a reference counts."""

    side: str
    zone: str
    filter: FilterValues

    @property
    def type(self) -> str | None:
        return FIELD_ZONE_TYPES.get(self.zone)

    @property
    def is_on_field(self) -> bool:
        return self.zone in FIELD_ZONE_TYPES

    def ja(self, cards: bool) -> str:
        """Return the counted cards. With `cards`, the noun is added even without a filter."""
        both = "フィールドの" if self.is_on_field else "お互いの"
        whose = {"own": "自分の", "opponent": "相手の", "both": both}[self.side]
        found = noun_ja(self.filter, self.type)
        if self.is_on_field:
            return f"{whose}{'フィールドの' if self.zone == 'field' and self.side != 'both' else ''}{found}"
        return f"{whose}{ZONE_WORDS[self.zone].ja}{f'の{found}' if cards or self.filter.values else ''}"

    def place_en(self) -> str:
        zone = self.zone
        if self.is_on_field:
            return "" if zone == "monsters" and self.side != "both" else " on the field"
        places = {"own": f"your {zone}", "opponent": f"your opponent's {zone}", "both": f"both {zone}es"}
        return f" in {places[self.side]}"


def counted_cards(expr: Expr) -> Counted | None:
    """Return the cards of a counting reference; None for other expressions."""
    if not isinstance(expr, Reference):
        return None
    if expr.source.startswith("count("):
        values: dict[str, Any] = {
            key: int(number) if number else text or other
            for key, text, other, number in re.findall(r"""(\w+):(?:"([^"]*)"|'([^']*)'|([0-9]+))""", expr.source)
        }
        return Counted(values.pop("side"), values.pop("zone"), FilterValues(values))
    side, _, zone = expr.source.partition(".")
    return Counted(side, zone, FilterValues({})) if zone in (*FIELD_ZONE_TYPES, "hand", "deck", "trash") else None


def amount_text(expr: Expr) -> Amount:
    """Return an amount in words."""
    if isinstance(expr, NumberLiteral):
        return Amount(str(expr.number), str(expr.number))
    en, ja = PHRASES.number(expr)
    return _per_card(expr) or Amount(f"({en})", f"（{ja}）")


def _per_card(expr: Expr) -> Amount | None:
    """Return an amount such as `100 * own.trash`; None for other expressions."""
    if not isinstance(expr, Binary) or expr.operator != TIMES:
        return None
    number, what = (expr.left, expr.right) if isinstance(expr.right, Reference) else (expr.right, expr.left)
    minus = "-" if isinstance(number, Negative) else ""
    number = number.inner if isinstance(number, Negative) else number
    cards = counted_cards(what)
    if cards is None or not isinstance(number, NumberLiteral):
        return None
    own = cards.is_on_field and cards.side != "both"
    whose = f"of {WHOSE_EN[cards.side]} " if own else ""
    return Amount(
        f"{minus}{number.number}",
        f"{minus}{number.number}",
        f" for each {whose}{noun_en(cards.filter, cards.type, plural=own)}{cards.place_en()}",
        f"{cards.ja(True)}1{counter_word(cards.filter, cards.type)}につき、",
    )


class LinkaVelPhrases(Phrases):
    """What conditions are called in LinkaVel."""

    starts_en = ("you have ", "your opponent has ", "there are ")
    starts_ja = ("自分の", "相手の")

    @override
    def count(self, expr: Expr) -> Text | None:
        cards = counted_cards(expr)
        if cards is None:
            return None
        whose = f"{WHOSE_EN[cards.side]} " if cards.is_on_field and cards.side != "both" else ""
        return f"{whose}{noun_en(cards.filter, cards.type, plural=True)}{cards.place_en()}", cards.ja(True)

    @override
    def compared(self, reference: Reference, operator: int, number: int) -> Condition | None:
        if reference.source.endswith(".lp"):
            en, ja = reference.en, reference.ja
            return {
                EQUAL: Condition(f"{en} are exactly {number}", f"{ja}がちょうど{number}"),
                NOT_EQUAL: Condition(f"{en} are not exactly {number}", f"{ja}が{number}で", ABSENT),
                LESS: Condition(f"{en} are less than {number}", f"{ja}が{number}未満"),
                LESS_EQUAL: Condition(f"{en} are {number} or less", f"{ja}が{number}以下"),
                GREATER_EQUAL: Condition(f"{en} are {number} or more", f"{ja}が{number}以上"),
            }[operator]
        if reference.source == "turn":
            return turn_condition(operator, number)
        cards = counted_cards(reference)
        return None if cards is None else _compared_cards(cards, operator, number)

    @override
    def truth(self, reference: Reference, wanted: bool) -> Condition:
        assert reference.source == "my_turn", reference.source
        if wanted:
            return Condition("it is your turn", "自分のターン")
        return Condition("it is your opponent's turn", "相手のターン")

    @override
    def _comparison(self, expr: Binary) -> Condition:
        sides = [side.source if isinstance(side, Reference) else "" for side in (expr.left, expr.right)]
        if all(source.endswith(".lp") for source in sides) and isinstance(expr.left, Reference):
            than, than_ja = ("your opponent's", "相手") if sides[1] == "opponent.lp" else ("yours", "自分")
            words, words_ja, ending = LP_WORDS[expr.operator]
            return Condition(f"{expr.left.en} are {words} {than}", f"{expr.left.ja}が{than_ja}{words_ja}", ending)
        return super()._comparison(expr)


PHRASES: Final = LinkaVelPhrases()


def _compared_cards(cards: Counted, operator: int, n: int) -> Condition:
    """Return the comparison of a number of cards with a number."""
    if (operator, n) in ((LESS, 1), (LESS_EQUAL, 0)):
        operator, n = EQUAL, 0
    if (operator, n) == (NOT_EQUAL, 0):
        operator, n = GREATER_EQUAL, 1
    if (operator, n) == (EQUAL, 0) and cards.zone in ("hand", "deck", "trash") and not cards.filter.values:
        whose = {"own": ("your", "自分の"), "opponent": ("your opponent's", "相手の")}.get(cards.side)
        if whose is not None:
            return Condition(f"{whose[0]} {cards.zone} is empty", f"{whose[1]}{ZONE_WORDS[cards.zone].ja}が0枚")
    one = n == 1 and operator in (EQUAL, GREATER_EQUAL)
    number = {
        EQUAL: "no" if n == 0 else f"exactly {'one' if one else n}",
        NOT_EQUAL: f"any number except {n} of",
        LESS: f"fewer than {n}",
        LESS_EQUAL: f"{n} or fewer",
        GREATER_EQUAL: "at least one" if one else f"{n} or more",
    }[operator]
    has = {"own": "you have", "opponent": "your opponent has"}.get(cards.side if cards.is_on_field else "")
    has = has or ("there is" if one else "there are")
    en = f"{has} {number} {noun_en(cards.filter, cards.type, plural=not one)}{cards.place_en()}"
    subject, unit = f"{cards.ja(False)}が", f"{n}{counter_word(cards.filter, cards.type)}"
    if (operator, n) == (EQUAL, 0):
        return Condition(en, f"{cards.ja(True)}が0{counter_word(cards.filter, cards.type)}")
    words = {EQUAL: f"ちょうど{unit}", LESS: f"{unit}未満", LESS_EQUAL: f"{unit}以下", GREATER_EQUAL: f"{unit}以上"}
    return (
        Condition(en, f"{subject}{unit}で", ABSENT)
        if operator == NOT_EQUAL
        else Condition(en, subject + words[operator])
    )

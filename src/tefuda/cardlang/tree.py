"""Expressions, filters and cards as compiled objects, independent of a game.

An expression is evaluated in a state for the card it is written on. True is 1 and false is 0. Errors are found when the
file is loaded, so evaluation cannot fail.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.core.state import State

NUMBER: Final = 0
BOOLEAN: Final = 1
"""The types of values."""

OR: Final = 0
AND: Final = 1
EQUAL: Final = 2
NOT_EQUAL: Final = 3
LESS: Final = 4
LESS_EQUAL: Final = 5
GREATER: Final = 6
GREATER_EQUAL: Final = 7
PLUS: Final = 8
MINUS: Final = 9
TIMES: Final = 10

MAX_VALUE: Final = 1_000_000_000

OPERATORS: Final = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*"]
"""Operators as text, by code."""


class CardDefinition:
    """The parts of a card that all games share."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        parsed: dict[str, Any],
    ) -> None:
        self.id = id
        self.en = en
        self.ja = ja
        self.type = type
        self.tags = tags
        self.parsed = parsed
        """Values and abilities of the card file, for texts and for writing the card back."""

    def has_tag(self, word: str) -> bool:
        """Whether the card has a tag. The type counts as a tag."""
        return self.type == word or word in self.tags

    def is_named(self, name: str) -> bool:
        return self.en == name or self.ja == name

    def name(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


@mypyc_attr(allow_interpreted_subclasses=True)
class FilterTest:
    """One condition of a filter."""

    def matches(self, card: CardDefinition) -> bool:
        raise NotImplementedError


class Filter:
    """Conditions that a card must all meet."""

    def __init__(self, tests: list[FilterTest]) -> None:
        self.tests = tests

    def matches(self, card: CardDefinition) -> bool:
        for test in self.tests:
            if not test.matches(card):
                return False
        return True


class IsType(FilterTest):
    def __init__(self, word: str) -> None:
        self.word = word

    @override
    def matches(self, card: CardDefinition) -> bool:
        return card.type == self.word


class IsTagged(FilterTest):
    def __init__(self, word: str) -> None:
        self.word = word

    @override
    def matches(self, card: CardDefinition) -> bool:
        return card.has_tag(self.word)


class IsNamed(FilterTest):
    def __init__(self, word: str) -> None:
        self.word = word

    @override
    def matches(self, card: CardDefinition) -> bool:
        return card.is_named(self.word)


@mypyc_attr(allow_interpreted_subclasses=True)
class Expr:
    """A number or a boolean that depends on the state."""

    def __init__(self, kind: i64) -> None:
        self.kind = kind

    def value(self, state: State, card: i64, base: bool = False) -> i64:
        """Return the value for this card; true is 1 and false is 0.

        With `base`, powers and other numbers are read without continuous effects. Continuous effects read each other
        that way, so their order does not matter.
        """
        raise NotImplementedError

    def shortfall(self, state: State, card: i64) -> i64:
        """Return roughly how far a boolean is from true; 0 if it is true. Used by players."""
        return 1 - self.value(state, card)


class NumberLiteral(Expr):
    """An integer."""

    def __init__(self, number: i64) -> None:
        super().__init__(NUMBER)
        self.number = number

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        return self.number


class BooleanLiteral(Expr):
    """`true` or `false`."""

    def __init__(self, truth: bool) -> None:
        super().__init__(BOOLEAN)
        self.value_ = truth

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        return 1 if self.value_ else 0


class Not(Expr):
    def __init__(self, inner: Expr) -> None:
        super().__init__(BOOLEAN)
        self.inner = inner

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        return 1 - self.inner.value(state, card, base)


class Negative(Expr):
    def __init__(self, inner: Expr) -> None:
        super().__init__(NUMBER)
        self.inner = inner

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        return -self.inner.value(state, card, base)


class Reference(Expr):
    """A value of the game, such as `hand.count`. Each game has its own subclasses.

    `source` is the reference as written; `en` and `ja` describe it.
    """

    def __init__(self, source: str, en: str, ja: str, kind: i64 = NUMBER) -> None:
        super().__init__(kind)
        self.source = source
        self.en = en
        self.ja = ja


class Binary(Expr):
    """An operator with two operands."""

    def __init__(self, operator: i64, left: Expr, right: Expr) -> None:
        super().__init__(NUMBER if operator >= PLUS else BOOLEAN)
        self.operator = operator
        self.left = left
        self.right = right

    @override
    def value(self, state: State, card: i64, base: bool = False) -> i64:
        left = self.left.value(state, card, base)
        if self.operator == OR:
            return left if left != 0 else self.right.value(state, card, base)
        if self.operator == AND:
            return left if left == 0 else self.right.value(state, card, base)
        right = self.right.value(state, card, base)
        if self.operator == PLUS:
            return clamp(left + right)
        if self.operator == MINUS:
            return clamp(left - right)
        if self.operator == TIMES:
            return clamp(left * right)
        return 1 if compare(self.operator, left, right) else 0

    @override
    def shortfall(self, state: State, card: i64) -> i64:
        if self.operator == OR:
            return min(self.left.shortfall(state, card), self.right.shortfall(state, card))
        if self.operator == AND:
            return self.left.shortfall(state, card) + self.right.shortfall(state, card)
        left, right = self.left.value(state, card), self.right.value(state, card)
        if compare(self.operator, left, right):
            return 0
        if self.operator == LESS or self.operator == GREATER or self.operator == NOT_EQUAL:
            return max(left - right, right - left) + 1
        return max(left - right, right - left)


def clamp(number: i64) -> i64:
    """Limit a number to a billion, so that products fit compiled integers."""
    return max(-MAX_VALUE, min(number, MAX_VALUE))


def compare(operator: i64, left: i64, right: i64) -> bool:
    """Whether a comparison is true."""
    if operator == EQUAL:
        return left == right
    if operator == NOT_EQUAL:
        return left != right
    if operator == LESS:
        return left < right
    if operator == LESS_EQUAL:
        return left <= right
    if operator == GREATER:
        return left > right
    return left >= right

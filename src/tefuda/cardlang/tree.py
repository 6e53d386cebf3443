"""What a card file becomes: trees of native objects that a game executes. Free of any one game.

An expression is asked for its value in a state, for the card that it stands on. Truth values are 1 and 0. Everything
that could go wrong was found when the file was read, so asking cannot fail.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.state import State

NUMBER: Final = 0
BOOLEAN: Final = 1
"""The two kinds of values."""

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
"""The operators as they are written, by code."""


class CardDefinition:
    """What a card says on it, as far as every game has it."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        facts: dict[str, Any],
    ) -> None:
        self.id = id
        self.en = en
        self.ja = ja
        self.type = type
        self.tags = tags
        self.facts = facts
        """The card file's values and abilities, checked: for texts, and for writing the card back."""

    def has_tag(self, word: str) -> bool:
        """Whether a tag, or the type, which counts as a tag, is this."""
        return self.type == word or word in self.tags

    def is_named(self, name: str) -> bool:
        return self.en == name or self.ja == name

    def name(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


@mypyc_attr(allow_interpreted_subclasses=True)
class FilterTest:
    """One thing that a filter asks of a card."""

    def matches(self, card: CardDefinition) -> bool:
        raise NotImplementedError


class Filter:
    """Tests that a card must all pass."""

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

    def matches(self, card: CardDefinition) -> bool:
        return card.type == self.word


class IsTagged(FilterTest):
    def __init__(self, word: str) -> None:
        self.word = word

    def matches(self, card: CardDefinition) -> bool:
        return card.has_tag(self.word)


class IsNamed(FilterTest):
    def __init__(self, word: str) -> None:
        self.word = word

    def matches(self, card: CardDefinition) -> bool:
        return card.is_named(self.word)


@mypyc_attr(allow_interpreted_subclasses=True)
class Expr:
    """A number or a truth value that depends on the state."""

    def __init__(self, kind: i64) -> None:
        self.kind = kind

    def value(self, state: State, card: i64) -> i64:
        """Its value for this card; 1 is true and 0 is false."""
        raise NotImplementedError

    def shortfall(self, state: State, card: i64) -> i64:
        """Of a truth value, how far it is from being true, roughly; 0 where it is. For players that look ahead."""
        return 1 - self.value(state, card)


class NumberLiteral(Expr):
    """An integer, as written."""

    def __init__(self, number: i64) -> None:
        super().__init__(NUMBER)
        self.number = number

    def value(self, state: State, card: i64) -> i64:
        return self.number


class BooleanLiteral(Expr):
    """`true` or `false`, as written."""

    def __init__(self, truth: bool) -> None:
        super().__init__(BOOLEAN)
        self.value_ = truth

    def value(self, state: State, card: i64) -> i64:
        return 1 if self.value_ else 0


class Not(Expr):
    def __init__(self, inner: Expr) -> None:
        super().__init__(BOOLEAN)
        self.inner = inner

    def value(self, state: State, card: i64) -> i64:
        return 1 - self.inner.value(state, card)


class Negative(Expr):
    def __init__(self, inner: Expr) -> None:
        super().__init__(NUMBER)
        self.inner = inner

    def value(self, state: State, card: i64) -> i64:
        return -self.inner.value(state, card)


class Reference(Expr):
    """Something that the game knows, such as `hand.count`; a game has a class for each.

    It keeps how it is written, and its words in both languages.
    """

    def __init__(self, kind: i64, source: str, en: str, ja: str) -> None:
        super().__init__(kind)
        self.source = source
        self.en = en
        self.ja = ja


class Binary(Expr):
    """Two expressions and an operator between them."""

    def __init__(self, operator: i64, left: Expr, right: Expr) -> None:
        super().__init__(NUMBER if operator >= PLUS else BOOLEAN)
        self.operator = operator
        self.left = left
        self.right = right

    def value(self, state: State, card: i64) -> i64:
        left = self.left.value(state, card)
        if self.operator == OR:
            return left if left != 0 else self.right.value(state, card)
        if self.operator == AND:
            return left if left == 0 else self.right.value(state, card)
        right = self.right.value(state, card)
        if self.operator == PLUS:
            return clamp(left + right)
        if self.operator == MINUS:
            return clamp(left - right)
        if self.operator == TIMES:
            return clamp(left * right)
        return 1 if compare(self.operator, left, right) else 0

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
    """No number gets larger than a billion: products of two such still fit compiled integers."""
    return max(-MAX_VALUE, min(number, MAX_VALUE))


def compare(operator: i64, left: i64, right: i64) -> bool:
    """Whether a comparison holds."""
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

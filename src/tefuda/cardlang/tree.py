"""What a card file becomes: trees of native objects that a game executes. Free of any one game.

An expression is asked for its value in a state, for the card that it stands on. Truth values are 1 and 0. Everything
that could go wrong was found when the file was read, so asking cannot fail.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.state import State

NUMBER: Final = 0
TRUTH: Final = 1
"""The two kinds of values."""

OR: Final = 0
AND: Final = 1
EQUAL: Final = 2
UNEQUAL: Final = 3
LESS: Final = 4
LESS_EQUAL: Final = 5
GREATER: Final = 6
GREATER_EQUAL: Final = 7
PLUS: Final = 8
MINUS: Final = 9
TIMES: Final = 10

LARGEST: Final = 1_000_000_000

SIGNS: Final = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*"]
"""The operators as they are written, by code."""


class Definition:
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

    def is_a(self, word: str) -> bool:
        """Whether a tag, or the type, which counts as a tag, is this."""
        return self.type == word or word in self.tags

    def is_named(self, name: str) -> bool:
        return self.en == name or self.ja == name

    def name(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


@mypyc_attr(allow_interpreted_subclasses=True)
class Test:
    """One thing that a filter asks of a card."""

    def holds(self, card: Definition) -> bool:
        raise NotImplementedError


class Filter:
    """Tests that a card must all pass."""

    def __init__(self, tests: list[Test]) -> None:
        self.tests = tests

    def matches(self, card: Definition) -> bool:
        for test in self.tests:
            if not test.holds(card):
                return False
        return True


class IsType(Test):
    def __init__(self, word: str) -> None:
        self.word = word

    def holds(self, card: Definition) -> bool:
        return card.type == self.word


class IsTagged(Test):
    def __init__(self, word: str) -> None:
        self.word = word

    def holds(self, card: Definition) -> bool:
        return card.is_a(self.word)


class IsNamed(Test):
    def __init__(self, word: str) -> None:
        self.word = word

    def holds(self, card: Definition) -> bool:
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


class Number(Expr):
    """An integer, as written."""

    def __init__(self, number: i64) -> None:
        super().__init__(NUMBER)
        self.number = number

    def value(self, state: State, card: i64) -> i64:
        return self.number


class Truth(Expr):
    """`true` or `false`, as written."""

    def __init__(self, truth: bool) -> None:
        super().__init__(TRUTH)
        self.truth = truth

    def value(self, state: State, card: i64) -> i64:
        return 1 if self.truth else 0


class Not(Expr):
    def __init__(self, inner: Expr) -> None:
        super().__init__(TRUTH)
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

    def __init__(self, sign: i64, left: Expr, right: Expr) -> None:
        super().__init__(NUMBER if sign >= PLUS else TRUTH)
        self.sign = sign
        self.left = left
        self.right = right

    def value(self, state: State, card: i64) -> i64:
        left = self.left.value(state, card)
        if self.sign == OR:
            return left if left != 0 else self.right.value(state, card)
        if self.sign == AND:
            return left if left == 0 else self.right.value(state, card)
        right = self.right.value(state, card)
        if self.sign == PLUS:
            return bounded(left + right)
        if self.sign == MINUS:
            return bounded(left - right)
        if self.sign == TIMES:
            return bounded(left * right)
        return 1 if compares(self.sign, left, right) else 0

    def shortfall(self, state: State, card: i64) -> i64:
        if self.sign == OR:
            return min(self.left.shortfall(state, card), self.right.shortfall(state, card))
        if self.sign == AND:
            return self.left.shortfall(state, card) + self.right.shortfall(state, card)
        left, right = self.left.value(state, card), self.right.value(state, card)
        if compares(self.sign, left, right):
            return 0
        if self.sign == LESS or self.sign == GREATER or self.sign == UNEQUAL:
            return max(left - right, right - left) + 1
        return max(left - right, right - left)


def bounded(number: i64) -> i64:
    """No number gets larger than a billion: products of two such still fit compiled integers."""
    return max(-LARGEST, min(number, LARGEST))


def compares(sign: i64, left: i64, right: i64) -> bool:
    """Whether a comparison holds."""
    if sign == EQUAL:
        return left == right
    if sign == UNEQUAL:
        return left != right
    if sign == LESS:
        return left < right
    if sign == LESS_EQUAL:
        return left <= right
    if sign == GREATER:
        return left > right
    return left >= right

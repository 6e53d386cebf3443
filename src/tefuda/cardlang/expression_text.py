"""Expressions in English and Japanese words."""

from typing import Final

from tefuda.cardlang.expression import PRECEDENCE, UNARY_LEVEL
from tefuda.cardlang.tree import (
    AND,
    EQUAL,
    GREATER,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    NOT_EQUAL,
    OPERATORS,
    OR,
    Binary,
    BooleanLiteral,
    Expr,
    Negative,
    Not,
    NumberLiteral,
    Reference,
)

INVERSE: Final = {LESS: GREATER_EQUAL, LESS_EQUAL: GREATER, GREATER: LESS_EQUAL, GREATER_EQUAL: LESS}
COMPARISONS_EN: Final = {
    "==": "{} is {}",
    "!=": "{} is not {}",
    "<": "{} is less than {}",
    "<=": "{} is {} or less",
    ">": "{} is more than {}",
    ">=": "{} is {} or more",
}
COMPARISONS_JA: Final = {
    "==": "{}が{}",
    "!=": "{}が{}ではない",
    "<": "{}が{}未満",
    "<=": "{}が{}以下",
    ">": "{}が{}より多い",
    ">=": "{}が{}以上",
}


def describe(expr: Expr, language: str, above: int = 0) -> str:
    """Return an expression in words."""
    ja = language == "ja"
    if isinstance(expr, NumberLiteral):
        return str(expr.number)
    if isinstance(expr, BooleanLiteral):
        words = ("つねに真", "つねに偽") if ja else ("always", "never")
        return words[0 if expr.value_ else 1]
    if isinstance(expr, Negative):
        return f"-{describe(expr.inner, language, UNARY_LEVEL)}"
    if isinstance(expr, Not):
        return _describe_not(expr.inner, language)
    if isinstance(expr, Reference):
        return expr.ja if ja else expr.en
    assert isinstance(expr, Binary)
    return _describe_binary(expr, language, above)


def _describe_not(inner: Expr, language: str) -> str:
    """Return the negation of an expression in words."""
    if isinstance(inner, Binary) and inner.operator in INVERSE:
        return describe(Binary(INVERSE[inner.operator], inner.left, inner.right), language)
    text = describe(inner, language)
    if language == "ja":
        for end, negated in (("である", "ではない"), ("がある", "がない")):
            if text.endswith(end):
                return text.removesuffix(end) + negated
        return f"「{text}」ではない"
    for start, negated in (("there is a ", "there is no "), ("it is your ", "it is not your ")):
        if text.startswith(start):
            return negated + text.removeprefix(start)
    return f"not ({text})"


def if_ja(text: str) -> str:
    """Return a Japanese condition in its conditional form: `～なら`, `～がなければ`."""
    return f"{text.removesuffix('ない')}なければ" if text.endswith("ない") else f"{text}なら"


def unless_ja(text: str) -> str:
    """Return the negated conditional form of a Japanese condition: `～でなければ`, `～がなければ`."""
    ends = {
        "ではない": "なら",
        "がない": "があれば",
        "がある": "がなければ",
        "である": "でなければ",
        "多い": "多くなければ",
    }
    for end, negated in ends.items():
        if text.endswith(end):
            return text.removesuffix(end) + negated
    return f"{text}でなければ"


def _simplify_boolean(expr: Binary) -> Expr | None:
    """Return x or not x for comparisons such as `x == true`; None for other expressions."""
    for truth, other in ((expr.right, expr.left), (expr.left, expr.right)):
        if isinstance(truth, BooleanLiteral) and expr.operator in (EQUAL, NOT_EQUAL):
            return other if truth.value_ == (expr.operator == EQUAL) else Not(other)
    return None


def _describe_binary(expr: Binary, language: str, above: int) -> str:
    ja = language == "ja"
    shorter = _simplify_boolean(expr)
    if shorter is not None:
        return describe(shorter, language, above)
    level = next(number for number, operators in enumerate(PRECEDENCE) if expr.operator in operators)
    operator = OPERATORS[expr.operator]
    left, right = describe(expr.left, language, level), describe(expr.right, language, level + 1)
    if operator in COMPARISONS_EN:
        return (COMPARISONS_JA if ja else COMPARISONS_EN)[operator].format(left, right)
    if expr.operator in (OR, AND):
        word = {OR: "または" if ja else " or ", AND: "かつ" if ja else " and "}[expr.operator]
        text = f"{left}{word}{right}"
    else:
        word = {"+": "+", "-": "-", "*": "×"}[operator]
        text = f"{left} {word} {right}"
    if level >= above:
        return text
    return f"（{text}）" if ja else f"({text})"

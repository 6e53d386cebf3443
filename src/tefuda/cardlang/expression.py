"""Parser, writer and descriptions of expressions.

    or   = and ("||" and)*            sum     = product (("+" | "-") product)*
    and  = comparison ("&&" comparison)*      product = unary ("*" unary)*
    comparison = sum (("==" | "!=" | "<" | "<=" | ">" | ">=") sum)?
    unary = ("!" | "-") unary | "(" or ")" | integer | "true" | "false" | reference
    reference = name ("." name)* ("(" argument ("," argument)* ")")?
    argument = (name ":")? (text | integer)

Numbers and booleans are never mixed. Nothing is evaluated as Python code.
"""

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from tefuda.cardlang.tree import (
    AND,
    BOOLEAN,
    EQUAL,
    MAX_VALUE,
    NOT_EQUAL,
    NUMBER,
    OPERATORS,
    OR,
    PLUS,
    TIMES,
    Binary,
    BooleanLiteral,
    Expr,
    Negative,
    Not,
    NumberLiteral,
    Reference,
)
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

if TYPE_CHECKING:
    from tefuda.cardlang.vocabulary import Vocabulary

Argument = tuple[str, str | int, int]
"""An argument of a reference: name (empty if positional), text or number, and offset."""
TOKEN_PATTERN: Final = re.compile(
    r"""(?P<space>\s+)|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<text>"[^"]*"|'[^']*')"""
    r"""|(?P<sign>\|\||&&|[=!<>]=|[<>!+\-*().,:])"""
)
MAX_LENGTH: Final = 500
MAX_DEPTH: Final = 30
OPERATOR_SUGGESTIONS: Final = {
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "×": "*",
    "=": "==",
    "&": "&&",
    "|": "||",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
}
WORD_SUGGESTIONS: Final = {"and": "&&", "or": "||", "not": "!", "True": "true", "False": "false", "is": "=="}
PRECEDENCE: Final = [[OR], [AND], list(range(EQUAL, PLUS)), [PLUS, PLUS + 1], [TIMES]]
"""Operators by precedence, lowest first."""
UNARY_LEVEL: Final = len(PRECEDENCE)


class ExpressionError(Exception):
    """An error in an expression, with its offset."""

    def __init__(self, offset: int, en: str, ja: str) -> None:
        super().__init__(en)
        self.offset = offset
        self.message = Message("expression", en, ja)


class Token:
    """A token of an expression; `kind` is number, name, text, sign or end."""

    def __init__(self, kind: str, text: str, offset: int) -> None:
        self.kind = kind
        self.text = text
        self.offset = offset

    @override
    def __str__(self) -> str:
        return self.text if self.kind != "end" else "the end"


def tokenize(text: str) -> list[Token]:
    """Return the tokens of an expression. Raises `ExpressionError`."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = TOKEN_PATTERN.match(text, at)
        if match is None or (text[at : at + 2] in OPERATOR_SUGGESTIONS and match.lastgroup == "sign"):
            raise _unknown_character(text, at)
        if match.lastgroup != "space":
            found.append(Token(str(match.lastgroup), match.group(), at))
        at = match.end()
    found.append(Token("end", "", len(text)))
    return found


def _unknown_character(text: str, at: int) -> ExpressionError:
    """Return the error for an unexpected character."""
    letter = text[at]
    plain = {"“": '"', "”": '"', "‘": "'", "’": "'", "「": '"', "」": '"'}.get(letter)
    plain = plain or unicodedata.normalize("NFKC", letter)
    if letter in "\"'":
        return ExpressionError(at, "the closing quote is missing.", "閉じる引用符がありません。")
    if plain != letter and letter not in OPERATOR_SUGGESTIONS:
        en, ja = f"{letter} is a full-width or typographic sign: write {plain}", f"{letter} は全角です。半角の {plain}"
        return ExpressionError(at, f"{en} instead.", f"{ja} を使ってください。")
    suggestion = OPERATOR_SUGGESTIONS.get(text[at : at + 2]) or OPERATOR_SUGGESTIONS.get(letter)
    hint = (f" Did you mean {suggestion}?", f" {suggestion} のことですか？") if suggestion else ("", "")
    return ExpressionError(at, f"unexpected character {letter!r}.{hint[0]}", f"{letter!r} は使えません。{hint[1]}")


class Parser:
    """Recursive descent parser of one expression. Use `parse`."""

    def __init__(self, text: str, vocabulary: "Vocabulary") -> None:
        self.vocabulary = vocabulary
        self.tokens = tokenize(text)
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.token
        self.at += 1
        return token

    def accept(self, operator: str) -> bool:
        if self.token.kind == "sign" and self.token.text == operator:
            self.at += 1
            return True
        return False

    def expect(self, operator: str) -> None:
        if not self.accept(operator):
            token = self.token
            raise ExpressionError(
                token.offset,
                f"{operator} is expected, not {token}.",
                f"{operator} が必要です（{token.text or '終わり'}）。",
            )

    def parse_level(self, level: int) -> Expr:
        """Parse an expression whose operators have this precedence or a higher one."""
        if level == UNARY_LEVEL:
            return self.parse_unary()
        start = self.token
        left = self.parse_level(level + 1)
        operators = [OPERATORS[code] for code in PRECEDENCE[level]]
        compared = False
        while self.token.kind == "sign" and self.token.text in operators:
            token = self.take()
            if compared:
                en = "comparisons do not chain: join two of them with &&."
                raise ExpressionError(token.offset, en, "比較は続けて書けません。&& でつないでください。")
            between = self.token
            right = self.parse_level(level + 1)
            left = self.make_binary(OPERATORS.index(token.text), token, (start, left), (between, right))
            compared = PRECEDENCE[level][0] == EQUAL
        return left

    def make_binary(self, operator: int, token: Token, left: tuple[Token, Expr], right: tuple[Token, Expr]) -> Expr:
        """Return the operation, after a check of its operand types."""
        if operator in (EQUAL, NOT_EQUAL):
            if left[1].kind != right[1].kind:
                en = f"{token.text} compares a number with true or false."
                raise ExpressionError(token.offset, en, f"{token.text} で数と真偽は比べられません。")
        else:
            wanted = BOOLEAN if operator in (OR, AND) else NUMBER
            for place, expr in (left, right):
                require_kind(wanted, place, expr, token.text)
        return Binary(operator, left[1], right[1])

    def parse_unary(self) -> Expr:
        token = self.take()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(token.offset, "is nested too deep.", "入れ子が深すぎます。")
        expr = self.parse_operand(token)
        self.depth -= 1
        return expr

    def parse_operand(self, token: Token) -> Expr:
        """Parse a literal, a reference, or an expression in parentheses or after a unary operator."""
        if token.kind == "sign" and token.text in "!-":
            behind = self.token
            inner = self.parse_unary()
            require_kind(BOOLEAN if token.text == "!" else NUMBER, behind, inner, token.text)
            return Not(inner) if token.text == "!" else Negative(inner)
        if token.kind == "sign" and token.text == "(":
            inner = self.parse_level(0)
            self.expect(")")
            return inner
        if token.kind == "number":
            return NumberLiteral(self.parse_number(token))
        if token.kind == "name":
            return self.parse_name(token)
        en = f"a value is expected, not {token}."
        raise ExpressionError(token.offset, en, f"値が必要です（{token.text or '終わり'}）。")

    def parse_number(self, token: Token) -> int:
        if len(token.text.lstrip("0")) > len(str(MAX_VALUE)) or int(token.text) > MAX_VALUE:
            raise ExpressionError(token.offset, "the number is too large.", "数が大きすぎます。")
        return int(token.text)

    def parse_name(self, token: Token) -> Expr:
        """Parse `true`, `false` or a reference."""
        if token.text in ("true", "false"):
            return BooleanLiteral(token.text == "true")
        if token.text in WORD_SUGGESTIONS:
            suggestion = WORD_SUGGESTIONS[token.text]
            raise ExpressionError(
                token.offset, f"write {suggestion} instead of {token.text}.", f"{suggestion} と書きます。"
            )
        name = token.text
        while self.accept("."):
            part = self.take()
            if part.kind != "name":
                raise ExpressionError(part.offset, "a word is expected after the dot.", "「.」の後に語が必要です。")
            name += f".{part.text}"
        known = self.vocabulary.reference_names()
        if name not in known:
            en, ja = did_you_mean(self.vocabulary.suggestions.get(name, name), list(known))
            raise ExpressionError(token.offset, f"unknown name {name}.{en}", f"{name} は使えません。{ja}")
        term = known[name]
        arguments: list[Argument] = []
        if self.accept("("):
            if not term.parameters and self.token.text == ")":
                at, takes = self.token.offset, f"{name} takes no arguments."
                raise ExpressionError(at, takes, f"{name} に括弧は要りません。")
            arguments = self.parse_arguments()
        return term.make(name, token.offset, arguments)

    def parse_arguments(self) -> list[Argument]:
        """Return the arguments of a reference."""
        found: list[Argument] = []
        while True:
            token = self.take()
            name = ""
            if token.kind == "name" and (self.token.text == ":" or self.token.kind in ("text", "number")):
                name = token.text
                self.expect(":")
                value = self.take()
            else:
                value = token
            if value.kind not in ("text", "number"):
                en = f"a text in quotes is expected, not {value}."
                raise ExpressionError(value.offset, en, f"引用符で囲んだ語が必要です（{value.text or '終わり'}）。")
            given = self.parse_number(value) if value.kind == "number" else value.text[1:-1]
            found.append((name, given, token.offset if name else value.offset))
            if not self.accept(","):
                self.expect(")")
                return found


def require_kind(kind: int, token: Token, expr: Expr, operator: str) -> None:
    """Raise `ExpressionError` if an operand has the wrong type."""
    if expr.kind == kind:
        return
    if kind == BOOLEAN:
        en, ja = (
            f"{operator} needs true or false here, and this is a number.",
            f"{operator} には真偽が必要です（これは数）。",
        )
    else:
        en, ja = (
            f"{operator} needs a number here, and this is true or false.",
            f"{operator} には数が必要です（これは真偽）。",
        )
    raise ExpressionError(token.offset, en, ja)


def parse(text: str, vocabulary: "Vocabulary", kind: int = BOOLEAN) -> Expr:
    """Parse an expression. Raises `ExpressionError`."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(0, f"is longer than {MAX_LENGTH} characters.", f"{MAX_LENGTH} 文字を超えています。")
    parser = Parser(text, vocabulary)
    if parser.token.kind == "end":
        raise ExpressionError(0, "the expression is empty.", "式が空です。")
    expr = parser.parse_level(0)
    left = parser.token
    if left.kind == "name" and left.text in WORD_SUGGESTIONS:
        suggestion = WORD_SUGGESTIONS[left.text]
        raise ExpressionError(left.offset, f"write {suggestion} instead of {left.text}.", f"{suggestion} と書きます。")
    if left.kind != "end":
        raise ExpressionError(
            left.offset, f"an operator is expected, not {left}.", f"演算子が必要です（{left.text}）。"
        )
    if len(write(expr)) > MAX_LENGTH:
        raise ExpressionError(0, f"is longer than {MAX_LENGTH} characters.", f"{MAX_LENGTH} 文字を超えています。")
    if expr.kind != kind:
        if kind == BOOLEAN:
            en, ja = "this is a number: compare it, as in >= 1.", "式が数です。>= 1 のように比べてください。"
        else:
            en, ja = "this is true or false; a number is expected.", "式が真偽です。数が必要です。"
        raise ExpressionError(0, en, ja)
    return expr


def write(expr: Expr, above: int = 0) -> str:
    """Return an expression as text with as few parentheses as possible. `parse` returns the same expression."""
    if isinstance(expr, NumberLiteral):
        return str(expr.number)
    if isinstance(expr, BooleanLiteral):
        return "true" if expr.value_ else "false"
    if isinstance(expr, Not | Negative):
        return ("!" if isinstance(expr, Not) else "-") + write(expr.inner, UNARY_LEVEL)
    if isinstance(expr, Reference):
        return expr.source
    assert isinstance(expr, Binary)
    level = next(number for number, operators in enumerate(PRECEDENCE) if expr.operator in operators)
    # Comparisons do not chain, so both operands need a higher level. Other operators are left-associative.
    left = write(expr.left, level + 1 if EQUAL <= expr.operator < PLUS else level)
    text = f"{left} {OPERATORS[expr.operator]} {write(expr.right, level + 1)}"
    return f"({text})" if level < above else text


def quote(value: str | int) -> str:
    """Return an argument as it is written: a number, or a text in quotes."""
    if isinstance(value, int):
        return str(value)
    text = value
    return f"'{text}'" if '"' in text else f'"{text}"'

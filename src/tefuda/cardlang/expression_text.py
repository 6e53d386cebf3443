"""Expressions in English and Japanese, as card games say them."""

from typing import Final, NamedTuple

from tefuda.cardlang.expression import PRECEDENCE, UNARY_LEVEL
from tefuda.cardlang.tree import (
    AND,
    BOOLEAN,
    EQUAL,
    GREATER,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    MINUS,
    NOT_EQUAL,
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
    compare,
)
from tefuda.cardlang.vocabulary import Text

INVERSE: Final = {
    EQUAL: NOT_EQUAL,
    NOT_EQUAL: EQUAL,
    LESS: GREATER_EQUAL,
    LESS_EQUAL: GREATER,
    GREATER: LESS_EQUAL,
    GREATER_EQUAL: LESS,
    OR: AND,
    AND: OR,
}
"""The operators of negated expressions."""
MIRROR: Final = {LESS: GREATER, LESS_EQUAL: GREATER_EQUAL, GREATER: LESS, GREATER_EQUAL: LESS_EQUAL}
"""The operators of comparisons with exchanged sides."""
ARITHMETIC: Final = {PLUS: ("plus", "＋"), MINUS: ("minus", "－"), TIMES: ("times", "×")}

NOUN: Final = ""
EXISTS: Final = "ある"
ABSENT: Final = "ない"
ADJECTIVE: Final = "い"
JOINED_JA: Final = {NOUN: "で", EXISTS: "あり", ABSENT: "なく", ADJECTIVE: "く"}
IF_JA: Final = {NOUN: "なら", EXISTS: "あれば", ABSENT: "なければ", ADJECTIVE: "ければ"}


class Condition(NamedTuple):
    """A condition in words: an English clause, and a Japanese one without its ending."""

    en: str
    ja: str
    ending: str = NOUN
    """How the Japanese clause ends: a noun, `ある`, `ない` or an adjective."""

    @property
    def plain_ja(self) -> str:
        return self.ja + self.ending

    @property
    def joined_ja(self) -> str:
        """The form before another clause: `～があり`, `～で`."""
        return self.ja + JOINED_JA[self.ending]

    @property
    def if_ja(self) -> str:
        """The conditional form: `～があれば`, `～がなければ`, `～なら`."""
        return self.ja + IF_JA[self.ending]


TRUE: Final = Condition("a condition that always holds is met", "つねに成り立つ条件を満たした状態")
FALSE: Final = Condition("a condition that never holds is met", "決して成り立たない条件を満たした状態")


def turn_condition(operator: int, number: int) -> Condition:
    """Return a comparison of the number of the turn."""
    return {
        EQUAL: Condition(f"it is turn {number}", f"{number}ターン目"),
        NOT_EQUAL: Condition(f"it is not turn {number}", f"{number}ターン目で", ABSENT),
        LESS: Condition(f"it is before turn {number}", f"{number}ターン目より前"),
        LESS_EQUAL: Condition(f"it is turn {number} or earlier", f"{number}ターン目以前"),
        GREATER_EQUAL: Condition(f"it is turn {number} or later", f"{number}ターン目以降"),
    }[operator]


class Phrases:
    """Says expressions. A game adds what it calls its references."""

    starts_en: tuple[str, ...] = ()
    """Beginnings that are said only once in a list of conditions."""
    starts_ja: tuple[str, ...] = ()

    def count(self, expr: Expr) -> Text | None:
        """Return the things that a reference counts, as plural nouns; None if it counts nothing."""
        return None

    def amount(self, reference: Reference) -> Text:
        """Return a reference to a number in words."""
        return reference.en, reference.ja

    def compared(self, reference: Reference, operator: int, number: int) -> Condition | None:
        """Return the comparison of a reference with a number, if the game has its own words for it."""
        return None

    def truth(self, reference: Reference, wanted: bool) -> Condition:
        """Return a reference that is true or false as a condition."""
        raise NotImplementedError

    def number(self, expr: Expr, above: int = 0) -> Text:
        """Return a number in words."""
        if isinstance(expr, NumberLiteral):
            return str(expr.number), str(expr.number)
        if isinstance(expr, Reference):
            return self.amount(expr)
        if isinstance(expr, Negative):
            en, ja = self.number(expr.inner, UNARY_LEVEL)
            return (f"-{en}", f"-{ja}") if isinstance(expr.inner, NumberLiteral) else (f"minus {en}", f"－{ja}")
        assert isinstance(expr, Binary)
        level = next(number for number, operators in enumerate(PRECEDENCE) if expr.operator in operators)
        left, right = self.number(expr.left, level), self.number(expr.right, level + 1)
        word_en, word_ja = ARITHMETIC[expr.operator]
        en, ja = f"{left[0]} {word_en} {right[0]}", f"{left[1]}{word_ja}{right[1]}"
        return (en, ja) if level >= above else (f"({en})", f"（{ja}）")

    def condition(self, expr: Expr) -> Condition:
        """Return a condition in words."""
        simple = simplify(expr)
        if isinstance(simple, BooleanLiteral):
            return TRUE if simple.value_ else FALSE
        return self._condition(simple)

    def _condition(self, expr: Expr) -> Condition:
        if isinstance(expr, Not):
            assert isinstance(expr.inner, Reference)
            return self.truth(expr.inner, False)
        if isinstance(expr, Reference):
            return self.truth(expr, True)
        assert isinstance(expr, Binary)
        if expr.operator in (AND, OR):
            return self._joined(expr)
        if expr.left.kind == BOOLEAN:
            return self._same_truth(expr)
        return self._comparison(expr)

    def _joined(self, expr: Binary) -> Condition:
        """Return conditions joined by and, or by or. Nested lists start with `both` and `either`."""
        operator, parts = expr.operator, _parts(expr)
        found = [self._condition(part) for part in parts]
        nested = [isinstance(part, Binary) and part.operator in (AND, OR) for part in parts]
        english = _say_once([one.en for one in found], self.starts_en)
        pair = ("either", "both")[operator == OR]
        english = [f"{pair} {en}" if is_list else en for en, is_list in zip(english, nested, strict=True)]
        word = "and" if operator == AND else "or"
        comma = "," if any(nested) else ""
        en = f"{', '.join(english[:-1])}{comma} {word} {english[-1]}"
        if operator == AND:
            for number, part in enumerate(parts):
                if isinstance(part, Binary) and part.operator == OR:
                    # Quotation marks show where the alternatives end.
                    listed = "".join(f"「{self._condition(inner).plain_ja}」" for inner in _parts(part))
                    found[number] = Condition(found[number].en, f"{listed}のいずれか")
            stems = _say_once([one.ja for one in found], self.starts_ja)
            found = [one._replace(ja=stem) for one, stem in zip(found, stems, strict=True)]
            if len(found) > 2 and all(one.ending == NOUN for one in found):
                return Condition(en, "、".join(one.ja for one in found))
            return Condition(en, "、".join([*[one.joined_ja for one in found[:-1]], found[-1].ja]), found[-1].ending)
        listed = "か、".join([*[one.plain_ja for one in found[:-1]], found[-1].ja])
        return Condition(en, listed, found[-1].ending)

    def _same_truth(self, expr: Binary) -> Condition:
        left, right = self._condition(expr.left), self._condition(expr.right)
        if expr.operator == EQUAL:
            en = f"both or neither of these hold: {left.en}; {right.en}"
            return Condition(en, f"「{left.plain_ja}」と「{right.plain_ja}」の両方を満たすか、どちらも満たさない状態")
        en = f"exactly one of these holds: {left.en}; {right.en}"
        return Condition(en, f"「{left.plain_ja}」と「{right.plain_ja}」の一方だけを満たす状態")

    def _comparison(self, expr: Binary) -> Condition:
        operator, left, right = expr.operator, expr.left, expr.right
        if _literal(left) is not None:
            operator, left, right = MIRROR.get(operator, operator), right, left
        number = _literal(right)
        if number is not None:
            if operator == GREATER:
                operator, number = GREATER_EQUAL, number + 1
            if operator == EQUAL and number == 0 and self._is_sum_of_counts(left):
                assert isinstance(left, Binary)
                zeros = [Binary(EQUAL, side, NumberLiteral(0)) for side in (left.left, left.right)]
                return self._joined(Binary(AND, zeros[0], zeros[1]))
            found = self.compared(left, operator, number) if isinstance(left, Reference) else None
            return found or compared_number(self.number(left), operator, number)
        counted = self.count(left), self.count(right)
        if counted[0] is not None and counted[1] is not None:
            return compared_counts(counted[0], operator, counted[1])
        return compared_values(self.number(left), operator, self.number(right))

    def _is_sum_of_counts(self, expr: Expr) -> bool:
        if not isinstance(expr, Binary) or expr.operator != PLUS:
            return False
        return all(self.count(side) is not None or self._is_sum_of_counts(side) for side in (expr.left, expr.right))


def compared_number(value: Text, operator: int, number: int) -> Condition:
    """Return the comparison of a value with a number."""
    en, ja = value
    return {
        EQUAL: Condition(f"{en} is {number}", f"{ja}が{number}"),
        NOT_EQUAL: Condition(f"{en} is not {number}", f"{ja}が{number}で", ABSENT),
        LESS: Condition(f"{en} is less than {number}", f"{ja}が{number}未満"),
        LESS_EQUAL: Condition(f"{en} is {number} or less", f"{ja}が{number}以下"),
        GREATER_EQUAL: Condition(f"{en} is {number} or more", f"{ja}が{number}以上"),
    }[operator]


def compared_counts(left: Text, operator: int, right: Text) -> Condition:
    """Return the comparison of the numbers of two kinds of things."""
    (many, many_ja), (others, others_ja) = left, right
    if many.split()[0] == others.split()[0] == "cards":
        others = others.removeprefix("cards ")
    return {
        EQUAL: Condition(f"there are as many {many} as {others}", f"{many_ja}と{others_ja}が同数"),
        NOT_EQUAL: Condition(f"there are not as many {many} as {others}", f"{many_ja}と{others_ja}が同数で", ABSENT),
        LESS: Condition(f"there are fewer {many} than {others}", f"{many_ja}が{others_ja}より少な", ADJECTIVE),
        LESS_EQUAL: Condition(f"there are no more {many} than {others}", f"{many_ja}が{others_ja}以下"),
        GREATER: Condition(f"there are more {many} than {others}", f"{many_ja}が{others_ja}より多", ADJECTIVE),
        GREATER_EQUAL: Condition(f"there are at least as many {many} as {others}", f"{many_ja}が{others_ja}以上"),
    }[operator]


def compared_values(left: Text, operator: int, right: Text) -> Condition:
    """Return the comparison of two numbers."""
    (en, ja), (other, other_ja) = left, right
    return {
        EQUAL: Condition(f"{en} is equal to {other}", f"{ja}が{other_ja}と同じ"),
        NOT_EQUAL: Condition(f"{en} is not equal to {other}", f"{ja}が{other_ja}と同じで", ABSENT),
        LESS: Condition(f"{en} is less than {other}", f"{ja}が{other_ja}より小さ", ADJECTIVE),
        LESS_EQUAL: Condition(f"{en} is at most {other}", f"{ja}が{other_ja}以下"),
        GREATER: Condition(f"{en} is more than {other}", f"{ja}が{other_ja}より大き", ADJECTIVE),
        GREATER_EQUAL: Condition(f"{en} is at least {other}", f"{ja}が{other_ja}以上"),
    }[operator]


def simplify(expr: Expr, wanted: bool = True) -> Expr:
    """Return an equal condition, or its negation, without constant parts and with `!` only before references."""
    if isinstance(expr, BooleanLiteral):
        return BooleanLiteral(expr.value_ == wanted)
    if isinstance(expr, Not):
        return simplify(expr.inner, not wanted)
    if not isinstance(expr, Binary):
        return expr if wanted else Not(expr)
    operator = expr.operator if wanted else INVERSE[expr.operator]
    if operator not in (AND, OR) and expr.left.kind != BOOLEAN:
        left_number, right_number = _literal(expr.left), _literal(expr.right)
        if left_number is not None and right_number is not None:
            return BooleanLiteral(compare(operator, left_number, right_number))
        return Binary(operator, expr.left, expr.right)
    if operator not in (AND, OR):
        return _simplify_equality(Binary(operator, simplify(expr.left), simplify(expr.right)))
    left, right = simplify(expr.left, wanted), simplify(expr.right, wanted)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, BooleanLiteral):
            return other if one.value_ == (operator == AND) else one
    return Binary(operator, left, right)


def _simplify_equality(expr: Binary) -> Expr:
    """Return x or not x for comparisons such as `x == true`."""
    for truth, other in ((expr.right, expr.left), (expr.left, expr.right)):
        if isinstance(truth, BooleanLiteral):
            return simplify(other, truth.value_ == (expr.operator == EQUAL))
    return expr


def _literal(expr: Expr) -> int | None:
    """Return the value of a number; None for other expressions."""
    if isinstance(expr, Negative):
        inner = _literal(expr.inner)
        return None if inner is None else -inner
    return expr.number if isinstance(expr, NumberLiteral) else None


def _parts(expr: Binary) -> list[Expr]:
    """Return the conditions that one operator joins."""
    found: list[Expr] = []
    for side in (expr.left, expr.right):
        same = isinstance(side, Binary) and side.operator == expr.operator
        found += _parts(side) if same and isinstance(side, Binary) else [side]
    return found


def _say_once(phrases: list[str], starts: tuple[str, ...]) -> list[str]:
    """Return the phrases without a beginning that all of them share, except in the first."""
    for same in starts:
        if all(phrase.startswith(same) for phrase in phrases):
            phrases = [phrases[0], *[phrase.removeprefix(same) for phrase in phrases[1:]]]
    return phrases


STEMS_JA: Final = (("する", "し"), ("送る", "送り"), ("ない", "ず"), ("く", "き"), ("す", "し"), ("る", ""))


def stem_ja(sentence: str) -> str:
    """Return the form of a Japanese sentence before another one: `～する` becomes `～し`."""
    for end, ending in STEMS_JA:
        if sentence.endswith(end):
            return sentence.removesuffix(end) + ending
    return f"{sentence.removesuffix('い')}く"

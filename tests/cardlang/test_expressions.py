"""Expressions follow the rulebook; invalid ones are refused at the exact character."""

from dataclasses import dataclass
from functools import cache

import pytest
from card_wording import check_wording
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sample_size import sample_size

import tefuda
from tefuda.cardlang.expression import MAX_LENGTH, ExpressionError, parse, write
from tefuda.cardlang.tree import BOOLEAN, NUMBER, Expr
from tefuda.games.solitaire_tcg.language.conditions import PHRASES
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import BOARD
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

CARDS = [
    {"id": "ash", "name": {"en": "Ash", "ja": "灰"}, "type": "monster", "tags": ["x"], "stats": {"atk": 2, "hp": 9}},
    {"id": "elm", "name": {"en": "It's", "ja": "楡"}, "type": "spell", "tags": ["x", "y"]},
    {"id": "oak", "name": "Oak", "type": "field"},
    {"id": "yew", "name": "Yew", "type": "field", "tags": ["y"]},
]
POSITION = {
    "cards": CARDS,
    "hand": ["ash", "elm", "elm"],
    "deck": ["oak", "yew", "ash", "ash"],
    "board": [{"card": "ash", "counters": {"echo": 3}, "atk": 5, "hp": -2}, "ash"],
    "field": ["yew"],
    "grave": ["oak", "elm", "oak", "yew", "ash"],
    "turn": 6,
    "spells_cast_this_turn": 4,
}
NUMBERS = {
    "hand.count": 3,
    "deck.count": 4,
    "board.count": 2,
    "field.count": 1,
    "grave.count": 5,
    "banish.count": 0,
    "spells_cast_this_turn": 4,
    "unique_fields_in_grave": 2,
    "turn": 6,
    'count(tag: "x", zone: "hand")': 3,
    'count(type: "field", zone: "grave")': 3,
    'count(tag: "field", zone: "deck")': 2,
    'count(type: "spell", tag: "y", zone: "grave")': 1,
    'count(name: "灰", zone: "deck")': 2,
    'count(name: "It\'s", zone: "hand")': 2,
    'count(name: "Ash", zone: "banish")': 0,
    'self.counter("echo")': 3,
    'self.counter("none")': 0,
    "self.atk": 7,
    "self.hp": 7,
}
TRUTHS = {
    "true": True,
    "false": False,
    "hand.exists": True,
    "deck.exists": True,
    "board.exists": True,
    "field.exists": True,
    "grave.exists": True,
    "banish.exists": False,
}


@cache
def table() -> SolitaireState:
    state = tefuda.game("solitaire-tcg").at({**POSITION, "options": {"mode": "puzzle"}})
    assert isinstance(state, SolitaireState)
    return state


def value_of(expr: Expr) -> int:
    """Return the value for the first card on the board."""
    return expr.value(table(), table().zone(BOARD)[0])


def read(text: str, kind: int = BOOLEAN) -> Expr:
    return parse(text, vocabulary(), kind)


@dataclass(frozen=True)
class Tree:
    """A generated expression; a leaf has a text and a value instead of an operator."""

    sign: str
    parts: tuple["Tree", ...] = ()
    words: str = ""
    number: int = 0


STRENGTH = {"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "": 7}
MOST = 10**9


def text_of(tree: Tree, space: str = " ", least: int = 0) -> str:
    """Return the text with the fewest parentheses."""
    strength = 6 if len(tree.parts) == 1 else STRENGTH[tree.sign]
    if not tree.parts:
        text = tree.words
    elif len(tree.parts) == 1:
        text = tree.sign + text_of(tree.parts[0], space, 6)
    else:
        left, right = tree.parts
        first = text_of(left, space, strength + 1 if strength == 3 else strength)
        text = f"{first}{space}{tree.sign}{space}{text_of(right, space, strength + 1)}"
    return f"({text})" if strength < least else text


def oracle(tree: Tree) -> int:
    """Return the value computed by plain Python; numbers are limited to a billion."""
    values = [oracle(part) for part in tree.parts]
    if not values:
        return tree.number
    if len(values) == 1:
        return -values[0] if tree.sign == "-" else int(not values[0])
    left, right = values
    found = {
        "||": left or right,
        "&&": left and right,
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "+": left + right,
        "-": left - right,
        "*": left * right,
    }[tree.sign]
    return max(-MOST, min(int(found), MOST))


def leaves(known: dict[str, int] | dict[str, bool]) -> st.SearchStrategy[Tree]:
    return st.sampled_from([Tree("", (), words, int(number)) for words, number in known.items()])


def joined(signs: list[str], parts: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(lambda sign, left, right: Tree(sign, (left, right)), st.sampled_from(signs), parts, parts)


literals = st.builds(
    lambda number: Tree("", (), str(number), number), st.integers(0, 12) | st.integers(0, 1_000_000_000)
)
numbers = st.recursive(
    literals | leaves(NUMBERS),
    lambda inner: joined(["+", "-", "*"], inner) | inner.map(lambda part: Tree("-", (part,))),
    max_leaves=6,
)
compared = joined(["==", "!=", "<", "<=", ">", ">="], numbers)
truths = st.recursive(
    leaves(TRUTHS) | compared,
    lambda inner: joined(["||", "&&", "==", "!="], inner) | inner.map(lambda part: Tree("!", (part,))),
    max_leaves=5,
)


@given(truths | numbers, st.sampled_from(["", " ", "  "]))
@settings(max_examples=sample_size(2000))
def test_expressions_evaluate_as_in_python(tree: Tree, space: str) -> None:
    """ST-10.1 to ST-10.5: precedence, order among equals, and values."""
    text = text_of(tree, space)
    assume(len(text) <= MAX_LENGTH and len(text_of(tree)) <= MAX_LENGTH)
    kind = read_expression(text).kind
    expr = read(text, kind)
    assert value_of(expr) == oracle(tree)
    written = write(expr)
    assert written == text_of(tree), "the fewest parentheses"
    assert value_of(read(written, kind)) == oracle(tree)
    assert write(read(written, kind)) == written
    check_words(expr)


def check_words(expr: Expr) -> None:
    """Check that an expression is said in both languages as card games say it."""
    if expr.kind == BOOLEAN:
        found = PHRASES.condition(expr)
        check_wording(found.en, "en")
        for text in (found.plain_ja, found.joined_ja, found.if_ja):
            check_wording(text, "ja")
    else:
        assert all(PHRASES.number(expr))


def read_expression(text: str) -> Expr:
    """Read a number or a truth value."""
    try:
        return read(text)
    except ExpressionError:
        return read(text, NUMBER)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 == 7", 1),  # ST-10.2
        ("!true || true", 1),  # ST-10.2: ! binds tighter
        ("true || true && false", 1),  # ST-10.2
        ("1 + 1 > 1 && 2 > 1", 1),  # ST-10.2
        ("10 - 3 - 2 == 5", 1),  # ST-10.3: left to right
        ("- 2 * 3 == -6", 1),  # ST-10.3
        ("2 - -3 == 5", 1),  # ST-10.3
        ("(1 < 2) == true", 1),  # ST-10.4
        ("false != (hand.count >= 4)", 0),  # ST-10.4
        ("self.counter('echo') == 3", 1),  # ST-10.1: either quote
        ("count(zone:'grave',type:'field')==3", 1),  # ST-10.1
    ],
)
def test_expression_examples(text: str, value: int) -> None:
    assert value_of(read(text)) == value


def test_expressions_at_the_limits_are_accepted() -> None:
    assert value_of(read("(" * 29 + "true" + ")" * 29)) == 1
    assert value_of(read("1000000 == 1000000" + " " * (MAX_LENGTH - 18))) == 1


def test_expression_too_long_when_written_back_is_refused() -> None:
    """ST-10.1: with spaces around the operators it is too long."""
    text = "+".join(["1"] * 245) + "==245"
    assert len(text) <= MAX_LENGTH
    assert "longer" in refusal_of(text).message.en
    text = "+".join(["1"] * 120) + "==120"
    assert value_of(read(write(read(text)))) == 1


WRONG = [
    # ST-13.16: characters
    ("turn = 1", 5, "unexpected character '='. Did you mean ==?"),
    ("turn == 1 = true", 10, "unexpected character '='. Did you mean ==?"),
    ("turn => 1", 5, "unexpected character '='. Did you mean >=?"),
    ("turn =< 1", 5, "unexpected character '='. Did you mean <=?"),
    ("field.exists & true", 13, "unexpected character '&'. Did you mean &&?"),
    ("field.exists | true", 13, "unexpected character '|'. Did you mean ||?"),
    ("turn % 2 == 0", 5, "unexpected character '%'."),
    ("$x", 0, "unexpected character '$'."),
    ("not field.exists", 0, "write ! instead of not."),
    ("True", 0, "write true instead of True."),
    ("field.exists and true", 13, "write && instead of and."),
    ("field.exists or true", 13, "write || instead of or."),
    ("turn is 1", 5, "write == instead of is."),
    ("turn ＞ 1", 5, "＞ is a full-width or typographic sign: write > instead."),
    ("turn > １", 7, "１ is a full-width or typographic sign: write 1 instead."),
    ("（turn > 1）", 0, "（ is a full-width or typographic sign: write ( instead."),
    ("turn > 1 ＆＆ true", 9, "＆ is a full-width or typographic sign: write & instead."),
    ('count(tag:“x”, zone:"grave") > 1', 10, '“ is a full-width or typographic sign: write " instead.'),
    # ST-13.16: syntax
    ("", 0, "the expression is empty."),
    ("   ", 0, "the expression is empty."),
    ("(turn > 1", 9, ") is expected, not the end."),
    ("((turn > 1) && true", 19, ") is expected, not the end."),
    ("turn > 1)", 8, "an operator is expected, not )."),
    ("()", 1, "a value is expected, not )."),
    ("turn >", 6, "a value is expected, not the end."),
    ("turn > > 1", 7, "a value is expected, not >."),
    ("&& true", 0, "a value is expected, not &&."),
    ("turn 1", 5, "an operator is expected, not 1."),
    ("hand.", 5, "a word is expected after the dot."),
    ("hand.3 > 1", 5, "a word is expected after the dot."),
    ("self.counter('x) > 1", 13, "the closing quote is missing."),
    ('count(tag:"x, zone:"grave") > 1', 25, "the closing quote is missing."),
    ('"x"', 0, 'a value is expected, not "x".'),
    ('turn > "x"', 7, 'a value is expected, not "x".'),
    ("a" * 501, 0, "is longer than 500 characters."),
    ("(" * 31 + "true" + ")" * 31, 30, "is nested too deep."),
    ("!" * 31 + "true", 30, "is nested too deep."),
    ("1 < 1000000001", 4, "the number is too large."),
    (f"1 < {'9' * 400}", 4, "the number is too large."),
    # ST-10.4: comparisons do not chain
    ("1 < 2 < 3", 6, "comparisons do not chain: join two of them with &&."),
    ("1 == 1 == true", 7, "comparisons do not chain: join two of them with &&."),
    ("turn < 2 == true", 9, "comparisons do not chain: join two of them with &&."),
    # ST-10.3, ST-10.4, ST-10.5: numbers and truth values are not mixed
    ("hand.count && true", 0, "&& needs true or false here, and this is a number."),
    ("true && hand.count", 8, "&& needs true or false here, and this is a number."),
    ("true || (1 + 1)", 8, "|| needs true or false here, and this is a number."),
    ("!turn", 1, "! needs true or false here, and this is a number."),
    ("-true > 1", 1, "- needs a number here, and this is true or false."),
    ("true + 1 > 1", 0, "+ needs a number here, and this is true or false."),
    ("1 + 1 * true > 1", 8, "* needs a number here, and this is true or false."),
    ("1 > field.exists", 4, "> needs a number here, and this is true or false."),
    ("field.exists == 1", 13, "== compares a number with true or false."),
    ("turn != false", 5, "!= compares a number with true or false."),
    ("turn", 0, "this is a number: compare it, as in >= 1."),
    ("1 + 1", 0, "this is a number: compare it, as in >= 1."),
    # ST-13.17: unknown references
    ("true && hund.count > 1", 8, "unknown name hund.count. Did you mean hand.count?"),
    ("hand > 1", 0, "unknown name hand. Did you mean hand.count?"),
    ("graveyard.count > 1", 0, "unknown name graveyard.count. Did you mean grave.count?"),
    ("spells_cast >= 7", 0, "unknown name spells_cast. Did you mean spells_cast_this_turn?"),
    ("self.attack > 1", 0, "unknown name self.attack. Did you mean self.atk?"),
    ("Turn > 1", 0, "unknown name Turn. Did you mean turn?"),
    ("zzz > 1", 0, "unknown name zzz."),
    # ST-13.16: arguments
    ('1 < count(tag:"x")', 4, "count needs zone."),
    ("count > 1", 0, "count needs zone."),
    ('1 < count(zone:"grave")', 4, "count needs a tag, type or name besides the zone."),
    ('count(tags:"x", zone:"grave") > 1', 6, "count takes type, tag, name, zone. Did you mean tag?"),
    ('count(colour:"x", zone:"grave") > 1', 6, "count takes type, tag, name, zone."),
    ('count("x", zone:"grave") > 1', 6, "count takes type, tag, name, zone."),
    ('count(tag:"x", tag:"y", zone:"grave") > 1', 15, "tag is given twice."),
    ('count(tag:x, zone:"grave") > 1', 10, "a text in quotes is expected, not x."),
    ('count(tag:"", zone:"grave") > 1', 6, "tag: a word is expected, not ''."),
    ('count(tag "x") > 1', 10, ': is expected, not "x".'),
    ("count(tag 5) > 1", 10, ": is expected, not 5."),
    ('count(tag:5, zone:"grave") > 1', 6, "tag: a word is expected, not 5."),
    ('count(tag:1000000001, zone:"grave") > 1', 10, "the number is too large."),
    (
        'count(tag:"x", zone:"graev") > 1',
        15,
        "zone: unknown zone 'graev' (hand, deck, board, field, grave, banish). Did you mean grave?",
    ),
    (
        'count(type:"domain", zone:"grave") > 1',
        6,
        "type: unknown type 'domain' (monster, spell, equip, artifact, field). Did you mean field?",
    ),
    ("self.counter() > 1", 13, "a text in quotes is expected, not )."),
    ("self.counter > 1", 0, "self.counter needs name."),
    ('self.counter("x", "y") > 1', 18, "self.counter takes name."),
    ('self.counter(nome:"x") > 1', 13, "self.counter takes name. Did you mean name?"),
    ('turn("x") > 1', 5, "turn takes no arguments."),
]


def refusal_of(text: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as failure:
        read(text)
    return failure.value


@pytest.mark.parametrize(("text", "offset", "words"), WRONG, ids=[text[:30] or "empty" for text, _, _ in WRONG])
def test_invalid_expression_is_refused_at_its_character(text: str, offset: int, words: str) -> None:
    """ST-10.1 to ST-10.5, ST-13.16, ST-13.17."""
    failure = refusal_of(text)
    assert (failure.offset, failure.message.en) == (offset, words)
    assert failure.message.ja not in ("", words)


def test_truth_value_is_not_a_number() -> None:
    """ST-10.5."""
    with pytest.raises(ExpressionError) as failure:
        read("field.exists", NUMBER)
    assert (failure.value.offset, str(failure.value)) == (0, "this is true or false; a number is expected.")


MISLEADING = [
    ("turn <> 1", 5, "Did you mean !=?"),
    ("turn / 2 > 1", 5, "unexpected character '/'."),
    ("turn() > 1", 5, "turn takes no arguments."),
    ("self.counter(x) > 1", 13, "a text in quotes is expected, not x."),
    ('self.counter("x" > 1', 17, ") is expected, not >."),
]


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    MISLEADING,
)
def test_common_mistakes_get_a_suggestion(text: str, offset: int, words: str) -> None:
    """ST-13.16, ST-13.3."""
    failure = refusal_of(text)
    assert failure.offset == offset
    assert failure.message.en.endswith(words)


@given(st.text(alphabet="truefalsehand.count()!<>=&|+-*0123 '\":,zonegrave", max_size=40) | st.text(max_size=30))
@settings(max_examples=sample_size(2000))
def test_any_text_is_read_or_refused(text: str) -> None:
    """ST-13.16: the location is inside the text or just after it."""
    try:
        expr = read(text)
    except ExpressionError as failure:
        assert 0 <= failure.offset <= len(text)  # noqa: PT017
        assert failure.message.ja not in ("", failure.message.en)  # noqa: PT017
        return
    assert write(read(write(expr))) == write(expr)

"""Notation, positions, texts and terminal screen of Catalyst Reaction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda import Game, game
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.errors import InvalidNotation, InvalidOptions, InvalidPosition
from tefuda.games.catalyst.notation import CARD_LABELS, format_action, parse_action, parse_card


def test_card_names_are_rank_then_suit() -> None:
    """CR-1.2."""
    assert len(set(CARD_LABELS)) == 52
    assert {name[0] for name in CARD_LABELS} == set("A23456789TJQK")
    assert {name[1] for name in CARD_LABELS} == set("SHDC")


@given(st.integers(0, 52 * 208 - 1))
def test_notation_round_trip(action: int) -> None:
    """CR-1.5."""
    assert parse_action(format_action(action)) == action


@given(st.text(max_size=12) | st.from_regex(r"[A-Z0-9]{1,3}@[0-9]{1,4}", fullmatch=True))
def test_parsed_text_is_canonical_notation(text: str) -> None:
    try:
        action = parse_action(text)
    except InvalidNotation:
        return
    assert format_action(action) == text.strip()


@pytest.mark.parametrize("text", ["", "5H", "5H@", "@3", "5h@3", "1H@3", "10H@3", "5H@03", "5H@-1", "5H@٣", "5H@3 4"])
def test_other_spellings_are_refused_in_notation(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_action(text)


@pytest.mark.parametrize("text", ["TH", "th", "10h", "10♥", " t♥ "])
def test_card_names_are_read_leniently(text: str) -> None:
    found = parse_card(text)
    assert found is not None
    assert CARD_LABELS[found] == "TH"


@given(
    st.lists(st.sampled_from(CARD_LABELS), unique=True, min_size=0, max_size=52), st.integers(0, 3), st.integers(0, 20)
)
def test_any_deal_is_a_valid_position(cards: list[str], held: int, fielded: int) -> None:
    catalyst = game("catalyst")
    hand, field, deck = cards[:held], cards[held : held + fielded], cards[held + fielded :]
    try:
        state = catalyst.at({"hand": hand, "field": field, "deck": deck})
    except InvalidPosition as failure:
        assert [problem.path for problem in failure.problems] == [["field"]]  # noqa: PT017
        return
    position = catalyst.position(state)
    assert (position["hand"], position["field"], position["deck"]) == (hand, field, deck)
    assert sorted(position["removed"]) == sorted(set(CARD_LABELS) - set(cards))
    assert catalyst.at(position).fingerprint() == state.fingerprint()


def test_missing_parts_take_default_values(catalyst: Game) -> None:
    assert catalyst.at({}, seed=7).fingerprint() == catalyst.start(7).fingerprint()
    state = catalyst.at({"field": ["5H", "9C"]}, seed=3)
    assert catalyst.view(state, 0)["deck"] == 47
    assert catalyst.view(state, 0)["removed"] == []
    state = catalyst.at({"hand": ["5H"], "removed": ["9C"]}, seed=3)
    assert len(catalyst.view(state, 0)["field"]) == 8
    again = catalyst.at({"hand": ["5H"], "removed": ["9C"]}, seed=4)
    assert catalyst.view(state, 0)["field"] != catalyst.view(again, 0)["field"]


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": ["5X"]}, "hand[0]", "unknown card '5X'."),
    ({"hand": ["10H"]}, "hand[0]", "Did you mean TH?"),
    ({"hand": [5]}, "hand[0]", "unknown card 5."),
    ({"field": ["5H", "KC", "5H"]}, "field[2]", "5H is listed twice."),
    ({"field": ["5H"], "deck": ["5H"]}, "deck[0]", "5H is listed twice."),
    ({"deck": [*CARD_LABELS, "5H"]}, "", "53 cards are listed; there are 52."),
    ({"hand": ["5H", "6H", "7C", "8D"]}, "hand", "the maximum hand size is 3."),
    ({"field": "5H"}, "field", "expected a list of cards."),
    ({"feild": []}, "feild", "unknown key. Did you mean field?"),
    ({"field": ["5H", "6H", "7H"]}, "field", "three neighbouring cards react"),
    ({"field": ["5H"], "hand": [], "deck": [], "removed": ["5C"]}, "", "missing cards: AS, AH"),
    ({"deck": [*CARD_LABELS, "5H", "5H"], "options": {"decks": 2}}, "deck[53]", "5H is listed too often."),
]


@pytest.mark.parametrize(("position", "where", "sentence"), REFUSED)
def test_invalid_position_is_refused(catalyst: Game, position: dict[str, Any], where: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as failure:
        catalyst.at(position)
    found = [(problem.where(), problem.message.en) for problem in failure.value.problems]
    assert any(path == where and sentence in text for path, text in found), found
    assert all(problem.message.ja for problem in failure.value.problems)


def test_all_problems_are_reported_together(catalyst: Game) -> None:
    with pytest.raises(InvalidPosition) as failure:
        catalyst.at({"hand": ["5X", "6H"], "field": ["0H"], "x": 1})
    assert [problem.where() for problem in failure.value.problems] == ["field[0]", "hand[0]", "x"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"field_size": 2}, "field_size: 2 is not a whole number from 3 to 20."),
        ({"field_size": "8"}, "field_size: '8' is not a whole number from 3 to 20."),
        ({"hand_size": True}, "hand_size: True is not a whole number from 1 to 10."),
        ({"react": "color"}, "react: 'color' is not one of both, rank, suit."),
        ({"hands": 3}, "hands: no such option. Did you mean hand_size?"),
        ({"field_cap": 7}, "field_cap: must be 0 or at least field_size."),
    ],
)
def test_options_out_of_range_are_refused(catalyst: Game, options: dict[str, Any], sentence: str) -> None:
    """CR-6.1 to CR-6.5: the ranges."""
    with pytest.raises(InvalidOptions) as failure:
        catalyst.start(1, options)
    assert failure.value.text("en") == sentence


def test_descriptions_of_plays(catalyst: Game) -> None:
    state = catalyst.at({"field": ["5H", "9H", "KS"], "hand": ["2H"], "deck": []})
    described = [
        [catalyst.texts.describe(state, action, language) for action in state.actions()] for language in ("en", "ja")
    ]
    assert described == [
        [
            "place 2♥ at the left end, removing 2♥ 5♥ 9♥",
            "place 2♥ between 5♥ and 9♥, removing 5♥ 2♥ 9♥",
            "place 2♥ between 9♥ and K♠, removing 5♥ 9♥ 2♥",
            "place 2♥ at the right end",
        ],
        [
            "2♥ を左端に置く、2♥ 5♥ 9♥ が消える",
            "2♥ を 5♥ と 9♥ の間に置く、5♥ 2♥ 9♥ が消える",
            "2♥ を 9♥ と K♠ の間に置く、5♥ 9♥ 2♥ が消える",
            "2♥ を右端に置く",
        ],
    ]


@pytest.mark.parametrize(("width", "height"), [(40, 40), (80, 24), (80, 12), (120, 60)])
def test_screen_fits_the_terminal(catalyst: Game, width: int, height: int) -> None:
    state = catalyst.start(1)
    for _ in range(30):
        state.play(state.actions()[-1])
    for language in ("en", "ja"):
        text = find_screen(catalyst).draw(catalyst.view(state, 0), language, width, height)
        assert len(text.split("\n")) <= max(height, 12)
        assert all(line.cell_len <= width for line in text.split("\n"))
        gaps = len(catalyst.view(state, 0)["field"])
        assert all(f"{gap}" in text.plain.replace("│", " ").replace("[", " ").split() for gap in range(gaps + 1))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("4c 7", "4C@7"),
        ("4C@7", "4C@7"),
        ("8 0", "8D@0"),
        ("10h 3", "TH@3"),
        ("4♣ 1", "4C@1"),
        ("x", "x"),
        ("k 3", "k 3"),
        ("4c7", "4C@7"),
        ("3 8d", "8D@3"),
        ("4C " + "9" * 5000, "4C " + "9" * 5000),
    ],
)
def test_typed_input_is_lenient(catalyst: Game, typed: str, meant: str) -> None:
    view = {"hand": ["4C", "6C", "8D"], "field": []}
    assert find_screen(catalyst).parse_input(view, typed) == meant

"""The generic terminal screen, for games without their own."""

from typing import Any

import pytest

import tefuda
from tefuda import Match, Message, Texts
from tefuda.cli.terminal.generic_screen import GenericScreen
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.cards import CardFace
from tefuda.core.game import Game

NIM = tefuda.game("hidden-nim")
VIEW = {
    "turn": 0,
    "hand": ["ace", "K"],
    "marks": [{"at": "a1", "left": 2}, {"at": "b2", "left": None}],
    "pile": {"top_card": "ace", "rest": []},
    "over": False,
    "winner": None,
}


class CardTexts(Texts):
    def cards(self) -> list[CardFace]:
        return [CardFace("ace", Message("ace", "Ace of Suns", "太陽のA"), Message("text", "Draw a card.", "1枚引く。"))]


class Cards(Game):
    def __init__(self) -> None:
        super().__init__(
            "cards", Message("t", "T", "T"), rules_version=1, seat_names=["one"], information="perfect", options=[]
        )
        self.texts = CardTexts(self)


def test_games_have_their_own_screen_or_the_generic_one() -> None:
    generic = [name for name in tefuda.game_ids() if isinstance(find_screen(tefuda.game(name)), GenericScreen)]
    assert generic == ["hidden-nim", "kuhn-poker"]


def test_view_is_printed_as_lines() -> None:
    assert GenericScreen(Cards()).plain(VIEW, "en").splitlines() == [
        "Turn: 0",
        "Hand: Ace of Suns K",
        "Marks:",
        "  - at a1, left 2",
        "  - at b2, left -",
        "Pile:",
        "  Top card: Ace of Suns",
        "  Rest: -",
        "Over: no",
        "Winner: -",
    ]
    assert "Hand: 太陽のA K" in GenericScreen(Cards()).plain(VIEW, "ja")


def test_about_explains_a_card() -> None:
    screen = GenericScreen(Cards())
    assert screen.about(VIEW, "ace of suns", "en") == ["Ace of Suns", "Draw a card."]
    assert screen.about(VIEW, "太陽のA", "ja") == ["太陽のA", "1枚引く。"]
    assert screen.about(VIEW, "queen", "en") == []
    assert screen.help_text({}).en == "Type the number of an action, or its notation."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1", "a1"), ("3", "a3"), ("a2", "a2"), ("0", "0"), ("99", "99"), ("", ""), ("9" * 20, "9" * 20)],
)
def test_number_selects_an_action(typed: str, meant: str) -> None:
    screen = GenericScreen(NIM)
    screen.set_choices(Match(NIM, position={"heaps": [5, 5, 2]}), 0, "en")
    assert screen.parse_input({}, typed) == meant


def test_numeric_notation_takes_precedence() -> None:
    screen = GenericScreen(NIM)
    screen.choices = [("2", "take two"), ("1", "take one")]
    assert [screen.parse_input({}, typed) for typed in ("1", "2")] == ["1", "2"]


def test_actions_are_listed_only_for_the_deciding_seat() -> None:
    screen = GenericScreen(NIM)
    match = Match(NIM, position={"heaps": [5, 5, 2]})
    screen.set_choices(match, 1, "en")
    assert screen.choices == []
    screen.set_choices(match, 0, "ja")
    assert screen.choices[0] == ("a1", "山 a から 1 個取る")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 8)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_generic_screen_fits_the_terminal(width: int, height: int, language: str) -> None:
    screen = GenericScreen(NIM)
    match = Match(NIM, position={"heaps": [9, 9, 2]})
    screen.set_choices(match, 0, language)
    view: dict[str, Any] = match.view(0)
    lines = screen.draw(view, language, width, height).split("\n")
    assert all(line.cell_len <= width for line in lines)
    shown = "\n".join(line.plain for line in lines)
    assert ("take 1 from heap a" in shown) == (language == "en" and height > 8)
    assert height > 8 or "7 c1" in shown

"""Every error in a deck file is reported with line, column, key path and message (ST-13.24)."""

from pathlib import Path

import pytest
from card_files import ProblemRow, problem_rows

from tefuda.cardlang.deck_files import Deck, parse_deck, read_deck
from tefuda.core.source import InvalidFile, scan_text
from tefuda.games.solitaire_tcg.catalogue import LIBRARY

HEAD = "id: d\nname: D\ncards:\n"
FULL = "".join(f"  {name}: 4\n" for name in list(LIBRARY.bundled)[:10])


def deck_of(text: str) -> Deck:
    return parse_deck(scan_text(text, "d.yaml", aliases=False), LIBRARY.bundled, 40, 4)


def deck_errors(text: str) -> list[ProblemRow]:
    with pytest.raises(InvalidFile) as failure:
        deck_of(text)
    return problem_rows(failure.value)


def test_valid_deck_is_read(tmp_path: Path) -> None:
    """ST-13.24."""
    path = tmp_path / "d.yaml"
    path.write_text(HEAD + FULL, encoding="utf-8")
    deck = read_deck(path, LIBRARY.bundled, 40, 4)
    assert (deck.id, deck.name.en, deck.plan, deck.size, len(deck.card_ids())) == ("d", "D", None, 40, 40)
    assert read_deck(path, LIBRARY.bundled).cards == deck.cards


MAPPING = "a mapping of card ids to numbers is expected."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "  art_001: 4\n", [(3, 1, "cards", "Deck has 4 cards; 40 are required.")]),
        (HEAD + FULL + "  spl_001: 1\n", [(3, 1, "cards", "Deck has 41 cards; 40 are required.")]),
        (
            HEAD + FULL.replace("4", "5", 1),
            [
                (3, 1, "cards", "Deck has 41 cards; 40 are required."),
                (4, 3, "cards.art_001", "5 copies; at most 4 are allowed."),
            ],
        ),
        (
            HEAD + FULL.replace("art_001", "art_001x"),
            [(4, 3, "cards.art_001x", "unknown card art_001x. Did you mean art_001?")],
        ),
        (HEAD + FULL.replace("art_001", "qqq"), [(4, 3, "cards.qqq", "unknown card qqq.")]),
        (
            HEAD + "  art_001: 0\n  art_002: two\n  art_003: 100\n  art_004: true\n  art_005: 1.5\n  art_006: [4]\n",
            [
                (4 + index, 3, f"cards.art_00{index + 1}", f"a whole number from 1 to 99 is expected, not {given}.")
                for index, given in enumerate(["0", "'two'", "100", "true", "1.5", "a list"])
            ],
        ),
        (HEAD + FULL + FULL.splitlines()[0], [(14, 3, "cards", "the key 'art_001' stands twice.")]),
        ("id: d\nname: D\ncards: [art_001]\n", [(3, 1, "cards", MAPPING)]),
        ("id: d\nname: D\ncards: {}\n", [(3, 1, "cards", MAPPING)]),
        ("id: d\nname: D\ncards:\n", [(3, 1, "cards", MAPPING)]),
        (
            "id: D D\ncard: 1\n",
            [
                (1, 1, "id", "an id of letters, digits, _ and - is expected, not 'D D'."),
                (1, 1, "", "'name' is missing."),
                (2, 1, "card", "unknown key; a deck has: id, name, plan, cards. Did you mean cards?"),
            ],
        ),
        ("[art_001]", [(1, 1, "", "a deck is a mapping of keys.")]),
    ],
)
def test_invalid_deck_is_refused(text: str, expected: list[ProblemRow]) -> None:
    """ST-13.24, ST-13.3."""
    assert deck_errors(text) == expected


def test_unknown_cards_and_too_many_copies_are_reported_together() -> None:
    """ST-13.24, ST-13.3."""
    found = deck_errors(HEAD + "  art_001x: 9\n  art_002: 5\n")
    assert [(line, words) for line, _, _, words in found] == [
        (3, "Deck has 14 cards; 40 are required."),
        (4, "unknown card art_001x. Did you mean art_001?"),
        (4, "9 copies; at most 4 are allowed."),
        (5, "5 copies; at most 4 are allowed."),
    ]


def test_missing_cards_are_reported_with_other_errors() -> None:
    """ST-13.3, ST-13.24."""
    assert [path for _, _, path, _ in deck_errors("id: D D\nname: D\ncards:\n")] == ["id", "cards"]

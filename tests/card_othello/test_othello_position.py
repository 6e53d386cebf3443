"""Invalid positions of Card Othello are refused with a location and a message."""

from typing import Any

import pytest

import tefuda
from tefuda import Event
from tefuda.core.errors import InvalidInput

GAME = tefuda.game("card-othello")
ROWS = ["........"] * 8
ONE = ["........", "........", "........", "...BW...", "........", "........", "........", "........"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"board": ONE, "marks": [{"at": "a1", "kind": "TRAP", "owner": "black"}]}, "marks[0].at: a1 is empty."),
        (
            {"board": ONE, "marks": [{"at": "e4", "kind": "TRAP", "owner": "black"}]},
            "marks[0].owner: the stone on e4 does not belong to black.",
        ),
        (
            {"marks": [{"at": "d4", "kind": "BOMB", "owner": "white"}]},
            "marks[0].kind: unknown kind of mark 'BOMB'.",
        ),
        (
            {"marks": [{"at": "d9", "kind": "TRAP", "owner": "white"}]},
            "marks[0].at: invalid cell 'd9'. Cells are a1 to h8.",
        ),
        ({"marks": [{"at": "d4", "kind": "TRAP"}]}, "marks[0]: expected a mapping with at, kind and owner."),
        (
            {"marks": [{"at": "d4", "kind": "GUARD", "owner": "white", "left": 4}]},
            "marks[0].left: 4 is not",
        ),
        ({"marks": [{"at": "d4", "kind": "TRAP", "owner": "white", "size": 1}]}, "marks[0].size: unknown key."),
        ({"marks": [{"at": "d4", "kind": "DRAGON", "owner": "grey"}]}, "marks[0].owner: unknown colour 'grey'."),
        (
            {"marks": [{"at": "d4", "kind": kind, "owner": "white"} for kind in ("DRAGON", "UDG")]},
            "marks[1].at: d4 already has DRAGON.",
        ),
        (
            {"marks": [{"at": "d4", "kind": kind, "owner": "white"} for kind in ("TIME_BOMB", "GUARD")]},
            "marks[1].at: d4 already has TIME_BOMB.",
        ),
        (
            {"marks": [{"at": cell, "kind": "WORK", "owner": "white"} for cell in ("d4", "e5")]},
            "marks[1]: a player can have only one stone at work.",
        ),
        ({"marks": {"at": "d4"}}, "marks: expected a list of marks."),
        ({"hand": {"black": ["TRAP_WIL"]}}, "hand.black[0]: unknown card type 'TRAP_WIL'. Did you mean TRAP_WILL?"),
        ({"hand": {"black": ["TRAP_WILL"] * 6}}, "hand.black: has 6 cards; the maximum is 5."),
        ({"hand": ["TRAP_WILL"]}, "hand: expected a mapping with black and white."),
        ({"hand": {"red": []}}, "hand.red: unknown colour 'red'."),
        ({"hand": {"black": "TRAP_WILL"}}, "hand.black: expected a list of card types."),
        ({"charge": {"black": 31}}, "charge.black: 31 is not a whole number from 0 to 30."),
        ({"charge": {"white": True}}, "charge.white: True is not a whole number from 0 to 30."),
        ({"board": [*ROWS, "........"]}, "board: expected 8 rows, not 9."),
        (
            {"board": ["........"] * 7 + ["......"]},
            "board[7]: invalid row '......'. Use 8 characters: . (empty), B (black), W (white)",
        ),
        ({"board": ["........"] * 7 + ["...x...."]}, "board[7]: invalid row '...x....'. Use 8"),
        ({"board": "x"}, "board: expected 8 rows"),
        ({"turn": "blue"}, "turn: unknown colour 'blue'."),
        ({"started": 1}, "started: expected true or false."),
        ({"boards": ROWS}, "boards: unknown key. Did you mean board?"),
        ({"pending": "TREASURE_BOX", "started": True}, "pending: TREASURE_BOX is never pending."),
        ({"pending": "GOLD_STONE"}, "pending: requires started: true"),
        ({"pending": "TEMPT_WILL", "started": True}, "pending: this card has no target."),
        ({"pending": "SELL_CARD_WILL", "started": True}, "pending: this card has no target."),
        (
            {"pending": "HEAVEN_BLESSING", "started": True},
            "offers: offers and pending: HEAVEN_BLESSING require each other.",
        ),
        ({"picked": ["d4"], "started": True}, "picked: requires pending: POSITION_SWAP_WILL."),
        ({"picked": "d4", "started": True}, "picked: expected a list of at most one cell."),
        ({"sacrificed": 1, "started": True}, "sacrificed: requires pending: SACRIFICE_WILL."),
        ({"passes": 2}, "passes: 2 is not a whole number from 0 to 1."),
        ({"placements": 3}, "placements: 3 is not a whole number from 1 to 2."),
        ({"placements": 2, "started": True}, "placements: a second placement requires card_used: true."),
        (
            {"pending": "POSITION_SWAP_WILL", "picked": ["a1"], "started": True},
            "picked[0]: a1 is empty.",
        ),
        (
            {"marks": [{"at": "d4", "kind": "BREEDING", "owner": "white", "origin": "a1"}]},
            "marks[0].origin: only for BREEDING, and only a cell with a stone.",
        ),
        (
            {"marks": [{"at": "d4", "kind": "WORK", "owner": "white", "origin": "e4"}]},
            "marks[0].origin: only for BREEDING, and only a cell with a stone.",
        ),
        (
            {
                "pending": "HEAVEN_BLESSING",
                "offers": ["TRAP_WILL"],
                "started": True,
                "hand": {"black": ["TRAP_WILL"] * 5},
            },
            "hand: the hand is full; HEAVEN_BLESSING needs a free place.",
        ),
        ({"options": [1]}, "options: a mapping of options is expected."),
        ({"options": False}, "options: a mapping of options is expected."),
        ({"options": {"hand_limit": 99}}, "options.hand_limit: 99 is not a whole number from 1 to 10."),
        ({"sprouts": ["a1"]}, "sprouts[0]: a1 is empty."),
        ({"sprouts": "a1"}, "sprouts: expected a list of cells."),
        (
            {"snares": {"white": 0}, "marks": [{"at": "d4", "kind": "TRAP", "owner": "white"}]},
            "snares.white: the board has 1 traps of this side.",
        ),
        ({"luck": 7}, "luck: expected a mapping with seed and drawn."),
        ({"luck": {"seed": -1, "drawn": 0}}, "luck.seed: -1 is not a whole number"),
        ({"options": {"cards": "off"}, "hand": {"black": []}}, "hand: not allowed with cards=off."),
    ],
)
def test_invalid_position_is_refused(position: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        GAME.at(position)
    assert message in failure.value.text("en")
    assert failure.value.text("ja") != failure.value.text("en")


@pytest.mark.parametrize("position", [{None: 1}, {2.5: 1}, {"hand": {None: []}}, {"options": {1: 2}}])
def test_non_string_keys_are_refused(position: Any) -> None:
    with pytest.raises(InvalidInput):
        GAME.at(position)


def test_large_piles_have_fingerprints() -> None:
    pile = ["TRAP_WILL"] * 250
    state = GAME.at({"discard": {"black": pile}, "hand": {"black": ["TREASURE_BOX"] * 5}, "started": True})
    for _ in range(20):
        state.play(state.actions()[-1])
        assert state.fingerprint()


def test_finished_position_has_a_result() -> None:
    events: list[Event] = []
    GAME.at({"over": True, "passes": 2}, 0, events)
    assert events[-1].kind == "end"
    assert events[-1].data["winner"] is None


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(InvalidInput) as failure:
        GAME.at({"charge": {"black": 31}, "turn": "blue", "hand": {"white": ["X", "Y"]}})
    assert len(failure.value.problems) == 4


def test_empty_position_is_the_opening() -> None:
    """CO-3.1, CO-3.2, CO-4.2."""
    for seed in (0, 5):
        assert GAME.at({}, seed).fingerprint() == GAME.start(seed).fingerprint()


def test_marks_are_sorted_by_seq() -> None:
    """CO-7.1: marks without seq come last, in file order."""
    board = ["BBBB....", *["........"] * 7]
    marks = [
        {"at": "a1", "kind": "PERMA_PROTECTED", "owner": "black"},
        {"at": "b1", "kind": "PERMA_PROTECTED", "owner": "black", "seq": 9},
        {"at": "c1", "kind": "PERMA_PROTECTED", "owner": "black", "seq": 2},
        {"at": "d1", "kind": "PERMA_PROTECTED", "owner": "black"},
    ]
    written = GAME.position(GAME.at({"board": board, "marks": marks, "started": True}))["marks"]
    assert [mark["at"] for mark in written] == ["c1", "b1", "a1", "d1"]
    assert [mark["seq"] for mark in written] == [1, 2, 3, 4]

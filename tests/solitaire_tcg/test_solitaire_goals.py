"""Win conditions with their present values; plays without picks; the order of the puzzles."""

from typing import Any

import pytest

import tefuda
from tefuda.core.match import Match
from tefuda.server.puzzles import puzzles_of
from tefuda.server.tables.serialize import goals_of
from tefuda.solve import Limits, solve

GAME = tefuda.game("solitaire-tcg")
WIN_OR_JA = "条件：9ターン目か、手札が3枚以上ある"


def goals(position: dict[str, Any]) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    state = GAME.at({**position, "options": {"mode": "puzzle"}})
    return [
        (goal.card, [(part.text.en, part.text.ja, part.met) for part in goal.parts]) for goal in GAME.texts.goals(state)
    ]


def win_card(expr: str, when: str = "static") -> dict[str, Any]:
    effect = [{"op": "win_if", "expr": expr}]
    return {"id": "goal", "name": "Goal", "type": "artifact", "abilities": [{"when": when, "effect": effect}]}


@pytest.mark.parametrize(
    ("expr", "en", "ja", "met"),
    [
        ("grave.count >= 5", "Cards in the grave: 2 of 5", "墓地のカード：2／5枚", False),
        ("grave.count >= 1", "Cards in the grave: 2 (1 needed)", "墓地のカード：2枚（1枚以上で達成）", True),
        ("grave.count > 1", "Cards in the grave: 2 of 2", "墓地のカード：2／2枚", True),
        ("self.counter('tick') >= 4", "Tick counters: 3 of 4", "刻カウンター：3／4個", False),
        ("spells_cast_this_turn >= 7", "Spells cast this turn: 6 of 7", "このターンに唱えたスペル：6／7枚", False),
        ("hand.count <= 0", "Cards in your hand: 1 (needed: none)", "手札：1枚（0枚にする）", False),
        ("field.exists", "Cards on the field: 0 of 1", "フィールドゾーンのカード：0／1枚", False),
        ("!hand.exists", "Cards in your hand: 1 (needed: none)", "手札：1枚（0枚にする）", False),
        (
            "turn == 9 || hand.count > 2",
            "Needed: it is turn 9 or you have 3 or more cards in your hand",
            WIN_OR_JA,
            False,
        ),
    ],
)
def test_goal_shows_its_present_value(expr: str, en: str, ja: str, met: bool) -> None:
    position = {
        "cards": [win_card(expr, "on_destroy")],
        "board": [{"card": "goal", "counters": {"tick": 3}}],
        "hand": ["mon_001"],
        "grave": ["spl_001", "spl_002"],
        "spells_cast_this_turn": 6,
    }
    assert goals(position) == [("goal", [(en, ja, met)])]


def test_goal_with_a_product_shows_its_factors() -> None:
    position = {"hand": ["spl_030"], "board": ["mon_001", "mon_001", "art_002", {"card": "eqp_001", "on": "board[0]"}]}
    found = dict(goals(position))
    english = [en for en, _, _ in found["spl_030"]]
    assert english[0] == "Cards on the field: 0 of 1"
    assert english[1] == "Monsters × artifacts × equips on the board: 2 × 1 × 1 = 2 of 80"
    assert found["spl_030"][1][1] == "盤面のモンスター×アーティファクト×装備：2 × 1 × 1 = 2／80"


def test_goal_includes_requirements() -> None:
    found = dict(goals({"hand": ["spl_026"], "grave": ["mon_001"] * 4}))
    assert [en for en, _, _ in found["spl_026"]] == ["Cards in the grave: 4 of 5", "Banished cards: 0 of 26"]


def test_goal_shows_only_the_stricter_of_two_bounds() -> None:
    found = dict(goals({"board": ["mon_013"]}))
    assert [en for en, _, _ in found["mon_013"]] == ["Champion of Resonance's ATK: 3 of 20"]


def test_picks_are_not_plays() -> None:
    """ST-2.11: the shortest win has few plays, even if it needs more picks than another one."""
    puzzle = puzzles_of("solitaire-tcg")["failing-grade"]
    assert puzzle.solution is not None
    match = tefuda.Match(GAME, 0, None, puzzle.position)
    for action in puzzle.solution:
        match.play(0, match.ply, action)
    assert (match.ply, match.plays) == (3, 2)
    assert puzzle.par == solve(GAME.at(puzzle.position), Limits(seconds=1e9)).par == 2


def test_puzzles_get_harder() -> None:
    puzzles = list(puzzles_of("solitaire-tcg").values())
    assert [(puzzle.tier, puzzle.score) for puzzle in puzzles] == sorted(
        (puzzle.tier, puzzle.score) for puzzle in puzzles
    )
    assert all(2 <= (puzzle.par or 0) <= 4 for puzzle in puzzles[:8])
    assert all(len(puzzle.position["hand"]) <= 3 for puzzle in puzzles[:3])


def test_a_lost_game_keeps_the_values_before_its_last_action() -> None:
    """The end of a turn resets the number of spells; a lost game says how close it was."""
    position = {
        "cards": [win_card("spells_cast_this_turn >= 7")],
        "hand": ["spl_007"],
        "deck": ["mon_001"] * 3,
        "board": ["goal"],
        "options": {"mode": "puzzle", "max_turns": 1},
    }
    match = Match(GAME, 1, position=position)
    match.play(0, 0, "play spl_007")
    before = goals_of(match)
    match.play(0, 1, "end")
    assert match.over
    assert "1 of 7" in before[0]["parts"][0]["text"]["en"]
    assert goals_of(match) == goals_of(match, 2) == before

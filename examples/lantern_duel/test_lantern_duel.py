"""The universal suite, and one card of each kind."""

import re
from pathlib import Path

from lantern_duel import GAME

from tefuda import OVER
from tefuda.core.random import xoshiro
from tefuda.testing import check_game


def test_contract() -> None:
    check_game(GAME, range(6))


def position(hand: list[str], discard: list[str], deck: list[str]) -> dict[str, object]:
    luck = {"seed": 1, "drawn": 0}
    return {
        "light": [8, 8],
        "turn": 0,
        "turn_number": 1,
        "hands": [hand, ["mend"]],
        "deck": deck,
        "discard": discard,
        "luck": luck,
    }


def test_every_card() -> None:
    state = GAME.at(position(["flare", "mend", "spark", "insight", "salvage"], [], ["spark", "mend", "flare"]))
    state.play(GAME.parse(state, "play flare"))
    assert state.light == [8, 5]
    assert [GAME.format(state, action) for action in state.actions()] == [
        "choose spark",
        "choose mend",
        "choose insight",
        "choose salvage",
    ]
    state.play(GAME.parse(state, "choose spark"))
    assert GAME.view(state, 0)["discard"] == ["spark", "flare"]
    assert state.seat == 1
    state.play(GAME.parse(state, "play mend"))
    assert state.light == [8, 7]
    state.play(GAME.parse(state, "play salvage"))
    state.play(GAME.parse(state, "choose flare"))
    assert "flare" in GAME.view(state, 0)["hand"]


def test_random_games_end() -> None:
    random = xoshiro(1, 1)
    for seed in range(50):
        state = GAME.start(seed)
        while state.seat != OVER:
            state.play(state.random_action(random))
        assert sum(state.scores()) == 1.0


def test_tutorial_shows_this_game() -> None:
    """Every code block of the tutorial is a part of the game."""
    folder = Path(__file__).parent
    page = (folder.parents[1] / "docs" / "write-a-card-game.md").read_text(encoding="utf-8")
    source = (folder / "lantern_duel.py").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    assert [block for block in blocks if block not in source] == []

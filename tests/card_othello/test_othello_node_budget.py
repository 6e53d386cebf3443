"""Every level respects its node budget per decision in a position whose full search is much larger."""

from typing import Any

import pytest
from sample_size import sample_size

import tefuda
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.game import GAME
from tefuda.games.card_othello.players.heuristic import LEVELS, HeuristicPlayer, LevelSettings
from tefuda.games.card_othello.players.levels import make_cpu_player

IDS = [card.id for card in catalogue()]
SACRIFICE: dict[str, Any] = {
    "board": ["BBBBBBBB", "WWWWWB..", "WBWWB..B", "WWWWWB.B", "WWWWWWBB", "WWBWWWBB", "WWWWWBW.", "BBWBBWWW"],
    "turn": "black",
    "started": True,
    "pending": "SACRIFICE_WILL",
    "card_used": True,
    "hand": {"black": ["WORK_WILL", "HEAVEN_BLESSING"], "white": ["TIME_BOMB", "CONDEMN_WILL"]},
    "marks": [
        {"at": "a5", "kind": "PERMA_PROTECTED", "owner": "white", "seq": 1},
        {"at": "b3", "kind": "TIME_BOMB", "owner": "black", "left": 2, "seq": 2},
    ],
}
"""Will of Sacrifice in an endgame of cpu-6: the unlimited search has 26,310,084 nodes."""


def choose_and_count_nodes(level: LevelSettings) -> tuple[str, int]:
    """Return the choice of a level in that position and its node count."""
    state = GAME.at(SACRIFICE, 1)
    player = HeuristicPlayer(level, xoshiro(1, 1), IDS)
    action = player.choose(Seat(GAME, state, state.seat))
    assert action in state.actions()
    return GAME.format(state, action), player.nodes


@pytest.mark.skipif(not tefuda.compiled, reason="too slow when interpreted: two million nodes")
@pytest.mark.parametrize("number", range(1, 7))
def test_every_level_respects_its_budget(number: int) -> None:
    level = LEVELS[number - 1]
    action, nodes = choose_and_count_nodes(level)
    assert 0 < nodes <= level.nodes <= 2_000_000
    if number == 6:
        assert nodes > level.nodes // 2, "the search must hit the limit in this position"
        assert action == "pick b3", "the choice must equal the unlimited one"


def test_both_builds_count_the_same_nodes() -> None:
    """The choice and the node count are fixed numbers for both builds."""
    assert choose_and_count_nodes(LevelSettings(0, 3, 3, 8, 1_000)) == ("pick c6", 1_000)
    assert choose_and_count_nodes(LevelSettings(0, 3, 3, 8, 30_000)) == ("pick b3", 30_000)
    assert choose_and_count_nodes(LevelSettings(0, 1, 1, 0, 30_000)) == ("pick b3", 7_034)


def test_unused_budget_changes_nothing() -> None:
    """Level 4 plays the same game with a larger budget; its decisions use less than half of the normal one."""
    limitless = LevelSettings(0, 1, 2, 4, 1_000_000_000)
    for seed in range(sample_size(8)):
        state = GAME.start(seed)
        players = [make_cpu_player("cpu-4", xoshiro(seed, 1 + seat)) for seat in (0, 1)]
        others = [HeuristicPlayer(limitless, xoshiro(seed, 1 + seat), IDS) for seat in (0, 1)]
        while state.seat != OVER:
            seat = Seat(GAME, state, state.seat)
            action = players[state.seat].choose(seat)
            assert others[state.seat].choose(seat) == action
            assert players[state.seat].built_in.nodes <= LEVELS[3].nodes // 2
            state.play(action)

"""Illegal action numbers are refused by `Match`, and by every state in debug mode."""

import os
import subprocess
import sys

import pytest

import tefuda
from tefuda import IllegalAction, Match
from tefuda.core.state import RESIGN

GAMES = tefuda.game_ids()


def test_match_accepts_action_numbers() -> None:
    match = Match(tefuda.game("hidden-nim"), 3)
    action = match.state().actions()[1]
    match.play_action(action)
    assert match.ply == 1
    assert match.actions == [match.game.format(match.state(0), action)]
    assert match.events_for(0)[0]["kind"] == "take"


@pytest.mark.parametrize("game_id", GAMES)
def test_match_refuses_illegal_action_numbers(game_id: str) -> None:
    game = tefuda.game(game_id)
    match = Match(game, 3)
    before = match.fingerprint()
    count, legal = game.action_count(match.options), match.state().actions()
    illegal = next(action for action in range(count) if action not in legal)
    for action in (-1, -7, count, 10**30):
        expected = f"Action {action} is out of range: {game_id} numbers its actions from 0 to {count - 1}"
        with pytest.raises(IllegalAction, match=expected):
            match.play_action(action)
    with pytest.raises(IllegalAction, match=f"Action {illegal} is not legal at ply 0: .+") as refused:
        match.play_action(illegal)
    assert refused.value.problems[0].message.ja
    assert (match.ply, match.fingerprint()) == (0, before)


def test_match_refuses_resignation_and_actions_after_the_end() -> None:
    match = Match(tefuda.game("catalyst"), 3)
    with pytest.raises(IllegalAction, match="Catalyst Reaction has no resignation"):
        match.play_action(RESIGN)
    match = Match(tefuda.game("kuhn-poker"), position={"cards": ["K", "Q"], "history": ["bet", "fold"]})
    with pytest.raises(IllegalAction, match="Action 1 is not legal: the game is over"):
        match.play_action(1)


SCRIPT = """
import tefuda
from tefuda import IllegalAction, Match
from tefuda.core.playout import play_randomly
from tefuda.core.random import xoshiro
from tefuda.testing import check_game

assert not tefuda.compiled
for game_id in tefuda.game_ids():
    game = tefuda.game(game_id)
    state = game.start(3)
    before = state.encode()
    for action in (-1, 10**7, next(n for n in range(10**6) if n not in state.actions())):
        try:
            state.play(action)
        except IllegalAction as error:
            assert str(error).startswith(f"Action {action} is not legal in <{type(state).__name__} seat "), error
            assert "Legal actions: " in str(error)
        else:
            raise AssertionError(f"{game_id} played {action}")
    assert state.encode() == before
    play_randomly(state, xoshiro(1, 1))
    try:
        state.play(0)
    except IllegalAction as error:
        assert "over" in str(error)
    else:
        raise AssertionError(f"{game_id} played on after the end")


from hidden_nim import HiddenNim, NimState

class Twice(NimState):
    def play(self, action):
        super().play(action)  # The base class does not check the action again.
        assert self.is_legal(action) or True

state = Twice([1, 1, 1], 0, 0)
state.play(0)
assert state.heaps == [0, 1, 1]
check_game(HiddenNim(), range(1))
print("checked")
"""


def test_debug_mode_checks_every_play() -> None:
    environment = {**os.environ, "TEFUDA_DEBUG": "1"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "checked\n", done.stderr


def test_debug_mode_is_off_by_default() -> None:
    assert "check_and_play" not in tefuda.State.play.__qualname__
    assert not tefuda.DEBUG

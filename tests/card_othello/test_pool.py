"""Random games keep every invariant, and everything that can happen does."""

import subprocess
import sys
from pathlib import Path

import othello
import pytest
from effort import effort
from invariants import play_inspected
from othello import GAME, OPTIONS, Pool, check_state

from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.state import CardOthelloState


def test_the_pool_sees_everything() -> None:
    """Every card is used, every mark acts, every refusal is given."""
    pool = Pool(1)
    pool.run(1000)
    assert pool.missing == set()


def test_random_games() -> None:
    """CO-5.1, CO-4.3, CO-4.6, CO-9.5 in 300 games."""
    for number in range(effort(300)):
        play_inspected("card-othello", 1_000_003 + number, OPTIONS[number % len(OPTIONS)])


def broken_state() -> CardOthelloState:
    state = GAME.start(1)
    assert isinstance(state, CardOthelloState)
    return state


def test_a_broken_state_is_noticed() -> None:
    cards = GAME.invariant(broken_state())
    state = broken_state()
    state.black_holding.charge = 31
    with pytest.raises(AssertionError, match="charge"):
        check_state(state, cards)
    state = broken_state()
    state.set_marks([Mark(0, 0, 0, 0, 1)])
    with pytest.raises(AssertionError, match="not on a stone of its owner"):
        check_state(state, cards)
    state = broken_state()
    state.black_holding.drawn += 1
    with pytest.raises(AssertionError, match="lost or made"):
        check_state(state, cards)
    state = broken_state()
    state.immune = 1
    with pytest.raises(AssertionError, match="the mask immune"):
        check_state(state, cards)


def test_a_failure_names_the_command_that_brings_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: CardOthelloState, cards: object) -> None:
        assert len(state.black_holding.discard) < 3, "three cards"

    monkeypatch.setattr(othello, "check_state", fail)
    again = r"(?s)three cards.*again with: python tests/support/othello.py --seed 4 --game 0"
    with pytest.raises(AssertionError, match=again):
        Pool(4).run(100)


def test_the_command_works() -> None:
    script = Path(othello.__file__)
    done = subprocess.run([sys.executable, script, "--seed", "4", "--game", "2"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "game 2 holds\n")

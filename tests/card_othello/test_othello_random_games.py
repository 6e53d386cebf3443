"""Random games of Card Othello keep every invariant and cover every card, mark and refusal."""

import subprocess
import sys
from pathlib import Path

import othello_checks
import pytest
from invariants import play_with_checks
from othello_checks import GAME, OPTIONS, CoverageGames, check_state
from sample_size import sample_size

from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.state import CardOthelloState


def test_random_games_cover_every_card_mark_and_refusal() -> None:
    """Every card is used, every mark acts, every refusal is given."""
    coverage = CoverageGames(1)
    coverage.run(1000)
    assert coverage.missing == set()


def test_random_games_keep_the_invariants() -> None:
    """CO-5.1, CO-4.3, CO-4.6, CO-9.5 in 300 games."""
    for number in range(sample_size(300)):
        play_with_checks("card-othello", 1_000_003 + number, OPTIONS[number % len(OPTIONS)])


def new_state() -> CardOthelloState:
    state = GAME.start(1)
    assert isinstance(state, CardOthelloState)
    return state


def test_invalid_state_fails_the_checks() -> None:
    cards = GAME.invariant(new_state())
    state = new_state()
    state.black_player.charge = 31
    with pytest.raises(AssertionError, match="charge"):
        check_state(state, cards)
    state = new_state()
    state.set_marks([Mark(0, 0, 0, 0, 1)])
    with pytest.raises(AssertionError, match="not on a stone of its owner"):
        check_state(state, cards)
    state = new_state()
    state.black_player.drawn += 1
    with pytest.raises(AssertionError, match="lost or added"):
        check_state(state, cards)
    state = new_state()
    state.immune = 1
    with pytest.raises(AssertionError, match="the mask immune"):
        check_state(state, cards)


def test_failure_names_the_command_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: CardOthelloState, cards: object) -> None:
        assert len(state.black_player.discard) < 3, "three cards"

    monkeypatch.setattr(othello_checks, "check_state", fail)
    again = r"(?s)three cards.*repeat with: python tests/support/othello_checks.py --seed 4 --game 0"
    with pytest.raises(AssertionError, match=again):
        CoverageGames(4).run(100)


def test_command_plays_one_game() -> None:
    script = Path(othello_checks.__file__)
    done = subprocess.run([sys.executable, script, "--seed", "4", "--game", "2"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "game 2 passed\n")

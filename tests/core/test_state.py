"""States compare, print, copy and pickle by value, in both builds and between them."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hidden_nim import NimState

import tefuda
from tefuda import OVER, State
from tefuda.core.random import Random, chacha, fresh_chacha, xoshiro

GAMES = tefuda.game_ids()


def state_after_plays(game_id: str, plays: int) -> State:
    state, random = tefuda.game(game_id).start(3), xoshiro(3, 1)
    while state.seat != OVER and plays:
        state.play(state.random_action(random))
        plays -= 1
    return state


@pytest.mark.parametrize("game_id", GAMES)
def test_states_with_equal_values_are_equal(game_id: str) -> None:
    state, other = state_after_plays(game_id, 2), state_after_plays(game_id, 2)
    assert state == other
    assert state is not other
    other = state_after_plays(game_id, 1)
    assert state != other
    assert state != "a text"
    assert [state].index(state) == 0


def test_states_of_different_games_are_never_equal() -> None:
    one, two = Bytes(b"same"), OtherBytes(b"same")
    assert one == Bytes(b"same")
    assert one != two
    assert two != one


class Bytes(State):
    def __init__(self, encoded: bytes) -> None:
        super().__init__()
        self.encoded = encoded

    def encode(self) -> bytes:
        return self.encoded

    def scores(self) -> list[float]:
        return [0.5, 0.5]


class OtherBytes(Bytes):
    pass


@pytest.mark.parametrize("game_id", GAMES)
def test_state_is_not_hashable(game_id: str) -> None:
    """States are mutable."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(state_after_plays(game_id, 1))


@pytest.mark.parametrize("game_id", GAMES)
def test_repr_shows_class_seat_and_fingerprint(game_id: str) -> None:
    state = state_after_plays(game_id, 1)
    assert repr(state) == f"<{type(state).__name__} seat {state.seat} {state.fingerprint()}>"
    state = state_after_plays(game_id, 100_000)
    assert repr(state) == f"<{type(state).__name__} over {state.scores()} {state.fingerprint()}>"


@pytest.mark.parametrize("game_id", GAMES)
def test_copies_are_clones(game_id: str) -> None:
    state = state_after_plays(game_id, 2)
    state.log = []
    for made in (copy.copy(state), copy.deepcopy(state), copy.deepcopy([state])[0]):
        assert made == state
        assert made.log is None
        before = state.encode()
        made.play(made.actions()[0])
        assert state.encode() == before


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
@pytest.mark.parametrize("game_id", GAMES)
def test_pickled_state_continues_identically(game_id: str, protocol: int) -> None:
    """To the end of the game, with the same random draws."""
    state, random = state_after_plays(game_id, 3), xoshiro(9, 1)
    state.log = []
    again: State = pickle.loads(pickle.dumps(state, protocol))
    assert again == state
    assert again.log is None
    state.log = None
    while state.seat != OVER:
        action = state.random_action(random)
        state.play(action)
        again.play(action)
        assert again == state
    assert again.scores() == state.scores()


class Slotted(State):
    """An interpreted state with slots and without `__dict__`."""

    __slots__ = ("heaps", "unset")

    def __init__(self) -> None:
        super().__init__()
        self.heaps = [1, 2, 3]

    def encode(self) -> bytes:
        return bytes(self.heaps)


class Lucky(State):
    """An interpreted state with attributes of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.luck = chacha(7)
        self.fast = xoshiro(7, 2)
        self.heaps = [1, 2, 3]
        self.name = "lucky"

    def encode(self) -> bytes:
        return bytes(self.heaps)


def test_interpreted_state_is_pickled_by_its_attributes() -> None:
    state = Lucky()
    state.seat = 1
    drawn = [state.luck.word() for _ in range(21)] + [state.fast.word() for _ in range(5)]
    assert len(set(drawn)) == 26
    again = pickle.loads(pickle.dumps(state))
    assert (again.seat, again.log, again.heaps, again.name) == (1, None, [1, 2, 3], "lucky")
    assert [again.luck.word() for _ in range(40)] == [state.luck.word() for _ in range(40)]
    assert [again.fast.word() for _ in range(40)] == [state.fast.word() for _ in range(40)]


def test_slots_are_pickled() -> None:
    state = Slotted()
    state.seat = 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert (again.seat, again.log) == (1, None)
    assert not hasattr(again, "unset")


@pytest.mark.parametrize("drawn", [0, 1, 15, 16, 17, 32])
def test_generators_are_pickled_with_their_position(drawn: int) -> None:
    generators: list[Random] = [chacha(5), chacha(5, 3), fresh_chacha(xoshiro(1, 1)), xoshiro(5, 1)]
    for one in generators:
        for _ in range(drawn):
            one.word()
        again = pickle.loads(pickle.dumps(one))
        assert [again.word() for _ in range(40)] == [one.word() for _ in range(40)]


SCRIPT = """
import pickle, sys
from tefuda.core.random import xoshiro
states = pickle.load(sys.stdin.buffer)
for state in states:
    print(state.fingerprint())
    random = xoshiro(4, 1)
    for _ in range(5):
        if state.seat != -1:
            state.play(state.random_action(random))
    print(state.fingerprint())
"""


@pytest.mark.parametrize("interpreted", ["0", "1"])
def test_pickle_is_portable_between_processes_and_builds(interpreted: str) -> None:
    states = [state_after_plays(game_id, plays) for game_id in GAMES for plays in (0, 1, 7)]
    expected = []
    for state in states:
        expected.append(state.fingerprint())
        after, random = state.clone(), xoshiro(4, 1)
        for _ in range(5):
            if after.seat != OVER:
                after.play(after.random_action(random))
        expected.append(after.fingerprint())
    environment: dict[str, Any] = {**os.environ, "TEFUDA_INTERPRETED": interpreted}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=pickle.dumps(states),
        capture_output=True,
        env=environment,
        check=True,
        cwd=Path(__file__).parent,
    )
    assert done.stdout.decode().split() == expected


def test_plugin_state_compares_by_value() -> None:
    assert NimState([1, 2, 3], 0, 0) == NimState([1, 2, 3], 0, 0)
    assert NimState([1, 2, 3], 0, 0) != NimState([1, 2, 3], 0, 1)

"""Searches converge to the true values in positions that brute force can solve."""

from functools import cache

import pytest
from sample_size import sample_size
from search_helpers import othello_endgame, search_ratings

import tefuda
from tefuda import State
from tefuda.core.state import OVER

NIM = tefuda.game("hidden-nim")
OTHELLO = tefuda.game("card-othello")
MAX_HIDDEN = 5
ENOUGH = {4: "1000", 5: "1500", 6: "4000,explore=2"}
"""Search by number of empty cells. A higher exploration constant needs fewer simulations in deceptive positions."""


# Othello endgames


def exact_value(state: State, seat: int, known: dict[bytes, float]) -> float:
    """Return the value for a seat with best play of both, by brute force."""
    if state.seat == OVER:
        return state.scores()[seat]
    key = state.encode()
    if key not in known:
        found = []
        for action in state.actions():
            after = state.clone()
            after.play(action)
            found.append(exact_value(after, seat, known))
        known[key] = max(found) if state.seat == seat else min(found)
    return known[key]


def action_values(state: State) -> dict[int, float]:
    """Return the value of each action for the seat to play."""
    known: dict[bytes, float] = {}
    found = {}
    for action in state.actions():
        after = state.clone()
        after.play(action)
        found[action] = exact_value(after, state.seat, known)
    return found


@cache
def mixed_endgames(empty: int, wanted: int) -> list[int]:
    """Return seeds of endgames in which some actions win and others do not."""
    found: list[int] = []
    seed = 0
    while len(found) < wanted:
        state = othello_endgame(seed, empty)
        if state.seat != OVER and len(state.actions()) > 1 and set(action_values(state).values()) >= {0.0, 1.0}:
            found.append(seed)
        seed += 1
    return found


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("empty", ENOUGH)
def test_won_endgame_is_won(empty: int, kind: str) -> None:
    for seed in mixed_endgames(empty, max(2, sample_size(12))):
        state = othello_endgame(seed, empty)
        truth = action_values(state)
        (action, _, chance), *_ = search_ratings(OTHELLO, state, f"{kind}:{ENOUGH[empty]}")
        assert truth[action] == 1.0, f"{seed}, {empty} empty: {truth}"
        assert chance > 0.9


@pytest.mark.parametrize("empty", ENOUGH)
def test_estimated_chance_converges_to_the_true_value(empty: int) -> None:
    """The chance of the chosen action approaches the true value, closer with more simulations."""
    little, much = 0.0, 0.0
    seen = set()
    for seed in range(max(6, sample_size(30))):
        state = othello_endgame(seed, empty)
        if state.seat == OVER or len(state.actions()) < 2:
            continue
        best = max(action_values(state).values())
        seen.add(best)
        (action, _, chance), *_ = search_ratings(OTHELLO, state, f"mcts:{ENOUGH[empty]}")
        assert action_values(state)[action] == best, seed
        assert abs(chance - best) < 0.1, seed
        much += abs(chance - best)
        (_, _, chance), *_ = search_ratings(OTHELLO, state, "mcts:60")
        little += abs(chance - best)
    assert {0.0, 1.0} <= seen
    assert much < little


# Nim


@cache
def nim_value(heaps: tuple[int, ...]) -> float:
    """Return whether the seat to play wins with all heaps known."""
    return float(any(nim_value(after) == 0.0 for after in nim_plays(heaps).values()))


def nim_plays(heaps: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return the plays: up to three from the first two heaps, one from the hidden heap."""
    found = {}
    for heap, most in enumerate((3, 3, 1)):
        for take in range(1, min(most, heaps[heap]) + 1):
            found[3 * heap + take - 1] = tuple(size - take * (at == heap) for at, size in enumerate(heaps))
    return found


KNOWN = [(4, 3, 2), (5, 2, 1), (4, 1, 3), (2, 6, 0), (3, 4, 2), (2, 3, 3), (4, 4, 0), (4, 1, 1), (1, 1, 4)]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("heaps", KNOWN, ids=str)
def test_player_with_full_information_plays_perfect_nim(heaps: tuple[int, ...], kind: str) -> None:
    """The second player knows the hidden heap: all its worlds are equal."""
    state = NIM.at({"heaps": list(heaps), "turn": 1})
    (action, _, chance), *_ = search_ratings(NIM, state, f"{kind}:5000" + ",worlds=1" * (kind == "mcts"))
    best = max(1 - nim_value(after) for after in nim_plays(heaps).values())
    assert 1 - nim_value(nim_plays(heaps)[action]) == best
    assert abs(chance - best) < 0.15


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("heaps", [(4, 1, 0), (2, 6, 0), (3, 3, 0), (4, 3, 0)], ids=str)
def test_empty_hidden_heap_gives_perfect_nim(heaps: tuple[int, ...], kind: str) -> None:
    state = NIM.at({"heaps": list(heaps), "turn": 0})
    (action, _, chance), *_ = search_ratings(NIM, state, f"{kind}:5000" + ",worlds=1" * (kind == "mcts"))
    best = max(1 - nim_value(after) for after in nim_plays(heaps).values())
    assert 1 - nim_value(nim_plays(heaps)[action]) == best
    assert abs(chance - best) < 0.15


def mean_values(heaps: tuple[int, int], taken: int) -> dict[int, float]:
    """Return the chance of each action of the first player: the mean over the possible hidden heaps."""
    worlds = [(*heaps, hidden) for hidden in range(1, MAX_HIDDEN - taken + 1)]
    actions = nim_plays(worlds[0])
    return {
        action: sum(1 - nim_value(nim_plays(world)[action]) for world in worlds) / len(worlds) for action in actions
    }


@pytest.mark.parametrize("heaps", [(2, 0), (0, 2), (3, 0), (0, 3)], ids=str)
@pytest.mark.parametrize("taken", [0, 2])
def test_hidden_heap_is_averaged_over_worlds(heaps: tuple[int, int], taken: int) -> None:
    """At most one stone on the open heap: the rest is forced, so the mean is the exact chance.

    The hidden heap is more often odd than even.
    """
    truth = mean_values(heaps, taken)
    best = max(truth, key=lambda action: truth[action])
    assert sorted(truth.values())[-2] < truth[best], "exactly one action must be best"
    for hidden in range(1, MAX_HIDDEN - taken + 1):
        state = NIM.at({"heaps": [*heaps, hidden], "taken": taken, "turn": 0})
        for seed in (1, 2):
            (action, _, chance), *_ = search_ratings(NIM, state, "ismcts:3000", seed)
            assert action == best
            assert abs(chance - truth[best]) < 0.06

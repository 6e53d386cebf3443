"""Number of shortest wins: compared with brute force, and within limits."""

import tefuda
from tefuda.core.state import OVER, State
from tefuda.solve import SOLVED, Limits, solve
from tefuda.solve.count import count_shortest_lines


def count_by_brute_force(state: State, left: int) -> int:
    if state.seat == OVER:
        return int(state.scores()[0] == 1.0)
    total = 0
    for action in state.actions() if left else []:
        after = state.clone()
        after.play(action)
        total += count_by_brute_force(after, left - 1)
    return total


def test_number_of_short_wins_matches_brute_force() -> None:
    game = tefuda.game("catalyst")
    state = game.at({"field": ["5H", "5D", "9C", "9S"], "hand": ["5C", "9H", "2S"], "deck": ["KD", "QD"]})
    proof = solve(state)
    assert proof.verdict == SOLVED
    assert proof.par == 2
    assert count_shortest_lines(state, 2) == count_by_brute_force(state, 2) > 0
    assert count_shortest_lines(state, 1) == 0


def test_limits_end_the_count() -> None:
    state = tefuda.game("catalyst").start(1)
    assert count_shortest_lines(state, 12, Limits(nodes=100)) is None
    assert count_shortest_lines(state, 12, Limits(seconds=0.0)) is None
    assert count_shortest_lines(state, 0) is None

"""The universal tests, and the winning positions of the race to 21."""

from race import GAME, GOAL, RaceState

from tefuda import OVER
from tefuda.testing import check_game


def test_race_passes_the_universal_tests() -> None:
    check_game(GAME, range(20))


def is_won(state: RaceState) -> bool:
    """Return whether the seat to decide can force a win."""
    if state.seat == OVER:
        return False
    for action in state.actions():
        after = state.clone()
        after.play(action)
        if not is_won(after):
            return True
    return False


def test_every_fourth_total_is_lost() -> None:
    lost = [total for total in range(12, GOAL + 1) if not is_won(GAME.at({"total": total}))]
    assert lost == [13, 17, 21]

"""Observations: in many random games they tell what views tell, not more and not less."""

from functools import partial

from invariants import game_of

from nightly.check import Check
from nightly.random_games import GAMES, options_of
from tefuda.testing.observations import check_observations

BATCH = 10
"""Games with the same options, whose views and observations are compared with each other."""


def observe(game_id: str, first: int, count: int) -> None:
    """Check the observations of random games."""
    check_observations(game_of(game_id), range(first, first + count), options_of(game_id, first // BATCH))


CHECKS = [
    Check(
        f"observations:{game_id}",
        "games",
        5_000,
        partial(observe, game_id),
        batch=BATCH,
        note="views and observations determine each other; equal in sampled worlds",
    )
    for game_id in GAMES
]

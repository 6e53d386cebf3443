"""Games between players that think: what must hold after every action, and how strong they are said to be."""

import os

from duels import LITTLE, MUCH, SAME_DECK, duel
from linkavel_pool import heuristic_games
from searching import PLAIN

from nightly.check import Check

HIGHEST = 0.6
"""docs/design.md says that more simulations gain little beside LinkaVel's guide."""
LOWEST = 0.4
FULL = 40
"""A game of LinkaVel with 1600 simulations takes about two minutes."""
FULL_OTHELLO = 60


def watch(first: int, count: int) -> None:
    """Play LinkaVel between heuristics, everything checked after every action."""
    lengths = heuristic_games(range(1000 + first, 1000 + first + count))
    assert -1 not in lengths, "a game between heuristics does not end"


def compare(first: int, count: int) -> None:
    """Compare many simulations with few ones, as LinkaVel is played: with its LP and its guide."""
    assert first == 0, "the score of a run is judged as a whole"
    score = duel("linkavel", [MUCH, LITTLE], count, SAME_DECK, workers=os.cpu_count() or 1)
    # Two standard errors.
    margin = 1.0 / count**0.5
    found = f"{MUCH} scores {score:.3f} against {LITTLE} in {count} games; docs/design.md says about 0.52"
    assert LOWEST - margin <= score <= HIGHEST + margin, found


def compare_othello(first: int, count: int) -> None:
    """Compare many simulations with few ones in Card Othello, with cards and without: there they win clearly."""
    assert first == 0, "the score of a run is judged as a whole"
    margin = 1.0 / count**0.5 if count < FULL_OTHELLO else 0.0
    for options in ({}, PLAIN):
        score = duel("card-othello", [MUCH, LITTLE], count, options, workers=os.cpu_count() or 1)
        found = f"{MUCH} scores {score:.3f} against {LITTLE} in {count} games with {options}"
        assert score > HIGHEST - margin, found


CHECKS = [
    Check(
        "player-games:linkavel",
        "games",
        3_000,
        watch,
        batch=10,
        independent=True,
        least=10,
        note="heuristic against heuristic, all pairs of decks, own invariants at every ply",
    ),
    Check(
        "strength:linkavel",
        "games",
        FULL,
        compare,
        batch=10**9,
        least=2,
        workers=1,
        note=f"{MUCH} against {LITTLE} scores from {LOWEST} to {HIGHEST}",
    ),
    Check(
        "strength:card-othello",
        "games",
        FULL_OTHELLO,
        compare_othello,
        batch=10**9,
        least=2,
        workers=1,
        note=f"{MUCH} against {LITTLE} scores more than {HIGHEST}, with cards and without",
    ),
]

"""Games between CPU players: invariants after every action, and playing strength."""

import os

from linkavel_checks import play_heuristic_games
from player_strength import SAME_DECK, STRONG_SEARCH, WEAK_SEARCH, match_score
from search_helpers import PLAIN

from nightly.check import Check

MAX_SCORE = 0.6
"""More simulations gain little with LinkaVel's guide (see docs/design.md)."""
MIN_SCORE = 0.4
LINKAVEL_GAMES = 40
"""A game of LinkaVel with 1600 simulations takes about two minutes."""
OTHELLO_GAMES = 60


def check_heuristic_games(first: int, count: int) -> None:
    """Play LinkaVel between heuristics and check every action."""
    lengths = play_heuristic_games(range(1000 + first, 1000 + first + count))
    assert -1 not in lengths, "a game between heuristics does not end"


def compare_linkavel(first: int, count: int) -> None:
    """Compare many simulations with few in LinkaVel, with its guide."""
    assert first == 0, "the score of a run cannot be split"
    score = match_score("linkavel", [STRONG_SEARCH, WEAK_SEARCH], count, SAME_DECK, workers=os.cpu_count() or 1)
    # Two standard errors.
    margin = 1.0 / count**0.5
    found = f"{STRONG_SEARCH} scores {score:.3f} against {WEAK_SEARCH} in {count} games; docs/design.md says about 0.52"
    assert MIN_SCORE - margin <= score <= MAX_SCORE + margin, found


def compare_othello(first: int, count: int) -> None:
    """Compare many simulations with few in Card Othello, with and without cards: many must win clearly."""
    assert first == 0, "the score of a run cannot be split"
    margin = 1.0 / count**0.5 if count < OTHELLO_GAMES else 0.0
    for options in ({}, PLAIN):
        score = match_score("card-othello", [STRONG_SEARCH, WEAK_SEARCH], count, options, workers=os.cpu_count() or 1)
        found = f"{STRONG_SEARCH} scores {score:.3f} against {WEAK_SEARCH} in {count} games with {options}"
        assert score > MAX_SCORE - margin, found


CHECKS = [
    Check(
        "player-games:linkavel",
        "games",
        3_000,
        check_heuristic_games,
        batch=10,
        independent=True,
        min_units=10,
        note="heuristic against heuristic, all pairs of decks, invariants at every ply",
    ),
    Check(
        "strength:linkavel",
        "games",
        LINKAVEL_GAMES,
        compare_linkavel,
        batch=10**9,
        min_units=2,
        workers=1,
        note=f"{STRONG_SEARCH} against {WEAK_SEARCH} scores from {MIN_SCORE} to {MAX_SCORE}",
    ),
    Check(
        "strength:card-othello",
        "games",
        OTHELLO_GAMES,
        compare_othello,
        batch=10**9,
        min_units=2,
        workers=1,
        note=f"{STRONG_SEARCH} against {WEAK_SEARCH} scores more than {MAX_SCORE}, with cards and without",
    ),
]

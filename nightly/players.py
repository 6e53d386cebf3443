"""Games between CPU players: invariants after every action, and playing strength."""

from functools import partial
from typing import Any

from linkavel_checks import play_heuristic_games
from player_strength import STRONG_SEARCH, WEAK_SEARCH, match_score
from search_helpers import PLAIN

from nightly.check import Check
from tefuda.games.linkavel.catalogue import LIBRARY

MIN_SCORE = 0.6
OTHELLO_GAMES = 60
LEVELS = 6
LEVEL_GAMES = 100
LEVEL_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "card-othello": [{}, PLAIN],
    "linkavel": [{"deck.one": deck, "deck.two": deck} for deck in LIBRARY.decks],
}


def check_heuristic_games(first: int, count: int) -> None:
    """Play LinkaVel between heuristics and check every action."""
    lengths = play_heuristic_games(range(1000 + first, 1000 + first + count))
    assert -1 not in lengths, "a game between heuristics does not end"


def compare_levels(game_id: str, first: int, count: int) -> None:
    """Play levels against the level below: all levels, then again with the next options."""
    sets = LEVEL_OPTIONS[game_id]
    for number in range(first, first + count):
        level, options = 2 + number % (LEVELS - 1), sets[number // (LEVELS - 1) % len(sets)]
        names = [f"level:{level}", f"level:{level - 1}"]
        score = match_score(game_id, names, LEVEL_GAMES, options, seed=number)
        assert score > 0.5, f"{names[0]} scores {score:.3f} against {names[1]} with {options}"


def compare_othello(first: int, count: int) -> None:
    """Compare many simulations with few in Card Othello, with and without cards: many must win clearly."""
    assert first == 0, "the score of a run cannot be split"
    margin = 1.0 / count**0.5 if count < OTHELLO_GAMES else 0.0
    for options in ({}, PLAIN):
        score = match_score("card-othello", [STRONG_SEARCH, WEAK_SEARCH], count, options)
        found = f"{STRONG_SEARCH} scores {score:.3f} against {WEAK_SEARCH} in {count} games with {options}"
        assert score > MIN_SCORE - margin, found


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
    *(
        Check(
            f"levels:{game_id}",
            "pairs",
            50,
            partial(compare_levels, game_id),
            batch=1,
            min_units=LEVELS - 1,
            note=f"{LEVEL_GAMES} games of a level against the one below; it scores more than half",
        )
        for game_id in LEVEL_OPTIONS
    ),
    Check(
        "strength:card-othello",
        "games",
        OTHELLO_GAMES,
        compare_othello,
        batch=10**9,
        min_units=2,
        workers=1,
        note=f"{STRONG_SEARCH} against {WEAK_SEARCH} scores more than {MIN_SCORE}, with cards and without",
    ),
]

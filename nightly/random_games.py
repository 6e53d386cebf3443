"""Random games: invariants after every action of all games, and the full contract on a part of them."""

from functools import partial
from typing import Any

import othello_checks
from game_options import OPTIONS
from invariants import game_of, play_with_checks

from nightly.check import Check
from tefuda.games.solitaire_tcg.catalogue import decks
from tefuda.testing import check_random_play

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
CONTRACT_INTERVAL = {"card-othello": 40, "catalyst": 20, "linkavel": 80, "solitaire-tcg": 8}
"""One game in this number is checked with the full contract, which takes up to a hundred times as long."""
EXTRA_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "card-othello": [dict(options) for options in othello_checks.OPTIONS],
    "solitaire-tcg": [{"deck": deck, "max_turns": 3} for deck in decks()],
}


def options_of(game_id: str, number: int) -> dict[str, Any]:
    """Return the options of a game: all sets in turn."""
    sets = [{}, *OPTIONS[game_id], *EXTRA_OPTIONS.get(game_id, [])]
    return sets[number % len(sets)]


def play(game_id: str, first: int, count: int) -> None:
    """Play random games."""
    for number in range(first, first + count):
        options = options_of(game_id, number)
        play_with_checks(game_id, number, options)
        # Shifted in each round, so that all options are checked with the full contract.
        if (number + number // 97) % CONTRACT_INTERVAL[game_id] == 0:
            check_random_play(game_of(game_id), number, options)


CHECKS = [
    Check(
        f"random-games:{game_id}",
        "games",
        100_000,
        partial(play, game_id),
        batch=20,
        independent=True,
        min_units=40,
        note=f"invariants at every ply; full contract on 1 game in {CONTRACT_INTERVAL[game_id]}",
    )
    for game_id in GAMES
]

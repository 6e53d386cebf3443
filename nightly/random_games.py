"""Random games of each game: own invariants after every action of all games, the full contract on a share of them."""

from functools import partial
from typing import Any

import othello
from game_options import OPTIONS
from invariants import game_of, play_inspected

from nightly.check import Check
from tefuda.games.solitaire_tcg.catalogue import decks
from tefuda.testing import check_random_play

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
SHARE = {"card-othello": 10, "catalyst": 5, "linkavel": 20, "solitaire-tcg": 2}
"""One game of so many is put through the full contract, which takes up to a hundred times as long."""
MORE: dict[str, list[dict[str, Any]]] = {
    "card-othello": [dict(options) for options in othello.OPTIONS],
    "solitaire-tcg": [{"deck": deck, "max_turns": 3} for deck in decks()],
}


def options_of(game_id: str, number: int) -> dict[str, Any]:
    """Return the options of one game of a run: all sets in turn."""
    sets = [{}, *OPTIONS[game_id], *MORE.get(game_id, [])]
    return sets[number % len(sets)]


def play(game_id: str, first: int, count: int) -> None:
    """Play some games."""
    for number in range(first, first + count):
        options = options_of(game_id, number)
        play_inspected(game_id, number, options)
        # Shifted by whole rounds, or some options would never meet the full contract.
        if (number + number // 97) % SHARE[game_id] == 0:
            check_random_play(game_of(game_id), number, options)


CHECKS = [
    Check(
        f"random-games:{game_id}",
        "games",
        100_000,
        partial(play, game_id),
        batch=20,
        independent=True,
        least=40,
        note=f"own invariants at every ply of all games; full contract on 1 game in {SHARE[game_id]}",
    )
    for game_id in GAMES
]

"""The fold modules of the page in Node.js, compared with Python's views."""

from node_folds import PLAYERS, fold_in_node, stories

from nightly.check import Check


def fold_games(first: int, count: int) -> None:
    """Fold whole games of each game."""
    for game_id in PLAYERS:
        fold_in_node(stories(game_id, first, count))


CHECKS = [
    Check(
        "browser-folds",
        "games of each game",
        2_000,
        fold_games,
        batch=40,
        min_units=8,
        note="every seat and the spectator, after every event",
    )
]

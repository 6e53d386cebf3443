"""Folding of events in the browser, compared with Python's views."""

from web_folds import fold_games

from nightly.check import Check

CHECKS = [
    Check(
        "browser-folds",
        "games",
        2_000,
        fold_games,
        batch=40,
        min_units=8,
        note="every seat and the spectator; after every event with a Python view, and after every ply",
    )
]

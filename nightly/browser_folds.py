"""Games folded in a browser by the scripts of the pages, compared with Python's views."""

from web_folds import fold_games

from nightly.check import Check

CHECKS = [
    Check(
        "browser-folds",
        "games",
        2_000,
        fold_games,
        batch=40,
        least=8,
        note="every seat and the spectator; after every event where Python has a view of it, and after every ply",
    )
]

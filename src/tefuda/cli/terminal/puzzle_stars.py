"""The stars of a puzzle: for few plays and few hints, as in the page."""

from typing import Final

TWO_STAR_MARGIN: Final = 2
"""Plays over par that still earn two stars."""
MAX_STARS: Final = [3, 2, 2, 1]
"""The most stars by the level of the most detailed hint: none, direction, card, action."""


def stars_for(plays: int, par: int | None, hint_level: int) -> int:
    """Return the stars of a solution: three within par, two slightly above, else one; at most what the hints leave."""
    over = 0 if par is None else plays - par
    earned = 3 if over <= 0 else 2 if over <= TWO_STAR_MARGIN else 1
    return min(MAX_STARS[hint_level], earned)

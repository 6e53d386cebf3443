"""Whether cards are worth what they cost: each compared with the average card.

At fair prices every card is worth as much as any other. Nothing is compared with 0: who draws more cards mostly wins
more, and so the impact of all drawn cards may lie above it (or below, where drawing is for those in need).
"""

import math
from typing import Any

from tefuda.lab.stats.intervals import Z95
from tefuda.lab.stats.multiple_testing import holm


def against_average(cards: dict[str, dict[str, Any]]) -> dict[str, dict[str, float]]:
    """By card, how far its impact lies above the mean impact of all, with interval, p, and p adjusted by Holm.

    `cards` are figures of one way to have had them, as `impact` makes them; those without an impact are left out. How
    sure an impact is, is taken from its interval; the impacts are taken to err independently of each other.
    """
    told = {card: found for card, found in cards.items() if found["impact"] is not None}
    count = len(told)
    if count < 2:
        return {}
    mean = math.fsum(found["impact"] for found in told.values()) / count
    squares = {card: ((found["high"] - found["low"]) / (2 * Z95)) ** 2 for card, found in told.items()}
    total = math.fsum(squares.values())
    figures: dict[str, dict[str, float]] = {}
    for card, found in told.items():
        above = found["impact"] - mean
        # The card is itself part of the mean.
        own = squares[card] * (1 - 1 / count) ** 2
        error = math.sqrt(own + (total - squares[card]) / count**2)
        p = math.erfc(abs(above) / error / math.sqrt(2)) if error > 0 else 1.0
        figures[card] = {"value": above, "low": above - Z95 * error, "high": above + Z95 * error, "p": p}
    adjusted = holm([found["p"] for found in figures.values()])
    for found, p in zip(figures.values(), adjusted, strict=True):
        found["adjusted"] = p
    return figures

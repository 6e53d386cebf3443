"""Compares the value of cards with the average card.

With fair costs all cards have the same value. The comparison is with the mean, not with 0, because drawing any card
usually has an impact.
"""

import math
from typing import Any

from tefuda.lab.stats.intervals import Z95
from tefuda.lab.stats.multiple_testing import holm


def compare_with_average(cards: dict[str, dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the difference of each card's impact to the mean impact, with interval, p, and p adjusted by Holm.

    `cards` are the figures of one exposure from `card_impacts`; cards without an impact are left out. Standard errors
    come from the intervals and are assumed to be independent.
    """
    compared = {card: found for card, found in cards.items() if found["impact"] is not None}
    count = len(compared)
    if count < 2:
        return {}
    mean = math.fsum(found["impact"] for found in compared.values()) / count
    squares = {card: ((found["high"] - found["low"]) / (2 * Z95)) ** 2 for card, found in compared.items()}
    total = math.fsum(squares.values())
    figures: dict[str, dict[str, float]] = {}
    for card, found in compared.items():
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

"""Zones as bytes, a letter for each card: clones share them, and what changes is replaced."""

from typing import Final

from mypy_extensions import i64

ONE: Final = [bytes([number]) for number in range(256)]
"""Each number as a zone of one card."""


def index_of(cards: bytes, card: i64) -> i64:
    """Which of some cards it is; -1 where it is none. Zones are short: looking is faster than asking."""
    for at in range(len(cards)):
        if cards[at] == card:
            return at
    return -1


def without(cards: bytes, card: i64) -> bytes:
    """Some cards but for one of them."""
    at = index_of(cards, card)
    return cards if at < 0 else cards[:at] + cards[at + 1 :]

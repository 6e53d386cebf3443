"""Zones as bytes, one byte per card. Clones share them; a change replaces the bytes object."""

from typing import Final

from mypy_extensions import i64

ONE: Final = [bytes([number]) for number in range(256)]
"""Each card number as a zone of one card."""


def index_of(cards: bytes, card: i64) -> i64:
    """Return the index of a card, or -1. A loop is faster than `bytes.find` for short zones."""
    for at in range(len(cards)):
        if cards[at] == card:
            return at
    return -1


def without(cards: bytes, card: i64) -> bytes:
    """Return the cards without one of them."""
    at = index_of(cards, card)
    return cards if at < 0 else cards[:at] + cards[at + 1 :]

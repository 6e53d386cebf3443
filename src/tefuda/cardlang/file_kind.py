"""Tells card files and deck files apart by their content. Authors keep both in one folder."""

from typing import Any, Final

CARD_KEYS: Final = ("type", "abilities")
"""Keys of cards that decks do not have."""
DECK_CARDS: Final = "cards"
"""The key of the cards in a deck file."""


def is_deck(data: Any) -> bool:
    """Whether a document is a deck: a mapping with card counts."""
    if not isinstance(data, dict) or DECK_CARDS not in data or any(key in data for key in CARD_KEYS):
        return False
    return data[DECK_CARDS] is None or isinstance(data[DECK_CARDS], dict)


def has_cards(data: Any) -> bool:
    """Whether a document is a card or a list of cards."""
    items = data if isinstance(data, list) else [data]
    return any(isinstance(item, dict) and any(key in item for key in CARD_KEYS) for item in items)

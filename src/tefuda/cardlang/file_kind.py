"""Whether a file holds cards or a deck, by its content: authors keep both in one folder."""

from typing import Any, Final

CARD_KEYS: Final = ("type", "abilities")
"""Keys that cards have and decks do not."""
DECK_CARDS: Final = "cards"
"""The key behind which a deck lists its cards."""


def is_deck(data: Any) -> bool:
    """Whether a document is meant as a deck: a mapping that counts cards by id."""
    if not isinstance(data, dict) or DECK_CARDS not in data or any(key in data for key in CARD_KEYS):
        return False
    return data[DECK_CARDS] is None or isinstance(data[DECK_CARDS], dict)


def has_cards(data: Any) -> bool:
    """Whether a document is meant as a card, or as a list of cards."""
    items = data if isinstance(data, list) else [data]
    return any(isinstance(item, dict) and any(key in item for key in CARD_KEYS) for item in items)

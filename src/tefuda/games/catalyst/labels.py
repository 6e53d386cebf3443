"""Labels of Catalyst Reaction: what players read for the keys and values of views and events."""

from typing import Final

from tefuda.core.text import Message

VIEW_WORDS: Final = {
    "field": ("Field", "場"),
    "removed": ("Removed", "取り除いたカード"),
}


def labels() -> dict[str, Message]:
    """Return the labels in both languages."""
    return {name: Message(name, en, ja) for name, (en, ja) in VIEW_WORDS.items()}

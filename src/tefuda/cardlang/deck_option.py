"""A deck as a game option: the id of a bundled deck, or a deck list in one line: `fld_x01*4 spl_x07*3 ...`."""

import re
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.card_id import is_id, normalize_id
from tefuda.cardlang.deck_files import Deck, check_deck_cards
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.library import Library
from tefuda.core.options import Option, did_you_mean
from tefuda.core.text import Message

ITEM_PATTERN: Final = re.compile(r"([^\s*]+)\*([0-9]{1,2})", re.ASCII)


class DeckOption(Option):
    """The option that selects a deck."""

    def __init__(
        self,
        name: str,
        default: str,
        label: Message,
        library: Library[Any],
        example: str,
        quick_start: str | None = None,
    ) -> None:
        super().__init__(name, default, label, quick_start=quick_start)
        self.library = library
        self.example = example

    @override
    def range(self) -> str:
        return ", ".join(self.library.decks)

    @override
    def check(self, value: Any) -> Message | None:
        """Check that the value is a deck id or a deck list. `check_deck` checks the cards."""
        decks = self.library.decks
        if isinstance(value, str) and (value in decks or parse_deck_line(value) is not None):
            return None
        listed = ", ".join(decks)
        en, ja = did_you_mean(str(value), list(decks))
        return Message(
            "deck",
            f"unknown deck {str(value)[:60]!r} ({listed}; or a list like {self.example}).{en}",
            f"{str(value)[:60]!r} というデッキはありません（{listed}、または {self.example} の形）。{ja}",
        )

    def card_counts(self, value: str) -> dict[str, int]:
        """Return the number of copies by card id."""
        decks = self.library.decks
        return decks[value].cards if value in decks else parse_deck_line(value) or {}

    def card_ids(self, value: str) -> list[str]:
        """Return the id of every card of a deck, sorted, once for each copy."""
        cards = self.card_counts(value)
        return [name for name in sorted(cards) for _ in range(cards[name])]

    def check_deck(self, problems: Problems, value: str, size: int, copies: int) -> None:
        """Check a deck against the options for size and copies."""
        cards = self.card_counts(value)
        if value in self.library.decks and sum(cards.values()) == size and max(cards.values()) <= copies:
            return
        check_deck_cards(problems, [self.name], cards, self.library.cards(), size=size, copies=copies)


def parse_deck_line(value: str) -> dict[str, int] | None:
    """Return a deck list by card id, or None if the value is not a deck list."""
    found: dict[str, int] = {}
    for item in value.split():
        match = ITEM_PATTERN.fullmatch(item)
        name = normalize_id(match[1]) if match is not None else ""
        if match is None or not is_id(name):
            return None
        found[name] = found.get(name, 0) + int(match[2])
    return found or None


def format_deck_line(deck: Deck) -> str:
    """Return a deck as a value of the option."""
    return " ".join(f"{name}*{count}" for name, count in sorted(deck.cards.items()))

"""Cards as data for galleries, reports and measurements."""

from collections.abc import Iterable
from typing import Any

from mypy_extensions import mypyc_attr

from tefuda.core.text import Message


@mypyc_attr(native_class=False)  # so that it can be sent between processes
class CardRecord:
    """What happened to the cards of one seat in a whole game: ids, sorted, each once."""

    def __init__(
        self,
        deck: Iterable[str] = (),
        opening: Iterable[str] = (),
        drawn: Iterable[str] = (),
        played: Iterable[str] = (),
        held: Iterable[str] = (),
    ) -> None:
        self.deck = sorted(set(deck))
        """What the seat could draw: its cards before the first of them was dealt."""
        self.opening = sorted(set(opening))
        """What luck alone dealt: the opening hand, or the first card drawn where a game begins without a hand."""
        self.drawn = sorted(set(drawn))
        """What was in the hand at any time, however it came there; the opening hand too."""
        self.played = sorted(set(played))
        """What went from the hand into the game: used, cast, summoned. A discarded card was not played."""
        self.held = sorted(set(held))
        """What was in the hand when the game was over."""


@mypyc_attr(native_class=False)
class CardFace:
    """What there is to read on a card, for galleries and reports."""

    def __init__(self, id: str, name: Message, text: Message, facts: dict[str, Any] | None = None) -> None:  # noqa: A002
        self.id = id
        self.name = name
        self.text = text
        self.facts = facts or {}
        """What else is printed on it, in plain JSON types: its cost, its type, its numbers."""

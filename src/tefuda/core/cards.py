"""Cards as data for galleries, reports and measurements."""

from collections.abc import Iterable
from typing import Any

from mypy_extensions import mypyc_attr

from tefuda.core.text import Message


@mypyc_attr(native_class=False)  # it is pickled between processes
class CardRecord:
    """The cards of one seat during a whole game, by what happened to them: sorted ids, each once."""

    def __init__(
        self,
        deck: Iterable[str] = (),
        opening: Iterable[str] = (),
        drawn: Iterable[str] = (),
        played: Iterable[str] = (),
        held: Iterable[str] = (),
    ) -> None:
        self.deck = sorted(set(deck))
        """The deck before the first card was dealt."""
        self.opening = sorted(set(opening))
        """The opening hand, or the first card drawn if the game starts without a hand."""
        self.drawn = sorted(set(drawn))
        """All cards that were in the hand at any time, the opening hand included."""
        self.played = sorted(set(played))
        """Cards that were used, cast or summoned from the hand. A discarded card was not played."""
        self.held = sorted(set(held))
        """The hand at the end."""


@mypyc_attr(native_class=False)
class CardFace:
    """The name, text and facts of a card, for galleries and reports."""

    def __init__(self, id: str, name: Message, text: Message, facts: dict[str, Any] | None = None) -> None:  # noqa: A002
        self.id = id
        self.name = name
        self.text = text
        self.facts = facts or {}
        """Other printed facts in plain JSON types, such as cost and type."""

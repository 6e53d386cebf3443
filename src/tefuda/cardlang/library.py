"""The cards and decks of one game: those that ship, and those of the reader."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from tefuda.cardlang.card_schema import CardLoader, CardSchema
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.source import InvalidFile

C = TypeVar("C", bound=CardDefinition)


class Library(Generic[C]):
    """Cards by id and decks by id, from the folders `cards` and `decks` of a game."""

    def __init__(self, schema: Callable[[], CardSchema], kind: type[C], folder: Path, own_cards: str) -> None:
        """`own_cards` is the environment variable that names a file or folder of the reader's own cards."""
        self.card_schema = schema
        self.kind = kind
        self.folder = folder
        self.own_cards = own_cards
        self._in_use: dict[str, C] | None = None
        self._uses = 0
        self._own: dict[str, dict[str, C]] = {}
        self._brought: ContextVar[Mapping[str, C] | None] = ContextVar(own_cards, default=None)

    @cached_property
    def shipped(self) -> dict[str, C]:
        """The cards that ship; they are right, a test sees to it."""
        return self._checked(self.folder / "cards", {})

    @cached_property
    def decks(self) -> dict[str, Deck]:
        """The decks that ship, by id."""
        found = [read_deck(path, self.shipped) for path in sorted((self.folder / "decks").glob("*.yaml"))]
        return {deck.id: deck for deck in found}

    def cards(self) -> dict[str, C]:
        """All cards in use; raises `InvalidFile` where one of the reader's is wrong."""
        if self._in_use is not None:
            return self._in_use
        path = os.environ.get(self.own_cards)
        if not path:
            return self.shipped
        if path not in self._own:
            self._own[path] = self._checked(Path(path), self.shipped)
        return self._own[path]

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Play with these cards from now on, in this process: a folder that is being watched."""
        self._in_use = self._ours(cards)
        self._uses += 1

    def reset(self) -> None:
        """Forget what `use` put there."""
        self._in_use = None
        self._uses += 1

    @contextmanager
    def telling(self, brought: Mapping[str, C]) -> Iterator[None]:
        """While a match is told of that brings cards along: these stand over those in use, here and nowhere else."""
        if not brought:
            yield
            return
        before = self._brought.set(brought)
        try:
            yield
        finally:
            self._brought.reset(before)

    def told(self) -> dict[str, C]:
        """The cards that can be named now: those in use, and those of the match that is told of."""
        brought = self._brought.get()
        return {**self.cards(), **brought} if brought else self.cards()

    def strange(self, cards: list[C]) -> dict[str, C]:
        """Those of a match's cards that are not in use as they are there."""
        known = self.cards()
        return {card.id: card for card in cards if known.get(card.id) is not card}

    def version(self) -> str:
        """Which cards are in use, as a word that changes when they do."""
        return f"{self._uses} {os.environ.get(self.own_cards, '')}"

    def _ours(self, cards: dict[str, CardDefinition]) -> dict[str, C]:
        return {name: card for name, card in cards.items() if isinstance(card, self.kind)}

    def _checked(self, path: Path, known: dict[str, C]) -> dict[str, C]:
        loader = CardLoader(self.card_schema(), known.values())
        loader.read_path(path)
        loader.check_links()
        if loader.failures:
            raise merge_failures(loader.failures)
        return self._ours(loader.cards())


def merge_failures(failures: list[InvalidFile]) -> InvalidFile:
    """Several files' failures as one."""
    first = failures[0]
    problems = [problem for failure in failures for problem in failure.problems]
    places = [place for failure in failures for place in failure.places]
    names = {failure.name for failure in failures}
    return InvalidFile(first.name if len(names) == 1 else f"{first.name} (+{len(names) - 1})", problems, places)

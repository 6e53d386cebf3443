"""The cards and decks of one game: bundled ones, and the user's own."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Final, Generic, TypeVar

from tefuda.cardlang.card_schema import CardLoader, CardSchema
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.source import InvalidFile

C = TypeVar("C", bound=CardDefinition)

OLD_VARIABLES: Final = {"linkavel": "TEFUDA_LINKAVEL_CARDS", "solitaire-tcg": "TEFUDA_CARDS"}


def cards_variable(game: str) -> str:
    """Return the environment variable for custom cards of a game: `TEFUDA_CARDS_SOLITAIRE_TCG` for `solitaire-tcg`."""
    return f"TEFUDA_CARDS_{re.sub('[^A-Z0-9]', '_', game.upper())}"


def accept_old_variable(game: str, variable: str) -> None:
    """Copy the value of a deprecated environment variable to the current one, and say so."""
    old = OLD_VARIABLES.get(game, "")
    if not os.environ.get(variable) and os.environ.get(old):
        print(f"{old} is deprecated. Use {variable}.", file=sys.stderr)
        # The line is printed once: this process and its children read the new variable from now on.
        os.environ[variable] = os.environ[old]


class Library(Generic[C]):
    """Cards and decks by id, from the folders `cards` and `decks` of a game."""

    def __init__(self, schema: Callable[[], CardSchema], card_class: type[C], folder: Path, game: str) -> None:
        """`game` is the id of the game; `cards_variable` of it names a file or folder of custom cards."""
        self.card_schema = schema
        self.card_class = card_class
        self.folder = folder
        self.variable = cards_variable(game)
        accept_old_variable(game, self.variable)
        self._in_use: dict[str, C] | None = None
        self._uses = 0
        self._own_cards: dict[str, dict[str, C]] = {}
        self._extra: ContextVar[Mapping[str, C] | None] = ContextVar(game, default=None)

    @cached_property
    def bundled(self) -> dict[str, C]:
        """The bundled cards by id."""
        return self._load(self.folder / "cards", {})

    @cached_property
    def decks(self) -> dict[str, Deck]:
        """The bundled decks by id."""
        found = [read_deck(path, self.bundled) for path in sorted((self.folder / "decks").glob("*.yaml"))]
        return {deck.id: deck for deck in found}

    def cards(self) -> dict[str, C]:
        """Return the cards in use. Raises `InvalidFile` if one of the user's own cards is invalid."""
        if self._in_use is not None:
            return self._in_use
        path = os.environ.get(self.variable, "")
        if not path:
            return self.bundled
        if path not in self._own_cards:
            self._own_cards[path] = self._load(Path(path), self.bundled)
        return self._own_cards[path]

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Use these cards from now on in this process, after a reload."""
        self._in_use = self._of_class(cards)
        self._uses += 1

    def reset(self) -> None:
        """Undo `use`."""
        self._in_use = None
        self._uses += 1

    @contextmanager
    def extra_cards(self, extra: Mapping[str, C]) -> Iterator[None]:
        """Add the custom cards of a match to `all_cards` inside a `with` block."""
        if not extra:
            yield
            return
        before = self._extra.set(extra)
        try:
            yield
        finally:
            self._extra.reset(before)

    def all_cards(self) -> dict[str, C]:
        """Return the cards in use and the extra cards of the current match."""
        extra = self._extra.get()
        return {**self.cards(), **extra} if extra else self.cards()

    def custom_cards(self, cards: list[C]) -> dict[str, C]:
        """Return the cards of a match that differ from the cards in use, by id."""
        known = self.cards()
        return {card.id: card for card in cards if known.get(card.id) is not card}

    def version(self) -> str:
        """Return a text that changes with the cards in use."""
        return f"{self._uses} {os.environ.get(self.variable, '')}"

    def _of_class(self, cards: dict[str, CardDefinition]) -> dict[str, C]:
        return {name: card for name, card in cards.items() if isinstance(card, self.card_class)}

    def _load(self, path: Path, known: dict[str, C]) -> dict[str, C]:
        loader = CardLoader(self.card_schema(), known.values())
        loader.read_path(path)
        loader.check_links()
        if loader.failures:
            raise merge_failures(loader.failures)
        return self._of_class(loader.cards())


def merge_failures(failures: list[InvalidFile]) -> InvalidFile:
    """Return the failures of several files as one."""
    first = failures[0]
    problems = [problem for failure in failures for problem in failure.problems]
    places = [place for failure in failures for place in failure.places]
    names = {failure.name for failure in failures}
    return InvalidFile(first.name if len(names) == 1 else f"{first.name} (+{len(names) - 1})", problems, places)

"""The cards and decks of one game: bundled ones, and the user's own."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from tefuda.cardlang.card_schema import CardLoader, CardSchema
from tefuda.cardlang.card_text import card_data, card_digest
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.errors import invalid_input
from tefuda.core.source import InvalidFiles

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


def ignore_report(loader: CardLoader) -> None:
    """Leave invalid cards out without a message."""


class Library(Generic[C]):
    """Cards and decks by id, from the folders `cards` and `decks` of a game."""

    on_load: ClassVar[Callable[[CardLoader], None]] = staticmethod(ignore_report)
    """Called after custom cards are loaded. It reports what was left out, or raises to refuse all cards."""

    def __init__(self, schema: Callable[[], CardSchema], card_class: type[C], folder: Path, game: str) -> None:
        """`game` is the id of the game; `cards_variable` of it names a file or folder of custom cards."""
        self.card_schema = schema
        self.card_class = card_class
        self.folder = folder
        self.game = game
        self.variable = cards_variable(game)
        accept_old_variable(game, self.variable)
        self._in_use: dict[str, C] | None = None
        self._uses = 0
        self._own_cards: dict[Path, dict[str, C]] = {}
        self._extra: ContextVar[Mapping[str, C] | None] = ContextVar(game, default=None)

    @cached_property
    def bundled(self) -> dict[str, C]:
        """The bundled cards by id."""
        loader = CardLoader(self.card_schema())
        loader.read_path(self.folder / "cards")
        loader.check_links()
        if loader.failures:
            raise InvalidFiles(loader.failures)
        return self._of_class(loader.cards())

    @cached_property
    def decks(self) -> dict[str, Deck]:
        """The bundled decks by id."""
        found = [read_deck(path, self.bundled) for path in sorted((self.folder / "decks").glob("*.yaml"))]
        return {deck.id: deck for deck in found}

    def cards(self) -> dict[str, C]:
        """Return the cards in use. Invalid cards of the user are left out; `on_load` reports them."""
        if self._in_use is not None:
            return self._in_use
        path = self.custom_path()
        if path is None:
            return self.bundled
        if path not in self._own_cards:
            self._own_cards[path] = self._of_class(self._read_custom(path).cards())
        return self._own_cards[path]

    def custom_path(self) -> Path | None:
        """Return the file or folder of custom cards."""
        path = os.environ.get(self.variable, "")
        return Path(path) if path else None

    def use_path(self, path: Path) -> None:
        """Use the custom cards of a file or folder, in this process and its child processes."""
        loader = self._read_custom(path)
        if loader.file_count == 0:
            raise invalid_input("no_files", f"{path}: no card files.", f"{path}: カードファイルがありません。")
        self._own_cards[path.resolve()] = self._of_class(loader.cards())
        os.environ[self.variable] = str(path.resolve())

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Use these cards from now on in this process, after a reload."""
        self._in_use = self._of_class(cards)
        self._uses += 1

    def reset(self) -> None:
        """Undo `use`."""
        self._in_use = None
        self._uses += 1

    @contextmanager
    def use_with(self, extra: dict[str, CardDefinition]) -> Iterator[None]:
        """Add cards to those in use inside a `with` block, for this process."""
        before = self._in_use
        self.use({**self.cards(), **extra})
        try:
            yield
        finally:
            self._in_use = before
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

    def card_number(self, card: C) -> int:
        """Return the number of a bundled card, from 1 in alphabetical order of the ids; 0 for another card."""
        return self._numbers[card.id] if self.bundled.get(card.id) is card else 0

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(sorted(self.bundled), 1)}

    def card_name(self, name: str, language: str) -> str:
        """Return the name of a card as texts have it, in brackets in Japanese. `name` may end with a copy: `id#2`."""
        own, _, copy = name.partition("#")
        card = self.all_cards().get(own)
        shown = own if card is None else card.name(language)
        return (f"《{shown}》" if language == "ja" else shown) + (f" ({copy})" if copy else "")

    def plain_name(self, name: str, language: str) -> str:
        """Return the name of a card without brackets."""
        return self.card_name(name, language).replace("《", "").replace("》", "")

    def pool_parts(self, cards: Iterable[C]) -> tuple[list[C], bytes, bytes]:
        """Return the different cards by id, the index of each card among them, and the digest of them all."""
        listed = list(cards)
        kinds = {card.id: card for card in sorted(listed, key=lambda card: card.id)}
        order = {name: number for number, name in enumerate(kinds)}
        digest = b"".join(card_digest(self.card_schema(), card) for card in kinds.values())
        return list(kinds.values()), bytes(order[card.id] for card in listed), digest

    def custom_data(self, cards: list[C]) -> list[dict[str, Any]]:
        """Return the custom cards of a match as data, for positions."""
        return [card_data(self.card_schema(), card) for card in self.custom_cards(cards).values()]

    def version(self) -> str:
        """Return a text that changes with the cards in use."""
        return f"{self._uses} {os.environ.get(self.variable, '')}"

    def _of_class(self, cards: dict[str, CardDefinition]) -> dict[str, C]:
        return {name: card for name, card in cards.items() if isinstance(card, self.card_class)}

    def _read_custom(self, path: Path) -> CardLoader:
        loader = self.card_loader()
        loader.read_path(path)
        loader.check_links()
        if not path.exists():
            raise InvalidFiles(loader.failures)
        Library.on_load(loader)
        return loader

    def card_loader(self, known: Mapping[str, CardDefinition] | None = None) -> CardLoader:
        """Return a loader for custom cards. They may refer to the `known` cards (default: the bundled ones)."""
        return CardLoader(self.card_schema(), (self.bundled if known is None else known).values(), self.bundled)

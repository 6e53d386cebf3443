"""What authors of cards work with, for any game whose cards are written in the card language.

A game brings a workshop by the entry point group `tefuda.workshops`; the commands for authors use nothing else.
"""

from contextlib import AbstractContextManager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.card_schema import CardLoader, CardSchema
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.field_types import EnumType
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.cards import CardFace
from tefuda.core.errors import invalid_input
from tefuda.core.registry import find_game
from tefuda.core.text import LANGUAGES, Message

GROUP: Final = "tefuda.workshops"


class Trial:
    """One ability, tried once: which, and the log lines by language."""

    def __init__(
        self,
        ability: int,
        when: str,
        position: dict[str, Any],
        actions: list[str],
        events: list[Any],
        lasting: bool = False,
        done: bool = True,
    ) -> None:
        self.ability = ability
        self.when = when
        self.position = position
        self.actions = actions
        self.events = events
        self.lasting = lasting
        """Whether it simply holds, so that how the table stands says all."""
        self.done = done
        """Whether the ability was set off."""


class Workshop:
    """The cards and decks of one game, and what can be done with them."""

    def __init__(self, game: str, schema: CardSchema, deck_size: int, copies: int, own_cards: str) -> None:
        self.game = game
        self.card_schema = schema
        self.deck_size = deck_size
        self.copies = copies
        self.own_cards = own_cards
        """The environment variable that names somebody's own card files."""

    def types(self) -> list[str]:
        """What a card can be."""
        kind = next(field.type for field in self.card_schema.fields if field.name == "type")
        assert isinstance(kind, EnumType)
        return kind.choices

    def cards(self) -> dict[str, CardDefinition]:
        """All cards in use, by id."""
        raise NotImplementedError

    def decks(self) -> dict[str, Deck]:
        """The decks that ship, by id."""
        raise NotImplementedError

    def deck_value(self, deck: Deck) -> str:
        """A deck as the game's option takes it."""
        raise NotImplementedError

    def puzzles(self) -> list[Path]:
        """The puzzles that ship."""
        return []

    def telling(self, cards: dict[str, CardDefinition]) -> AbstractContextManager[None]:
        """While these cards are told of, they can name each other; nothing else is changed by it."""
        raise NotImplementedError

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Put other cards over those that ship, for this process."""
        raise NotImplementedError

    def text(self, card: CardDefinition, language: str) -> list[str]:
        """A card's text as players see it."""
        raise NotImplementedError

    def ability_texts(self, card: CardDefinition, language: str) -> list[str]:
        """What the abilities say, one by one, whatever the author wrote."""
        raise NotImplementedError

    def helpers(self) -> list[CardDefinition]:
        """The cards that trials bring along."""
        return []

    def facts(self, card: CardDefinition, language: str) -> str:
        """The line under a card's name: type, tags, stats."""
        raise NotImplementedError

    def flavor(self, card: CardDefinition, language: str) -> str:
        raise NotImplementedError

    def printed(self, card: CardDefinition) -> dict[str, Any]:
        """What stands on a card besides its name and text, in plain JSON types."""
        raise NotImplementedError

    def face(self, card: CardDefinition) -> CardFace:
        """A card as galleries and tables show it."""
        flavor = {language: self.flavor(card, language) for language in LANGUAGES}
        facts = {
            "line": {language: self.facts(card, language) for language in LANGUAGES},
            "flavor": flavor if flavor["en"] else None,
            **self.printed(card),
        }
        text = Message(card.id, "\n".join(self.text(card, "en")), "\n".join(self.text(card, "ja")))
        return CardFace(card.id, Message(card.id, card.name("en"), card.name("ja")), text, facts)

    def faces(self) -> list[CardFace]:
        """All cards in use, as a gallery shows them."""
        return [self.face(card) for card in self.cards().values()]

    def yaml(self, card: CardDefinition) -> str:
        """The card as a file in our own style."""
        raise NotImplementedError

    def starter(self, type_: str, language: str) -> str:
        """A commented file to begin a card of this type with."""
        raise NotImplementedError

    def trials(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[Trial]:
        """Every ability of a card, played once."""
        raise NotImplementedError

    def table_for(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        """A position with the card in the hand, whatever it can do."""
        raise NotImplementedError

    def standing(self, event: dict[str, Any], language: str) -> str:
        """How the table stands after a trial, in a line."""
        raise NotImplementedError

    def goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """What a puzzle is about, in a sentence: how its solution wins."""
        raise NotImplementedError

    def card_loader(self) -> CardLoader:
        """An empty shelf whose cards may name those that ship."""
        return CardLoader(self.card_schema, self.cards().values())


def workshop_games() -> list[str]:
    """The games whose cards are written by authors."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


def find_workshop(game: str) -> Workshop:
    """The workshop of a game; raises `InvalidInput` where its cards are not written by authors."""
    find_game(game)
    for entry in entry_points(group=GROUP):
        if entry.name == game:
            found = entry.load()
            assert isinstance(found, Workshop), f"{entry.value} is no Workshop"
            return found
    listed = ", ".join(workshop_games())
    en, ja = (
        f"{game} has no card files; games with some: {listed}.",
        f"{game} にカードファイルはありません（{listed}）。",
    )
    raise invalid_input("no_workshop", en, ja)

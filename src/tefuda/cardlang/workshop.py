"""Tools for card authors, for games that use the card language.

A game provides its workshop in the entry point group `tefuda.workshops`. The commands for authors use only this.
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

ENTRY_POINT_GROUP: Final = "tefuda.workshops"


class AbilityDemo:
    """One ability played once: position, actions and events."""

    def __init__(
        self,
        ability: int,
        when: str,
        position: dict[str, Any],
        actions: list[str],
        events: list[Any],
        continuous: bool = False,
        triggered: bool = True,
    ) -> None:
        self.ability = ability
        self.when = when
        self.position = position
        self.actions = actions
        self.events = events
        self.continuous = continuous
        """Whether the ability is continuous. The final position then shows its effect."""
        self.triggered = triggered
        """Whether the ability was triggered."""


class Workshop:
    """Cards and decks of one game, with tools for authors."""

    def __init__(self, game: str, schema: CardSchema, deck_size: int, copies: int, cards_variable: str) -> None:
        self.game = game
        self.card_schema = schema
        self.deck_size = deck_size
        self.copies = copies
        self.cards_variable = cards_variable
        """The environment variable with the path of the user's own cards."""

    def types(self) -> list[str]:
        """Return the card types."""
        kind = next(field.type for field in self.card_schema.fields if field.name == "type")
        assert isinstance(kind, EnumType)
        return kind.choices

    def cards(self) -> dict[str, CardDefinition]:
        """Return the cards in use by id."""
        raise NotImplementedError

    def decks(self) -> dict[str, Deck]:
        """Return the bundled decks by id."""
        raise NotImplementedError

    def deck_value(self, deck: Deck) -> str:
        """Return a deck as a value of the game's deck option."""
        raise NotImplementedError

    def puzzles(self) -> list[Path]:
        """Return the bundled puzzles."""
        return []

    def extra_cards(self, cards: dict[str, CardDefinition]) -> AbstractContextManager[None]:
        """Let these cards refer to each other by name inside a `with` block."""
        raise NotImplementedError

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Use these cards in place of the bundled ones in this process."""
        raise NotImplementedError

    def text(self, card: CardDefinition, language: str) -> list[str]:
        """Return the text of a card as players see it."""
        raise NotImplementedError

    def ability_texts(self, card: CardDefinition, language: str) -> list[str]:
        """Return the generated text of each ability."""
        raise NotImplementedError

    def helper_cards(self) -> list[CardDefinition]:
        """Return the helper cards of ability demos."""
        return []

    def facts_line(self, card: CardDefinition, language: str) -> str:
        """Return the line below a card's name: type, tags, stats."""
        raise NotImplementedError

    def flavor(self, card: CardDefinition, language: str) -> str:
        raise NotImplementedError

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        """Return the printed values of a card except name and text, as JSON types."""
        raise NotImplementedError

    def face(self, card: CardDefinition) -> CardFace:
        """Return a card as galleries and tables show it."""
        flavor = {language: self.flavor(card, language) for language in LANGUAGES}
        facts = {
            "line": {language: self.facts_line(card, language) for language in LANGUAGES},
            "flavor": flavor if flavor["en"] else None,
            **self.printed_values(card),
        }
        text = Message(card.id, "\n".join(self.text(card, "en")), "\n".join(self.text(card, "ja")))
        return CardFace(card.id, Message(card.id, card.name("en"), card.name("ja")), text, facts)

    def faces(self) -> list[CardFace]:
        """Return all cards in use as a gallery shows them."""
        return [self.face(card) for card in self.cards().values()]

    def to_yaml(self, card: CardDefinition) -> str:
        """Return the card as YAML."""
        raise NotImplementedError

    def starter_file(self, type_: str, language: str) -> str:
        """Return a commented template for a card of this type."""
        raise NotImplementedError

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        """Play every ability of a card once."""
        raise NotImplementedError

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        """Return a position with the card in hand."""
        raise NotImplementedError

    def board_summary(self, event: dict[str, Any], language: str) -> str:
        """Return the board after an ability demo in one line."""
        raise NotImplementedError

    def puzzle_goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """Return the goal of a puzzle as a sentence."""
        raise NotImplementedError

    def card_loader(self) -> CardLoader:
        """Return a loader whose cards may refer to the cards in use."""
        return CardLoader(self.card_schema, self.cards().values())


def workshop_games() -> list[str]:
    """Return the games with card files."""
    return sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))


def find_workshop(game: str) -> Workshop:
    """Return the workshop of a game. Raises `InvalidInput` if the game has no card files."""
    find_game(game)
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name == game:
            found = entry.load()
            assert isinstance(found, Workshop), f"{entry.value} is no Workshop"
            return found
    listed = ", ".join(workshop_games())
    en, ja = (
        f"{game} has no card files. Games with card files: {listed}.",
        f"{game} にカードファイルはありません（{listed}）。",
    )
    raise invalid_input("no_workshop", en, ja)

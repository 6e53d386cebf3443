"""Tools for card authors, for games that use the card language.

A game provides its workshop in the entry point group `tefuda.workshops`. The commands for authors use only this.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.card_text import activated_texts, card_text, write_card
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.deck_option import format_deck_line
from tefuda.cardlang.field_types import EnumType
from tefuda.cardlang.library import Library
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.cards import CardFace
from tefuda.core.errors import invalid_input
from tefuda.core.registry import find_game
from tefuda.core.text import LANGUAGES, Message, both

ENTRY_POINT_GROUP: Final = "tefuda.workshops"


@dataclass
class AbilityDemo:
    """One ability played once: position, actions, events and the view at the end."""

    ability: int
    when: str
    position: dict[str, Any]
    actions: list[str]
    events: list[Any]
    view: dict[str, Any]
    continuous: bool = False
    """Whether the ability is continuous. The view then shows its effect."""
    triggered: bool = True
    """Whether the ability was triggered."""


@dataclass
class Starter:
    """The content of a card template: lines of keys, then an ability unless `when` is empty."""

    keys: list[str]
    when: str = ""
    steps: list[str] = field(default_factory=list)
    condition: str = ""


class Workshop:
    """Cards and decks of one game, with tools for authors."""

    def __init__(
        self,
        library: Library[Any],
        deck_size: int,
        copies: int,
        type_words: Mapping[str, Message],
        starters: Mapping[str, Starter],
    ) -> None:
        """`type_words` are the names of the card types, `starters` the contents of the templates by type."""
        self.game = library.game
        self.library = library
        self.card_schema = library.card_schema()
        self.deck_size = deck_size
        self.copies = copies
        self.type_words = type_words
        self.starters = starters

    # Cards and decks

    def types(self) -> list[str]:
        """Return the card types."""
        kind = next(field.type for field in self.card_schema.fields if field.name == "type")
        assert isinstance(kind, EnumType)
        return kind.choices

    def cards(self) -> dict[str, CardDefinition]:
        """Return the cards in use by id."""
        return dict(self.library.cards())

    def decks(self) -> dict[str, Deck]:
        """Return the bundled decks by id."""
        return self.library.decks

    def deck_limits(self, options: Mapping[str, Any]) -> tuple[int, int]:
        """Return deck size and maximum copies under these options of the game."""
        values = find_game(self.game).option_values(options)
        return values.get("deck_size", self.deck_size), values.get("copies", self.copies)

    def read_deck(self, path: Path, options: Mapping[str, Any]) -> Deck:
        """Load a deck file and check it against the options. Raises `InvalidFile`."""
        return read_deck(path, self.cards(), *self.deck_limits(options))

    def deck_value(self, deck: Deck) -> str:
        """Return a deck as a value of the game's deck option."""
        return format_deck_line(deck)

    def puzzles(self) -> list[Path]:
        """Return the bundled puzzles."""
        return []

    def extra_cards(self, cards: dict[str, CardDefinition]) -> AbstractContextManager[None]:
        """Let these cards refer to each other by name inside a `with` block."""
        known = self.library.card_class
        return self.library.extra_cards({name: card for name, card in cards.items() if isinstance(card, known)})

    def use(self, cards: dict[str, CardDefinition]) -> None:
        """Use these cards in place of the bundled ones in this process."""
        self.library.use(cards)

    def card_loader(self) -> CardLoader:
        """Return a loader whose cards may refer to the cards in use."""
        return self.library.card_loader(self.cards())

    # Texts

    def text(self, card: CardDefinition, language: str) -> list[str]:
        """Return the text of a card as players see it."""
        return card_text(self.card_schema, card, language)

    def ability_texts(self, card: CardDefinition, language: str) -> list[str]:
        """Return the generated text of each ability."""
        return [self.card_schema.describe(ability, language) for ability in card.parsed["abilities"]]

    def flavor(self, card: CardDefinition, language: str) -> str:
        """Return the flavor text of a card, or an empty text."""
        flavor: Message | None = card.parsed["values"]["flavor"]
        return "" if flavor is None else flavor.text(language)

    def facts_line(self, card: CardDefinition, language: str) -> str:
        """Return the line below a card's name: type, tags, stats."""
        raise NotImplementedError

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        """Return the printed values of a card except name and text, as JSON types."""
        return {"type": card.type, "type_name": both(self.type_words[card.type])}

    def face(self, card: CardDefinition) -> CardFace:
        """Return a card as galleries and tables show it."""
        flavor = {language: self.flavor(card, language) for language in LANGUAGES}
        uses = [activated_texts(self.card_schema, card, language) for language in LANGUAGES]
        facts = {
            "line": {language: self.facts_line(card, language) for language in LANGUAGES},
            "flavor": flavor if flavor["en"] else None,
            "uses": [{"en": en, "ja": ja} for en, ja in zip(*uses, strict=True)],
            **self.printed_values(card),
        }
        text = Message(card.id, "\n".join(self.text(card, "en")), "\n".join(self.text(card, "ja")))
        return CardFace(card.id, Message(card.id, card.name("en"), card.name("ja")), text, facts)

    def faces(self) -> list[CardFace]:
        """Return all cards in use as a gallery shows them."""
        return [self.face(card) for card in self.cards().values()]

    # Card files

    def to_yaml(self, card: CardDefinition) -> str:
        """Return the card as YAML."""
        return write_card(self.card_schema, card)

    def starter_file(self, type_: str, language: str) -> str:
        """Return a commented template for a card of this type."""
        starter = self.starters[type_]
        ja = language == "ja"
        lines = [
            f"# {'新しいカード' if ja else 'A new card'}: {self.type_words[type_].text(language)}",
            f"id: my_{type_}            # {'文字・数字・_・-、重複不可' if ja else 'letters, digits, _ and -; unique'}",
            "name: { en: New Card, ja: 新しいカード }",
            f"type: {type_}",
            *starter.keys,
        ]
        if starter.when:
            triggers = ", ".join(term.name for term in self.card_schema.vocabulary.triggers)
            lines += [
                "abilities:",
                f"  - when: {starter.when}            # {triggers}",
                f'    # condition: "{starter.condition}"   # {"省略可" if ja else "optional"}',
                "    effect:",
                *(f"      - {step}" for step in starter.steps),
            ]
        lines.append("# テキストは能力から自動生成されます。" if ja else "# The text is generated from the abilities.")
        return "\n".join(lines) + "\n"

    # Demos and puzzles

    def helper_cards(self) -> list[CardDefinition]:
        """Return the helper cards of ability demos."""
        return []

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        """Play every ability of a card once."""
        raise NotImplementedError

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        """Return a position with the card in hand."""
        raise NotImplementedError

    def board_summary(self, view: dict[str, Any], language: str) -> str:
        """Return the board after an ability demo in one line."""
        raise NotImplementedError

    def warnings(self, card: CardDefinition) -> list[Message]:
        """Return what an author should know about a valid card."""
        return []

    def puzzle_goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """Return the goal of a puzzle as a sentence."""
        raise NotImplementedError


def workshop_games() -> list[str]:
    """Return the games with card files."""
    return sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))


def find_workshop(game: str) -> Workshop:
    """Return the workshop of a game. Raises `InvalidInput` if the game has no card files."""
    find_game(game)
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name == game:
            found = entry.load()
            assert isinstance(found, Workshop), f"{entry.value} is not a Workshop"
            return found
    listed = ", ".join(workshop_games())
    en, ja = (
        f"{game} has no card files. Games with card files: {listed}.",
        f"{game} にカードファイルはありません（{listed}）。",
    )
    raise invalid_input("no_workshop", en, ja)

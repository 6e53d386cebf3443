"""What all games with card files share: decks as options, digests of cards, texts that know custom cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from typing_extensions import override

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.library import Library
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.cards import CardFace
from tefuda.core.errors import Problem
from tefuda.core.game import Game
from tefuda.core.game_parts import Goal, Texts
from tefuda.core.state import State
from tefuda.core.text import Message


@dataclass
class Sentences:
    """The functions of a game that return sentences about a state or an event."""

    describe: Callable[[Any, int, str], str]
    why_illegal: Callable[[Any, int], Message]
    prompt: Callable[[Any], Message | None]
    event_text: Callable[[dict[str, Any], str], str]
    labels: Callable[[], dict[str, Message]]
    goals: Callable[[Any], list[Goal]] = lambda _: []


class CardTexts(Texts):
    """Texts of a game with card files. The custom cards of a match are known by name while a text is made."""

    def __init__(self, game: "CardGame", sentences: Sentences, blurb: Message) -> None:
        super().__init__(game)
        self.library = game.library
        self.sentences = sentences
        self.summary = blurb

    @override
    def describe(self, state: State, action: int, language: str) -> str:
        with self.library.extra_cards(custom_cards(state)):
            return self.sentences.describe(state, action, language)

    @override
    def why_illegal(self, state: State, action: int) -> Message:
        with self.library.extra_cards(custom_cards(state)):
            return self.sentences.why_illegal(state, action)

    @override
    def prompt(self, state: State) -> Message | None:
        with self.library.extra_cards(custom_cards(state)):
            return self.sentences.prompt(state)

    @override
    def goals(self, state: State) -> list[Goal]:
        with self.library.extra_cards(custom_cards(state)):
            return self.sentences.goals(state)

    @override
    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        with self.library.extra_cards({} if state is None else custom_cards(state)):
            return self.sentences.event_text(event, language)

    @override
    def labels(self) -> dict[str, Message]:
        triggers = {term.name: term.label for term in self.library.card_schema().vocabulary.triggers}
        return {**triggers, **self.sentences.labels()}

    @override
    def cards(self) -> list[CardFace]:
        return find_workshop(self.game.id).faces()

    @override
    def blurb(self) -> Message:
        return self.summary

    @override
    def picture(self) -> str:
        return (self.library.folder / "picture.svg").read_text("utf-8")

    @override
    def tutorial(self) -> str:
        return (self.library.folder / "tutorials" / "first-game.yaml").read_text("utf-8")

    @override
    def how_to_play(self) -> str:
        return (self.library.folder / "tutorials" / "how-to-play.yaml").read_text("utf-8")


def custom_cards(state: Any) -> dict[str, Any]:
    """Return the custom cards of a match by id."""
    found: dict[str, Any] = state.pool.custom_cards
    return found


class CardGame(Game):
    """A game with card files."""

    library: ClassVar[Library[Any]]
    decks: ClassVar[list[DeckOption]]
    """The options that select decks."""

    @override
    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """Check the decks against deck size and copies."""
        problems = Problems()
        for deck in self.decks:
            deck.check_deck(problems, values[deck.name], values["deck_size"], values["copies"])
        return problems.items

    @override
    def card_digests(self, state: Any) -> dict[str, str]:
        return {card.id: card_digest(self.library.card_schema(), card).hex() for card in state.pool.cards}

    def with_options(self, written: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
        """Return a position with the options that differ from their defaults. Decks are in its zones."""
        changed = self.changed_options({**{option.name: option.default for option in self.options}, **values})
        return {**written, "options": changed} if changed else written

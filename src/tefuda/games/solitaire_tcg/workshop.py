"""Tools for authors of Solitaire TCG cards."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.card_text import ability_text, card_text, write_card
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.deck_option import format_deck_line
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Workshop
from tefuda.core.registry import find_game
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.games.solitaire_tcg import ability_demo, catalogue, notation
from tefuda.games.solitaire_tcg.language import operation_text
from tefuda.games.solitaire_tcg.language.card_facts import facts_line, host_words, plain_name, thing_details
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

STARTERS: Final = {
    "monster": ("stats: { atk: 2, hp: 3 }", "on_enter", "{ op: draw, count: 1 }"),
    "spell": ("", "on_play", "{ op: discard, count: 1 }\n      - { op: draw, count: 2 }"),
    "equip": ("equip: { valid_targets: [monster] }", "static", "{ op: modify_stat, target: attached, atk: 2 }"),
    "artifact": ("", "activated", "{ op: counter, name: tick }\n      - { op: draw }"),
    "field": ("field: { unique: true }", "on_destroy", "{ op: search, from: deck, to: hand, filter: { type: field } }"),
}
"""By type: keys, `when` and steps of the template."""


class SolitaireWorkshop(Workshop):
    """Cards, decks and puzzles of Solitaire TCG."""

    def __init__(self) -> None:
        super().__init__("solitaire-tcg", card_schema(), 40, 4, catalogue.LIBRARY.cards_variable)

    def cards(self) -> dict[str, CardDefinition]:
        return dict(catalogue.catalogue())

    def decks(self) -> dict[str, Deck]:
        return catalogue.decks()

    def deck_value(self, deck: Deck) -> str:
        return format_deck_line(deck)

    def puzzles(self) -> list[Path]:
        return sorted(catalogue.PUZZLES.glob("*.yaml"))

    def extra_cards(self, cards: dict[str, CardDefinition]) -> AbstractContextManager[None]:
        return catalogue.LIBRARY.extra_cards({name: card for name, card in cards.items() if isinstance(card, Card)})

    def use(self, cards: dict[str, CardDefinition]) -> None:
        catalogue.LIBRARY.use(cards)

    def text(self, card: CardDefinition, language: str) -> list[str]:
        assert isinstance(card, Card)
        return card_text(card_schema(), card, language)

    def ability_texts(self, card: CardDefinition, language: str) -> list[str]:
        assert isinstance(card, Card)
        return [ability_text(card_schema(), ability, language) for ability in card.parsed["abilities"]]

    def helper_cards(self) -> list[CardDefinition]:
        return ability_demo.helper_cards()

    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    def flavor(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        flavor: Message | None = card.parsed["values"]["flavor"]
        return "" if flavor is None else flavor.text(language)

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        hosts = {language: ", ".join(host_words(card, language)) for language in LANGUAGES}
        tags = [
            {"id": tag, **{language: operation_text.tag_text(tag, language) for language in LANGUAGES}}
            for tag in card.tags
        ]
        return {
            "type": card.type,
            "type_name": both(operation_text.TYPE_WORDS[card.type]),
            "tags": tags,
            "atk": card.atk if card.type == "monster" else None,
            "hp": card.hp if card.type == "monster" else None,
            "hosts": hosts if card.hosts else None,
            "unique": card.unique,
        }

    def to_yaml(self, card: CardDefinition) -> str:
        assert isinstance(card, Card)
        return write_card(card_schema(), card)

    def starter_file(self, type_: str, language: str) -> str:
        block, when, steps = STARTERS[type_]
        ja = language == "ja"
        lines = [
            f"# {'新しいカード' if ja else 'A new card'}: {operation_text.TYPE_WORDS[type_].text(language)}",
            f"id: my_{type_}            # {'a-z 0-9 _、重複不可' if ja else 'a-z 0-9 _, no other card has it'}",
            "name: { en: New Card, ja: 新しいカード }",
            f"type: {type_}",
            f"tags: [echo]              # {'フィルターで使う語' if ja else 'words that filters can ask for'}",
            *([block] if block else []),
            "abilities:",
            f"  - when: {when}            # {', '.join(term.name for term in card_schema().vocabulary.triggers)}",
            f'    # condition: "hand.count >= 1"   # {"省略可" if ja else "optional"}',
            "    effect:",
            f"      - {steps}",
            f"# {'テキストは自動生成' if ja else 'The text is made from the abilities'}: tefuda cards show --path FILE",
        ]
        return "\n".join(lines) + "\n"

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, "on_play", cards)[0]

    def board_summary(self, event: dict[str, Any], language: str) -> str:
        things = [f"{plain_name(thing['card'], language)}{thing_details(thing, language)}" for thing in event["board"]]
        return f"{operation_text.ZONE_WORDS['board'].text(language)}: {', '.join(things)}"

    def puzzle_goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """Return the goal: to win with the card that wins at the end of the line."""
        state = find_game(self.game).at(position)
        assert isinstance(state, SolitaireState)
        for text in line:
            state.play(notation.parse_action(state, text))
        card = next(card for card in state.pool.cards if card.id == state.reason)
        return Message("goal", f"Win this turn with {card.en}.", f"このターン中に《{card.ja}》で勝利せよ。")


WORKSHOP = SolitaireWorkshop()

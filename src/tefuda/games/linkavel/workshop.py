"""Tools for authors of LinkaVel cards."""

from contextlib import AbstractContextManager
from typing import Any, Final

from tefuda.cardlang.card_text import ability_text, card_text, write_card
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.deck_option import format_deck_line
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Workshop
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.games.linkavel import ability_demo
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language import operation_text
from tefuda.games.linkavel.language.card_facts import cost_words, facts_line, plain_name
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.values import factions
from tefuda.games.linkavel.rules.model import Card

MONSTER_KEYS: Final = "faction: ember\nattribute: fire\nlevel: 2\ncost: { count: 1, level: 1 }\npower: "
STARTERS: Final = {
    "normal_monster": (f"{MONSTER_KEYS}1200", "", ""),
    "effect_monster": (f"{MONSTER_KEYS}1000", "on_summon", "{ op: damage, amount: 200 }"),
    "normal_magic": ("faction: ember", "play", "{ op: destroy, filter: { max_power: 1000 } }"),
    "permanent_magic": (
        "faction: ember",
        "continuous",
        "{ op: power, target: all, filter: { faction: ember }, amount: 200 }",
    ),
}
"""By type: keys, `when` and steps of the template."""


class LinkaVelWorkshop(Workshop):
    """Cards and decks of LinkaVel."""

    def __init__(self) -> None:
        super().__init__("linkavel", card_schema(), 30, 3, LIBRARY.cards_variable)

    def cards(self) -> dict[str, CardDefinition]:
        return dict(LIBRARY.cards())

    def decks(self) -> dict[str, Deck]:
        return LIBRARY.decks

    def deck_value(self, deck: Deck) -> str:
        return format_deck_line(deck)

    def extra_cards(self, cards: dict[str, CardDefinition]) -> AbstractContextManager[None]:
        return LIBRARY.extra_cards({name: card for name, card in cards.items() if isinstance(card, Card)})

    def use(self, cards: dict[str, CardDefinition]) -> None:
        LIBRARY.use(cards)

    def text(self, card: CardDefinition, language: str) -> list[str]:
        return card_text(card_schema(), card, language)

    def ability_texts(self, card: CardDefinition, language: str) -> list[str]:
        return [ability_text(card_schema(), ability, language) for ability in card.parsed["abilities"]]

    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    def flavor(self, card: CardDefinition, language: str) -> str:
        flavor: Message | None = card.parsed["values"]["flavor"]
        return "" if flavor is None else flavor.text(language)

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        values = card.parsed["values"]
        attribute, faction = values["attribute"], values["faction"]
        cost = {language: cost_words(card, language) for language in LANGUAGES}
        return {
            "type": card.type,
            "type_name": both(operation_text.TYPE_WORDS[card.type]),
            "attribute": attribute,
            "attribute_name": both(operation_text.ATTRIBUTE_WORDS[attribute]) if attribute else None,
            "faction": faction,
            "faction_name": both(factions()[faction]) if faction else None,
            "level": card.level if card.is_monster else None,
            "cost": cost if card.cost_count else None,
            "power": card.power if card.is_monster else None,
        }

    def to_yaml(self, card: CardDefinition) -> str:
        return write_card(card_schema(), card)

    def starter_file(self, type_: str, language: str) -> str:
        block, when, steps = STARTERS[type_]
        ja = language == "ja"
        lines = [
            f"# {'新しいカード' if ja else 'A new card'}: {operation_text.TYPE_WORDS[type_].text(language)}",
            f"id: my_{type_}            # {'a-z 0-9 _、重複不可' if ja else 'a-z 0-9 _, no other card has it'}",
            "name: { en: New Card, ja: 新しいカード }",
            f"type: {type_}",
            block,
        ]
        if when:
            lines += [
                "abilities:",
                f"  - when: {when}            # {', '.join(term.name for term in card_schema().vocabulary.triggers)}",
                f'    # condition: "own.lp < 2000"   # {"省略可" if ja else "optional"}',
                "    effect:",
                f"      - {steps}",
            ]
        made = "テキストは自動生成" if ja else "The text is made from the abilities"
        lines.append(f"# {made}: tefuda cards show --game linkavel --path FILE")
        return "\n".join(lines) + "\n"

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, cards, 1)

    def board_summary(self, event: dict[str, Any], language: str) -> str:
        things = [thing for thing in event["one"]["monsters"] if thing is not None]
        shown = [f"{plain_name(thing['card'], language)} {thing['power']}" for thing in things]
        return f"{operation_text.ZONE_WORDS['monsters'].text(language)}: {', '.join(shown)}"


WORKSHOP = LinkaVelWorkshop()

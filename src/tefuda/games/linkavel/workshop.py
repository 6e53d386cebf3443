"""Tools for authors of LinkaVel cards."""

from typing import Any, Final

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Starter, Workshop
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.games.linkavel import ability_demo
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_facts import cost_words, facts_line, plain_name
from tefuda.games.linkavel.language.operation_text import ATTRIBUTE_WORDS, TYPE_WORDS, ZONE_WORDS
from tefuda.games.linkavel.language.values import factions
from tefuda.games.linkavel.rules.model import Card

STARTER_MONSTER_KEYS: Final = ["faction: ember", "attribute: fire", "level: 2", "cost: { count: 1, level: 1 }"]
CONDITION: Final = "own.lp < 2000"
STARTERS: Final = {
    "normal_monster": Starter([*STARTER_MONSTER_KEYS, "power: 1200"]),
    "effect_monster": Starter(
        [*STARTER_MONSTER_KEYS, "power: 1000"], "on_summon", ["{ op: damage, amount: 200 }"], CONDITION
    ),
    "normal_magic": Starter(["faction: ember"], "play", ["{ op: destroy, filter: { max_power: 1000 } }"], CONDITION),
    "permanent_magic": Starter(
        ["faction: ember"],
        "continuous",
        ["{ op: power, target: all, filter: { faction: ember }, amount: 200 }"],
        CONDITION,
    ),
}


class LinkaVelWorkshop(Workshop):
    """Cards and decks of LinkaVel."""

    def __init__(self) -> None:
        super().__init__("linkavel", LIBRARY, 30, 3)

    def type_name(self, type_: str) -> Message:
        return TYPE_WORDS[type_]

    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        values = card.parsed["values"]
        attribute, faction = values["attribute"], values["faction"]
        cost = {language: cost_words(card, language) for language in LANGUAGES}
        return {
            "type": card.type,
            "type_name": both(TYPE_WORDS[card.type]),
            "attribute": attribute,
            "attribute_name": both(ATTRIBUTE_WORDS[attribute]) if attribute else None,
            "faction": faction,
            "faction_name": both(factions()[faction]) if faction else None,
            "level": card.level if card.is_monster else None,
            "cost": cost if card.cost_count else None,
            "power": card.power if card.is_monster else None,
        }

    def starter(self, type_: str) -> Starter:
        return STARTERS[type_]

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, cards, 1)

    def board_summary(self, event: dict[str, Any], language: str) -> str:
        monsters = [monster for monster in event["one"]["monsters"] if monster is not None]
        shown = [f"{plain_name(monster['card'], language)} {monster['power']}" for monster in monsters]
        return f"{ZONE_WORDS['monsters'].text(language)}: {', '.join(shown)}"


WORKSHOP = LinkaVelWorkshop()

"""Tools for authors of LinkaVel cards."""

from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Starter, Workshop
from tefuda.core.text import LANGUAGES, both
from tefuda.games.linkavel import ability_demo
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_facts import cost_words, effect_classes, facts_line
from tefuda.games.linkavel.language.nouns import ATTRIBUTE_WORDS, TYPE_WORDS, ZONE_WORDS
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
        super().__init__(LIBRARY, 30, 3, TYPE_WORDS, STARTERS)

    @override
    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    @override
    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        values = card.parsed["values"]
        attribute, faction = values["attribute"], values["faction"]
        cost = {language: cost_words(card, language) for language in LANGUAGES}
        return {
            **super().printed_values(card),
            "attribute": attribute,
            "attribute_name": both(ATTRIBUTE_WORDS[attribute]) if attribute else None,
            "faction": faction,
            "faction_name": both(factions()[faction]) if faction else None,
            "classes": effect_classes(card),
            "level": card.level if card.is_monster else None,
            "cost": cost if card.cost else None,
            "power": card.power if card.is_monster else None,
        }

    @override
    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    @override
    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, cards, 1)

    @override
    def board_summary(self, view: dict[str, Any], language: str) -> str:
        monsters = [monster for monster in view["one"]["monsters"] if monster is not None]
        shown = [f"{LIBRARY.plain_name(monster['card'], language)} {monster['power']}" for monster in monsters]
        return f"{ZONE_WORDS['monsters'].text(language)}: {', '.join(shown)}"


WORKSHOP = LinkaVelWorkshop()

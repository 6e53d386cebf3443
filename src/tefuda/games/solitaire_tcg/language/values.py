"""Field types of Solitaire TCG that several words of the language share."""

from typing import Any, Final

from tefuda.cardlang.field_types import EnumType, Field, IntegerType, TextType
from tefuda.cardlang.tree import Filter
from tefuda.cardlang.vocabulary import (
    ExpressionType,
    FilterType,
    Vocabulary,
)
from tefuda.games.solitaire_tcg.rules.codes import ZONES

SUGGESTIONS: Final = {
    "domain": "field",
    "set_domain": "set_field",
    "terrain": "field",
    "graveyard": "grave",
    "trash": "grave",
    "cemetery": "grave",
    "exile": "banish",
    "removed": "banish",
    "library": "deck",
    "battlefield": "board",
    "creature": "monster",
    "unit": "monster",
    "magic": "spell",
    "sorcery": "spell",
    "equipment": "equip",
    "onplay": "on_play",
    "on_summon": "on_enter",
    "on_death": "on_destroy",
    "continuous": "static",
    "passive": "static",
    "activate": "activated",
    "sacrifice": "destroy",
    "tutor": "search",
    "buff": "modify_stat",
    "equip_self": "equip_to",
    "graveyard.count": "grave.count",
    "spells_cast": "spells_cast_this_turn",
}
SUGGESTIONS.update({f"{zone}.{word}": f"{zone}.count" for zone in ZONES for word in ("size", "length", "number")})
TAG_TYPE: Final = TextType(r"[^\x00-\x1f\x7f\"']+", "a word", "語", 40)
COUNT_TYPE: Final = IntegerType(1, 99)
CHANGE_TYPE: Final = IntegerType(-99, 99)


def zone_word(choices: list[str]) -> EnumType:
    return EnumType("zone", "ゾーン", choices, SUGGESTIONS)


def target_word(choices: list[str]) -> EnumType:
    return EnumType("target", "対象", choices, SUGGESTIONS)


def code_of(names: list[str], name: str | None, default: int = 0) -> int:
    return default if name is None else names.index(name)


def filter_of(selected: Any) -> Filter | None:
    found: Filter | None = None if selected is None else selected.filter
    return found


def load_vocabulary() -> Vocabulary:
    """Return the vocabulary. It is imported here, because it uses this module."""
    from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary

    return vocabulary()


FILTER_TYPE: Final = FilterType(load_vocabulary)
CONDITION_TYPE: Final = ExpressionType(load_vocabulary)


def filter_field(required: bool = False) -> Field:
    return Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。", required=required)


def count_field(en: str = "Number of cards.", ja: str = "枚数。") -> Field:
    return Field("count", COUNT_TYPE, en, ja, 1)


def target_field(choices: list[str]) -> Field:
    return Field("target", target_word(choices), "The target.", "対象。", choices[0])

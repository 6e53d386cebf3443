"""What the values in card files of Solitaire TCG may be, as far as several words of the language share it."""

from typing import Any, Final

from tefuda.cardlang.field_types import EnumType, Field, FieldType, IntegerType, TextType
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
ID: Final = TextType(r"[a-z0-9_]+", "an id of a-z, 0-9 and _", "a-z 0-9 _ だけの id ", 40)
TAG: Final = TextType(r"[^\x00-\x1f\x7f\"']+", "a word", "語", 40)
COUNT: Final = IntegerType(1, 99)
CHANGE: Final = IntegerType(-99, 99)


def zone_word(choices: list[str]) -> EnumType:
    return EnumType("zone", "ゾーン", choices, SUGGESTIONS)


def target_word(choices: list[str]) -> EnumType:
    return EnumType("target", "対象", choices, SUGGESTIONS)


def code(names: list[str], name: str | None, default: int = 0) -> int:
    return default if name is None else names.index(name)


def plain(selected: Any) -> Filter | None:
    found: Filter | None = None if selected is None else selected.filter
    return found


def the_vocabulary() -> Vocabulary:
    """The whole vocabulary, which is made of what stands here."""
    from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary

    return vocabulary()


FILTER: Final = FilterType(the_vocabulary)
EXPR: Final = ExpressionType(the_vocabulary)


def a(name: str, kind: FieldType, en: str, ja: str, default: Any = None, required: bool = False) -> Field:
    return Field(name, kind, en, ja, default=default, required=required)


def filter_field(required: bool = False) -> Field:
    return a("filter", FILTER, "Only cards that fit.", "当てはまるカードだけ。", required=required)


def count_field(en: str = "How many.", ja: str = "枚数。") -> Field:
    return a("count", COUNT, en, ja, 1)


def target_field(choices: list[str]) -> Field:
    return a("target", target_word(choices), "What it is done to.", "対象。", choices[0])

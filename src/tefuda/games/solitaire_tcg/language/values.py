"""Field types of Solitaire TCG that several words of the language share."""

from typing import Any, Final

from tefuda.cardlang.field_types import EnumType, IntegerType, TextType
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.tree import MAX_VALUE
from tefuda.cardlang.vocabulary import ExpressionType, FilterType, Vocabulary, suggestions
from tefuda.games.solitaire_tcg.rules.codes import ZONES

Arguments = dict[str, Any]
"""Arguments of a step."""
SUGGESTIONS: Final = suggestions(
    {
        "field": "domain terrain",
        "set_field": "set_domain",
        "grave": "graveyard trash cemetery",
        "banish": "exile removed",
        "deck": "library",
        "board": "battlefield",
        "monster": "creature unit",
        "spell": "magic sorcery",
        "equip": "equipment",
        "on_play": "onplay",
        "on_enter": "on_summon",
        "on_destroy": "on_death",
        "static": "continuous passive",
        "activated": "activate",
        "destroy": "sacrifice",
        "search": "tutor",
        "modify_stat": "buff",
        "equip_to": "equip_self",
        "grave.count": "graveyard.count",
        "spells_cast_this_turn": "spells_cast",
    }
)
SUGGESTIONS.update({f"{zone}.{word}": f"{zone}.count" for zone in ZONES for word in ("size", "length", "number")})
TAG_TYPE: Final = TextType(r"[^\x00-\x1f\x7f\"']+", "a word", "語", 40)
COUNT_TYPE: Final = IntegerType(1, 99)
CHANGE_TYPE: Final = IntegerType(-99, 99)
STAT_TYPE: Final = IntegerType(0, MAX_VALUE)
STAT_CHANGE_TYPE: Final = IntegerType(-MAX_VALUE, MAX_VALUE)


def load_vocabulary() -> Vocabulary:
    """Return the vocabulary. It is imported here, because it uses this module."""
    from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary

    return vocabulary()


FILTER_TYPE: Final = FilterType(load_vocabulary)
CONDITION_TYPE: Final = ExpressionType(load_vocabulary)


def filter_field(required: bool = False) -> Field:
    return Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。", required=required)


def zone_field(
    name: str, choices: list[str], en: str, ja: str, required: bool = False, optional: bool = False
) -> Field:
    """Return a field for a zone. The first choice is the default, unless it is required or optional."""
    default = None if required or optional else choices[0]
    return Field(name, EnumType("zone", "ゾーン", choices, SUGGESTIONS), en, ja, default, required)


def count_field() -> Field:
    return Field("count", COUNT_TYPE, "Number of cards.", "枚数。", 1)


def target_field(choices: list[str]) -> Field:
    return Field("target", EnumType("target", "対象", choices, SUGGESTIONS), "The target.", "対象。", choices[0])

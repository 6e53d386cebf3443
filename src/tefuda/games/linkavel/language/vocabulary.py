"""The vocabulary of LinkaVel cards. The rules are in `steps`, `pool_steps` and `references`."""

from functools import cache, partial
from typing import Any, Final

from tefuda.cardlang.expression import quote
from tefuda.cardlang.field_types import BooleanType, EnumType, FieldType, TextType
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.tree import Reference
from tefuda.cardlang.vocabulary import FilterTerm, FilterValues, ReferenceTerm, Vocabulary, simple_reference, type_terms
from tefuda.core.text import Message
from tefuda.games.linkavel.language.field_operations import FIELD_OPERATIONS
from tefuda.games.linkavel.language.nouns import TYPE_WORDS, noun_en, noun_ja
from tefuda.games.linkavel.language.player_operations import PLAYER_OPERATIONS
from tefuda.games.linkavel.language.pool_operations import POOL_OPERATIONS
from tefuda.games.linkavel.language.triggers import TRIGGERS
from tefuda.games.linkavel.language.values import (
    LEVEL_TYPE,
    POWER_TYPE,
    SUGGESTIONS,
    TYPE_GROUPS,
    FactionType,
    make_filter,
)
from tefuda.games.linkavel.rules import references as refs
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, SIDES, ZONES

COUNTABLE_ZONES: Final = ["monsters", "magics", "field", "trash"]
"""The public zones, which `count` can look into (LV-13.7)."""


PLAYER_VALUES: Final = {
    "lp": ("LP", "LP"),
    "hand": ("the number of cards in {} hand", "手札の枚数"),
    "deck": ("the number of cards in {} deck", "デッキの枚数"),
    "trash": ("the number of cards in {} trash", "トラッシュの枚数"),
    "monsters": ("the number of {} monsters", "モンスターの数"),
    "magics": ("the number of {} magics on the field", "フィールドの魔術の数"),
}


def make_player_value(name: str, arguments: dict[str, str]) -> Reference:
    side, _, what = name.partition(".")
    own = side == "own"
    whose_en, whose_ja = ("your", "自分") if own else ("your opponent's", "相手")
    en, ja = PLAYER_VALUES[what]
    phrase = f"{whose_en} LP" if what == "lp" else en.format(whose_en)
    return refs.PlayerValue(what, not own, name, phrase, f"{whose_ja}の{ja}")


def make_count(name: str, arguments: dict[str, Any]) -> Reference:
    """Return a `count(...)` reference."""
    side, zone = arguments.get("side", "own"), arguments["zone"]
    values = {key: value for key, value in arguments.items() if key not in ("side", "zone")}
    inside = ", ".join(f"{key}:{quote(value)}" for key, value in [("side", side), ("zone", zone), *values.items()])
    kind = {"monsters": "monster", "magics": "magic"}.get(zone)
    phrase = FilterValues(values)
    whose = {"own": ("your ", "自分の"), "opponent": ("your opponent's ", "相手の"), "both": ("", "お互いの")}[side]
    where = {"trash": (" in the trash", "トラッシュの"), "field": (" on the field", "フィールドの")}.get(zone, ("", ""))
    return refs.MatchingCount(
        make_filter(values),
        SIDES.index(side),
        ZONES.index(zone),
        f"count({inside})",
        f"the number of {whose[0]}{noun_en(phrase, kind, plural=True)}{where[0]}",
        f"{whose[1]}{where[1]}{noun_ja(phrase, kind)}の数",
    )


def filters() -> list[FilterTerm]:
    """Return the keys of a filter."""

    def key(name: str, kind: FieldType, en: str, ja: str, value: str, clause: str) -> FilterTerm:
        return FilterTerm(name, Message(name, en, ja), clause, f"{{ {name}: {value} }}", kind)

    types = EnumType("type", "カード種別", list(TYPE_GROUPS), {"spell": "magic", "creature": "monster"})
    attribute = EnumType("attribute", "属性", ATTRIBUTES, SUGGESTIONS)
    return [
        key("type", types, "monster, magic, or one of the four types.", "カード種別。", "monster", "LV-12.7"),
        key("level", LEVEL_TYPE, "Exactly this level.", "このレベル。", "1", "LV-12.7"),
        key("min_level", LEVEL_TYPE, "This level or higher.", "このレベル以上。", "2", "LV-12.7"),
        key("max_level", LEVEL_TYPE, "This level or lower.", "このレベル以下。", "3", "LV-12.7"),
        key("attribute", attribute, "Attribute.", "属性。", "fire", "LV-12.8"),
        key("faction", FactionType(none=True), "Faction, or none.", "勢力。none は勢力なし。", "root", "LV-12.8"),
        key("name", TextType(), "Full name in either language.", "名前（どちらの言語でも）。", "金床の山猫", "LV-12.8"),
        key("min_power", POWER_TYPE, "This power or more.", "このパワー以上。", "2000", "LV-12.9"),
        key("max_power", POWER_TYPE, "This power or less.", "このパワー以下。", "1000", "LV-12.9"),
        key("weakened", BooleanType(), "Power below the printed power.", "元のパワーより低い。", "true", "LV-12.9"),
        key("other", BooleanType(), "Not this card.", "このカード以外。", "true", "LV-12.9"),
    ]


def count_fields() -> list[Field]:
    """Return the arguments of `count`: player, zone, and the keys of a filter that a trash allows."""
    terms = {term.name: term for term in filters()}
    countable = ("type", "attribute", "faction", "name", "level", "min_level", "max_level")
    sides, zones = (
        EnumType("side", "プレイヤー", SIDES, SUGGESTIONS),
        EnumType("zone", "ゾーン", COUNTABLE_ZONES, SUGGESTIONS),
    )
    return [
        Field("side", sides, "Player (default: own).", "どちらのプレイヤーか（既定 own）。"),
        Field("zone", zones, "Zone.", "ゾーン。", required=True),
        *(terms[name].field() for name in countable),
    ]


def references() -> list[ReferenceTerm]:
    """Return the references of expressions."""

    def of_self(what: str, en: str, ja: str) -> ReferenceTerm:
        return simple_reference(f"self.{what}", partial(refs.SelfValue, what), en, ja, "LV-13.5")

    return [
        ReferenceTerm(
            "own.lp",
            Message("fact", "LP, or number of cards in a zone.", "LP、または枚数。"),
            "LV-13.3",
            "own.lp < 2000",
            [f"{side}.{what}" for side in ("own", "opponent") for what in PLAYER_VALUES],
            make_player_value,
        ),
        simple_reference("my_turn", refs.MyTurn, "it is your turn", "自分のターンである", "LV-13.4", "my_turn"),
        simple_reference("turn", refs.TurnNumber, "the turn number", "ターン数", "LV-13.4", "turn >= 5"),
        of_self("power", "this card's power", "このカードのパワー"),
        of_self("printed", "this card's printed power", "このカードの元のパワー"),
        of_self("level", "this card's level", "このカードのレベル"),
        ReferenceTerm(
            "count",
            Message("count", "Number of matching cards on the field or in a trash.", "フィールドかトラッシュの、当てはまるカードの数。"),
            "LV-13.6",
            'count(side:"own", zone:"monsters", faction:"ember") >= 2',
            ["count"],
            make_count,
            count_fields(),
        ),
    ]  # fmt: skip


TYPE_MEANINGS: Final = {
    "normal_monster": ("a monster without abilities.", "効果を持たないモンスター。"),
    "effect_monster": ("a monster with abilities.", "効果を持つモンスター。"),
    "normal_magic": ("resolves and goes to the trash.", "効果を解決してトラッシュへ送られる。"),
    "permanent_magic": ("stays in the magic zone.", "魔術ゾーンに残り続ける。"),
}


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary."""
    operations = [*FIELD_OPERATIONS, *POOL_OPERATIONS, *PLAYER_OPERATIONS]
    types = type_terms(TYPE_WORDS, TYPE_MEANINGS, "LV-2.2")
    continuous = Message("continuous", "a continuous ability", "永続効果")
    return Vocabulary(
        "linkavel", types, [*TRIGGERS], operations, references(), filters(), SUGGESTIONS, make_filter, continuous
    )

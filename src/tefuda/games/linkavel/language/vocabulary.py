"""The vocabulary of LinkaVel cards. The rules are in `steps`, `pool_steps` and `references`."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang.expression import quote
from tefuda.cardlang.field_types import BooleanType, EnumType, Field, TextType
from tefuda.cardlang.tree import Reference
from tefuda.cardlang.vocabulary import FilterTerm, FilterValues, ReferenceTerm, Term, TriggerTerm, Vocabulary
from tefuda.core.text import Message
from tefuda.games.linkavel.language.operation_text import TYPE_WORDS, noun
from tefuda.games.linkavel.language.operations import ability_example, ops
from tefuda.games.linkavel.language.values import (
    LEVEL_TYPE,
    POWER_TYPE,
    SUGGESTIONS,
    TYPE_GROUPS,
    faction_word,
    make_filter,
)
from tefuda.games.linkavel.rules import references as refs
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, SIDES, ZONES

COUNTABLE_ZONES: Final = ["monsters", "magics", "field", "trash"]
"""The public zones, which `count` can look into (LV-13.7)."""
LEVEL_TEXT_TYPE: Final = TextType(r"[1-5]", "a level in quotes", "引用符で囲んだレベル")


def triggers() -> list[TriggerTerm]:
    """Return the triggers."""

    def when(name: str, en: str, ja: str, example: str, clause: str) -> TriggerTerm:
        return TriggerTerm(name, Message(name, name, name), Message(name, en, ja), example, clause)

    draw = "{ op: draw }"
    return [
        when("play", "The effect of a magic when it is activated.", "魔術の発動時の効果。", ability_example(draw, "play"), "LV-6.6"),
        when("activated", "Used by its owner, once per turn: while nothing resolves, or at its printed timing.", "自分で起動する効果。1ターンに1度。オープンな状態か、記載のタイミングで。", ability_example(draw, "activated"), "LV-9.17"),
        when("continuous", "Applies while the card is on the field.", "フィールドにある限り適用される効果。", ability_example("{ op: power, target: self, amount: 300 }", "continuous"), "LV-9.19"),
        when("on_summon", "This monster, or another, was summoned.", "召喚されたとき。", ability_example(draw), "LV-10.1"),
        when("on_magic", "Another magic was activated.", "ほかの魔術が発動されたとき。", ability_example(draw, "on_magic"), "LV-10.2"),
        when("on_trash", "This card, or another, was sent to the trash.", "トラッシュに送られたとき。", "when: on_trash\nfrom: deck\ncause: mill\neffect:\n  - { op: summon, target: self }\n", "LV-10.3"),
        when("on_destroy", "This card on the field, or another, was destroyed.", "破壊されたとき。", "when: on_destroy\nby: battle\neffect:\n  - { op: draw }\n", "LV-10.5"),
        when("on_lp_gain", "A player gained LP.", "LP を回復したとき。", ability_example(draw, "on_lp_gain"), "LV-10.6"),
        when("on_attack", "This monster, or another, declares an attack.", "攻撃を宣言したとき。", ability_example(draw, "on_attack"), "LV-10.7"),
        when("on_attacked", "This monster, or another, is attacked.", "攻撃されたとき。", ability_example(draw, "on_attacked"), "LV-10.8"),
        when("after_battle", "After a battle of this monster with a monster.", "モンスターと戦闘した後。", ability_example("{ op: destroy, target: foe }", "after_battle"), "LV-10.9"),
        when("on_phase", "A phase begins or ends.", "フェイズの開始時・終了時。", "when: on_phase\nphase: end\neffect:\n  - { op: draw }\n", "LV-10.10"),
        when("on_draw", "This card was drawn, or a player drew a card.", "引いたとき。", ability_example("{ op: gain, amount: 200 }", "on_draw"), "LV-10.11"),
        when("on_refresh", "A player refreshed the deck.", "リフレッシュしたとき。", ability_example(draw, "on_refresh"), "LV-10.12"),
    ]  # fmt: skip


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


def make_count(name: str, arguments: dict[str, str]) -> Reference:
    """Return a `count(...)` reference."""
    side, zone = arguments.get("side", "own"), arguments["zone"]
    given: dict[str, Any] = {key: value for key, value in arguments.items() if key not in ("side", "zone")}
    inside = ", ".join(f"{key}:{quote(value)}" for key, value in [("side", side), ("zone", zone), *given.items()])
    values = {key: int(value) if "level" in key else value for key, value in given.items()}
    kind = {"monsters": "monster", "magics": "magic"}.get(zone)
    phrase = FilterValues(values)
    whose = {"own": ("your ", "自分の"), "opponent": ("your opponent's ", "相手の"), "both": ("", "お互いの")}[side]
    where = {"trash": (" in the trash", "トラッシュの"), "field": (" on the field", "フィールドの")}.get(zone, ("", ""))
    return refs.MatchingCount(
        make_filter(values),
        SIDES.index(side),
        ZONES.index(zone),
        f"count({inside})",
        f"the number of {whose[0]}{noun(phrase, 'en', kind, plural=True)}{where[0]}",
        f"{whose[1]}{where[1]}{noun(phrase, 'ja', kind)}の数",
    )


def filter_kinds() -> dict[str, tuple[Any, str, str, str, str]]:
    """Return type, meaning, example and clause of each key of a filter."""
    types = EnumType("type", "カード種別", list(TYPE_GROUPS), {"spell": "magic", "creature": "monster"})
    level = "LV-12.7"
    kinds = "LV-12.8"
    powers = "LV-12.9"
    return {
        "type": (types, "monster, magic, or one of the four types.", "カード種別。", "{ type: monster }", level),
        "level": (LEVEL_TYPE, "Exactly this level.", "このレベル。", "{ level: 1 }", level),
        "min_level": (LEVEL_TYPE, "This level or higher.", "このレベル以上。", "{ min_level: 2 }", level),
        "max_level": (LEVEL_TYPE, "This level or lower.", "このレベル以下。", "{ max_level: 3 }", level),
        "attribute": (EnumType("attribute", "属性", ATTRIBUTES, SUGGESTIONS), "Attribute.", "属性。", "{ attribute: fire }", kinds),
        "faction": (faction_word(none=True), "Faction, or none.", "勢力。none は勢力なし。", "{ faction: root }", kinds),
        "name": (TextType(), "Full name in either language.", "名前（どちらの言語でも）。", "{ name: 金床の山猫 }", kinds),
        "min_power": (POWER_TYPE, "This power or more.", "このパワー以上。", "{ min_power: 2000 }", powers),
        "max_power": (POWER_TYPE, "This power or less.", "このパワー以下。", "{ max_power: 1000 }", powers),
        "weakened": (BooleanType(), "Power below the printed power.", "元のパワーより低い。", "{ weakened: true }", powers),
        "other": (BooleanType(), "Not this card.", "このカード以外。", "{ other: true }", powers),
    }  # fmt: skip


def filters() -> list[FilterTerm]:
    return [
        FilterTerm(name, kind, Message(name, en, ja), example, clause)
        for name, (kind, en, ja, example, clause) in filter_kinds().items()
    ]


def count_fields() -> list[Field]:
    kinds = filter_kinds()
    filter_keys = [
        Field(name, LEVEL_TEXT_TYPE if "level" in name else kinds[name][0], kinds[name][1], kinds[name][2])
        for name in ("type", "attribute", "faction", "name", "level", "min_level", "max_level")
    ]
    return [
        Field(
            "side",
            EnumType("side", "プレイヤー", SIDES, SUGGESTIONS),
            "Player (default: own).",
            "どちらのプレイヤーか（既定 own）。",
        ),
        Field("zone", EnumType("zone", "ゾーン", COUNTABLE_ZONES, SUGGESTIONS), "Zone.", "ゾーン。", required=True),
        *filter_keys,
    ]


def references() -> list[ReferenceTerm]:
    """Return the references of expressions."""

    def simple(name: str, make: Any, en: str, ja: str, example: str, clause: str) -> ReferenceTerm:
        return ReferenceTerm([name], lambda n, given: make(n, en, ja), Message(name, en, ja), example, clause)

    def of_self(what: str, en: str, ja: str) -> ReferenceTerm:
        name = f"self.{what}"
        return simple(name, lambda n, e, j: refs.SelfValue(what, n, e, j), en, ja, f"{name} >= 2", "LV-13.5")

    return [
        ReferenceTerm(
            [f"{side}.{what}" for side in ("own", "opponent") for what in PLAYER_VALUES],
            make_player_value,
            Message("fact", "LP, or number of cards in a zone.", "LP、または枚数。"),
            "own.lp < 2000",
            "LV-13.3",
        ),
        simple("my_turn", refs.MyTurn, "it is your turn", "自分のターンである", "my_turn", "LV-13.4"),
        simple("turn", refs.TurnNumber, "the turn number", "ターン数", "turn >= 5", "LV-13.4"),
        of_self("power", "this card's power", "このカードのパワー"),
        of_self("printed", "this card's printed power", "このカードの元のパワー"),
        of_self("level", "this card's level", "このカードのレベル"),
        ReferenceTerm(
            ["count"],
            make_count,
            Message("count", "Number of matching cards on the field or in a trash.", "フィールドかトラッシュの、当てはまるカードの数。"),
            'count(side:"own", zone:"monsters", faction:"ember") >= 2',
            "LV-13.6",
            count_fields(),
        ),
    ]  # fmt: skip


def types() -> list[Term]:
    """Return the four card types."""

    def kind(name: str, en: str, ja: str) -> Term:
        meaning = Message(name, f"{TYPE_WORDS[name].en}: {en}", f"{TYPE_WORDS[name].ja}: {ja}")
        return Term(name, meaning, f"type: {name}", "LV-2.2")

    return [
        kind("normal_monster", "a monster without abilities.", "効果を持たないモンスター。"),
        kind("effect_monster", "a monster with abilities.", "効果を持つモンスター。"),
        kind("normal_magic", "resolves and goes to the trash.", "効果を解決してトラッシュへ送られる。"),
        kind("permanent_magic", "stays in the magic zone.", "魔術ゾーンに残り続ける。"),
    ]


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary."""
    return Vocabulary("linkavel", types(), triggers(), ops(), references(), filters(), SUGGESTIONS, make_filter)

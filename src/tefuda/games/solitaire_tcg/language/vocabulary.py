"""The vocabulary of Solitaire TCG cards. The rules are in `steps` and `references`."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang.expression import quote
from tefuda.cardlang.field_types import EnumType, FieldType, TextType
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.tree import Filter, FilterTest, IsNamed, IsTagged, IsType, Reference
from tefuda.cardlang.vocabulary import (
    FilterTerm,
    Op,
    ReferenceTerm,
    TriggerTerm,
    Vocabulary,
    ability_example,
    simple_reference,
    type_terms,
)
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language import pile_operations, table_operations
from tefuda.games.solitaire_tcg.language.nouns import TYPE_WORDS
from tefuda.games.solitaire_tcg.language.values import SUGGESTIONS, TAG_TYPE, zone_field
from tefuda.games.solitaire_tcg.rules import references as refs
from tefuda.games.solitaire_tcg.rules.codes import TYPES, ZONES


def triggers() -> list[TriggerTerm]:
    """Return the eight triggers."""

    def when(name: str, label_en: str, label_ja: str, en: str, ja: str, clause: str) -> TriggerTerm:
        effect = "{ op: modify_stat, atk: 1 }" if name == "static" else "{ op: draw }"
        label = Message(name, label_en, label_ja)
        return TriggerTerm(name, Message(name, en, ja), clause, ability_example(name, effect), label)

    return [
        when("on_play", "On play", "プレイ時", "Runs at once when the card is played from the hand, or set as a field by set_field.", "手札からプレイしたとき（set_field でも）。即時実行。", "ST-4.1"),
        when("on_enter", "On entering", "登場時", "The card enters board or field in any way.", "どの方法でも場（盤面かフィールドゾーン）に出たとき。", "ST-4.2"),
        when("on_destroy", "On destruction", "破壊時", "The card was destroyed.", "破壊され墓地に置かれたとき。", "ST-4.3"),
        when("static", "Continuous", "常時", "Applies while the card is on board or field.", "場にある間つねに働く。", "ST-4.10"),
        when("activated", "Use", "起動", "Used by the player once per turn while the queue is empty.", "キューが空のとき、1ターンに1度使える。", "ST-4.7"),
        when("on_draw", "When drawn", "ドロー時", "The card was drawn, except in the opening hand.", "引いたとき。最初の手札は除く。", "ST-4.4"),
        when("on_discard", "When discarded", "捨てられたとき", "The card was discarded by discard.", "discard で手札から墓地へ置かれたとき。", "ST-4.5"),
        when("on_field_set", "When a field is set", "フィールドが置かれたとき", "Another field was placed.", "ほかのフィールドが置かれたとき。", "ST-4.6"),
    ]  # fmt: skip


def make_count(name: str, arguments: dict[str, str]) -> Reference:
    """Return a `count(...)` reference."""
    zone = arguments["zone"]
    given = {key: value for key, value in arguments.items() if key != "zone"}
    inside = ", ".join(f"{key}: {quote(value)}" for key, value in [*given.items(), ("zone", zone)])
    # `conditions` says what is counted: names of cards are known only after all cards are loaded.
    return refs.MatchingCount(make_filter(given), ZONES.index(zone), f"count({inside})", "", "")


TESTS: Final[dict[str, Any]] = {"type": IsType, "tag": IsTagged, "name": IsNamed}


def make_filter(values: dict[str, Any]) -> Filter:
    """Return the filter for the values of a filter."""
    tests: list[FilterTest] = [TESTS[key](value) for key, value in values.items()]
    return Filter(tests)


def check_count(arguments: dict[str, str]) -> Message | None:
    if len(arguments) > 1:
        return None
    return Message(
        "count", "count needs a tag, type or name besides the zone.", "count には tag、type、name のどれかが必要です。"
    )


def references() -> list[ReferenceTerm]:
    """Return the references of expressions."""

    def of_zone(name: str, arguments: dict[str, str]) -> Reference:
        zone, _, what = name.partition(".")
        kind = refs.ZoneCount if what == "count" else refs.ZoneExists
        return kind(ZONES.index(zone), name, "", "")

    def counter(name: str, arguments: dict[str, str]) -> Reference:
        which = arguments["name"]
        return refs.SelfCounter(which, f"self.counter({quote(which)})", "", "")

    return [
        ReferenceTerm(
            "hand.count",
            Message("count", "Number of cards in a zone.", "ゾーンの枚数。"),
            "ST-10.6",
            "hand.count >= 2",
            [f"{zone}.count" for zone in ZONES],
            of_zone,
        ),
        ReferenceTerm(
            "hand.exists",
            Message("exists", "Whether a zone has a card.", "ゾーンにカードがあるか。"),
            "ST-10.6",
            "field.exists",
            [f"{zone}.exists" for zone in ZONES],
            of_zone,
        ),
        simple_reference(
            "spells_cast_this_turn",
            refs.SpellsCast,
            "the number of spells cast this turn",
            "このターンに唱えたスペルの枚数",
            "ST-10.7",
        ),
        simple_reference(
            "unique_fields_in_grave",
            refs.UniqueFieldsInGrave,
            "the number of different fields in the grave",
            "墓地のフィールドの種類数",
            "ST-10.8",
        ),
        simple_reference("turn", refs.TurnNumber, "the turn number", "ターン数", "ST-10.9"),
        ReferenceTerm(
            "count",
            Message(
                "count",
                "Number of matching cards in a zone. The type counts as a tag.",
                "ゾーンの当てはまるカードの数。カード種別もタグとして数える。",
            ),
            "ST-10.10",
            'count(tag:"field", zone:"grave") >= 3',
            ["count"],
            make_count,
            [
                Field("type", EnumType("type", "カード種別", TYPES, SUGGESTIONS), "Type.", "種別。"),
                Field("tag", TAG_TYPE, "A tag, or the type.", "タグ、または種別。"),
                Field("name", TextType(), "Name in either language.", "名前。"),
                zone_field("zone", ZONES, "Zone.", "ゾーン。", required=True),
            ],
            check=check_count,
        ),
        ReferenceTerm(
            "self.counter",
            Message("counter", "Number of counters on this card.", "このカードのカウンターの数。"),
            "ST-10.12",
            'self.counter("echo") >= 3',
            ["self.counter"],
            counter,
            [Field("name", TAG_TYPE, "Counter name.", "カウンターの名前。", required=True)],
            positional=True,
        ),
        simple_reference("self.atk", refs.SelfAtk, "this card's ATK", "このカードの攻撃力", "ST-10.13"),
        simple_reference("self.hp", refs.SelfHp, "this card's HP", "このカードのHP", "ST-10.13"),
    ]


def filters() -> list[FilterTerm]:
    """Return the keys of a filter."""

    def key(name: str, kind: FieldType, en: str, ja: str, value: str) -> FilterTerm:
        return FilterTerm(name, Message(name, en, ja), "ST-9.1", f"{{ {name}: {value} }}", kind)

    return [
        key("type", EnumType("type", "カード種別", TYPES, SUGGESTIONS), "Type.", "カード種別。", "field"),
        key("tag", TAG_TYPE, "One of its tags, or the type.", "タグ、または種別。", "lamp"),
        key("name", TextType(), "Full name in either language.", "名前（どちらの言語でも）。", "残響の講堂"),
    ]


TYPE_MEANINGS: Final = {
    "monster": ("stays on the board; may have ATK and HP.", "盤面に残る。攻撃力とHPを持てる。"),
    "spell": ("runs its on_play and goes to the grave.", "on_play を行い墓地へ。"),
    "equip": ("is attached to a card in play.", "場のカードに付ける。"),
    "artifact": ("stays on the board.", "盤面に残る。"),
    "field": ("stays on the field and replaces the previous one.", "フィールドゾーンに置き、前のものを上書きする。"),
}


def operations() -> list[Op]:
    """Return the seventeen operations in the order of the rulebook."""
    return [
        pile_operations.draw,
        pile_operations.mill,
        pile_operations.discard,
        pile_operations.search,
        pile_operations.move,
        table_operations.destroy,
        pile_operations.summon,
        table_operations.equip_to,
        table_operations.unequip,
        table_operations.counter,
        table_operations.modify_stat,
        pile_operations.set_field,
        table_operations.require,
        table_operations.win_if,
        table_operations.lose_if,
        table_operations.win,
        table_operations.lose,
    ]


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary."""
    types = type_terms(TYPE_WORDS, TYPE_MEANINGS, "ST-1.1")
    static = Message("static", "a static ability", "static ")
    return Vocabulary(
        "solitaire-tcg", types, triggers(), operations(), references(), filters(), SUGGESTIONS, make_filter, static
    )

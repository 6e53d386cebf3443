"""The vocabulary of Solitaire TCG cards. The rules are in `steps` and `references`."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang.expression import quote
from tefuda.cardlang.field_types import EnumType, Field, TextType
from tefuda.cardlang.tree import Filter, FilterTest, IsNamed, IsTagged, IsType, Reference
from tefuda.cardlang.vocabulary import (
    FilterTerm,
    FilterValues,
    ReferenceTerm,
    Term,
    TriggerTerm,
    Vocabulary,
)
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language import operation_text
from tefuda.games.solitaire_tcg.language.operation_text import TYPE_WORDS, ZONE_WORDS
from tefuda.games.solitaire_tcg.language.operations import ability_example, ops
from tefuda.games.solitaire_tcg.language.values import (
    SUGGESTIONS,
    TAG_TYPE,
    zone_word,
)
from tefuda.games.solitaire_tcg.rules import references as refs
from tefuda.games.solitaire_tcg.rules.codes import TYPES, ZONES


def triggers() -> list[TriggerTerm]:
    """Return the eight triggers."""

    def when(name: str, label_en: str, label_ja: str, en: str, ja: str, clause: str) -> TriggerTerm:
        effect = "{ op: modify_stat, atk: 1 }" if name == "static" else "{ op: draw }"
        return TriggerTerm(
            name, Message(name, label_en, label_ja), Message(name, en, ja), ability_example(effect, name), clause
        )

    return [
        when("on_play", "On play", "プレイ時", "Runs at once when the card is played from the hand, or set as a field by set_field.", "手札からプレイしたとき（set_field でも）。即時実行。", "ST-4.1"),
        when("on_enter", "On entering", "登場時", "The card enters board or field in any way.", "どの方法でも盤面・場に置かれたとき。", "ST-4.2"),
        when("on_destroy", "On destruction", "破壊時", "The card was destroyed.", "破壊され墓地に置かれたとき。", "ST-4.3"),
        when("static", "As long as it is in play", "常時", "Applies while the card is on board or field.", "盤面・場にある間つねに働く。", "ST-4.10"),
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
    kept = FilterValues(given)
    en = operation_text.cards_text(kept, 2, "en").removeprefix("2 ")
    ja = operation_text.cards_text(kept, 0, "ja").removeprefix("すべての")
    where_en, where_ja = operation_text.IN_ZONE_EN[zone], ZONE_WORDS[zone].ja
    return refs.MatchingCount(
        make_filter(given),
        ZONES.index(zone),
        f"count({inside})",
        f"the number of {en} {where_en}",
        f"{where_ja}の{ja}の数",
    )


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
        en, ja = operation_text.IN_ZONE_EN[zone], ZONE_WORDS[zone].ja
        if what == "count":
            counted = "banished cards" if zone == "banish" else f"cards {en}"
            return refs.ZoneCount(ZONES.index(zone), name, f"the number of {counted}", f"{ja}の枚数")
        return refs.ZoneExists(ZONES.index(zone), name, f"there is a card {en}", f"{ja}にカードがある")

    def simple(name: str, make: Any, en: str, ja: str, clause: str) -> ReferenceTerm:
        return ReferenceTerm([name], lambda n, a: make(n, en, ja), Message(name, en, ja), f"{name} >= 2", clause)

    def counter(name: str, arguments: dict[str, str]) -> Reference:
        which = arguments["name"]
        en, ja = (
            f"the number of {which} counters on this card",
            f"このカードの「{operation_text.tag_text(which, 'ja')}」の数",
        )
        return refs.SelfCounter(which, f"self.counter({quote(which)})", en, ja)

    return [
        ReferenceTerm(
            [f"{zone}.count" for zone in ZONES],
            of_zone,
            Message("count", "Number of cards in a zone.", "ゾーンの枚数。"),
            "hand.count >= 2",
            "ST-10.6",
        ),
        ReferenceTerm(
            [f"{zone}.exists" for zone in ZONES],
            of_zone,
            Message("exists", "Whether a zone has a card.", "ゾーンにカードがあるか。"),
            "field.exists",
            "ST-10.6",
        ),
        simple(
            "spells_cast_this_turn",
            refs.SpellsCast,
            "the number of spells cast this turn",
            "このターンに唱えたスペルの数",
            "ST-10.7",
        ),
        simple(
            "unique_fields_in_grave",
            refs.UniqueFieldsInGrave,
            "the number of different fields in the grave",
            "墓地にあるフィールドの種類数",
            "ST-10.8",
        ),
        simple("turn", refs.TurnNumber, "the turn number", "ターン数", "ST-10.9"),
        ReferenceTerm(
            ["count"],
            make_count,
            Message(
                "count",
                "Number of matching cards in a zone. The type counts as a tag.",
                "ゾーンの当てはまるカードの数。カード種別もタグとして数える。",
            ),
            'count(tag:"field", zone:"grave") >= 3',
            "ST-10.10",
            [
                Field("type", EnumType("type", "カード種別", TYPES, SUGGESTIONS), "Type.", "種別。"),
                Field("tag", TAG_TYPE, "A tag, or the type.", "タグ、または種別。"),
                Field("name", TextType(), "Name in either language.", "名前。"),
                Field("zone", zone_word(ZONES), "Zone.", "ゾーン。", required=True),
            ],
            check=check_count,
        ),
        ReferenceTerm(
            ["self.counter"],
            counter,
            Message("counter", "Number of counters on this card.", "このカードのカウンターの数。"),
            'self.counter("echo") >= 3',
            "ST-10.12",
            [Field("name", TAG_TYPE, "Counter name.", "カウンターの名前。", required=True)],
            positional=True,
        ),
        simple("self.atk", refs.SelfAtk, "this card's atk", "このカードの攻撃力", "ST-10.13"),
        simple("self.hp", refs.SelfHp, "this card's hp", "このカードのHP", "ST-10.13"),
    ]


def filters() -> list[FilterTerm]:
    """Return the keys of a filter."""
    return [
        FilterTerm(
            "type",
            EnumType("type", "カード種別", TYPES, SUGGESTIONS),
            Message("type", "Type.", "カード種別。"),
            "{ type: field }",
            "ST-9.1",
        ),
        FilterTerm(
            "tag",
            TAG_TYPE,
            Message("tag", "One of its tags, or the type.", "タグ、または種別。"),
            "{ tag: lamp }",
            "ST-9.1",
        ),
        FilterTerm(
            "name",
            TextType(),
            Message("name", "Full name in either language.", "名前（どちらの言語でも）。"),
            "{ name: 残響の講堂 }",
            "ST-9.1",
        ),
    ]


def types() -> list[Term]:
    """Return the five card types."""

    def kind(name: str, en: str, ja: str) -> Term:
        meaning = Message(name, f"{TYPE_WORDS[name].en}: {en}", f"{TYPE_WORDS[name].ja}: {ja}")
        return Term(name, meaning, f"type: {name}", "ST-1.1")

    return [
        kind("monster", "stays on the board; may have atk and hp.", "盤面に残る。攻撃力とHPを持てる。"),
        kind("spell", "runs its on_play and goes to the grave.", "on_play を行い墓地へ。"),
        kind("equip", "is attached to a card in play.", "盤面か場のカードに付ける。"),
        kind("artifact", "stays on the board.", "盤面に残る。"),
        kind("field", "stays on the field and replaces the previous one.", "場に置き、前のものを上書きする。"),
    ]


@cache
def _vocabulary() -> Vocabulary:
    return Vocabulary("solitaire-tcg", types(), triggers(), ops(), references(), filters(), SUGGESTIONS, make_filter)


def vocabulary() -> Vocabulary:
    """Return the vocabulary."""
    return _vocabulary()

"""The form of a card of Solitaire TCG: its keys, what must fit together, and the card made of it."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang import card_schema as cardlang
from tefuda.cardlang.card_schema import CardSchema
from tefuda.cardlang.field_types import (
    BilingualType,
    BooleanType,
    EnumType,
    Field,
    IntegerType,
    KeyPath,
    ListType,
    MappingType,
    Problems,
    TextType,
    with_article,
)
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext
from tefuda.core.options import did_you_mean
from tefuda.games.solitaire_tcg.language.values import EXPR, ID, SUGGESTIONS, TAG
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import MOST_ABILITIES, MOST_USES, TRIGGERS, TYPES
from tefuda.games.solitaire_tcg.rules.model import Ability, Card

LINES: Final = r"[^\x00-\x09\x0b-\x1f\x7f]+"
"""A text of several lines."""
NEVER_ON_SPELLS: Final = ["on_enter", "on_destroy", "on_field_set", "activated", "static"]
STATIC_OPS: Final = ["modify_stat", "win_if", "lose_if"]
BLOCKS: Final = {"stats": "monster", "equip": "equip", "field": "field"}
"""Keys that only one type of card has."""


def text_kind() -> BilingualType:
    kind = BilingualType()
    kind.text = TextType(LINES)
    return kind


def fields() -> list[Field]:
    """The keys of a card, `abilities` left out."""
    stat = IntegerType(0, 999)
    stats = MappingType(
        "stats",
        "stats ",
        [
            Field("atk", stat, "Attack.", "攻撃力。", default=0),
            Field("hp", stat, "Hit points.", "体力。", default=0),
        ],
    )
    hosts = ListType(TAG, "a list of types or tags", "種別かタグのリスト", least=1, most=10, different=True)
    targets = Field(
        "valid_targets", hosts, "Types or tags that it can be attached to.", "装備できる種別かタグ。", required=True
    )
    unique = Field(
        "unique",
        BooleanType(),
        "false: neither replaces nor is replaced.",
        "false なら上書きせず、されない。",
        default=True,
    )
    tags = ListType(TAG, "a list of words", "語のリスト", most=20, different=True)
    return [
        Field("id", ID, "Its name for files; no other card has it.", "ファイル用の名前。重複不可。", required=True),
        Field("name", BilingualType(60), "What it is called.", "カード名。", required=True),
        Field("type", EnumType("type", "カード種別", TYPES, SUGGESTIONS), "What it is.", "カード種別。", required=True),
        Field("tags", tags, "Words that filters can ask for.", "フィルター用のタグ。"),
        Field(
            "text", text_kind(), "Its text; made from the abilities where left out.", "テキスト。省略すると自動生成。"
        ),
        Field("flavor", BilingualType(), "A line of mood, without rules.", "フレーバーテキスト。"),
        Field("version", IntegerType(1, 1), "The version of this format.", "書式の版。", default=1),
        Field("stats", stats, "Only monsters.", "モンスターだけ。"),
        Field(
            "equip", MappingType("equip", "equip ", [targets]), "Only equips, and needed there.", "装備だけ（必須）。"
        ),
        Field("field", MappingType("field", "field ", [unique]), "Only fields.", "フィールドだけ。"),
    ]


def ability_fields() -> list[Field]:
    """The keys of an ability, `when` and `effect` left out."""
    return [
        Field(
            "condition",
            EXPR,
            "Looked at when it resolves; where false it is skipped.",
            "解決時の条件。偽なら飛ばす。",
            nullable=True,
        ),
        Field(
            "priority", IntegerType(-99, 99), "Inside one tick the lower first.", "同tick内では小さい順。", default=0
        ),
        Field(
            "once_per_turn",
            BooleanType(),
            "Only activated: false, and it may be used again.",
            "activated のみ。false なら何度でも使える。",
        ),
    ]


def check_card(problems: Problems, path: KeyPath, values: dict[str, Any]) -> None:
    """What fits one type of card and not another."""
    given, kind = values["given"], values["type"]
    if kind is None:
        return
    for block, wanted in BLOCKS.items():
        if block in given and kind != wanted:
            en, ja = (
                f"only {with_article(wanted)} has {block}; this is {with_article(kind)}.",
                f"{block} は {wanted} だけのキーです（{kind}）。",
            )
            problems.add([*path, block], "block", en, ja)
    if kind == "equip" and "equip" not in given:
        en, ja = "an equip needs equip: {valid_targets: [...]}.", "装備には equip: {valid_targets: [...]} が必要です。"
        problems.add(path, "valid_targets", en, ja)
    listed = given.get("abilities")
    abilities = listed if isinstance(listed, list) else []
    uses = [item for item in abilities if isinstance(item, dict) and item.get("when") == "activated"]
    if len(uses) > MOST_USES:
        en, ja = f"has more than {MOST_USES} activated abilities.", f"activated は {MOST_USES} 個までです。"
        problems.add([*path, "abilities"], "length", en, ja)


def check_ability(problems: Problems, path: KeyPath, values: dict[str, Any], context: OpContext) -> None:
    """What fits one `when` and not another."""
    when = context.when
    if context.card.get("type") == "spell" and when in NEVER_ON_SPELLS:
        en, ja = f"a spell is never on the table: no {when}.", f"スペルは盤面・場に残らないので {when} は使えません。"
        problems.add([*path, "when"], "spell", en, ja)
    if values["once_per_turn"] is not None and when != "activated":
        en, ja = "once_per_turn is for activated abilities.", "once_per_turn は activated だけのキーです。"
        problems.add([*path, "once_per_turn"], "once", en, ja)
    if values["priority"] and when in ("static", "activated", "on_play"):
        en, ja = f"{when} is never queued: no priority.", f"{when} はキューに入らないので priority は書けません。"
        problems.add([*path, "priority"], "priority", en, ja)


def check_static(problems: Problems, path: KeyPath, when: str, steps: list[Any]) -> None:
    if when != "static":
        return
    known = [op.name for op in vocabulary().ops]
    for index, step in enumerate(steps):
        if not isinstance(step, dict):
            continue
        if "duration" in step:
            en, ja = "a static ability lasts while it holds: no duration.", "static に duration は書けません。"
            problems.add([*path, "effect", index, "duration"], "static", en, ja)
        if step.get("op") in known and step.get("op") not in STATIC_OPS:
            listed = ", ".join(STATIC_OPS)
            en, ja = f"a static ability uses only {listed}.", f"static で使えるのは {listed} だけです。"
            problems.add([*path, "effect", index, "op"], "static", en, ja)


def check_all(problems: Problems, path: KeyPath, values: dict[str, Any], context: OpContext) -> None:
    check_ability(problems, path, values, context)
    effects = context.card["abilities"][path[-1]].get("effect")
    if isinstance(effects, list):
        check_static(problems, path, context.when, effects)


def check_links(problems: Problems, path: KeyPath, card: CardDefinition, cards: dict[str, CardDefinition]) -> None:
    """A card that names another names one that is there, and is a field."""
    assert isinstance(card, Card)
    for index, ability in enumerate(card.facts["abilities"]):
        for number, step in enumerate(ability.steps):
            wanted = step.arguments.get("card")
            if wanted is None:
                continue
            where = [*path, "abilities", index, "effect", number, "card"]
            found = cards.get(wanted)
            if found is None:
                fields = [name for name, other in cards.items() if other.type == "field"]
                en, ja = did_you_mean(wanted, fields)
                problems.add(
                    where, "unknown_card", f"no card {wanted}.{en}", f"{wanted} というカードはありません。{ja}"
                )
            elif found.type != "field":
                en, ja = (
                    f"{wanted} is {with_article(found.type)}, no field.",
                    f"{wanted} はフィールドではありません（{found.type}）。",
                )
                problems.add(where, "no_field", en, ja)


def make_card(values: dict[str, Any], abilities: list[cardlang.ParsedAbility]) -> Card:
    """The card that the rules play with."""
    stats = values["stats"] or {"atk": 0, "hp": 0}
    made = [
        Ability(
            number,
            TRIGGERS.index(ability.when),
            ability.values["condition"],
            ability.values["priority"],
            ability.values["once_per_turn"] is not False,
            [step.op.make(step.arguments) for step in ability.steps],
        )
        for number, ability in enumerate(abilities)
    ]
    return Card(
        values["id"],
        values["name"].en,
        values["name"].ja,
        values["type"],
        values["tags"] or [],
        TYPES.index(values["type"]),
        stats["atk"],
        stats["hp"],
        values["equip"]["valid_targets"] if values["equip"] else [],
        values["field"] is None or values["field"]["unique"],
        made,
        {"values": values, "abilities": abilities},
    )


@cache
def card_schema() -> CardSchema:
    """The form of all cards of the game."""
    return CardSchema(
        vocabulary(), fields(), ability_fields(), make_card, check_card, check_all, check_links, MOST_ABILITIES
    )

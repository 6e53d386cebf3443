"""The card schema of Solitaire TCG: fields, checks, and the card factory."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang import card_schema as cardlang
from tefuda.cardlang.card_schema import CardSchema, identity_fields, text_fields
from tefuda.cardlang.field_types import LINES, BooleanType, IntegerType, KeyPath, ListType, Problems, with_article
from tefuda.cardlang.mappings import Field, MappingType
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext
from tefuda.core.options import did_you_mean
from tefuda.games.solitaire_tcg.language.ability_text import describe_ability
from tefuda.games.solitaire_tcg.language.values import CONDITION_TYPE, STAT_TYPE, SUGGESTIONS, TAG_TYPE
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import MAX_ABILITIES, MAX_ACTIVATED, TRIGGERS, TYPES
from tefuda.games.solitaire_tcg.rules.model import Ability, Card

PERMANENT_TRIGGERS: Final = ["on_enter", "on_destroy", "on_field_set", "activated", "static"]
TYPE_BLOCKS: Final = {"stats": "monster", "equip": "equip", "field": "field"}
"""Keys that only one type of card has."""


def fields() -> list[Field]:
    """Return the fields of a card without `abilities`."""
    stats = MappingType(
        "stats",
        "stats ",
        [
            Field("atk", STAT_TYPE, "Attack.", "攻撃力。", default=0),
            Field("hp", STAT_TYPE, "Hit points.", "HP。", default=0),
        ],
    )
    hosts = ListType(TAG_TYPE, "a list of types or tags", "種別かタグのリスト", minimum=1, maximum=10, unique=True)
    targets = Field("valid_targets", hosts, "Types or tags of valid hosts.", "装備できる種別かタグ。", required=True)
    unique = Field(
        "unique",
        BooleanType(),
        "false: neither replaces nor is replaced.",
        "false なら上書きせず、されない。",
        default=True,
    )
    tags = ListType(TAG_TYPE, "a list of words", "語のリスト", maximum=20, unique=True)
    return [
        *identity_fields(TYPES, SUGGESTIONS),
        Field("tags", tags, "Tags for filters.", "フィルター用のタグ。"),
        *text_fields(LINES),
        Field("stats", stats, "Monsters only.", "モンスターだけ。"),
        Field(
            "equip",
            MappingType("equip", "equip ", [targets]),
            "Equips only (default: any monster).",
            "装備だけ（省略時は全モンスター）。",
        ),
        Field("field", MappingType("field", "field ", [unique]), "Fields only.", "フィールドだけ。"),
    ]


def ability_fields() -> list[Field]:
    """Return the fields of an ability without `when` and `effect`."""
    return [
        Field(
            "condition",
            CONDITION_TYPE,
            "Checked when the ability resolves; if false, it is skipped.",
            "解決時の条件。満たさなければ飛ばす。",
            nullable=True,
        ),
        Field(
            "priority",
            IntegerType(-99, 99),
            "Order within one tick, lowest first.",
            "同tick内では小さい順。",
            default=0,
        ),
        Field(
            "once_per_turn",
            BooleanType(),
            "Activated only: false allows repeated use.",
            "activated のみ。false なら何度でも使える。",
        ),
    ]


def check_card(problems: Problems, path: KeyPath, values: dict[str, Any]) -> None:
    """Check that the keys fit the type of the card."""
    given, kind = values["given"], values["type"]
    if kind is None:
        return
    for block, wanted in TYPE_BLOCKS.items():
        if block in given and kind != wanted:
            en, ja = (
                f"{block} is only for {wanted}s; this is {with_article(kind)}.",
                f"{block} は {wanted} だけのキーです（{kind}）。",
            )
            problems.add([*path, block], "block", en, ja)


def check_ability(problems: Problems, path: KeyPath, values: dict[str, Any], context: OpContext) -> None:
    """Check that the keys fit the trigger."""
    when = context.when
    if context.card.get("type") == "spell" and when in PERMANENT_TRIGGERS:
        en, ja = (
            f"a spell is never in play; {when} is not possible.",
            f"スペルは場に残らないので {when} は使えません。",
        )
        problems.add([*path, "when"], "spell", en, ja)
    if values["once_per_turn"] is not None and when != "activated":
        en, ja = "once_per_turn is only for activated abilities.", "once_per_turn は activated だけのキーです。"
        problems.add([*path, "once_per_turn"], "once", en, ja)
    if values["priority"] and when in ("static", "activated", "on_play"):
        en, ja = f"{when} is never queued; remove priority.", f"{when} はキューに入らないので priority は書けません。"
        problems.add([*path, "priority"], "priority", en, ja)
    effect = context.ability.get("effect")
    for index, step in enumerate(effect if when == "static" and isinstance(effect, list) else []):
        if isinstance(step, dict) and "duration" in step:
            en, ja = "a static ability has no duration; remove it.", "static に duration は書けません。"
            problems.add([*path, "effect", index, "duration"], "static", en, ja)


def check_links(problems: Problems, path: KeyPath, card: CardDefinition, cards: dict[str, CardDefinition]) -> None:
    """Check that cards named by `set_field` exist and are fields."""
    assert isinstance(card, Card)
    for index, ability in enumerate(card.parsed["abilities"]):
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
                    where, "unknown_card", f"unknown card {wanted}.{en}", f"{wanted} というカードはありません。{ja}"
                )
            elif found.type != "field":
                en, ja = (
                    f"{wanted} is {with_article(found.type)}, not a field.",
                    f"{wanted} はフィールドではありません（{found.type}）。",
                )
                problems.add(where, "no_field", en, ja)


def make_card(values: dict[str, Any], abilities: list[cardlang.ParsedAbility]) -> Card:
    """Build the card for the rules. An equip without `equip` fits any monster."""
    for ability in abilities:
        ability.values["card_type"] = values["type"]
    hosts = ["monster"] if values["type"] == "equip" else []
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
        values["equip"]["valid_targets"] if values["equip"] else hosts,
        values["field"] is None or values["field"]["unique"],
        made,
        {"values": values, "abilities": abilities},
    )


@cache
def card_schema() -> CardSchema:
    """Return the card schema of the game."""
    return CardSchema(
        vocabulary(),
        fields(),
        ability_fields(),
        make_card,
        check_card,
        check_ability,
        check_links,
        MAX_ABILITIES,
        MAX_ACTIVATED,
        describe_ability,
    )

"""The form of a card of Solitaire TCG: its keys, what must fit together, and the card made of it."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang import card_schema as cardlang
from tefuda.cardlang.card_schema import CardForm
from tefuda.cardlang.field_types import (
    BothLanguages,
    Door,
    Field,
    Flag,
    ListOf,
    Path,
    Record,
    Text,
    Whole,
    Word,
    a_or_an,
)
from tefuda.cardlang.tree import Definition
from tefuda.cardlang.vocabulary import Place
from tefuda.core.game import did_you_mean
from tefuda.games.solitaire_tcg.language.values import EXPR, ID, INSTEAD, TAG
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import MOST_ABILITIES, MOST_USES, TRIGGERS, TYPES
from tefuda.games.solitaire_tcg.rules.model import Ability, Card

LINES: Final = r"[^\x00-\x09\x0b-\x1f\x7f]+"
"""A text of several lines."""
NEVER_ON_SPELLS: Final = ["on_enter", "on_destroy", "on_field_set", "activated", "static"]
STATIC_OPS: Final = ["modify_stat", "win_if", "lose_if"]
BLOCKS: Final = {"stats": "monster", "equip": "equip", "field": "field"}
"""Keys that only one type of card has."""


def text_kind() -> BothLanguages:
    kind = BothLanguages()
    kind.text = Text(LINES)
    return kind


def fields() -> list[Field]:
    """The keys of a card, `abilities` left out."""
    stat = Whole(0, 999)
    stats = Record(
        "stats",
        "stats ",
        [
            Field("atk", stat, "Attack.", "攻撃力。", default=0),
            Field("hp", stat, "Hit points.", "体力。", default=0),
        ],
    )
    hosts = ListOf(TAG, "a list of types or tags", "種別かタグのリスト", least=1, most=10, different=True)
    targets = Field(
        "valid_targets", hosts, "Types or tags that it can be attached to.", "装備できる種別かタグ。", required=True
    )
    unique = Field(
        "unique", Flag(), "false: neither replaces nor is replaced.", "false なら上書きせず、されない。", default=True
    )
    tags = ListOf(TAG, "a list of words", "語のリスト", most=20, different=True)
    return [
        Field("id", ID, "Its name for files; no other card has it.", "ファイル用の名前。重複不可。", required=True),
        Field("name", BothLanguages(60), "What it is called.", "カード名。", required=True),
        Field("type", Word("type", "カード種別", TYPES, INSTEAD), "What it is.", "カード種別。", required=True),
        Field("tags", tags, "Words that filters can ask for.", "フィルター用のタグ。"),
        Field(
            "text", text_kind(), "Its text; made from the abilities where left out.", "テキスト。省略すると自動生成。"
        ),
        Field("flavor", BothLanguages(), "A line of mood, without rules.", "フレーバーテキスト。"),
        Field("version", Whole(1, 1), "The version of this format.", "書式の版。", default=1),
        Field("stats", stats, "Only monsters.", "モンスターだけ。"),
        Field("equip", Record("equip", "equip ", [targets]), "Only equips, and needed there.", "装備だけ（必須）。"),
        Field("field", Record("field", "field ", [unique]), "Only fields.", "フィールドだけ。"),
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
        Field("priority", Whole(-99, 99), "Inside one tick the lower first.", "同tick内では小さい順。", default=0),
        Field(
            "once_per_turn",
            Flag(),
            "Only activated: false, and it may be used again.",
            "activated のみ。false なら何度でも使える。",
        ),
    ]


def check_card(door: Door, path: Path, values: dict[str, Any]) -> None:
    """What fits one type of card and not another."""
    given, kind = values["given"], values["type"]
    if kind is None:
        return
    for block, wanted in BLOCKS.items():
        if block in given and kind != wanted:
            en, ja = (
                f"only {a_or_an(wanted)} has {block}; this is {a_or_an(kind)}.",
                f"{block} は {wanted} だけのキーです（{kind}）。",
            )
            door.wrong([*path, block], "block", en, ja)
    if kind == "equip" and "equip" not in given:
        en, ja = "an equip needs equip: {valid_targets: [...]}.", "装備には equip: {valid_targets: [...]} が必要です。"
        door.wrong(path, "valid_targets", en, ja)
    listed = given.get("abilities")
    abilities = listed if isinstance(listed, list) else []
    uses = [item for item in abilities if isinstance(item, dict) and item.get("when") == "activated"]
    if len(uses) > MOST_USES:
        en, ja = f"has more than {MOST_USES} activated abilities.", f"activated は {MOST_USES} 個までです。"
        door.wrong([*path, "abilities"], "length", en, ja)


def check_ability(door: Door, path: Path, values: dict[str, Any], place: Place) -> None:
    """What fits one `when` and not another."""
    when = place.when
    if place.card.get("type") == "spell" and when in NEVER_ON_SPELLS:
        en, ja = f"a spell is never on the table: no {when}.", f"スペルは盤面・場に残らないので {when} は使えません。"
        door.wrong([*path, "when"], "spell", en, ja)
    if values["once_per_turn"] is not None and when != "activated":
        en, ja = "once_per_turn is for activated abilities.", "once_per_turn は activated だけのキーです。"
        door.wrong([*path, "once_per_turn"], "once", en, ja)
    if values["priority"] and when in ("static", "activated", "on_play"):
        en, ja = f"{when} is never queued: no priority.", f"{when} はキューに入らないので priority は書けません。"
        door.wrong([*path, "priority"], "priority", en, ja)


def check_static(door: Door, path: Path, when: str, steps: list[Any]) -> None:
    if when != "static":
        return
    known = [op.name for op in vocabulary().ops]
    for index, step in enumerate(steps):
        if not isinstance(step, dict):
            continue
        if "duration" in step:
            en, ja = "a static ability lasts while it holds: no duration.", "static に duration は書けません。"
            door.wrong([*path, "effect", index, "duration"], "static", en, ja)
        if step.get("op") in known and step.get("op") not in STATIC_OPS:
            listed = ", ".join(STATIC_OPS)
            en, ja = f"a static ability uses only {listed}.", f"static で使えるのは {listed} だけです。"
            door.wrong([*path, "effect", index, "op"], "static", en, ja)


def check_all(door: Door, path: Path, values: dict[str, Any], place: Place) -> None:
    check_ability(door, path, values, place)
    effects = place.card["abilities"][path[-1]].get("effect")
    if isinstance(effects, list):
        check_static(door, path, place.when, effects)


def check_links(door: Door, path: Path, card: Definition, cards: dict[str, Definition]) -> None:
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
                door.wrong(where, "unknown_card", f"no card {wanted}.{en}", f"{wanted} というカードはありません。{ja}")
            elif found.type != "field":
                en, ja = (
                    f"{wanted} is {a_or_an(found.type)}, no field.",
                    f"{wanted} はフィールドではありません（{found.type}）。",
                )
                door.wrong(where, "no_field", en, ja)


def make_card(values: dict[str, Any], abilities: list[cardlang.Ability]) -> Card:
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
def form() -> CardForm:
    """The form of all cards of the game."""
    return CardForm(
        vocabulary(), fields(), ability_fields(), make_card, check_card, check_all, check_links, MOST_ABILITIES
    )

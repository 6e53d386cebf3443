"""Summoning costs in card files: their type, their checks, and their words."""

from typing import Any

from tefuda.cardlang.field_types import EnumType, IntegerType, KeyPath, OneOrMoreType, Problems
from tefuda.cardlang.mappings import Field, MappingType
from tefuda.games.linkavel.language.nouns import ATTRIBUTE_WORDS
from tefuda.games.linkavel.language.values import LEVEL_TYPE, SUGGESTIONS
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, SLOTS
from tefuda.games.linkavel.rules.model import ANY_ATTRIBUTE, CostPart

Parts = list[dict[str, Any]]
"""A cost as written in a card file, always as a list."""


def cost_type() -> OneOrMoreType:
    """Return the type of `cost`."""
    attribute = EnumType("attribute", "属性", ATTRIBUTES, SUGGESTIONS)
    part = MappingType(
        "a mapping of count, level and attribute",
        "count・level・attribute ",
        [
            Field("count", IntegerType(1, SLOTS), "Number of monsters.", "体数。", required=True),
            Field("level", LEVEL_TYPE, "Minimum level.", "このレベル以上。"),
            Field("attribute", attribute, "Their attribute.", "属性。"),
        ],
        check_part,
    )
    return OneOrMoreType(part, "a list of costs", "召喚条件のリスト", SLOTS)


def check_part(problems: Problems, path: KeyPath, part: dict[str, Any]) -> None:
    if part["level"] is None and part["attribute"] is None:
        en, ja = "a cost needs 'level' or 'attribute'.", "召喚条件には 'level' か 'attribute' が必要です。"
        problems.add_missing(path, "level", en, ja)


def check_cost(problems: Problems, path: KeyPath, values: dict[str, Any], is_monster: bool) -> None:
    """Check that a monster of level 2 or higher, and no other card, has a cost that can be paid (LV-2.5)."""
    given, level, parts = values["given"], values["level"], values["cost"] or []
    where = [*path, "cost"]
    if "cost" in given and not is_monster:
        problems.add(where, "magic", "a magic has no cost.", "魔術に cost はありません。")
    elif "cost" in given and level == 1:
        problems.add(where, "cost", "a monster of level 1 has no cost.", "レベル 1 に cost はありません。")
    elif is_monster and (level or 1) > 1 and "cost" not in given and where not in problems.suggested:
        en = f"a monster of level {level} needs a cost, as in cost: {{ count: 1, level: {level - 1} }}."
        ja = f"レベル {level} には cost: {{ count: 1, level: {level - 1} }} のような召喚条件が必要です。"
        problems.add([*path, "level"], "cost", en, ja)
    for index, part in enumerate(parts):
        if (part["level"] or 0) > (level or 0) > 1:
            en = "the level of the cost is higher than the monster's."
            place = [*where, index] if isinstance(given["cost"], list) else where
            problems.add([*place, "level"], "cost", en, "召喚条件のレベルがモンスターより高くなっています。")
    total = sum(part["count"] for part in parts)
    if total > SLOTS:
        en, ja = (
            f"the cost has {total} monsters; there are {SLOTS} slots.",
            f"召喚条件は {SLOTS} 体までです（{total}）。",
        )
        problems.add(where, "cost", en, ja)


def make_cost(parts: Parts) -> list[CostPart]:
    """Return a cost for the rules."""
    return [
        CostPart(
            part["count"],
            part["level"] or 1,
            ANY_ATTRIBUTE if part["attribute"] is None else ATTRIBUTES.index(part["attribute"]),
        )
        for part in parts
    ]


def cost_text(parts: Parts, language: str) -> str:
    """Return a cost in words: `Lv3×1 + fire×2`."""
    ja = language == "ja"
    found = []
    for part in parts:
        words = [f"Lv{part['level']}"] if part["level"] else []
        if part["attribute"]:
            attribute = ATTRIBUTE_WORDS[part["attribute"]].text(language)
            words.insert(0, f"{attribute}属性" if ja else attribute)
        found.append(f"{' '.join(words)}×{part['count']}{'体' if ja else ''}")
    return ("＋" if ja else " + ").join(found)

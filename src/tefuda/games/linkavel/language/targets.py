"""Targets: the fields of an operation that select cards, their checks, and the cards in words."""

import re
from typing import Any, Final

from tefuda.cardlang.field_types import BooleanType, IntegerType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, filter_of
from tefuda.games.linkavel.language.nouns import article, counter_word, noun_en, noun_ja
from tefuda.games.linkavel.language.triggers import find_trigger
from tefuda.games.linkavel.language.values import FILTER_TYPE, word_field
from tefuda.games.linkavel.rules.codes import SIDES, TARGETS
from tefuda.games.linkavel.rules.model import CardFilter, TargetSpec

Arguments = dict[str, Any]
"""Arguments of a step. `ability_text` adds `trigger`, `is_self`, `limit` and `first` for texts."""
ZONE_CODES: Final = {"monster": 3, "magic": 4, "any": 5}
DEFAULTS: Final = {"count": 1, "up_to": False, "filter": None}


def side_field(default: str = "own") -> Field:
    return word_field("side", "プレイヤー", SIDES, "Player.", "どちらのプレイヤーか。", default)


def count_field(en: str = "Number of cards.", ja: str = "枚数。", most: int = 30) -> Field:
    return Field("count", IntegerType(1, most), en, ja, 1)


def filter_field() -> Field:
    return Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。")


def up_to_field() -> Field:
    en, ja = "Whether fewer cards, or none, may be chosen.", "「まで」。少なくても、0枚でもよい。"
    return Field("up_to", BooleanType(), en, ja, False)


# Cards on the field


def target_fields(side: str, zones: bool) -> list[Field]:
    """Return the fields that select cards on the field."""
    kinds = ["monster", "magic", "any"]
    zone = word_field("zone", "ゾーン", kinds, "Monsters, magics or both.", "対象のゾーン。", "monster")
    return [
        word_field("target", "対象", TARGETS, "The target.", "対象。", "choose"),
        side_field(side),
        *([zone] if zones else []),
        count_field("Number of cards to choose.", "選ぶ数。", 6),
        up_to_field(),
        filter_field(),
    ]


def target_spec(arguments: Arguments) -> TargetSpec:
    """Return the target of a step."""
    return TargetSpec(
        TARGETS.index(arguments["target"]),
        SIDES.index(arguments["side"]),
        ZONE_CODES[arguments.get("zone") or "monster"],
        arguments["count"],
        arguments["up_to"],
        filter_of(arguments["filter"]),
    )


def check_target(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    """Check that the target is possible here."""
    target, when = arguments["target"], context.when

    def add(key: str, code: str, en: str, ja: str) -> None:
        problems.add([*path, key], code, en, ja)

    if when == "continuous":
        if target not in ("self", "all"):
            en, ja = "a continuous ability cannot choose; use self or all.", "永続効果では選べません（self か all）。"
            add("target", "continuous", en, ja)
        if arguments.get("duration") is not None:
            en, ja = "a continuous ability has no duration; remove it.", "永続効果に duration は書けません。"
            add("duration", "continuous", en, ja)
    if target == "that" and when and not find_trigger(when).that:
        add("target", "that", f"{when} has no card; that is not possible.", f"{when} では that は使えません。")
    own = context.ability if isinstance(context.ability, dict) else {}
    timed = when == "activated" and own.get("timing") in ("attacking", "attacked")
    if target == "foe" and when and find_trigger(when).foe is None and not timed:
        en, ja = f"there is no battle at {when}; foe is not possible.", f"{when} では foe は使えません。"
        add("target", "foe", en, ja)
    check_choice(problems, path, arguments, ["count", "up_to"], ["self", "all", "that", "foe"])


def check_choice(problems: Problems, path: KeyPath, arguments: Arguments, keys: list[str], fixed: list[str]) -> None:
    """Check that the keys of a choice are not given for targets without a choice."""
    for key in keys:
        if arguments["target"] in fixed and arguments[key] != DEFAULTS[key]:
            en, ja = f"{key} is only for choose and random.", f"{key} は choose か random のときに書きます。"
            problems.add([*path, key], "count", en, ja)
    if arguments["target"] == "random" and arguments["up_to"]:
        problems.add([*path, "up_to"], "count", "random has no up_to; remove it.", "random に up_to は書けません。")


def fixed_target(a: Arguments) -> Text | None:
    """Return the card that a step affects without a choice; None if there is a choice."""
    target, trigger = a["target"], a["trigger"]
    if target == "self":
        text = ("it" if a["first"] and a["is_self"] else "this card", "このカード")
    elif target == "that":
        text = ("that monster", "そのモンスター") if trigger.that == "monster" else ("that card", "そのカード")
        text = ("it", text[1]) if a["first"] else text
    elif target == "foe":
        battle = ("the monster that this card battles", "このカードとバトルするモンスター")
        text = (trigger.foe if a["is_self"] else trigger.foe_of_other) or battle
    else:
        return None
    filter_ = a["filter"]
    if filter_ is None:
        return text
    return f"{text[0]} (if it is {article(noun_en(filter_, None))})", f"{text[1]}（{noun_ja(filter_, None)}なら）"


def field_targets(a: Arguments) -> Text:
    """Return the cards on the field that a step affects."""
    fixed = fixed_target(a)
    if fixed is not None:
        return fixed
    kind = {"monster": "monster", "magic": "magic", "any": None}[a.get("zone") or "monster"]
    return _field_targets_en(a, kind), _field_targets_ja(a, kind)


def _field_targets_en(a: Arguments, kind: str | None) -> str:
    target, side, count = a["target"], a["side"], a["count"]
    found = noun_en(a["filter"], kind, plural=True)
    field = " on the field" if kind is None or side == "both" else ""
    whose = {"own": "your ", "opponent": "your opponent's ", "both": ""}[side]
    if target == "all":
        return f"all {whose}{found}{field}"
    how = ", chosen at random," if target == "random" else ""
    number = f"{'up to ' if _is_up_to_several(a) else ''}{count if count > 1 else 'one'}"
    return f"{number} of {whose or 'the '}{found}{field}{how}"


def _field_targets_ja(a: Arguments, kind: str | None) -> str:
    found = noun_ja(a["filter"], kind)
    whose = {"own": "自分の", "opponent": "相手の", "both": "フィールドの"}[a["side"]]
    where = "フィールドの" if kind is None and a["side"] != "both" else ""
    many = f"{a['count']}{counter_word(a['filter'], kind)}{'まで' if _is_up_to_several(a) else ''}"
    many = "すべて" if a["target"] == "all" else many
    return f"{whose}{where}{'、' if found.startswith('パワーが') else ''}{found}{many}"


def _is_up_to_several(a: Arguments) -> bool:
    return bool(a["up_to"]) and a["count"] > 1


def field_action_ja(a: Arguments, verb: str) -> str:
    """Return the cards on the field with the verb, in Japanese."""
    which = field_targets(a)[1]
    if a["target"] == "random":
        return f"{which}をランダムに選んで{verb}"
    many = re.search(r"(すべて|[0-9]+.まで)$", which)
    return f"{which}を{verb}" if many is None else f"{which[: many.start()]}を{many.group()}{verb}"


def is_plural(a: Arguments) -> bool:
    return bool(a["target"] == "all" or a["count"] > 1)


# Cards of a pool


def pool_fields(zones: list[str], targets: list[str]) -> list[Field]:
    """Return the fields that select cards of a pool."""
    zone = word_field("from", "ゾーン", zones, "Source zone.", "移動元。", zones[0])
    return [
        word_field("target", "対象", targets, "How cards are chosen, or this card.", "選び方。", "choose"),
        *([zone] if len(zones) > 1 else []),
        filter_field(),
        count_field(),
        up_to_field(),
    ]


def pool_choice(arguments: Arguments) -> tuple[int, bool, CardFilter | None]:
    """Return how many cards of a pool are chosen, whether fewer may be chosen, and the filter."""
    return arguments["count"], arguments["up_to"], filter_of(arguments["filter"])


def check_pool(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    """Check keys that are not allowed with random choices or this card."""
    check_choice(problems, path, arguments, ["filter", "count", "up_to"], ["self"])


def pool_cards(a: Arguments, kind: str | None) -> Text:
    """Return a number of cards of a pool; in Japanese with the particle."""
    filter_, count = a["filter"], a["count"]
    up_to, at_random = count > 1 and a.get("up_to"), a.get("target") == "random"
    en = ("random " if at_random else "") + noun_en(filter_, kind, count > 1)
    en = article(en) if count == 1 else f"{'up to ' if up_to else ''}{count} {en}"
    which = ("ランダムに" if at_random else "") + re.sub("^ほかの", "このカード以外の", noun_ja(filter_, kind))
    many = f"{count}{counter_word(filter_, kind)}"
    return en, f"{which}を{many}まで" if up_to else f"{which}{many}を"

"""The operations as entries of the vocabulary. What each does is in `steps` and `pool_steps`."""

from typing import Any

from tefuda.cardlang.field_types import BooleanType, EnumType, Field, IntegerType, KeyPath, Problems
from tefuda.cardlang.vocabulary import Op, OpContext
from tefuda.core.text import Message
from tefuda.games.linkavel.language import operation_text
from tefuda.games.linkavel.language.values import (
    EXPR,
    MAGIC_TYPES,
    SUGGESTIONS,
    AmountType,
    a,
    aim,
    aim_fields,
    count_field,
    duration_field,
    filter_field,
    plain,
    side_field,
    up_to_field,
    word_field,
)
from tefuda.games.linkavel.rules import pool_steps, steps
from tefuda.games.linkavel.rules.codes import DESTROYERS, DURATIONS, SIDES, TARGETS, ZONES

BATTLE_TIMES = ["on_attack", "on_attacked", "after_battle"]
ABOUT_A_CARD = ["on_summon", "on_magic", "on_trash", "on_destroy", "on_attack", "on_attacked"]


def given_beside(arguments: dict[str, Any], keys: list[str]) -> list[str]:
    """Those of some keys that say more than nothing."""
    plain = {"count": 1, "up_to": False, "filter": None}
    return [key for key in keys if arguments[key] != plain[key]]


def check_aim(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """Targets that make no sense where they stand."""
    target, when = arguments["target"], context.when
    if when == "continuous" and target not in ("self", "all"):
        en, ja = "a continuous ability cannot choose: self or all.", "永続効果では選べません（self か all）。"
        problems.add([*path, "target"], "continuous", en, ja)
    if when == "continuous" and arguments.get("duration") is not None:
        en, ja = "a continuous ability lasts while it holds: no duration.", "永続効果に duration は書けません。"
        problems.add([*path, "duration"], "continuous", en, ja)
    if when == "continuous" and arguments.get("once"):
        en, ja = "once is for effects that happen: limit: turn.", "永続効果では once ではなく limit: turn を書きます。"
        problems.add([*path, "once"], "continuous", en, ja)
    if target == "that" and when and when not in ABOUT_A_CARD:
        en, ja = f"{when} is about no card: no that.", f"{when} では that は使えません。"
        problems.add([*path, "target"], "that", en, ja)
    own = context.ability if isinstance(context.ability, dict) else {}
    fights = when in BATTLE_TIMES or (when == "activated" and own.get("timing") in ("attacking", "attacked"))
    if target == "foe" and when and not fights:
        en, ja = f"there is no battle at {when}: no foe.", f"{when} では foe は使えません。"
        problems.add([*path, "target"], "foe", en, ja)
    for key in given_beside(arguments, ["count", "up_to"]):
        if target in ("self", "all", "that", "foe"):
            en, ja = f"{key} goes with choose and random.", f"{key} は choose か random のときに書きます。"
            problems.add([*path, key], "count", en, ja)
    if target == "random" and arguments["up_to"]:
        problems.add([*path, "up_to"], "count", "luck takes all it can: no up_to.", "random に up_to は書けません。")


def check_join(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if path[-1] == 0:
        en, ja = "there is no step before it.", "前にステップがありません。"
        problems.add([*path, "op"], "first", en, ja)


def check_return(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == "trash":
        if arguments["to"] != "deck":
            en, ja = "from the trash to the hand is retrieve.", "トラッシュから手札へは retrieve を使います。"
            problems.add([*path, "to"], "retrieve", en, ja)
        if arguments["target"] not in ("choose", "self", "random"):
            en, ja = "choose, self or random goes with the trash.", "トラッシュでは choose、self、random だけです。"
            problems.add([*path, "target"], "trash", en, ja)
        return
    check_aim(problems, path, arguments, context)


def check_summon(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["target"] == "self" and context.card.get("type") in MAGIC_TYPES:
        problems.add([*path, "target"], "magic", "a magic is not summoned.", "魔術は召喚できません。")
    check_pool(problems, path, arguments, context)


def check_pool(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """Keys that make no sense beside luck or this card."""
    target = arguments.get("target", "choose")
    if target == "self":
        for key in given_beside(arguments, ["filter", "count", "up_to"]):
            en, ja = f"{key} goes with choose and random.", f"{key} は choose か random のときに書きます。"
            problems.add([*path, key], "count", en, ja)
    if target == "random" and arguments["up_to"]:
        problems.add([*path, "up_to"], "count", "luck takes all it can: no up_to.", "random に up_to は書けません。")


def check_reduce(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if context.when != "continuous":
        en, ja = "reduce_damage is for continuous abilities.", "reduce_damage は永続効果だけで使えます。"
        problems.add([*path, "op"], "continuous", en, ja)
    if arguments["target"] == "self" and arguments["filter"] is not None:
        problems.add([*path, "filter"], "self", "a filter goes with all.", "filter は all のときに書きます。")


def make_return(arguments: dict[str, Any]) -> Any:
    if arguments["from"] == "trash":
        target = TARGETS.index(arguments["target"])
        return pool_steps.Recycle(target, arguments["count"], arguments["up_to"], plain(arguments["filter"]))
    return steps.Return(aim(arguments), arguments["to"] == "deck")


def duration_code(arguments: dict[str, Any]) -> int:
    return DURATIONS.index(arguments["duration"] or "turn")


def reduction_aim(arguments: dict[str, Any]) -> steps.Aim:
    return steps.Aim(TARGETS.index(arguments["target"]), 0, 3, 1, False, plain(arguments["filter"]))


def op(name: str, fields: list[Field], make: Any, en: str, ja: str, example: str, clause: str, check: Any = None) -> Op:
    said = getattr(operation_text, "return_" if name == "return" else name)
    return Op(name, fields, make, said, Message(name, en, ja), example, clause, check)


def ability(effect: str, when: str = "on_summon") -> str:
    return f"when: {when}\neffect:\n  - {effect}\n"


def pool_fields(zones: list[str], targets: list[str]) -> list[Field]:
    """Which cards of a pool a step takes."""
    fields = [
        word_field("from", "ゾーン", zones, "Where from.", "どこから。", zones[0]),
        filter_field(),
        count_field(),
        up_to_field(),
    ]
    if len(zones) == 1:
        del fields[0]
    if len(targets) > 1:
        fields.insert(0, word_field("target", "対象", targets, "Who chooses, or this card.", "選び方。", "choose"))
    return fields


def ops() -> list[Op]:
    """All operations."""
    return [*field_ops(), *pool_ops(), *player_ops()]


def field_ops() -> list[Op]:
    """What happens to cards on the field."""
    return [
        op(
            "power",
            [*aim_fields("own", False), a("amount", AmountType(-9999, 9999), "The change.", "増減。", required=True), duration_field()],
            lambda v: steps.Power(aim(v), v["amount"], duration_code(v)),
            "Changes the power of monsters, for the turn where nothing else is said; in a continuous ability while it holds.",
            "モンスターのパワーを増減する。省略時はターン終了時まで。永続効果では働く間。",
            ability("{ op: power, target: self, amount: 500 }"),
            "LV-11.1",
            check_aim,
        ),
        op(
            "destroy",
            aim_fields("opponent", True),
            lambda v: steps.Destroy(aim(v)),
            "Destroys cards on the field together.",
            "フィールドのカードを同時に破壊する。",
            ability("{ op: destroy, filter: { max_power: 1000 } }"),
            "LV-11.2",
            check_aim,
        ),
        op(
            "send",
            aim_fields("opponent", True),
            lambda v: steps.Send(aim(v)),
            "Sends cards on the field to the trash; that is not destroying.",
            "フィールドのカードをトラッシュに送る。破壊ではない。",
            ability("{ op: send, target: all, side: both }"),
            "LV-11.3",
            check_aim,
        ),
        op(
            "return",
            [
                *aim_fields("opponent", True),
                word_field("from", "場所", ["field", "trash"], "Where from.", "どこから。", "field"),
                word_field("to", "場所", ["hand", "deck"], "Where to.", "どこへ。", "hand"),
            ],
            make_return,
            "Returns cards on the field to hand or deck, or cards of the own trash to the deck, which is shuffled.",
            "フィールドのカードを手札かデッキに、または自分のトラッシュのカードをデッキに戻す。",
            ability("{ op: return, to: hand }"),
            "LV-11.4",
            check_return,
        ),
        op(
            "protect",
            [
                *aim_fields("own", False),
                word_field("from", "原因", DESTROYERS, "From what.", "何から。", "battle"),
                duration_field(),
                a("once", BooleanType(), "Whether the first time uses it up.", "一度だけか。", False),
            ],
            lambda v: steps.Protect(aim(v), DESTROYERS.index(v["from"]), duration_code(v), v["once"]),
            "Monsters are not destroyed by battle, by effects, or at all.",
            "モンスターは戦闘・効果で破壊されない。",
            ability("{ op: protect, target: self, duration: next_turn }"),
            "LV-11.5",
            check_aim,
        ),
        op(
            "extra_attack",
            [*aim_fields("own", False), a("times", IntegerType(1, 5), "How often more.", "追加の回数。", 1)],
            lambda v: steps.ExtraAttack(aim(v), v["times"]),
            "Monsters can attack more often, this turn; in a continuous ability every turn.",
            "モンスターの攻撃回数を増やす。永続効果なら毎ターン。",
            ability("{ op: extra_attack, target: self }"),
            "LV-11.6",
            check_aim,
        ),
        op(
            "reduce_damage",
            [
                word_field("target", "対象", ["self", "all"], "Battles of this monster, or all.", "どの戦闘。", "self"),
                filter_field(),
                a("amount", AmountType(1, 9999), "How much.", "減らす量。", required=True),
            ],
            lambda v: steps.ReduceDamage(reduction_aim(v), v["amount"]),
            "Battle damage that its owner takes is lowered; only continuous.",
            "自分が受ける戦闘ダメージを減らす。永続効果だけ。",
            ability("{ op: reduce_damage, amount: 300 }", "continuous"),
            "LV-11.7",
            check_reduce,
        ),
    ]  # fmt: skip


def pool_ops() -> list[Op]:
    """What takes cards out of hand, deck and trash."""
    return [
        op(
            "summon",
            pool_fields(["trash", "hand", "deck", "deck_or_trash"], ["choose", "self", "random"]),
            lambda v: pool_steps.Summon(TARGETS.index(v["target"]), ZONES.index(v["from"]), v["count"], v["up_to"], plain(v["filter"])),
            "Special summons, as many as there are candidates and free slots.",
            "特殊召喚する。候補と空き枠の数まで。",
            ability("{ op: summon, from: deck, filter: { level: 1 } }"),
            "LV-11.8",
            check_summon,
        ),
        op(
            "search",
            pool_fields(["deck", "deck_or_trash"], ["choose"]),
            lambda v: pool_steps.Search(ZONES.index(v["from"]), v["count"], v["up_to"], plain(v["filter"])),
            "From the deck, or deck and trash, to the hand; shown to both, then the deck is shuffled.",
            "デッキ（かトラッシュ）から手札に加える。公開し、デッキをシャッフルする。",
            ability("{ op: search, filter: { type: magic } }"),
            "LV-11.12",
        ),
        op(
            "retrieve",
            pool_fields(["trash"], ["choose", "self", "random"]),
            lambda v: pool_steps.Retrieve(TARGETS.index(v["target"]), v["count"], v["up_to"], plain(v["filter"])),
            "From the trash to the hand.",
            "トラッシュから手札に加える。",
            ability("{ op: retrieve, filter: { type: monster } }"),
            "LV-11.13",
            check_pool,
        ),
        op(
            "draw",
            [count_field(), side_field()],
            lambda v: pool_steps.Draw(v["count"], SIDES.index(v["side"])),
            "Draws cards one by one; an empty deck is refreshed.",
            "1枚ずつ引く。デッキが0枚ならリフレッシュする。",
            ability("{ op: draw, count: 2 }"),
            "LV-11.9",
        ),
        op(
            "mill",
            [count_field(), side_field()],
            lambda v: pool_steps.Mill(v["count"], SIDES.index(v["side"])),
            "From the top of the deck to the trash, as many as there are.",
            "デッキの上からトラッシュに送る。あるだけ。",
            ability("{ op: mill, count: 3 }"),
            "LV-11.10",
        ),
        op(
            "discard",
            [
                count_field(),
                side_field(),
                a("selection", EnumType("selection", "選び方", ["choose", "random"], SUGGESTIONS), "Who chooses: its player, or luck.", "選び方。", "choose"),
                filter_field(),
            ],
            lambda v: pool_steps.Discard(v["count"], SIDES.index(v["side"]), v["selection"] == "random", plain(v["filter"])),
            "From the hand to the trash, as many as there are.",
            "手札からトラッシュに捨てる。あるだけ。",
            ability("{ op: discard, side: opponent }"),
            "LV-11.11",
        ),
    ]  # fmt: skip


def player_ops() -> list[Op]:
    """What happens to players, and what leads from one step to the next."""
    return [
        op(
            "gain",
            [a("amount", AmountType(1, 9999), "How much.", "量。", required=True), side_field()],
            lambda v: steps.Gain(v["amount"], SIDES.index(v["side"])),
            "A player gains LP.",
            "LP を回復する。",
            ability("{ op: gain, amount: 500 }"),
            "LV-11.14",
        ),
        op(
            "damage",
            [a("amount", AmountType(1, 9999), "How much.", "量。", required=True), side_field("opponent")],
            lambda v: steps.Damage(v["amount"], SIDES.index(v["side"])),
            "A player takes damage; both take it at once.",
            "ダメージを与える。お互いなら同時。",
            ability("{ op: damage, amount: 300 }"),
            "LV-11.15",
        ),
        op(
            "if_you_do",
            [],
            lambda v: steps.IfYouDo(),
            "The rest only happens if the step before did something.",
            "直前のステップで何か起きた場合だけ続ける。",
            ability("{ op: discard }\n  - { op: if_you_do }\n  - { op: draw, count: 2 }"),
            "LV-9.12",
            check_join,
        ),
        op(
            "require",
            [a("expr", EXPR, "What must be true.", "条件。", required=True)],
            lambda v: steps.Require(v["expr"]),
            "The rest only happens if it is true.",
            "真の場合だけ続ける。",
            ability('{ op: require, expr: "own.lp < 2000" }\n  - { op: gain, amount: 500 }'),
            "LV-9.13",
        ),
        op("win", [], lambda v: steps.Ends(True), "Its owner wins.", "持ち主が勝利する。", ability("{ op: win }"), "LV-11.16"),
        op("lose", [], lambda v: steps.Ends(False), "Its owner loses.", "持ち主が敗北する。", ability("{ op: lose }"), "LV-11.16"),
    ]  # fmt: skip

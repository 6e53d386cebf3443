"""The operations of the vocabulary. Their rules are in `steps` and `pool_steps`."""

from typing import Any

from tefuda.cardlang.field_types import BooleanType, EnumType, Field, IntegerType, KeyPath, Problems
from tefuda.cardlang.vocabulary import Op, OpContext
from tefuda.core.text import Message
from tefuda.games.linkavel.language import operation_text
from tefuda.games.linkavel.language.values import (
    CONDITION_TYPE,
    MAGIC_TYPES,
    SUGGESTIONS,
    AmountType,
    count_field,
    duration_field,
    filter_field,
    filter_of,
    side_field,
    target_fields,
    target_spec,
    up_to_field,
    word_field,
)
from tefuda.games.linkavel.rules import pool_steps, steps
from tefuda.games.linkavel.rules.codes import DESTROY_CAUSES, DURATIONS, SIDES, TARGETS, ZONES

BATTLE_TRIGGERS = ["on_attack", "on_attacked", "after_battle"]
CARD_TRIGGERS = ["on_summon", "on_magic", "on_trash", "on_destroy", "on_attack", "on_attacked"]


def given_keys(arguments: dict[str, Any], keys: list[str]) -> list[str]:
    """Return the keys whose value is not the default."""
    filter_of = {"count": 1, "up_to": False, "filter": None}
    return [key for key in keys if arguments[key] != filter_of[key]]


def check_target(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """Check that the target is possible here."""
    target, when = arguments["target"], context.when
    if when == "continuous" and target not in ("self", "all"):
        en, ja = "a continuous ability cannot choose; use self or all.", "永続効果では選べません（self か all）。"
        problems.add([*path, "target"], "continuous", en, ja)
    if when == "continuous" and arguments.get("duration") is not None:
        en, ja = "a continuous ability has no duration; remove it.", "永続効果に duration は書けません。"
        problems.add([*path, "duration"], "continuous", en, ja)
    if when == "continuous" and arguments.get("once"):
        en, ja = (
            "a continuous ability has no once; use limit: turn.",
            "永続効果では once ではなく limit: turn を書きます。",
        )
        problems.add([*path, "once"], "continuous", en, ja)
    if target == "that" and when and when not in CARD_TRIGGERS:
        en, ja = f"{when} has no card; that is not possible.", f"{when} では that は使えません。"
        problems.add([*path, "target"], "that", en, ja)
    own = context.ability if isinstance(context.ability, dict) else {}
    fights = when in BATTLE_TRIGGERS or (when == "activated" and own.get("timing") in ("attacking", "attacked"))
    if target == "foe" and when and not fights:
        en, ja = f"there is no battle at {when}; foe is not possible.", f"{when} では foe は使えません。"
        problems.add([*path, "target"], "foe", en, ja)
    for key in given_keys(arguments, ["count", "up_to"]):
        if target in ("self", "all", "that", "foe"):
            en, ja = f"{key} is only for choose and random.", f"{key} は choose か random のときに書きます。"
            problems.add([*path, key], "count", en, ja)
    if target == "random" and arguments["up_to"]:
        problems.add([*path, "up_to"], "count", "random has no up_to; remove it.", "random に up_to は書けません。")


def check_not_first(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if path[-1] == 0:
        en, ja = "there is no step before it.", "前にステップがありません。"
        problems.add([*path, "op"], "first", en, ja)


def check_return(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == "trash":
        if arguments["to"] != "deck":
            en, ja = (
                "use retrieve for cards from the trash to the hand.",
                "トラッシュから手札へは retrieve を使います。",
            )
            problems.add([*path, "to"], "retrieve", en, ja)
        if arguments["target"] not in ("choose", "self", "random"):
            en, ja = "the trash allows only choose, self and random.", "トラッシュでは choose、self、random だけです。"
            problems.add([*path, "target"], "trash", en, ja)
        return
    check_target(problems, path, arguments, context)


def check_summon(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["target"] == "self" and context.card.get("type") in MAGIC_TYPES:
        problems.add([*path, "target"], "magic", "a magic cannot be summoned.", "魔術は召喚できません。")
    check_pool(problems, path, arguments, context)


def check_pool(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """Check keys that are not allowed with random choices or this card."""
    target = arguments.get("target", "choose")
    if target == "self":
        for key in given_keys(arguments, ["filter", "count", "up_to"]):
            en, ja = f"{key} is only for choose and random.", f"{key} は choose か random のときに書きます。"
            problems.add([*path, key], "count", en, ja)
    if target == "random" and arguments["up_to"]:
        problems.add([*path, "up_to"], "count", "random has no up_to; remove it.", "random に up_to は書けません。")


def check_reduce(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if context.when != "continuous":
        en, ja = "reduce_damage is only for continuous abilities.", "reduce_damage は永続効果だけで使えます。"
        problems.add([*path, "op"], "continuous", en, ja)
    if arguments["target"] == "self" and arguments["filter"] is not None:
        problems.add([*path, "filter"], "self", "filter is only for all.", "filter は all のときに書きます。")


def make_return(arguments: dict[str, Any]) -> Any:
    if arguments["from"] == "trash":
        target = TARGETS.index(arguments["target"])
        return pool_steps.Recycle(target, arguments["count"], arguments["up_to"], filter_of(arguments["filter"]))
    return steps.Return(target_spec(arguments), arguments["to"] == "deck")


def duration_code(arguments: dict[str, Any]) -> int:
    return DURATIONS.index(arguments["duration"] or "turn")


def reduction_target(arguments: dict[str, Any]) -> steps.TargetSpec:
    return steps.TargetSpec(TARGETS.index(arguments["target"]), 0, 3, 1, False, filter_of(arguments["filter"]))


def op(name: str, fields: list[Field], make: Any, en: str, ja: str, example: str, clause: str, check: Any = None) -> Op:
    text = getattr(operation_text, "return_" if name == "return" else name)
    return Op(name, fields, make, text, Message(name, en, ja), example, clause, check)


def ability_example(effect: str, when: str = "on_summon") -> str:
    return f"when: {when}\neffect:\n  - {effect}\n"


def pool_fields(zones: list[str], targets: list[str]) -> list[Field]:
    """Return the fields that select cards of a pool."""
    fields = [
        word_field("from", "ゾーン", zones, "Source zone.", "移動元。", zones[0]),
        filter_field(),
        count_field(),
        up_to_field(),
    ]
    if len(zones) == 1:
        del fields[0]
    if len(targets) > 1:
        fields.insert(
            0, word_field("target", "対象", targets, "How cards are chosen, or this card.", "選び方。", "choose")
        )
    return fields


def ops() -> list[Op]:
    """Return all operations."""
    return [*field_ops(), *pool_ops(), *player_ops()]


def field_ops() -> list[Op]:
    """Return the operations on cards on the field."""
    return [
        op(
            "power",
            [*target_fields("own", False), Field("amount", AmountType(-9999, 9999), "Amount of the change.", "増減。", required=True), duration_field()],
            lambda v: steps.Power(target_spec(v), v["amount"], duration_code(v)),
            "Changes the power of monsters: this turn by default; in a continuous ability while it applies.",
            "モンスターのパワーを増減する。省略時はターン終了時まで。永続効果では適用中ずっと。",
            ability_example("{ op: power, target: self, amount: 500 }"),
            "LV-11.1",
            check_target,
        ),
        op(
            "destroy",
            target_fields("opponent", True),
            lambda v: steps.Destroy(target_spec(v)),
            "Destroys cards on the field together.",
            "フィールドのカードを同時に破壊する。",
            ability_example("{ op: destroy, filter: { max_power: 1000 } }"),
            "LV-11.2",
            check_target,
        ),
        op(
            "send",
            target_fields("opponent", True),
            lambda v: steps.Send(target_spec(v)),
            "Sends cards on the field to the trash without destroying them.",
            "フィールドのカードをトラッシュに送る。破壊ではない。",
            ability_example("{ op: send, target: all, side: both }"),
            "LV-11.3",
            check_target,
        ),
        op(
            "return",
            [
                *target_fields("opponent", True),
                word_field("from", "場所", ["field", "trash"], "Source zone.", "移動元。", "field"),
                word_field("to", "場所", ["hand", "deck"], "Destination.", "移動先。", "hand"),
            ],
            make_return,
            "Returns cards on the field to hand or deck, or cards of your trash to the deck. The deck is shuffled.",
            "フィールドのカードを手札かデッキに、または自分のトラッシュのカードをデッキに戻す。",
            ability_example("{ op: return, to: hand }"),
            "LV-11.4",
            check_return,
        ),
        op(
            "protect",
            [
                *target_fields("own", False),
                word_field("from", "原因", DESTROY_CAUSES, "Cause of destruction.", "何による破壊か。", "battle"),
                duration_field(),
                Field("once", BooleanType(), "Whether it protects only once.", "一度だけか。", False),
            ],
            lambda v: steps.Protect(target_spec(v), DESTROY_CAUSES.index(v["from"]), duration_code(v), v["once"]),
            "Protects monsters from destruction by battle, by effects, or both.",
            "モンスターは戦闘・効果で破壊されない。",
            ability_example("{ op: protect, target: self, duration: next_turn }"),
            "LV-11.5",
            check_target,
        ),
        op(
            "extra_attack",
            [*target_fields("own", False), Field("times", IntegerType(1, 5), "Number of extra attacks.", "追加の回数。", 1)],
            lambda v: steps.ExtraAttack(target_spec(v), v["times"]),
            "Gives monsters extra attacks this turn; in a continuous ability every turn.",
            "モンスターの攻撃回数を増やす。永続効果なら毎ターン。",
            ability_example("{ op: extra_attack, target: self }"),
            "LV-11.6",
            check_target,
        ),
        op(
            "reduce_damage",
            [
                word_field("target", "対象", ["self", "all"], "Battles of this monster, or all.", "対象の戦闘。", "self"),
                filter_field(),
                Field("amount", AmountType(1, 9999), "How much.", "減らす量。", required=True),
            ],
            lambda v: steps.ReduceDamage(reduction_target(v), v["amount"]),
            "Reduces battle damage to its owner. Only for continuous abilities.",
            "自分が受ける戦闘ダメージを減らす。永続効果だけ。",
            ability_example("{ op: reduce_damage, amount: 300 }", "continuous"),
            "LV-11.7",
            check_reduce,
        ),
    ]  # fmt: skip


def pool_ops() -> list[Op]:
    """Return the operations on hand, deck and trash."""
    return [
        op(
            "summon",
            pool_fields(["trash", "hand", "deck", "deck_or_trash"], ["choose", "self", "random"]),
            lambda v: pool_steps.Summon(TARGETS.index(v["target"]), ZONES.index(v["from"]), v["count"], v["up_to"], filter_of(v["filter"])),
            "Special summons monsters, limited by candidates and free slots.",
            "特殊召喚する。候補と空き枠の数まで。",
            ability_example("{ op: summon, from: deck, filter: { level: 1 } }"),
            "LV-11.8",
            check_summon,
        ),
        op(
            "search",
            pool_fields(["deck", "deck_or_trash"], ["choose"]),
            lambda v: pool_steps.Search(ZONES.index(v["from"]), v["count"], v["up_to"], filter_of(v["filter"])),
            "Adds cards from the deck, or deck and trash, to the hand, shows them and shuffles the deck.",
            "デッキ（かトラッシュ）から手札に加える。公開し、デッキをシャッフルする。",
            ability_example("{ op: search, filter: { type: magic } }"),
            "LV-11.12",
        ),
        op(
            "retrieve",
            pool_fields(["trash"], ["choose", "self", "random"]),
            lambda v: pool_steps.Retrieve(TARGETS.index(v["target"]), v["count"], v["up_to"], filter_of(v["filter"])),
            "Adds cards from the trash to the hand.",
            "トラッシュから手札に加える。",
            ability_example("{ op: retrieve, filter: { type: monster } }"),
            "LV-11.13",
            check_pool,
        ),
        op(
            "draw",
            [count_field(), side_field()],
            lambda v: pool_steps.Draw(v["count"], SIDES.index(v["side"])),
            "Draws cards one by one; an empty deck is refreshed.",
            "1枚ずつ引く。デッキが0枚ならリフレッシュする。",
            ability_example("{ op: draw, count: 2 }"),
            "LV-11.9",
        ),
        op(
            "mill",
            [count_field(), side_field()],
            lambda v: pool_steps.Mill(v["count"], SIDES.index(v["side"])),
            "Sends cards from the top of the deck to the trash, as many as possible.",
            "デッキの上からトラッシュに送る。足りなければ可能な分だけ。",
            ability_example("{ op: mill, count: 3 }"),
            "LV-11.10",
        ),
        op(
            "discard",
            [
                count_field(),
                side_field(),
                Field("selection", EnumType("selection", "選び方", ["choose", "random"], SUGGESTIONS), "Chosen by the player, or at random.", "選び方。", "choose"),
                filter_field(),
            ],
            lambda v: pool_steps.Discard(v["count"], SIDES.index(v["side"]), v["selection"] == "random", filter_of(v["filter"])),
            "Discards cards from the hand, as many as possible.",
            "手札からトラッシュに捨てる。足りなければ可能な分だけ。",
            ability_example("{ op: discard, side: opponent }"),
            "LV-11.11",
        ),
    ]  # fmt: skip


def player_ops() -> list[Op]:
    """Return the operations on players, and the steps that control an effect."""
    return [
        op(
            "gain",
            [Field("amount", AmountType(1, 9999), "How much.", "量。", required=True), side_field()],
            lambda v: steps.Gain(v["amount"], SIDES.index(v["side"])),
            "A player gains LP.",
            "LP を回復する。",
            ability_example("{ op: gain, amount: 500 }"),
            "LV-11.14",
        ),
        op(
            "damage",
            [Field("amount", AmountType(1, 9999), "How much.", "量。", required=True), side_field("opponent")],
            lambda v: steps.Damage(v["amount"], SIDES.index(v["side"])),
            "Deals damage to a player, or to both at once.",
            "ダメージを与える。お互いなら同時。",
            ability_example("{ op: damage, amount: 300 }"),
            "LV-11.15",
        ),
        op(
            "if_you_do",
            [],
            lambda v: steps.IfYouDo(),
            "Continues only if the previous step did something.",
            "直前のステップで何か起きた場合だけ続ける。",
            ability_example("{ op: discard }\n  - { op: if_you_do }\n  - { op: draw, count: 2 }"),
            "LV-9.12",
            check_not_first,
        ),
        op(
            "require",
            [Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)],
            lambda v: steps.Require(v["expr"]),
            "Continues only if the condition is true.",
            "真の場合だけ続ける。",
            ability_example('{ op: require, expr: "own.lp < 2000" }\n  - { op: gain, amount: 500 }'),
            "LV-9.13",
        ),
        op("win", [], lambda v: steps.EndGame(True), "Its owner wins.", "持ち主が勝利する。", ability_example("{ op: win }"), "LV-11.16"),
        op("lose", [], lambda v: steps.EndGame(False), "Its owner loses.", "持ち主が敗北する。", ability_example("{ op: lose }"), "LV-11.16"),
    ]  # fmt: skip

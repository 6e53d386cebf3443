"""The operations on cards on the field. Their rules are in `field_steps`."""

from typing import Final

from tefuda.cardlang.field_types import BooleanType, IntegerType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, ability_example, filter_of, operation
from tefuda.games.linkavel.language.conditions import amount_text
from tefuda.games.linkavel.language.nouns import noun_en, noun_ja
from tefuda.games.linkavel.language.targets import (
    Arguments,
    check_target,
    field_action_ja,
    field_targets,
    filter_field,
    is_plural,
    pool_cards,
    pool_choice,
    target_fields,
    target_spec,
)
from tefuda.games.linkavel.language.values import AmountType, word_field
from tefuda.games.linkavel.rules import field_steps, pool_steps
from tefuda.games.linkavel.rules.codes import DESTROY_CAUSES, DURATIONS, TARGETS
from tefuda.games.linkavel.rules.model import TargetSpec

DURATION_TEXTS: Final = {
    "turn": (" until the end of the turn", "ターン終了時まで"),
    "next_turn": (" until the end of your opponent's next turn", "次の相手のターン終了時まで"),
    "while": (" while this card is on the field", "このカードがフィールドにある限り、"),
    "permanent": (" permanently", "永続的に"),
}


def duration_field() -> Field:
    return word_field("duration", "期間", DURATIONS, "Duration.", "いつまで。", None)


def duration_code(arguments: Arguments) -> int:
    return DURATIONS.index(arguments["duration"] or "turn")


def duration_text(a: Arguments) -> Text:
    if a["duration"] is None and a["trigger"].name == "continuous":
        return "", ""
    return DURATION_TEXTS[a["duration"] or "turn"]


@operation(
    "power",
    [
        *target_fields("own", False),
        Field("amount", AmountType(-9999, 9999), "Amount of the change.", "増減。", required=True),
        duration_field(),
    ],
    lambda a: field_steps.Power(target_spec(a), a["amount"], duration_code(a)),
    en="Changes the power of monsters: this turn by default; in a continuous ability while it applies.",
    ja="モンスターのパワーを増減する。省略時はターン終了時まで。永続効果では適用中ずっと。",
    clause="LV-11.1",
    example=ability_example("on_summon", "{ op: power, target: self, amount: 500 }"),
    check=check_target,
    prompt=("choose a monster to change its power", "パワーを変えるモンスターを選んでください"),
    continuous=True,
)
def power(a: Arguments) -> Text:
    (which, which_ja), change, (until, until_ja) = field_targets(a), amount_text(a["amount"]), duration_text(a)
    sign = "" if change.en.startswith("-") else "+"
    before, until_ja = (until_ja, "") if a["duration"] == "while" else ("", until_ja)
    how = f"パワーを{until_ja}{sign}{change.ja}する"
    ja = f"{before}{change.per_ja}{which_ja}の{how}"
    if a["target"] == "random":
        ja = f"{which_ja}をランダムに選び、{before}{change.per_ja}その{how}"
    what = f"{sign}{change.en} power{change.per_en}{until}"
    if a["target"] == "choose":
        return f"give {which} {what}", ja
    return f"{which} {'get' if is_plural(a) else 'gets'} {what}", ja


@operation(
    "destroy",
    target_fields("opponent", True),
    lambda a: field_steps.Destroy(target_spec(a)),
    en="Destroys cards on the field together.",
    ja="フィールドのカードを同時に破壊する。",
    clause="LV-11.2",
    example=ability_example("on_summon", "{ op: destroy, filter: { max_power: 1000 } }"),
    check=check_target,
    prompt=("choose a card to destroy", "破壊するカードを選んでください"),
    verb="destroy",
)
def destroy(a: Arguments) -> Text:
    return f"destroy {field_targets(a)[0]}".removesuffix(","), field_action_ja(a, "破壊する")


@operation(
    "send",
    target_fields("opponent", True),
    lambda a: field_steps.Send(target_spec(a)),
    en="Sends cards on the field to the trash without destroying them.",
    ja="フィールドのカードをトラッシュに送る。破壊ではない。",
    clause="LV-11.3",
    example=ability_example("on_summon", "{ op: send, target: all, side: both }"),
    check=check_target,
    prompt=("choose a card to send to the trash", "トラッシュに送るカードを選んでください"),
    verb="send to the trash:",
)
def send(a: Arguments) -> Text:
    return f"send {field_targets(a)[0]} to the trash", field_action_ja(a, "トラッシュに送る")


def check_return(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if arguments["from"] == "field":
        check_target(problems, path, arguments, context)
        return
    if arguments["to"] != "deck":
        en, ja = "use retrieve for cards from the trash to the hand.", "トラッシュから手札へは retrieve を使います。"
        problems.add([*path, "to"], "retrieve", en, ja)
    if arguments["target"] not in ("choose", "self", "random"):
        en, ja = "the trash allows only choose, self and random.", "トラッシュでは choose、self、random だけです。"
        problems.add([*path, "target"], "trash", en, ja)


def make_return(arguments: Arguments) -> field_steps.Return | pool_steps.Recycle:
    if arguments["from"] == "trash":
        return pool_steps.Recycle(TARGETS.index(arguments["target"]), *pool_choice(arguments))
    return field_steps.Return(target_spec(arguments), arguments["to"] == "deck")


@operation(
    "return",
    [
        *target_fields("opponent", True),
        word_field("from", "場所", ["field", "trash"], "Source zone.", "移動元。", "field"),
        word_field("to", "場所", ["hand", "deck"], "Destination.", "移動先。", "hand"),
    ],
    make_return,
    en="Returns cards on the field to hand or deck, or cards of your trash to the deck. The deck is shuffled.",
    ja="フィールドのカードを手札かデッキに、または自分のトラッシュのカードをデッキに戻す。",
    clause="LV-11.4",
    example=ability_example("on_summon", "{ op: return, to: hand }"),
    check=check_return,
    prompt=("choose a card to return", "戻すカードを選んでください"),
    verb="return",
)
def return_(a: Arguments) -> Text:
    own = a["target"] == "self"
    if a["from"] == "trash":
        which, which_ja = ("this card", "このカードを") if own else pool_cards(a, None)
        ja = f"トラッシュから{which_ja}デッキに戻してシャッフルする"
        return f"shuffle {which} from your trash into your deck", ja
    mine = own or (a["target"] not in ("that", "foe") and a["side"] == "own")
    whose = "your" if mine else "their owner's" if is_plural(a) else "its owner's"
    whose_ja, which = "" if mine else "持ち主の", field_targets(a)[0]
    if a["to"] == "hand":
        return f"return {which} to {whose} hand", field_action_ja(a, f"{whose_ja}手札に戻す")
    return f"shuffle {which} into {whose} deck", field_action_ja(a, f"{whose_ja}デッキに戻してシャッフルする")


def check_protect(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    """Check the target. In a continuous ability, `once` is counted for each monster of a group (LV-14.6)."""
    check_target(problems, path, arguments, context)
    if context.when != "continuous" or not arguments["once"]:
        return
    where = [*path, "once"]
    if arguments["target"] == "self":
        problems.add(where, "continuous", "use limit: turn instead of once.", "once ではなく limit: turn を書きます。")
    elif context.ability.get("limit") not in (None, "none"):
        en, ja = "once is for each monster, limit for all together; use one.", "once と limit は一方だけです。"
        problems.add(where, "continuous", en, ja)
    elif len(context.ability["effect"]) > 1:
        en, ja = "an ability with once has no other steps.", "once のある永続効果はこの操作だけにします。"
        problems.add(where, "continuous", en, ja)


@operation(
    "protect",
    [
        *target_fields("own", False),
        word_field("from", "原因", DESTROY_CAUSES, "Cause of destruction.", "何による破壊か。", "battle"),
        duration_field(),
        Field(
            "once",
            BooleanType(),
            "Only once; if continuous, once per turn.",
            "1回だけか。永続効果なら毎ターン1回。",
            False,
        ),
    ],
    lambda a: field_steps.Protect(target_spec(a), DESTROY_CAUSES.index(a["from"]), duration_code(a), a["once"]),
    en="Protects monsters from destruction by battle, by effects, or both.",
    ja="モンスターは戦闘・効果で破壊されない。",
    clause="LV-11.5",
    example=ability_example("on_summon", "{ op: protect, target: self, duration: next_turn }"),
    check=check_protect,
    prompt=("choose a monster to protect", "守るモンスターを選んでください"),
    verb="protect",
    continuous=True,
)
def protect(a: Arguments) -> Text:
    """Return a protection. A limit counts for all its monsters together, `once` for each of them."""
    return _protect_en(a), _protect_ja(a)


def _protect_en(a: Arguments) -> str:
    which, until, limit = field_targets(a)[0], duration_text(a)[0], a["limit"]
    by = {"battle": " by battle", "effect": " by effects", "any": ""}[a["from"]]
    some = "of the " if a["side"] == "both" else "of "
    if a["once"] and a["trigger"].name == "continuous":
        every = which.replace("all ", f"each {some}", 1)
        return f"the first time {every} would be destroyed{by.removesuffix('s')} each turn, it is not destroyed"
    if limit != "none":
        one = which.replace("all ", f"one {some}", 1) if a["target"] == "all" else which
        each = "each turn" if limit == "turn" else "in the game"
        return f"the first time {each} {one} would be destroyed{by.removesuffix('s')}, it is not destroyed"
    if a["once"]:
        be, it = ("are", "each of them") if is_plural(a) else ("is", "it")
        return f"{until.strip()}, {which} {be} not destroyed{by} the first time {it} would be"
    return f"{which.removeprefix('all ')} cannot be destroyed{by}{until}"


def _protect_ja(a: Arguments) -> str:
    which, until = field_targets(a)[1], duration_text(a)[1]
    by = {"battle": "バトルでは", "effect": "効果では", "any": ""}[a["from"]]
    until += "、" if until and not until.endswith("、") else ""
    how_often = {"turn": "1ターンに1回だけ、", "game": "ゲーム中に1回だけ、", "none": ""}[a["limit"]]
    if a["target"] == "all":
        which = which.removesuffix("すべて") + ("1体" if how_often else "")
    if a["once"] and a["trigger"].name == "continuous":
        return f"{which}は、それぞれ1ターンに1回だけ{by}破壊されない"
    return f"{how_often}{until}{which}は{'1回だけ' if a['once'] else ''}{by}破壊されない"


@operation(
    "extra_attack",
    [
        *target_fields("own", False),
        Field("times", IntegerType(1, 5), "Number of extra attacks.", "追加の回数。", 1),
    ],
    lambda a: field_steps.ExtraAttack(target_spec(a), a["times"]),
    en="Gives monsters extra attacks this turn; in a continuous ability every turn.",
    ja="モンスターの攻撃回数を増やす。永続効果なら毎ターン。",
    clause="LV-11.6",
    example=ability_example("on_summon", "{ op: extra_attack, target: self }"),
    check=check_target,
    prompt=("choose a monster to attack again", "もう一度攻撃させるモンスターを選んでください"),
    continuous=True,
)
def extra_attack(a: Arguments) -> Text:
    (which, which_ja), n, always = field_targets(a), a["times"], a["trigger"].name == "continuous"
    times = "one more time" if n == 1 else f"{n} more times"
    ja = f"{which_ja}は{'毎ターン' if always else 'このターン'}もう{n}回攻撃できる"
    return f"{which} can attack {times} {'each' if always else 'this'} turn", ja


def check_reduce_damage(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if context.when != "continuous":
        en, ja = "reduce_damage is only for continuous abilities.", "reduce_damage は永続効果だけで使えます。"
        problems.add([*path, "op"], "continuous", en, ja)
    if arguments["target"] == "self" and arguments["filter"] is not None:
        problems.add([*path, "filter"], "self", "filter is only for all.", "filter は all のときに書きます。")


def reduction_target(arguments: Arguments) -> TargetSpec:
    return TargetSpec(TARGETS.index(arguments["target"]), 0, 3, 1, False, filter_of(arguments["filter"]))


@operation(
    "reduce_damage",
    [
        word_field("target", "対象", ["self", "all"], "Battles of this monster, or all.", "対象の戦闘。", "self"),
        filter_field(),
        Field("amount", AmountType(1, 9999), "How much.", "減らす量。", required=True),
    ],
    lambda a: field_steps.ReduceDamage(reduction_target(a), a["amount"]),
    en="Reduces battle damage to its owner. Only for continuous abilities.",
    ja="自分が受ける戦闘ダメージを減らす。永続効果だけ。",
    clause="LV-11.7",
    example=ability_example("continuous", "{ op: reduce_damage, amount: 300 }"),
    check=check_reduce_damage,
    continuous=True,
)
def reduce_damage(a: Arguments) -> Text:
    less, battles, which_ja = amount_text(a["amount"]), "this card's battles", "このカード"
    if a["target"] == "all":
        battles = f"battles of your {noun_en(a['filter'], 'monster', plural=True)}"
        which_ja = f"自分の{noun_ja(a['filter'], 'monster')}"
    ja = f"{less.per_ja}{which_ja}のバトルで自分が受けるダメージを{less.ja}減らす"
    return f"you take {less.en} less damage{less.per_en} from {battles}", ja


FIELD_OPERATIONS: Final = [power, destroy, send, return_, protect, extra_attack, reduce_damage]

"""The operations on players, and the steps that control an effect. Their rules are in `player_steps`."""

from typing import Final

from tefuda.cardlang.field_types import KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, ability_example, operation
from tefuda.games.linkavel.language.conditions import PHRASES, amount_text
from tefuda.games.linkavel.language.pool_operations import SUBJECTS_JA, player_action_en
from tefuda.games.linkavel.language.targets import Arguments, side_field
from tefuda.games.linkavel.language.values import CONDITION_TYPE, AmountType
from tefuda.games.linkavel.rules import player_steps
from tefuda.games.linkavel.rules.codes import SIDES


def lp_field() -> Field:
    return Field("amount", AmountType(1, 9999), "How much.", "量。", required=True)


@operation(
    "gain",
    [lp_field(), side_field()],
    lambda a: player_steps.Gain(a["amount"], SIDES.index(a["side"])),
    en="A player gains LP.",
    ja="LP を回復する。",
    clause="LV-11.14",
    example=ability_example("on_summon", "{ op: gain, amount: 500 }"),
)
def gain(a: Arguments) -> Text:
    lp, side = amount_text(a["amount"]), a["side"]
    en = player_action_en(side, "gain", f"{lp.en} LP{lp.per_en}")
    return en, f"{lp.per_ja}{SUBJECTS_JA[side]}LPを{lp.ja}回復する"


@operation(
    "damage",
    [lp_field(), side_field("opponent")],
    lambda a: player_steps.Damage(a["amount"], SIDES.index(a["side"])),
    en="Deals damage to a player, or to both at once.",
    ja="ダメージを与える。お互いなら同時。",
    clause="LV-11.15",
    example=ability_example("on_summon", "{ op: damage, amount: 300 }"),
)
def damage(a: Arguments) -> Text:
    lp, side = amount_text(a["amount"]), a["side"]
    if side == "opponent":
        ja = f"{lp.per_ja}相手に{lp.ja}のダメージを与える"
        return f"deal {lp.en} damage to your opponent{lp.per_en}", ja
    ja = f"{lp.per_ja}{SUBJECTS_JA[side] or '自分は'}{lp.ja}のダメージを受ける"
    return player_action_en(side, "take", f"{lp.en} damage{lp.per_en}"), ja


def check_not_first(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if path[-1] == 0:
        problems.add([*path, "op"], "first", "there is no step before it.", "前にステップがありません。")


@operation(
    "if_you_do",
    [],
    lambda a: player_steps.IfYouDo(),
    en="Continues only if the previous step did something.",
    ja="直前のステップで何か起きた場合だけ続ける。",
    clause="LV-9.12",
    example=ability_example("on_summon", "{ op: discard }", "{ op: if_you_do }", "{ op: draw, count: 2 }"),
    check=check_not_first,
    leads=True,
)
def if_you_do(a: Arguments) -> Text:
    return "if you do", "そうした場合"


@operation(
    "require",
    [Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)],
    lambda a: player_steps.Require(a["expr"]),
    en="Continues only if the condition is true.",
    ja="真の場合だけ続ける。",
    clause="LV-9.13",
    example=ability_example("on_summon", '{ op: require, expr: "own.lp < 2000" }', "{ op: gain, amount: 500 }"),
    leads=True,
)
def require(a: Arguments) -> Text:
    found = PHRASES.condition(a["expr"])
    return f"if {found.en}", found.if_ja


@operation(
    "win",
    [],
    lambda a: player_steps.EndGame(True),
    en="Its owner wins.",
    ja="持ち主が勝利する。",
    clause="LV-11.16",
    example=ability_example("on_summon", "{ op: win }"),
    continuous=True,
)
def win(a: Arguments) -> Text:
    return "you win the game", "自分は勝利する"


@operation(
    "lose",
    [],
    lambda a: player_steps.EndGame(False),
    en="Its owner loses.",
    ja="持ち主が敗北する。",
    clause="LV-11.16",
    example=ability_example("on_summon", "{ op: lose }"),
    continuous=True,
)
def lose(a: Arguments) -> Text:
    return "you lose the game", "自分は敗北する"


PLAYER_OPERATIONS: Final = [gain, damage, if_you_do, require, win, lose]

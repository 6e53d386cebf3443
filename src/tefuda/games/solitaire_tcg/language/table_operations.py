"""The operations on cards in play, and the steps that control an effect. Their rules are in `table_steps`."""

from tefuda.cardlang.field_types import EnumType, IntegerType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, ability_example, filter_of, operation
from tefuda.games.solitaire_tcg.language.conditions import PHRASES
from tefuda.games.solitaire_tcg.language.nouns import (
    CardNoun,
    attached_text,
    counters_text,
    permanents_text,
    this_card,
    with_type,
)
from tefuda.games.solitaire_tcg.language.values import (
    CHANGE_TYPE,
    CONDITION_TYPE,
    STAT_CHANGE_TYPE,
    TAG_TYPE,
    Arguments,
    count_field,
    filter_field,
    target_field,
    zone_field,
)
from tefuda.games.solitaire_tcg.rules import table_steps
from tefuda.games.solitaire_tcg.rules.codes import TARGETS, ZONES


@operation(
    "destroy",
    [target_field(["self", "field", "any", "all", "attached"]), filter_field(), count_field()],
    lambda a: table_steps.Destroy(TARGETS.index(a["target"]), filter_of(a["filter"]), a["count"]),
    en="Destroys cards on board or field together. Each triggers on_destroy.",
    ja="場のカードを同時に墓地へ。on_destroy が誘発する。",
    clause="ST-8.12",
    example=ability_example("on_play", "{ op: destroy, target: field }"),
    prompt=("choose a card to destroy", "破壊するカードを選ぶ"),
    verb="destroy",
)
def destroy(a: Arguments) -> Text:
    which, which_ja = permanents_text(a, a["count"])
    return f"destroy {which}", f"{which_ja}を破壊する"


def check_equip(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if context.card.get("type") != "equip":
        problems.add([*path, "op"], "equip", "equip_to is only for equips.", "equip_to は装備カードだけが使えます。")


@operation(
    "equip_to",
    [target_field(["any"]), filter_field()],
    lambda a: table_steps.EquipTo(filter_of(a["filter"])),
    en="Attaches this equip to one of its valid targets.",
    ja="この装備を、装備できる相手に付ける。",
    clause="ST-8.16",
    example=ability_example("on_discard", "{ op: equip_to }"),
    check=check_equip,
    prompt=("choose what to attach it to", "装備先を選ぶ"),
    verb="attach it to",
)
def equip_to(a: Arguments) -> Text:
    noun, this = CardNoun(a["filter"]), this_card(a)[0]
    if noun.is_plain:
        return f"attach {this} to a card it fits", "このカードを装備できるカード1枚に装備する"
    return f"attach {this} to {noun.number(1)} it fits", f"このカードを装備できる{noun.ja}1枚に装備する"


@operation(
    "unequip",
    [
        target_field(["self", "attached", "any", "all"]),
        zone_field("to", ["grave", "hand"], "Destination.", "移動先。"),
    ],
    lambda a: table_steps.Unequip(TARGETS.index(a["target"]), ZONES.index(a["to"])),
    en="Removes an equip from its host without destroying or discarding it.",
    ja="装備を外す。破壊でも捨てでもない。",
    clause="ST-8.17",
    example=ability_example("on_play", "{ op: unequip, target: any, to: hand }"),
    prompt=("choose an equip to take off", "外す装備を選ぶ"),
    verb="unequip",
)
def unequip(a: Arguments) -> Text:
    which, which_ja = {
        "self": this_card(a),
        "attached": attached_text({**a, "card_type": ""}),
        "any": ("an equip from the board", "盤面の装備1枚"),
        "all": ("all equips from the board", "盤面の装備すべて"),
    }[a["target"]]
    if a["to"] == "hand":
        return f"return {which} to your hand", f"{which_ja}を外して手札に戻す"
    return f"put {which} into the grave", f"{which_ja}を外して墓地へ送る"


def check_counter(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if arguments["amount"] is not None and arguments["set"] is not None:
        problems.add([*path, "set"], "both", "use amount or set, not both.", "amount と set は一方だけです。")


def make_counter(arguments: Arguments) -> table_steps.Counter:
    sets = arguments["set"] is not None
    amount = arguments["set"] if sets else 1 if arguments["amount"] is None else arguments["amount"]
    target = TARGETS.index(arguments["target"])
    return table_steps.Counter(arguments["name"], amount, sets, target, filter_of(arguments["filter"]))


@operation(
    "counter",
    [
        Field("name", TAG_TYPE, "Counter name.", "カウンターの名前。", required=True),
        Field("amount", CHANGE_TYPE, "Change (default: 1).", "増減（既定 1）。"),
        Field("set", IntegerType(0, 99), "New value.", "この数にする。"),
        target_field(["self", "field", "any", "all", "attached"]),
        filter_field(),
    ],
    make_counter,
    en="Changes counters on a card in play. They never go below 0 and are lost when it leaves.",
    ja="場のカードのカウンター。0未満にならず、離れると消える。",
    clause="ST-8.18",
    example=ability_example("on_play", "{ op: counter, name: echo, amount: 2 }"),
    check=check_counter,
    prompt=("choose a card for the counter", "カウンターを置くカードを選ぶ"),
    verb="put the counter on",
)
def counter(a: Arguments) -> Text:
    (which, which_ja), name = permanents_text(a, each=True), a["name"]
    some_ja = counters_text(name, 1)[1]
    each = "ずつ" if a["target"] == "all" else ""
    if a["set"] is not None:
        if a["set"] == 0:
            return f"remove all {name} counters from {which}", f"{which_ja}から{some_ja}をすべて取り除く"
        return f"set the {name} counters on {which} to {a['set']}", f"{which_ja}の{some_ja}を{a['set']}個にする"
    n = a["amount"] if a["amount"] is not None else 1
    some = counters_text(name, abs(n))[0]
    if n < 0:
        return f"remove {some} from {which}", f"{which_ja}から{some_ja}を{-n}個{each}取り除く"
    return f"put {some} on {which}", f"{which_ja}に{some_ja}を{n}個{each}置く"


def check_modify_stat(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if not arguments["atk"] and not arguments["hp"]:
        en, ja = "changes nothing; set atk or hp.", "何も変わりません。atk か hp を書いてください。"
        problems.add(path, "nothing", en, ja)
    if context.when == "static" and arguments["target"] == "any":
        ja = "static では選べません（self、attached、all）。"
        en = "a static ability cannot choose; use self, attached or all."
        problems.add([*path, "target"], "static", en, ja)


@operation(
    "modify_stat",
    [
        target_field(["self", "any", "all", "attached"]),
        filter_field(),
        Field("atk", STAT_CHANGE_TYPE, "Change of ATK.", "攻撃力の増減。", 0),
        Field("hp", STAT_CHANGE_TYPE, "Change of HP.", "HPの増減。", 0),
        Field("duration", EnumType("duration", "期間", ["permanent", "turn"]), "Duration.", "いつまで。", "permanent"),
    ],
    lambda a: table_steps.ModifyStat(
        TARGETS.index(a["target"]), filter_of(a["filter"]), a["atk"], a["hp"], a["duration"] == "turn"
    ),
    en="Changes stats of monsters on the board. HP lowered to 0 or less destroys them.",
    ja="盤面のモンスターの攻撃力・HPを増減する。HPが0以下になると破壊される。",
    clause="ST-8.20",
    example=ability_example("on_play", "{ op: modify_stat, target: self, atk: 1 }"),
    check=check_modify_stat,
    prompt=("choose a monster to change", "変化させるモンスターを選ぶ"),
    verb="change",
    continuous=True,
)
def modify_stat(a: Arguments) -> Text:
    which, which_ja = permanents_text({**a, "filter": with_type(a["filter"], "monster")})
    if a["target"] == "attached":
        which, which_ja = attached_text(a)
    until, until_ja = (" until the end of the turn", "ターン終了時まで") if a["duration"] == "turn" else ("", "")
    names = (("atk", "攻撃力"), ("hp", "HP"))
    changes = " and ".join(f"{a[key]:+d} {key.upper()}" for key, _ in names if a[key])
    changes_ja = "、".join(f"{name}を{until_ja}{a[key]:+d}" for key, name in names if a[key])
    ja = f"{which_ja}の{changes_ja}する"
    if a["when"] != "static":
        return f"give {which} {changes}{until}", ja
    return f"{which} get{'' if a['target'] == 'all' else 's'} {changes}", ja


def condition_field() -> Field:
    return Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)


@operation(
    "require",
    [condition_field()],
    lambda a: table_steps.Require(a["expr"]),
    en="Fizzles the rest of the ability if the condition is false.",
    ja="条件を満たさなければ、以降は不発になる。",
    clause="ST-6.2",
    example=ability_example("on_play", '{ op: require, expr: "hand.count >= 1" }'),
    leads=True,
)
def require(a: Arguments) -> Text:
    found = PHRASES.condition(a["expr"])
    return f"if {found.en}", found.if_ja


@operation(
    "win_if",
    [condition_field()],
    lambda a: table_steps.EndGame("win_if", a["expr"], True),
    en="You win if the condition is true.",
    ja="条件を満たせば勝利する。",
    clause="ST-8.23",
    example=ability_example("on_play", '{ op: win_if, expr: "spells_cast_this_turn >= 7" }'),
    continuous=True,
)
def win_if(a: Arguments) -> Text:
    found = PHRASES.condition(a["expr"])
    return f"you win if {found.en}", f"{found.if_ja}、勝利する"


@operation(
    "lose_if",
    [condition_field()],
    lambda a: table_steps.EndGame("lose_if", a["expr"], False),
    en="You lose if the condition is true.",
    ja="条件を満たせば敗北する。",
    clause="ST-8.23",
    example=ability_example("on_play", '{ op: lose_if, expr: "deck.count == 0" }'),
    continuous=True,
)
def lose_if(a: Arguments) -> Text:
    found = PHRASES.condition(a["expr"])
    return f"you lose if {found.en}", f"{found.if_ja}、敗北する"


@operation(
    "win",
    [],
    lambda a: table_steps.EndGame("win", None, True),
    en="You win.",
    ja="勝利する。",
    clause="ST-8.24",
    example=ability_example("on_play", "{ op: win }"),
)
def win(a: Arguments) -> Text:
    return "you win", "勝利する"


@operation(
    "lose",
    [],
    lambda a: table_steps.EndGame("lose", None, False),
    en="You lose.",
    ja="敗北する。",
    clause="ST-8.24",
    example=ability_example("on_play", "{ op: lose }"),
)
def lose(a: Arguments) -> Text:
    return "you lose", "敗北する"

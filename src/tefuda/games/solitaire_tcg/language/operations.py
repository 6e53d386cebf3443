"""The seventeen operations of the vocabulary. Their rules are in `steps`."""

from typing import Any

from tefuda.cardlang.field_types import CARD_ID_TYPE, BooleanType, EnumType, Field, IntegerType, KeyPath, Problems
from tefuda.cardlang.vocabulary import (
    Op,
    OpContext,
)
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language import operation_text
from tefuda.games.solitaire_tcg.language.values import (
    CHANGE_TYPE,
    CONDITION_TYPE,
    COUNT_TYPE,
    TAG_TYPE,
    code_of,
    count_field,
    filter_field,
    filter_of,
    target_field,
    zone_word,
)
from tefuda.games.solitaire_tcg.rules import steps
from tefuda.games.solitaire_tcg.rules.codes import POSITIONS, SELECTIONS, TARGETS, ZONES

# Checks that depend on card and trigger


def check_static(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """Check that a static ability has no choice."""
    if context.when != "static":
        return
    if arguments["target"] == "any":
        en, ja = (
            "a static ability cannot choose; use self, attached or all.",
            "static では選べません（self、attached、all）。",
        )
        problems.add([*path, "target"], "static", en, ja)


def check_modify(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if not arguments["atk"] and not arguments["hp"]:
        problems.add(
            path, "nothing", "changes nothing; set atk or hp.", "何も変わりません。atk か hp を書いてください。"
        )
    check_static(problems, path, arguments, context)


def check_counter(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["amount"] is not None and arguments["set"] is not None:
        problems.add([*path, "set"], "both", "use amount or set, not both.", "amount と set は一方だけです。")


def check_move(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        problems.add([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")
    if arguments["position"] is not None and arguments["to"] != "deck":
        en, ja = "position is only for moves to the deck.", "position は to: deck のときだけ書けます。"
        problems.add([*path, "position"], "position", en, ja)


def check_search(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        problems.add([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")


def check_equip(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if context.card.get("type") != "equip":
        problems.add([*path, "op"], "equip", "equip_to is only for equips.", "equip_to は装備カードだけが使えます。")


def check_set_field(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["card"] is not None and arguments["filter"] is not None:
        problems.add([*path, "filter"], "both", "use card or filter, not both.", "card と filter は一方だけです。")


def make_set_field(arguments: dict[str, Any]) -> steps.SetField:
    zone = -1 if arguments["from"] is None else ZONES.index(arguments["from"])
    return steps.SetField(arguments["card"] or "", filter_of(arguments["filter"]), zone)


def make_counter(arguments: dict[str, Any]) -> steps.Counter:
    sets = arguments["set"] is not None
    amount = arguments["set"] if sets else 1 if arguments["amount"] is None else arguments["amount"]
    target = TARGETS.index(arguments["target"])
    return steps.Counter(arguments["name"], amount, sets, target, filter_of(arguments["filter"]))


def op(
    name: str,
    fields: list[Field],
    make: Any,
    en: str,
    ja: str,
    example: str,
    clause: str,
    check: Any = None,
) -> Op:
    return Op(name, fields, make, getattr(operation_text, name), Message(name, en, ja), example, clause, check)


def ability_example(effect: str, when: str = "on_play") -> str:
    return f"when: {when}\neffect:\n  - {effect}\n"


def ops() -> list[Op]:
    """Return the seventeen operations."""
    return [
        op(
            "draw",
            [count_field()],
            lambda a: steps.Draw(a["count"]),
            "Draws cards, as many as possible.",
            "デッキの上から手札へ。足りなければ可能な分だけ。",
            ability_example("{ op: draw, count: 2 }"),
            "ST-8.1",
        ),
        op(
            "mill",
            [count_field()],
            lambda a: steps.Mill(a["count"]),
            "Puts cards from the top of the deck into the grave. They are neither discarded nor destroyed.",
            "デッキの上から墓地へ送る。捨てる・破壊の扱いではない。",
            ability_example("{ op: mill, count: 3 }"),
            "ST-8.2",
        ),
        op(
            "discard",
            [
                Field("from", zone_word(["hand"]), "Source zone.", "移動元。", "hand"),
                count_field(),
                filter_field(),
                Field(
                    "selection",
                    EnumType("selection", "選び方", SELECTIONS),
                    "How cards are chosen.",
                    "選び方。",
                    "choose",
                ),
            ],
            lambda a: steps.Discard(a["count"], filter_of(a["filter"]), SELECTIONS.index(a["selection"])),
            "Discards exactly count cards, or fizzles.",
            "手札から墓地へ。足りなければ不発。",
            ability_example("{ op: discard, from: hand, count: 1 }"),
            "ST-8.3",
        ),
        op(
            "search",
            [
                Field("from", zone_word(["deck", "grave", "banish", "hand"]), "Source zone.", "移動元。", "deck"),
                Field(
                    "to", zone_word(["hand", *[z for z in ZONES if z != "hand"]]), "Destination.", "移動先。", "hand"
                ),
                filter_field(required=True),
                Field("max", COUNT_TYPE, "Maximum number of cards.", "最大枚数。", 1),
                Field("random", BooleanType(), "Whether the choice is random.", "ランダムに選ぶか。", False),
            ],
            lambda a: steps.Search(
                ZONES.index(a["from"]), ZONES.index(a["to"]), a["filter"].filter, a["max"], a["random"]
            ),
            "Takes matching cards, up to max. It does not fizzle without a match.",
            "当てはまるカードを最大 max 枚。なければ0枚。",
            ability_example('{ op: search, from: deck, to: hand, filter: { type: "field" }, max: 1 }'),
            "ST-8.4",
            check_search,
        ),
        op(
            "move",
            [
                Field("from", zone_word(ZONES), "Source zone.", "移動元。", required=True),
                Field("to", zone_word(ZONES), "Destination.", "移動先。", required=True),
                target_field(["self", "top", "bottom", "any", "all"]),
                count_field(),
                filter_field(),
                Field(
                    "position",
                    EnumType("position", "位置", POSITIONS),
                    "Place in the deck (default: bottom).",
                    "デッキのどこへ（既定 bottom）。",
                ),
            ],
            lambda a: steps.Move(
                ZONES.index(a["from"]),
                ZONES.index(a["to"]),
                TARGETS.index(a["target"]),
                a["count"],
                filter_of(a["filter"]),
                code_of(POSITIONS, a["position"]),
            ),
            "Moves cards between zones, as many as possible. Triggers on_enter only.",
            "ゾーン間の移動。on_enter 以外は誘発しない。",
            ability_example("{ op: move, from: grave, to: hand, target: top }"),
            "ST-8.7",
            check_move,
        ),
        op(
            "destroy",
            [target_field(["self", "field", "any", "all", "attached"]), filter_field(), count_field()],
            lambda a: steps.Destroy(TARGETS.index(a["target"]), filter_of(a["filter"]), a["count"]),
            "Destroys cards on board or field together. Each triggers on_destroy.",
            "盤面か場のカードを同時に墓地へ。on_destroy が誘発する。",
            ability_example("{ op: destroy, target: field }"),
            "ST-8.12",
        ),
        op(
            "summon",
            [
                Field("from", zone_word(["hand", "deck", "grave"]), "Source zone.", "移動元。", "hand"),
                filter_field(),
                count_field(),
            ],
            lambda a: steps.Summon(ZONES.index(a["from"]), filter_of(a["filter"]), a["count"]),
            "Puts monsters onto the board. Triggers on_enter, not on_play.",
            "モンスターを盤面へ。on_enter のみ誘発する。",
            ability_example("{ op: summon, from: grave }"),
            "ST-8.15",
        ),
        op(
            "equip_to",
            [target_field(["any"]), filter_field()],
            lambda a: steps.EquipTo(filter_of(a["filter"])),
            "Attaches this equip to one of its valid targets.",
            "この装備を、装備できる相手に付ける。",
            ability_example("{ op: equip_to }", "on_discard"),
            "ST-8.16",
            check_equip,
        ),
        op(
            "unequip",
            [
                target_field(["self", "attached", "any", "all"]),
                Field("to", zone_word(["grave", "hand"]), "Destination.", "移動先。", "grave"),
            ],
            lambda a: steps.Unequip(TARGETS.index(a["target"]), ZONES.index(a["to"])),
            "Removes an equip from its host without destroying or discarding it.",
            "装備を外す。破壊でも捨てでもない。",
            ability_example("{ op: unequip, target: any, to: hand }"),
            "ST-8.17",
        ),
        op(
            "counter",
            [
                Field("name", TAG_TYPE, "Counter name.", "カウンターの名前。", required=True),
                Field("amount", CHANGE_TYPE, "Change (default: 1).", "増減（既定 1）。"),
                Field("set", IntegerType(0, 99), "New value.", "この数にする。"),
                target_field(["self", "field", "any", "all", "attached"]),
                filter_field(),
            ],
            make_counter,
            "Changes counters on a card in play. They never go below 0 and are lost when it leaves.",
            "盤面・場のカードのカウンター。0未満にならず、離れると消える。",
            ability_example("{ op: counter, name: echo, amount: 2 }"),
            "ST-8.18",
            check_counter,
        ),
        op(
            "modify_stat",
            [
                target_field(["self", "any", "all", "attached"]),
                filter_field(),
                Field("atk", CHANGE_TYPE, "Change of atk.", "攻撃力の増減。", 0),
                Field("hp", CHANGE_TYPE, "Change of hp.", "HPの増減。", 0),
                Field(
                    "duration",
                    EnumType("duration", "期間", ["permanent", "turn"]),
                    "Duration.",
                    "いつまで。",
                    "permanent",
                ),
            ],
            lambda a: steps.ModifyStat(
                TARGETS.index(a["target"]), filter_of(a["filter"]), a["atk"], a["hp"], a["duration"] == "turn"
            ),
            "Changes stats of monsters on the board. Hp lowered to 0 or less destroys them.",
            "盤面のモンスターの攻撃力・HPを増減する。HPが0以下になると破壊される。",
            ability_example("{ op: modify_stat, target: self, atk: 1 }"),
            "ST-8.20",
            check_modify,
        ),
        op(
            "set_field",
            [
                Field("card", CARD_ID_TYPE, "Id of the field.", "フィールドの id。"),
                Field("from", zone_word(["hand", "deck", "grave"]), "Zone to search.", "どこから。"),
                filter_field(),
            ],
            make_set_field,
            "Overwrites the field and runs its on_play at once. Searches hand, deck, then grave.",
            "フィールドを上書きし、on_play を即時実行。手札・デッキ・墓地の順に探す。",
            ability_example("{ op: set_field, from: deck }"),
            "ST-8.22",
            check_set_field,
        ),
        op(
            "require",
            [Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)],
            lambda a: steps.Require(a["expr"]),
            "Fizzles the rest of the ability if the condition is false.",
            "条件を満たさなければ、以降は不発になる。",
            ability_example('{ op: require, expr: "hand.count >= 1" }'),
            "ST-6.2",
        ),
        op(
            "win_if",
            [Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)],
            lambda a: steps.EndGame("win_if", a["expr"], True),
            "You win if the condition is true.",
            "条件を満たせば勝利する。",
            ability_example('{ op: win_if, expr: "spells_cast_this_turn >= 7" }'),
            "ST-8.23",
        ),
        op(
            "lose_if",
            [Field("expr", CONDITION_TYPE, "The condition.", "条件。", required=True)],
            lambda a: steps.EndGame("lose_if", a["expr"], False),
            "You lose if the condition is true.",
            "条件を満たせば敗北する。",
            ability_example('{ op: lose_if, expr: "deck.count == 0" }'),
            "ST-8.23",
        ),
        op(
            "win",
            [],
            lambda a: steps.EndGame("win", None, True),
            "You win.",
            "勝利する。",
            ability_example("{ op: win }"),
            "ST-8.24",
        ),
        op(
            "lose",
            [],
            lambda a: steps.EndGame("lose", None, False),
            "You lose.",
            "敗北する。",
            ability_example("{ op: lose }"),
            "ST-8.24",
        ),
    ]

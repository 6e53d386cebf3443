"""The seventeen operations as entries of the vocabulary. What each does is in `steps`."""

from typing import Any

from tefuda.cardlang.field_types import BooleanType, EnumType, Field, IntegerType, KeyPath, Problems
from tefuda.cardlang.vocabulary import (
    Op,
    OpContext,
)
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language import operation_text
from tefuda.games.solitaire_tcg.language.values import (
    CHANGE,
    COUNT,
    EXPR,
    ID,
    TAG,
    a,
    code,
    count_field,
    filter_field,
    plain,
    target_field,
    zone_word,
)
from tefuda.games.solitaire_tcg.rules import steps
from tefuda.games.solitaire_tcg.rules.codes import POSITIONS, SELECTIONS, TARGETS, ZONES

# Checks that depend on where an op stands


def check_static(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    """A static ability changes stats without a choice and for as long as it holds."""
    if context.when != "static":
        return
    if arguments["target"] == "any":
        en, ja = (
            "a static ability cannot choose: self, attached or all.",
            "static では選べません（self、attached、all）。",
        )
        problems.add([*path, "target"], "static", en, ja)


def check_modify(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if not arguments["atk"] and not arguments["hp"]:
        problems.add(
            path, "nothing", "changes nothing: give atk or hp.", "何も変わりません。atk か hp を書いてください。"
        )
    check_static(problems, path, arguments, context)


def check_counter(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["amount"] is not None and arguments["set"] is not None:
        problems.add([*path, "set"], "both", "give amount or set, not both.", "amount と set は一方だけです。")


def check_move(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        problems.add([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")
    if arguments["position"] is not None and arguments["to"] != "deck":
        en, ja = "position is for moves to the deck.", "position は to: deck のときだけ書けます。"
        problems.add([*path, "position"], "position", en, ja)


def check_search(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        problems.add([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")


def check_equip(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if context.card.get("type") != "equip":
        problems.add([*path, "op"], "equip", "only an equip can be attached.", "equip_to は装備カードだけが使えます。")


def check_set_field(problems: Problems, path: KeyPath, arguments: dict[str, Any], context: OpContext) -> None:
    if arguments["card"] is not None and arguments["filter"] is not None:
        problems.add([*path, "filter"], "both", "give card or filter, not both.", "card と filter は一方だけです。")


def make_set_field(arguments: dict[str, Any]) -> steps.SetField:
    zone = -1 if arguments["from"] is None else ZONES.index(arguments["from"])
    return steps.SetField(arguments["card"] or "", plain(arguments["filter"]), zone)


def make_counter(arguments: dict[str, Any]) -> steps.Counter:
    sets = arguments["set"] is not None
    amount = arguments["set"] if sets else 1 if arguments["amount"] is None else arguments["amount"]
    target = TARGETS.index(arguments["target"])
    return steps.Counter(arguments["name"], amount, sets, target, plain(arguments["filter"]))


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


def ability(effect: str, when: str = "on_play") -> str:
    return f"when: {when}\neffect:\n  - {effect}\n"


def ops() -> list[Op]:
    """The seventeen operations."""
    return [
        op(
            "draw",
            [count_field()],
            lambda a: steps.Draw(a["count"]),
            "From the top of the deck to the hand, as many as there are.",
            "デッキの上から手札へ。足りなければ可能な分だけ。",
            ability("{ op: draw, count: 2 }"),
            "ST-8.1",
        ),
        op(
            "mill",
            [count_field()],
            lambda a: steps.Mill(a["count"]),
            "From the top of the deck to the grave; neither discarded nor destroyed.",
            "デッキの上から墓地へ。捨てても破壊してもいない扱い。",
            ability("{ op: mill, count: 3 }"),
            "ST-8.2",
        ),
        op(
            "discard",
            [
                a("from", zone_word(["hand"]), "Where from.", "どこから。", "hand"),
                count_field(),
                filter_field(),
                a("selection", EnumType("selection", "選び方", SELECTIONS), "Who chooses.", "選び方。", "choose"),
            ],
            lambda a: steps.Discard(a["count"], plain(a["filter"]), SELECTIONS.index(a["selection"])),
            "From the hand to the grave, all or nothing.",
            "手札から墓地へ。足りなければ不発。",
            ability("{ op: discard, from: hand, count: 1 }"),
            "ST-8.3",
        ),
        op(
            "search",
            [
                a("from", zone_word(["deck", "grave", "banish", "hand"]), "Where from.", "どこから。", "deck"),
                a("to", zone_word(["hand", *[z for z in ZONES if z != "hand"]]), "Where to.", "どこへ。", "hand"),
                filter_field(required=True),
                a("max", COUNT, "How many at most.", "最大枚数。", 1),
                a("random", BooleanType(), "Whether luck chooses.", "ランダムに選ぶか。", False),
            ],
            lambda a: steps.Search(
                ZONES.index(a["from"]), ZONES.index(a["to"]), a["filter"].filter, a["max"], a["random"]
            ),
            "Takes cards that fit, up to max; none found is no failure.",
            "当てはまるカードを最大 max 枚。なければ0枚。",
            ability('{ op: search, from: deck, to: hand, filter: { type: "field" }, max: 1 }'),
            "ST-8.4",
            check_search,
        ),
        op(
            "move",
            [
                a("from", zone_word(ZONES), "Where from.", "どこから。", required=True),
                a("to", zone_word(ZONES), "Where to.", "どこへ。", required=True),
                target_field(["self", "top", "bottom", "any", "all"]),
                count_field(),
                filter_field(),
                a(
                    "position",
                    EnumType("position", "位置", POSITIONS),
                    "Where in the deck: bottom.",
                    "デッキのどこへ（既定 bottom）。",
                ),
            ],
            lambda a: steps.Move(
                ZONES.index(a["from"]),
                ZONES.index(a["to"]),
                TARGETS.index(a["target"]),
                a["count"],
                plain(a["filter"]),
                code(POSITIONS, a["position"]),
            ),
            "From zone to zone, as far as possible; on_enter, but no on_play, on_draw, on_discard or on_destroy.",
            "ゾーン間の移動。on_enter 以外は誘発しない。",
            ability("{ op: move, from: grave, to: hand, target: top }"),
            "ST-8.7",
            check_move,
        ),
        op(
            "destroy",
            [target_field(["self", "field", "any", "all", "attached"]), filter_field(), count_field()],
            lambda a: steps.Destroy(TARGETS.index(a["target"]), plain(a["filter"]), a["count"]),
            "From board or field to the grave, all at once; each triggers its on_destroy.",
            "盤面か場のカードを同時に墓地へ。on_destroy が誘発する。",
            ability("{ op: destroy, target: field }"),
            "ST-8.12",
        ),
        op(
            "summon",
            [
                a("from", zone_word(["hand", "deck", "grave"]), "Where from.", "どこから。", "hand"),
                filter_field(),
                count_field(),
            ],
            lambda a: steps.Summon(ZONES.index(a["from"]), plain(a["filter"]), a["count"]),
            "A monster to the board: on_enter, no on_play.",
            "モンスターを盤面へ。on_enter のみ誘発する。",
            ability("{ op: summon, from: grave }"),
            "ST-8.15",
        ),
        op(
            "equip_to",
            [target_field(["any"]), filter_field()],
            lambda a: steps.EquipTo(plain(a["filter"])),
            "This equip is attached to one of its valid targets.",
            "この装備を、装備できる相手に付ける。",
            ability("{ op: equip_to }", "on_discard"),
            "ST-8.16",
            check_equip,
        ),
        op(
            "unequip",
            [
                target_field(["self", "attached", "any", "all"]),
                a("to", zone_word(["grave", "hand"]), "Where to.", "どこへ。", "grave"),
            ],
            lambda a: steps.Unequip(TARGETS.index(a["target"]), ZONES.index(a["to"])),
            "An equip leaves its host, neither destroyed nor discarded.",
            "装備を外す。破壊でも捨てでもない。",
            ability("{ op: unequip, target: any, to: hand }"),
            "ST-8.17",
        ),
        op(
            "counter",
            [
                a("name", TAG, "Which counter.", "カウンターの名前。", required=True),
                a("amount", CHANGE, "How many more: 1.", "増減（既定 1）。"),
                a("set", IntegerType(0, 99), "Or: put it to this.", "この数にする。"),
                target_field(["self", "field", "any", "all", "attached"]),
                filter_field(),
            ],
            make_counter,
            "Counters on a card on the table; never below 0, gone when it leaves.",
            "盤面・場のカードのカウンター。0未満にならず、離れると消える。",
            ability("{ op: counter, name: echo, amount: 2 }"),
            "ST-8.18",
            check_counter,
        ),
        op(
            "modify_stat",
            [
                target_field(["self", "any", "all", "attached"]),
                filter_field(),
                a("atk", CHANGE, "Change of atk.", "atk の増減。", 0),
                a("hp", CHANGE, "Change of hp.", "hp の増減。", 0),
                a(
                    "duration",
                    EnumType("duration", "期間", ["permanent", "turn"]),
                    "How long.",
                    "いつまで。",
                    "permanent",
                ),
            ],
            lambda a: steps.ModifyStat(
                TARGETS.index(a["target"]), plain(a["filter"]), a["atk"], a["hp"], a["duration"] == "turn"
            ),
            "Stats of monsters on the board; hp lowered to 0 or less destroys.",
            "盤面のモンスターの atk / hp。hp が0以下になれば破壊。",
            ability("{ op: modify_stat, target: self, atk: 1 }"),
            "ST-8.20",
            check_modify,
        ),
        op(
            "set_field",
            [
                a("card", ID, "Which field, by id.", "フィールドの id。"),
                a("from", zone_word(["hand", "deck", "grave"]), "Only there.", "どこから。"),
                filter_field(),
            ],
            make_set_field,
            "Overwrites the field, its on_play at once; looks in hand, deck, grave.",
            "フィールドを上書きし、on_play を即時実行。手札・デッキ・墓地の順に探す。",
            ability("{ op: set_field, from: deck }"),
            "ST-8.22",
            check_set_field,
        ),
        op(
            "require",
            [a("expr", EXPR, "What must be true.", "条件。", required=True)],
            lambda a: steps.Require(a["expr"]),
            "Where it is false, the rest of the ability does not happen.",
            "偽なら以降不発。",
            ability('{ op: require, expr: "hand.count >= 1" }'),
            "ST-6.2",
        ),
        op(
            "win_if",
            [a("expr", EXPR, "When.", "条件。", required=True)],
            lambda a: steps.Ends("win_if", a["expr"], True),
            "You win where it is true.",
            "真なら勝利。",
            ability('{ op: win_if, expr: "spells_cast_this_turn >= 7" }'),
            "ST-8.23",
        ),
        op(
            "lose_if",
            [a("expr", EXPR, "When.", "条件。", required=True)],
            lambda a: steps.Ends("lose_if", a["expr"], False),
            "You lose where it is true.",
            "真なら敗北。",
            ability('{ op: lose_if, expr: "deck.count == 0" }'),
            "ST-8.23",
        ),
        op(
            "win",
            [],
            lambda a: steps.Ends("win", None, True),
            "You win.",
            "勝利する。",
            ability("{ op: win }"),
            "ST-8.24",
        ),
        op(
            "lose",
            [],
            lambda a: steps.Ends("lose", None, False),
            "You lose.",
            "敗北する。",
            ability("{ op: lose }"),
            "ST-8.24",
        ),
    ]

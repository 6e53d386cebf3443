"""The words that cards of Solitaire TCG are written in. What each does is in `steps` and `references`."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang.kinds import Door, Field, Flag, Kind, Path, Text, Whole, Word
from tefuda.cardlang.tree import Filter, IsNamed, IsTagged, IsType, Reference, Test
from tefuda.cardlang.vocabulary import (
    FilterKind,
    FilterTerm,
    Formula,
    Op,
    Place,
    ReferenceTerm,
    Term,
    Trigger,
    Vocabulary,
)
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg import references as refs
from tefuda.games.solitaire_tcg import steps, words
from tefuda.games.solitaire_tcg.codes import POSITIONS, SELECTIONS, TARGETS, TYPES, ZONES
from tefuda.games.solitaire_tcg.words import TYPE_WORDS, ZONE_WORDS

INSTEAD: Final = {
    "domain": "field",
    "set_domain": "set_field",
    "terrain": "field",
    "graveyard": "grave",
    "trash": "grave",
    "cemetery": "grave",
    "exile": "banish",
    "removed": "banish",
    "library": "deck",
    "battlefield": "board",
    "creature": "monster",
    "unit": "monster",
    "magic": "spell",
    "sorcery": "spell",
    "equipment": "equip",
    "onplay": "on_play",
    "on_summon": "on_enter",
    "on_death": "on_destroy",
    "continuous": "static",
    "passive": "static",
    "activate": "activated",
    "sacrifice": "destroy",
    "tutor": "search",
    "buff": "modify_stat",
    "equip_self": "equip_to",
    "graveyard.count": "grave.count",
    "spells_cast": "spells_cast_this_turn",
}
INSTEAD.update({f"{zone}.{word}": f"{zone}.count" for zone in ZONES for word in ("size", "length", "number")})
ID: Final = Text(r"[a-z0-9_]+", "an id of a-z, 0-9 and _", "a-z 0-9 _ だけの id ", 40)
TAG: Final = Text(r"[^\x00-\x1f\x7f\"']+", "a word", "語", 40)
COUNT: Final = Whole(1, 99)
CHANGE: Final = Whole(-99, 99)


def zone_word(choices: list[str]) -> Word:
    return Word("zone", "ゾーン", choices, INSTEAD)


def target_word(choices: list[str]) -> Word:
    return Word("target", "対象", choices, INSTEAD)


def code(names: list[str], name: str | None, default: int = 0) -> int:
    return default if name is None else names.index(name)


def plain(selected: Any) -> Filter | None:
    found: Filter | None = None if selected is None else selected.filter
    return found


def vocabulary() -> Vocabulary:
    """All of it."""
    return _vocabulary()


FILTER: Final = FilterKind(vocabulary)
EXPR: Final = Formula(vocabulary)


def a(name: str, kind: Kind, en: str, ja: str, default: Any = None, required: bool = False) -> Field:
    return Field(name, kind, en, ja, default=default, required=required)


def filter_field(required: bool = False) -> Field:
    return a("filter", FILTER, "Only cards that fit.", "当てはまるカードだけ。", required=required)


def count_field(en: str = "How many.", ja: str = "枚数。") -> Field:
    return a("count", COUNT, en, ja, 1)


def target_field(choices: list[str]) -> Field:
    return a("target", target_word(choices), "What it is done to.", "対象。", choices[0])


# Checks that depend on where an op stands


def check_static(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    """A static ability changes stats without a choice and for as long as it holds."""
    if place.when != "static":
        return
    if arguments["target"] == "any":
        en, ja = (
            "a static ability cannot choose: self, attached or all.",
            "static では選べません（self、attached、all）。",
        )
        door.wrong([*path, "target"], "static", en, ja)


def check_modify(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if not arguments["atk"] and not arguments["hp"]:
        door.wrong(
            path, "nothing", "changes nothing: give atk or hp.", "何も変わりません。atk か hp を書いてください。"
        )
    check_static(door, path, arguments, place)


def check_counter(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if arguments["amount"] is not None and arguments["set"] is not None:
        door.wrong([*path, "set"], "both", "give amount or set, not both.", "amount と set は一方だけです。")


def check_move(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        door.wrong([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")
    if arguments["position"] is not None and arguments["to"] != "deck":
        en, ja = "position is for moves to the deck.", "position は to: deck のときだけ書けます。"
        door.wrong([*path, "position"], "position", en, ja)


def check_search(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        door.wrong([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")


def check_equip(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if place.card.get("type") != "equip":
        door.wrong([*path, "op"], "equip", "only an equip can be attached.", "equip_to は装備カードだけが使えます。")


def check_set_field(door: Door, path: Path, arguments: dict[str, Any], place: Place) -> None:
    if arguments["card"] is not None and arguments["filter"] is not None:
        door.wrong([*path, "filter"], "both", "give card or filter, not both.", "card と filter は一方だけです。")


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
    return Op(name, fields, make, getattr(words, name), Message(name, en, ja), example, clause, check)


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
                a("selection", Word("selection", "選び方", SELECTIONS), "Who chooses.", "選び方。", "choose"),
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
                a("random", Flag(), "Whether luck chooses.", "ランダムに選ぶか。", False),
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
                    Word("position", "位置", POSITIONS),
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
                a("set", Whole(0, 99), "Or: put it to this.", "この数にする。"),
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
                    Word("duration", "期間", ["permanent", "turn"]),
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


def triggers() -> list[Trigger]:
    """The eight `when`s."""

    def when(name: str, words_en: str, words_ja: str, en: str, ja: str, clause: str) -> Trigger:
        effect = "{ op: modify_stat, atk: 1 }" if name == "static" else "{ op: draw }"
        return Trigger(name, Message(name, words_en, words_ja), Message(name, en, ja), ability(effect, name), clause)

    return [
        when("on_play", "On play", "プレイ時", "Played from the hand, or a field put down by set_field: at once.", "手札からプレイしたとき（set_field でも）。即時実行。", "ST-4.1"),
        when("on_enter", "On entering", "登場時", "It arrives on board or field by any route.", "どの方法でも盤面・場に置かれたとき。", "ST-4.2"),
        when("on_destroy", "On destruction", "破壊時", "It was destroyed, and is in the grave.", "破壊され墓地に置かれたとき。", "ST-4.3"),
        when("static", "As long as it is in play", "常時", "Holds while it is on board or field; never queued.", "盤面・場にある間つねに働く。", "ST-4.10"),
        when("activated", "Use", "起動", "By the player, with an empty queue, once a turn.", "キューが空のとき、1ターンに1度使える。", "ST-4.7"),
        when("on_draw", "When drawn", "ドロー時", "It was drawn; not in the opening hand.", "引いたとき。最初の手札は除く。", "ST-4.4"),
        when("on_discard", "When discarded", "捨てられたとき", "It went from hand to grave by discard.", "discard で手札から墓地へ置かれたとき。", "ST-4.5"),
        when("on_field_set", "When a field is set", "フィールドが置かれたとき", "Another card was placed as a field.", "ほかのフィールドが置かれたとき。", "ST-4.6"),
    ]  # fmt: skip


def make_count(name: str, arguments: dict[str, str]) -> Reference:
    """`count(...)`: what it counts is said as a filter says it."""
    zone = arguments["zone"]
    given = {key: value for key, value in arguments.items() if key != "zone"}
    tests: list[Test] = [TESTS[key](value) for key, value in given.items()]
    inside = ", ".join(f"{key}: {quoted(value)}" for key, value in [*given.items(), ("zone", zone)])
    kept = words.Given(given)
    en = words.cards(kept, 2, "en").removeprefix("2 ")
    ja = words.cards(kept, 0, "ja").removeprefix("すべての")
    where_en, where_ja = words.IN_ZONE[zone], ZONE_WORDS[zone].ja
    return refs.Matching(
        Filter(tests),
        ZONES.index(zone),
        f"count({inside})",
        f"the number of {en} {where_en}",
        f"{where_ja}の{ja}の数",
    )


def quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


TESTS: Final[dict[str, Any]] = {"type": IsType, "tag": IsTagged, "name": IsNamed}


def check_count(arguments: dict[str, str]) -> Message | None:
    if len(arguments) > 1:
        return None
    return Message(
        "count", "count needs a tag, type or name beside the zone.", "count には tag、type、name のどれかが必要です。"
    )


def references() -> list[ReferenceTerm]:
    """What expressions can refer to."""

    def of_zone(name: str, arguments: dict[str, str]) -> Reference:
        zone, _, what = name.partition(".")
        en, ja = words.IN_ZONE[zone], ZONE_WORDS[zone].ja
        if what == "count":
            counted = "banished cards" if zone == "banish" else f"cards {en}"
            return refs.ZoneCount(ZONES.index(zone), name, f"the number of {counted}", f"{ja}の枚数")
        return refs.ZoneExists(ZONES.index(zone), name, f"there is a card {en}", f"{ja}にカードがある")

    def simple(name: str, make: Any, en: str, ja: str, clause: str) -> ReferenceTerm:
        return ReferenceTerm([name], lambda n, a: make(n, en, ja), Message(name, en, ja), f"{name} >= 2", clause)

    def counter(name: str, arguments: dict[str, str]) -> Reference:
        which = arguments["name"]
        en, ja = f"the number of {which} counters on this card", f"このカードの「{words.word(which, 'ja')}」の数"
        return refs.SelfCounter(which, f"self.counter({quoted(which)})", en, ja)

    return [
        ReferenceTerm(
            [f"{zone}.count" for zone in ZONES],
            of_zone,
            Message("count", "How many cards are in a zone.", "ゾーンの枚数。"),
            "hand.count >= 2",
            "ST-10.6",
        ),
        ReferenceTerm(
            [f"{zone}.exists" for zone in ZONES],
            of_zone,
            Message("exists", "Whether a zone has any card.", "ゾーンにカードがあるか。"),
            "field.exists",
            "ST-10.6",
        ),
        simple(
            "spells_cast_this_turn",
            refs.SpellsCast,
            "the number of spells cast this turn",
            "このターンに唱えたスペルの数",
            "ST-10.7",
        ),
        simple(
            "unique_fields_in_grave",
            refs.UniqueFieldsInGrave,
            "the number of different fields in the grave",
            "墓地にあるフィールドの種類数",
            "ST-10.8",
        ),
        simple("turn", refs.TurnNumber, "the number of the turn", "ターン数", "ST-10.9"),
        ReferenceTerm(
            ["count"],
            make_count,
            Message(
                "count",
                "How many cards in a zone fit; a card's type counts as a tag of it.",
                "ゾーンの当てはまるカードの数。カード種別もタグとして数える。",
            ),
            'count(tag:"field", zone:"grave") >= 3',
            "ST-10.10",
            [
                a("type", Word("type", "カード種別", TYPES, INSTEAD), "Its type.", "種別。"),
                a("tag", TAG, "A tag, or its type.", "タグ、または種別。"),
                a("name", Text(), "Its name, in either language.", "名前。"),
                a("zone", zone_word(ZONES), "Where.", "どこで。", required=True),
            ],
            check=check_count,
        ),
        ReferenceTerm(
            ["self.counter"],
            counter,
            Message("counter", "How many counters of a name are on this card.", "このカードのカウンターの数。"),
            'self.counter("echo") >= 3',
            "ST-10.12",
            [a("name", TAG, "Which counter.", "カウンターの名前。", required=True)],
            positional=True,
        ),
        simple("self.atk", refs.SelfAtk, "this card's atk", "このカードのatk", "ST-10.13"),
        simple("self.hp", refs.SelfHp, "this card's hp", "このカードのhp", "ST-10.13"),
    ]


def filters() -> list[FilterTerm]:
    """What a filter may ask."""
    return [
        FilterTerm(
            "type",
            Word("type", "カード種別", TYPES, INSTEAD),
            IsType,
            Message("type", "Its type.", "カード種別。"),
            "{ type: field }",
            "ST-9.1",
        ),
        FilterTerm(
            "tag",
            TAG,
            IsTagged,
            Message("tag", "One of its tags, or its type.", "タグ、または種別。"),
            "{ tag: lamp }",
            "ST-9.1",
        ),
        FilterTerm(
            "name",
            Text(),
            IsNamed,
            Message("name", "Its whole name, in either language.", "名前（どちらの言語でも）。"),
            "{ name: 残響の講堂 }",
            "ST-9.1",
        ),
    ]


def types() -> list[Term]:
    """The five card types."""

    def kind(name: str, en: str, ja: str) -> Term:
        meaning = Message(name, f"{TYPE_WORDS[name].en}: {en}", f"{TYPE_WORDS[name].ja}: {ja}")
        return Term(name, meaning, f"type: {name}", "ST-1.1")

    return [
        kind("monster", "stays on the board; may have atk and hp.", "盤面に残る。atk と hp を持てる。"),
        kind("spell", "does its on_play and goes to the grave.", "on_play を行い墓地へ。"),
        kind("equip", "is attached to a card on the table.", "盤面か場のカードに付ける。"),
        kind("artifact", "stays on the board.", "盤面に残る。"),
        kind("field", "lies on the field, and replaces the one there.", "場に置き、前のものを上書きする。"),
    ]


@cache
def _vocabulary() -> Vocabulary:
    return Vocabulary("solitaire-tcg", types(), triggers(), ops(), references(), filters(), INSTEAD)

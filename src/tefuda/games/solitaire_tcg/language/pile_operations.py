"""The operations on hand, deck, grave and the other zones of cards. Their rules are in `pile_steps`."""

from typing import Final

from tefuda.cardlang.card_id import ID_TYPE
from tefuda.cardlang.field_types import BooleanType, EnumType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, ability_example, code_of, filter_of, operation
from tefuda.games.solitaire_tcg.language.nouns import (
    IN_ZONE_EN,
    ZONE_WORDS,
    CardNoun,
    card_name_of,
    this_card,
    with_type,
)
from tefuda.games.solitaire_tcg.language.values import (
    COUNT_TYPE,
    Arguments,
    count_field,
    filter_field,
    target_field,
    zone_field,
)
from tefuda.games.solitaire_tcg.rules import pile_steps
from tefuda.games.solitaire_tcg.rules.codes import POSITIONS, SELECTIONS, TARGETS, ZONES

INTO_EN: Final = {
    "hand": "into your hand",
    "deck": "on the bottom of your deck",
    "board": "onto the board",
    "field": "onto the field",
    "grave": "into the grave",
}
INTO_JA: Final = {
    "hand": "手札に加える",
    "deck": "デッキの一番下に置く",
    "board": "盤面に出す",
    "field": "フィールドゾーンに置く",
    "grave": "墓地へ送る",
    "banish": "除外する",
}
PILES: Final = ["deck", "grave", "banish"]
"""Zones with a top and a bottom. In the others, cards are newer or older."""
KNOWN_ZONES: Final = {
    "on_destroy": ["grave"],
    "on_discard": ["grave"],
    "on_draw": ["hand"],
    "on_enter": ["board", "field"],
    "on_field_set": ["board", "field"],
    "activated": ["board", "field"],
}
"""Where the card of an ability usually is, so that its text does not say it."""


@operation(
    "draw",
    [count_field()],
    lambda a: pile_steps.Draw(a["count"]),
    en="Draws cards, as many as possible.",
    ja="デッキの上から手札へ。足りなければ可能な分だけ。",
    clause="ST-8.1",
    example=ability_example("on_play", "{ op: draw, count: 2 }"),
)
def draw(a: Arguments) -> Text:
    n = a["count"]
    return "draw a card" if n == 1 else f"draw {n} cards", f"カードを{n}枚引く"


@operation(
    "mill",
    [count_field()],
    lambda a: pile_steps.Mill(a["count"]),
    en="Puts cards from the top of the deck into the grave. They are neither discarded nor destroyed.",
    ja="デッキの上から墓地へ送る。捨てる・破壊の扱いではない。",
    clause="ST-8.2",
    example=ability_example("on_play", "{ op: mill, count: 3 }"),
)
def mill(a: Arguments) -> Text:
    n = a["count"]
    cards = "card" if n == 1 else f"{n} cards"
    return f"put the top {cards} of your deck into the grave", f"デッキの上から{n}枚を墓地へ送る"


@operation(
    "discard",
    [
        zone_field("from", ["hand"], "Source zone.", "移動元。"),
        count_field(),
        filter_field(),
        Field("selection", EnumType("selection", "選び方", SELECTIONS), "How cards are chosen.", "選び方。", "choose"),
    ],
    lambda a: pile_steps.Discard(a["count"], filter_of(a["filter"]), SELECTIONS.index(a["selection"])),
    en="Discards exactly count cards, or fizzles.",
    ja="手札から墓地へ。足りなければ不発。",
    clause="ST-8.3",
    example=ability_example("on_play", "{ op: discard, from: hand, count: 1 }"),
    prompt=("choose a card to discard", "捨てるカードを選ぶ"),
    verb="discard",
)
def discard(a: Arguments) -> Text:
    noun, n, selection = CardNoun(a["filter"]), a["count"], a["selection"]
    which = {
        "choose": noun.number(n),
        "first": f"the {noun.one if n == 1 else f'{n} {noun.many}'} you have held longest",
        "random": f"{noun.number(n)} at random",
    }[selection]
    how = {"choose": "", "first": "古い順に", "random": "ランダムに"}[selection]
    cards = "手札を" if noun.is_plain else f"手札から{noun.ja}を"
    return f"discard {which}", f"{cards}{how}{n}枚捨てる"


def check_zones(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if arguments["from"] == arguments["to"] != "deck":
        problems.add([*path, "to"], "same", "from and to are the same zone.", "from と to が同じゾーンです。")


@operation(
    "search",
    [
        zone_field("from", ["deck", "grave", "banish", "hand"], "Source zone.", "移動元。"),
        zone_field("to", ["hand", *[zone for zone in ZONES if zone != "hand"]], "Destination.", "移動先。"),
        filter_field(required=True),
        Field("max", COUNT_TYPE, "Maximum number of cards.", "最大枚数。", 1),
        Field("random", BooleanType(), "Whether the choice is random.", "ランダムに選ぶか。", False),
    ],
    lambda a: pile_steps.Search(
        ZONES.index(a["from"]), ZONES.index(a["to"]), a["filter"].filter, a["max"], a["random"]
    ),
    en="Takes matching cards, up to max. It does not fizzle without a match.",
    ja="当てはまるカードを最大 max 枚。なければ0枚。",
    clause="ST-8.4",
    example=ability_example("on_play", '{ op: search, from: deck, to: hand, filter: { type: "field" }, max: 1 }'),
    check=check_zones,
    prompt=("choose a card to take", "加えるカードを選ぶ"),
    verb="take",
)
def search(a: Arguments) -> Text:
    noun, n, source, to = CardNoun(a["filter"]), a["max"], a["from"], a["to"]
    some = from_zone_en(source, noun, n, "random " if a["random"] else "")
    ja = f"{from_ja(source)}{'ランダムに' if a['random'] else ''}{noun.ja}{n}枚を{INTO_JA[to]}"
    if to == "hand":
        return f"add {some} to your hand", ja
    return (f"banish {some}" if to == "banish" else f"put {some} {INTO_EN[to]}"), ja


def from_zone_en(zone: str, noun: CardNoun, count: int, adjective: str = "") -> str:
    """Return a number of cards of a zone: `2 lamp cards from your deck`, `a banished spell`."""
    adjective += "banished " if zone == "banish" else ""
    one = adjective + noun.one
    some = f"{'an' if one[0] in 'aeiou' else 'a'} {one}" if count == 1 else f"{count} {adjective}{noun.many}"
    return some if zone == "banish" else f"{some} from {ZONE_WORDS[zone].en}"


def from_ja(zone: str) -> str:
    return "除外されているカードから" if zone == "banish" else f"{ZONE_WORDS[zone].ja}から"


def check_move(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    check_zones(problems, path, arguments, context)
    if arguments["position"] is not None and arguments["to"] != "deck":
        en, ja = "position is only for moves to the deck.", "position は to: deck のときだけ書けます。"
        problems.add([*path, "position"], "position", en, ja)


@operation(
    "move",
    [
        zone_field("from", ZONES, "Source zone.", "移動元。", required=True),
        zone_field("to", ZONES, "Destination.", "移動先。", required=True),
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
    lambda a: pile_steps.Move(
        ZONES.index(a["from"]),
        ZONES.index(a["to"]),
        TARGETS.index(a["target"]),
        a["count"],
        filter_of(a["filter"]),
        code_of(POSITIONS, a["position"]),
    ),
    en="Moves cards between zones, as many as possible. Triggers on_enter only.",
    ja="ゾーン間の移動。on_enter 以外は誘発しない。",
    clause="ST-8.7",
    example=ability_example("on_play", "{ op: move, from: grave, to: hand, target: top }"),
    check=check_move,
    prompt=("choose a card to move", "動かすカードを選ぶ"),
    verb="move",
)
def move(a: Arguments) -> Text:
    return _move_en(a), _move_ja(a)


def _moved_en(a: Arguments) -> str:
    """Return the cards that a move takes, with their zone."""
    source, target, n, noun = a["from"], a["target"], a["count"], CardNoun(a["filter"])
    zone, place = ZONE_WORDS[source].en, IN_ZONE_EN[source]
    if target == "self":
        return this_card(a)[0] + ("" if source in KNOWN_ZONES.get(a["when"], []) else f" from {zone}")
    if target == "any":
        return from_zone_en(source, noun, n)
    if target == "all":
        if source == "hand" and noun.is_plain:
            return "your hand"
        return f"all banished {noun.many}" if source == "banish" else f"all {noun.many} from {zone}"
    cards = noun.one if n == 1 else f"{n} {noun.many}"
    if source not in PILES:
        return f"the {'newest' if target == 'top' else 'oldest'} {cards} {place}"
    if noun.is_plain:
        return f"the {target} {'card' if n == 1 else f'{n} cards'} of {zone}"
    end = "topmost" if target == "top" else "bottommost"
    return f"the {end} {noun.one} {place}" if n == 1 else f"the {n} {end} {noun.many} {place}"


def _move_en(a: Arguments) -> str:
    which, source, to = _moved_en(a), a["from"], a["to"]
    position = a["position"] or "bottom"
    if to == "banish":
        return f"banish {which}"
    if to == "deck" and position == "shuffle":
        return f"shuffle {which} into your deck"
    if to == "deck":
        return f"put {which} on {'top' if position == 'top' else 'the bottom'} of your deck"
    if to == "hand":
        return f"return {which} to your hand" if source in ("board", "field") else f"add {which} to your hand"
    return f"put {which} {INTO_EN[to]}"


def _move_ja(a: Arguments) -> str:
    source, to, target, n, noun = a["from"], a["to"], a["target"], a["count"], CardNoun(a["filter"])
    place = "除外されている" if source == "banish" else f"{ZONE_WORDS[source].ja}の"
    ends = {"top": "上から", "bottom": "下から"} if source in PILES else {"top": "新しい順に", "bottom": "古い順に"}
    pile = "除外されているカードの" if source == "banish" else place
    cards = "" if noun.is_plain else noun.ja
    if target == "self":
        known = source in KNOWN_ZONES.get(a["when"], [])
        which = "このカード" if known else f"{place.removesuffix('の')}にあるこのカード".replace("いるにある", "いる")
    elif target in ends:
        which = f"{pile}{ends[target]}{cards}{n}枚"
    elif target == "all":
        which = "手札すべて" if source == "hand" and noun.is_plain else f"{place}{noun.ja}すべて"
    else:
        which = "手札" + f"{n}枚" if source == "hand" and noun.is_plain else f"{place}{noun.ja}{n}枚"
    positions = {"top": "デッキの一番上に置く", "bottom": INTO_JA["deck"], "shuffle": "デッキに戻してシャッフルする"}
    verb = positions[a["position"] or "bottom"] if to == "deck" else INTO_JA[to]
    return f"{which}を{'手札に戻す' if to == 'hand' and source in ('board', 'field') else verb}"


@operation(
    "summon",
    [
        zone_field("from", ["hand", "deck", "grave"], "Source zone.", "移動元。"),
        filter_field(),
        count_field(),
    ],
    lambda a: pile_steps.Summon(ZONES.index(a["from"]), filter_of(a["filter"]), a["count"]),
    en="Puts monsters onto the board. Triggers on_enter, not on_play.",
    ja="モンスターを盤面へ。on_enter のみ誘発する。",
    clause="ST-8.15",
    example=ability_example("on_play", "{ op: summon, from: grave }"),
    prompt=("choose a monster to summon", "出すモンスターを選ぶ"),
    verb="summon",
)
def summon(a: Arguments) -> Text:
    noun, n = CardNoun(with_type(a["filter"], "monster")), a["count"]
    return f"summon {from_zone_en(a['from'], noun, n)}", f"{from_ja(a['from'])}{noun.ja}{n}枚を盤面に出す"


def check_set_field(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if arguments["card"] is not None and arguments["filter"] is not None:
        problems.add([*path, "filter"], "both", "use card or filter, not both.", "card と filter は一方だけです。")


@operation(
    "set_field",
    [
        Field("card", ID_TYPE, "Id of the field.", "フィールドの id。"),
        zone_field("from", ["hand", "deck", "grave"], "Zone to search.", "どこから。", optional=True),
        filter_field(),
    ],
    lambda a: pile_steps.SetField(a["card"] or "", filter_of(a["filter"]), code_of(ZONES, a["from"], -1)),
    en="Overwrites the field and runs its on_play at once. Searches hand, deck, then grave.",
    ja="フィールドを上書きし、on_play を即時実行。手札・デッキ・墓地の順に探す。",
    clause="ST-8.22",
    example=ability_example("on_play", "{ op: set_field, from: deck }"),
    check=check_set_field,
    prompt=("choose a field to set", "置くフィールドを選ぶ"),
    verb="set",
)
def set_field(a: Arguments) -> Text:
    where, where_ja = "your hand, your deck or the grave", "手札・デッキ・墓地"
    if a["from"]:
        where, where_ja = ZONE_WORDS[a["from"]].en, ZONE_WORDS[a["from"]].ja
    noun = CardNoun(with_type(a["filter"], "field"))
    which, which_ja = noun.number(1), f"{noun.ja}1枚"
    if a["card"]:
        which, which_ja = f"“{card_name_of(a['card'], 'en')}”", f"《{card_name_of(a['card'], 'ja')}》"
    return f"set {which} from {where}", f"{where_ja}から{which_ja}をセットする"

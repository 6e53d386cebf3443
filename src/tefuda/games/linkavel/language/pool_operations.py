"""The operations on hands, decks and trashes. Their rules are in `pool_steps`."""

from typing import Final

from tefuda.cardlang.field_types import EnumType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.vocabulary import OpContext, Text, ability_example, filter_of, operation
from tefuda.games.linkavel.language.nouns import ZONE_WORDS
from tefuda.games.linkavel.language.targets import (
    Arguments,
    check_pool,
    count_field,
    filter_field,
    fixed_target,
    pool_cards,
    pool_choice,
    pool_fields,
    side_field,
)
from tefuda.games.linkavel.language.values import MAGIC_TYPES, SUGGESTIONS
from tefuda.games.linkavel.rules import player_steps, pool_steps
from tefuda.games.linkavel.rules.codes import SIDES, TARGETS, ZONES

SUBJECTS_JA: Final = {"own": "", "opponent": "相手は", "both": "お互いのプレイヤーは"}
WHOSE_DECK: Final = {
    "own": ("your", "自分の"),
    "opponent": ("your opponent's", "相手の"),
    "both": ("each player's", "お互いの"),
}


def player_action_en(side: str, verb: str, what: str) -> str:
    who = {"own": verb, "opponent": f"your opponent {verb}s", "both": f"each player {verb}s"}[side]
    return f"{who} {what}"


def check_summon(problems: Problems, path: KeyPath, arguments: Arguments, context: OpContext) -> None:
    if arguments["target"] == "self" and context.card.get("type") in MAGIC_TYPES:
        problems.add([*path, "target"], "magic", "a magic cannot be summoned.", "魔術は召喚できません。")
    check_pool(problems, path, arguments, context)


@operation(
    "summon",
    pool_fields(["trash", "hand", "deck", "deck_or_trash"], ["choose", "self", "random"]),
    lambda a: pool_steps.Summon(TARGETS.index(a["target"]), ZONES.index(a["from"]), *pool_choice(a)),
    en="Special summons monsters, limited by candidates and free slots.",
    ja="特殊召喚する。候補と空き枠の数まで。",
    clause="LV-11.8",
    example=ability_example("on_summon", "{ op: summon, from: deck, filter: { level: 1 } }"),
    check=check_summon,
    prompt=("choose a monster to special summon", "特殊召喚するモンスターを選んでください"),
    verb="special summon",
)
def summon(a: Arguments) -> Text:
    fixed = fixed_target(a) if a["target"] == "self" else None
    if fixed is not None:
        return f"special summon {fixed[0]}", "このカードを特殊召喚する"
    (which, which_ja), zone = pool_cards(a, "monster"), ZONE_WORDS[a["from"]]
    return f"special summon {which} from {zone.en}", f"{zone.ja}から{which_ja}特殊召喚する"


@operation(
    "search",
    pool_fields(["deck", "deck_or_trash"], ["choose", "random"]),
    lambda a: pool_steps.Search(TARGETS.index(a["target"]), ZONES.index(a["from"]), *pool_choice(a)),
    en="Adds cards from the deck, or deck and trash, to the hand, shows them and shuffles the deck.",
    ja="デッキ（かトラッシュ）から手札に加える。公開し、デッキをシャッフルする。",
    clause="LV-11.12",
    example=ability_example("on_summon", "{ op: search, filter: { type: magic } }"),
    check=check_pool,
    prompt=("choose a card to add to your hand", "手札に加えるカードを選んでください"),
    verb="take",
)
def search(a: Arguments) -> Text:
    (which, which_ja), zone = pool_cards(a, None), ZONE_WORDS[a["from"]]
    return f"add {which} from {zone.en} to your hand", f"{zone.ja}から{which_ja}手札に加える"


@operation(
    "retrieve",
    pool_fields(["trash"], ["choose", "self", "random"]),
    lambda a: pool_steps.Retrieve(TARGETS.index(a["target"]), *pool_choice(a)),
    en="Adds cards from the trash to the hand.",
    ja="トラッシュから手札に加える。",
    clause="LV-11.13",
    example=ability_example("on_summon", "{ op: retrieve, filter: { type: monster } }"),
    check=check_pool,
    prompt=("choose a card to return to your hand", "手札に戻すカードを選んでください"),
    verb="take",
)
def retrieve(a: Arguments) -> Text:
    fixed = fixed_target(a) if a["target"] == "self" else None
    which, which_ja = pool_cards(a, None) if fixed is None else (fixed[0], f"{fixed[1]}を")
    if fixed is not None and a["trigger"].name == "on_trash" and a["first"] and a["is_self"]:
        return f"return {which} to your hand", f"{which_ja}手札に加える"
    return f"return {which} from your trash to your hand", f"トラッシュから{which_ja}手札に加える"


@operation(
    "draw",
    [count_field(), side_field()],
    lambda a: player_steps.Draw(a["count"], SIDES.index(a["side"])),
    en="Draws cards one by one; an empty deck is refreshed.",
    ja="1枚ずつ引く。デッキが0枚ならリフレッシュする。",
    clause="LV-11.9",
    example=ability_example("on_summon", "{ op: draw, count: 2 }"),
)
def draw(a: Arguments) -> Text:
    n, side = a["count"], a["side"]
    en = player_action_en(side, "draw", "a card" if n == 1 else f"{n} cards")
    return en, f"{SUBJECTS_JA[side]}カードを{n}枚引く"


@operation(
    "mill",
    [count_field(), side_field()],
    lambda a: player_steps.Mill(a["count"], SIDES.index(a["side"])),
    en="Sends cards from the top of the deck to the trash, as many as possible.",
    ja="デッキの上からトラッシュに送る。足りなければ可能な分だけ。",
    clause="LV-11.10",
    example=ability_example("on_summon", "{ op: mill, count: 3 }"),
)
def mill(a: Arguments) -> Text:
    n, (whose, whose_ja) = a["count"], WHOSE_DECK[a["side"]]
    en = f"send the top {'card' if n == 1 else f'{n} cards'} of {whose} deck to the trash"
    return en, f"{whose_ja}デッキの上からカードを{n}枚トラッシュに送る"


@operation(
    "discard",
    [
        count_field(),
        side_field(),
        Field(
            "selection",
            EnumType("selection", "選び方", ["choose", "random"], SUGGESTIONS),
            "Chosen by the player, or at random.",
            "選び方。",
            "choose",
        ),
        filter_field(),
    ],
    lambda a: pool_steps.Discard(
        a["count"], SIDES.index(a["side"]), a["selection"] == "random", filter_of(a["filter"])
    ),
    en="Discards cards from the hand, as many as possible.",
    ja="手札からトラッシュに捨てる。足りなければ可能な分だけ。",
    clause="LV-11.11",
    example=ability_example("on_summon", "{ op: discard, side: opponent }"),
    prompt=("choose a card to discard", "捨てるカードを選んでください"),
    verb="discard",
)
def discard(a: Arguments) -> Text:
    (which, which_ja), side = pool_cards(a, None), a["side"]
    how, how_ja = (" at random", "ランダムに") if a["selection"] == "random" else ("", "")
    which_ja = f"手札を{a['count']}枚" if a["filter"] is None else f"手札から{which_ja}"
    return player_action_en(side, "discard", which + how), f"{SUBJECTS_JA[side]}{which_ja}{how_ja}捨てる"


POOL_OPERATIONS: Final = [summon, search, retrieve, draw, mill, discard]

"""Text of the operations, for generated card texts."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang import expression_text
from tefuda.cardlang.vocabulary import FilterValues
from tefuda.core.source import read_file
from tefuda.core.text import Message

ZONE_WORDS: Final = {
    "hand": Message("hand", "your hand", "手札"),
    "deck": Message("deck", "your deck", "デッキ"),
    "board": Message("board", "the board", "盤面"),
    "field": Message("field", "the field", "場"),
    "grave": Message("grave", "the grave", "墓地"),
    "banish": Message("banish", "the banished cards", "除外"),
}
IN_ZONE_EN: Final = {
    "hand": "in your hand",
    "deck": "in your deck",
    "board": "on the board",
    "field": "on the field",
    "grave": "in the grave",
    "banish": "among the banished cards",
}
TYPE_WORDS: Final = {
    "monster": Message("monster", "monster", "モンスター"),
    "spell": Message("spell", "spell", "スペル"),
    "equip": Message("equip", "equip", "装備"),
    "artifact": Message("artifact", "artifact", "アーティファクト"),
    "field": Message("field", "field", "フィールド"),
}

DECK_POSITIONS_JA: Final = {
    "bottom": "デッキの一番下に置く",
    "top": "デッキの一番上に置く",
    "shuffle": "デッキに戻してシャッフルする",
}

Arguments = dict[str, Any]
TAGS_FILE: Final = Path(__file__).parents[1] / "tags.yaml"


@cache
def japanese_tags() -> dict[str, str]:
    """Return tags and counters in Japanese."""
    return {str(word): str(phrase) for word, phrase in read_file(TAGS_FILE).data.items()}


def tag_text(tag: str, language: str) -> str:
    """Return a tag or counter in this language."""
    return japanese_tags().get(tag, tag) if language == "ja" else tag


def zone_text(name: str, language: str) -> str:
    return ZONE_WORDS[name].text(language)


def cards_text(filter_: Any, count: int, language: str) -> str:
    """Return a number of cards with a filter: `2 [ember] spells`, ［ember］のスペル2枚. Without a count: all."""
    values = {} if filter_ is None else filter_.values
    kind, tag, name = values.get("type"), values.get("tag"), values.get("name")
    if language == "ja":
        words = f"「{name}」" if name else ""
        words += f"［{tag_text(tag, language)}］の" if tag and tag not in TYPE_WORDS else ""
        inner = TYPE_WORDS[kind].ja if kind else TYPE_WORDS[tag].ja if tag in TYPE_WORDS else "" if name else "カード"
        words = f"{words}{inner}"
        return f"{words}{count}枚" if count else f"すべての{words}"
    noun = kind or (tag if tag in TYPE_WORDS else "card")
    tagged = f"[{tag}] " if tag and tag not in TYPE_WORDS else ""
    called = f" named “{name}”" if name else ""
    if count == 1:
        article = "an" if (tagged or noun)[0] in "aeiou" else "a"
        return f"{article} {tagged}{noun}{called}"
    return f"{count or 'all'} {tagged}{noun}s{called}"


def target_text(arguments: Arguments, language: str, count: int = 1) -> str:
    """Return the permanents of a target."""
    target, filter_ = arguments["target"], arguments.get("filter")
    ja = language == "ja"
    if target == "self":
        return "このカード" if ja else "this card"
    if target == "attached":
        return "装備先" if ja else "the card it is attached to"
    if target == "field":
        return "フィールド" if ja else "the field"
    if target == "all":
        where = "盤面" if filter_ is not None and filter_.values.get("type") == "monster" else "盤面と場"
        return cards_text(filter_, 0, language) if not ja else f"{where}の{cards_text(filter_, 0, language)}"
    where = "盤面" if filter_ is not None and filter_.values.get("type") == "monster" else "盤面か場"
    return cards_text(filter_, count, language) if not ja else f"{where}の{cards_text(filter_, count, language)}"


def draw(a: Arguments, language: str) -> str:
    n = a["count"]
    return f"カードを{n}枚引く" if language == "ja" else "draw a card" if n == 1 else f"draw {n} cards"


def mill(a: Arguments, language: str) -> str:
    n = a["count"]
    if language == "ja":
        return f"デッキの上から{n}枚を墓地へ送る"
    return (
        "put the top card of your deck into the grave"
        if n == 1
        else f"put the top {n} cards of your deck into the grave"
    )


def discard(a: Arguments, language: str) -> str:
    which = cards_text(a["filter"], a["count"], language)
    if language == "ja":
        how = {"choose": "", "first": "古い順に", "random": "ランダムに"}[a["selection"]]
        return f"手札を{a['count']}枚{how}捨てる" if a["filter"] is None else f"手札から{which}を{how}捨てる"
    how = {"choose": "", "first": ", the longest held", "random": " at random"}[a["selection"]]
    return f"discard {which}{how}"


def search(a: Arguments, language: str) -> str:
    n, source, to = a["max"], a["from"], a["to"]
    which = cards_text(a["filter"], n, language)
    if language == "ja":
        shortage = "（足りなければあるだけ）" if n > 1 else ""
        how = "ランダムに" if a["random"] else ""
        into = "手札に加える" if to == "hand" else f"{zone_text(to, language)}に置く" if to != "banish" else "除外する"
        return f"{zone_text(source, language)}から{which}{shortage}を{how}{into}"
    shortage = " (or as many as there are)" if n > 1 else ""
    how = " at random" if a["random"] else ""
    origin = f"{which}{shortage}{how} from {zone_text(source, language)}"
    if to == "banish":
        return f"banish {origin}"
    into = "onto" if to in ("board", "field") else "into"
    return f"add {origin} to your hand" if to == "hand" else f"put {origin} {into} {zone_text(to, language)}"


def move(a: Arguments, language: str) -> str:
    source, to, target, n = a["from"], a["to"], a["target"], a["count"]
    ja = language == "ja"
    if ja:
        whats = {
            "self": "このカード",
            "top": f"の一番上から{cards_text(a['filter'], n, language)}",
            "bottom": f"の一番下から{cards_text(a['filter'], n, language)}",
            "any": f"の{cards_text(a['filter'], n, language)}",
            "all": f"の{cards_text(a['filter'], 0, language)}",
        }[target]
        where = {
            "hand": "手札に戻す" if source in ("board", "field") else "手札に加える",
            "deck": DECK_POSITIONS_JA[a["position"] or "bottom"],
            "board": "盤面に出す",
            "field": "場に置く",
            "grave": "墓地へ送る",
            "banish": "除外する",
        }[to]
        return f"{zone_text(source, language)}{'にある' if target == 'self' else ''}{whats}を{where}"
    lone, some = (
        n == 1 and a["filter"] is None,
        cards_text(a["filter"], n, language).removeprefix("a ").removeprefix("an "),
    )
    whats = {
        "self": "this card",
        "top": "the top card" if lone else f"the top {some}",
        "bottom": "the bottom card" if lone else f"the bottom {some}",
        "any": cards_text(a["filter"], n, language),
        "all": cards_text(a["filter"], 0, language),
    }[target]
    origin = {"top": "of", "bottom": "of"}.get(target, "from")
    if to == "banish":
        return f"banish {whats} {origin} {zone_text(source, language)}"
    where = f"to {zone_text(to, language)}"
    if to == "deck":
        where = {
            "bottom": "on the bottom of your deck",
            "top": "on the top of your deck",
            "shuffle": "into your deck and shuffle it",
        }[a["position"] or "bottom"]
    return f"{'put' if to == 'deck' else 'move'} {whats} {origin} {zone_text(source, language)} {where}"


def destroy(a: Arguments, language: str) -> str:
    which = target_text(a, language, a["count"])
    return f"{which}を破壊する" if language == "ja" else f"destroy {which}"


def summon(a: Arguments, language: str) -> str:
    which = cards_text(with_type(a["filter"], "monster"), a["count"], language)
    if language == "ja":
        return f"{zone_text(a['from'], language)}から{which}を盤面に出す"
    return f"summon {which} from {zone_text(a['from'], language)}"


def with_type(filter_: Any, kind: str) -> FilterValues:
    """Return a filter with a type."""
    return FilterValues({**({} if filter_ is None else filter_.values), "type": kind})


def card_name_of(name: str, language: str) -> str:
    """Return the name of the card with this id."""
    from tefuda.games.solitaire_tcg.catalogue import LIBRARY  # imported here: the catalogue needs this module

    card = LIBRARY.all_cards().get(name)
    return name if card is None else card.name(language)


def equip_to(a: Arguments, language: str) -> str:
    if language == "ja":
        on = f"（{cards_text(a['filter'], 1, language)}）" if a["filter"] is not None else ""
        return f"このカードを装備できる相手{on}に装備する"
    on = f" ({cards_text(a['filter'], 1, language)})" if a["filter"] is not None else ""
    return f"attach this card to a valid target{on}"


def unequip(a: Arguments, language: str) -> str:
    ja = language == "ja"
    which = {
        "self": "このカード" if ja else "this card",
        "attached": "これに付いた装備" if ja else "the equips attached to this card",
        "any": "装備1枚" if ja else "an equip",
        "all": "すべての装備" if ja else "all equips",
    }[a["target"]]
    if ja:
        return f"{which}を外して{'手札に戻す' if a['to'] == 'hand' else '墓地へ送る'}"
    it = "it" if a["target"] in ("self", "any") else "them"
    return f"unequip {which} and put {it} into {zone_text(a['to'], language)}"


def counter(a: Arguments, language: str) -> str:
    which, name = target_text(a, language), tag_text(a["name"], language)
    ja = language == "ja"
    if a["set"] is not None:
        return f"{which}の「{name}」を{a['set']}にする" if ja else f"set the {name} counters on {which} to {a['set']}"
    n = a["amount"] if a["amount"] is not None else 1
    if ja:
        return f"{which}に「{name}」を{n}個置く" if n >= 0 else f"{which}から「{name}」を{-n}個取り除く"
    some = f"{abs(n)} {name} counter{'s' if abs(n) != 1 else ''}"
    return f"put {some} on {which}" if n >= 0 else f"remove {some} from {which}"


def modify_stat(a: Arguments, language: str) -> str:
    which = target_text({**a, "filter": with_type(a["filter"], "monster")}, language)
    if language == "ja":
        until = "ターン終了時まで、" if a["duration"] == "turn" else ""
        stats = [f"{noun}を{a[name]:+d}" for name, noun in (("atk", "攻撃力"), ("hp", "HP")) if a[name]]
        return f"{until}{which}の{'、'.join(stats)}する"
    parts = [f"{name} {a[name]:+d}" for name in ("atk", "hp") if a[name]]
    until = " until the end of the turn" if a["duration"] == "turn" else ""
    return f"{which} get{'' if a['target'] == 'all' else 's'} {' and '.join(parts)}{until}"


def set_field(a: Arguments, language: str) -> str:
    ja = language == "ja"
    places = [a["from"]] if a["from"] else ["hand", "deck", "grave"]
    where = ("、" if ja else ", ").join(zone_text(name, language) for name in places)
    if a["card"]:
        which = f"「{card_name_of(a['card'], language)}」" if ja else f"“{card_name_of(a['card'], language)}”"
    else:
        which = cards_text(with_type(a["filter"], "field"), 1, language)
    if ja:
        return f"{where}から{which}を場にセットする"
    return f"set {which} from {where} as the field" if len(places) == 1 else f"set {which} as the field, from {where}"


def require(a: Arguments, language: str) -> str:
    phrase = expression_text.describe(a["expr"], language)
    return (
        f"{expression_text.unless_ja(phrase)}、以降は不発になる" if language == "ja" else f"continue only if {phrase}"
    )


def win_if(a: Arguments, language: str) -> str:
    phrase = expression_text.describe(a["expr"], language)
    return f"{expression_text.if_ja(phrase)}、勝利する" if language == "ja" else f"you win if {phrase}"


def lose_if(a: Arguments, language: str) -> str:
    phrase = expression_text.describe(a["expr"], language)
    return f"{expression_text.if_ja(phrase)}、敗北する" if language == "ja" else f"you lose if {phrase}"


def win(a: Arguments, language: str) -> str:
    return "勝利する" if language == "ja" else "you win"


def lose(a: Arguments, language: str) -> str:
    return "敗北する" if language == "ja" else "you lose"

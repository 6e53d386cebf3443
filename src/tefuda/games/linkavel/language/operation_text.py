"""Text of the operations, for generated card texts."""

import re
from typing import Any, Final

from tefuda.cardlang import expression_text
from tefuda.cardlang.tree import CardDefinition, NumberLiteral
from tefuda.core.text import Message
from tefuda.games.linkavel.language.values import MONSTER_KEYS, factions

TYPE_WORDS: Final = {
    "normal_monster": Message("normal_monster", "normal monster", "通常モンスター"),
    "effect_monster": Message("effect_monster", "effect monster", "効果モンスター"),
    "normal_magic": Message("normal_magic", "normal magic", "通常魔術"),
    "permanent_magic": Message("permanent_magic", "permanent magic", "永続魔術"),
    "monster": Message("monster", "monster", "モンスター"),
    "magic": Message("magic", "magic", "魔術"),
}
ATTRIBUTE_WORDS: Final = {
    "fire": Message("fire", "fire", "火"),
    "water": Message("water", "water", "水"),
    "grass": Message("grass", "grass", "草"),
    "light": Message("light", "light", "光"),
    "dark": Message("dark", "dark", "闇"),
    "neutral": Message("neutral", "neutral", "無"),
}
ZONE_WORDS: Final = {
    "hand": Message("hand", "your hand", "手札"),
    "deck": Message("deck", "your deck", "デッキ"),
    "trash": Message("trash", "your trash", "トラッシュ"),
    "deck_or_trash": Message("deck_or_trash", "your deck or trash", "デッキかトラッシュ"),
    "monsters": Message("monsters", "the monster zone", "モンスターゾーン"),
    "magics": Message("magics", "the magic zone", "魔術ゾーン"),
    "field": Message("field", "the field", "フィールド"),
}
PHASE_WORDS: Final = {
    "draw": Message("draw", "draw phase", "ドローフェイズ"),
    "main1": Message("main1", "main phase 1", "メインフェイズ1"),
    "battle": Message("battle", "battle phase", "バトルフェイズ"),
    "main2": Message("main2", "main phase 2", "メインフェイズ2"),
    "end": Message("end", "end phase", "エンドフェイズ"),
}
Arguments = dict[str, Any]
"""Arguments of a step. `ability_text` adds `when`, `who`, `limit`, `first` and `phrase`."""
BATTLE_OPPONENT_PHRASES: Final = {
    "on_attack": ("the monster it attacks", "攻撃対象のモンスター"),
    "on_attacked": ("the attacking monster", "攻撃してきたモンスター"),
    "after_battle": ("that monster", "そのモンスター"),
}
SUBJECT_JA: Final = {"own": "", "opponent": "相手は", "both": "お互いのプレイヤーは"}


def known_cards() -> dict[str, CardDefinition]:
    """Return the cards whose names are known, for names in the other language."""
    from tefuda.games.linkavel.catalogue import LIBRARY  # imported here: the catalogue needs this module

    return dict(LIBRARY.all_cards())


def noun(filter_: Any, language: str, kind: str | None, plural: bool = False) -> str:
    """Return the noun for a filter: `Rootkin monsters of level 2 or higher`. `kind` is the default type."""
    values, type_ = {} if filter_ is None else filter_.values, type_of(filter_, kind)
    return _noun_ja(values, type_) if language == "ja" else _noun_en(values, type_, plural)


def type_of(filter_: Any, kind: str | None) -> str | None:
    values = {} if filter_ is None else filter_.values
    about_monsters = kind is None and any(values.get(key) for key in MONSTER_KEYS)
    return values.get("type") or ("monster" if about_monsters else kind)


def counter_word(filter_: Any, kind: str | None) -> str:
    return "体" if "monster" in (type_of(filter_, kind) or "") else "枚"


def _between(low: int | None, high: int | None, ja: bool, words: tuple[str, str]) -> str:
    if low is not None and high is not None:
        return f"{low}～{high}" if ja else f"{low} to {high}"
    if low is not None:
        return f"{low}以上" if ja else f"{low} or {words[0]}"
    return f"{high}以下" if ja else f"{high} or {words[1]}"


def _levels(values: dict[str, Any], ja: bool) -> tuple[str, bool]:
    """Return the levels, and whether it is a single level."""
    level, low, high = values.get("level"), values.get("min_level"), values.get("max_level")
    if level is None and (high == 1 or low == 5 or (low is not None and low == high)):
        level = low or high
    if level is not None:
        return (f"レベル{level}" if ja else f"level {level}"), True
    if low is None and high is None:
        return "", False
    return ("レベル" if ja else "level ") + _between(low, high, ja, ("higher", "lower")), False


def _powers(values: dict[str, Any], ja: bool) -> str:
    low, high = values.get("min_power"), values.get("max_power")
    if low is None and high is None:
        return ""
    return ("パワー" if ja else "power ") + _between(low, high, ja, ("more", "less"))


def _noun_en(values: dict[str, Any], type_: str | None, plural: bool) -> str:
    (levels, alone), faction = _levels(values, False), values.get("faction")
    words = ["other" if values.get("other") else "", levels if alone else "", values.get("attribute")]
    if faction is not None:
        words.append("factionless" if faction == "none" else factions()[faction].en)
    words.append(TYPE_WORDS[type_].en if type_ else "card")
    text = " ".join(filter(None, words)) + ("s" if plural else "")
    if values.get("name"):
        text += f" named “{_named(values['name'], 'en')}”"
    if levels and not alone:
        text += f" of {levels}"
    wanted = ["less power than printed" if values.get("weakened") else "", _powers(values, False)]
    return f"{text} with {' and '.join(filter(None, wanted))}" if any(wanted) else text


def _named(name: str, language: str) -> str:
    """Return the name of a card in this language."""
    return next((card.name(language) for card in known_cards().values() if card.is_named(name)), name)


def _noun_ja(values: dict[str, Any], type_: str | None) -> str:
    words = "ほかの" if values.get("other") else ""
    if values.get("weakened"):
        words += "パワーが元より低い"
    for phrase in (_levels(values, True)[0], _powers(values, True)):
        words += f"{phrase}の" if phrase else ""
    faction = values.get("faction")
    if faction == "none":
        words += "勢力のない"
    kinds = f"{ATTRIBUTE_WORDS[values['attribute']].ja}属性" if values.get("attribute") else ""
    kinds += f"〈{factions()[faction].ja}〉" if faction and faction != "none" else ""
    if values.get("name"):
        return f"{words}{kinds}{'の' if kinds else ''}《{_named(values['name'], 'ja')}》"
    kinds += "の" if kinds and type_ != "monster" else ""
    return words + kinds + (TYPE_WORDS[type_].ja if type_ else "カード")


def article(text: str) -> str:
    return f"an{text}" if text.startswith("other ") else f"{'an' if text[0] in 'aeiouAE' else 'a'} {text}"


def pool_cards(a: Arguments, language: str, kind: str | None) -> str:
    """Return a number of cards of a pool; in Japanese with the particle."""
    filter_, count = a["filter"], a["count"]
    up_to, at_random = count > 1 and a.get("up_to"), a.get("target") == "random"
    if language == "ja":
        which = ("ランダムに" if at_random else "") + re.sub(
            "^ほかの", "このカード以外の", noun(filter_, language, kind)
        )
        many = f"{count}{counter_word(filter_, kind)}"
        return f"{which}を{many}まで" if up_to else f"{which}{many}を"
    text = ("random " if at_random else "") + noun(filter_, language, kind, count > 1)
    return article(text) if count == 1 else f"{'up to ' if up_to else ''}{count} {text}"


def fixed_target(a: Arguments, language: str) -> str | None:
    """Return the card that a step affects without a choice; None if there is a choice."""
    target, when = a["target"], a.get("when") or ""
    own = a.get("who") != "other"
    if target == "self":
        text = ("it" if a.get("first") and own else "this card", "このカード")
    elif target == "that":
        monster = when in ("on_summon", "on_attack", "on_attacked")
        text = ("that monster", "そのモンスター") if monster else ("that card", "そのカード")
        text = ("it", text[1]) if a.get("first") else text
    elif target == "foe":
        text = BATTLE_OPPONENT_PHRASES.get(
            when if own else "", ("the monster that this card battles", "このカードとバトルするモンスター")
        )
    else:
        return None
    if a["filter"] is None:
        return text[language == "ja"]
    wanted = noun(a["filter"], language, None)
    return f"{text[1]}（{wanted}なら）" if language == "ja" else f"{text[0]} (if it is {article(wanted)})"


def field_targets(a: Arguments, language: str) -> str:
    """Return the cards on the field that a step affects."""
    one = fixed_target(a, language)
    if one is not None:
        return one
    target, side, count = a["target"], a["side"], a["count"]
    kind = {"monster": "monster", "magic": "magic", "any": None}[a.get("zone") or "monster"]
    if language == "ja":
        many = (
            "すべて" if target == "all" else f"{count}{counter_word(a['filter'], kind)}{'まで' if _several(a) else ''}"
        )
        return _found_ja(a, kind) + many
    found = noun(a["filter"], language, kind, plural=True)
    field = " on the field" if kind is None or side == "both" else ""
    whose = {"own": "your ", "opponent": "your opponent's ", "both": ""}[side]
    if target == "all":
        return f"all {whose}{found}{field}"
    how = ", chosen at random," if target == "random" else ""
    number = f"{'up to ' if _several(a) else ''}{count if count > 1 else 'one'}"
    return f"{number} of {whose or 'the '}{found}{field}{how}"


def _found_ja(a: Arguments, kind: str | None) -> str:
    found = noun(a["filter"], "ja", kind)
    whose = {"own": "自分の", "opponent": "相手の", "both": "フィールドの"}[a["side"]]
    where = "フィールドの" if kind is None and a["side"] != "both" else ""
    return f"{whose}{where}{'、' if found.startswith('パワーが') else ''}{found}"


def _several(a: Arguments) -> bool:
    return bool(a["up_to"]) and a["count"] > 1


def field_action_ja(a: Arguments, verb: str) -> str:
    """Return the cards on the field with the verb, in Japanese."""
    which = field_targets(a, "ja")
    if a["target"] == "random":
        return f"{which}をランダムに選んで{verb}"
    many = re.search(r"(すべて|[0-9]+.まで)$", which)
    return f"{which}を{verb}" if many is None else f"{which[: many.start()]}を{many.group()}{verb}"


def amount(a: Arguments, language: str) -> tuple[str, str]:
    """Return an amount and its unit. The unit is empty for fixed amounts."""
    if isinstance(a["amount"], NumberLiteral):
        return str(a["amount"].number), ""
    phrase = expression_text.describe(a["amount"], language)
    return a.get("phrase") or ((f"（{phrase}）" if language == "ja" else f"({phrase})"), "")


def duration_text(a: Arguments, language: str) -> str:
    words = {
        "turn": (" until the end of the turn", "ターン終了時まで"),
        "next_turn": (" until the end of your opponent's next turn", "次の相手のターン終了時まで"),
        "while": (" while this card is on the field", "このカードがフィールドにある限り、"),
        "permanent": (" permanently", ""),
        "holds": ("", ""),
    }
    return words[a["duration"] or ("holds" if a.get("when") == "continuous" else "turn")][language == "ja"]


def power(a: Arguments, language: str) -> str:
    which, (number, per), how_long = field_targets(a, language), amount(a, language), duration_text(a, language)
    sum_ = number if number.startswith("-") else f"+{number}"
    if language == "ja":
        good = "永続的に" if a["duration"] == "permanent" else ""
        if a["target"] == "random":
            return f"{which}をランダムに選び、{per}{how_long}パワーを{good}{sum_}する"
        return f"{per}{how_long}{which}のパワーを{good}{sum_}する"
    what = f"{sum_} power{per}{how_long}"
    if a["target"] == "choose":
        return f"give {which} {what}"
    return f"{which} {'get' if is_plural(a) else 'gets'} {what}"


def is_plural(a: Arguments) -> bool:
    return bool(a["target"] == "all" or a["count"] > 1)


def destroy(a: Arguments, language: str) -> str:
    return (
        field_action_ja(a, "破壊する")
        if language == "ja"
        else f"destroy {field_targets(a, language)}".removesuffix(",")
    )


def send(a: Arguments, language: str) -> str:
    return (
        field_action_ja(a, "トラッシュに送る")
        if language == "ja"
        else f"send {field_targets(a, language)} to the trash"
    )


def return_(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["from"] == "trash":
        which = pool_cards(a, language, None) if a["target"] != "self" else "このカードを" if ja else "this card"
        en, ja_ = (
            f"shuffle {which} from your trash into your deck",
            f"トラッシュから{which}デッキに戻してシャッフルする",
        )
        return ja_ if ja else en
    mine = a["target"] == "self" or (a["target"] not in ("that", "foe") and a["side"] == "own")
    hand = a["to"] == "hand"
    if ja:
        return field_action_ja(
            a, f"{'' if mine else '持ち主の'}{'手札に戻す' if hand else 'デッキに戻してシャッフルする'}"
        )
    whose = "your" if mine else "their owner's" if is_plural(a) else "its owner's"
    return (
        f"{'return' if hand else 'shuffle'} {field_targets(a, language)} {'to' if hand else 'into'} {whose} {a['to']}"
    )


def protect(a: Arguments, language: str) -> str:
    """Return a protection. A limit counts for all its monsters together."""
    which, limit = field_targets(a, language), a.get("limit") or "none"
    by = {"battle": (" by battle", "バトルでは"), "effect": (" by effects", "効果では"), "any": ("", "")}[a["from"]]
    if language == "ja":
        how_often = {"turn": "1ターンに1回だけ、", "game": "ゲーム中に1回だけ、", "none": ""}[limit]
        if a["target"] == "all":
            which = which.removesuffix("すべて") + ("1体" if how_often else "")
        return f"{how_often}{duration_text(a, language)}{which}は{'1回だけ' if a['once'] else ''}{by[1]}破壊されない"
    if limit != "none":
        one = which.replace("all ", "one of ", 1) if a["target"] == "all" else which
        each = "each turn" if limit == "turn" else "in the game"
        return f"the first time {each} {one} would be destroyed{by[0].removesuffix('s')}, it is not destroyed"
    if a["once"]:
        be, it = ("are", "each of them") if is_plural(a) else ("is", "it")
        return f"{duration_text(a, language).strip()}, {which} {be} not destroyed{by[0]} the first time {it} would be"
    return f"{which.removeprefix('all ')} cannot be destroyed{by[0]}{duration_text(a, language)}"


def extra_attack(a: Arguments, language: str) -> str:
    which, n, always = field_targets(a, language), a["times"], a.get("when") == "continuous"
    if language == "ja":
        return f"{which}は{'毎ターン' if always else 'このターン'}もう{n}回攻撃できる"
    times = "one more time" if n == 1 else f"{n} more times"
    return f"{which} can attack {times} {'each' if always else 'this'} turn"


def reduce_damage(a: Arguments, language: str) -> str:
    (number, per), own = amount(a, language), a["target"] == "self"
    which = noun(a["filter"], language, "monster", plural=True)
    if language == "ja":
        return f"{per}{'このカード' if own else f'自分の{which}'}のバトルで自分が受けるダメージを{number}減らす"
    battles = "this card's battles" if own else f"battles of your {which}"
    return f"you take {number} less damage{per} from {battles}"


def summon(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["target"] == "self":
        return "このカードを特殊召喚する" if ja else f"special summon {fixed_target(a, language)}"
    which, zone = pool_cards(a, language, "monster"), ZONE_WORDS[a["from"]].text(language)
    return f"{zone}から{which}特殊召喚する" if ja else f"special summon {which} from {zone}"


def draw(a: Arguments, language: str) -> str:
    n, side = a["count"], a["side"]
    if language == "ja":
        return f"{SUBJECT_JA[side]}カードを{n}枚引く"
    return player_action(side, "draw", "a card" if n == 1 else f"{n} cards")


def player_action(side: str, verb: str, what: str) -> str:
    who = {"own": verb, "opponent": f"your opponent {verb}s", "both": f"each player {verb}s"}[side]
    return f"{who} {what}"


def mill(a: Arguments, language: str) -> str:
    n, side = a["count"], a["side"]
    if language == "ja":
        whose = {"own": "自分の", "opponent": "相手の", "both": "お互いの"}[side]
        return f"{whose}デッキの上からカードを{n}枚トラッシュに送る"
    whose = {"own": "your", "opponent": "your opponent's", "both": "each player's"}[side]
    return f"send the top {'card' if n == 1 else f'{n} cards'} of {whose} deck to the trash"


def discard(a: Arguments, language: str) -> str:
    n, side, at_random = a["count"], a["side"], a["selection"] == "random"
    if language == "ja":
        which = f"手札を{n}枚" if a["filter"] is None else f"手札から{pool_cards(a, language, None)}"
        return f"{SUBJECT_JA[side]}{which}{'ランダムに' if at_random else ''}捨てる"
    return player_action(side, "discard", pool_cards(a, language, None) + (" at random" if at_random else ""))


def search(a: Arguments, language: str) -> str:
    which, zone = pool_cards(a, language, None), ZONE_WORDS[a["from"]].text(language)
    return f"{zone}から{which}手札に加える" if language == "ja" else f"add {which} from {zone} to your hand"


def retrieve(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["target"] == "self":
        which, there = (
            fixed_target(a, language),
            a.get("when") == "on_trash" and a.get("first") and a.get("who") == "self",
        )
        en, ja_ = f"return {which}{'' if there else ' from your trash'} to your hand", f"{which}を手札に加える"
        return en if not ja else ja_ if there else f"トラッシュから{ja_}"
    which = pool_cards(a, language, None)
    return f"トラッシュから{which}手札に加える" if ja else f"return {which} from your trash to your hand"


def gain(a: Arguments, language: str) -> str:
    (number, per), side = amount(a, language), a["side"]
    if language == "ja":
        return f"{per}{SUBJECT_JA[side]}LPを{number}回復する"
    return player_action(side, "gain", f"{number} LP{per}")


def damage(a: Arguments, language: str) -> str:
    (number, per), side = amount(a, language), a["side"]
    if language == "ja":
        if side == "opponent":
            return f"{per}相手に{number}のダメージを与える"
        return f"{per}{'自分は' if side == 'own' else SUBJECT_JA[side]}{number}のダメージを受ける"
    if side == "opponent":
        return f"deal {number} damage to your opponent{per}"
    return player_action(side, "take", f"{number} damage{per}")


def if_you_do(a: Arguments, language: str) -> str:
    return "そうした場合" if language == "ja" else "if you do"


def require(a: Arguments, language: str) -> str:
    phrase = a.get("phrase") or expression_text.describe(a["expr"], language)
    return expression_text.if_ja(phrase) if language == "ja" else f"if {phrase}"


def win(a: Arguments, language: str) -> str:
    return "自分は勝利する" if language == "ja" else "you win the game"


def lose(a: Arguments, language: str) -> str:
    return "自分は敗北する" if language == "ja" else "you lose the game"

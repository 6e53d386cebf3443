"""The operations in words: what stands on a card, made from its abilities."""

from typing import Any, Final

from tefuda.cardlang import expression
from tefuda.cardlang.tree import Number
from tefuda.core.text import Message
from tefuda.games.linkavel.values import factions

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


def filter_values(filter_: Any) -> dict[str, Any]:
    return {} if filter_ is None else filter_.values


def noun(filter_: Any, language: str, kind: str | None, plural: bool = False) -> str:
    """What a filter lets through: `Rootkin monsters of level 2 or higher`; `kind` is what the step looks at anyway."""
    values = filter_values(filter_)
    type_ = values.get("type") or kind
    return _noun_ja(values, type_) if language == "ja" else _noun_en(values, type_, plural)


def _levels(values: dict[str, Any], ja: bool) -> str:
    level, low, high = values.get("level"), values.get("min_level"), values.get("max_level")
    if level is not None:
        return f"レベル{level}" if ja else f"level {level}"
    if low is not None and high is not None:
        return f"レベル{low}～{high}" if ja else f"level {low} to {high}"
    if low is not None:
        return f"レベル{low}以上" if ja else f"level {low} or higher"
    if high is not None:
        return f"レベル{high}以下" if ja else f"level {high} or lower"
    return ""


def _powers(values: dict[str, Any], ja: bool) -> str:
    low, high = values.get("min_power"), values.get("max_power")
    if low is not None and high is not None:
        return f"パワー{low}～{high}" if ja else f"power {low} to {high}"
    if low is not None:
        return f"パワー{low}以上" if ja else f"power {low} or more"
    if high is not None:
        return f"パワー{high}以下" if ja else f"power {high} or less"
    return ""


def _noun_en(values: dict[str, Any], type_: str | None, plural: bool) -> str:
    words = []
    if values.get("other"):
        words.append("other")
    if values.get("weakened"):
        words.append("weakened")
    if values.get("attribute"):
        words.append(values["attribute"])
    faction = values.get("faction")
    if faction is not None:
        words.append("factionless" if faction == "none" else factions()[faction].en)
    words.append(TYPE_WORDS[type_].en if type_ else "card")
    text = " ".join(words) + ("s" if plural else "")
    if values.get("name"):
        text += f" named “{values['name']}”"
    asked = [said for said in (_levels(values, False), _powers(values, False)) if said]
    return f"{text} of {' and '.join(asked)}" if asked else text


def _noun_ja(values: dict[str, Any], type_: str | None) -> str:
    words = ""
    if values.get("other"):
        words += "ほかの"
    if values.get("weakened"):
        words += "パワーが元の数値より低い"
    for said in (_levels(values, True), _powers(values, True)):
        words += f"{said}の" if said else ""
    if values.get("attribute"):
        words += f"{ATTRIBUTE_WORDS[values['attribute']].ja}属性の"
    faction = values.get("faction")
    if faction is not None:
        words += "陣営のない" if faction == "none" else f"〈{factions()[faction].ja}〉の"
    if values.get("name"):
        words += f"「{values['name']}」"
        return words
    return words + (TYPE_WORDS[type_].ja if type_ else "カード")


def article(text: str) -> str:
    return text if text.startswith("other ") else f"an {text}" if text[0] in "aeiouAEIOU" else f"a {text}"


def some(filter_: Any, count: int, up_to: bool, language: str, kind: str | None, counter: str = "枚") -> str:
    """So many cards that fit, from a place that is said elsewhere."""
    if language == "ja":
        return f"{noun(filter_, language, kind)}{count}{counter}{'まで' if up_to else ''}"
    most = f"up to {count} " if up_to else "" if count == 1 else f"{count} "
    text = noun(filter_, language, kind, count > 1)
    if not up_to and count == 1:
        text = text.replace("other ", "another ", 1) if text.startswith("other ") else article(text)
    return f"{most}{text}"


def on_field(a: Arguments, language: str) -> str:
    """The cards on the field that a step is about."""
    target, side = a["target"], a["side"]
    ja = language == "ja"
    fixed = {
        "self": ("this card", "このカード"),
        "that": ("it", "そのカード"),
        "foe": ("the monster it battles", "戦闘する相手モンスター"),
    }
    if target in fixed:
        return fixed[target][ja]
    kind = {"monster": "monster", "magic": "magic", "any": None}[a.get("zone") or "monster"]
    many = target == "all" or a["count"] > 1
    if ja:
        whose = {"own": "自分の", "opponent": "相手の", "both": "お互いの"}[side]
        found = noun(a["filter"], language, kind)
        where = "フィールドの" if kind is None else ""
        if target == "all":
            return f"{whose}{where}すべての{found}"
        counter = "体" if kind == "monster" else "枚"
        how = "ランダムな" if target == "random" else ""
        return f"{how}{whose}{where}{found}{a['count']}{counter}{'まで' if a['up_to'] else ''}"
    found = noun(a["filter"], language, kind, many)
    whose = {"own": "your", "opponent": "your opponent's", "both": "the"}[side]
    if target == "all":
        every = {"own": "all your", "opponent": "all your opponent's", "both": "all"}[side]
        return f"{every} {found}"
    how = " at random" if target == "random" else ""
    if side == "both":
        return f"{some(a['filter'], a['count'], a['up_to'], language, kind)} on the field{how}"
    most = "up to " if a["up_to"] else ""
    number = a["count"] if a["count"] > 1 else "one"
    plural = noun(a["filter"], language, kind, True)
    return f"{most}{number} of {whose} {plural}{how}"


def amount(expr: Any, language: str) -> str:
    if isinstance(expr, Number):
        return str(expr.number)
    said = expression.say(expr, language)
    return f"（{said}）" if language == "ja" else f"({said})"


def signed(expr: Any, language: str) -> str:
    if isinstance(expr, Number):
        return f"{int(expr.number):+d}"
    return f"+{amount(expr, language)}"


def until(duration: str | None, language: str) -> str:
    ja = language == "ja"
    words = {
        "turn": (" until the end of the turn", "ターン終了時まで"),
        "next_turn": (" until the end of your opponent's next turn", "次の相手ターン終了時まで"),
        "while": (" while this card is on the field", "このカードがフィールドにある限り"),
        "permanent": (" for good", ""),
        None: ("", ""),
    }
    return words[duration][ja]


def power(a: Arguments, language: str) -> str:
    which = on_field(a, language)
    if language == "ja":
        lead = until(a["duration"], language)
        return f"{lead}{'、' if lead else ''}{which}のパワー{signed(a['amount'], language)}"
    verb = "get" if a["target"] == "all" or (a["target"] in ("choose", "random") and a["count"] > 1) else "gets"
    return f"{which} {verb} {signed(a['amount'], language)} power{until(a['duration'], language)}"


def destroy(a: Arguments, language: str) -> str:
    which = on_field(a, language)
    return f"{which}を破壊する" if language == "ja" else f"destroy {which}"


def send(a: Arguments, language: str) -> str:
    which = on_field(a, language)
    return f"{which}をトラッシュに送る" if language == "ja" else f"send {which} to the trash"


def return_(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["from"] == "trash":
        which = some(a["filter"], a["count"], a["up_to"], language, None)
        if a["target"] == "self":
            which = "このカード" if ja else "this card"
        if ja:
            return f"トラッシュから{which}をデッキに戻してシャッフルする"
        return f"shuffle {which} from your trash into your deck"
    which = on_field(a, language)
    if ja:
        return f"{which}を持ち主の{'手札に戻す' if a['to'] == 'hand' else 'デッキに戻してシャッフルする'}"
    if a["to"] == "hand":
        return f"return {which} to the owner's hand"
    return f"shuffle {which} into the owner's deck"


def protect(a: Arguments, language: str) -> str:
    which = on_field(a, language)
    ja = language == "ja"
    by = {"battle": ("by battle", "戦闘で"), "effect": ("by effects", "効果で"), "any": ("", "")}[a["from"]][ja]
    if ja:
        lead = until(a["duration"], language)
        times = "一度だけ" if a["once"] else ""
        return f"{lead}{'、' if lead else ''}{which}は{times}{by}破壊されない"
    verb = "are" if a["target"] == "all" or a["count"] > 1 else "is"
    times = " once" if a["once"] else ""
    return f"{which} {verb} not destroyed{' ' + by if by else ''}{times}{until(a['duration'], language)}"


def extra_attack(a: Arguments, language: str) -> str:
    which, n = on_field(a, language), a["times"]
    if language == "ja":
        return f"{which}は1ターンにあと{n}回攻撃できる"
    return f"{which} can attack {'once' if n == 1 else f'{n} times'} more in a turn"


def reduce_damage(a: Arguments, language: str) -> str:
    number = amount(a["amount"], language)
    ja = language == "ja"
    if a["target"] == "self":
        return (
            f"このモンスターの戦闘で自分が受けるダメージを{number}減らす"
            if ja
            else f"battle damage that you take from this monster's battles is {number} less"
        )
    which = noun(a["filter"], language, "monster", True)
    if ja:
        return f"自分の{which}の戦闘で自分が受けるダメージを{number}減らす"
    return f"battle damage that you take from battles of your {which} is {number} less"


def summon(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["target"] == "self":
        return "このカードを特殊召喚する" if ja else "special summon this card"
    which = some(a["filter"], a["count"], a["up_to"], language, "monster", "体")
    zone = ZONE_WORDS[a["from"]].text(language)
    if ja:
        return f"{zone}から{which}を{'ランダムに' if a['target'] == 'random' else ''}特殊召喚する"
    return f"special summon {which}{' at random' if a['target'] == 'random' else ''} from {zone}"


def draw(a: Arguments, language: str) -> str:
    n, side = a["count"], a["side"]
    if language == "ja":
        who = {"own": "", "opponent": "相手は", "both": "お互いに"}[side]
        return f"{who}カードを{n}枚引く"
    cards = "a card" if n == 1 else f"{n} cards"
    return {"own": f"draw {cards}", "opponent": f"your opponent draws {cards}", "both": f"each player draws {cards}"}[
        side
    ]


def mill(a: Arguments, language: str) -> str:
    n, side = a["count"], a["side"]
    if language == "ja":
        whose = {"own": "自分の", "opponent": "相手の", "both": "お互いの"}[side]
        return f"{whose}デッキの上から{n}枚をトラッシュに送る"
    whose = {"own": "your", "opponent": "your opponent's", "both": "each player's"}[side]
    cards = "card" if n == 1 else f"{n} cards"
    return f"send the top {cards} of {whose} deck to the trash"


def discard(a: Arguments, language: str) -> str:
    n, side = a["count"], a["side"]
    which = some(a["filter"], n, False, language, None)
    at_random = a["selection"] == "random"
    if language == "ja":
        who = {"own": "", "opponent": "相手は", "both": "お互いに"}[side]
        return f"{who}手札から{which}を{'ランダムに' if at_random else ''}捨てる"
    how = " at random" if at_random else ""
    who = {"own": "discard", "opponent": "your opponent discards", "both": "each player discards"}[side]
    return f"{who} {which}{how}"


def search(a: Arguments, language: str) -> str:
    which = some(a["filter"], a["count"], a["up_to"], language, None)
    zone = ZONE_WORDS[a["from"]].text(language)
    if language == "ja":
        return f"{zone}から{which}を手札に加える"
    return f"add {which} from {zone} to your hand"


def retrieve(a: Arguments, language: str) -> str:
    ja = language == "ja"
    if a["target"] == "self":
        return "このカードをトラッシュから手札に加える" if ja else "return this card from your trash to your hand"
    which = some(a["filter"], a["count"], a["up_to"], language, None)
    how = a["target"] == "random"
    if ja:
        return f"トラッシュから{which}を{'ランダムに' if how else ''}手札に加える"
    return f"return {which}{' at random' if how else ''} from your trash to your hand"


def gain(a: Arguments, language: str) -> str:
    n, side = amount(a["amount"], language), a["side"]
    if language == "ja":
        who = {"own": "", "opponent": "相手は", "both": "お互いに"}[side]
        return f"{who}LPを{n}回復する"
    who = {"own": "gain", "opponent": "your opponent gains", "both": "each player gains"}[side]
    return f"{who} {n} LP"


def damage(a: Arguments, language: str) -> str:
    n, side = amount(a["amount"], language), a["side"]
    if language == "ja":
        return {
            "own": f"自分は{n}のダメージを受ける",
            "opponent": f"相手に{n}のダメージを与える",
            "both": f"お互いに{n}のダメージを受ける",
        }[side]
    return {
        "own": f"take {n} damage",
        "opponent": f"deal {n} damage to your opponent",
        "both": f"each player takes {n} damage",
    }[side]


def if_you_do(a: Arguments, language: str) -> str:
    return "そうした場合" if language == "ja" else "if you do"


def require(a: Arguments, language: str) -> str:
    said = expression.say(a["expr"], language)
    return f"{said}なら" if language == "ja" else f"if {said}"


def win(a: Arguments, language: str) -> str:
    return "自分は勝利する" if language == "ja" else "you win the game"


def lose(a: Arguments, language: str) -> str:
    return "自分は敗北する" if language == "ja" else "you lose the game"

"""Nouns of card texts: types, attributes, zones and phases, and cards that match a filter."""

from typing import Any, Final

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import FilterValues
from tefuda.core.text import messages
from tefuda.games.linkavel.language.values import MONSTER_KEYS, factions

TYPE_WORDS: Final = messages(
    {
        "normal_monster": ("normal monster", "通常モンスター"),
        "effect_monster": ("effect monster", "効果モンスター"),
        "normal_magic": ("normal magic", "通常魔術"),
        "permanent_magic": ("permanent magic", "永続魔術"),
        "monster": ("monster", "モンスター"),
        "magic": ("magic", "魔術"),
    }
)
ATTRIBUTE_WORDS: Final = messages(
    {
        "fire": ("fire", "火"),
        "water": ("water", "水"),
        "grass": ("grass", "草"),
        "light": ("light", "光"),
        "dark": ("dark", "闇"),
        "neutral": ("neutral", "無"),
    }
)
ZONE_WORDS: Final = messages(
    {
        "hand": ("your hand", "手札"),
        "deck": ("your deck", "デッキ"),
        "trash": ("your trash", "トラッシュ"),
        "deck_or_trash": ("your deck or trash", "デッキかトラッシュ"),
        "monsters": ("the monster zone", "モンスターゾーン"),
        "magics": ("the magic zone", "魔術ゾーン"),
        "field": ("the field", "フィールド"),
    }
)
PHASE_WORDS: Final = messages(
    {
        "draw": ("draw phase", "ドローフェイズ"),
        "main1": ("main phase 1", "メインフェイズ1"),
        "battle": ("battle phase", "バトルフェイズ"),
        "main2": ("main phase 2", "メインフェイズ2"),
        "end": ("end phase", "エンドフェイズ"),
    }
)
WHOSE_EN: Final = {"own": "your", "opponent": "your opponent's", "both": "a"}


def known_cards() -> dict[str, CardDefinition]:
    """Return the cards whose names are known, for names in the other language."""
    from tefuda.games.linkavel.catalogue import LIBRARY  # imported here: the catalogue needs this module

    return dict(LIBRARY.all_cards())


def type_of(filter_: FilterValues | None, kind: str | None) -> str | None:
    """Return the type of the cards that match a filter. `kind` is the default."""
    values = {} if filter_ is None else filter_.values
    about_monsters = kind is None and any(values.get(key) for key in MONSTER_KEYS)
    return values.get("type") or ("monster" if about_monsters else kind)


def counter_word(filter_: FilterValues | None, kind: str | None) -> str:
    return "体" if "monster" in (type_of(filter_, kind) or "") else "枚"


def noun_en(filter_: FilterValues | None, kind: str | None, plural: bool = False) -> str:
    """Return the noun for a filter: `Rootkin monsters of level 2 or higher`. `kind` is the default type."""
    values, type_ = {} if filter_ is None else filter_.values, type_of(filter_, kind)
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


def noun_ja(filter_: FilterValues | None, kind: str | None) -> str:
    """Return the noun for a filter: レベル2以上の〈根の民〉モンスター. `kind` is the default type."""
    values, type_ = {} if filter_ is None else filter_.values, type_of(filter_, kind)
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


def _named(name: str, language: str) -> str:
    """Return the name of a card in this language."""
    return next((card.name(language) for card in known_cards().values() if card.is_named(name)), name)


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

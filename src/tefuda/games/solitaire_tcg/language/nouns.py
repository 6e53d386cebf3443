"""Nouns of card texts: types, zones, tags and counters, and cards that match a filter."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import FilterValues, Text
from tefuda.core.source import read_file
from tefuda.core.text import messages

ZONE_WORDS: Final = messages(
    {
        "hand": ("your hand", "手札"),
        "deck": ("your deck", "デッキ"),
        "board": ("the board", "盤面"),
        "field": ("the field", "フィールドゾーン"),
        "grave": ("the grave", "墓地"),
        "banish": ("the banished cards", "除外"),
    }
)
IN_ZONE_EN: Final = {
    "hand": "in your hand",
    "deck": "in your deck",
    "board": "on the board",
    "field": "on the field",
    "grave": "in the grave",
    "banish": "among the banished cards",
}
TYPE_WORDS: Final = messages(
    {
        "monster": ("monster", "モンスター"),
        "spell": ("spell", "スペル"),
        "equip": ("equip", "装備"),
        "artifact": ("artifact", "アーティファクト"),
        "field": ("field", "フィールド"),
    }
)
TAGS_FILE: Final = Path(__file__).parents[1] / "tags.yaml"


@cache
def japanese_tags() -> dict[str, str]:
    """Return tags and counters in Japanese."""
    return {str(word): str(phrase) for word, phrase in read_file(TAGS_FILE).data.items()}


def tag_text(tag: str, language: str) -> str:
    """Return a tag or counter in this language."""
    return japanese_tags().get(tag, tag) if language == "ja" else tag


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def counters_text(name: str, count: int) -> Text:
    """Return a number of counters: `a tick counter`, 刻カウンター."""
    ja = f"{tag_text(name, 'ja')}カウンター"
    return (with_article(f"{name} counter") if count == 1 else f"{count} {name} counters"), ja


class CardNoun:
    """The cards that match a filter, as a noun: `lamp monster`, ［灯火］モンスター."""

    def __init__(self, filter_: FilterValues | None) -> None:
        values = {} if filter_ is None else filter_.values
        kind, tag, name = values.get("type"), values.get("tag"), values.get("name")
        if tag in TYPE_WORDS and kind in (None, tag):
            kind, tag = tag, None
        self.type: str | None = kind
        self.is_plain = not (kind or tag or name)
        self.named = f" named “{card_called(name, 'en')}”" if name else ""
        self.noun = f"{f'{tag} ' if tag else ''}{kind or 'card'}"
        called = f"《{card_called(name, 'ja')}》" if name else ""
        words = TYPE_WORDS[kind].ja if kind else "カード"
        tagged = f"［{tag_text(tag, 'ja')}］" if tag else ""
        self.ja = tagged + (called or words)

    @property
    def one(self) -> str:
        """One card, without an article."""
        return self.noun + self.named

    @property
    def many(self) -> str:
        return f"{self.noun}s{self.named}"

    def number(self, count: int) -> str:
        """Return a number of cards: `a field`, `2 fields`."""
        return with_article(self.one) if count == 1 else f"{count} {self.many}"


def with_type(filter_: FilterValues | None, kind: str) -> FilterValues:
    """Return a filter with a type."""
    return FilterValues({**({} if filter_ is None else filter_.values), "type": kind})


def this_card(a: dict[str, Any]) -> Text:
    """Return the card of an ability: `it` right after its trigger."""
    return ("it" if a["it"] else "this card"), "このカード"


def attached_text(a: dict[str, Any]) -> Text:
    """Return what `attached` means: the host of an equip, or the equips on another card (ST-9.2)."""
    noun = CardNoun(a.get("filter"))
    narrowed, narrowed_ja = ("", "") if noun.is_plain else (f" if it is {with_article(noun.one)}", f"（{noun.ja}なら）")
    if a["card_type"] == "equip":
        return f"the equipped card{narrowed}", f"装備先{narrowed_ja}"
    equips = "equips" if noun.is_plain else noun.many
    return f"the {equips} on this card", f"このカードに付いている{'装備' if noun.is_plain else noun.ja}"


def permanents_text(a: dict[str, Any], count: int = 1, each: bool = False) -> Text:
    """Return the cards in play of a target. With `each`, `all` is said as `each lamp card`."""
    target, noun = a["target"], CardNoun(a.get("filter"))
    if target == "self":
        return this_card(a)
    if target == "attached":
        return attached_text(a)
    if target == "field":
        return (
            ("the field", "フィールド")
            if noun.is_plain
            else (f"each {noun.one} on the field", f"フィールドゾーンの{noun.ja}")
        )
    in_play = " in play" if noun.is_plain else ""
    if target == "all":
        return (f"each {noun.one}" if each else f"all {noun.many}") + in_play, f"場の{noun.ja}すべて"
    return noun.number(count) + in_play, f"場の{noun.ja}{count}枚"


def known_cards() -> dict[str, CardDefinition]:
    """Return the cards whose names are known."""
    from tefuda.games.solitaire_tcg.catalogue import LIBRARY  # imported here: the catalogue needs this module

    return dict(LIBRARY.all_cards())


def card_called(name: str, language: str) -> str:
    """Return the name, in this language, of the card with this name."""
    return next((card.name(language) for card in known_cards().values() if card.is_named(name)), name)


def card_name_of(card_id: str, language: str) -> str:
    """Return the name of the card with this id."""
    card = known_cards().get(card_id)
    return card_id if card is None else card.name(language)

"""The printed values of a card besides its text: name, type, stats, hosts and tags."""

from typing import Any

from tefuda.games.solitaire_tcg.language.operation_text import TYPE_WORDS, tag_text
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.text import card_name


def plain_name(name: str, language: str) -> str:
    return card_name(name, language).replace("《", "").replace("》", "")


def host_words(card: Card, language: str) -> list[str]:
    """Return the valid hosts of an equip."""
    return [TYPE_WORDS[host].text(language) if host in TYPE_WORDS else tag_text(host, language) for host in card.hosts]


def facts_line(card: Card, language: str) -> str:
    """Return type, stats, hosts and tags of a card in one line."""
    parts = [TYPE_WORDS[card.type].text(language)]
    if card.type == "monster":
        parts.append(f"{card.atk}/{card.hp}")
    if card.hosts:
        parts.append(f"{'装備先' if language == 'ja' else 'on'}: {', '.join(host_words(card, language))}")
    if not card.unique:
        parts.append("上書きしない" if language == "ja" else "not unique")
    parts += [f"[{tag_text(tag, language)}]" for tag in card.tags]
    return " · ".join(parts)


def permanent_details(thing: dict[str, Any], language: str) -> str:
    """Return stats, counters, host and use of a card in play."""
    ja = language == "ja"
    parts = []
    if "atk" in thing:
        parts.append(f"{thing['atk']}/{thing['hp']}")
    parts += [f"{tag_text(name, language)} {count}" for name, count in thing.get("counters", {}).items()]
    if "on" in thing:
        parts.append(f"→ {plain_name(thing['on'], language)}")
    if "used" in thing:
        parts.append("使用済" if ja else "used")
    return f" ({', '.join(parts)})" if parts else ""

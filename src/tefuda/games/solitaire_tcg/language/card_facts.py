"""The printed values of a card besides its text: name, type, stats, hosts and tags."""

from typing import Any

from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.nouns import TYPE_WORDS, tag_text
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.text import host_names


def facts_line(card: Card, language: str) -> str:
    """Return type, stats, hosts and tags of a card in one line."""
    parts = [TYPE_WORDS[card.type].text(language)]
    if card.type == "monster":
        parts.append(f"{card.atk}/{card.hp}")
    if card.hosts:
        parts.append(f"{'装備先' if language == 'ja' else 'on'}: {', '.join(host_names(card, language))}")
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
        parts.append(f"→ {LIBRARY.plain_name(thing['on'], language)}")
    if "used" in thing:
        parts.append("使用済" if ja else "used")
    return f" ({', '.join(parts)})" if parts else ""

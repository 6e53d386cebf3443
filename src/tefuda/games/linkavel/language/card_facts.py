"""The printed values of a card besides its text: name, type, level, attribute, cost and power."""

from tefuda.games.linkavel.language.operation_text import ATTRIBUTE_WORDS, TYPE_WORDS
from tefuda.games.linkavel.language.values import factions
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.linkavel.text import card_name


def plain_name(name: str, language: str) -> str:
    return card_name(name, language).strip("《》")


def cost_words(card: Card, language: str) -> str:
    if not card.cost_count:
        return ""
    return f"Lv{card.cost_level}×{card.cost_count}{'体' if language == 'ja' else ''}"


def facts_line(card: Card, language: str) -> str:
    """Return type, level, attribute, faction, cost and power in one line."""
    ja = language == "ja"
    values = card.parsed["values"]
    parts = [TYPE_WORDS[card.type].text(language)]
    if card.is_monster:
        attribute = ATTRIBUTE_WORDS[values["attribute"]].text(language)
        parts.append(f"レベル{card.level}" if ja else f"level {card.level}")
        parts.append(f"{attribute}属性" if ja else attribute)
    if values["faction"]:
        parts.append(factions()[values["faction"]].text(language))
    if card.cost_count:
        parts.append(f"召喚条件 {cost_words(card, language)}" if ja else f"cost {cost_words(card, language)}")
    if card.is_monster:
        parts.append(f"パワー {card.power}" if ja else f"power {card.power}")
    return "、".join(parts) if ja else ", ".join(parts)

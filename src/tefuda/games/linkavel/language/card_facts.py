"""The printed values of a card besides its text: name, type, level, attribute, cost and power."""

from tefuda.core.text import both
from tefuda.games.linkavel.language.costs import cost_text
from tefuda.games.linkavel.language.nouns import ATTRIBUTE_WORDS, TYPE_WORDS
from tefuda.games.linkavel.language.triggers import find_trigger
from tefuda.games.linkavel.language.values import factions
from tefuda.games.linkavel.rules.codes import ON_PLAY, TRIGGERS
from tefuda.games.linkavel.rules.model import Card


def cost_words(card: Card, language: str) -> str:
    """Return the summoning cost; empty for a card without one."""
    return cost_text(card.parsed["values"]["cost"] or [], language)


def effect_classes(card: Card) -> list[dict[str, str]]:
    """Return the classes of a card's effects, in printed order (LV-9.1). What a magic does on activation has none."""
    triggers = [find_trigger(TRIGGERS[ability.when]) for ability in card.abilities if ability.when != ON_PLAY]
    labels = {trigger.label.en.lower(): trigger.label for trigger in triggers}
    return [{"id": name, **both(label)} for name, label in labels.items()]


def facts_line(card: Card, language: str) -> str:
    """Return type, level, attribute, faction, cost and power in one line."""
    ja = language == "ja"
    values = card.parsed["values"]
    parts = [TYPE_WORDS[card.type].text(language)]
    if card.is_monster:
        parts.append(f"レベル{card.level}" if ja else f"level {card.level}")
    if values["attribute"]:
        attribute = ATTRIBUTE_WORDS[values["attribute"]].text(language)
        parts.append(f"{attribute}属性" if ja else attribute)
    if values["faction"]:
        parts.append(factions()[values["faction"]].text(language))
    if card.cost:
        parts.append(f"召喚条件 {cost_words(card, language)}" if ja else f"cost {cost_words(card, language)}")
    if card.is_monster:
        parts.append(f"パワー {card.power}" if ja else f"power {card.power}")
    return "、".join(parts) if ja else ", ".join(parts)

"""A card's text, made from its abilities, so that the two cannot drift apart; and a card file written back."""

import hashlib
from typing import Any

import yaml

from tefuda.cardlang import expression
from tefuda.cardlang.card_schema import CardSchema, ParsedAbility
from tefuda.cardlang.tree import CardDefinition


def ability_text(schema: CardSchema, ability: ParsedAbility, language: str) -> str:
    """One ability as a line: when, if, what."""
    if schema.describe is not None:
        return schema.describe(ability, language)
    trigger = schema.vocabulary.trigger_named(ability.when)
    ja = language == "ja"
    sentences = [step.op.words(step.arguments, language) for step in ability.steps]
    condition = ability.values.get("condition")
    if ja:
        asked = f"{expression.describe(condition, language)}なら、" if condition is not None else ""
        return f"【{trigger.words.ja}】{asked}{''.join(f'{sentence}。' for sentence in sentences)}"
    asked = f", if {expression.describe(condition, language)}" if condition is not None else ""
    told = " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)
    return f"{trigger.words.en}{asked}: {told}"


def card_text(schema: CardSchema, card: CardDefinition, language: str) -> list[str]:
    """The text of a card, a line for each ability: what its author wrote, or what its abilities say."""
    written = card.facts["values"].get("text")
    if written is not None:
        text: str = written.text(language)
        return text.splitlines()
    return [ability_text(schema, ability, language) for ability in card.facts["abilities"]]


class _Dumper(yaml.SafeDumper):
    """Writes cards as people do: a step in one line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def card_data(schema: CardSchema, card: CardDefinition) -> dict[str, Any]:
    """A card as plain data."""
    return schema.write(card.facts["values"], card.facts["abilities"])


def write_card(schema: CardSchema, card: CardDefinition) -> str:
    """A card as YAML, always the same way."""
    data = card_data(schema, card)
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


def card_digest(schema: CardSchema, card: CardDefinition) -> bytes:
    """What replays pin: everything about a card that the rules can see."""
    if "digest" not in card.facts:
        data = {key: value for key, value in card_data(schema, card).items() if key not in ("text", "flavor")}
        card.facts["digest"] = hashlib.blake2b(repr(data).encode(), digest_size=8).digest()
    found: bytes = card.facts["digest"]
    return found

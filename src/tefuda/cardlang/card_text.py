"""Card text generated from abilities, and cards written back as YAML."""

import hashlib
from typing import Any

import yaml

from tefuda.cardlang import expression_text
from tefuda.cardlang.card_schema import CardSchema, ParsedAbility
from tefuda.cardlang.tree import CardDefinition


def ability_text(schema: CardSchema, ability: ParsedAbility, language: str) -> str:
    """Return one ability as a line: trigger, condition, effect."""
    if schema.describe is not None:
        return schema.describe(ability, language)
    trigger = schema.vocabulary.trigger_named(ability.when)
    ja = language == "ja"
    sentences = [step.op.text(step.arguments, language) for step in ability.steps]
    condition = ability.values.get("condition")
    if ja:
        condition_text = (
            f"{expression_text.if_ja(expression_text.describe(condition, language))}、" if condition is not None else ""
        )
        return f"【{trigger.label.ja}】{condition_text}{''.join(f'{sentence}。' for sentence in sentences)}"
    condition_text = f", if {expression_text.describe(condition, language)}" if condition is not None else ""
    text = " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)
    return f"{trigger.label.en}{condition_text}: {text}"


def card_text(schema: CardSchema, card: CardDefinition, language: str) -> list[str]:
    """Return the text of a card, one line per ability: the author's text, or the generated one."""
    written = card.parsed["values"].get("text")
    if written is not None:
        text: str = written.text(language)
        return text.splitlines()
    return [ability_text(schema, ability, language) for ability in card.parsed["abilities"]]


class _Dumper(yaml.SafeDumper):
    """Dumps each step on one line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def card_data(schema: CardSchema, card: CardDefinition) -> dict[str, Any]:
    """Return a card as plain data."""
    return schema.write(card.parsed["values"], card.parsed["abilities"])


def write_card(schema: CardSchema, card: CardDefinition) -> str:
    """Return a card as YAML in a fixed style."""
    data = card_data(schema, card)
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


def card_digest(schema: CardSchema, card: CardDefinition) -> bytes:
    """Return the digest that replays store: it covers everything that affects the rules."""
    if "digest" not in card.parsed:
        data = {key: value for key, value in card_data(schema, card).items() if key not in ("text", "flavor")}
        card.parsed["digest"] = hashlib.blake2b(repr(data).encode(), digest_size=8).digest()
    found: bytes = card.parsed["digest"]
    return found

"""Card text generated from abilities, and cards written back as YAML."""

import hashlib
from typing import Any

import yaml
from typing_extensions import override

from tefuda.cardlang.card_schema import ACTIVATED, CardSchema
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.text import Message


def card_text(schema: CardSchema, card: CardDefinition, language: str) -> list[str]:
    """Return the text of a card, one line per ability: the author's text, or the generated one."""
    written = card.parsed["values"].get("text")
    if written is not None:
        text: str = written.text(language)
        return text.splitlines()
    return [schema.describe(ability, language) for ability in card.parsed["abilities"]]


def activated_texts(schema: CardSchema, card: CardDefinition, language: str) -> list[str]:
    """Return the generated texts of the activated abilities, in the order of their actions."""
    return [schema.describe(ability, language) for ability in card.parsed["abilities"] if ability.when == ACTIVATED]


def card_message(code: str, card: CardDefinition, en: str, ja: str) -> Message:
    """Return a message about a card. `{}` stands for its name."""
    return Message(code, en.format(card.en), ja.format(f"《{card.ja}》"))


class _Dumper(yaml.SafeDumper):
    """Dumps each step on one line."""

    @override
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

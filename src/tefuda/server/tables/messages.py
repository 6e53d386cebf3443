"""Socket messages as JSON text. `type` is the name of a message."""

from typing import Any, Final

import orjson

from tefuda.core.text import Message

PROTOCOL: Final = 2
EMOTES: Final = ["hello", "thanks", "nice", "wow", "oops", "hmm", "good_game"]
"""Emotes that players can send. The client has their texts."""


def encode(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return orjson.dumps(value).decode()


def encode_message(kind: str, **values: Any) -> str:
    """Return a message of type `kind`."""
    return encode({"type": kind, **values})


def encode_with_entries(kind: str, entries: list[str] | None, values: dict[str, Any]) -> str:
    """Return a message with log entries that are already JSON; None becomes null."""
    listed = "null" if entries is None else f"[{','.join(entries)}]"
    return f'{{"type":"{kind}","entries":{listed},{encode(values)[1:]}'


def error_message(id: str | None, message: Message) -> str:  # noqa: A002
    """Return a `refused` message."""
    return encode_message("refused", id=id, code=message.code, en=message.en, ja=message.ja)


def bye_message(code: str) -> str:
    """Return a `bye` message."""
    return encode_message("bye", code=code)

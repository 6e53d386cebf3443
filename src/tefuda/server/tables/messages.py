"""Messages of a socket, as text. The name of a message stands under `type`."""

from typing import Any, Final

import orjson

from tefuda.core.text import Message

PROTOCOL: Final = 1
EMOTES: Final = ["hello", "thanks", "nice", "wow", "oops", "hmm", "good_game"]
"""What players can say to each other: the client has the words."""


def encode(value: Any) -> str:
    """A value as JSON, without spaces: most of what a server does is saying things."""
    return orjson.dumps(value).decode()


def message(kind: str, **values: Any) -> str:
    """One frame."""
    return encode({"type": kind, **values})


def with_entries(kind: str, entries: list[str] | None, values: dict[str, Any]) -> str:
    """A frame with entries that are written out already; None is null."""
    listed = "null" if entries is None else f"[{','.join(entries)}]"
    return f'{{"type":"{kind}","entries":{listed},{encode(values)[1:]}'


def refused(id: str | None, said: Message) -> str:  # noqa: A002
    """Why not."""
    return message("refused", id=id, code=said.code, en=said.en, ja=said.ja)


def bye(code: str) -> str:
    return message("bye", code=code)

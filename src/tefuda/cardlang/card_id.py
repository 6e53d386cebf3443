"""Ids of cards and decks: letters of any script, digits, _ and -.

Ids are normalized to NFC. Two texts that look the same are then the same id, whatever keyboard wrote them.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.field_types import KeyPath, Problems, TextType
from tefuda.core.errors import invalid_notation
from tefuda.core.options import did_you_mean

MAX_ID_LENGTH: Final = 40
ID_PATTERN: Final = r"[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_-]*"
"""For JSON Schema. `is_id` tests the same."""


def normalize_id(text: str) -> str:
    """Return an id in its normal form, NFC."""
    return unicodedata.normalize("NFC", text)


def is_id(text: str) -> bool:
    """Whether a normalized text is an id. It starts with a letter, a digit or _."""
    kinds = [unicodedata.category(character) for character in text]
    if not kinds or kinds[0][0] == "M" or text[0] == "-":
        return False
    return all(
        character in "_-" or kind[0] in "LM" or kind == "Nd" for character, kind in zip(text, kinds, strict=True)
    )


def find_id(text: str, ids: Iterable[str]) -> str | None:
    """Return the id that a player typed: an equal one, or the only one that differs in upper and lower case."""
    wanted = normalize_id(text)
    listed = list(ids)
    if wanted in listed:
        return wanted
    near = [name for name in listed if name.casefold() == wanted.casefold()]
    return near[0] if len(near) == 1 else None


def find_kind(text: str, ids: list[str]) -> int:
    """Return the index of the id that a player typed. Raises `InvalidNotation`."""
    name = find_id(text, ids)
    if name is None:
        en, ja = did_you_mean(text, ids)
        raise invalid_notation(f"Card {text} is not in this game.{en}", f"{text} はこのゲームにありません。{ja}")
    return ids.index(name)


class IdType(TextType):
    """An id of a card or deck."""

    def __init__(self) -> None:
        super().__init__(ID_PATTERN, "an id of letters, digits, _ and -", "文字・数字・_・- だけの id ", MAX_ID_LENGTH)

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> str | None:
        """Return the id in its normal form."""
        if isinstance(value, int) and not isinstance(value, bool):
            problems.add(path, "quotes", f'write "{value}" with quotes.', f'"{value}" と引用符で囲んでください。')
            return None
        name = normalize_id(value.strip()) if isinstance(value, str) else ""
        if not is_id(name):
            self.reject(problems, path, value)
            return None
        if len(name) > self.max_length:
            self.reject_length(problems, path)
            return None
        return name


ID_TYPE: Final = IdType()

"""Types of the values in card files.

Each type parses and checks a value, writes it back, and describes itself in JSON Schema and in words.
"""

import re
import unicodedata
from typing import Any, Final

from typing_extensions import override

from tefuda.core.errors import Problem
from tefuda.core.options import did_you_mean
from tefuda.core.text import LANGUAGES, Message

KeyPath = list[str | int]
MAX_TEXT_LENGTH: Final = 500
LINE: Final = r"[^\x00-\x1f\x7f]+"
LINES: Final = r"[^\x00-\x09\x0b-\x1f\x7f]+"
"""Patterns of a text in one line, or in several."""
MAX_PROBLEMS: Final = 50
"""Maximum number of problems reported for one card."""


class Problems:
    """Collects the problems of a file while it is read."""

    def __init__(self) -> None:
        self.items: list[Problem] = []
        self.suggested: list[KeyPath] = []
        """The keys that were suggested for unknown ones."""

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of problems is reached."""
        return len(self.items) >= MAX_PROBLEMS

    def add(self, path: KeyPath, code: str, en: str, ja: str, offset: int = -1) -> None:
        if not self.is_full:
            self.items.append(Problem(path, Message(code, en, ja), offset))

    def add_missing(self, path: KeyPath, key: str, en: str = "", ja: str = "") -> None:
        """Report a missing key. A key that was suggested for an unknown one is only misspelled."""
        if [*path, key] not in self.suggested:
            self.add(path, "key_missing", en or f"{key!r} is missing.", ja or f"{key!r} がありません。")


def short_repr(value: Any) -> str:
    """Return a short representation of a value for messages."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = str(value).lower() if isinstance(value, bool) else repr(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def with_article(word: str) -> str:
    """Return a word with its article: `an equip`, `a spell`."""
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def is_needlessly_quoted(value: str, kind: "FieldType") -> bool:
    """Whether a text would be valid without its quotes."""
    if isinstance(kind, IntegerType):
        number = value.removeprefix("-")
        return number.isascii() and number.isdecimal() and len(number) < 10 and kind.low <= int(value) <= kind.high
    return isinstance(kind, BooleanType) and value in ("true", "false")


class FieldType:
    """The base class of field types."""

    def __init__(self, en: str, ja: str) -> None:
        """`en` and `ja` say what is expected, as in `a whole number`."""
        self.expected = Message("expected", en, ja)

    def read(self, problems: Problems, path: KeyPath, value: Any) -> Any:
        """Return the parsed value, or None and add a problem."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """Return a parsed value as it is written in a file."""
        return value

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the type."""
        raise NotImplementedError

    def reject(self, problems: Problems, path: KeyPath, value: Any) -> None:
        found = short_repr(value)
        expected = self.expected
        if isinstance(value, str) and is_needlessly_quoted(value, self):
            word = "the number " if isinstance(self, IntegerType) else ""
            problems.add(
                path, "quotes", f"write {word}{value} without quotes.", f"{value} は引用符なしで書いてください。"
            )
            return
        problems.add(path, "kind", f"{expected.en} is expected, not {found}.", f"{expected.ja}が必要です（{found}）。")


class TextType(FieldType):
    """A text that is not empty."""

    def __init__(
        self,
        pattern: str = LINE,
        en: str = "a text",
        ja: str = "文字列",
        max_length: int = MAX_TEXT_LENGTH,
    ) -> None:
        super().__init__(en, ja)
        self.pattern = pattern
        self.max_length = max_length

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> str | None:
        """Return the text in its normal form, NFC, without white space at its ends."""
        value = unicodedata.normalize("NFC", value.strip()) if isinstance(value, str) else value
        if not isinstance(value, str) or re.fullmatch(self.pattern, value) is None:
            self.reject(problems, path, value)
            return None
        if len(value) > self.max_length:
            self.reject_length(problems, path)
            return None
        return value

    def reject_length(self, problems: Problems, path: KeyPath) -> None:
        problems.add(
            path, "long", f"is longer than {self.max_length} characters.", f"{self.max_length} 文字を超えています。"
        )

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{self.pattern}$", "maxLength": self.max_length}


class IntegerType(FieldType):
    """A whole number in a range."""

    def __init__(self, low: int, high: int) -> None:
        one = low == high
        super().__init__(
            f"the number {low}" if one else f"a whole number from {low} to {high}",
            f"{low}" if one else f"{low} から {high} までの整数",
        )
        self.low = low
        self.high = high

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            self.reject(problems, path, value)
            return None
        return value

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class BooleanType(FieldType):
    """true or false."""

    def __init__(self) -> None:
        super().__init__("true or false", "true か false ")

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> bool | None:
        if not isinstance(value, bool):
            self.reject(problems, path, value)
            return None
        return value

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class EnumType(FieldType):
    """One of a list of words. Common words for something else lead to a suggestion."""

    def __init__(
        self, what_en: str, what_ja: str, choices: list[str], suggestions: dict[str, str] | None = None
    ) -> None:
        super().__init__(f"one of {', '.join(choices)}", f"{'、'.join(choices)} のどれか")
        self.what = Message("what", what_en, what_ja)
        self.choices = choices
        self.suggestions = suggestions or {}

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> str | None:
        if isinstance(value, str) and value in self.choices:
            return value
        if not isinstance(value, str):
            self.reject(problems, path, value)
            return None
        wanted = self.suggestions.get(value.lower(), value)
        # If the suggested word is not allowed here, a word with a similar spelling would mislead.
        en, ja = ("", "") if wanted != value and wanted not in self.choices else did_you_mean(wanted, self.choices)
        listed = ", ".join(self.choices)
        what = self.what
        problems.add(
            path,
            "word",
            f"unknown {what.en} {short_repr(value)} ({listed}).{en}",
            f"{short_repr(value)} は{what.ja}として使えません（{listed}）。{ja}",
        )
        return None

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"enum": self.choices}


class ListType(FieldType):
    """A list with items of one type."""

    def __init__(
        self, item: FieldType, en: str, ja: str, minimum: int = 0, maximum: int = 100, unique: bool = False
    ) -> None:
        super().__init__(en, ja)
        self.item = item
        self.minimum = minimum
        self.maximum = maximum
        self.unique = unique

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> list[Any] | None:
        if not isinstance(value, list):
            self.reject(problems, path, value)
            return None
        if not self.minimum <= len(value) <= self.maximum:
            span = f"{self.minimum} to {self.maximum}", f"{self.minimum} から {self.maximum} 個"
            problems.add(path, "length", f"has {len(value)} entries, not {span[0]}.", f"{span[1]}で書いてください。")
            return None
        before = len(problems.items)
        items = [self.item.read(problems, [*path, index], item) for index, item in enumerate(value)]
        if self.unique:
            for index, item in enumerate(items):
                if item is not None and item in items[:index]:
                    problems.add([*path, index], "twice", f"{item} is listed twice.", f"{item} が重複しています。")
        return items if len(problems.items) == before else None

    @override
    def write(self, value: Any) -> Any:
        return [self.item.write(item) for item in value]

    @override
    def json_schema(self) -> dict[str, Any]:
        schema = {"type": "array", "items": self.item.json_schema(), "minItems": self.minimum, "maxItems": self.maximum}
        return {**schema, "uniqueItems": True} if self.unique else schema


class OneOrMoreType(ListType):
    """A value, or a list of such values. It is parsed into a list; a list of one value is written as that value."""

    def __init__(self, item: FieldType, en: str, ja: str, maximum: int) -> None:
        super().__init__(item, en, ja, 1, maximum)

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> list[Any] | None:
        if isinstance(value, list):
            return super().read(problems, path, value)
        item = self.item.read(problems, path, value)
        return None if item is None else [item]

    @override
    def write(self, value: Any) -> Any:
        return self.item.write(value[0]) if len(value) == 1 else super().write(value)

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [self.item.json_schema(), super().json_schema()]}


class BilingualType(FieldType):
    """A text in English and Japanese, or one text for both."""

    def __init__(self, max_length: int = MAX_TEXT_LENGTH, pattern: str = LINE) -> None:
        super().__init__("a text, or a mapping of en and ja", "文字列、または en と ja ")
        self.text = TextType(pattern, max_length=max_length)

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> Message | None:
        if isinstance(value, str):
            text = self.text.read(problems, path, value)
            return Message("name", text, text) if text is not None else None
        if not isinstance(value, dict):
            self.reject(problems, path, value)
            return None
        for language in value:
            if problems.is_full:
                break
            if language not in LANGUAGES:
                problems.add([*path, language], "key", "unknown language; use en or ja.", "言語は en か ja です。")
        texts = {}
        for language in LANGUAGES:
            if language in value:
                texts[language] = self.text.read(problems, [*path, language], value[language])
            else:
                problems.add(path, "missing", f"{language!r} is missing.", f"{language!r} がありません。")
        if len(texts) < len(LANGUAGES) or None in texts.values() or len(value) > len(LANGUAGES):
            return None
        return Message("name", str(texts["en"]), str(texts["ja"]))

    @override
    def write(self, value: Any) -> Any:
        return value.en if value.en == value.ja else {"en": value.en, "ja": value.ja}

    @override
    def json_schema(self) -> dict[str, Any]:
        text = self.text.json_schema()
        both = {
            "type": "object",
            "properties": dict.fromkeys(LANGUAGES, text),
            "required": LANGUAGES,
            "additionalProperties": False,
        }
        return {"anyOf": [text, both]}

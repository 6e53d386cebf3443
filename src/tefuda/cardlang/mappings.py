"""Mappings with fixed keys in card files: their fields, and how they are read, written and described."""

from collections.abc import Callable
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.field_types import FieldType, KeyPath, Problems
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

KEY_SUGGESTIONS: Final = {
    "pre": ["condition"],
    "precondition": ["condition"],
    "if": ["condition"],
    "def": ["hp", "stats"],
    "defense": ["hp", "stats"],
    "defence": ["hp", "stats"],
    "health": ["hp", "stats"],
    "hp": ["stats"],
    "attack": ["atk", "power", "stats"],
    "atk": ["power", "stats"],
    "trigger": ["when"],
    "on": ["when"],
    "element": ["attribute"],
    "tribe": ["faction"],
    "kind": ["type"],
    "title": ["name"],
}
"""Keys of other card formats, and the keys to suggest: the first one that is allowed at that place."""


class Field:
    """A field of a mapping: name, type, meaning and default."""

    def __init__(
        self,
        name: str,
        type: FieldType,  # noqa: A002
        en: str,
        ja: str,
        default: Any = None,
        required: bool = False,
        nullable: bool = False,
    ) -> None:
        self.name = name
        self.nullable = nullable
        """Whether `null` means that the value is left out."""
        self.type = type
        self.meaning = Message(name, en, ja)
        self.default = default
        self.required = required


Check = Callable[[Problems, KeyPath, dict[str, Any]], None]


class MappingType(FieldType):
    """A mapping with fixed keys. Unknown keys are errors."""

    def __init__(self, en: str, ja: str, fields: list[Field], check: Check | None = None) -> None:
        super().__init__(en, ja)
        self.fields = fields
        self.check = check

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            self.reject(problems, path, value)
            return None
        before = len(problems.items)
        found = read_fields(problems, path, value, self.fields, self.expected)
        if self.check is not None and len(problems.items) == before:
            self.check(problems, path, found)
        return found if len(problems.items) == before else None

    @override
    def write(self, value: Any) -> Any:
        return write_fields(value, self.fields)

    @override
    def json_schema(self) -> dict[str, Any]:
        return fields_json_schema(self.fields)


def read_fields(
    problems: Problems, path: KeyPath, data: dict[str, Any], fields: list[Field], what: Message
) -> dict[str, Any]:
    """Return the values by key, with defaults. Adds unknown, missing and invalid keys to `problems`."""
    names = [field.name for field in fields]
    for key in data:
        if key not in names and not problems.is_full:
            wanted = next((name for name in KEY_SUGGESTIONS.get(key.lower(), []) if name in names), key[:40])
            en, ja = did_you_mean(wanted, names)
            problems.suggested += [[*path, name] for name in names if f" {name}?" in en]
            listed = ", ".join(names)
            problems.add(
                [*path, key],
                "key_unknown",
                f"unknown key; {what.en} has: {listed}.{en}" if names else f"{what.en} has no keys.",
                f"{what.ja}のキーではありません（{listed}）。{ja}" if names else f"{what.ja}にキーはありません。",
            )
    found: dict[str, Any] = {}
    for field in fields:
        if field.name in data and not (data[field.name] is None and field.nullable):
            found[field.name] = field.type.read(problems, [*path, field.name], data[field.name])
        else:
            found[field.name] = field.default
            if field.required:
                problems.add_missing(path, field.name)
    return found


def write_fields(values: dict[str, Any], fields: list[Field]) -> dict[str, Any]:
    """Return values as they are written: in field order, without defaults."""
    return {
        field.name: field.type.write(values[field.name])
        for field in fields
        if values[field.name] is not None and (field.required or values[field.name] != field.default)
    }


def fields_json_schema(fields: list[Field]) -> dict[str, Any]:
    """Return the JSON Schema of a mapping with these fields."""
    properties = {}
    for field in fields:
        schema = {"description": field.meaning.en, **field.type.json_schema()}
        if field.nullable:
            schema = {"description": field.meaning.en, "anyOf": [field.type.json_schema(), {"type": "null"}]}
        properties[field.name] = schema if field.default is None else {**schema, "default": field.default}
    required = [field.name for field in fields if field.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

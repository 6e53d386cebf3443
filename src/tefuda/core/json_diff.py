"""The differences of two JSON values."""

import json
from collections.abc import Iterator
from typing import Any, Final

MISSING: Final = object()
"""Stands for the value of a key that one of the two objects does not have."""


def json_text(value: Any) -> str:
    """Return a value as one line of JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(", ", ": "))


def changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield each place that differs: its path, the value before and the value after.

    Lists of different length differ as a whole.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            inner = f"{path}.{key}" if path else str(key)
            yield from changes(before.get(key, MISSING), after.get(key, MISSING), inner)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{path}[{index}]")
    elif before is MISSING or after is MISSING or json_text(before) != json_text(after):
        yield path, before, after

"""Notes between the workers of a PostgreSQL database: log entries, changed tables, and presence."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

import orjson
from sqlalchemy import Connection

from tefuda.server.store.rows import entry_values
from tefuda.server.tables.records import Entry

CHANNEL: Final = "tefuda"
"""The channel of NOTIFY and LISTEN."""
LOOK: Final = "look"
"""The kind of a note about a table that must be loaded again."""
ENTRIES: Final = "entries"
"""The kind of a note with log entries, one in each line."""
MAX_NOTE_BYTES: Final = 7_900
"""PostgreSQL limits a notification to 8,000 bytes."""


def entry_notes(entries: Iterable[tuple[str, Entry]]) -> list[str]:
    """Return notes about the new entries of tables, in order. A table with a long entry must be loaded again."""
    notes: list[str] = []
    for table, entry in entries:
        # ASCII, so characters are bytes.
        line = json.dumps(entry_values(table, entry), separators=(",", ":"))
        if len(ENTRIES) + 1 + len(line) > MAX_NOTE_BYTES:
            notes.append(f"{LOOK} {table}")
        elif notes and notes[-1].startswith(ENTRIES) and len(notes[-1]) + 1 + len(line) <= MAX_NOTE_BYTES:
            notes[-1] += f"\n{line}"
        else:
            notes.append(f"{ENTRIES} {line}")
    return notes


def parse_entries(content: str) -> Iterator[tuple[str, Entry]]:
    """Yield the tables and entries of a note."""
    for line in content.split("\n"):
        table, *values = orjson.loads(line)
        yield table, Entry(*values)


def notify_workers(connection: Connection, worker: str, notes: list[str]) -> None:
    """Send notes of a worker to all workers when the transaction is committed."""
    signed = [f"{worker} {note}" for note in notes]
    connection.exec_driver_sql("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, signed))

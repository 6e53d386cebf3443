"""Database changes that belong to a log entry. They are committed in the same transaction."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, update

from tefuda.server.store.rows import insert_table
from tefuda.server.store.schema import TABLES
from tefuda.server.tables.records import REMATCH, Entry, TableRecord
from tefuda.server.tables.table import Table
from tefuda.server.tables.tokens import status_of


def database_effect(
    table: Table, entry: Entry, rematch: TableRecord | None, creator: str | None = None
) -> Callable[[Connection], None] | None:
    """Return the change that belongs to a staged entry; None if there is none. `creator` is that of the rematch."""
    name = table.record.id
    if entry.kind == REMATCH:
        if rematch is None:
            return None
        record = rematch

        def insert_rematch(connection: Connection) -> None:
            insert_table(connection, record, status_of(record), creator)
            connection.execute(update(TABLES).where(TABLES.c.id == name).values(rematch=record.id))

        return insert_rematch
    values = table.changed_columns(entry)
    if values is None:
        return None
    return lambda connection: _update(connection, name, values)


def _update(connection: Connection, name: str, values: dict[str, Any]) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == name).values(**values))

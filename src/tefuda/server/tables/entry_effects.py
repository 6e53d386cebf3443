"""What changes in the database together with an entry of a log, or not at all."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, update

from tefuda.server.store.rows import insert_table
from tefuda.server.store.schema import TABLES
from tefuda.server.tables.records import REMATCH, Entry, TableRecord
from tefuda.server.tables.table import LiveTable
from tefuda.server.tables.tokens import status_of


def with_it(table: LiveTable, entry: Entry, following: TableRecord | None) -> Callable[[Connection], None] | None:
    """What changes in the database together with a staged entry, besides the log."""
    name = table.record.id
    if entry.kind == REMATCH:
        if following is None:
            return None
        made = following

        def begin_rematch(connection: Connection) -> None:
            insert_table(connection, made, status_of(made))
            connection.execute(update(TABLES).where(TABLES.c.id == name).values(rematch=made.id))

        return begin_rematch
    values = table.standing(entry)
    if values is None:
        return None
    return lambda connection: _update(connection, name, values)


def _update(connection: Connection, name: str, values: dict[str, Any]) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == name).values(**values))

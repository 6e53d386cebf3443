"""Statistics of a database: its size, its tables and what retention would delete."""

from typing import Any

from sqlalchemy import Connection, func, select

from tefuda.server.store.retention import Retention, find_expired, kind_of
from tefuda.server.store.schema import ENTRIES, SEATS, TABLES


def database_statistics(connection: Connection, retention: Retention, now: int) -> dict[str, Any]:
    """Return the numbers of tables, seats and entries, the size in bytes, and the expired tables by kind."""
    by_status = select(TABLES.c.game, TABLES.c.status, TABLES.c.practice, func.count())
    rows = connection.execute(by_status.group_by(TABLES.c.game, TABLES.c.status, TABLES.c.practice)).all()
    expired = {"finished": 0, "abandoned": 0, "practice": 0}
    for row in find_expired(connection, retention, now):
        expired[kind_of(row)] += 1
    return {
        "tables": sum(count for *_, count in rows),
        "games": _counts((game, count) for game, _, _, count in rows),
        "status": _counts((status, count) for _, status, _, count in rows),
        "practice": sum(count for _, _, practice, count in rows if practice),
        "seats": connection.execute(select(func.count()).select_from(SEATS)).scalar_one(),
        "entries": connection.execute(select(func.count()).select_from(ENTRIES)).scalar_one(),
        "oldest": connection.execute(select(func.min(TABLES.c.created))).scalar(),
        "bytes": database_bytes(connection),
        "expired": expired,
    }


def _counts(pairs: Any) -> dict[str, int]:
    """Return the sums of pairs by name, sorted."""
    found: dict[str, int] = {}
    for name, count in sorted(pairs):
        found[name] = found.get(name, 0) + count
    return found


def database_bytes(connection: Connection) -> int:
    """Return the size of the database in bytes."""
    if connection.dialect.name == "postgresql":
        query = "SELECT pg_database_size(current_database())"
    else:
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    return int(connection.exec_driver_sql(query).scalar_one())

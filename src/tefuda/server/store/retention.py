"""Retention: finds the tables that are too old to keep, and deletes them in small batches."""

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, delete, select, tuple_

from tefuda.server.config import Settings
from tefuda.server.store.database import Store
from tefuda.server.store.schema import ENTRIES, SEATS, TABLES
from tefuda.server.tables.records import ENDED

LOG: Final = logging.getLogger("tefuda.retention")
DAY_MS: Final = 86_400_000
SCAN_ROWS: Final = 500
"""Tables that one query examines."""
DELETE_TABLES: Final = 10
"""Tables that one transaction deletes. Actions of players wait for it."""
PAUSE_SECONDS: Final = 0.2
"""Pause of a server between two batches."""
INTERVAL_SECONDS: Final = 3600
"""Pause of a server between two passes over all tables."""

BEGINNING: Final = (-1, "")
"""The place before the first table: a time and an id."""

FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"
PRACTICE: Final = "practice"


@dataclass(frozen=True, slots=True)
class Retention:
    """Days to keep tables after their last activity, by kind; 0 means forever."""

    finished: int
    abandoned: int
    practice: int

    @classmethod
    def of(cls, settings: Settings) -> "Retention":
        """Return the retention of a server."""
        return cls(settings.keep_finished_days, settings.keep_abandoned_days, settings.keep_practice_days)

    def is_expired(self, row: Row[Any], now: int) -> bool:
        """Whether a table can be deleted."""
        days: int = getattr(self, kind_of(row))
        last_activity = max(row.created, row.started or 0, row.awake, row.at or 0)
        return days > 0 and last_activity < now - days * DAY_MS

    @property
    def shortest_days(self) -> int:
        """The age of the youngest table that can be expired; 0 if all are kept forever."""
        return min((days for days in (self.finished, self.abandoned, self.practice) if days), default=0)


def kind_of(row: Row[Any]) -> str:
    """Return the kind of a table for retention. Practice tables may be finished or not."""
    return PRACTICE if row.practice else FINISHED if row.status == ENDED else ABANDONED


def table_ages() -> "Select[Any]":
    """Return the query for all that decides about retention. `at` is the time of the last entry."""
    last = (
        select(ENTRIES.c.at)
        .where(ENTRIES.c.table == TABLES.c.id)
        .order_by(ENTRIES.c.number.desc())
        .limit(1)
        .scalar_subquery()
        .label("at")
    )
    tables = TABLES.c
    return select(tables.id, tables.created, tables.started, tables.awake, tables.practice, tables.status, last)


def scan_tables(connection: Connection, after: tuple[int, str], before: int) -> list[Row[Any]]:
    """Return the next tables in order of creation: after a time and id, and created before a time."""
    place = tuple_(TABLES.c.created, TABLES.c.id)
    query = table_ages().where(place > after, TABLES.c.created < before)
    return list(connection.execute(query.order_by(TABLES.c.created, TABLES.c.id).limit(SCAN_ROWS)))


def delete_tables(connection: Connection, names: list[str], retention: Retention, now: int) -> list[str]:
    """Delete those tables that are still expired; return their ids."""
    # A locked row belongs to a transaction that adds an entry: its table is not expired.
    lock = select(TABLES.c.id).where(TABLES.c.id.in_(names)).with_for_update(skip_locked=True)
    locked = list(connection.execute(lock).scalars())
    rows = connection.execute(table_ages().where(TABLES.c.id.in_(locked)))
    expired = [row.id for row in rows if retention.is_expired(row, now)]
    for table, column in ((ENTRIES, ENTRIES.c.table), (SEATS, SEATS.c.table), (TABLES, TABLES.c.id)):
        connection.execute(delete(table).where(column.in_(expired)))
    return expired


def find_expired(connection: Connection, retention: Retention, now: int) -> Iterator[Row[Any]]:
    """Yield all expired tables. Each query reads a limited number of tables."""
    before = now - retention.shortest_days * DAY_MS
    place = BEGINNING
    while retention.shortest_days:
        rows = scan_tables(connection, place, before)
        yield from [row for row in rows if retention.is_expired(row, now)]
        if len(rows) < SCAN_ROWS:
            return
        place = (rows[-1].created, rows[-1].id)


async def delete_expired_tables(
    store: Store, retention: Retention, now: int, *, in_use: Container[str] = (), pause: float = 0
) -> int:
    """Examine all tables once and delete the expired ones that are not in use; return their number."""
    before = now - retention.shortest_days * DAY_MS
    place = BEGINNING
    deleted = 0
    while retention.shortest_days:
        rows = await store.read(functools.partial(scan_tables, after=place, before=before))
        expired = [row.id for row in rows if retention.is_expired(row, now) and row.id not in in_use]
        for first in range(0, len(expired), DELETE_TABLES):
            deleted += await store.write(_deletion(store, expired[first : first + DELETE_TABLES], retention, now))
            await asyncio.sleep(pause)
        if len(rows) < SCAN_ROWS:
            break
        place = (rows[-1].created, rows[-1].id)
        await asyncio.sleep(pause)
    return deleted


def _deletion(store: Store, names: list[str], retention: Retention, now: int) -> Callable[[Connection], int]:
    """Return the change that deletes tables and tells the other workers."""

    def run(connection: Connection) -> int:
        deleted = delete_tables(connection, names, retention, now)
        if store.shared and deleted:
            store.notify_tables(connection, deleted)
        return len(deleted)

    return run


async def run_retention(store: Store, retention: Retention, in_use: Container[str]) -> None:
    """Delete expired tables in an endless loop."""
    while retention.shortest_days:
        try:
            now = time.time_ns() // 1_000_000
            deleted = await delete_expired_tables(store, retention, now, in_use=in_use, pause=PAUSE_SECONDS)
            if deleted:
                LOG.info("deleted %d expired tables", deleted)
        except Exception:
            LOG.exception("expired tables could not be deleted; retrying")
        await asyncio.sleep(INTERVAL_SECONDS)

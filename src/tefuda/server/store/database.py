"""The database of a worker: one writer thread that commits in batches, and some reader threads."""

import asyncio
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import orjson
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message
from tefuda.server.store.health import DatabaseFiles, HealthCheck, refusal_of
from tefuda.server.store.notifications import LOOK, entry_notes, notify_workers
from tefuda.server.store.rows import ENTRY_COLUMNS, entry_of, entry_values, read_table
from tefuda.server.store.schema import ENTRIES, META
from tefuda.server.tables.records import REMATCH, Entry
from tefuda.server.tracing import inner_span

T = TypeVar("T")

LOG: Final = logging.getLogger("tefuda.database")
MAX_BATCH: Final = 500
"""Maximum number of changes in one transaction."""
READERS: Final = 4
READ_ONLY: Final = "tefuda_reading"
"""Execution option of read-only connections."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
CONNECT_OPTIONS: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Timeouts that detect a lost connection to PostgreSQL."""
CONFLICT_CODES: Final = ("40P01", "40001")
"""PostgreSQL codes for deadlocks and serialization failures. The changes are retried one by one."""
MIGRATION_LOCK: Final = 7_365_901
"""Key of the PostgreSQL lock for migrations."""


@dataclass(slots=True)
class Append:
    """A log entry to insert, and another change for the same transaction."""

    table: str
    entry: Entry
    effect: Callable[[Connection], None] | None
    done: "asyncio.Future[bool]"


@dataclass(slots=True)
class Write:
    """Any other change. Its failure does not affect the rest of the batch."""

    run: Callable[[Connection], Any]
    notify: str | None
    """The table that other workers must refresh."""
    done: "asyncio.Future[Any]"


class Store:
    """The stored tables. The async methods do not block the event loop."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        self.worker = secrets.token_hex(4)
        self.health = HealthCheck(self.write)
        self._files = DatabaseFiles(self._open_file())
        self._failing = False
        self._queue: queue.SimpleQueue[Append | Write | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = threading.Thread(target=self._run_writer, name="writer", daemon=True)
        self._insert_statement = insert_statement(self.engine.dialect.name)
        self._writer.start()

    def _open_file(self) -> str | None:
        """Open the SQLite file, which creates its log, and return its path; None for other databases."""
        path = self.engine.url.database
        if self.shared or not path or path == ":memory:":
            return None
        self._read(lambda connection: connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar())
        return path

    async def append(self, table: str, entry: Entry, effect: Callable[[Connection], None] | None = None) -> bool:
        """Commit a log entry; return False if its number already exists."""
        change = Append(table, entry, effect, asyncio.get_running_loop().create_future())
        self._queue.put(change)
        with inner_span("database append"):
            return await change.done

    async def write(self, run: Callable[[Connection], T], notify: str | None = None) -> T:
        """Run a change in the writer thread and commit it."""
        change = Write(run, notify, asyncio.get_running_loop().create_future())
        self._queue.put(change)
        with inner_span("database write"):
            result: T = await change.done
        return result

    async def read(self, run: Callable[[Connection], T]) -> T:
        """Run a query in a reader thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, run)

    def _read(self, run: Callable[[Connection], T]) -> T:
        with self.engine.connect().execution_options(**{READ_ONLY: True}) as connection:
            return run(connection)

    async def load(self, table: str, since: int = 0) -> "StoredTable | None":
        """Return a table with its log from entry `since` on; None if it does not exist."""
        return await self.read(lambda connection: load_table(connection, table, since))

    def close(self) -> None:
        """Write all queued changes, then stop."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # The writer.

    def _run_writer(self) -> None:
        running = True
        while running:
            batch: list[Append | Write] = []
            change = self._queue.get()
            while change is not None:
                batch.append(change)
                if len(batch) == MAX_BATCH or self._queue.empty():
                    break
                change = self._queue.get()
            running = change is not None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[Append | Write]) -> None:
        """Commit a batch in one transaction, then report the results. If it fails, commit each change alone."""
        results: list[Any] = []
        try:
            with self.engine.begin() as connection:
                added = self._insert(connection, [change for change in batch if isinstance(change, Append)])
                changed: set[str] = set()
                entries: list[tuple[str, Entry]] = []
                for change in batch:
                    if isinstance(change, Append):
                        row = (change.table, change.entry.number, change.entry.client)
                        fresh = row in added
                        added.discard(row)
                        if fresh and change.effect is not None:
                            change.effect(connection)
                        if fresh and change.entry.kind == REMATCH:
                            # It may change the record of the table.
                            changed.add(change.table)
                        elif fresh:
                            entries.append((change.table, change.entry))
                        results.append(fresh)
                    else:
                        results.append(_run_nested(connection, change))
                        if change.notify is not None:
                            changed.add(change.notify)
                if self.shared and (changed or entries):
                    self.notify_tables(connection, sorted(changed), entries)
                self._files.check()
            # The files may have been removed during the commit.
            self._files.check()
        except BaseException as failure:
            if len(batch) > 1 and not _is_unavailable(failure):
                for change in batch:
                    self._commit([change])
                return
            # For example: the disk is full, or the connection is lost.
            results = [refusal_of(failure)] * len(batch)
            if not self._failing:
                LOG.error("the database cannot be written: %s", getattr(failure, "orig", failure))
            self._failing = True
        else:
            self._failing = False
        # One call for the whole batch. During shutdown the loop may be closed.
        loop = batch[0].done.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_set_results, batch, results)

    def notify_tables(
        self, connection: Connection, tables: list[str], entries: Sequence[tuple[str, Entry]] = ()
    ) -> None:
        """Tell the other workers which tables to refresh after the commit, and send them new entries."""
        notify_workers(connection, self.worker, [f"{LOOK} {table}" for table in tables] + entry_notes(entries))

    def _insert(self, connection: Connection, appends: list[Append]) -> set[tuple[str, int, str | None]]:
        """Insert all entries with one statement; return table, number and client of those inserted."""
        if not appends:
            return set()
        rows = [entry_values(change.table, change.entry) for change in appends]
        inserted = connection.exec_driver_sql(self._insert_statement, (orjson.dumps(rows).decode(),))
        return {(row[0], row[1], row[2]) for row in inserted}


def insert_statement(dialect: str) -> str:
    """Return the SQL that inserts entries, given as JSON: the same for all batches, so that drivers prepare it once."""
    if dialect == "sqlite":
        values = [f"json_extract(value, '$[{at}]')" for at in range(len(ENTRY_COLUMNS))]
        source = "json_each(?) WHERE true"
    else:
        values = [f"(value->>{at})::{column.type}" for at, column in enumerate(ENTRIES.columns)]
        source = "json_array_elements(%s::json) AS value"
    names = ", ".join([f'"{name}"' for name in ENTRY_COLUMNS])
    return (
        f"INSERT INTO entries ({names}) SELECT {', '.join(values)} FROM {source} "
        'ON CONFLICT DO NOTHING RETURNING "table", number, client'
    )


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table and its log as stored."""

    record: Any
    entries: list[Entry]


def load_table(connection: Connection, table: str, since: int) -> StoredTable | None:
    """Return a table with its log from entry `since` on; None if it does not exist."""
    record = read_table(connection, table)
    if record is None:
        return None
    wanted = select(ENTRIES).where(ENTRIES.c.table == table, ENTRIES.c.number >= since).order_by(ENTRIES.c.number)
    return StoredTable(record, [entry_of(row) for row in connection.execute(wanted)])


def _set_results(batch: list[Append | Write], results: list[Any]) -> None:
    """Set the results of a batch on its futures."""
    for change, result in zip(batch, results, strict=True):
        if change.done.done():
            continue
        if isinstance(result, BaseException):
            change.done.set_exception(result)
        else:
            change.done.set_result(result)


def _is_unavailable(failure: BaseException) -> bool:
    """Whether the database does not answer. Then a retry of single changes is useless."""
    if not isinstance(failure, OperationalError):
        return False
    return getattr(failure.orig, "sqlstate", None) not in CONFLICT_CODES


def _run_nested(connection: Connection, change: Write) -> Any:
    """Run a change in a savepoint; return its result, or its exception after a rollback."""
    point = connection.begin_nested()
    try:
        result = change.run(connection)
    except Exception as failure:
        try:
            point.rollback()
        except Exception:
            # After a full disk, for example, SQLite has rolled back the whole transaction.
            raise failure from None
        return refusal_of(failure)
    point.commit()
    return result


def make_engine(url: str) -> Engine:
    """Return an engine. SQLite uses WAL mode and syncs every commit to disk."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if parsed.database and parsed.database != ":memory:":
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(
                parsed, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=True
            )
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(
            parsed, pool_size=READERS + 1, pool_pre_ping=True, connect_args=CONNECT_OPTIONS, hide_parameters=True
        )
    except Exception as failure:
        en, ja = f"The database cannot be used: {failure}", f"データベースを使えません: {failure}"
        raise InvalidInput([Problem(["database_url"], Message("database", en, ja))]) from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction. Writers lock at once, since a later lock could fail in the middle."""
    reading = connection.get_execution_options().get(READ_ONLY)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate(url: str) -> None:
    """Migrate the database to the current schema. Raises `InvalidInput` if it cannot be used."""
    engine = make_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except InvalidInput:
        raise
    except Exception as failure:
        en, ja = f"The database cannot be used: {failure}", f"データベースを使えません: {failure}"
        raise InvalidInput([Problem(["database_url"], Message("database", en, ja))]) from None
    finally:
        engine.dispose()


def server_secret(connection: Connection) -> bytes:
    """Return the secret that all workers of the database share. Create it on first use."""
    query = select(META.c.value).where(META.c.key == "secret")
    found = connection.execute(query).scalar()
    if found is None:
        point = connection.begin_nested()
        try:
            connection.execute(META.insert().values(key="secret", value=secrets.token_hex(32)))
            point.commit()
        except IntegrityError:
            point.rollback()
        found = connection.execute(query).scalar_one()
    return bytes.fromhex(found)

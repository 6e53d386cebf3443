"""The database: one writer a worker, which commits whatever waits in one transaction, and a few readers."""

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message
from tefuda.server.store.rows import ENTRY_COLUMNS, entry_of, entry_values, read_table
from tefuda.server.store.schema import ENTRIES, META
from tefuda.server.tables.records import Entry

T = TypeVar("T")

MOST_AT_ONCE: Final = 500
"""Jobs of one transaction."""
READERS: Final = 4
READING: Final = "tefuda_reading"
"""Marks connections that only ask."""
CHANNEL: Final = "tefuda"
MIGRATIONS: Final = Path(__file__).parent / "migrations"
ALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""How soon a PostgreSQL that vanished without a word is given up."""
TOGETHER: Final = ("40P01", "40001")
"""PostgreSQL's codes for transactions that got into each other's way: one by one they succeed."""
MIGRATING: Final = 7_365_901
"""The number of the lock that PostgreSQL keeps while one worker brings the database up to date."""


@dataclass(slots=True)
class Append:
    """An entry to be added to a log, and what has to happen with it or not at all."""

    table: str
    entry: Entry
    then: Callable[[Connection], None] | None
    done: "asyncio.Future[bool]"


@dataclass(slots=True)
class Work:
    """Any other change; fails alone."""

    run: Callable[[Connection], Any]
    tells: str | None
    """The table that other workers should look at again."""
    done: "asyncio.Future[Any]"


class Store:
    """Where tables are kept. Every method may be called from the event loop: nothing here blocks it."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        self.worker = secrets.token_hex(4)
        self._jobs: queue.SimpleQueue[Append | Work | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._mark = "?" if self.engine.dialect.paramstyle == "qmark" else "%s"
        self._writer.start()

    async def append(self, table: str, entry: Entry, then: Callable[[Connection], None] | None = None) -> bool:
        """Whether the entry is in the log now, on the disk; False where its number or its client id is taken."""
        job = Append(table, entry, then, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        return await job.done

    async def change(self, run: Callable[[Connection], T], tells: str | None = None) -> T:
        """Do something else in the writer's transaction."""
        job = Work(run, tells, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        result: T = await job.done
        return result

    async def read(self, run: Callable[[Connection], T]) -> T:
        """Ask something."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._reading, run)

    def _reading(self, run: Callable[[Connection], T]) -> T:
        with self.engine.connect().execution_options(**{READING: True}) as connection:
            return run(connection)

    async def load(self, table: str, since: int = 0) -> "Loaded | None":
        """A table with its log from entry `since` on."""
        return await self.read(lambda connection: load_table(connection, table, since))

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # The writer.

    def _write(self) -> None:
        going = True
        while going:
            batch: list[Append | Work] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                    break
                job = self._jobs.get()
            going = job is not None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[Append | Work]) -> None:
        """One transaction for all; who waits is told once it is on the disk. Should it fail, each gets its own."""
        results: list[Any] = []
        try:
            with self.engine.begin() as connection:
                added = self._insert(connection, [job for job in batch if isinstance(job, Append)])
                told = {table for table, _, _ in added}
                for job in batch:
                    if isinstance(job, Append):
                        row = (job.table, job.entry.number, job.entry.client)
                        fresh = row in added
                        added.discard(row)
                        if fresh and job.then is not None:
                            job.then(connection)
                        results.append(fresh)
                    else:
                        results.append(_attempt(connection, job))
                        if job.tells is not None:
                            told.add(job.tells)
                if self.shared and told:
                    self.tell_to_look(connection, sorted(told))
        except BaseException as failure:
            if len(batch) > 1 and not _is_away(failure):
                for job in batch:
                    self._commit([job])
                return
            # A disk that is full, a database that went away: nobody is told that it was done.
            results = [failure] * len(batch)
        # One call wakes the event loop for all of them. At the very end it may be gone.
        loop = batch[0].done.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_deliver, batch, results)

    def tell_to_look(self, connection: Connection, tables: list[str]) -> None:
        """Have the other workers look at these tables again, once this transaction is done."""
        tell_others(connection, [f"{self.worker} look {table}" for table in tables])

    def _insert(self, connection: Connection, jobs: list[Append]) -> set[tuple[str, int, str | None]]:
        """Insert all entries by one statement; which of them are new: table, number and client."""
        if not jobs:
            return set()
        row = f"({', '.join([self._mark] * len(ENTRY_COLUMNS))})"
        names = ", ".join([f'"{name}"' for name in ENTRY_COLUMNS])
        statement = (
            f"INSERT INTO entries ({names}) VALUES {', '.join([row] * len(jobs))} "
            'ON CONFLICT DO NOTHING RETURNING "table", number, client'
        )
        values = tuple(value for job in jobs for value in entry_values(job.table, job.entry))
        return {(row[0], row[1], row[2]) for row in connection.exec_driver_sql(statement, values)}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as the database has it."""

    record: Any
    entries: list[Entry]


def load_table(connection: Connection, table: str, since: int) -> Loaded | None:
    record = read_table(connection, table)
    if record is None:
        return None
    wanted = select(ENTRIES).where(ENTRIES.c.table == table, ENTRIES.c.number >= since).order_by(ENTRIES.c.number)
    return Loaded(record, [entry_of(row) for row in connection.execute(wanted)])


def _deliver(batch: list[Append | Work], results: list[Any]) -> None:
    """Tell everybody who waits what came of it."""
    for job, result in zip(batch, results, strict=True):
        if job.done.done():
            continue
        if isinstance(result, BaseException):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)


def _is_away(failure: BaseException) -> bool:
    """Whether the database as a whole does not answer: then nothing is gained by asking for each job alone."""
    if not isinstance(failure, OperationalError):
        return False
    return getattr(failure.orig, "sqlstate", None) not in TOGETHER


def _attempt(connection: Connection, job: Work) -> Any:
    """What came of a job, or what went wrong with it; then nothing of it stays."""
    point = connection.begin_nested()
    try:
        result = job.run(connection)
    except Exception as failure:
        point.rollback()
        return failure
    point.commit()
    return result


def tell_others(connection: Connection, notes: list[str]) -> None:
    """Wake the other workers, once this transaction is done."""
    connection.exec_driver_sql("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, notes))


def make_engine(url: str) -> Engine:
    """An engine whose transactions are what they should be: SQLite writes through to the disk."""
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
            parsed, pool_size=READERS + 1, pool_pre_ping=True, connect_args=ALIVE, hide_parameters=True
        )
    except Exception as failure:
        en, ja = f"The database cannot be used: {failure}", f"データベースを使えません: {failure}"
        raise InvalidInput([Problem(["database_url"], Message("database", en, ja))]) from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Whoever may write takes the lock at once: to wait for it is better than to fail in the middle."""
    reading = connection.get_execution_options().get(READING)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate(url: str) -> None:
    """Bring the database up to date; raises `InvalidInput` where it cannot be reached."""
    engine = make_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
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
    """A secret that all workers of this database share, made by the first that asks."""
    asked = select(META.c.value).where(META.c.key == "secret")
    found = connection.execute(asked).scalar()
    if found is None:
        point = connection.begin_nested()
        try:
            connection.execute(META.insert().values(key="secret", value=secrets.token_hex(32)))
            point.commit()
        except IntegrityError:
            point.rollback()
        found = connection.execute(asked).scalar_one()
    return bytes.fromhex(found)

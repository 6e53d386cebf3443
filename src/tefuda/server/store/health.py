"""Whether the database can be written, and whether its file is still the one that was opened."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from tefuda.core.errors import Overloaded
from tefuda.core.text import Message

HEALTH_SECONDS: Final = 0.5
"""A result is valid for this time, so that frequent questions do not cause frequent writes."""
MAX_WRITE_SECONDS: Final = 5.0
WRITE_HEALTH: Final = (
    "INSERT INTO meta (key, value) VALUES ('health', :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
REFUSED_WRITES: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite codes after which nothing was written. After other errors, a commit may have succeeded."""
REFUSED_STATES: Final = ("25006", "53100")
"""The same for PostgreSQL: a read-only transaction, as on a standby, and a full disk."""
NOT_SAVED: Final = Message(
    "not_saved",
    "The server cannot save at the moment. Try again later.",
    "現在、サーバーに保存できません。しばらくしてからお試しください。",
)


class DatabaseFiles:
    """The files of a SQLite database. Without a path, there is nothing to check."""

    def __init__(self, path: str | None) -> None:
        self._paths = [] if path is None else [Path(path), Path(f"{path}-wal")]
        self._opened = self._identities()

    def check(self) -> None:
        """Raise an error if the files are not those that were opened, or if they are read-only.

        SQLite would write to the removed files, and to its log while only the database file is read-only.
        """
        if self._identities() != self._opened:
            raise FileNotFoundError("the database file was removed or replaced")
        if not all(os.access(path, os.W_OK) for path in self._paths):
            raise PermissionError("the database file is read-only")

    def _identities(self) -> list[tuple[int, int] | None]:
        return [_identity(path) for path in self._paths]


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def refusal_of(failure: BaseException) -> BaseException:
    """Return the error for the client if nothing was written; otherwise the failure itself."""
    original = failure.orig if isinstance(failure, DBAPIError) else failure
    code = getattr(original, "sqlite_errorcode", None)
    if (
        isinstance(original, FileNotFoundError | PermissionError)
        or (code is not None and code & 0xFF in REFUSED_WRITES)
        or getattr(original, "sqlstate", None) in REFUSED_STATES
    ):
        return Overloaded(NOT_SAVED)
    return failure


class HealthCheck:
    """Writes to the database when it is asked, at most every `HEALTH_SECONDS`."""

    def __init__(self, write: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> None:
        self._write = write
        self._check: asyncio.Task[bool] | None = None
        self._began = 0.0

    async def is_healthy(self) -> bool:
        """Whether a write succeeds."""
        running = self._check
        if running is None or (running.done() and time.monotonic() - self._began > HEALTH_SECONDS):
            self._began = time.monotonic()
            running = self._check = asyncio.ensure_future(self._try_write())
        return await asyncio.shield(running)

    async def _try_write(self) -> bool:
        try:
            await asyncio.wait_for(self._write(write_health), MAX_WRITE_SECONDS)
        except Exception:
            return False
        return True


def write_health(connection: Connection) -> None:
    """Store the time of the last check."""
    connection.execute(text(WRITE_HEALTH), {"value": str(int(time.time()))})

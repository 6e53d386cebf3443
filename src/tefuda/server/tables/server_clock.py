"""The time of a worker. It follows the monotonic clock, so setting the system's clock changes no player's time."""

import asyncio
import contextlib
import logging
import time
from typing import Final

from tefuda.server.store.database import Store
from tefuda.server.store.uptime import REPORT_SECONDS, begin_uptime, end_uptime, report_alive
from tefuda.server.tables.tokens import milliseconds

LOG: Final = logging.getLogger("tefuda.clock")


def monotonic_milliseconds() -> int:
    """Return the monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since 1970 as of the start of the worker, plus the monotonic time since then."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.engine.begin() as connection:
            uptime = begin_uptime(connection, store.worker, milliseconds())
        self._offset = uptime.start - monotonic_milliseconds()
        self.downtimes = uptime.downtimes
        """The times when the server did not run."""

    def now(self) -> int:
        """Return the current time."""
        return self._offset + monotonic_milliseconds()

    async def run_reports(self) -> None:
        """Report regularly that the worker is running, in an endless loop."""
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            try:
                await self._store.write(lambda connection: report_alive(connection, self._store.worker, self.now()))
            except Exception as failure:
                LOG.warning("the uptime could not be written: %s", type(failure).__name__)

    async def stop(self) -> None:
        """Record the end of the worker."""
        with contextlib.suppress(Exception):  # the database may be gone; then the last report counts
            await self._store.write(lambda connection: end_uptime(connection, self._store.worker, self.now()))

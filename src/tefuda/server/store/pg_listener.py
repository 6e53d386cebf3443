"""Receives notifications of other workers with PostgreSQL's LISTEN."""

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine
from typing import Any, Final

import psycopg

from tefuda.server.store.database import CONNECT_OPTIONS
from tefuda.server.store.notifications import CHANNEL, ENTRIES, LOOK, parse_entries
from tefuda.server.tables.hub import Hub

LOG: Final = logging.getLogger("tefuda.listening")
POLL_SECONDS: Final = 0.5
"""Interval of the check for the end."""


class Listener:
    """A thread that waits for notifications on its own connection."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        url = hub.store.engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **CONNECT_OPTIONS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # Notifications without a listener are lost, so refresh all tables.
                    self._call_soon(self._refresh_all)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=POLL_SECONDS):
                            self._call_soon(self._handle, notice.payload)
            except Exception as failure:
                LOG.warning("the connection for notifications was lost: %s", type(failure).__name__)
                time.sleep(POLL_SECONDS)

    def _call_soon(self, function: object, *arguments: object) -> None:
        if not self._stop.is_set() and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, *arguments)  # type: ignore[arg-type]

    def _refresh_all(self) -> None:
        for name in list(self.hub.rooms):
            self._refresh(name)

    def _refresh(self, name: str) -> None:
        if name in self.hub.rooms:
            self._run(self.hub.refresh(name))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine. Those of one room run in the order of their notes, since they wait for its lock."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _handle(self, note: str) -> None:
        worker, kind, rest = note.split(" ", 2)
        if worker == self.hub.store.worker:
            return
        if kind == LOOK:
            self._refresh(rest)
        elif kind == ENTRIES:
            for table, entry in parse_entries(rest):
                if table in self.hub.rooms:
                    self._run(self.hub.receive_entry(table, entry))
        else:
            self.hub.presence.receive(worker, kind, rest)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

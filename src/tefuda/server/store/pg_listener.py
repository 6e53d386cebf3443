"""Hearing what other workers do, by PostgreSQL's LISTEN."""

import asyncio
import logging
import threading
import time
from typing import Final

import psycopg

from tefuda.server.store.database import ALIVE, CHANNEL
from tefuda.server.tables.hub import Hub

LOG: Final = logging.getLogger("tefuda.listening")
EVERY_SECONDS: Final = 0.5
"""How often it looks whether it should stop."""


class Listener:
    """A connection of its own, and a thread that waits at it."""

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
                with psycopg.connect(self._address, autocommit=True, **ALIVE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # What was said while nobody listened is lost: look at everything once.
                    self._soon(self._look_at_all)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=EVERY_SECONDS):
                            self._soon(self._hear, notice.payload)
            except Exception as failure:
                LOG.warning("the connection that listens was lost: %s", type(failure).__name__)
                time.sleep(EVERY_SECONDS)

    def _soon(self, what: object, *arguments: object) -> None:
        if not self._stop.is_set() and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(what, *arguments)  # type: ignore[arg-type]

    def _look_at_all(self) -> None:
        for name in list(self.hub.lives):
            self._look(name)

    def _look(self, name: str) -> None:
        if name in self.hub.lives:
            task = asyncio.ensure_future(self.hub.look_again(name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _hear(self, note: str) -> None:
        worker, what, rest = note.split(" ", 2)
        if worker == self.hub.store.worker:
            return
        if what == "look":
            self._look(rest)
        else:
            self.hub.company.hear(worker, what, rest)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

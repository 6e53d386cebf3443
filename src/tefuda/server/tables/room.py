"""A table in memory with its viewers."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from tefuda.core.events import SPECTATOR
from tefuda.server.tables.messages import encode_message
from tefuda.server.tables.table import Table

FLAG_KEEP_SECONDS: Final = 120
"""A clock that runs out within this time keeps its table in memory. Later ones are checked on the next load."""
PRESENCE_TIMEOUT_SECONDS: Final = 90
"""Presence reported by another worker expires after this time."""


class Viewer(Protocol):
    """A client at a table: a player or a spectator."""

    seat: int

    def send(self, text: str) -> None:
        """Queue a message."""


class Room:
    """A table in memory with its viewers, timers and lock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held while an entry is written to the database, so uncommitted entries are never visible."""
        self.viewers: set[Viewer] = set()
        self.cpu_task: asyncio.Task[None] | None = None
        self.flag_timer: asyncio.TimerHandle | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.remote_presence: dict[str, tuple[float, list[bool], int]] = {}
        """For each other worker: time of the report, seats present, number of spectators."""
        self.last_used = time.monotonic()

    @property
    def is_in_use(self) -> bool:
        """Whether the table must stay in memory."""
        timer, now = self.flag_timer, asyncio.get_running_loop().time()
        flag_is_near = timer is not None and timer.when() - now < FLAG_KEEP_SECONDS
        return bool(self.viewers) or self.cpu_task is not None or flag_is_near or self.lock.locked()

    def stop_timers(self) -> None:
        """Cancel the clock before the table leaves memory. Loading the table starts it again."""
        if self.flag_timer is not None:
            self.flag_timer.cancel()

    def send_to_seats(self, compose: Callable[[int], str]) -> None:
        """Send each viewer the message for its seat. `compose` is called once for each seat and for spectators."""
        composed: dict[int, str] = {}
        for viewer in list(self.viewers):
            text = composed.get(viewer.seat)
            if text is None:
                text = composed[viewer.seat] = compose(viewer.seat)
            viewer.send(text)

    def send_to_all(self, text: str) -> None:
        """Send the same message to all viewers."""
        for viewer in list(self.viewers):
            viewer.send(text)

    def local_presence(self) -> tuple[list[bool], int]:
        """Return the seats present on this worker and the number of spectators."""
        seats = [False] * self.table.game.seats
        watchers = 0
        for viewer in self.viewers:
            if viewer.seat == SPECTATOR:
                watchers += 1
            else:
                seats[viewer.seat] = True
        return seats, watchers

    def presence_message(self) -> str:
        """Return the `presence` message, with all workers included."""
        seats, watchers = self.local_presence()
        for at, remote_seats, remote_watchers in self.remote_presence.values():
            if at > time.monotonic() - PRESENCE_TIMEOUT_SECONDS:
                seats = [here or there for here, there in zip(seats, remote_seats, strict=True)]
                watchers += remote_watchers
        return encode_message("presence", seats=seats, watchers=watchers)

    def presence_note(self) -> str:
        """Return the presence on this worker as a note for the other workers."""
        seats, watchers = self.local_presence()
        marks = "".join(["1" if seat else "0" for seat in seats])
        return f"presence {self.table.record.id} {marks} {watchers}"

    def set_remote_presence(self, worker: str, note: str) -> None:
        """Store the presence that another worker reported."""
        marks, _, watchers = note.partition(" ")
        self.remote_presence[worker] = (time.monotonic(), [mark == "1" for mark in marks], int(watchers))

"""A table in memory, and those who are at it."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from tefuda.core.events import SPECTATOR
from tefuda.server.tables.messages import message
from tefuda.server.tables.table import LiveTable

SOON_SECONDS: Final = 120
"""A flag that falls within this time keeps its table in memory; others are looked after by whoever comes."""
GONE_SECONDS: Final = 90
"""A worker that has not told for so long who is at a table has nobody there."""


class Viewer(Protocol):
    """Somebody at a table, or looking on."""

    seat: int

    def send(self, text: str) -> None:
        """Say something, without waiting for it to arrive."""


class Live:
    """A table in memory, with those who look at it."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held while an entry is on its way into the database: nobody sees what might not come to be."""
        self.viewers: set[Viewer] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.flag: asyncio.TimerHandle | None = None
        self.presence: asyncio.TimerHandle | None = None
        self.elsewhere: dict[str, tuple[float, list[bool], int]] = {}
        """Who is there by way of other workers, and when these said so."""
        self.used = time.monotonic()

    @property
    def needed(self) -> bool:
        """Whether it has to stay in memory."""
        soon = self.flag is not None and self.flag.when() - asyncio.get_running_loop().time() < SOON_SECONDS
        return bool(self.viewers) or self.thinking is not None or soon or self.lock.locked()

    def let_go(self) -> None:
        """It leaves memory. Whoever loads it again sets its clock, and a flag that is due falls then."""
        if self.flag is not None:
            self.flag.cancel()

    def tell(self, compose: Callable[[int], str]) -> None:
        """Say something to everybody; composed once for each seat, and once for all who look on."""
        composed: dict[int, str] = {}
        for viewer in list(self.viewers):
            text = composed.get(viewer.seat)
            if text is None:
                text = composed[viewer.seat] = compose(viewer.seat)
            viewer.send(text)

    def tell_all(self, text: str) -> None:
        for viewer in list(self.viewers):
            viewer.send(text)

    def here(self) -> tuple[list[bool], int]:
        """Who is there by way of this worker: which seats, and how many look on."""
        seats = [False] * self.table.game.seats
        watchers = 0
        for viewer in self.viewers:
            if viewer.seat == SPECTATOR:
                watchers += 1
            else:
                seats[viewer.seat] = True
        return seats, watchers

    def present(self) -> str:
        """The message of who is there."""
        seats, watchers = self.here()
        for at, there, looking in self.elsewhere.values():
            if at > time.monotonic() - GONE_SECONDS:
                seats = [one or other for one, other in zip(seats, there, strict=True)]
                watchers += looking
        return message("presence", seats=seats, watchers=watchers)

    def note(self) -> str:
        """Who is there by way of this worker, for the others."""
        seats, watchers = self.here()
        marks = "".join(["1" if seat else "0" for seat in seats])
        return f"presence {self.table.record.id} {marks} {watchers}"

    def hear(self, worker: str, note: str) -> None:
        """Who is there by way of another worker."""
        marks, _, watchers = note.partition(" ")
        self.elsewhere[worker] = (time.monotonic(), [mark == "1" for mark in marks], int(watchers))

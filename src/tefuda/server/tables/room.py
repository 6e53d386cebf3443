"""Room: a table that this process holds open, with its viewers, timers and lock.

`Table` has the game, `TableRecord` what the database stores.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from tefuda.core.errors import Conflict, Overloaded
from tefuda.core.events import SPECTATOR
from tefuda.core.text import Message
from tefuda.server.rate_limits import Bucket
from tefuda.server.tables.messages import encode_message
from tefuda.server.tables.records import HUMAN
from tefuda.server.tables.table import Table

FLAG_KEEP_SECONDS: Final = 120
"""A clock that runs out within this time keeps its table in memory. Later ones are checked on the next load."""
PRESENCE_TIMEOUT_SECONDS: Final = 90
"""Presence reported by another worker expires after this time."""
EMOTE_RATE: Final = 1
"""Emotes a second of one seat. More than `EMOTE_BURST` at once are dropped."""
EMOTE_BURST: Final = 4
TABLE_FULL: Final = Message("table_full", "The table has too many spectators.", "この卓は観戦者が多すぎます。")
TOO_MANY_TABS: Final = Message(
    "too_many_tabs",
    "This seat is open in too many tabs. Close one of them.",
    "この席を開いているタブが多すぎます。ほかのタブを閉じてください。",
)
OPPONENT_PRESENT: Final = Message(
    "opponent_present",
    "You can claim the win when your opponent has been away for long enough.",
    "相手がしばらく離席すると、勝ちを宣言できます。",
)


class Viewer(Protocol):
    """A client at a table: a player or a spectator."""

    seat: int
    wants_views: bool
    """Whether all its updates have the view, because the client cannot fold events."""

    def send(self, text: str) -> None:
        """Queue a message."""

    def close_with(self, code: str) -> None:
        """Send `bye` with a code, then close."""


class Room:
    """An open table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held while an entry is written to the database, so uncommitted entries are never visible."""
        self.viewers: set[Viewer] = set()
        self.cpu_task: asyncio.Task[None] | None = None
        self.flag_timer: asyncio.TimerHandle | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.presence_changed = False
        self.waiting_emotes: dict[int, str] = {}
        """The last emote of each seat that is not sent yet."""
        self.emote_buckets = [Bucket(EMOTE_RATE, EMOTE_BURST) for _ in range(table.game.seats)]
        self.entry_buckets: dict[int, Bucket] = {}
        """Entries of each seat, from all its sockets."""
        self.remote_presence: dict[str, tuple[float, list[bool], int]] = {}
        """For each other worker: time of the report, seats present, number of spectators."""
        self.last_used = time.monotonic()
        self._last_seen = [self.last_used] * table.game.seats
        """When each seat was last known to be connected. A loaded table counts as seen, since the past is unknown."""

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

    def check_space(self, seat: int, per_table: int, per_seat: int) -> None:
        """Raise `Overloaded` if there are too many sockets at the table or, for a player, at the seat."""
        if seat == SPECTATOR:
            if len(self.viewers) >= per_table:
                raise Overloaded(TABLE_FULL)
        elif sum(viewer.seat == seat for viewer in self.viewers) >= per_seat:
            raise Overloaded(TOO_MANY_TABS)

    def take_entry(self, seat: int, rate: int, burst: int) -> bool:
        """Count an entry of a seat; return False if there are too many. Each one is sent to all viewers."""
        bucket = self.entry_buckets.get(seat)
        if bucket is None:
            bucket = self.entry_buckets[seat] = Bucket(rate, burst)
        return bucket.take()

    def send_to_seats(self, compose: Callable[[int, bool], str]) -> None:
        """Send each viewer the message for its seat. `compose` is called once for each seat and `wants_views`."""
        composed: dict[tuple[int, bool], str] = {}
        for viewer in list(self.viewers):
            kind = viewer.seat, viewer.wants_views
            text = composed.get(kind)
            if text is None:
                text = composed[kind] = compose(*kind)
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

    def total_presence(self) -> tuple[list[bool], int]:
        """Return the seats present on all workers and the number of spectators."""
        seats, watchers = self.local_presence()
        for at, remote_seats, remote_watchers in self.remote_presence.values():
            if at > time.monotonic() - PRESENCE_TIMEOUT_SECONDS:
                seats = [here or there for here, there in zip(seats, remote_seats, strict=True)]
                watchers += remote_watchers
        return seats, watchers

    def mark_seen(self, seat: int) -> None:
        """Record that a seat is connected, or was until now."""
        if seat != SPECTATOR:
            self._last_seen[seat] = time.monotonic()

    def absences(self) -> list[float | None]:
        """Return the seconds since each player left; None for connected players and for seats without a person."""
        present, _ = self.total_presence()
        now = time.monotonic()
        return [
            None if here or self.table.kind_of(seat) != HUMAN else now - self._last_seen[seat]
            for seat, here in enumerate(present)
        ]

    def check_opponent_left(self, seat: int, seconds: int) -> None:
        """Raise `Conflict` unless all other players have been away for some time."""
        others = [absence for other, absence in enumerate(self.absences()) if other != seat]
        if any(absence is None or absence < seconds for absence in others):
            raise Conflict(OPPONENT_PRESENT)

    def presence_message(self) -> str:
        """Return the `presence` message, with all workers included."""
        seats, watchers = self.total_presence()
        away = [None if absence is None else int(absence * 1000) for absence in self.absences()]
        return encode_message("presence", seats=seats, away=away, watchers=watchers)

    def presence_note(self) -> str:
        """Return the presence on this worker as a note for the other workers."""
        seats, watchers = self.local_presence()
        marks = "".join(["1" if seat else "0" for seat in seats])
        return f"presence {self.table.record.id} {marks} {watchers}"

    def set_remote_presence(self, worker: str, note: str) -> None:
        """Store the presence that another worker reported."""
        marks, _, watchers = note.partition(" ")
        _, before, _ = self.remote_presence.get(worker, (0, [], 0))
        seats = [mark == "1" for mark in marks]
        self.remote_presence[worker] = (time.monotonic(), seats, int(watchers))
        for seat, here in enumerate(seats):
            if here or before[seat : seat + 1] == [True]:
                self.mark_seen(seat)

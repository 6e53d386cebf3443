"""Viewers, emotes and presence of the tables in memory, across workers. Nothing here is part of a log."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from tefuda.server.store.database import Store
from tefuda.server.store.notifications import notify_workers
from tefuda.server.store.rows import mark_awake
from tefuda.server.tables.records import OPEN
from tefuda.server.tables.room import Room, Viewer
from tefuda.server.tables.tokens import milliseconds

PRESENCE_SECONDS: Final = 0.2
"""Delay before presence and emotes are sent. Several changes are sent as one message."""


class Presence:
    """Adds and removes viewers, and exchanges presence and emotes with the other workers."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], spawn: Callable[[Any], Any]) -> None:
        """`spawn` starts a coroutine as a background task."""
        self._store = store
        self._rooms = rooms
        self._spawn = spawn

    def join(self, room: Room, viewer: Viewer) -> None:
        """Add a viewer."""
        room.viewers.add(viewer)
        room.last_used = time.monotonic()
        self._mark_quick_match(room)
        room.presence_changed = True
        self._schedule(room)

    def leave(self, room: Room, viewer: Viewer) -> None:
        """Remove a viewer."""
        room.viewers.discard(viewer)
        room.mark_seen(viewer.seat)
        room.last_used = time.monotonic()
        self._mark_quick_match(room)
        room.presence_changed = True
        self._schedule(room)

    def _mark_quick_match(self, room: Room) -> None:
        """Store whether the player of a quick match is connected. Only then is it offered to others."""
        table = room.table
        if table.record.quick and table.status == OPEN:
            awake = milliseconds() if any(room.local_presence()[0]) else 0
            self._spawn(self._store.write(lambda connection: mark_awake(connection, [table.record.id], awake)))

    def send_emote(self, room: Room, seat: int, text: str) -> None:
        """Send an emote message soon to all viewers on all workers, unless the seat has sent too many."""
        if room.emote_buckets[seat].take():
            room.waiting_emotes[seat] = text
            self._schedule(room)

    def _schedule(self, room: Room) -> None:
        """Send the presence and the emotes of a table soon."""
        if room.presence_timer is None:
            loop = asyncio.get_running_loop()
            room.presence_timer = loop.call_later(PRESENCE_SECONDS, lambda: self._send_changes(room))

    def _send_changes(self, room: Room) -> None:
        room.presence_timer = None
        notes = []
        if room.presence_changed:
            room.send_to_all(room.presence_message())
            notes.append(room.presence_note())
        for text in room.waiting_emotes.values():
            room.send_to_all(text)
            notes.append(f"say {room.table.record.id} {text}")
        room.presence_changed = False
        room.waiting_emotes.clear()
        self.notify_workers(notes)

    def notify_workers(self, notes: list[str]) -> None:
        """Send notes to the other workers, if the database is shared."""
        if self._store.shared and notes:
            worker = self._store.worker
            self._spawn(self._store.write(lambda connection: notify_workers(connection, worker, notes)))

    def receive(self, worker: str, kind: str, note: str) -> None:
        """Handle a note from another worker: an emote or its presence."""
        name, _, content = note.partition(" ")
        room = self._rooms.get(name)
        if room is None:
            return
        if kind == "say":
            room.send_to_all(content)
        elif kind == "presence":
            room.set_remote_presence(worker, content)
            room.send_to_all(room.presence_message())

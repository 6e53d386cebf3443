"""Who is at the tables of this worker, and what is said there that no log keeps."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from tefuda.server.store.database import Store, tell_others
from tefuda.server.tables.room import Live, Viewer

PRESENCE_SECONDS: Final = 0.2


class Company:
    """Those who look at the tables in memory, and what the other workers tell of theirs."""

    def __init__(self, store: Store, lives: Mapping[str, Live], spawn: Callable[[Any], Any]) -> None:
        """`spawn` starts what nobody waits for."""
        self._store = store
        self._lives = lives
        self._spawn = spawn

    def join(self, live: Live, viewer: Viewer) -> None:
        live.viewers.add(viewer)
        live.used = time.monotonic()
        self.note_presence(live)

    def leave(self, live: Live, viewer: Viewer) -> None:
        live.viewers.discard(viewer)
        live.used = time.monotonic()
        self.note_presence(live)

    def note_presence(self, live: Live) -> None:
        """Tell who is there, soon: many come and go at once."""
        if live.presence is None:
            loop = asyncio.get_running_loop()
            live.presence = loop.call_later(PRESENCE_SECONDS, lambda: self._tell_presence(live))

    def _tell_presence(self, live: Live) -> None:
        live.presence = None
        live.tell_all(live.present())
        self.spread([live.note()])

    def say(self, live: Live, text: str) -> None:
        """Something that is in no log, for everybody at the table."""
        live.tell_all(text)
        self.spread([f"say {live.table.record.id} {text}"])

    def spread(self, notes: list[str]) -> None:
        """Tell the other workers."""
        if self._store.shared and notes:
            signed = [f"{self._store.worker} {note}" for note in notes]
            self._spawn(self._store.change(lambda connection: tell_others(connection, signed)))

    def hear(self, worker: str, what: str, rest: str) -> None:
        """Another worker tells what is in no log: emotes, and who is there."""
        name, _, said = rest.partition(" ")
        live = self._lives.get(name)
        if live is None:
            return
        if what == "say":
            live.tell_all(said)
        elif what == "presence":
            live.hear(worker, said)
            live.tell_all(live.present())

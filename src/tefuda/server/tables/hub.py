"""The tables in memory, and the one way in which their logs grow: check, commit, acknowledge, broadcast."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import update

from tefuda.core.errors import Conflict, JobTimeout, Overloaded, TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.jobs.author_jobs import TOO_LONG
from tefuda.server.jobs.job_pool import BUSY, Pool, decide
from tefuda.server.jobs.jobs import Attempt, Position
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limits import Places
from tefuda.server.store.database import Store
from tefuda.server.store.schema import TABLES
from tefuda.server.tables.entry_effects import with_it
from tefuda.server.tables.messages import message, with_entries
from tefuda.server.tables.presence import Company
from tefuda.server.tables.records import CPU, OPEN, PLAY, RESIGN, Entry, TableRecord
from tefuda.server.tables.room import Live
from tefuda.server.tables.table import LiveTable, TimeUp
from tefuda.server.tables.tokens import ID, cpu_luck, milliseconds, new_id, rematch_of, seat_in_rematch

LOG: Final = logging.getLogger("tefuda.hub")
LABOURS: Final = 3
"""Proofs, trials and replays of one address that may be under way."""
TRIES: Final = 5
"""How often an entry is tried again that another worker was quicker than."""
IDLE_SECONDS: Final = 120
RECOVERY_SECONDS: Final = 2
JANITOR_SECONDS: Final = 20
PATIENCE_SECONDS: Final = 10
ID_USED: Final = Message("id_used", "That id was used for something else.", "その id は別の手で使われています。")


class Hub:
    """All tables of this worker."""

    def __init__(
        self, settings: Settings, store: Store, pool: Pool, games: dict[str, Game], secret: bytes, metrics: Metrics
    ) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.labours = Places(settings.jobs, LABOURS)
        self.games = games
        self.secret = secret
        self.metrics = metrics
        self.booted = milliseconds()
        self.lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.company = Company(store, self.lives, self._spawn)

    # Tables in memory.

    async def open(self, table: str) -> Live | None:
        """A table, from memory or from the database; None where there is none."""
        if not ID.fullmatch(table):
            return None
        # Where memory is short, a table may be dropped again before who waited for it comes to it.
        while (live := self.lives.get(table)) is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.ensure_future(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            if await asyncio.shield(loading) is None:
                return None
        live.used = time.monotonic()
        self.lives.move_to_end(table)
        return live

    async def open_current(self, table: str) -> Live | None:
        """Return a table with all that other workers have acknowledged. Their notifications may be on the way."""
        known = table in self.lives
        live = await self.open(table)
        if live is not None and known and self.store.shared:
            await self.look_again(table)
        return live

    async def _load(self, table: str) -> Live | None:
        self._make_room()
        loaded = await self.store.load(table)
        if loaded is None or loaded.record.game not in self.games:
            return None
        played = await asyncio.to_thread(self._played, loaded.record, loaded.entries)
        live = self.lives[table] = Live(played)
        if self.store.shared:
            # What other workers did while it was read was told to nobody here.
            await self.look_again(table)
        self._go_on(live)
        return live

    def _played(self, record: TableRecord, entries: Iterable[Entry]) -> LiveTable:
        table = LiveTable(record, self.games[record.game], self.booted)
        for entry in entries:
            table.load(entry)
        return table

    def _make_room(self) -> None:
        """Drop the table that was longest without use; raises `Overloaded` if all are in use."""
        if len(self.lives) < self.settings.live_tables:
            return
        for name, live in self.lives.items():
            if not live.needed:
                self._drop(name)
                return
        raise Overloaded(BUSY)

    def _drop(self, name: str) -> None:
        self.lives.pop(name).let_go()

    async def tidy(self) -> None:
        """For ever: drop what nobody uses, and note at which open tables somebody waits."""
        while True:
            await asyncio.sleep(JANITOR_SECONDS)
            try:
                await self._tidy()
            except Exception:
                LOG.exception("tidying failed; it is tried again")

    async def _tidy(self) -> None:
        before = time.monotonic() - IDLE_SECONDS
        for name, live in list(self.lives.items()):
            if not live.needed and live.used < before:
                self._drop(name)
        waiting = [
            name
            for name, live in self.lives.items()
            if live.table.status == OPEN and any(viewer.seat != SPECTATOR for viewer in live.viewers)
        ]
        if waiting:
            await self.wake(waiting)
        self.company.spread([live.note() for live in self.lives.values() if live.viewers])

    async def wake(self, tables: list[str]) -> None:
        """Somebody waits at these."""
        values = update(TABLES).where(TABLES.c.id.in_(tables)).values(awake=milliseconds())
        await self.store.change(lambda connection: connection.execute(values).rowcount)

    # Logs that grow.

    async def act(
        self,
        live: Live,
        kind: str,
        seat: int,
        client: str | None,
        acknowledge: Callable[[int], None],
        ply: int = 0,
        action: str = "",
    ) -> None:
        """Add an entry to a table's log and send it to all viewers; raises `TefudaError` if it is refused."""
        async with live.lock:
            for _ in range(TRIES):
                table = live.table
                if client is not None and client in table.clients:
                    known = table.entries[table.clients[client]]
                    if known.kind != kind or (kind == PLAY and known.ply != ply + 1):
                        raise Conflict(ID_USED)
                    acknowledge(known.number)
                    return
                if kind == PLAY:
                    await self._check_effort(table, action)
                try:
                    staged = table.stage(kind, seat, milliseconds(), client, ply, action)
                except TimeUp:
                    await self._commit(live, table.fallen(seat, milliseconds()), lambda _: None)
                    raise
                if await self._commit(live, staged, acknowledge):
                    return
                await self._catch_up(live)
            raise Overloaded(BUSY)

    async def _check_effort(self, table: LiveTable, action: str) -> None:
        """Raise an error if an action with custom cards takes too long. It is tried in a job process first."""
        if not table.strange or table.ended is not None:
            return
        try:
            fine = await self.pool.ask(Attempt(self.position(table), action))
        except JobTimeout:
            fine = False
        except Exception as failure:
            LOG.warning("a play could not be tried: %s", type(failure).__name__)
            raise Overloaded(BUSY) from None
        if not fine:
            raise TefudaError(TOO_LONG)

    async def _commit(self, live: Live, entry: Entry, acknowledge: Callable[[int], None]) -> bool:
        """Put a staged entry into the database; False where the place was taken."""
        table = live.table
        following = None
        if table.agreed(entry):
            following = rematch_of(table.record, table.game, new_id(), entry.at)
        try:
            fresh = await self.store.append(table.record.id, entry, with_it(table, entry, following))
        except BaseException:
            table.abandon(entry)
            raise
        if not fresh:
            table.abandon(entry)
            return False
        table.confirm(entry)
        acknowledge(entry.number)
        self.metrics.entries.labels(entry.kind).inc()
        self._tell(live, entry)
        if following is not None:
            self._announce(live, following.id)
        self._go_on(live)
        return True

    def _tell(self, live: Live, entry: Entry) -> None:
        now = milliseconds()
        table = live.table
        live.tell(lambda seat: with_entries("update", [table.teller.told(entry, seat)], table.now(seat, now)))

    def _announce(self, live: Live, following: str) -> None:
        """The rematch is there."""
        live.table.seated(replace(live.table.record, rematch=following))
        seats = live.table.game.seats
        live.tell(
            lambda seat: message(
                "rematch",
                table=following,
                seat=None if seat == SPECTATOR else seat_in_rematch(seat, seats),
            )
        )

    async def look_again(self, name: str) -> None:
        """Another worker has changed this table."""
        live = self.lives.get(name)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: Live, here: bool = False) -> None:
        """Take what is new in the database; `here` says that it came by way of this worker."""
        table = live.table
        loaded = await self.store.load(table.record.id, table.number)
        if loaded is None:
            return
        before = table.record
        changed = loaded.record.seats != before.seats
        if changed:
            table.seated(replace(loaded.record, rematch=before.rematch))
            self._tell_seats(live)
        for entry in loaded.entries:
            table.load(entry)
            self._tell(live, entry)
        if loaded.record.rematch is not None and before.rematch is None:
            self._announce(live, loaded.record.rematch)
        if loaded.entries or changed:
            self._go_on(live, here)

    async def seated(self, name: str) -> None:
        """Somebody sat down by way of this worker."""
        live = await self.open(name)
        if live is not None:
            async with live.lock:
                await self._catch_up(live, here=True)

    def _tell_seats(self, live: Live) -> None:
        """Somebody sat down; with the last one the game begins, and what may be played has to be told."""
        table, now = live.table, milliseconds()
        live.tell_all(message("seats", table=table.described()))
        if not table.waiting:
            live.tell(lambda seat: with_entries("update", [], table.now(seat, now)))

    # What happens by itself.

    def _go_on(self, live: Live, here: bool = True) -> None:
        """After any change: let the CPU think, and set the clock. What another worker changed, it goes on with."""
        table = live.table
        if live.thinking is not None:
            live.thinking.cancel()
            live.thinking = None
        if table.kind_of(table.turn) == CPU:
            # Should the other worker be gone, this one helps out, in its own good time.
            patience = 0 if here else self.settings.cpu_seconds + PATIENCE_SECONDS
            live.thinking = self._spawn(self._think(live, patience))
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        falls = table.flag_falls_in(milliseconds())
        if falls is not None:
            loop = asyncio.get_running_loop()
            live.flag = loop.call_later(falls / 1000 + 0.01, lambda: self._spawn(self._flag(live)))

    async def _flag(self, live: Live) -> None:
        """The time of who decides may be up."""
        async with live.lock:
            table = live.table
            live.flag = None
            turn = table.turn
            if turn is not None and table.flag_falls_in(milliseconds()) == 0:
                await self._write(live, table.fallen(turn, milliseconds()))
            else:
                self._go_on(live)

    async def _write(self, live: Live, entry: Entry) -> None:
        """Commit what nobody waits for; where the database fails, somebody has to see to it later."""
        try:
            if not await self._commit(live, entry, lambda _: None):
                await self._catch_up(live)
        except Exception:
            LOG.exception("an entry of the server's own could not be written")
            live.thinking = self._spawn(self._recover(live))

    async def _recover(self, live: Live) -> None:
        """Look again until the database answers, then go on: the entry may be there, or has to be made anew."""
        while True:
            await asyncio.sleep(RECOVERY_SECONDS)
            async with live.lock:
                # As while thinking: what follows sets the next thought, and must not cancel this one.
                live.thinking = None
                try:
                    await self._catch_up(live)
                except Exception:
                    LOG.warning("the database does not answer yet")
                    live.thinking = asyncio.current_task()
                else:
                    self._go_on(live)
                    return

    def resume(self, live: Live) -> None:
        """Somebody came: a CPU that another worker has left alone thinks here."""
        if live.thinking is None and live.table.kind_of(live.table.turn) == CPU and not live.lock.locked():
            self._go_on(live)

    async def _think(self, live: Live, patience: float) -> None:
        """Let a CPU decide, and play what it says on the next beat."""
        await asyncio.sleep(patience)
        table = live.table
        seat, ply = table.match.seat, table.match.ply
        began = time.monotonic()
        beat = self.settings.cpu_beat / 1000
        action = await decide(self.pool, self.position(table), table.record.seats[seat].level or 1)
        self.metrics.thinking.observe(time.monotonic() - began)
        beats = int((time.monotonic() - began) / beat) + 1
        await asyncio.sleep(began + beats * beat - time.monotonic())
        kind = RESIGN if action is None else PLAY
        while kind == PLAY:
            try:
                await self._check_effort(table, action or "")
                break
            except Overloaded:
                await asyncio.sleep(RECOVERY_SECONDS)
            except TefudaError:
                kind = RESIGN
        async with live.lock:
            # From here on nobody cancels: what follows sets the next thought.
            live.thinking = None
            with contextlib.suppress(TefudaError):
                await self._write(live, table.stage(kind, seat, milliseconds(), None, ply, action or ""))

    def position(self, table: LiveTable) -> Position:
        """Where somebody thinks."""
        record, match = table.record, table.match
        luck = cpu_luck(self.secret, record.id, match.ply)
        return Position(record.id, record.game, record.seed, record.options, record.start, list(match.actions), luck)

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("a task of a table failed", exc_info=task.exception())

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for live in self.lives.values():
            for handle in (live.flag, live.presence):
                if handle is not None:
                    handle.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)

"""All tables in memory. An entry is checked, committed, acknowledged and broadcast, in this order."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from tefuda.core.errors import Conflict, JobTimeout, NotFound, Overloaded, TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.server.bots import read_bots
from tefuda.server.config import Settings
from tefuda.server.jobs.author_jobs import TOO_LONG
from tefuda.server.jobs.job_pool import BUSY, JobPool, decide, decide_with_bot
from tefuda.server.jobs.jobs import CheckPlayJob, MatchSnapshot
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limits import ConcurrencyLimit
from tefuda.server.store.database import Store
from tefuda.server.store.rows import mark_awake
from tefuda.server.tables.custom_cards import CustomCardThread, has_custom_cards
from tefuda.server.tables.entry_effects import database_effect
from tefuda.server.tables.fair_deal import prepare_deal
from tefuda.server.tables.messages import encode_message
from tefuda.server.tables.presence import Presence
from tefuda.server.tables.records import ABANDON, CPU, FORFEIT, OPEN, PLAY, RESIGN, Entry, TableRecord
from tefuda.server.tables.repeated_requests import is_same_request
from tefuda.server.tables.room import Room
from tefuda.server.tables.server_clock import ServerClock
from tefuda.server.tables.table import TABLE_NOT_FOUND, Table, TimeUp
from tefuda.server.tables.table_limits import TableLimits
from tefuda.server.tables.tokens import TABLE_ID, cpu_random_seed, milliseconds, new_id, rematch_of, seat_in_rematch

LOG: Final = logging.getLogger("tefuda.hub")
MAX_JOBS_PER_ADDRESS: Final = 3
"""Simultaneous proofs, trials and replays of one address."""
MAX_COMMIT_ATTEMPTS: Final = 5
"""Attempts to commit an entry while other workers commit to the same table."""
IDLE_SECONDS: Final = 120
"""A table without viewers leaves memory after this time."""
FOLLOW_SECONDS: Final = 1
"""A table without viewers follows the entries of other workers for this time, since its players may be on the way."""
RECOVERY_SECONDS: Final = 2
CLEANUP_SECONDS: Final = 20
TAKEOVER_SECONDS: Final = 10
"""Extra time before this worker plays for a CPU that another worker should play."""
ID_USED: Final = Message(
    "id_used", "The id was used for another request.", "その id は別のリクエストで使われています。"
)


class Hub:
    """All tables of this worker."""

    def __init__(
        self, settings: Settings, store: Store, pool: JobPool, games: dict[str, Game], secret: bytes, metrics: Metrics
    ) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.jobs_per_address = ConcurrencyLimit(settings.jobs, MAX_JOBS_PER_ADDRESS)
        self.custom_cards = CustomCardThread(settings)
        self.table_limits = TableLimits(settings, store, secret)
        self.games = games
        self.bots = read_bots(settings.bots)
        self.secret = secret
        self.metrics = metrics
        self.clock = ServerClock(store)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.presence = Presence(store, self.rooms, self._spawn)

    # Loading and unloading.

    async def find_room(self, table: str) -> Room | None:
        """Return a table from memory or the database; None if it does not exist."""
        if not TABLE_ID.fullmatch(table):
            return None
        # When memory is full, the table may be evicted before this task resumes.
        while (room := self.rooms.get(table)) is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.ensure_future(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            if await asyncio.shield(loading) is None:
                return None
        room.last_used = time.monotonic()
        self.rooms.move_to_end(table)
        return room

    async def find_current_room(self, table: str) -> Room | None:
        """Return a table with all entries that other workers have acknowledged."""
        was_loaded = table in self.rooms
        room = await self.find_room(table)
        if room is not None and was_loaded and self.store.shared:
            # Notifications of other workers may not have arrived yet.
            await self.refresh(table)
        return room

    async def _load(self, table: str) -> Room | None:
        self._evict_room()
        loaded = await self.store.load(table)
        if loaded is None or loaded.record.game not in self.games:
            return None
        built = await self._build(loaded.record, loaded.entries)
        room = self.rooms[table] = Room(built)
        if self.store.shared:
            # Notifications that arrived during the load were dropped.
            await self.refresh(table)
        self._schedule_next(room)
        return room

    async def _build(self, record: TableRecord, entries: list[Entry]) -> Table:
        """Build a table in a thread."""
        if has_custom_cards(record):
            await self.custom_cards.wait_for_turn()
            return await self.custom_cards.run(self._build_table, record, entries)
        return await asyncio.to_thread(self._build_table, record, entries)

    def _build_table(self, record: TableRecord, entries: Iterable[Entry]) -> Table:
        table = Table(record, self.games[record.game], self.clock.downtimes)
        for entry in entries:
            table.load(entry)
        return table

    def _evict_room(self) -> None:
        """Make space for a table: unload the least recently used one. Raises `Overloaded` if all are in use."""
        if len(self.rooms) < self.settings.live_tables:
            return
        for name, room in self.rooms.items():
            if not room.is_in_use:
                self._unload(name)
                return
        raise Overloaded(BUSY)

    def _unload(self, name: str) -> None:
        self.rooms.pop(name).stop_timers()

    async def run_cleanup(self) -> None:
        """Unload idle tables and mark open tables with waiting players, in an endless loop."""
        while True:
            await asyncio.sleep(CLEANUP_SECONDS)
            try:
                await self._clean_up()
            except Exception:
                LOG.exception("cleanup failed; retrying")

    async def _clean_up(self) -> None:
        before = time.monotonic() - IDLE_SECONDS
        for name, room in list(self.rooms.items()):
            if not room.is_in_use and room.last_used < before:
                self._unload(name)
        waiting = [
            name
            for name, room in self.rooms.items()
            if room.table.status == OPEN and any(viewer.seat != SPECTATOR for viewer in room.viewers)
        ]
        if waiting:
            await self.store.write(lambda connection: mark_awake(connection, waiting, milliseconds()))
        self.presence.notify_workers([room.presence_note() for room in self.rooms.values() if room.viewers])

    # Adding entries.

    async def act(
        self,
        room: Room,
        kind: str,
        seat: int,
        client: str | None,
        *,
        acknowledge: Callable[[int], None],
        ply: int = 0,
        action: str = "",
    ) -> None:
        """Add an entry to the log of a table and send it to all viewers. Raises `TefudaError` if it is refused."""
        async with room.lock:
            for _ in range(MAX_COMMIT_ATTEMPTS):
                table = room.table
                if client is not None and client in table.client_entries:
                    known = table.entries[table.client_entries[client]]
                    if not is_same_request(table, known, kind, ply, action):
                        raise Conflict(ID_USED)
                    acknowledge(known.number)
                    return
                if kind == PLAY:
                    await self._check_effort(table, action)
                elif kind == ABANDON:
                    room.check_opponent_left(seat, self.settings.claim_seconds)
                try:
                    staged = table.stage(kind, seat, self.clock.now(), client=client, ply=ply, action=action)
                except TimeUp:
                    await self._commit(room, table.stage_timeout(seat, self.clock.now()), lambda _: None)
                    raise
                try:
                    if await self._commit(room, staged, acknowledge):
                        return
                except IntegrityError:
                    # The table was deleted: the log belongs to no table.
                    await self._catch_up(room)
                    raise NotFound(TABLE_NOT_FOUND) from None
                await self._catch_up(room)
            raise Overloaded(BUSY)

    async def _check_effort(self, table: Table, action: str) -> None:
        """Raise an error if an action with custom cards takes too long. A job process plays it first."""
        if not table.has_custom_cards or table.ended is not None:
            return
        try:
            quick = await self.pool.run(CheckPlayJob(self.snapshot(table), action))
        except JobTimeout:
            quick = False
        except Exception as failure:
            LOG.warning("an action could not be checked: %s", type(failure).__name__)
            raise Overloaded(BUSY) from None
        if not quick:
            raise TefudaError(TOO_LONG)

    async def _commit(self, room: Room, entry: Entry, acknowledge: Callable[[int], None]) -> bool:
        """Commit a staged entry; return False if another worker has committed an entry with its number."""
        table = room.table
        following = creator = None
        try:
            if table.completes_rematch(entry):
                await self.table_limits.check()
                creator = self.table_limits.creator()
                commitments = {**table.rematch_seats, entry.seat: entry.action}
                rematch = rematch_of(table.record, table.game, new_id(), entry.at, commitments)
                following = prepare_deal(rematch, entry.at)
            effect = database_effect(table, entry, following, creator)
            fresh = await self.store.append(table.record.id, entry, effect)
        except BaseException:
            table.discard(entry)
            raise
        if not fresh:
            table.discard(entry)
            return False
        table.confirm(entry)
        acknowledge(entry.number)
        # Without the action, which may be hidden.
        LOG.debug("entry %d of table %s: %s", entry.number, table.record.id, entry.kind)
        self.metrics.entries.labels(entry.kind).inc()
        self._broadcast_update(room, entry)
        if following is not None:
            self._broadcast_rematch(room, following.id)
        self._schedule_next(room)
        return True

    def _broadcast_update(self, room: Room, entry: Entry | None) -> None:
        """Send the state to all viewers, with the entry that led to it; None if the game starts."""
        room.send_to_seats(room.table.compose_update(entry, self.clock.now()))

    def _broadcast_rematch(self, room: Room, following: str) -> None:
        """Send the rematch to all viewers."""
        room.table.update_record(replace(room.table.record, rematch=following))
        seats = room.table.game.seats

        def compose(seat: int, _: bool) -> str:
            new_seat = None if seat == SPECTATOR else seat_in_rematch(seat, seats)
            return encode_message("rematch", table=following, seat=new_seat)

        room.send_to_seats(compose)

    async def refresh(self, name: str) -> None:
        """Load the changes that other workers made to a table in memory."""
        room = self.rooms.get(name)
        if room is not None:
            async with room.lock:
                await self._catch_up(room)

    async def receive_entry(self, name: str, entry: Entry) -> None:
        """Add an entry that another worker has committed. Load the table again if an earlier change is missing.

        A table without viewers here is unloaded instead. Otherwise each worker would apply the entries of all tables
        that it has created.
        """
        room = self.rooms.get(name)
        if room is None:
            return
        if not room.is_in_use and room.last_used < time.monotonic() - FOLLOW_SECONDS:
            self._unload(name)
            return
        async with room.lock:
            table = room.table
            if entry.number > table.number or table.waiting:
                await self._catch_up(room)
            elif entry.number == table.number:
                table.load(entry)
                self._broadcast_update(room, entry)
                self._schedule_next(room, local=False)

    async def _catch_up(self, room: Room, local: bool = False) -> None:
        """Load new entries and seats from the database. `local`: this worker has written them."""
        table = room.table
        loaded = await self.store.load(table.record.id, table.number)
        if loaded is None:
            self._close_room(room)
            return
        before = table.record
        changed = loaded.record.seats != before.seats
        if changed:
            table.update_record(replace(loaded.record, rematch=before.rematch))
            self._broadcast_seats(room)
        for entry in loaded.entries:
            table.load(entry)
            self._broadcast_update(room, entry)
        if loaded.record.rematch is not None and before.rematch is None:
            self._broadcast_rematch(room, loaded.record.rematch)
        if loaded.entries or changed:
            self._schedule_next(room, local)

    def _close_room(self, room: Room) -> None:
        """Disconnect the viewers of a table that was cancelled."""
        self.rooms.pop(room.table.record.id, None)
        for viewer in list(room.viewers):
            viewer.close_with("cancelled")

    async def refresh_seats(self, name: str) -> None:
        """Load the seats of a table after this worker has changed them."""
        room = await self.find_room(name)
        if room is not None:
            async with room.lock:
                await self._catch_up(room, local=True)

    def _broadcast_seats(self, room: Room) -> None:
        """Send the seats to all viewers. If the game has started, send its state too."""
        room.send_to_all(encode_message("seats", table=room.table.summary()))
        if not room.table.waiting:
            self._broadcast_update(room, None)

    # CPU players and clocks.

    def _schedule_next(self, room: Room, local: bool = True) -> None:
        """Start the CPU player or the clock of the seat to play. `local`: this worker made the last change."""
        table = room.table
        if room.cpu_task is not None:
            room.cpu_task.cancel()
            room.cpu_task = None
        if table.kind_of(table.turn) == CPU:
            # The worker that made the change plays. This one takes over if that worker is gone.
            delay = 0 if local else self._cpu_time_limit(table) + TAKEOVER_SECONDS
            room.cpu_task = self._spawn(self._play_cpu(room, delay))
        if room.flag_timer is not None:
            room.flag_timer.cancel()
            room.flag_timer = None
        time_left = table.time_until_flag(self.clock.now())
        if time_left is not None:
            loop = asyncio.get_running_loop()
            room.flag_timer = loop.call_later(time_left / 1000 + 0.01, lambda: self._spawn(self._check_flag(room)))

    async def _check_flag(self, room: Room) -> None:
        """End the game if the clock of the seat to play has run out."""
        async with room.lock:
            table = room.table
            room.flag_timer = None
            turn = table.turn
            if turn is not None and table.time_until_flag(self.clock.now()) == 0:
                await self._write_own_entry(room, table.stage_timeout(turn, self.clock.now()))
            else:
                self._schedule_next(room)

    async def _write_own_entry(self, room: Room, entry: Entry) -> None:
        """Commit an entry of the server itself: a CPU action or a timeout. Retry later if the database fails."""
        try:
            if not await self._commit(room, entry, lambda _: None):
                await self._catch_up(room)
        except Exception:
            LOG.exception("a CPU action or timeout could not be written; retrying")
            room.cpu_task = self._spawn(self._recover(room))

    async def _recover(self, room: Room) -> None:
        """Wait until the database answers, then continue. The failed entry may or may not have been written."""
        while True:
            await asyncio.sleep(RECOVERY_SECONDS)
            async with room.lock:
                # `_schedule_next` must not cancel this task.
                room.cpu_task = None
                try:
                    await self._catch_up(room)
                except Exception:
                    LOG.warning("the database does not answer")
                    room.cpu_task = asyncio.current_task()
                else:
                    self._schedule_next(room)
                    return

    def resume_cpu(self, room: Room) -> None:
        """Start the CPU player if no worker runs it. Called when a viewer joins."""
        if room.cpu_task is None and room.table.kind_of(room.table.turn) == CPU and not room.lock.locked():
            self._schedule_next(room)

    async def _play_cpu(self, room: Room, delay: float) -> None:
        """Let a CPU choose an action and play it on the next beat."""
        await asyncio.sleep(delay)
        table = room.table
        seat, ply = table.match.seat, table.match.ply
        began = time.monotonic()
        beat = self.settings.cpu_beat / 1000
        player, snapshot = table.record.seats[seat], self.snapshot(table)
        if player.level is None and player.name is not None:
            action, failed = await decide_with_bot(self.pool, snapshot, self.bots.get(player.name)), FORFEIT
        else:
            action, failed = await decide(self.pool, snapshot, player.level or 1), RESIGN
        self.metrics.thinking.observe(time.monotonic() - began)
        beats = int((time.monotonic() - began) / beat) + 1
        await asyncio.sleep(began + beats * beat - time.monotonic())
        kind = failed if action is None else PLAY
        while kind == PLAY:
            try:
                await self._check_effort(table, action or "")
                break
            except Overloaded:
                await asyncio.sleep(RECOVERY_SECONDS)
            except TefudaError:
                kind = failed
        async with room.lock:
            # `_schedule_next` must not cancel this task.
            room.cpu_task = None
            with contextlib.suppress(TefudaError):
                await self._write_own_entry(
                    room, table.stage(kind, seat, self.clock.now(), client=None, ply=ply, action=action or "")
                )

    def _cpu_time_limit(self, table: Table) -> float:
        """Return the longest time of a decision of the CPU to play."""
        bot = self.bots.get(table.record.seats[table.match.seat].name or "")
        return self.settings.cpu_seconds if bot is None else bot.time_limit

    def snapshot(self, table: Table) -> MatchSnapshot:
        """Return the data that a job needs to rebuild the match of a table."""
        record, match = table.record, table.match
        random_seed = cpu_random_seed(self.secret, record.id, match.ply)
        return MatchSnapshot(
            record.id, record.game, record.seed, record.options, record.start, list(match.actions), random_seed
        )

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("a background task failed", exc_info=task.exception())

    async def close(self) -> None:
        """Cancel all timers and tasks."""
        self.custom_cards.close()
        for room in self.rooms.values():
            for handle in (room.flag_timer, room.presence_timer):
                if handle is not None:
                    handle.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        await self.clock.stop()

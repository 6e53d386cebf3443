"""Tables in memory: loading, eviction, cleanup and failed commits."""

import asyncio
import contextlib
import webbrowser
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from server_process import RunningServer
from sqlalchemy import select

from tefuda.cli.commands import serve
from tefuda.core.errors import Overloaded
from tefuda.core.events import SPECTATOR
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.store.database import StoredTable, migrate
from tefuda.server.store.notifications import ENTRIES, entry_notes, parse_entries
from tefuda.server.store.rows import insert_table
from tefuda.server.store.schema import TABLES
from tefuda.server.tables import hub as hub_module
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import HUMAN, OPEN, PLAY, PLAYING, Entry, SeatRecord, TableRecord
from tefuda.server.tables.room import TABLE_FULL, TOO_MANY_TABS
from tefuda.server.tables.tokens import new_id


class FakeViewer:
    """A viewer that records its messages."""

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat
        self.wants_views = False
        self.received: list[str] = []

    def send(self, text: str) -> None:
        self.received.append(text)

    def close_with(self, code: str) -> None:
        self.closed_with = code


@contextlib.asynccontextmanager
async def open_hub(folder: Path, **settings: int) -> AsyncIterator[Hub]:
    database = f"sqlite:///{folder / 'tables.db'}"
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1, **settings))  # type: ignore[arg-type]
    try:
        yield server.hub
    finally:
        await server.hub.close()
        server.pool.close()
        server.store.close()


async def insert_tables(hub: Hub, count: int, kind: str = HUMAN) -> list[str]:
    """Insert tables with two seats; the second one has the given kind."""
    names = []
    status = OPEN if kind == OPEN else PLAYING
    for _ in range(count):
        seats = (SeatRecord(HUMAN, "Ann"), SeatRecord(kind))
        record = TableRecord(new_id(), "card-othello", "7", seats, 0, started=None if kind == OPEN else 1)
        await hub.store.write(lambda connection, made=record: insert_table(connection, made, status))  # type: ignore[misc]
        names.append(record.id)
    return names


def test_table_has_space_for_its_players(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            room = await hub.find_room(name)
            assert room is not None
            room.viewers |= {FakeViewer(SPECTATOR), FakeViewer(SPECTATOR), FakeViewer(0)}
            with pytest.raises(Overloaded, match=TABLE_FULL.en):
                room.check_space(SPECTATOR, per_table=3, per_seat=2)
            room.check_space(SPECTATOR, per_table=4, per_seat=2)
            room.check_space(0, per_table=3, per_seat=2)
            with pytest.raises(Overloaded, match=TOO_MANY_TABS.en):
                room.check_space(0, per_table=3, per_seat=1)
            room.check_space(1, per_table=3, per_seat=1)
            assert [room.take_entry(seat, 1, 2) for seat in (0, 0, 0, 1)] == [True, True, False, True]

    asyncio.run(run())


def test_entry_of_another_worker_is_added_without_reading_the_database(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as one, open_hub(tmp_path) as two:
            (name,) = await insert_tables(one, 1)
            first, second = await one.find_room(name), await two.find_room(name)
            assert first is not None
            assert second is not None
            viewer = FakeViewer(1)
            second.viewers.add(viewer)
            loads: list[int] = []
            load = two.store.load

            async def count_loads(table: str, since: int = 0) -> StoredTable | None:
                loads.append(since)
                return await load(table, since)

            two.store.load = count_loads  # type: ignore[method-assign]

            async def play() -> Entry:
                table = first.table
                action, *_ = table.match.legal(table.match.seat)
                await one.act(
                    first, PLAY, table.match.seat, None, acknowledge=lambda _: None, ply=table.match.ply, action=action
                )
                return table.entries[-1]

            entries = [await play()]
            await two.receive_entry(name, entries[0])
            assert (second.table.entries, loads, len(viewer.received)) == (entries, [], 1)
            # A repeated note changes nothing.
            await two.receive_entry(name, entries[0])
            assert (second.table.entries, loads, len(viewer.received)) == (entries, [], 1)
            # After a lost note, the table is read.
            entries += [await play(), await play()]
            await two.receive_entry(name, entries[2])
            assert (second.table.entries, loads, len(viewer.received)) == (entries, [1], 3)
            assert second.table.match.fingerprint() == first.table.match.fingerprint()

    asyncio.run(run())


def test_entry_of_another_worker_unloads_a_table_without_viewers(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as one, open_hub(tmp_path) as two:
            used, unused = await insert_tables(one, 2)
            for name in (used, unused):
                room = await two.find_room(name)
                assert room is not None
                if name == used:
                    room.viewers.add(FakeViewer())
                first = await one.find_room(name)
                assert first is not None
                action = first.table.match.legal(0)[0]
                await one.act(first, PLAY, 0, None, acknowledge=lambda _: None, action=action)
                await two.receive_entry(name, first.table.entries[0])
                assert room.table.number == 1
                room.last_used -= 2 * hub_module.FOLLOW_SECONDS
                await two.receive_entry(name, first.table.entries[0])
            assert list(two.rooms) == [used]
            room = await two.find_room(unused)
            assert room is not None
            assert room.table.number == 1

    asyncio.run(run())


def test_entry_before_the_last_seat_is_known_reads_the_database(tmp_path: Path) -> None:
    """The cards are dealt when the last seat is taken, so the room has another deal."""

    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1, OPEN)
            room = await hub.find_room(name)
            assert room is not None
            await hub.receive_entry(name, Entry(0, PLAY, 0, "place d3", 1, 1, 0))
            assert (room.table.number, room.table.match.ply) == (0, 0)

    asyncio.run(run())


def test_notes_have_all_entries_and_fit() -> None:
    def entry(number: int, action: str) -> Entry:
        return Entry(number, PLAY, number % 2, action, number + 1, None, 1_700_000_000_000, 5, f"{number}:手")

    short = [(f"table-{number % 3}", entry(number, "place d3")) for number in range(300)]
    long = ("table-long", entry(300, "手" * 2_000))
    notes = entry_notes([*short, long, *short])
    assert all(len(f"0123abcd {note}".encode()) < 8_000 for note in notes)
    assert [note for note in notes if not note.startswith(ENTRIES)] == ["look table-long"]
    sent = [one for note in notes if note.startswith(ENTRIES) for one in parse_entries(note.partition(" ")[2])]
    assert sent == [*short, *short]
    assert len(notes) < 20


def test_concurrent_loads_share_one_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            found = await asyncio.gather(*[hub.find_room(name) for _ in range(20)])
            assert len({id(room) for room in found}) == 1
            assert await hub.find_room("nonsense") is None
            assert await hub.find_room("A" * 16) is None

    asyncio.run(run())


def test_unused_tables_are_evicted_first(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path, live_tables=3) as hub:
            names = await insert_tables(hub, 5)
            first = await hub.find_room(names[0])
            assert first is not None
            hub.presence.join(first, FakeViewer())
            await hub.act(first, "play", 0, "0 a", acknowledge=lambda _: None, ply=0, action="place d3")
            for name in names[1:]:
                assert await hub.find_room(name) is not None
                assert len(hub.rooms) <= 3
            assert hub.rooms[names[0]] is first
            for name in names[2:4]:
                room = await hub.find_room(name)
                assert room is not None
                hub.presence.join(room, FakeViewer())
            with pytest.raises(Overloaded):
                await hub.find_room(names[1])
            for viewer in list(first.viewers):
                hub.presence.leave(first, viewer)
            assert await hub.find_room(names[1]) is not None
            assert names[0] not in hub.rooms
            for room in hub.rooms.values():
                room.viewers.clear()
            again = await hub.find_room(names[0])
            assert again is not None
            assert again is not first
            assert again.table.summary() == first.table.summary()

    asyncio.run(run())


def test_cleanup_unloads_idle_and_marks_waiting_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "CLEANUP_SECONDS", 0.01)
    monkeypatch.setattr(hub_module, "IDLE_SECONDS", 0)

    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (idle,), (waiting,) = await insert_tables(hub, 1), await insert_tables(hub, 1, OPEN)
            await hub.find_room(idle)
            room = await hub.find_room(waiting)
            assert room is not None
            hub.presence.join(room, FakeViewer())
            cleanup = asyncio.ensure_future(hub.run_cleanup())
            awake = select(TABLES.c.awake).where(TABLES.c.id == waiting)
            for _ in range(500):
                await asyncio.sleep(0.01)
                if idle not in hub.rooms and await hub.store.read(lambda one: one.execute(awake).scalar_one()) > 0:
                    break
            cleanup.cancel()
            assert idle not in hub.rooms
            assert waiting in hub.rooms
            assert await hub.store.read(lambda one: one.execute(awake).scalar_one()) > 0

    asyncio.run(run())


def test_failed_commit_leaves_table_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            room = await hub.find_room(name)
            assert room is not None
            viewer = FakeViewer()
            hub.presence.join(room, viewer)
            before = room.table.summary()
            acknowledged: list[int] = []

            async def fail(*_: object) -> bool:
                raise OSError("the disk is full")

            with monkeypatch.context() as patched:
                patched.setattr(hub.store, "append", fail)
                with pytest.raises(OSError, match="full"):
                    await hub.act(room, "play", 0, "0 a", acknowledge=acknowledged.append, ply=0, action="place d3")
            assert room.table.summary() == before
            assert acknowledged == []
            assert viewer.received == []
            await hub.act(room, "play", 0, "0 a", acknowledge=acknowledged.append, ply=0, action="place d3")
            assert acknowledged == [0]

    asyncio.run(run())


def test_browser_opens_when_server_answers(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    serve._open_browser(f"http://127.0.0.1:{server.port}")
    assert opened == [f"http://127.0.0.1:{server.port}"]

"""Recovery: database failures, jobs that cannot be sent, and limits of tables and clients."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server_process import RunningServer
from sqlalchemy import Connection
from test_server_hub import insert_tables, open_hub

from tefuda.core.errors import TefudaError
from tefuda.server.http.models import TakeSeat
from tefuda.server.http.routes import sit_down
from tefuda.server.http.security import client_group
from tefuda.server.store.rows import insert_table, read_table
from tefuda.server.tables import hub as hub_module
from tefuda.server.tables.hub import ID_USED, Hub
from tefuda.server.tables.records import CPU, HUMAN, PLAY, PLAYING, TAKEBACK, Clock, SeatRecord, TableRecord
from tefuda.server.tables.table import LOG_FULL, MAX_ENTRIES
from tefuda.server.tables.tokens import new_id


class FailingStore:
    """Replaces `store.append`: fails some times, then works."""

    def __init__(self, hub: Hub, times: int) -> None:
        self.times = times
        self.append = hub.store.append
        hub.store.append = self  # type: ignore[method-assign,assignment]

    async def __call__(self, *values: Any) -> bool:
        if self.times:
            self.times -= 1
            raise OSError("no space left on the device")
        return await self.append(*values)


@pytest.fixture(autouse=True)
def _short_recovery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RECOVERY_SECONDS", 0.01)


async def insert_playing_table(hub: Hub, *seats: SeatRecord, clock: Clock | None = None, started: int = 1) -> str:
    record = TableRecord(new_id(), "card-othello", "7", seats, 0, started=started, clock=clock)
    await hub.store.write(lambda connection: insert_table(connection, record, PLAYING))
    return record.id


def test_cpu_plays_after_database_failure(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path, cpu_beat=1) as hub:
            failing = FailingStore(hub, 2)
            room = await hub.find_room(
                await insert_playing_table(hub, SeatRecord(CPU, None, 1), SeatRecord(HUMAN, "Ann"))
            )
            assert room is not None
            for _ in range(1000):
                if room.table.number:
                    break
                await asyncio.sleep(0.02)
            assert failing.times == 0
            assert room.table.entries[0].kind == PLAY

    asyncio.run(run())


def test_timeout_is_written_after_database_failure(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            hub.clock.downtimes = ()
            FailingStore(hub, 2)
            name = await insert_playing_table(
                hub, SeatRecord(HUMAN, "Ann"), SeatRecord(HUMAN, "Bob"), clock=Clock(1, 0)
            )
            room = await hub.find_room(name)
            assert room is not None
            for _ in range(500):
                if room.table.ended:
                    break
                await asyncio.sleep(0.02)
            assert room.table.ended == "timeout"

    asyncio.run(run())


def test_cleanup_continues_after_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(hub_module, "CLEANUP_SECONDS", 0.01)
        async with open_hub(tmp_path) as hub:
            times = 0

            async def fail() -> None:
                nonlocal times
                times += 1
                raise OSError

            monkeypatch.setattr(hub, "_clean_up", fail)
            task = asyncio.ensure_future(hub.run_cleanup())
            await asyncio.sleep(0.3)
            task.cancel()
            assert times > 1

    asyncio.run(run())


def test_table_with_long_clock_can_be_unloaded(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path, live_tables=2) as hub:
            people = [SeatRecord(HUMAN, "Ann"), SeatRecord(HUMAN, "Bob")]
            for _ in range(4):
                assert await hub.find_room(
                    await insert_playing_table(hub, *people, clock=Clock(86_400, 0), started=hub.clock.now())
                )
            assert len(hub.rooms) <= 2

    asyncio.run(run())


def test_client_id_is_used_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            room = await hub.find_room(name)
            assert room is not None
            acked: list[int] = []
            await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=0, action="place d3")
            await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=0, action="place d3")
            await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=0, action=" place d3 ")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=0, action="place c4")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=0, action="nonsense")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(room, PLAY, 0, "one", acknowledge=acked.append, ply=2, action="place c4")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(room, "resign", 0, "one", acknowledge=acked.append)
            assert acked == [0, 0, 0]
            room.table.entries *= MAX_ENTRIES
            for kind in (PLAY, TAKEBACK):
                with pytest.raises(TefudaError, match=LOG_FULL.en):
                    room.table.stage(kind, 1, 0)

    asyncio.run(run())


def test_take_seat_twice_with_same_token(tmp_path: Path) -> None:
    """The second call returns the same seat and does not deal again."""

    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1, "open")

            def sit(connection: Connection) -> tuple[int | None, TableRecord | None]:
                return sit_down(connection, hub, name, TakeSeat(name="Bob"), "token"), read_table(connection, name)

            first, second = [await hub.store.write(sit) for _ in range(2)]
            assert first == second
            assert first[0] == 1

    asyncio.run(run())


def test_job_that_cannot_be_pickled(server: RunningServer) -> None:
    deep: Any = {}
    for _ in range(600):
        deep = {"a": deep}
    assert server.http.post("/api/replays", json=deep).status_code in (422, 503)
    assert server.http.post("/api/replays", json={}).status_code == 422


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_client_group(address: str, group: str) -> None:
    assert client_group({"client": (address, 1)}) == group

"""What must not stop a server: a database that fails for a moment, questions that cannot be sent, flags far away."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from serving import Running
from test_server_hub import a_hub, tables

from tefuda.core.errors import TefudaError
from tefuda.server.http.security import group_of
from tefuda.server.store.rows import insert_table, take_seat
from tefuda.server.tables import hub as hub_module
from tefuda.server.tables.hub import ID_USED, Hub
from tefuda.server.tables.records import CPU, HUMAN, PLAY, PLAYING, TAKEBACK, Clock, SeatRecord, TableRecord
from tefuda.server.tables.table import LOG_FULL, MOST_ENTRIES
from tefuda.server.tables.tokens import new_id


class Away:
    """Fails as often as it is told to, then is there again."""

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
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RECOVERY_SECONDS", 0.01)


async def seated(hub: Hub, *seats: SeatRecord, clock: Clock | None = None, started: int = 1) -> str:
    record = TableRecord(new_id(), "card-othello", "7", seats, 0, started=started, clock=clock)
    await hub.store.change(lambda connection: insert_table(connection, record, PLAYING))
    return record.id


def test_a_cpu_plays_although_the_database_failed(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path, cpu_beat=1) as hub:
            away = Away(hub, 2)
            live = await hub.open(await seated(hub, SeatRecord(CPU, None, 1), SeatRecord(HUMAN, "Ann")))
            assert live is not None
            for _ in range(1000):
                if live.table.number:
                    break
                await asyncio.sleep(0.02)
            assert away.times == 0
            assert live.table.entries[0].kind == PLAY

    asyncio.run(run())


def test_a_flag_falls_although_the_database_failed(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            hub.booted = 0
            Away(hub, 2)
            name = await seated(hub, SeatRecord(HUMAN, "Ann"), SeatRecord(HUMAN, "Bob"), clock=Clock(1, 0))
            live = await hub.open(name)
            assert live is not None
            for _ in range(500):
                if live.table.ended:
                    break
                await asyncio.sleep(0.02)
            assert live.table.ended == "timeout"

    asyncio.run(run())


def test_tidying_goes_on_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(hub_module, "JANITOR_SECONDS", 0.01)
        async with a_hub(tmp_path) as hub:
            times = 0

            async def tidy() -> None:
                nonlocal times
                times += 1
                raise OSError

            monkeypatch.setattr(hub, "_tidy", tidy)
            task = asyncio.ensure_future(hub.tidy())
            await asyncio.sleep(0.3)
            task.cancel()
            assert times > 1

    asyncio.run(run())


def test_a_flag_far_away_keeps_no_table_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path, live_tables=2) as hub:
            people = [SeatRecord(HUMAN, "Ann"), SeatRecord(HUMAN, "Bob")]
            for _ in range(4):
                assert await hub.open(await seated(hub, *people, clock=Clock(86_400, 0), started=hub.booted))
            assert len(hub.lives) <= 2

    asyncio.run(run())


def test_an_id_is_for_one_thing(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            (name,) = await tables(hub, 1)
            live = await hub.open(name)
            assert live is not None
            acked: list[int] = []
            await hub.act(live, PLAY, 0, "one", acked.append, 0, "place d3")
            await hub.act(live, PLAY, 0, "one", acked.append, 0, "place d3")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(live, PLAY, 0, "one", acked.append, 2, "place c4")
            with pytest.raises(TefudaError, match=ID_USED.en):
                await hub.act(live, "resign", 0, "one", acked.append)
            assert acked == [0, 0]
            live.table.entries *= MOST_ENTRIES
            for kind in (PLAY, TAKEBACK):
                with pytest.raises(TefudaError, match=LOG_FULL.en):
                    live.table.stage(kind, 1, 0)

    asyncio.run(run())


def test_sitting_down_twice_with_one_token_is_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            (name,) = await tables(hub, 1, "open")
            found = [
                await hub.store.change(lambda connection: take_seat(connection, name, None, "Bob", "digest", 1))
                for _ in range(2)
            ]
            assert found == [1, 1]

    asyncio.run(run())


def test_what_cannot_be_sent_to_a_thinker_stops_nobody(server: Running) -> None:
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
def test_a_network_counts_as_one(address: str, group: str) -> None:
    assert group_of({"client": (address, 1)}) == group

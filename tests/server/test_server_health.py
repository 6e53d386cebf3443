"""`/healthz` writes; nothing is acknowledged that is not in the database file."""

import asyncio
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from server_process import WAIT_SECONDS, RunningServer, run_server
from sqlalchemy import event, select
from test_server_hub import insert_tables, open_hub

from tefuda.core.errors import Overloaded
from tefuda.server.store import health as health_module
from tefuda.server.store.health import HEALTH_SECONDS, NOT_SAVED, HealthCheck
from tefuda.server.store.schema import META
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import PLAY


def wait_for_status(server: RunningServer, status: int) -> None:
    """Wait until `/healthz` answers with a status."""
    until = time.monotonic() + WAIT_SECONDS
    while (answer := server.http.get("/healthz")).status_code != status:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert status == 200 or answer.json()["code"] == "not_saved"


def test_removed_and_replaced_files_are_noticed(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        table, tokens = server.table()
        with server.at(table, tokens[0]) as one:
            assert one.play("place d3")["type"] == "ack"
            for file in (tmp_path / "tables.db", tmp_path / "tables.db-wal"):
                file.rename(tmp_path / "kept")
                refused = one.ask("resign")
                assert (refused["type"], refused["code"]) == ("refused", "not_saved")
                assert one.ask("describe")["type"] == "described", "the socket stays open"
                wait_for_status(server, 503)
                server.post("/api/tables", {"game": "catalyst", "seats": ["me"]}, 503)
                (tmp_path / "kept").rename(file)
                wait_for_status(server, 200)
        shutil.copy(tmp_path / "tables.db", tmp_path / "copy.db")
        (tmp_path / "copy.db").replace(tmp_path / "tables.db")
        wait_for_status(server, 503)
        assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_read_only_file(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            room = await hub.find_room(name)
            assert room is not None
            assert await hub.store.health.is_healthy()
            spoil_connections(hub, "query_only = ON")
            acknowledged: list[int] = []
            with pytest.raises(Overloaded, match=NOT_SAVED.en):
                await hub.act(room, PLAY, 0, None, acknowledge=acknowledged.append, ply=0, action="place d3")
            assert (acknowledged, room.table.number, room.table.match.ply) == ([], 0, 0)
            hub.store.health._began -= HEALTH_SECONDS
            assert not await hub.store.health.is_healthy()

    asyncio.run(run())


def test_full_disk(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            # SQLite reports a full disk when the file has to grow.
            spoil_connections(hub, "max_page_count = 1")
            large = META.insert().values(key="large", value="x" * 1_000_000)
            with pytest.raises(Overloaded, match=NOT_SAVED.en):
                await hub.store.write(lambda connection: connection.execute(large))

    asyncio.run(run())


def spoil_connections(hub: Hub, pragma: str) -> None:
    """Apply a pragma to every connection before it is used."""
    event.listen(hub.store.engine, "checkout", lambda connection, *_: connection.execute(f"PRAGMA {pragma}"))


def test_health_is_written_and_cached(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            writes = 0

            async def write(change: Any) -> None:
                nonlocal writes
                writes += 1
                await hub.store.write(change)

            check = HealthCheck(write)
            assert all(await asyncio.gather(*[check.is_healthy() for _ in range(100)]))
            assert writes == 1
            stored = await hub.store.read(
                lambda connection: connection.execute(select(META.c.value).where(META.c.key == "health")).scalar_one()
            )
            assert abs(int(stored) - time.time()) < WAIT_SECONDS
            check._began -= HEALTH_SECONDS
            assert await check.is_healthy()
            assert writes == 2

    asyncio.run(run())


def test_stuck_writer_is_unhealthy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_module, "MAX_WRITE_SECONDS", 0.05)

    async def never(_: Any) -> None:
        await asyncio.Event().wait()

    async def run() -> bool:
        return await HealthCheck(never).is_healthy()

    assert not asyncio.run(run())

"""`/healthz` writes; nothing is acknowledged that is not in the database file."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from server_process import WAIT_SECONDS, Client, Postgres, RunningServer, run_server
from sqlalchemy import event, select
from test_server_hub import insert_tables, open_hub

from tefuda.core.errors import Overloaded
from tefuda.server.config import Settings
from tefuda.server.store import health as health_module
from tefuda.server.store.database import Store, migrate
from tefuda.server.store.health import HEALTH_SECONDS, NOT_SAVED, HealthCheck, write_health
from tefuda.server.store.schema import META
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import PLAY, Entry


def wait_for_status(server: RunningServer, status: int) -> None:
    """Wait until `/healthz` answers with a status."""
    until = time.monotonic() + WAIT_SECONDS
    while (answer := server.http.get("/healthz")).status_code != status:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert status == 200 or answer.json()["code"] == "not_saved"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose files only these tests change."""
    with run_server(tmp_path_factory.mktemp("health")) as server:
        yield server


def check_not_saved(server: RunningServer, client: Client) -> None:
    """Check that an action and a table are refused, that `/healthz` notices it, and that the socket stays open."""
    began = time.monotonic()
    wait_for_status(server, 503)
    assert time.monotonic() - began < 1
    refused = client.ask("resign")
    assert (refused["type"], refused["code"]) == ("refused", "not_saved")
    assert client.ask("describe")["type"] == "described", "the socket stays open"
    server.post("/api/tables", {"game": "catalyst", "seats": ["me"]}, 503)


def test_removed_and_replaced_files_are_noticed(own_server: RunningServer) -> None:
    server, folder = own_server, own_server.folder
    table, tokens = server.table()
    with server.at(table, tokens[0]) as one:
        assert one.play("place d3")["type"] == "ack"
        for file in (folder / "tables.db", folder / "tables.db-wal"):
            for replacement in (None, folder / "copy"):
                if replacement is not None:
                    shutil.copy(file, replacement)
                file.rename(folder / "kept")
                if replacement is not None:
                    replacement.rename(file)
                check_not_saved(server, one)
                (folder / "kept").replace(file)
                wait_for_status(server, 200)
        assert one.ask("resign")["type"] == "ack"
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


@contextmanager
def remounted(path: Path) -> Iterator[None]:
    """Mount a file on itself, read-only."""
    subprocess.run(["mount", "--bind", path, path], check=True, capture_output=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", path], check=True, capture_output=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


@contextmanager
def without_permission(path: Path) -> Iterator[None]:
    """Make a file read-only. Root ignores permission bits, but not the attribute `immutable`."""
    if os.geteuid() == 0:
        subprocess.run(["chattr", "+i", path], check=True, capture_output=True)
    else:
        path.chmod(0o444)
    try:
        yield
    finally:
        if os.geteuid() == 0:
            subprocess.run(["chattr", "-i", path], check=True)
        else:
            path.chmod(0o644)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Unix permissions")
def test_read_only_file_and_mount_are_noticed(own_server: RunningServer) -> None:
    server, folder = own_server, own_server.folder
    table, tokens = server.table()
    shown = 0
    with server.at(table, tokens[0]) as one:
        for make_read_only in (without_permission, remounted):
            for name in ("tables.db", "tables.db-wal"):
                with suppress(subprocess.CalledProcessError, FileNotFoundError), make_read_only(folder / name):
                    check_not_saved(server, one)
                    shown += 1
                wait_for_status(server, 200)
        with closing(sqlite3.connect(folder / "tables.db")) as file:
            stored = file.execute('SELECT count(*) FROM entries WHERE "table" = ?', [table]).fetchone()
        assert stored == (0,), "a refused action is not in the file"
        assert one.ask("resign")["type"] == "ack"
    assert "Traceback" not in server.log.read_text(encoding="utf-8")
    if not shown:
        pytest.skip("this system allows neither `chattr` nor mounts")


def test_connection_that_became_read_only(tmp_path: Path) -> None:
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


def test_read_only_postgresql(postgres: Postgres) -> None:
    """For example after a failover, when the address leads to a standby."""
    url = Settings(database_url=postgres.new_database()).database
    migrate(url)
    store = Store(url)

    async def run() -> None:
        assert await store.health.is_healthy()
        event.listen(store.engine, "begin", lambda connection: connection.exec_driver_sql("SET TRANSACTION READ ONLY"))
        with pytest.raises(Overloaded, match=NOT_SAVED.en):
            await store.write(write_health)
        with pytest.raises(Overloaded, match=NOT_SAVED.en):
            await store.append("a" * 16, Entry(0, PLAY, 0, "place d3", 1, 1, 5))
        store.health._began -= HEALTH_SECONDS
        assert not await store.health.is_healthy()

    try:
        asyncio.run(run())
    finally:
        store.close()


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

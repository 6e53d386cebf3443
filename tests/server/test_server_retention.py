"""Retention: expired tables are deleted in batches, all others are kept, and nothing that is used is deleted."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select
from test_server_hub import FakeViewer, insert_tables, open_hub
from test_server_store import entry, with_store

from tefuda.core.errors import NotFound
from tefuda.server.store import retention as retention_module
from tefuda.server.store.database import Store
from tefuda.server.store.retention import (
    DAY_MS,
    Retention,
    delete_expired_tables,
    delete_tables,
    run_retention,
    scan_tables,
)
from tefuda.server.store.rows import insert_table, list_tables_by_id, mark_awake, oldest_waiting_table
from tefuda.server.store.schema import ENTRIES, SEATS, TABLES
from tefuda.server.store.statistics import database_statistics
from tefuda.server.tables.records import ENDED, HUMAN, OPEN, PLAYING, SeatRecord, TableRecord

NOW = 1000 * DAY_MS
RETENTION = Retention(finished=100, abandoned=30, practice=10)
SEATS_OF_TWO = (SeatRecord(HUMAN, "Ann", None, "a"), SeatRecord(HUMAN, "Bob", None, "b"))


def table(name: str, age: float, **more: Any) -> TableRecord:
    """Return a table that was created `age` days ago."""
    created = NOW - int(age * DAY_MS)
    return TableRecord(name, "card-othello", "7", SEATS_OF_TWO, created, **{"started": created, **more})


async def insert(store: Store, record: TableRecord, status: str) -> None:
    await store.write(lambda connection: insert_table(connection, record, status))


async def table_names(store: Store) -> set[str]:
    return set(await store.read(lambda connection: connection.execute(select(TABLES.c.id)).scalars().all()))


def test_expired_tables_are_deleted_by_kind(database: str) -> None:
    async def work(store: Store) -> None:
        await insert(store, table("finished", 101), ENDED)
        await insert(store, table("recent", 99), ENDED)
        await insert(store, table("abandoned", 31), PLAYING)
        await insert(store, table("playing", 29), PLAYING)
        await insert(store, table("waiting", 31, started=None), OPEN)
        await insert(store, table("practised", 11, practice=True), PLAYING)
        await insert(store, table("practice-over", 11, practice=True), ENDED)
        await insert(store, table("practising", 9, practice=True), ENDED)
        # Last activity counts, not the creation: an entry, a start, a waiting player.
        await insert(store, table("played", 500), PLAYING)
        assert await store.append("played", replace(entry(0), at=NOW - 29 * DAY_MS))
        await insert(store, table("started", 500, started=NOW - DAY_MS), PLAYING)
        await insert(store, table("present", 500, started=None), OPEN)
        await store.write(lambda connection: mark_awake(connection, ["present"], NOW - DAY_MS))
        await store.append("finished", entry(0))

        found = await store.read(lambda connection: database_statistics(connection, RETENTION, NOW))
        assert found["expired"] == {"finished": 1, "abandoned": 2, "practice": 2}
        assert (found["tables"], found["practice"], found["entries"], found["seats"]) == (11, 3, 2, 22)
        assert found["status"] == {"open": 2, "over": 4, "playing": 5}
        assert found["games"] == {"card-othello": 11}
        assert found["bytes"] > 0
        assert found["oldest"] == NOW - 500 * DAY_MS

        assert await delete_expired_tables(store, RETENTION, NOW) == 5
        kept = {"recent", "playing", "practising", "played", "started", "present"}
        assert await table_names(store) == kept
        assert await store.load("finished") is None
        for rows in (SEATS, ENTRIES):
            query = select(rows.c.table).distinct()
            assert set(await store.read(lambda one, query=query: one.execute(query).scalars().all())) <= kept  # type: ignore[misc]
        assert await delete_expired_tables(store, RETENTION, NOW) == 0

    with_store(database, work)


def test_zero_keeps_tables_forever(database: str) -> None:
    async def work(store: Store) -> None:
        for name, status in (("finished", ENDED), ("abandoned", PLAYING)):
            await insert(store, table(name, 900), status)
        assert await delete_expired_tables(store, Retention(0, 0, 0), NOW) == 0
        assert await delete_expired_tables(store, Retention(0, 30, 0), NOW) == 1
        assert await table_names(store) == {"finished"}

    with_store(database, work)


def test_batches_cover_all_tables(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the same millisecond are not skipped between two queries."""
    monkeypatch.setattr(retention_module, "SCAN_ROWS", 3)
    monkeypatch.setattr(retention_module, "DELETE_TABLES", 2)

    async def work(store: Store) -> None:
        for number in range(10):
            await insert(store, table(f"old{number}", 200), ENDED)
            await insert(store, table(f"running{number}", 20), PLAYING)
        assert await delete_expired_tables(store, RETENTION, NOW, in_use={"old4"}) == 9
        assert await table_names(store) == {"old4", *[f"running{number}" for number in range(10)]}

    with_store(database, work)


def test_activity_before_deletion_keeps_table(database: str) -> None:
    """A table that was used between the scan and the deletion is kept."""

    async def work(store: Store) -> None:
        await insert(store, table("one", 200), ENDED)
        await store.append("one", replace(entry(0), at=NOW))
        assert await store.write(lambda connection: delete_tables(connection, ["one", "two"], RETENTION, NOW)) == []
        assert await table_names(store) == {"one"}

    with_store(database, work)


def test_server_deletes_expired_tables_but_not_loaded_ones(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            names = await insert_tables(hub, 3)
            room = await hub.find_room(names[0])
            assert room is not None
            task = asyncio.ensure_future(run_retention(hub.store, RETENTION, hub.rooms))
            count = select(func.count()).select_from(TABLES)
            while await hub.store.read(lambda one: one.execute(count).scalar_one()) > 1:
                await asyncio.sleep(0.01)
            task.cancel()
            left = await hub.store.read(lambda one: list_tables_by_id(one, names))
            assert [table.record.id for table in left] == [names[0]]

    asyncio.run(run())


def test_action_at_deleted_table_is_refused(tmp_path: Path) -> None:
    """A table that disappears while it is open: the action is refused and the viewers are disconnected."""

    async def run() -> None:
        async with open_hub(tmp_path) as hub:
            (name,) = await insert_tables(hub, 1)
            room = await hub.find_room(name)
            assert room is not None
            viewer = FakeViewer()
            hub.presence.join(room, viewer)
            await hub.store.write(lambda connection: delete_tables(connection, [name], RETENTION, NOW))
            with pytest.raises(NotFound, match="Table not found"):
                await hub.act(room, "play", 0, "0 a", acknowledge=lambda _: None, ply=0, action="place d3")
            assert viewer.closed_with == "cancelled"
            assert name not in hub.rooms

    asyncio.run(run())


def test_queries_use_indexes(tmp_path: Path) -> None:
    """A seat token and a waiting quick match are found without reading all tables."""

    async def work(store: Store) -> None:
        plans: list[str] = []

        def collect(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
            if statement.startswith("SELECT"):
                rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(row[3] for row in rows)

        await insert(store, table("one", 1, started=None, quick=True), OPEN)
        await store.write(lambda connection: mark_awake(connection, ["one"], NOW - DAY_MS))
        event.listen(store.engine, "before_cursor_execute", collect)
        found = await store.read(lambda connection: oldest_waiting_table(connection, "card-othello", NOW - DAY_MS))
        assert found == "one"
        assert any("tables_waiting" in plan for plan in plans), plans
        plans.clear()
        await store.read(lambda one: one.execute(select(SEATS.c.table).where(SEATS.c.token == "a")).all())
        assert any("seats_token" in plan for plan in plans), plans
        plans.clear()
        await store.read(lambda connection: scan_tables(connection, (0, ""), NOW))
        assert any("tables_created" in plan for plan in plans), plans
        assert not any(plan.startswith("SCAN") and "INDEX" not in plan for plan in plans), plans

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", work)

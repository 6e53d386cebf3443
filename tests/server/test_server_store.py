"""The database: committed changes are stored, and a failed change affects no other."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from tefuda.core.errors import InvalidInput
from tefuda.server.config import Settings
from tefuda.server.store.database import Store, make_engine, migrate, server_secret
from tefuda.server.store.rows import insert_table, read_table, take_seat
from tefuda.server.store.schema import METADATA
from tefuda.server.tables.records import HUMAN, OPEN, PLAYING, Clock, Entry, SeatRecord, TableRecord


def table(name: str) -> TableRecord:
    seats = (SeatRecord(HUMAN, "アン", None, "digest"), SeatRecord(OPEN))
    return TableRecord(
        name, "card-othello", "7", seats, 5, {"cards": "off"}, {"x": [1]}, True, True, clock=Clock(1, 2), puzzle="p"
    )


def entry(number: int, client: str | None = None) -> Entry:
    return Entry(number, "play", 0, "place d3", number + 1, 1, 17, 3, client)


def address(database: str) -> str:
    return Settings(database_url=database).database


def with_store(database: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    migrate(address(database))
    store = Store(address(database))

    async def run() -> Any:
        return await work(store)

    try:
        return asyncio.run(run())
    finally:
        store.close()


def test_migrations_match_schema(database: str) -> None:
    migrate(address(database))
    migrate(address(database))
    engine = make_engine(address(database))
    made = inspect(engine)
    for name, expected in METADATA.tables.items():
        assert {column["name"] for column in made.get_columns(name)} == {column.name for column in expected.columns}
        for column in made.get_columns(name):
            assert column["nullable"] == bool(expected.columns[column["name"]].nullable)
        assert made.get_pk_constraint(name)["constrained_columns"] == [column.name for column in expected.primary_key]
        indexes = {index["name"] for index in made.get_indexes(name) if not index.get("duplicates_constraint")}
        assert indexes == {index.name for index in expected.indexes}
    assert made.get_unique_constraints("entries") == []
    engine.dispose()


def test_write_and_read_back(database: str) -> None:
    stored = table("one")

    async def work(store: Store) -> None:
        await store.write(lambda connection: insert_table(connection, stored, PLAYING))
        assert await store.append("one", entry(0, "0 a"))
        assert await store.append("one", entry(1))
        loaded = await store.load("one")
        assert loaded is not None
        assert loaded.record == stored
        assert loaded.entries == [entry(0, "0 a"), entry(1)]
        later = await store.load("one", 1)
        assert later is not None
        assert later.entries == [entry(1)]
        assert await store.load("two") is None

    with_store(database, work)


def test_conflicts_in_batch_fail_alone(database: str) -> None:
    done: list[str] = []

    async def work(store: Store) -> None:
        for name in ("one", "two"):
            made = table(name)
            await store.write(lambda connection, made=made: insert_table(connection, made, PLAYING))  # type: ignore[misc]
        assert await store.append("one", entry(0, "0 first"))
        ben = SeatRecord(HUMAN, "Ben", None, "x")

        def fail(connection: Connection) -> None:
            insert_table(connection, table("three"), PLAYING)
            raise ValueError("rollback")

        results = await asyncio.gather(
            store.append("one", entry(0, "0 other"), lambda _: done.append("number taken")),
            store.append("one", entry(1, "0 second"), lambda _: done.append("fresh")),
            store.append("two", entry(0, "0 first"), lambda _: done.append("another table")),
            store.append("two", entry(1), lambda _: done.append("without an id")),
            store.append("two", entry(1), lambda _: done.append("without an id, again")),
            store.write(fail),
            store.write(lambda connection: take_seat(connection, "two", ben, None)),
            return_exceptions=True,
        )
        assert results[:4] == [False, True, True, True]
        assert results[4] is False
        assert isinstance(results[5], ValueError)
        assert results[6] == 1
        assert done == ["fresh", "another table", "without an id"]
        assert await store.read(lambda connection: read_table(connection, "three")) is None
        two = await store.read(lambda connection: read_table(connection, "two"))
        assert two is not None
        assert two.seats[1] == ben

    with_store(database, work)


def test_many_concurrent_writes(database: str) -> None:
    async def work(store: Store) -> None:
        names = [f"table{number}" for number in range(20)]
        for name in names:
            made = table(name)
            await store.write(lambda connection, made=made: insert_table(connection, made, PLAYING))  # type: ignore[misc]

        async def play(name: str) -> None:
            for number in range(20):
                assert await store.append(name, entry(number, f"0 {number}"))

        await asyncio.gather(*[play(name) for name in names])
        for name in names:
            loaded = await store.load(name)
            assert loaded is not None
            assert [one.number for one in loaded.entries] == list(range(20))

    with_store(database, work)


def test_failed_change_raises_error(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(lambda connection: insert_table(connection, table("one"), PLAYING))
        for number in range(5):
            # Both are in one batch. The valid one succeeds.
            good, bad = await asyncio.gather(
                store.append("one", entry(number)), store.append("nowhere", entry(0)), return_exceptions=True
            )
            assert good is True
            assert "foreign key" in str(bad).lower()

    with_store(database, work)


def test_secret_is_created_once(database: str) -> None:
    migrate(address(database))
    found = set()
    for _ in range(3):
        engine = make_engine(address(database))
        with engine.begin() as connection:
            found.add(server_secret(connection))
        engine.dispose()
    assert len(found) == 1
    assert len(found.pop()) == 32


@pytest.mark.parametrize("url", ["nonsense://x", "oracle://x/y", "postgresql://nobody@127.0.0.1:1/x"])
def test_unusable_database_is_an_error(url: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        migrate(address(url))
    assert "データベース" in failure.value.text("ja")

"""Tables in memory: loaded once, dropped when nobody needs them, and the same when they come back."""

import asyncio
import contextlib
import webbrowser
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from serving import Running
from sqlalchemy import select

from tefuda.cli.commands import serve
from tefuda.core.errors import Overloaded
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.store.database import migrate
from tefuda.server.store.rows import insert_table
from tefuda.server.store.schema import TABLES
from tefuda.server.tables import hub as hub_module
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import HUMAN, OPEN, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.tokens import new_id


class Looker:
    """Somebody at a table who writes down what is said."""

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)


@contextlib.asynccontextmanager
async def a_hub(folder: Path, **settings: int) -> AsyncIterator[Hub]:
    database = f"sqlite:///{folder / 'tables.db'}"
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1, **settings))  # type: ignore[arg-type]
    try:
        yield server.hub
    finally:
        await server.hub.close()
        server.pool.close()
        server.store.close()


async def tables(hub: Hub, count: int, kind: str = HUMAN) -> list[str]:
    """New tables of two, the second seat being of some kind."""
    names = []
    status = OPEN if kind == OPEN else PLAYING
    for _ in range(count):
        seats = (SeatRecord(HUMAN, "Ann"), SeatRecord(kind))
        record = TableRecord(new_id(), "card-othello", "7", seats, 0, started=None if kind == OPEN else 1)
        await hub.store.change(lambda connection, made=record: insert_table(connection, made, status))  # type: ignore[misc]
        names.append(record.id)
    return names


def test_a_table_is_loaded_once_however_many_ask(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            (name,) = await tables(hub, 1)
            found = await asyncio.gather(*[hub.open(name) for _ in range(20)])
            assert len({id(live) for live in found}) == 1
            assert await hub.open("nonsense") is None
            assert await hub.open("A" * 16) is None

    asyncio.run(run())


def test_where_memory_is_short_what_nobody_needs_goes_first(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path, live_tables=3) as hub:
            names = await tables(hub, 5)
            first = await hub.open(names[0])
            assert first is not None
            hub.company.join(first, Looker())
            await hub.act(first, "play", 0, "0 a", lambda _: None, 0, "place d3")
            for name in names[1:]:
                assert await hub.open(name) is not None
                assert len(hub.lives) <= 3
            assert hub.lives[names[0]] is first
            for name in names[2:4]:
                live = await hub.open(name)
                assert live is not None
                hub.company.join(live, Looker())
            with pytest.raises(Overloaded):
                await hub.open(names[1])
            for viewer in list(first.viewers):
                hub.company.leave(first, viewer)
            assert await hub.open(names[1]) is not None
            assert names[0] not in hub.lives
            for live in hub.lives.values():
                live.viewers.clear()
            again = await hub.open(names[0])
            assert again is not None
            assert again is not first
            assert again.table.described() == first.table.described()

    asyncio.run(run())


def test_tidying_drops_idle_tables_and_notes_where_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "JANITOR_SECONDS", 0.01)
    monkeypatch.setattr(hub_module, "IDLE_SECONDS", 0)

    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            (idle,), (waited_at,) = await tables(hub, 1), await tables(hub, 1, OPEN)
            await hub.open(idle)
            live = await hub.open(waited_at)
            assert live is not None
            hub.company.join(live, Looker())
            tidying = asyncio.ensure_future(hub.tidy())
            awake = select(TABLES.c.awake).where(TABLES.c.id == waited_at)
            for _ in range(500):
                await asyncio.sleep(0.01)
                if idle not in hub.lives and await hub.store.read(lambda one: one.execute(awake).scalar_one()) > 0:
                    break
            tidying.cancel()
            assert idle not in hub.lives
            assert waited_at in hub.lives
            assert await hub.store.read(lambda one: one.execute(awake).scalar_one()) > 0

    asyncio.run(run())


def test_a_database_that_fails_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            (name,) = await tables(hub, 1)
            live = await hub.open(name)
            assert live is not None
            looker = Looker()
            hub.company.join(live, looker)
            before = live.table.described()
            acknowledged: list[int] = []

            async def fail(*_: object) -> bool:
                raise OSError("the disk is full")

            with monkeypatch.context() as patched:
                patched.setattr(hub.store, "append", fail)
                with pytest.raises(OSError, match="full"):
                    await hub.act(live, "play", 0, "0 a", acknowledged.append, 0, "place d3")
            assert live.table.described() == before
            assert acknowledged == []
            assert looker.heard == []
            await hub.act(live, "play", 0, "0 a", acknowledged.append, 0, "place d3")
            assert acknowledged == [0]

    asyncio.run(run())


def test_the_browser_is_opened_when_there_is_something_to_see(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    serve._open_browser(f"http://127.0.0.1:{server.port}")
    assert opened == [f"http://127.0.0.1:{server.port}"]

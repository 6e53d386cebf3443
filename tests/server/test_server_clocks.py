"""Clocks of players: changes of the system's clock and restarts of the server give and take no time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from server_process import Postgres
from test_server_store import address

from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.store.database import migrate
from tefuda.server.store.rows import insert_table
from tefuda.server.store.uptime import report_alive
from tefuda.server.tables import server_clock
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import HUMAN, PLAYING, Clock, SeatRecord, TableRecord

TABLE = "table-with-clock"
HOUR = 3_600_000


class Machine:
    """A machine whose clocks stand until they are moved."""

    def __init__(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database = database
        self.wall = 1_000_000_000_000
        self.monotonic = 50_000
        monkeypatch.setattr(server_clock, "milliseconds", lambda: self.wall)
        monkeypatch.setattr(server_clock, "monotonic_milliseconds", lambda: self.monotonic)
        migrate(address(database))

    def wait(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.monotonic += milliseconds

    def reboot(self, milliseconds: int) -> None:
        """Switch the machine off and on again."""
        self.wall += milliseconds
        self.monotonic = 1000

    def serve(self, work: Callable[[Hub], Awaitable[Any]], crash: bool = False) -> Any:
        """Run a server; it stops at the end, or crashes."""
        server = Server(Settings(database_url=self.database, cpu_processes=1))

        async def run() -> Any:
            try:
                return await work(server.hub)
            finally:
                if crash:
                    server.hub.clock.stop = do_nothing  # type: ignore[method-assign]
                await server.hub.close()

        try:
            return asyncio.run(run())
        finally:
            server.pool.close()
            server.store.close()


async def do_nothing() -> None:
    pass


@pytest.fixture
def machine(database: str, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(database, monkeypatch)


async def open_table(hub: Hub) -> None:
    seats = (SeatRecord(HUMAN, "Ann"), SeatRecord(HUMAN, "Bob"))
    record = TableRecord(TABLE, "card-othello", "7", seats, 0, started=hub.clock.now(), clock=Clock(600, 0))
    await hub.store.write(lambda connection: insert_table(connection, record, PLAYING))


async def time_left(hub: Hub) -> list[int]:
    room = await hub.find_room(TABLE)
    assert room is not None
    left: list[int] = (room.table.clock(hub.clock.now()) or {})["left"]
    return left


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_wall_clock_jump_changes_no_time(machine: Machine, jump: int) -> None:
    async def work(hub: Hub) -> None:
        await open_table(hub)
        machine.wait(10_000)
        machine.wall += jump
        assert await time_left(hub) == [590_000, 600_000]
        room = await hub.find_room(TABLE)
        assert room is not None
        await hub.act(room, "play", 0, "0 a", acknowledge=lambda _: None, ply=0, action="place d3")
        machine.wait(5000)
        machine.wall -= 2 * jump
        assert await time_left(hub) == [590_000, 595_000]

    machine.serve(work)


@pytest.mark.parametrize("jump", [-HOUR, 0, HOUR])
def test_restart_refunds_downtime_only(machine: Machine, jump: int) -> None:
    """The thinking time before two restarts counts, even if the system's clock is set while the machine is off."""

    async def think(hub: Hub) -> list[int]:
        machine.wait(20_000)
        return await time_left(hub)

    async def begin(hub: Hub) -> list[int]:
        await open_table(hub)
        return await think(hub)

    assert machine.serve(begin) == [580_000, 600_000]
    machine.reboot(30_000 + jump)
    assert machine.serve(think) == [560_000, 600_000]
    machine.reboot(40_000)
    assert machine.serve(think) == [540_000, 600_000]


def test_crash_refunds_time_since_last_report(machine: Machine) -> None:
    async def begin(hub: Hub) -> None:
        await open_table(hub)
        machine.wait(20_000)
        await hub.store.write(lambda one: report_alive(one, hub.store.worker, hub.clock.now()))
        machine.wait(4000)

    machine.serve(begin, crash=True)
    machine.reboot(60_000)
    assert machine.serve(time_left) == [580_000, 600_000]


def test_database_without_reports_refunds_everything(machine: Machine) -> None:
    """Tables of an earlier version: it is unknown when that server stopped."""

    async def begin(hub: Hub) -> None:
        await open_table(hub)
        machine.wait(20_000)
        await hub.store.write(lambda one: one.exec_driver_sql("DELETE FROM meta WHERE key != 'secret'"))

    machine.serve(begin, crash=True)
    machine.wait(HOUR)
    assert machine.serve(time_left) == [600_000, 600_000]


def test_second_worker_is_no_restart(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks run on while a worker starts beside another one."""
    machine = Machine(postgres.new_database(), monkeypatch)

    async def first(hub: Hub) -> None:
        await open_table(hub)
        machine.wait(20_000)
        await hub.store.write(lambda one: report_alive(one, hub.store.worker, hub.clock.now()))
        machine.wait(3000)

    machine.serve(first, crash=True)
    assert machine.serve(time_left) == [577_000, 600_000]

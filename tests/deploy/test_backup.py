"""The backup and restore drill of docs/hosting.md: a backup of a running server continues as another server."""

import asyncio
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from server_process import Postgres, postgres_programs

from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.store.database import migrate
from tefuda.server.store.rows import insert_table
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import HUMAN, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.tokens import new_id, token_digest

SEATS = (SeatRecord(HUMAN, "Ann", None, token_digest("ann")), SeatRecord(HUMAN, "ベン", None, token_digest("ben")))
PLAYS = 12


class Drill:
    """A server that is backed up while it is used, and the server that continues with the backup."""

    def __init__(self, database: str, back_up: Callable[[], str]) -> None:
        self.database = database
        self.back_up = back_up
        self.acknowledged: list[tuple[str, int]] = []

    def run(self) -> None:
        self._serve(self.database, self._play_and_back_up)
        self._serve(self.restored, self._continue)

    def _serve(self, database: str, work: Callable[[Hub], Awaitable[None]]) -> None:
        migrate(Settings(database_url=database).database)
        server = Server(Settings(database_url=database, cpu_processes=1))

        async def run() -> None:
            try:
                await work(server.hub)
            finally:
                await server.hub.close()

        try:
            asyncio.run(run())
        finally:
            server.pool.close()
            server.store.close()

    async def _play_and_back_up(self, hub: Hub) -> None:
        """Play, and make and restore a backup while the players go on."""
        first, second = new_id(), new_id()
        for name in (first, second):
            record = TableRecord(name, "card-othello", "7", SEATS, 5, {"cards": "off"}, started=5)
            await hub.store.write(lambda connection, made=record: insert_table(connection, made, PLAYING))  # type: ignore[misc]
        for _ in range(PLAYS):
            await self._play(hub, first)
        before = list(self.acknowledged)
        playing = asyncio.ensure_future(self._play_on(hub, second))
        self.restored = await asyncio.to_thread(self.back_up)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        self.secret = hub.secret
        # Only the actions before the backup are guaranteed to be in it.
        self.acknowledged = before
        self.names = (first, second)

    async def _play_on(self, hub: Hub, name: str) -> None:
        while await self._play(hub, name):
            pass

    async def _play(self, hub: Hub, name: str) -> bool:
        """Play the first legal action; return False at the end of the game."""
        room = await hub.find_room(name)
        assert room is not None
        turn, ply = room.table.turn, room.table.match.ply
        if turn is None:
            return False
        await hub.act(
            room,
            "play",
            turn,
            f"{turn} {ply}",
            acknowledge=lambda number: self.acknowledged.append((name, number)),
            ply=ply,
            action=room.table.match.legal(turn)[0],
        )
        return True

    async def _continue(self, hub: Hub) -> None:
        """Check the restored tables and play on."""
        assert hub.secret == self.secret, "the daily deals stay the same"
        rooms = {name: await hub.find_room(name) for name in self.names}
        for name, number in self.acknowledged:
            room = rooms[name]
            assert room is not None
            assert room.table.entries[number].number == number
        for name in self.names:
            room = rooms[name]
            assert room is not None
            assert room.table.record.seats == SEATS, "players keep their seats"
            number = room.table.number
            if await self._play(hub, name):
                assert room.table.number == number + 1
        room = rooms[self.names[0]]
        assert room is not None
        assert room.table.number == PLAYS + 1


def test_sqlite_drill(tmp_path: Path) -> None:
    used, backup = tmp_path / "tables.db", tmp_path / "backup.db"

    def back_up() -> str:
        """`sqlite3 tables.db ".backup backup.db"`."""
        with closing(sqlite3.connect(used)) as source, closing(sqlite3.connect(backup)) as target:
            source.backup(target, pages=8)
            assert target.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return str(backup)

    Drill(str(used), back_up).run()


def test_postgresql_drill(postgres: Postgres, tmp_path: Path) -> None:
    programs = postgres_programs()
    if not (programs / "pg_dump").exists():
        pytest.skip("pg_dump is not installed")
    database, restored, dump = postgres.new_database(), postgres.new_database(), tmp_path / "backup.dump"

    def back_up() -> str:
        for command in (
            ["pg_dump", "--format=custom", f"--file={dump}", database],
            ["pg_restore", "--no-owner", f"--dbname={restored}", str(dump)],
        ):
            subprocess.run([str(programs / command[0]), *command[1:]], check=True, timeout=120)
        return restored

    Drill(database, back_up).run()

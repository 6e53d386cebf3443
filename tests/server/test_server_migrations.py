"""Migrations from the first schema: old tables, seats and logs are used as before.

The statements are written out, since the schema of the current version changes.
"""

import asyncio
import json

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from test_server_store import address

from tefuda.core.replay import record as record_replay
from tefuda.core.replay import verify
from tefuda.core.source import Source
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.store.database import MIGRATIONS, make_engine, migrate
from tefuda.server.store.rows import list_public_tables
from tefuda.server.tables.create_table import load_revealed_table
from tefuda.server.tables.records import ENDED, PLAYING

RUNNING, OVER, WAITING = "running-table-01", "finished-table-1", "waiting-table-01"
TABLE = text(
    "INSERT INTO tables (id, game, options, seed, practice, public, quick, clock, created, started, first, awake,"
    " status, result, ended) VALUES (:id, 'card-othello', :options, '7', false, true, false, :clock, 5, :started, 0, 5,"
    " :status, :result, :ended)"
)
SEAT = text('INSERT INTO seats ("table", seat, kind, name, token) VALUES (:table, :seat, :kind, :name, :token)')
ENTRY = text(
    'INSERT INTO entries ("table", number, kind, seat, action, ply, turn, at, spent, client)'
    " VALUES (:table, :number, :kind, :seat, :action, :ply, :turn, 9, :spent, :client)"
)


def upgrade(database: str, revision: str) -> None:
    engine = make_engine(address(database))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def insert_old_data(connection: Connection) -> None:
    """Insert a running game with a clock, a finished game and an open table as the first version wrote them."""
    clock = json.dumps({"initial": 600, "increment": 5})
    options = json.dumps({"cards": "off"})
    for name, status in ((RUNNING, "playing"), (OVER, "over"), (WAITING, "open")):
        over = status == "over"
        connection.execute(
            TABLE,
            {
                "id": name,
                "options": options,
                "clock": clock if status == "playing" else None,
                "started": None if status == "open" else 6,
                "status": status,
                "result": json.dumps([0.0, 1.0]) if over else None,
                "ended": "resign" if over else None,
            },
        )
        for seat, player in enumerate(("Ann", "ベン")):
            kind = "open" if status == "open" and seat else "human"
            token = None if kind == "open" else f"{name} {seat}"
            shown = None if kind == "open" else player
            connection.execute(SEAT, {"table": name, "seat": seat, "kind": kind, "name": shown, "token": token})
    play = {"table": RUNNING, "number": 0, "kind": "play", "seat": 0, "action": "place d3", "ply": 1, "turn": 1}
    connection.execute(ENTRY, {**play, "spent": 4000, "client": "0 first-request"})
    connection.execute(ENTRY, {**play, "table": OVER, "spent": 0, "client": None})
    resign = {"table": OVER, "number": 1, "kind": "resign", "seat": 0, "action": None, "ply": 1, "turn": None}
    connection.execute(ENTRY, {**resign, "spent": 0, "client": None})
    connection.execute(text("INSERT INTO meta (key, value) VALUES ('secret', :value)"), {"value": "ab" * 32})


@pytest.fixture
def old_database(database: str) -> str:
    """A database of the first version with data."""
    upgrade(database, "0001")
    engine = make_engine(address(database))
    with engine.begin() as connection:
        insert_old_data(connection)
    engine.dispose()
    return database


def test_old_games_continue(old_database: str) -> None:
    migrate(address(old_database))
    server = Server(Settings(database_url=old_database, cpu_processes=1))

    async def run() -> None:
        hub = server.hub
        assert hub.secret == bytes.fromhex("ab" * 32)
        room = await hub.find_room(RUNNING)
        assert room is not None
        table = room.table
        assert (table.status, table.turn, table.number) == (PLAYING, 1, 1)
        assert [seat.name for seat in table.record.seats] == ["Ann", "ベン"]
        assert table.time_left(0, 0) == (600 + 5) * 1000 - 4000
        acknowledged: list[int] = []
        # A request that was acknowledged before the update is not carried out twice.
        await hub.act(room, "play", 0, "0 first-request", acknowledge=acknowledged.append, ply=0, action="place d3")
        action = table.match.legal(1)[0]
        await hub.act(room, "play", 1, "1 later", acknowledge=acknowledged.append, ply=1, action=action)
        assert acknowledged == [0, 1]

        finished = await load_revealed_table(hub, OVER)
        assert (finished.status, finished.ended, finished.result) == (ENDED, "resign", [0.0, 1.0])
        assert verify(Source("replay", record_replay(finished.match), None)).kind == "EXACT"
        waiting = await hub.find_room(WAITING)
        assert waiting is not None
        assert waiting.table.waiting
        listed = await hub.store.read(lambda one: list_public_tables(one, None, "open", 6, 10))
        assert [table.record.id for table in listed] == [WAITING]
        await hub.close()

    try:
        asyncio.run(run())
    finally:
        server.pool.close()
        server.store.close()


def test_every_step_can_be_migrated(old_database: str) -> None:
    """Each version's database can be migrated, and a second migration changes nothing."""
    for revision in ("0002", "0003", "0004", "0005", "0006", "head"):
        upgrade(old_database, revision)
        upgrade(old_database, revision)
    engine = make_engine(address(old_database))
    with engine.connect() as connection:
        counts = [connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() for name in ("tables", "entries")]
    engine.dispose()
    assert counts == [3, 3]

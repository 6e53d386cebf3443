"""Costs of many stored tables: bytes of a table, a quick match and a retention batch beside old tables.

    python benchmarks/stored_tables.py [--tables 300000] [--games 100] [--database postgresql://...]

The first part plays games with the heuristic players and stores them as the server does, in SQLite files or in a given
empty database. The second part fills a SQLite database with old tables and measures how long the writer is busy, with
and without the indexes of the schema.
"""

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine

import tefuda
from tefuda.core.random import xoshiro
from tefuda.players.names import make_player
from tefuda.server.config import Settings
from tefuda.server.store.database import Store, make_engine, migrate
from tefuda.server.store.retention import BEGINNING, DAY_MS, DELETE_TABLES, Retention, delete_tables, scan_tables
from tefuda.server.store.rows import insert_table, oldest_waiting_table
from tefuda.server.store.schema import SEATS, TABLES
from tefuda.server.store.statistics import database_bytes
from tefuda.server.tables.entry_effects import database_effect
from tefuda.server.tables.records import ENDED, HUMAN, PLAY, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.table import Table
from tefuda.server.tables.tokens import milliseconds, new_id, new_seed, new_token, token_digest

PLAYERS: Final = {"card-othello": "cpu-1", "catalyst": "pairing", "linkavel": "heuristic", "solitaire-tcg": "greedy"}
INDEXES: Final = ("seats_token", "tables_waiting", "tables_created")
REPEATS: Final = 20


def stored_bytes(database: str) -> int:
    """Return the size of a database."""
    engine = make_engine(database)
    with engine.connect() as connection:
        size = database_bytes(connection)
    engine.dispose()
    return size


async def play_games(store: Store, game_id: str, games: int) -> int:
    """Play and store games; return the number of their entries."""
    game = tefuda.game(game_id)
    entries = 0
    for seed in range(games):
        seats = tuple(SeatRecord(HUMAN, "Player", None, token_digest(new_token())) for _ in range(game.seats))
        now = milliseconds()
        record = TableRecord(new_id(), game_id, new_seed(), seats, now, started=now)
        await store.write(lambda connection, made=record: insert_table(connection, made, PLAYING))  # type: ignore[misc]
        table = Table(record, game)
        match, player = table.match, make_player(game, PLAYERS[game_id], xoshiro(seed, 1))
        while not match.over:
            notation = game.format(match.state(), player.choose(match.seat_of(match.seat)))
            client = f"{match.seat} {secrets.token_hex(8)}"
            entry = table.stage(PLAY, match.seat, now, client=client, ply=match.ply, action=notation)
            await store.append(record.id, entry, database_effect(table, entry, None))
            table.confirm(entry)
        entries += table.number
    return entries


def measure_sizes(folder: Path, games: int, given: str) -> None:
    """Print the bytes of a finished game in the database."""
    print(f"{'game':15}{'entries a game':>16}{'bytes a game':>14}{'bytes an entry':>16}")
    for game_id in PLAYERS:
        database = Settings(database_url=given or str(folder / f"{game_id}.db")).database
        migrate(database)
        before = stored_bytes(database)
        store = Store(database)
        entries = asyncio.run(play_games(store, game_id, games))
        store.close()
        used = stored_bytes(database) - before
        print(f"{game_id:15}{entries / games:16.1f}{used / games:14.0f}{used / entries:16.0f}")


def fill(engine: Engine, tables: int, entries_each: int) -> None:
    """Insert finished tables with two seats and a log, one second apart."""
    first = milliseconds() - 400 * DAY_MS
    row = {"game": "linkavel", "options": {}, "seed": "7", "practice": False, "public": True, "quick": True}
    row |= {"first": 0, "status": ENDED, "ended": "play", "result": [1.0, 0.0]}
    for start in range(0, tables, 10_000):
        numbers = range(start, min(start + 10_000, tables))
        made = [(new_id(), first + 1000 * number) for number in numbers]
        with engine.begin() as connection:
            connection.execute(
                TABLES.insert(),
                [{**row, "id": name, "created": at, "started": at, "awake": at} for name, at in made],
            )
            seats = [(name, seat) for name, _ in made for seat in (0, 1)]
            connection.execute(
                SEATS.insert(),
                [{"table": name, "seat": seat, "kind": HUMAN, "token": secrets.token_hex(32)} for name, seat in seats],
            )
            entries = [(name, number, at) for name, at in made for number in range(entries_each)]
            connection.exec_driver_sql(
                "INSERT INTO entries VALUES (?, ?, 'play', 0, 'place d3', ?, 1, ?, 0, ?)",
                [(name, number, number + 1, at, f"0 {number:016}") for name, number, at in entries],
            )


def median_ms(engine: Engine, work: Callable[[Connection], Any]) -> float:
    """Return the median time of a write transaction in milliseconds."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        with engine.begin() as connection:
            work(connection)
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def find_match(connection: Connection) -> None:
    """Look for a quick match as the server does: first a repeated request, then a waiting table."""
    connection.execute(SEATS.select().where(SEATS.c.token == secrets.token_hex(32))).first()
    oldest_waiting_table(connection, "linkavel", milliseconds())


def delete_batches(engine: Engine) -> float:
    """Return the median time of a transaction that deletes a batch of expired tables, in milliseconds."""
    now = milliseconds()
    with engine.connect() as connection:
        names = [row.id for row in scan_tables(connection, BEGINNING, now)]
    batches = iter([names[first : first + DELETE_TABLES] for first in range(0, len(names), DELETE_TABLES)])
    return median_ms(engine, lambda connection: delete_tables(connection, next(batches), Retention(30, 30, 30), now))


def measure_old_tables(folder: Path, tables: int) -> None:
    """Print how long the writer is busy beside many old tables."""
    path = folder / "old.db"
    migrate(f"sqlite:///{path}")
    engine = make_engine(f"sqlite:///{path}")
    fill(engine, tables, 10)
    print(f"\n{tables:,} old tables: the writer is busy for (median milliseconds)")
    print(f"  with indexes: quick match {median_ms(engine, find_match):.2f}")
    with engine.begin() as connection:
        for name in INDEXES:
            connection.exec_driver_sql(f"DROP INDEX {name}")
    print(f"  without indexes: quick match {median_ms(engine, find_match):.2f}")
    engine.dispose()


def measure_retention(folder: Path) -> None:
    """Print how long the writer is busy with a batch of expired tables."""
    path = folder / "expired.db"
    migrate(f"sqlite:///{path}")
    engine = make_engine(f"sqlite:///{path}")
    fill(engine, 5000, 90)
    print(f"  retention batch of {DELETE_TABLES} tables with 90 entries each {delete_batches(engine):.2f}")
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the costs of stored tables.")
    parser.add_argument("--tables", type=int, default=300_000, help="Old tables (default: 300,000).")
    parser.add_argument("--games", type=int, default=100, help="Stored games of each game (default: 100).")
    parser.add_argument("--database", default="", help="Empty database for the sizes (default: SQLite files).")
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_sizes(Path(folder), settings.games, settings.database)
        measure_old_tables(Path(folder), settings.tables)
        measure_retention(Path(folder))


if __name__ == "__main__":
    main()

"""Converts between database rows and records; queries for tables and seats."""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, and_, delete, func, select, update

from tefuda.server.store.schema import ENTRIES, IS_UNFINISHED, IS_WAITING, SEATS, TABLES
from tefuda.server.tables.records import DEALING, OPEN, Clock, Entry, SeatRecord, TableRecord

ENTRY_COLUMNS: Final = [column.name for column in ENTRIES.columns]
SAME_COLUMNS: Final = [one.name for one in fields(TableRecord) if one.name not in ("seats", "clock")]
"""Fields of a record that are columns with the same name and value."""
SEAT_COLUMNS: Final = [one.name for one in fields(SeatRecord)]
PRESENT_MS: Final = 60_000
"""An open table is listed only if a player was present within this time."""

RECENT_MS: Final = 24 * 3_600_000
"""A running game is listed only if it began within this time."""


def entry_values(table: str, entry: Entry) -> tuple[Any, ...]:
    """Return the values of a row in column order."""
    e = entry
    return (table, e.number, e.kind, e.seat, e.action, e.ply, e.turn, e.at, e.spent, e.client)


def entry_of(row: Row[Any]) -> Entry:
    values: Any = tuple(row)[1:]
    return Entry(*values)


def insert_table(connection: Connection, record: TableRecord, status: str, creator: str | None = None) -> None:
    """Insert a new table and its seats. `creator` is a digest of the address that creates it."""
    clock = None if record.clock is None else {"initial": record.clock.initial, "increment": record.clock.increment}
    same = {name: getattr(record, name) for name in SAME_COLUMNS}
    # The player of a quick match is present only with a socket.
    awake = 0 if record.quick else record.created
    connection.execute(TABLES.insert().values(**same, clock=clock, awake=awake, status=status, creator=creator))
    connection.execute(
        SEATS.insert(),
        [
            {"table": record.id, "seat": number, **{name: getattr(seat, name) for name in SEAT_COLUMNS}}
            for number, seat in enumerate(record.seats)
        ],
    )


def count_unfinished_tables(connection: Connection, creator: str) -> int:
    """Return how many tables of a creator have not ended."""
    query = select(func.count()).select_from(TABLES).where(IS_UNFINISHED, TABLES.c.creator == creator)
    return int(connection.execute(query).scalar_one())


def read_table(connection: Connection, table: str) -> TableRecord | None:
    """Return the record of a table; None if it does not exist."""
    # Seats first: a table that is cancelled between the queries is not found.
    seats = connection.execute(select(SEATS).where(SEATS.c.table == table).order_by(SEATS.c.seat)).all()
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    return record_of(row, [seat_of(seat) for seat in seats])


def seat_of(row: Row[Any]) -> SeatRecord:
    return SeatRecord(**{name: getattr(row, name) for name in SEAT_COLUMNS})


def record_of(row: Row[Any], seats: list[SeatRecord]) -> TableRecord:
    clock = None if row.clock is None else Clock(row.clock["initial"], row.clock["increment"])
    same = {name: getattr(row, name) for name in SAME_COLUMNS}
    return TableRecord(**same, seats=tuple(seats), clock=clock)


def lock_table(connection: Connection, table: str) -> str | None:
    """Return the status of a table, and let other transactions that change its seats wait; None if there is none.

    Otherwise the last two contributions, revealed to two workers at once, would both find one missing.
    """
    query = select(TABLES.c.status).where(TABLES.c.id == table).with_for_update(key_share=True)
    status: str | None = connection.execute(query).scalar()
    return status


def take_seat(connection: Connection, table: str, taken: SeatRecord, seat: int | None) -> int | None:
    """Take an open seat, or the first one if `seat` is None. Return the seat; None if it is taken.

    A repeated call with the same token returns the same seat.
    """
    own = select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.token == taken.token)
    mine = connection.execute(own).scalar()
    if mine is not None:
        return int(mine)
    query = select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.kind == OPEN)
    if seat is not None:
        query = query.where(SEATS.c.seat == seat)
    for number in connection.execute(query.order_by(SEATS.c.seat)).scalars().all():
        here = and_(SEATS.c.table == table, SEATS.c.seat == number, SEATS.c.kind == OPEN)
        values = {name: getattr(taken, name) for name in SEAT_COLUMNS}
        if connection.execute(update(SEATS).where(here).values(**values)).rowcount:
            return int(number)
    return None


def delete_open_table(connection: Connection, table: str, token: str) -> bool | None:
    """Delete a table that has not started for one of its players; None if the token has no seat there.

    Return False if the game has started.
    """
    status = lock_table(connection, table)
    seats = connection.execute(select(SEATS).where(SEATS.c.table == table)).all()
    if all(seat.token != token for seat in seats):
        return None
    if status not in (OPEN, DEALING):
        return False
    connection.execute(delete(SEATS).where(SEATS.c.table == table))
    connection.execute(delete(TABLES).where(TABLES.c.id == table))
    return True


def update_contribution(connection: Connection, table: str, seat: int, contribution: str) -> None:
    """Store the contribution that a seat has revealed."""
    here = and_(SEATS.c.table == table, SEATS.c.seat == seat)
    connection.execute(update(SEATS).where(here).values(contribution=contribution))


def update_deal(connection: Connection, record: TableRecord, status: str) -> None:
    """Store the options, the deal and the start of a table after a change of its seats."""
    values = {name: getattr(record, name) for name in ("options", "first", "seed", "secret", "started")}
    connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(**values, status=status))


def mark_awake(connection: Connection, tables: list[str], now: int) -> None:
    """Store when players were last waiting at these tables; 0 if they have left."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(awake=now))


def oldest_waiting_table(connection: Connection, game: str, now: int) -> str | None:
    """Return the quick-match table that has waited longest with a player present; None if there is none."""
    query = (
        select(TABLES.c.id)
        .where(IS_WAITING, TABLES.c.game == game, TABLES.c.awake > now - PRESENT_MS)
        .order_by(TABLES.c.created, TABLES.c.id)
        .limit(1)
    )
    found: str | None = connection.execute(query).scalar()
    return found


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table for a list: the last entry of its log and the columns derived from the log, without the game."""

    record: TableRecord
    last: Entry | None
    status: str
    result: list[float] | None
    ended: str | None


def list_public_tables(connection: Connection, game: str | None, status: str, now: int, most: int) -> list[ListedTable]:
    """Return public tables, newest first."""
    query = select(TABLES).where(TABLES.c.public, TABLES.c.status == status)
    if game is not None:
        query = query.where(TABLES.c.game == game)
    if status == OPEN:
        query = query.where(TABLES.c.awake > now - PRESENT_MS)
    else:
        query = query.where(TABLES.c.started > now - RECENT_MS)
    return _list_tables(connection, query.limit(most))


def list_tables_by_id(connection: Connection, tables: list[str]) -> list[ListedTable]:
    """Return the tables that exist, newest first."""
    return _list_tables(connection, select(TABLES).where(TABLES.c.id.in_(tables)))


def _list_tables(connection: Connection, query: "Select[Any]") -> list[ListedTable]:
    rows = connection.execute(query.order_by(TABLES.c.created.desc(), TABLES.c.id)).all()
    ids = [row.id for row in rows]
    seats: dict[str, list[SeatRecord]] = {table: [] for table in ids}
    for seat in connection.execute(select(SEATS).where(SEATS.c.table.in_(ids)).order_by(SEATS.c.seat)):
        seats[seat.table].append(replace(seat_of(seat), token=None))
    newest = select(ENTRIES.c.table, func.max(ENTRIES.c.number).label("number")).where(ENTRIES.c.table.in_(ids))
    last = newest.group_by(ENTRIES.c.table).subquery()
    joined = select(ENTRIES).join(last, and_(ENTRIES.c.table == last.c.table, ENTRIES.c.number == last.c.number))
    entries = {row.table: entry_of(row) for row in connection.execute(joined)}
    return [
        ListedTable(record_of(row, seats[row.id]), entries.get(row.id), row.status, row.result, row.ended)
        for row in rows
        if seats[row.id]  # otherwise cancelled between the queries
    ]

"""Converts between database rows and records; queries for tables and seats."""

from typing import Any, Final

from sqlalchemy import Connection, Row, and_, func, select, update

from tefuda.server.store.schema import ENTRIES, SEATS, TABLES
from tefuda.server.tables.records import HUMAN, OPEN, PLAYING, Clock, Entry, SeatRecord, TableRecord

ENTRY_COLUMNS: Final = [column.name for column in ENTRIES.columns]
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


def insert_table(connection: Connection, record: TableRecord, status: str) -> None:
    """Insert a new table and its seats."""
    clock = None if record.clock is None else {"initial": record.clock.initial, "increment": record.clock.increment}
    connection.execute(
        TABLES.insert().values(
            id=record.id,
            game=record.game,
            options=record.options,
            seed=record.seed,
            start=record.start,
            practice=record.practice,
            public=record.public,
            quick=record.quick,
            clock=clock,
            created=record.created,
            started=record.started,
            first=record.first,
            awake=record.created,
            daily=record.daily,
            puzzle=record.puzzle,
            rematch=record.rematch,
            status=status,
        )
    )
    connection.execute(
        SEATS.insert(),
        [
            {"table": record.id, "seat": number, "kind": s.kind, "name": s.name, "level": s.level, "token": s.token}
            for number, s in enumerate(record.seats)
        ],
    )


def read_table(connection: Connection, table: str) -> TableRecord | None:
    """Return the record of a table; None if it does not exist."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    seats = connection.execute(select(SEATS).where(SEATS.c.table == table).order_by(SEATS.c.seat)).all()
    return record_of(row, [SeatRecord(seat.kind, seat.name, seat.level, seat.token) for seat in seats])


def record_of(row: Row[Any], seats: list[SeatRecord]) -> TableRecord:
    return TableRecord(
        id=row.id,
        game=row.game,
        seed=row.seed,
        seats=tuple(seats),
        created=row.created,
        options=row.options,
        start=row.start,
        practice=row.practice,
        public=row.public,
        quick=row.quick,
        clock=None if row.clock is None else Clock(row.clock["initial"], row.clock["increment"]),
        started=row.started,
        first=row.first,
        daily=row.daily,
        puzzle=row.puzzle,
        rematch=row.rematch,
    )


def take_seat(
    connection: Connection, table: str, seat: int | None, name: str | None, token: str, now: int
) -> int | None:
    """Take an open seat, or the first one if `seat` is None. Return the seat; None if it is taken.

    A repeated call with the same token returns the same seat.
    """
    mine = connection.execute(select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.token == token)).scalar()
    if mine is not None:
        return int(mine)
    query = select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.kind == OPEN)
    if seat is not None:
        query = query.where(SEATS.c.seat == seat)
    for number in connection.execute(query.order_by(SEATS.c.seat)).scalars().all():
        here = and_(SEATS.c.table == table, SEATS.c.seat == number, SEATS.c.kind == OPEN)
        taken = connection.execute(update(SEATS).where(here).values(kind=HUMAN, name=name, token=token))
        if taken.rowcount:
            left = select(func.count()).where(SEATS.c.table == table, SEATS.c.kind == OPEN)
            if connection.execute(left).scalar_one() == 0:
                started = {"started": now, "status": PLAYING}
                connection.execute(update(TABLES).where(TABLES.c.id == table).values(**started))
            return int(number)
    return None


def update_options(connection: Connection, record: TableRecord) -> None:
    """Store the options and the first seat of a table whose game has not begun."""
    values = {"options": record.options, "first": record.first}
    connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(**values))


def mark_awake(connection: Connection, tables: list[str], now: int) -> None:
    """Store that players are waiting at these tables."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(awake=now))


def oldest_waiting_table(connection: Connection, game: str, now: int) -> str | None:
    """Return the quick-match table that has waited longest with a player present; None if there is none."""
    query = (
        select(TABLES.c.id)
        .where(TABLES.c.quick, TABLES.c.status == OPEN, TABLES.c.game == game, TABLES.c.awake > now - PRESENT_MS)
        .order_by(TABLES.c.created, TABLES.c.id)
        .limit(1)
    )
    found: str | None = connection.execute(query).scalar()
    return found


def list_tables(
    connection: Connection, game: str | None, status: str, now: int, most: int
) -> list[tuple[TableRecord, Entry | None]]:
    """Return public tables, newest first, each with the last entry of its log."""
    query = select(TABLES).where(TABLES.c.public, TABLES.c.status == status)
    if game is not None:
        query = query.where(TABLES.c.game == game)
    if status == OPEN:
        query = query.where(TABLES.c.awake > now - PRESENT_MS)
    else:
        query = query.where(TABLES.c.started > now - RECENT_MS)
    rows = connection.execute(query.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most)).all()
    ids = [row.id for row in rows]
    seats: dict[str, list[SeatRecord]] = {table: [] for table in ids}
    for seat in connection.execute(select(SEATS).where(SEATS.c.table.in_(ids)).order_by(SEATS.c.seat)):
        seats[seat.table].append(SeatRecord(seat.kind, seat.name, seat.level))
    newest = select(ENTRIES.c.table, func.max(ENTRIES.c.number).label("number")).where(ENTRIES.c.table.in_(ids))
    last = newest.group_by(ENTRIES.c.table).subquery()
    joined = select(ENTRIES).join(last, and_(ENTRIES.c.table == last.c.table, ENTRIES.c.number == last.c.number))
    entries = {row.table: entry_of(row) for row in connection.execute(joined)}
    return [(record_of(row, seats[row.id]), entries.get(row.id)) for row in rows]

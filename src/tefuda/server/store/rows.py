"""Between rows of the database and records."""

from typing import Any, Final

from sqlalchemy import Connection, Row, and_, func, select, update

from tefuda.server.store.schema import ENTRIES, SEATS, TABLES
from tefuda.server.tables.records import HUMAN, OPEN, PLAYING, Clock, Entry, SeatRecord, TableRecord

ENTRY_COLUMNS: Final = [column.name for column in ENTRIES.columns]
PRESENT_MS: Final = 60_000
"""An open table whose people were not seen for so long is not offered to anybody."""

RECENT_MS: Final = 24 * 3_600_000
"""A table that began longer ago than this is not listed as being played."""


def entry_values(table: str, entry: Entry) -> tuple[Any, ...]:
    """The values of a row, in the order of the columns."""
    e = entry
    return (table, e.number, e.kind, e.seat, e.action, e.ply, e.turn, e.at, e.spent, e.client)


def entry_of(row: Row[Any]) -> Entry:
    values: Any = tuple(row)[1:]
    return Entry(*values)


def insert_table(connection: Connection, record: TableRecord, status: str) -> None:
    """A new table and its seats."""
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
    """Sit down at an open seat, the first one or a certain one; None where somebody else was there before.

    Done twice it is done once: whoever was not told that it worked may try again with the same token.
    """
    mine = connection.execute(select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.token == token)).scalar()
    if mine is not None:
        return int(mine)
    wanted = select(SEATS.c.seat).where(SEATS.c.table == table, SEATS.c.kind == OPEN)
    if seat is not None:
        wanted = wanted.where(SEATS.c.seat == seat)
    for number in connection.execute(wanted.order_by(SEATS.c.seat)).scalars().all():
        here = and_(SEATS.c.table == table, SEATS.c.seat == number, SEATS.c.kind == OPEN)
        taken = connection.execute(update(SEATS).where(here).values(kind=HUMAN, name=name, token=token))
        if taken.rowcount:
            left = select(func.count()).where(SEATS.c.table == table, SEATS.c.kind == OPEN)
            if connection.execute(left).scalar_one() == 0:
                started = {"started": now, "status": PLAYING}
                connection.execute(update(TABLES).where(TABLES.c.id == table).values(**started))
            return int(number)
    return None


def change_opening(connection: Connection, record: TableRecord) -> None:
    """Other options, and what follows from them: for a table whose game has not begun."""
    values = {"options": record.options, "first": record.first}
    connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(**values))


def waiting_table(connection: Connection, game: str, now: int) -> str | None:
    """The public table of a quick match that has waited longest, with somebody there."""
    wanted = (
        select(TABLES.c.id)
        .where(TABLES.c.quick, TABLES.c.status == OPEN, TABLES.c.game == game, TABLES.c.awake > now - PRESENT_MS)
        .order_by(TABLES.c.created, TABLES.c.id)
        .limit(1)
    )
    found: str | None = connection.execute(wanted).scalar()
    return found


def listed_tables(
    connection: Connection, game: str | None, status: str, now: int, most: int
) -> list[tuple[TableRecord, Entry | None]]:
    """Public tables, newest first, each with the last entry of its log."""
    wanted = select(TABLES).where(TABLES.c.public, TABLES.c.status == status)
    if game is not None:
        wanted = wanted.where(TABLES.c.game == game)
    if status == OPEN:
        wanted = wanted.where(TABLES.c.awake > now - PRESENT_MS)
    else:
        wanted = wanted.where(TABLES.c.started > now - RECENT_MS)
    rows = connection.execute(wanted.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most)).all()
    ids = [row.id for row in rows]
    seats: dict[str, list[SeatRecord]] = {table: [] for table in ids}
    for seat in connection.execute(select(SEATS).where(SEATS.c.table.in_(ids)).order_by(SEATS.c.seat)):
        seats[seat.table].append(SeatRecord(seat.kind, seat.name, seat.level))
    newest = select(ENTRIES.c.table, func.max(ENTRIES.c.number).label("number")).where(ENTRIES.c.table.in_(ids))
    last = newest.group_by(ENTRIES.c.table).subquery()
    joined = select(ENTRIES).join(last, and_(ENTRIES.c.table == last.c.table, ENTRIES.c.number == last.c.number))
    entries = {row.table: entry_of(row) for row in connection.execute(joined)}
    return [(record_of(row, seats[row.id]), entries.get(row.id)) for row in rows]

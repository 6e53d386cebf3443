"""Database tables: tables, seats, log entries, and values of the server."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text

METADATA: Final = MetaData()
IS_WAITING: Final = text("quick AND status = 'open'")
"""Quick matches with an open seat. The index `tables_waiting` holds only these, so old tables cost nothing."""
IS_UNFINISHED: Final = text("creator IS NOT NULL AND status <> 'over'")
"""Tables that count for the limit of their creator, in the index `tables_unfinished`."""
HAS_TOKEN: Final = text("token IS NOT NULL")

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("secret", Text),
    Column("start", JSON(none_as_null=True)),
    Column("practice", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("quick", Boolean, nullable=False),
    Column("clock", JSON(none_as_null=True)),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("first", Integer, nullable=False),
    Column("awake", BigInteger, nullable=False),
    Column("daily", Text),
    Column("puzzle", Text),
    Column("rematch", Text),
    # A digest of the address that created it.
    Column("creator", Text),
    # Derived from the log, for lists.
    Column("status", Text, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("ended", Text),
    Index("tables_listed", "public", "status", "created"),
    Index("tables_created", "created", "id"),
    Index("tables_waiting", "game", "awake", sqlite_where=IS_WAITING, postgresql_where=IS_WAITING),
    Index("tables_unfinished", "creator", sqlite_where=IS_UNFINISHED, postgresql_where=IS_UNFINISHED),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text),
    Column("level", Integer),
    Column("token", Text),
    Column("commitment", Text),
    Column("contribution", Text),
    Index("seats_token", "token", sqlite_where=HAS_TOKEN, postgresql_where=HAS_TOKEN),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text),
    Column("ply", Integer, nullable=False),
    Column("turn", Integer),
    Column("at", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("client", Text),
    sqlite_with_rowid=False,
)

META: Final = Table(
    "meta",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

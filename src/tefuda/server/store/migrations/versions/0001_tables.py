"""Create tables, seats, entries and meta."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all database tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("start", sa.JSON(none_as_null=True)),
        sa.Column("practice", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON(none_as_null=True)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("awake", sa.BigInteger, nullable=False),
        sa.Column("daily", sa.Text),
        sa.Column("rematch", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True)),
        sa.Column("ended", sa.Text),
    )
    op.create_index("tables_listed", "tables", ["public", "status", "created"])
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("level", sa.Integer),
        sa.Column("token", sa.Text),
    )
    op.create_table(
        "entries",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("client", sa.Text),
        sa.UniqueConstraint("table", "client", name="entries_once"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )

"""Drop the unique key of client ids: a worker that adds an entry has read all entries before it.

SQLite cannot drop a constraint, so the entries are copied. A million entries take about two seconds.
"""

from typing import Final

from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"
branch_labels = None
depends_on = None

COLUMNS: Final = '"table", number, kind, seat, action, ply, turn, at, spent, client'


def upgrade() -> None:
    """Drop the constraint."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("entries_once", "entries", type_="unique")
        return
    op.execute(
        'CREATE TABLE new_entries ("table" TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, '
        "seat INTEGER NOT NULL, action TEXT, ply INTEGER NOT NULL, turn INTEGER, at BIGINT NOT NULL, "
        'spent BIGINT NOT NULL, client TEXT, PRIMARY KEY ("table", number), '
        'FOREIGN KEY ("table") REFERENCES tables (id)) WITHOUT ROWID'
    )
    op.execute(f"INSERT INTO new_entries ({COLUMNS}) SELECT {COLUMNS} FROM entries")
    op.execute("DROP TABLE entries")
    op.execute("ALTER TABLE new_entries RENAME TO entries")

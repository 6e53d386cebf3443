"""Add the creator of a table, to count the unfinished tables of an address."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and its index; existing tables have no creator."""
    op.add_column("tables", sa.Column("creator", sa.Text))
    counted = sa.text("creator IS NOT NULL AND status <> 'over'")
    op.create_index("tables_unfinished", "tables", ["creator"], sqlite_where=counted, postgresql_where=counted)

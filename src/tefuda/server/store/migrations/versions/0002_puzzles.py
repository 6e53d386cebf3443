"""Add the puzzle of a table."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing tables have no puzzle."""
    op.add_column("tables", sa.Column("puzzle", sa.Text))

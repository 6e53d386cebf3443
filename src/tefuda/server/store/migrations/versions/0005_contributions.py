"""Add the secret of a table, and the commitments and contributions of its seats."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("secret", sa.Text()))
    op.add_column("seats", sa.Column("commitment", sa.Text()))
    op.add_column("seats", sa.Column("contribution", sa.Text()))

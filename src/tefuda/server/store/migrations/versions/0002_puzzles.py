"""Which puzzle a table sets."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables that are there already set none."""
    op.add_column("tables", sa.Column("puzzle", sa.Text))

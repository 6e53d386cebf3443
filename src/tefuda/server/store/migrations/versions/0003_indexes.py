"""Add indexes for seat tokens, quick matches and retention."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the indexes."""
    waiting, has_token = sa.text("quick AND status = 'open'"), sa.text("token IS NOT NULL")
    op.create_index("tables_created", "tables", ["created", "id"])
    op.create_index("tables_waiting", "tables", ["game", "awake"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_index("seats_token", "seats", ["token"], sqlite_where=has_token, postgresql_where=has_token)

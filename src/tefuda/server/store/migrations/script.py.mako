"""${message}"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = ${repr(up_revision)}
down_revision: Final = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}

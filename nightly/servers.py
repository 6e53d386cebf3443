"""Databases for server checks."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server_process import Postgres, postgres_programs

SQLITE, POSTGRESQL = "sqlite", "postgresql"


@contextmanager
def database(kind: str) -> Iterator[tuple[Path, str]]:
    """Yield a folder and the address of an empty database; both are removed afterwards."""
    # Not in a private folder: PostgreSQL runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="tefuda-nightly-"))
    try:
        if kind == SQLITE:
            yield folder, f"sqlite:///{folder / 'tables.db'}"
            return
        postgres = Postgres(folder / "postgres", postgres_programs())
        try:
            yield folder, postgres.new_database()
        finally:
            postgres.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)

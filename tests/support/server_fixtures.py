"""Fixtures: a shared server, PostgreSQL, and empty databases.

Client libraries are imported inside the fixtures, since most tests do not need them.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from server_process import Postgres, RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[RunningServer]":
    from server_process import run_server

    with run_server(tmp_path_factory.mktemp("server")) as one:
        yield one


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Postgres]":
    from server_process import Postgres, postgres_programs

    programs = postgres_programs()
    # The user of PostgreSQL cannot read pytest's folders.
    folder = Path(tempfile.mkdtemp(prefix="tefuda-postgres-"))
    one = Postgres(folder, programs)
    try:
        yield one
    finally:
        one.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: SQLite or PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    one: Postgres = request.getfixturevalue("postgres")
    return one.new_database()

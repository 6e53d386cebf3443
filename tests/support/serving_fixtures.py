"""One server for all tests that leave it as it was; others start their own.

What talks to servers is imported where it is used: most tests need none.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from serving import Postgres, Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Running]":
    from serving import running

    with running(tmp_path_factory.mktemp("server")) as one:
        yield one


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Postgres]":
    from serving import Postgres, postgres_programs

    programs = postgres_programs()
    # Not under pytest's folders: these are closed to the user that PostgreSQL runs as.
    folder = Path(tempfile.mkdtemp(prefix="tefuda-postgres-"))
    one = Postgres(folder, programs)
    try:
        yield one
    finally:
        one.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    one: Postgres = request.getfixturevalue("postgres")
    return one.new_database()

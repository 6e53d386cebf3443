"""Killed servers under load: no acknowledged action may be lost or duplicated."""

from functools import partial

from server_kills import kill_often
from server_process import run_server

from nightly.check import Check
from nightly.servers import POSTGRESQL, SQLITE, database

KILLS_PER_BATCH = 10


def check_kills(kind: str, first: int, count: int) -> None:
    """Kill one server `count` times."""
    with database(kind) as (folder, address), run_server(folder / "server", address) as server:
        found = kill_often(server, count, seed=first)
        assert found > 0
        assert "Traceback" not in server.log.read_text(), server.log.read_text()[-600:]


CHECKS = [
    Check(
        f"kills:{kind}",
        "kills",
        250,
        partial(check_kills, kind),
        batch=KILLS_PER_BATCH,
        note="kill -9 while three tables are played; every acknowledged entry exists once, with its number",
    )
    for kind in (SQLITE, POSTGRESQL)
]

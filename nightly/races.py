"""Races at one table: exactly one of several clients is acknowledged, and the log matches the acknowledgements."""

from contextlib import ExitStack
from functools import partial

from server_process import run_server
from server_races import race_often

from nightly.check import Check
from nightly.servers import POSTGRESQL, SQLITE, database

CLIENTS = 4
RACES_PER_BATCH = 250


def check_races(kind: str, first: int, count: int) -> None:
    """Race at tables of one server, or of three servers with one PostgreSQL database."""
    with database(kind) as (folder, address), ExitStack() as stack:
        names = ["one"] if kind == SQLITE else ["one", "two", "three"]
        servers = [stack.enter_context(run_server(folder / name, address)) for name in names]
        race_often(servers, CLIENTS, count, seed=first)
        for server in servers:
            assert "Traceback" not in server.log.read_text(), server.log.read_text()[-600:]


CHECKS = [
    Check(
        f"races:{kind}",
        "races",
        5_000,
        partial(check_races, kind),
        batch=RACES_PER_BATCH,
        note=f"{CLIENTS} clients of the seat to move play at once, on {servers}",
    )
    for kind, servers in ((SQLITE, "one server"), (POSTGRESQL, "three servers"))
]

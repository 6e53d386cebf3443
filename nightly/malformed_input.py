"""Malformed frames and requests: the server must answer without a failure and continue."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy
from malformed_input import FRAMES, REQUESTS, check_unharmed, send_frames, send_request
from server_process import RunningServer, run_server

from nightly.check import Check
from nightly.servers import SQLITE, database

INPUTS_PER_BATCH = 5_000
EXAMPLES_PER_ROUND = 200
"""Examples between two checks of the server's log."""


def send_one_request(server: RunningServer, request: Any) -> int:
    """Send one request; return 1."""
    send_request(server, request)
    return 1


INPUT_KINDS: dict[str, tuple[SearchStrategy[Any], Callable[[RunningServer, Any], int], int]] = {
    "frames": (FRAMES, send_frames, 12),
    "requests": (REQUESTS, send_one_request, 1),
}
"""By kind: the strategy, the function that sends an example, and the approximate units of an example."""


def send_inputs(kind: str, first: int, count: int) -> None:
    """Send `count` inputs to a new server."""
    strategy, send_one, units = INPUT_KINDS[kind]
    sent = rounds = 0
    with database(SQLITE) as (folder, address), run_server(folder / "server", address) as server:
        while sent < count:

            @seed(first + rounds)
            @settings(
                max_examples=min(EXAMPLES_PER_ROUND, 1 + (count - sent) // units),
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate, Phase.shrink],
            )
            @given(example=strategy)
            def probe(example: Any) -> None:
                nonlocal sent
                sent += send_one(server, example)

            probe()
            check_unharmed(server)
            rounds += 1
        # Another client can still play.
        table, (black, _) = server.table()
        with server.at(table, black) as one:
            assert one.play("place d3")["type"] == "ack"


CHECKS = [
    Check(
        f"malformed:{kind}", kind, 100_000, partial(send_inputs, kind), batch=INPUTS_PER_BATCH, min_units=100, note=note
    )
    for kind, note in (
        ("frames", "as a seated player and before hello"),
        ("requests", "broken HTTP, paths, headers and bodies; no status 500 or above except 503"),
    )
]

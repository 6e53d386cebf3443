"""Malformed frames and requests: no answer is a failure of the server, and it goes on."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy
from malformed_input import FRAMES, REQUESTS, check_unharmed, say_frames, send_request
from serving import Running, running

from nightly.check import Check
from nightly.servers import SQLITE, database

BATCH = 5_000
ROUND = 200
"""Examples between two looks at the server's log."""


def one_request(server: Running, request: Any) -> int:
    """Send one request; it counts as one."""
    send_request(server, request)
    return 1


WAYS: dict[str, tuple[SearchStrategy[Any], Callable[[Running, Any], int], int]] = {
    "frames": (FRAMES, say_frames, 12),
    "requests": (REQUESTS, one_request, 1),
}
"""What is drawn, how it is sent, and how many units an example has at about."""


def send(way: str, first: int, count: int) -> None:
    """Send so many to a server of their own."""
    strategy, send_one, units = WAYS[way]
    sent = rounds = 0
    with database(SQLITE) as (folder, address), running(folder / "server", address) as server:
        while sent < count:

            @seed(first + rounds)
            @settings(
                max_examples=min(ROUND, 1 + (count - sent) // units),
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
        # Somebody else can still play.
        table, (black, _) = server.table()
        with server.at(table, black) as one:
            assert one.play("place d3")["type"] == "ack"


CHECKS = [
    Check(f"malformed:{way}", way, 100_000, partial(send, way), batch=BATCH, least=100, note=note)
    for way, note in (
        ("frames", "as a seated player and before hello"),
        ("requests", "broken HTTP, paths, headers and bodies; no status of 500 and above but 503"),
    )
]

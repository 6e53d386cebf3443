"""Uptime: when the server ran. Players do not lose time on their clocks while it is down.

All times are in the server's own time, see `tables/server_clock.py`. A running server reports regularly that it is
alive, so the next start knows how long it was down, also after a crash.
"""

import json
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select, text

from tefuda.server.store.schema import META

REPORT_SECONDS: Final = 5
"""Interval of the reports. After a crash, players get back at most this much thinking time."""
MAX_DOWNTIMES: Final = 50
"""Number of downtimes that are kept. No clock runs as long as that many restarts take."""
ALIVE: Final = "alive"
DOWNTIMES: Final = "downtimes"
WORKER: Final = "worker:"
UPTIME_LOCK: Final = 7_365_903
"""Key of the PostgreSQL lock for the start of a worker."""
UPSERT: Final = text(
    "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


@dataclass(frozen=True, slots=True)
class Uptime:
    """When this worker started, and the times when no worker ran before."""

    start: int
    downtimes: tuple[tuple[int, int], ...] = ()


def begin_uptime(connection: Connection, worker: str, now: int) -> Uptime:
    """Record the start of a worker. Unless another worker is running, the time since the last report was a downtime."""
    shared = connection.dialect.name == "postgresql"
    if shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({UPTIME_LOCK})"))
    values = {row.key: row.value for row in connection.execute(select(META))}
    reports = [int(value) for key, value in values.items() if key.startswith(WORKER)]
    # Without any report, clocks did not run before this start.
    last = max([int(values.get(ALIVE, 0)), *reports])
    # The server's time never runs backwards, even if the system's clock was set back.
    start = max(now, last)
    downtimes = [(down, up) for down, up in json.loads(values.get(DOWNTIMES, "[]"))]
    if not shared or all(report < start - 2000 * REPORT_SECONDS for report in reports):
        downtimes = [*downtimes, (last, start)][-MAX_DOWNTIMES:]
        connection.execute(UPSERT, {"key": DOWNTIMES, "value": json.dumps(downtimes)})
        connection.execute(delete(META).where(META.c.key.startswith(WORKER)))
    report_alive(connection, worker, start)
    return Uptime(start, tuple(downtimes))


def report_alive(connection: Connection, worker: str, now: int) -> None:
    """Record that a worker is running. Each worker has its own row, so no worker waits for another."""
    connection.execute(UPSERT, {"key": WORKER + worker, "value": str(now)})


def end_uptime(connection: Connection, worker: str, now: int) -> None:
    """Record the end of a worker."""
    last = connection.execute(select(META.c.value).where(META.c.key == ALIVE)).scalar()
    connection.execute(UPSERT, {"key": ALIVE, "value": str(max(now, int(last or 0)))})
    connection.execute(delete(META).where(META.c.key == WORKER + worker))

"""Numbers for those who run a server, in Prometheus' format."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers put their numbers together."""


class Metrics:
    """The numbers of one worker; asked for, those of all."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("tefuda_requests", "Requests, by answer.", ["method", "status"], registry=self.registry)
        self.entries = Counter("tefuda_entries", "Entries of logs, by kind.", ["kind"], registry=self.registry)
        self.refusals = Counter("tefuda_refusals", "Refused messages, by code.", ["code"], registry=self.registry)
        self.dropped = Counter("tefuda_dropped", "Sockets closed by the server.", ["code"], registry=self.registry)
        self.sockets = Gauge("tefuda_sockets", "Open sockets.", registry=self.registry, multiprocess_mode="livesum")
        self.tables = Gauge(
            "tefuda_live_tables", "Tables in memory.", registry=self.registry, multiprocess_mode="livesum"
        )
        self.acknowledging = Histogram(
            "tefuda_acknowledge_seconds",
            "From a message to its acknowledgement, the commit included.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "tefuda_thinking_seconds",
            "How long CPUs thought.",
            buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All of it."""
        if os.environ.get(SHARED):
            together = CollectorRegistry()
            MultiProcessCollector(together)  # type: ignore[no-untyped-call]
            return generate_latest(together)
        return generate_latest(self.registry)

"""Prometheus metrics."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MULTIPROCESS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable with the folder that workers share."""


class Metrics:
    """The metrics of one worker; `text` includes all workers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("tefuda_requests", "Requests by status.", ["method", "status"], registry=self.registry)
        self.entries = Counter("tefuda_entries", "Log entries by kind.", ["kind"], registry=self.registry)
        self.refusals = Counter("tefuda_refusals", "Refused messages by code.", ["code"], registry=self.registry)
        self.dropped = Counter(
            "tefuda_dropped", "Sockets closed by the server, by code.", ["code"], registry=self.registry
        )
        self.closed_connections = Counter(
            "tefuda_closed_connections",
            "Connections closed before or between requests, by reason.",
            ["reason"],
            registry=self.registry,
        )
        self.view_requests = Counter(
            "tefuda_view_requests", "Views requested by clients whose digest differed.", registry=self.registry
        )
        self.sockets = Gauge("tefuda_sockets", "Open sockets.", registry=self.registry, multiprocess_mode="livesum")
        self.tables = Gauge(
            "tefuda_live_tables", "Tables in memory.", registry=self.registry, multiprocess_mode="livesum"
        )
        self.acknowledging = Histogram(
            "tefuda_acknowledge_seconds",
            "Time from a message to its acknowledgement, including the commit.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "tefuda_thinking_seconds",
            "Duration of CPU decisions.",
            buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        if os.environ.get(MULTIPROCESS_FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
            return generate_latest(registry)
        return generate_latest(self.registry)

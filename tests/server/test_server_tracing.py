"""Traces: spans of requests, socket messages, writes and jobs, without tokens and actions."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from server_process import run_server

from tefuda.core.errors import InvalidInput
from tefuda.server.config import read_settings


class Collector:
    """An OTLP collector that keeps what it receives."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    @property
    def spans(self) -> list[Span]:
        received = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [
            span
            for one in received
            for whole in one.resource_spans
            for part in whole.scope_spans
            for span in part.spans
        ]


@contextmanager
def run_collector() -> Iterator[tuple[Collector, str]]:
    """Yield a collector and its address."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.bodies.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield collector, f"http://127.0.0.1:{server.server_port}/v1/traces"
        finally:
            server.shutdown()
            thread.join()


def attributes(span: Span) -> dict[str, str | int]:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


def test_spans_of_a_game(tmp_path: Path) -> None:
    with run_collector() as (collector, endpoint), run_server(tmp_path, TEFUDA_TRACE_ENDPOINT=endpoint) as server:
        table, (token,) = server.table("linkavel", ["me", {"cpu": 1}], practice=True)
        with server.at(table, token) as one:
            while not one.now["legal"]:
                one.next()
            action = one.now["legal"][0]
            assert one.play("no such action")["type"] == "refused"
            assert one.play(action, id="request-of-a-player")["type"] == "ack"
            assert one.ask("hint")["type"] in ("hint", "refused")
            while not one.now["legal"]:
                one.next()
            one.send("ping")
            one.send("secret-type", id="12345678")
            one.until("refused")
        server.http.get(f"/api/tables/{token}")
        assert server.stop() == 0, "the spans are sent at the shutdown"
        assert "Traceback" not in server.log.read_text(encoding="utf-8")
    spans = collector.spans
    names = {span.name for span in spans}
    expected = {"POST /api/tables", "GET /api/tables/{id}", "socket play", "socket hint", "socket", "database write"}
    assert expected | {"database append", "job wait", "job run"} <= names
    assert "socket ping" not in names
    by_id = {span.span_id: span for span in spans}
    parents = {(span.name, by_id[span.parent_span_id].name) for span in spans if span.parent_span_id in by_id}
    assert {("database append", "socket play"), ("database write", "POST /api/tables")} <= parents
    assert ("job run", "socket hint") in parents or ("job run", "socket play") in parents
    for span in spans:
        assert span.end_time_unix_nano >= span.start_time_unix_nano > 0
    (refused,) = [one for one in spans if one.name == "socket play" and "tefuda.refusal" in attributes(one)]
    assert attributes(refused)["tefuda.refusal"] == "unknown_notation"
    (created,) = [one for one in spans if one.name == "POST /api/tables"]
    facts = {"http.request.method": "POST", "http.response.status_code": 200, "http.route": "/api/tables"}
    assert attributes(created) == facts
    everything = b"".join(collector.bodies)
    for secret in (token, table, action, "no such action", "secret-type", "request-of-a-player", "127.0.0.1"):
        assert secret.encode() not in everything, secret


def test_server_without_traces_does_not_import_the_sdk() -> None:
    """FastAPI imports the API package."""
    heavy = ("opentelemetry.sdk", "opentelemetry.exporter", "google.protobuf", "requests")
    code = f"import sys, tefuda.server.app; print([name for name in sys.modules if name.startswith({heavy})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_settings_of_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="http://"):
        read_settings({"TEFUDA_TRACE_ENDPOINT": "127.0.0.1:4318"})
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter", None)
    with pytest.raises(InvalidInput, match=r"tefuda\[tracing\]"):
        read_settings({"TEFUDA_TRACE_ENDPOINT": "http://127.0.0.1:4318/v1/traces"})

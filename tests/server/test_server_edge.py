"""Limits that apply before the application: connections, headers, deadlines, frames and host names."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from fastapi import FastAPI, Request
from server_process import WAIT_SECONDS, RunningServer, run_server
from websockets.frames import Frame, Opcode

from tefuda.server import launch
from tefuda.server.config import Settings
from tefuda.server.errors import add_error_handlers
from tefuda.server.http.protocols import ConnectionLimits, HttpProtocol, text_frame
from tefuda.server.http.security import host_names, is_local_host
from tefuda.server.launch import RESERVED_FILES, fit_file_limit
from tefuda.server.metrics import Metrics
from tefuda.server.resource_limits import raise_file_limit

SHORT_DEADLINES = {
    "TEFUDA_HEADER_SECONDS": "1",
    "TEFUDA_BODY_SECONDS": "1",
    "TEFUDA_KEEP_ALIVE_SECONDS": "1",
    "TEFUDA_PROXIES": "",
    "TEFUDA_CONNECTIONS_PER_ADDRESS": "20",
    "TEFUDA_SOCKET_RATE": "1",
    "TEFUDA_SOCKET_BURST": "30",
}
UVICORN_CLOSE_SECONDS = 10
"""uvicorn ends a connection after this time if the client does not confirm the end of a socket."""
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_are_those_of_the_standard(length: int) -> None:
    text = b"a" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with short deadlines and few connections for each address."""
    with run_server(tmp_path_factory.mktemp("strict"), **SHORT_DEADLINES) as one:
        yield one


def open_connection(server: RunningServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), WAIT_SECONDS)


def read_to_end(link: socket.socket) -> bytes:
    """Return all bytes until the server closes the connection."""
    received = b""
    try:
        while part := link.recv(65_536):
            received += part
    except ConnectionError:
        pass
    return received


def closed_connections(server: RunningServer, reason: str) -> float:
    found = re.search(
        rf'^tefuda_closed_connections_total{{reason="{reason}"}} (\S+)', server.http.get("/metrics").text, re.MULTILINE
    )
    return float(found.group(1)) if found else 0.0


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA: ",
        b"GET /",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 101,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nA: ",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
    ids=["header", "path", "count", "trailer", "chunk"],
)
def test_headers_without_end_are_refused(server: RunningServer, start: bytes) -> None:
    with open_connection(server) as link:
        link.sendall(start)
        try:
            for _ in range(1000):
                link.sendall(b"x" * 4096)
        except ConnectionError:
            return
        assert not read_to_end(link)
    pytest.fail("4 MB of headers were accepted")


def test_large_headers_get_an_answer(server: RunningServer) -> None:
    with open_connection(server) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 17_000 + b"\r\n\r\n")
        answer = read_to_end(link)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 431 ")
    assert json.loads(body)["code"] == "headers_too_large"
    assert server.http.get("/", headers={"a": "x" * 15_000}).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        REQUEST,
        REQUEST + b"\r\n",
    ],
    ids=["silent", "headers", "body", "idle", "newline"],
)
def test_deadlines(strict: RunningServer, sent: bytes) -> None:
    with open_connection(strict) as link:
        link.sendall(sent)
        read_to_end(link)


def test_response_before_slow_body_does_not_extend_its_deadline(strict: RunningServer) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"
    with open_connection(strict) as link:
        link.sendall(head)
        assert link.recv(12) == b"HTTP/1.1 413"
        with pytest.raises(ConnectionError):
            send_slowly(link)


def send_slowly(link: socket.socket) -> None:
    """Send a byte at a time until the connection is closed."""
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        link.sendall(b"x")
        time.sleep(0.05)


def test_connections_of_an_address_are_counted_before_the_first_request(strict: RunningServer) -> None:
    before = closed_connections(strict, "address")
    table, _ = strict.table()
    with ExitStack() as stack:
        stack.enter_context(strict.at(table))
        links = [stack.enter_context(open_connection(strict)) for _ in range(60)]
        with socket.create_connection(("127.0.0.1", strict.port), WAIT_SECONDS, ("127.0.0.2", 0)) as other:
            other.sendall(REQUEST)
            assert other.recv(12) == b"HTTP/1.1 200"
        for link in links:
            assert read_to_end(link) == b""
    strict.wait()
    assert closed_connections(strict, "address") > before
    with strict.at(table) as client:
        assert client.ask("describe")["code"] == "no_seat", "closed connections are no longer counted"


def test_many_requests_in_one_packet(server: RunningServer) -> None:
    with open_connection(server) as link:
        link.sendall(REQUEST * 10)
        received = b""
        while received.count(b"HTTP/1.1 200") < 10:
            part = link.recv(65_536)
            assert part, received
            received += part
    with open_connection(server) as link:
        link.sendall(REQUEST * 1000)
        assert read_to_end(link).count(b"HTTP/1.1 200") < 1000


class OpenTransport:
    """A transport whose client reads `speed` bytes between sweeps."""

    def __init__(self, speed: int = 0) -> None:
        self.unsent = 1000
        self.speed = speed
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        self.unsent = max(0, self.unsent - self.speed)
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


def make_connection(limits: ConnectionLimits, address: str = "203.0.113.9", speed: int = 0) -> Any:
    """Return a connection that the limits have counted."""
    connection: Any = HttpProtocol.__new__(HttpProtocol)
    connection.client, connection.transport, connection._limits = (address, 1), OpenTransport(speed), limits
    assert limits.open(connection)
    return connection


def test_connection_closed_within_a_body_is_not_an_error() -> None:
    """The server must not raise an exception, which would write a traceback to the log."""
    app = FastAPI()
    add_error_handlers(app, lambda request: None)

    @app.post("/")
    async def read_body(request: Request) -> int:
        return len(await request.body())

    parts = iter([{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(parts)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 400


@pytest.mark.parametrize(("speed", "aborted"), [(0, True), (300, False), (1000, False)])
def test_sweep_closes_connections_that_are_not_read(speed: int, aborted: bool) -> None:
    limits = ConnectionLimits(Settings(), Metrics())
    connection = make_connection(limits, speed=speed)
    for _ in range(3):
        limits.sweep()
    assert connection.transport.aborted == aborted


def test_silent_connections_give_way_to_new_ones() -> None:
    limits = ConnectionLimits(Settings(sockets=1), Metrics())
    found = [make_connection(limits, f"203.0.113.{number}") for number in range(limits.settings.connections)]
    limits.set_waiting(found[0], False)  # it has sent a request
    assert not any(connection.transport.aborted for connection in found)
    newest = make_connection(limits, "203.0.113.250")
    assert [connection.transport.aborted for connection in (*found[:3], newest)] == [False, True, False, False]
    limits.close(found[1])
    for connection in found:
        limits.set_waiting(connection, False)
    limits.set_waiting(newest, False)
    assert make_connection(limits, "203.0.113.251").transport.aborted, "no other connection is silent"


def test_invalid_utf8_closes_the_socket_without_traceback(server: RunningServer) -> None:
    table, (black, _) = server.table()
    log = server.log.stat().st_size
    for frames in ([b"\xff\xfe"], [b"{\xc3", b"\x28}"], [b'"\xed\xa0\x80"']):
        with server.at(table, black) as one:
            with suppress(ConnectionError):
                for number, data in enumerate(frames):
                    opcode = Opcode.CONT if number else Opcode.TEXT
                    frame = Frame(opcode, data, fin=number == len(frames) - 1)
                    one.link.socket.sendall(frame.serialize(mask=True))
            one.read_until_closed()
            assert one.link.close_code == 1007
    assert b"Traceback" not in server.log.read_bytes()[log:]


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_flood_of_extra_frames_closes_the_socket(strict: RunningServer, opcode: Opcode) -> None:
    table, _ = strict.table()
    with strict.at(table) as one:
        frames = Frame(opcode, b"", fin=opcode != Opcode.CONT).serialize(mask=True) * 100
        if opcode == Opcode.CONT:
            frames = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) + frames
        one.link.socket.sendall(frames)
        one.read_until_closed()
        # TCP may drop the close frame, because the server does not read the rest (1006).
        assert one.link.close_code in (1008, 1006)


def test_socket_that_the_server_closes_is_read_to_its_end(server: RunningServer) -> None:
    """The client's close frame is found behind frames that the server no longer needs."""
    table, _ = server.table()
    request = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    key = "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    invalid = Frame(Opcode.TEXT, b"x" * 1500).serialize(mask=True)
    with open_connection(server) as link:
        link.sendall((request + key).encode())
        assert link.recv(65_536).startswith(b"HTTP/1.1 101")
        link.sendall(invalid * 3 + Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        link.settimeout(UVICORN_CLOSE_SECONDS / 2)
        read_to_end(link)


# Host names.


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8765", True),
        ("LOCALHOST.:8765", True),
        ("a.localhost", True),
        ("127.0.0.1:8765", True),
        ("192.168.1.5", True),
        ("[::1]:8765", True),
        ("[fe80::1%eth0]", True),
        ("cards.example:443", True),
        ("box:8765", True),
        ("evil.example", False),
        ("evil.example:8765", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("", False),
        (":8765", False),
    ],
)
def test_host_names(host: str, known: bool) -> None:
    names = host_names(Settings(hosts="cards.example, Box"))
    assert is_local_host(host, names) == known


def test_unknown_host_is_refused(server: RunningServer) -> None:
    table, _ = server.table()
    for path in ("/", "/api/games", "/metrics", f"/api/tables/{table}"):
        refused = server.http.get(path, headers={"host": "evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (403, "host")
        assert server.http.get(path, headers={"host": "localhost:1234"}).status_code == 200
    assert server.http.get("/healthz", headers={"host": "anything"}).status_code == 200
    lines = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
    lines += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    lines += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with open_connection(server) as link:
        link.sendall(lines.encode())
        assert link.recv(65_536).startswith(b"HTTP/1.1 403")
    with open_connection(server) as link:
        link.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert link.recv(65_536).startswith(b"HTTP/1.1 200"), "a program that sends no name is not a browser"


# Open files.


def test_sockets_are_lowered_to_the_file_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(launch, "raise_file_limit", lambda wanted: 1024)
    lowered = fit_file_limit(Settings())
    assert lowered.connections + RESERVED_FILES <= 1024
    assert lowered.sockets > 500
    assert "only 1024 open files are allowed" in caplog.text
    monkeypatch.setattr(launch, "raise_file_limit", lambda wanted: wanted)
    assert fit_file_limit(Settings()) == Settings()


def test_file_limit_is_raised_to_the_hard_limit() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lower = min(soft if soft > 0 else 4096, 4096) - 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (lower, hard))
    try:
        assert raise_file_limit(lower) == lower
        assert raise_file_limit(lower + 1) == lower + 1
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == lower + 1
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

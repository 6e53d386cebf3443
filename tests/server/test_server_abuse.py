"""Clients that mean harm, or are broken: they are sent away, and nobody else notices."""

import itertools
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from malformed_input import FRAMES, REQUESTS, Request, check_unharmed, say_frames, send_request
from serving import WAIT, Client, Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

LATE = 10.0
"""Seconds: a busy machine takes long, but who waits for somebody else's abuse to end waits longer."""
FEW = 5


class Others(threading.Thread):
    """Two people who play all the while, and one game after another: how long each of their moves took."""

    def __init__(self, server: Running) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.stopping = threading.Event()
        self.took: list[float] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self.game()
        except BaseException as failure:
            self.failure = failure

    def game(self) -> None:
        table, tokens = self.server.table()
        with self.server.at(table, tokens[0]) as one, self.server.at(table, tokens[1]) as two:
            while not self.stopping.is_set() and one.now["status"] == "playing":
                number = one.now["number"]
                mover = one if one.now["turn"] == 0 else two
                began = time.monotonic()
                answer = mover.play(mover.now["legal"][0])
                assert answer["type"] == "ack", answer
                one.moved(number + 1)
                two.moved(number + 1)
                self.took.append(time.monotonic() - began)
                # As fast as people never are, and slow enough to leave the machine to the abuse.
                self.stopping.wait(0.02)

    def meanwhile(self) -> Iterator[None]:
        """Go on with something until a few moves were made in the midst of it."""
        wanted = len(self.took) + FEW
        until = time.monotonic() + WAIT
        while len(self.took) < wanted:
            assert self.failure is None, self.failure
            assert time.monotonic() < until, "the others cannot play"
            yield

    def wait(self) -> None:
        for _ in self.meanwhile():
            time.sleep(0.01)


@contextmanager
def somebody_elses_game(server: Running) -> Iterator[Others]:
    """A table at which moves are made before, during and after something: all acknowledged, and none of them late."""
    others = Others(server)
    others.start()
    try:
        others.wait()
        yield others
        others.wait()
    finally:
        others.stopping.set()
        others.join(WAIT)
    assert not others.is_alive()
    assert others.failure is None, others.failure
    assert max(others.took) < LATE


def test_a_flood_is_stopped(tmp_path: Path) -> None:
    # The others play one move in 20 ms, each on a socket of its own: within the limit.
    with (
        running(tmp_path, TEFUDA_SOCKET_RATE="100", TEFUDA_SOCKET_BURST="200") as server,
        somebody_elses_game(server) as others,
    ):
        table, (black, _) = server.table()
        for _ in others.meanwhile():
            with server.at(table, black) as one:
                with suppress(ConnectionClosed):
                    for _ in range(20_000):
                        one.send("ping")
                assert one.ended()[-1] == {"type": "bye", "code": "flood"}


def test_many_frames_at_once_are_no_slow_reader(tmp_path: Path) -> None:
    with running(tmp_path, TEFUDA_SOCKET_BURST="2000") as server:
        table, (black, _) = server.table()
        with server.at(table, black) as one:
            for _ in range(1000):
                one.send("ping")
            assert [one.until("pong") for _ in range(1000)] == [{"type": "pong"}] * 1000


def test_requests_tables_and_sockets_are_limited(tmp_path: Path) -> None:
    limits = {
        "TEFUDA_REST_RATE": "1",
        "TEFUDA_REST_BURST": "60",
        "TEFUDA_TABLES_AN_HOUR": "5",
        "TEFUDA_AUTHORING_RATE": "1",
        "TEFUDA_AUTHORING_BURST": "4",
        "TEFUDA_SOCKETS_PER_ADDRESS": "3",
        "TEFUDA_LIVE_TABLES": "2",
    }
    with running(tmp_path, **limits) as server, ExitStack() as stack:
        tables = [server.table()[0] for _ in range(5)]
        refused = server.post("/api/tables", {"game": "catalyst", "seats": ["me"]}, 429)
        assert refused["code"] == "too_many_requests"
        for table in tables[:2]:
            stack.enter_context(server.at(table))
        # Both places in memory are taken by tables that somebody looks at.
        with server.bare(tables[2]) as third:
            third.send("hello", protocol=1, build=None, token=None, have=None)
            assert third.next()["code"] == "busy"
        assert server.get(f"/api/tables/{tables[3]}", 503)["code"] == "busy"
        stack.enter_context(server.at(tables[0]))
        with pytest.raises(Exception, match="403"):
            stack.enter_context(server.at(tables[0]))
        checks = [server.http.post("/api/games/linkavel/decks/read", json={"yaml": "x"}).status_code for _ in range(12)]
        assert (checks[:4], 429 in checks) == ([200] * 4, True)
        statuses = {server.http.get("/api/games").status_code for _ in range(70)}
        assert statuses == {200, 429}


def test_files_of_the_page_have_a_limit_of_their_own(tmp_path: Path) -> None:
    limits = {"TEFUDA_REST_RATE": "1", "TEFUDA_REST_BURST": "60", "TEFUDA_FILE_RATE": "1", "TEFUDA_FILE_BURST": "150"}
    with running(tmp_path, **limits) as server:
        file = f"/app/{server.get('/api/games')['build']}/main.js"
        statuses = [server.http.get(file).status_code for _ in range(220)]
        assert set(statuses[:150]) == {200}, "more than requests are allowed"
        assert 429 in statuses[150:]
        assert server.http.get("/").status_code == 200, "who has had enough files may still ask"


def test_frames_that_are_too_large_close_their_socket_only(server: Running) -> None:
    table, (black, _) = server.table()
    with somebody_elses_game(server) as others:
        for _, size in zip(others.meanwhile(), itertools.cycle([1_000_000, 5_000]), strict=False):
            with server.at(table, black) as one, server.bare(table) as early:
                for client in (one, early):
                    with suppress(ConnectionClosed):
                        client.link.send("x" * size)
                    client.ended()
                    assert client.link.close_code == 1009


def test_a_slow_reader_is_dropped_and_nobody_waits_for_it(tmp_path: Path) -> None:
    with running(tmp_path, TEFUDA_WAITING_MESSAGES="20") as server, somebody_elses_game(server) as others:
        before = len(others.took)
        table, tokens = server.table(practice=True)
        # A socket of its own, with a small window, that never reads after its welcome.
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", server.port))
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        with (
            server.at(table, tokens[0]) as one,
            server.at(table, tokens[1]) as two,
            connect(address, sock=raw, compression=None, max_queue=1) as slow,
        ):
            Client(slow).hello()
            dropped = 'tefuda_dropped_total{code="slow"}'
            for _ in range(3000):
                mover = one if one.now["turn"] == 0 else two
                number = one.now["number"]
                mover.play(mover.now["legal"][0])
                one.moved(number + 1)
                one.ask("takeback")
                one.moved(number + 2)
                two.moved(number + 2)
                if number % 40 == 0 and dropped in server.http.get("/metrics").text:
                    break
            assert dropped in server.http.get("/metrics").text
            assert len(others.took) - before >= FEW
            raw.close()
            mover = one if one.now["turn"] == 0 else two
            assert mover.play(mover.now["legal"][0])["type"] == "ack"


def test_five_hundred_idle_sockets(server: Running) -> None:
    table, _ = server.table()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    with somebody_elses_game(server) as others, ExitStack() as stack:
        before = len(others.took)
        hello = json.dumps({"type": "hello", "protocol": 1, "build": None, "token": None, "have": None})
        links = [stack.enter_context(connect(address, compression=None)) for _ in range(500)]
        for link in links[::10]:
            link.send(hello)
        assert len(others.took) - before >= FEW, "they play while the sockets open"
        others.wait()
        with somebody_elses_game(server):
            pass  # who comes now can play, too
        for link in links:
            link.socket.close()  # all at once, without a word


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=FRAMES)
def test_whatever_is_said_the_server_stays_up(server: Running, frames: list[Any]) -> None:
    say_frames(server, frames)
    check_unharmed(server)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(request=REQUESTS)
def test_whatever_is_asked_the_server_stays_up(server: Running, request: Request) -> None:
    send_request(server, request)
    check_unharmed(server)

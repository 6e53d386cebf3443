"""Hostile and broken clients are disconnected without effect on other tables."""

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
from malformed_input import FRAMES, REQUESTS, Request, check_unharmed, send_frames, send_request
from server_process import WAIT_SECONDS, Client, RunningServer, run_server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

MAX_SECONDS = 10.0
"""Maximum duration of a play at another table. A blocked server would take longer."""
MIN_PLAYS = 5


class BackgroundGame(threading.Thread):
    """Plays games between two clients in a thread and measures each play."""

    def __init__(self, server: RunningServer) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.stopping = threading.Event()
        self.durations: list[float] = []
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
                player = one if one.now["turn"] == 0 else two
                began = time.monotonic()
                answer = player.play(player.now["legal"][0])
                assert answer["type"] == "ack", answer
                one.wait_for_entries(number + 1)
                two.wait_for_entries(number + 1)
                self.durations.append(time.monotonic() - began)
                # Leave most of the machine to the test.
                self.stopping.wait(0.02)

    def until_played(self) -> Iterator[None]:
        """Yield until `MIN_PLAYS` more plays were made."""
        wanted = len(self.durations) + MIN_PLAYS
        until = time.monotonic() + WAIT_SECONDS
        while len(self.durations) < wanted:
            assert self.failure is None, self.failure
            assert time.monotonic() < until, "the background game is stuck"
            yield

    def wait(self) -> None:
        for _ in self.until_played():
            time.sleep(0.01)


@contextmanager
def background_game(server: RunningServer) -> Iterator[BackgroundGame]:
    """Run a game in the background. All its plays must be acknowledged in time."""
    game = BackgroundGame(server)
    game.start()
    try:
        game.wait()
        yield game
        game.wait()
    finally:
        game.stopping.set()
        game.join(WAIT_SECONDS)
    assert not game.is_alive()
    assert game.failure is None, game.failure
    assert max(game.durations) < MAX_SECONDS


def test_flood_is_stopped(tmp_path: Path) -> None:
    # The background game plays every 20 ms, which is within the limit.
    with (
        run_server(tmp_path, TEFUDA_SOCKET_RATE="100", TEFUDA_SOCKET_BURST="200") as server,
        background_game(server) as game,
    ):
        table, (black, _) = server.table()
        for _ in game.until_played():
            with server.at(table, black) as one:
                with suppress(ConnectionClosed):
                    for _ in range(20_000):
                        one.send("ping")
                assert one.read_until_closed()[-1] == {"type": "bye", "code": "flood"}


def test_many_frames_at_once_are_answered(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_SOCKET_BURST="2000") as server:
        table, (black, _) = server.table()
        with server.at(table, black) as one:
            for _ in range(1000):
                one.send("ping")
            assert [one.until("pong") for _ in range(1000)] == [{"type": "pong"}] * 1000


def check_table_limits(server: RunningServer, made: list[tuple[str, list[str]]]) -> None:
    """Check the limits of an address that has 5 unfinished tables of 5, and created 5 of 8 in an hour."""
    body = {"game": "catalyst", "seats": ["me"]}
    refused = server.post("/api/tables", body, 429)
    assert refused["code"] == "too_many_unfinished"
    assert "対局" in refused["ja"]
    elsewhere = server.http.post("/api/tables", json=body, headers={"x-forwarded-for": "203.0.113.9"})
    assert elsewhere.status_code == 200, "other addresses have their own limit"
    (first, tokens), (second, others) = made[:2]
    with server.at(first, tokens[0]) as one, server.at(first, tokens[1]) as two:
        assert [one.ask("resign")["type"], one.ask("rematch")["type"], two.ask("rematch")["type"]] == ["ack"] * 3
    refused = server.post("/api/tables/quick", {"game": "card-othello"}, 429)
    assert refused["code"] == "too_many_unfinished", "the rematch counts"
    with server.at(second, others[0]) as one, server.at(second, others[1]) as two:
        assert [one.ask("resign")["type"], one.ask("rematch")["type"]] == ["ack"] * 2
        assert two.ask("rematch", id="the-rematch")["code"] == "too_many_requests", "rematches are new tables"
        assert two.ask("describe")["type"] == "described"
    assert server.post("/api/tables", body, 429)["code"] == "too_many_requests"


def test_rate_limits(tmp_path: Path) -> None:
    limits = {
        "TEFUDA_REST_RATE": "1",
        "TEFUDA_REST_BURST": "60",
        "TEFUDA_TABLES_AN_HOUR": "8",
        "TEFUDA_TABLES_PER_ADDRESS": "5",
        "TEFUDA_AUTHORING_RATE": "1",
        "TEFUDA_AUTHORING_BURST": "4",
        "TEFUDA_SOCKETS_PER_ADDRESS": "3",
        "TEFUDA_LIVE_TABLES": "2",
    }
    with run_server(tmp_path, **limits) as server, ExitStack() as stack:
        made = [server.table() for _ in range(5)]
        tables = [table for table, _ in made]
        check_table_limits(server, made)
        for table in tables[:2]:
            stack.enter_context(server.at(table))
        # Both tables in memory have viewers.
        with server.connect_only(tables[2]) as third:
            third.send("hello", protocol=2, build=None, token=None, have=None)
            assert third.next()["code"] == "busy"
        assert server.get(f"/api/tables/{tables[3]}", 503)["code"] == "busy"
        stack.enter_context(server.at(tables[0]))
        with pytest.raises(Exception, match="403"):
            stack.enter_context(server.at(tables[0]))
        checks = [server.http.post("/api/games/linkavel/decks/read", json={"yaml": "x"}).status_code for _ in range(12)]
        assert (checks[:4], 429 in checks) == ([200] * 4, True)
        statuses = {server.http.get("/api/games").status_code for _ in range(70)}
        assert statuses == {200, 429}


def test_client_files_have_separate_limit(tmp_path: Path) -> None:
    limits = {"TEFUDA_REST_RATE": "1", "TEFUDA_REST_BURST": "60", "TEFUDA_FILE_RATE": "1", "TEFUDA_FILE_BURST": "150"}
    with run_server(tmp_path, **limits) as server:
        file = f"/app/{server.get('/api/games')['build']}/main.js"
        statuses = [server.http.get(file).status_code for _ in range(220)]
        assert set(statuses[:150]) == {200}, "more than requests are allowed"
        assert 429 in statuses[150:]
        assert server.http.get("/").status_code == 200, "other requests have their own limit"


LARGE, SMALL = 1_000_000, 5_000
"""Sizes of frames that are too large. The server reads the second one at once."""


def test_too_large_frame_closes_only_its_socket(server: RunningServer) -> None:
    table, (black, _) = server.table()
    with background_game(server) as game:
        for _, size in zip(game.until_played(), itertools.cycle([LARGE, SMALL]), strict=False):
            with server.at(table, black) as one, server.connect_only(table) as early:
                for client in (one, early):
                    with suppress(ConnectionClosed):
                        client.link.send("x" * size)
                    client.read_until_closed()
                    # The server closes while a large frame is on its way: TCP may drop the close frame then (1006).
                    assert client.link.close_code in ((1009,) if size == SMALL else (1009, 1006))


def test_slow_reader_is_disconnected(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_WAITING_MESSAGES="20") as server, background_game(server) as game:
        before = len(game.durations)
        table, tokens = server.table("linkavel", practice=True)
        # A socket with a small window that does not read after `welcome`. Updates with views fill its buffers sooner.
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", server.port))
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        with (
            server.at(table, tokens[0]) as one,
            server.at(table, tokens[1]) as two,
            connect(address, sock=raw, compression=None, max_queue=1, ping_interval=None) as slow,
        ):
            Client(slow).hello(views=True)
            dropped = 'tefuda_dropped_total{code="slow"}'
            for _ in range(3000):
                player = one if one.now["turn"] == 0 else two
                number = one.now["number"]
                player.play(player.now["legal"][0])
                one.wait_for_entries(number + 1)
                one.ask("takeback")
                one.wait_for_entries(number + 2)
                two.wait_for_entries(number + 2)
                if number % 40 == 0 and dropped in server.http.get("/metrics").text:
                    break
            assert dropped in server.http.get("/metrics").text
            assert len(game.durations) - before >= MIN_PLAYS
            raw.close()
            player = one if one.now["turn"] == 0 else two
            assert player.play(player.now["legal"][0])["type"] == "ack"


def test_five_hundred_idle_sockets(server: RunningServer) -> None:
    table, _ = server.table()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    with background_game(server) as game, ExitStack() as stack:
        before = len(game.durations)
        hello = json.dumps({"type": "hello", "protocol": 2, "build": None, "token": None, "have": None})
        links = []
        for number in range(500):
            links.append(stack.enter_context(connect(address, compression=None)))
            if number % 10 == 0:
                links[-1].send(hello)
        assert len(game.durations) - before >= MIN_PLAYS, "the background game continues while the sockets open"
        game.wait()
        with background_game(server):
            pass  # new clients can play too
        for link in links:
            link.socket.close()  # without a closing handshake


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=FRAMES)
def test_malformed_frames(server: RunningServer, frames: list[Any]) -> None:
    send_frames(server, frames)
    check_unharmed(server)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(request=REQUESTS)
def test_malformed_requests(server: RunningServer, request: Request) -> None:
    send_request(server, request)
    check_unharmed(server)

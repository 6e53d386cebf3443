"""Server processes for tests, clients for their sockets, and PostgreSQL."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import httpx
import psycopg
import pytest
from command_runner import plain_environment, start_command_in
from folded_view import FoldedView
from pydantic import Field, TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tefuda.server.http.socket_models import ServerMessage

MESSAGES: TypeAdapter[ServerMessage] = TypeAdapter(Annotated[ServerMessage, Field(discriminator="type")])
"""Checks every message that a client receives."""
WAIT_SECONDS = 20.0
"""Timeout for messages and responses."""
START_SECONDS = 180.0
"""Timeout for the start of a server on a busy machine."""
HIGH_LIMITS = {
    "TEFUDA_REST_RATE": "100000",
    "TEFUDA_REST_BURST": "100000",
    "TEFUDA_FILE_RATE": "100000",
    "TEFUDA_FILE_BURST": "100000",
    "TEFUDA_AUTHORING_RATE": "100000",
    "TEFUDA_AUTHORING_BURST": "100000",
    "TEFUDA_TABLES_AN_HOUR": "100000",
    "TEFUDA_TABLES_PER_ADDRESS": "0",
    "TEFUDA_SOCKETS_PER_ADDRESS": "2000",
    "TEFUDA_SOCKET_RATE": "10000",
    "TEFUDA_SOCKET_BURST": "10000",
    "TEFUDA_CPU_BEAT": "10",
    "TEFUDA_CPU_PROCESSES": "1",
}
"""Limits that tests do not reach by accident."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class ServerClient:
    """Requests and sockets for the server at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT_SECONDS)

    def post(self, address: str, body: Any, status: int = 200) -> Any:
        answer = self.http.post(address, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, address: str, status: int = 200) -> Any:
        answer = self.http.get(address)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, game: str = "card-othello", seats: list[Any] | None = None, **more: Any) -> tuple[str, list[str]]:
        """Create a table; return its id and the tokens of its `me` seats."""
        made = self.post("/api/tables", {"game": game, "seats": seats or ["me", "me"], **more})
        return made["table"]["id"], [seat["token"] for seat in made["seats"]]

    @contextmanager
    def at(self, table: str, token: str | None = None, have: int | None = None, **more: Any) -> Iterator["Client"]:
        """Yield a client that has joined a table. `more` are fields of `hello`."""
        with self.connect_only(table) as client:
            client.hello(token, have, **more)
            yield client

    @contextmanager
    def quick_match(self, game: str, **more: Any) -> Iterator[tuple[str, "Client"]]:
        """Yield a quick match that waits for an opponent, and its connected player."""
        made = self.post("/api/tables/quick", {"game": game, **more})
        table: str = made["table"]["id"]
        assert made["table"]["status"] == "open"
        with self.at(table, made["seats"][0]["token"]) as client:
            self.wait_until_listed(table)
            yield table, client

    def wait_until_listed(self, table: str, listed: bool = True) -> None:
        """Wait until a public table is, or is no longer, offered to other players."""
        until = time.monotonic() + WAIT_SECONDS
        while (table in [one["id"] for one in self.get("/api/tables")]) is not listed:
            assert time.monotonic() < until, f"{table}: the player's presence did not change"
            time.sleep(0.01)

    @contextmanager
    def connect_only(self, table: str) -> Iterator["Client"]:
        """Yield a connected client that has not sent `hello`."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        with connect(address, open_timeout=WAIT_SECONDS, max_size=None, compression=None) as link:
            yield Client(link)


class RunningServer(ServerClient):
    """A server process."""

    def __init__(self, folder: Path, environment: dict[str, str], database: str = "") -> None:
        super().__init__(free_port())
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.environment = {**HIGH_LIMITS, **environment}
        self.log = folder / f"log-{secrets.token_hex(3)}.txt"
        self.printed = self.log.with_suffix(".out")
        """The file with its standard output. The log is on standard error."""
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--database", self.database]
        with Path(os.devnull).open("rb") as nothing, self.log.open("ab") as log, self.printed.open("ab") as printed:
            environment = {**plain_environment(), **self.environment}
            self.process = start_command_in(Path.cwd(), arguments, environment, (nothing, printed, log))
        try:
            self.wait()
        except BaseException:
            self.kill()
            raise

    def wait(self) -> None:
        """Wait until the server answers."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                self.http.get("/healthz")
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < until, f"the server did not start: {self.log.read_text()}"
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.kill()
        self.process.wait(WAIT_SECONDS)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT_SECONDS)

    def close(self) -> None:
        self.http.close()
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class Client:
    """The client side of a socket."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.raw: list[str] = []
        self.now: dict[str, Any] = {}
        """The last `welcome`, `update` or `view` message, with the view."""
        self.view = FoldedView()
        self.welcome: dict[str, Any] = {}

    def send(self, kind: str, **values: Any) -> None:
        self.link.send(json.dumps({"type": kind, **values}))

    def hello(self, token: str | None = None, have: int | None = None, **more: Any) -> dict[str, Any]:
        self.send("hello", **{"protocol": 2, "build": None, "token": token, "have": have, **more})
        self.welcome = self.until("welcome")
        return self.welcome

    def next(self) -> dict[str, Any]:
        text = self.link.recv(WAIT_SECONDS)
        assert isinstance(text, str)
        self.raw.append(text)
        MESSAGES.validate_json(text, strict=True)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("welcome", "update", "view"):
            self.view.complete(message)
            self.now = message
        return message

    def until(self, *kinds: str, id: str | None = None) -> dict[str, Any]:  # noqa: A002
        """Return the next message of one of these types."""
        while True:
            message = self.next()
            if message["type"] in kinds and (id is None or message.get("id") == id):
                return message

    def ask(self, kind: str, **values: Any) -> dict[str, Any]:
        """Send a request and return its response."""
        id = values.pop("id", None) or secrets.token_hex(8)  # noqa: A001
        self.send(kind, id=id, **values)
        return self.until("ack", "refused", "hint", "described", "explained", id=id)

    def play(self, action: str, ply: int | None = None, **values: Any) -> dict[str, Any]:
        return self.ask("play", ply=self.now["ply"] if ply is None else ply, action=action, **values)

    def wait_for_entries(self, number: int) -> dict[str, Any]:
        """Wait until the log has `number` entries."""
        while self.now.get("number", 0) < number:
            self.until("update", "welcome")
        return self.now

    def read_until_closed(self) -> list[dict[str, Any]]:
        """Return all messages until the server closes the socket."""
        found = []
        try:
            while True:
                found.append(self.next())
        except ConnectionClosed:
            return found


@contextmanager
def run_server(folder: Path, database: str = "", **environment: str) -> Iterator[RunningServer]:
    """Run a server."""
    folder.mkdir(parents=True, exist_ok=True)
    server = RunningServer(folder, environment, database)
    try:
        yield server
    finally:
        server.close()


class Postgres:
    """A temporary PostgreSQL server."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self.port = free_port()
        folder.mkdir(parents=True, exist_ok=True)
        # PostgreSQL refuses to run as root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if self.user:
            for path in (folder, *folder.parents):
                if path.stat().st_uid == 0 and path != Path("/"):
                    path.chmod(path.stat().st_mode | 0o055 if path != folder else 0o777)
        self.data = folder / "data"
        self._call("initdb", "-D", self.data, "-U", "tefuda", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        self._call("pg_ctl", "-D", self.data, "-o", options, "-l", folder / "log", "-w", "start")

    def _call(self, program: str, *arguments: object) -> None:
        command = [*self.user, str(self.programs / program), *[str(argument) for argument in arguments]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def new_database(self) -> str:
        """Create an empty database; return its URL."""
        name = f"t{secrets.token_hex(4)}"
        server = f"postgresql://tefuda@127.0.0.1:{self.port}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{server}/{name}"

    def close(self) -> None:
        self._call("pg_ctl", "-D", self.data, "-m", "immediate", "stop")


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs. Skip the test if there is none, unless TEFUDA_REQUIRE_POSTGRES=1."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(re.sub(r"\D", "", str(path)) or 0))
    named = shutil.which("pg_ctl")
    programs = found[-1] if found else Path(named).resolve().parent if named else None
    if programs is None:
        if os.environ.get("TEFUDA_REQUIRE_POSTGRES") == "1":
            pytest.fail("TEFUDA_REQUIRE_POSTGRES=1, but PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    return programs

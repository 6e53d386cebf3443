"""Runs `tefuda` commands for tests, without starting Python each time where the platform can fork.

A template process has imported everything and forks a child for each command. The child has its own folder,
environment, standard streams and exit status, like a process that was started.
"""

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from tefuda.cli.language import choose_language, find_language
from tefuda.core.text import LANGUAGES

PACKAGES = [
    "tefuda.cli.app",
    "tefuda.cli.commands.play",
    "tefuda.cli.lab_app",
    "tefuda.lab.runs.run",
    "tefuda.cli.commands.serve",
    "tefuda.server.app",
    "tefuda.server.launch",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvloop",
]
"""Modules that commands import when they need them."""
TIMEOUT_SECONDS = 120
CAN_FORK = sys.platform == "linux"
"""Whether commands are forked. Other platforms have no file descriptors of processes."""
READ_LATE = ("LANG", "LC_ALL", "LC_MESSAGES", "XDG_DATA_HOME", "TEFUDA_")
"""Variables that begin like this are read by the command, not while its modules are imported ..."""
READ_EARLY = ("TEFUDA_DEBUG", "TEFUDA_INTERPRETED")
"""... with these exceptions."""


class CommandResult(NamedTuple):
    """Exit status and output of a command."""

    status: int
    out: str
    err: str


class RunningCommand(Protocol):
    """A command that runs: the part of `subprocess.Popen` that tests use."""

    pid: int
    returncode: int | Any

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...
    def kill(self) -> None: ...


def run_command(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> CommandResult:
    """Run a command in a folder, in English unless its arguments or its environment say otherwise."""
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        typed.write(stdin.encode())
        typed.seek(0)
        full = {**plain_environment(), "XDG_DATA_HOME": str(folder / "data"), **environment}
        command = start_command_in(folder, arguments, full, (typed, out, err))
        status = command.wait(TIMEOUT_SECONDS)
        out.seek(0)
        err.seek(0)
        return CommandResult(status, out.read().decode(), err.read().decode())


def plain_environment() -> dict[str, str]:
    """Return the environment of a command in English, 80 columns wide."""
    return {**os.environ, "LANG": "C.UTF-8", "COLUMNS": "80"}


def start_command_in(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], streams: Sequence[IO[bytes]]
) -> RunningCommand:
    """Start a command in a folder: in a fork of a template, or in a new process where that is not the same."""
    stdin, stdout, stderr = streams
    plain = plain_environment()
    changed = [name for name in {*plain, *environment} if environment.get(name) != plain.get(name)]
    if not CAN_FORK or any(name in READ_EARLY or not name.startswith(READ_LATE) for name in changed):
        command = [sys.executable, "-m", "tefuda.cli.main", *arguments]
        return subprocess.Popen(command, cwd=folder, env=environment, stdin=stdin, stdout=stdout, stderr=stderr)
    has_own_cards = any("CARDS" in name for name in changed)
    language = find_language(arguments, environment)
    template = _template(language if language in LANGUAGES else "en", not has_own_cards)
    return template.start([list(arguments), str(folder), dict(environment)], [one.fileno() for one in streams])


class ForkedCommand:
    """A command in a fork of a template."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status
        """Where the template writes the exit status."""

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("tefuda", timeout or 0)
            self.returncode = int.from_bytes(os.read(self._status, 4), "big", signed=True)
            os.close(self._status)
        return self.returncode

    def send_signal(self, sig: int, /) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Template:
    """A process that has imported everything, in one language. It ends with the tests."""

    def __init__(self, language: str, has_games: bool) -> None:
        self._connection, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno()), language, str(int(has_games))]
            self._process = subprocess.Popen(
                command, env=plain_environment(), pass_fds=[theirs.fileno()], start_new_session=True
            )
        self._connection.settimeout(TIMEOUT_SECONDS)
        self._lock = threading.Lock()
        atexit.register(self._end)

    def start(self, command: list[Any], streams: list[int]) -> ForkedCommand:
        """Run a command in a fork; `streams` are its standard streams."""
        request = json.dumps(command).encode()
        ours, theirs = os.pipe()
        with self._lock:
            socket.send_fds(self._connection, [len(request).to_bytes(4, "big")], [*streams, theirs])
            os.close(theirs)
            self._connection.sendall(request)
            return ForkedCommand(int.from_bytes(self._connection.recv(4), "big"), ours)

    def _end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._connection.close()


@functools.cache
def _template(language: str, has_games: bool) -> Template:
    """Return a template. Custom cards are read with a game, so commands with custom cards need one without games."""
    return Template(language, has_games)


def _serve(connection: socket.socket, language: str, has_games: bool) -> None:
    """Fork a child for each request, and report exit statuses, until the tests close the connection."""
    choose_language(["--language", language], {})
    for name in PACKAGES:
        importlib.import_module(name)
    if has_games:
        from tefuda.core.registry import find_game, game_ids

        for game in game_ids():
            find_game(game).start(1)
    gc.collect()
    gc.freeze()  # children share these objects as long as nothing writes to them
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is connection:
                    found = _fork(connection)
                    if found is None:
                        return
                    child, status = found
                    selector.register(os.pidfd_open(child), selectors.EVENT_READ, (child, status))
                else:
                    child, status = key.data
                    _, ended = os.waitpid(child, 0)
                    os.write(status, os.waitstatus_to_exitcode(ended).to_bytes(4, "big", signed=True))
                    selector.unregister(key.fileobj)
                    os.close(status)
                    os.close(key.fd)


def _fork(connection: socket.socket) -> tuple[int, int] | None:
    """Receive a request and run it in a child; return its process id and where its status goes."""
    size, files, _, _ = socket.recv_fds(connection, 4, 4)
    if not size:
        return None
    request = b""
    while len(request) < int.from_bytes(size, "big"):
        request += connection.recv(1 << 16)
    *streams, status = files
    child = os.fork()
    if not child:
        connection.close()
        os.close(status)
        _run(streams, *json.loads(request))
    for stream in streams:
        os.close(stream)
    connection.sendall(child.to_bytes(4, "big"))
    return child, status


def _run(streams: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Run the command in the forked child and exit."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", closefd=False) for number, mode in enumerate(["r", "w", "w"])
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["tefuda", *arguments]
    status = 1
    try:
        from tefuda.cli.main import run

        status = run(arguments)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], sys.argv[3] == "1")

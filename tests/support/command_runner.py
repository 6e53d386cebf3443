"""Runs `tefuda` commands for tests, without starting Python each time where the platform can fork.

A process that has imported everything forks a child for each command. The child has its own folder, environment,
standard streams and exit status, like a process that was started.
"""

import atexit
import functools
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

PACKAGES = ["tefuda.cli.app", "tefuda.cli.commands.play", "tefuda.cli.lab_app", "tefuda.lab.runs.run"]
"""Modules that commands import when they need them."""
TIMEOUT_SECONDS = 120


class CommandResult(NamedTuple):
    """Exit status and output of a command."""

    status: int
    out: str
    err: str


def run_command(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> CommandResult:
    """Run a command in a folder, in English unless its arguments say otherwise. Help texts are always English."""
    full = command_environment(folder, **environment)
    return (
        run_forked(folder, arguments, stdin, full)
        if hasattr(os, "fork")
        else run_process(folder, arguments, stdin, full)
    )


def command_environment(folder: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a command: 80 columns wide, with saved games in the folder."""
    here = {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "80"}
    return {**os.environ, **here, **environment}


def run_process(folder: Path, arguments: tuple[str, ...], stdin: str, environment: dict[str, str]) -> CommandResult:
    """Run a command in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", "tefuda.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=TIMEOUT_SECONDS,
        check=False,
        env=environment,
    )
    return CommandResult(done.returncode, done.stdout, done.stderr)


def run_forked(folder: Path, arguments: tuple[str, ...], stdin: str, environment: dict[str, str]) -> CommandResult:
    """Run a command in a fork of the server."""
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        typed.write(stdin.encode())
        typed.seek(0)
        request = json.dumps([arguments, str(folder), environment]).encode()
        server, _ = _server()
        socket.send_fds(server, [len(request).to_bytes(4, "big")], [typed.fileno(), out.fileno(), err.fileno()])
        server.sendall(request)
        try:
            status = int.from_bytes(server.recv(4), "big", signed=True)
        except TimeoutError:
            _server.cache_clear()
            raise
        out.seek(0)
        err.seek(0)
        return CommandResult(status, out.read().decode(), err.read().decode())


@functools.cache
def _server() -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Return the fork server and the connection to it. It starts with the first command and ends with the tests."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], start_new_session=True)
    ours.settimeout(TIMEOUT_SECONDS)

    def end() -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        ours.close()

    atexit.register(end)
    return ours, process


def _serve(connection: socket.socket) -> None:
    """Run one command after the other until the tests close the connection."""
    import tefuda
    from tefuda.cli.language import choose_language
    from tefuda.core.registry import game_ids

    choose_language([], {"LANG": "C.UTF-8"})
    for name in PACKAGES:
        importlib.import_module(name)
    for game in game_ids():
        tefuda.game(game).start(1)
    while True:
        size, streams, _, _ = socket.recv_fds(connection, 4, 3)
        if not size:
            return
        request = b""
        while len(request) < int.from_bytes(size, "big"):
            request += connection.recv(1 << 16)
        child = os.fork()
        if not child:
            connection.close()
            _run(streams, *json.loads(request))
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))


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
    _serve(socket.socket(fileno=int(sys.argv[1])))

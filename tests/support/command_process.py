"""The type of the `run` fixture, and commands that are interrupted or run in a terminal."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

RunCommand = Callable[..., "subprocess.CompletedProcess[str]"]


START_MODULE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore the signal, and children inherit that
runpy.run_module("tefuda.cli.main", run_name="__main__", alter_sys=True)
"""
INTERRUPTIBLE = [sys.executable, "-c", START_MODULE]
"""The `tefuda` command as a process that Ctrl-C interrupts."""


@contextmanager
def start_command(*arguments: str, cwd: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a command in its own process group; the group is killed at the end of the block."""
    process = subprocess.Popen(
        [*INTERRUPTIBLE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=cwd,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    with process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def press_ctrl_c(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Interrupt a command with Ctrl-C and return its output."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=60)


def run_in_terminal(folder: Path, *arguments: str) -> tuple[str, str]:
    """Run a command with an 80-column terminal as standard error. Return its standard output and the terminal's."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    shown: list[bytes] = []
    environment = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm"}
    command = [sys.executable, "-m", "tefuda.cli.main", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=folder, env=environment) as process:
        os.close(theirs)
        with suppress(OSError):  # Linux raises this when the last writer has closed the terminal
            while piece := os.read(ours, 4096):
                shown.append(piece)
        out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    return out.decode(), b"".join(shown).decode()

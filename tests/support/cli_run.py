"""How tests run the command: the type of the fixture, and a command that is to be stopped by Ctrl-C."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def _hear_ctrl_c() -> None:
    """Whatever started the tests may have them ignore it (a job in the background does), and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(*arguments: str, cwd: Path) -> Iterator["subprocess.Popen[str]"]:
    """A command under way, with all that it starts in one group; nothing of it outlives the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tefuda.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
        cwd=cwd,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    with process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def ctrl_c(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Stop a command as a person does; what it said."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=60)


def run_in_terminal(folder: Path, *arguments: str) -> tuple[str, str]:
    """Run a command whose standard error is a terminal of 80 columns; what it printed, and what that terminal got."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    shown: list[bytes] = []
    environment = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm"}
    command = [sys.executable, "-m", "tefuda.cli.main", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=folder, env=environment) as process:
        os.close(theirs)
        with suppress(OSError):  # on Linux, so ends a terminal that nobody writes to any more
            while piece := os.read(ours, 4096):
                shown.append(piece)
        out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    return out.decode(), b"".join(shown).decode()

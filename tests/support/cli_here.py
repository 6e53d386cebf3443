"""The command, run in this process to save the start of another one; everything that it changes here is put back."""

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from tefuda.cli.language import choose
from tefuda.cli.main import run
from tefuda.games.linkavel.catalogue import LIBRARY as LINKAVEL
from tefuda.games.solitaire_tcg.catalogue import LIBRARY as SOLITAIRE


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str


@contextmanager
def put_back(folder: Path) -> Iterator[None]:
    """In a folder, with an environment of its own; afterwards all is as it was."""
    environment, before = dict(os.environ), Path.cwd()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGTERM)}
    typed = sys.stdin
    os.chdir(folder)
    os.environ.update({"LANG": "C.UTF-8", "COLUMNS": "80", "XDG_DATA_HOME": str(folder / "data")})
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environment)
        sys.stdin = typed
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for library in (LINKAVEL, SOLITAIRE):
            library.reset()
        choose([], {})


def run_here(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> Done:
    """Run the command in a folder, with what is typed."""
    out, err = io.StringIO(), io.StringIO()
    with put_back(folder), redirect_stdout(out), redirect_stderr(err):
        os.environ.update(environment)
        sys.stdin = io.StringIO(stdin)
        status = run(list(arguments))
    return Done(status, out.getvalue(), err.getvalue())

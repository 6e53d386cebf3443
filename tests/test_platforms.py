"""Code for other platforms than the tested one, where it can run here."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tefuda.cli.terminal import session
from tefuda.lab.runs.parallel import available_cores

ROOT = Path(__file__).parents[1]
POSIX_ONLY = re.compile(
    r"^\s*(import|from) (fcntl|resource|termios|tty|pwd|grp|uvloop)\b"
    r"|os\.(fork|killpg|getpgid|setsid|getuid|chown|mkfifo|wait3|uname)\b"
    r"|signal\.(SIGKILL|SIGHUP|SIGUSR1|SIGUSR2|SIGQUIT|SIGALRM|setitimer|alarm|pause)\b"
    r"|(?<!hasattr\(os, \")os\.sched_getaffinity\(|get_context\(\"fork|add_signal_handler|preexec_fn",
    re.MULTILINE,
)
GUARDED = {
    "lab/runs/parallel.py": ["os.sched_getaffinity("],
    "players/programs.py": ["os.killpg", "signal.SIGKILL"],
}
"""Calls guarded by a platform check."""


def test_platform_specific_calls_are_guarded() -> None:
    package = ROOT / "src" / "tefuda"
    found = {
        path.relative_to(package).as_posix(): [match.group().strip() for match in POSIX_ONLY.finditer(text)]
        for path in package.rglob("*.py")
        if POSIX_ONLY.search(text := path.read_text(encoding="utf-8"))
    }
    assert found == GUARDED


def test_terminal_game_handles_every_available_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up: list[int] = []
    windows = SimpleNamespace(SIGTERM=15, SIGBREAK=21, signal=lambda number, handler: set_up.append(number))
    monkeypatch.setattr(session, "signal", windows)
    session.leave_on_signals()
    assert set_up == [15, 21]


def test_workers_ignore_ctrl_c_without_inheriting_it() -> None:
    code = "import os, signal; from tefuda.lab.runs import parallel; parallel.end_with_parent(os.getppid()); "
    code += "signal.raise_signal(2)"
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_cores_are_counted_on_every_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert available_cores() == (os.cpu_count() or 1)

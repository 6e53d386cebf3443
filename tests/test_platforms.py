"""Code for platforms other than the one that the tests run on, as far as it can be run here."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tefuda.cli.terminal import session
from tefuda.core.errors import InvalidInput
from tefuda.lab.runs import locked_folder as lab_folder
from tefuda.lab.runs.parallel import cores

ROOT = Path(__file__).parents[1]
POSIX_ONLY = re.compile(
    r"^\s*(import|from) (fcntl|resource|termios|tty|pwd|grp|uvloop)\b"
    r"|os\.(fork|killpg|getpgid|setsid|getuid|chown|mkfifo|wait3|uname)\b"
    r"|signal\.(SIGKILL|SIGHUP|SIGUSR1|SIGUSR2|SIGQUIT|SIGALRM|setitimer|alarm|pause)\b"
    r"|(?<!hasattr\(os, \")os\.sched_getaffinity\(|get_context\(\"fork|add_signal_handler|preexec_fn",
    re.MULTILINE,
)
GUARDED = {"lab/runs/locked_folder.py": ["import fcntl"], "lab/runs/parallel.py": ["os.sched_getaffinity("]}
"""Uses behind a check of the platform."""


def test_calls_that_only_some_platforms_have_are_behind_a_check() -> None:
    package = ROOT / "src" / "tefuda"
    found = {
        path.relative_to(package).as_posix(): [match.group().strip() for match in POSIX_ONLY.finditer(text)]
        for path in package.rglob("*.py")
        if POSIX_ONLY.search(text := path.read_text(encoding="utf-8"))
    }
    assert found == GUARDED


class WindowsLocks(ModuleType):
    """Windows' locks on parts of a file, between the open files of one process."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.taken: dict[tuple[int, int], int] = {}

    def locking(self, file: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        place = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        if place in self.taken:
            raise PermissionError
        self.taken[place] = file


def test_a_folder_is_locked_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = WindowsLocks()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    spec = importlib.util.spec_from_file_location("folder_on_windows", lab_folder.__file__)
    assert spec is not None
    assert spec.loader is not None
    windows = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(windows)
    with windows.locked(tmp_path):
        text = (tmp_path / windows.LOCK).read_text(encoding="ascii")
        assert text == f"{os.getpid()}\n"
        # A locked part of a file cannot be read by others there; the process id can.
        assert [place for _, place in locks.taken] == [windows.LOCKED_BYTE]
        with pytest.raises(InvalidInput, match=str(os.getpid())), windows.locked(tmp_path):
            pass
    # An open file cannot be removed there.
    assert (tmp_path / windows.LOCK).exists()


def test_a_terminal_game_is_left_at_every_signal_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up: list[int] = []
    windows = SimpleNamespace(SIGTERM=15, SIGBREAK=21, signal=lambda number, handler: set_up.append(number))
    monkeypatch.setattr(session, "signal", windows)
    session.leave_on_signals()
    assert set_up == [15, 21]


def test_workers_ignore_ctrl_c_without_inheriting_it() -> None:
    code = (
        "import os, signal; from tefuda.lab.runs.parallel import follow; follow(os.getppid()); signal.raise_signal(2)"
    )
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_cores_are_counted_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == (os.cpu_count() or 1)

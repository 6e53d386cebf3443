"""Exclusive access to a folder, and atomic writes of files."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tefuda.core.errors import invalid_input

LOCK_FILE = "lock"


def write_atomically(path: Path, text: str) -> None:
    """Write a file. Other processes see the old text or the new text, never a part."""
    temporary = path.with_name(f".{path.name}")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder; raise `InvalidInput` if another process has locked it.

    The operating system releases the lock when the process ends, even if it is killed.
    """
    path = folder / LOCK_FILE
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        owner = "?"
        with suppress(OSError):  # Windows does not let other processes read a locked file
            owner = path.read_text(encoding="ascii", errors="replace").strip() or owner
        en = f"{folder} is in use by another process ({owner})."
        raise invalid_input("locked", en, f"{folder} は別のプロセス（{owner}）が使用中です。") from None
    try:
        if sys.platform != "win32":
            path.write_text(f"{os.getpid()}\n", encoding="ascii")
        yield
    finally:
        # Removed while it is locked: a process that opened the file before notices, and tries again with a new one.
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        lock.release()

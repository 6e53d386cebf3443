"""A folder that one process at a time works in, and files in it that are whole or not there."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message

LOCK = "lock"
LOCKED_BYTE = 1 << 20
"""Where the lock lies on Windows, which keeps other processes from reading what is locked: behind the text."""


def write_whole(path: Path, text: str) -> None:
    """Write a file at once: whoever reads it finds the old text or the new one."""
    beside = path.with_name(f".{path.name}")
    with beside.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder; raises `InvalidInput` where another one is in it.

    The lock is the system's own, on a file: it goes when its process does, however that ends.
    """
    path = folder / LOCK
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _take(file):
            holder = os.read(file, 20).decode("ascii", "replace").strip() or "?"
            os.close(file)
            raise InvalidInput(
                [
                    Problem(
                        [],
                        Message(
                            "locked",
                            f"{folder} is being worked on by another process ({holder}).",
                            f"{folder} は別のプロセス（{holder}）が使用中です。",
                        ),
                    )
                ]
            )
        # Whoever held it before may have taken the file away between the two steps.
        if path.exists() and os.fstat(file).st_ino == path.stat().st_ino:
            break
        os.close(file)
    try:
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode("ascii"))
        yield
    finally:
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        os.close(file)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _take(file: int) -> bool:
        """Lock an open file, if nobody has."""
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _take(file: int) -> bool:
        """Lock an open file, if nobody has."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

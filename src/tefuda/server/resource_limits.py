"""Limits of the operating system for a process: open files, memory and priority. Windows has none of them."""

import contextlib
import importlib
import os
import sys
from typing import Any, Final

UNLIMITED_FILES: Final = 1_000_000_000
MEGABYTE: Final = 1 << 20
BACKGROUND: Final = 10
"""The niceness that a background process adds to its own."""


def _resource() -> Any:
    """Return the `resource` module; None where it does not exist."""
    return None if sys.platform == "win32" else importlib.import_module("resource")


def raise_file_limit(wanted: int) -> int:
    """Allow this process and its children `wanted` open files, if possible; return the number allowed."""
    resource = _resource()
    if resource is None:
        return UNLIMITED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return UNLIMITED_FILES if soft == unlimited else soft
    new = wanted if hard == unlimited else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (new, hard))
    except (ValueError, OSError):  # macOS has a lower limit than it reports
        return int(soft)
    return int(new)


def limit_memory(megabytes: int) -> None:
    """Limit the memory that this process may allocate. Some systems ignore or refuse the limit."""
    resource = _resource()
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * MEGABYTE
    if hard == resource.RLIM_INFINITY or wanted <= hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


def work_in_background() -> None:
    """Lower the priority of this process."""
    if sys.platform != "win32":
        os.nice(BACKGROUND)

"""Starts the server: one process, or several workers that share a port."""

import os
import signal
import sys
import tempfile
from dataclasses import fields
from types import FrameType
from typing import Any, Final

import uvicorn

from tefuda.server.config import PREFIX, Settings
from tefuda.server.metrics import MULTIPROCESS_FOLDER
from tefuda.server.store.database import migrate

APPLICATION: Final = "tefuda.server.app:make_app"


def run(settings: Settings) -> int:
    """Serve until a stop signal; return the exit status."""
    migrate(settings.database)
    # Worker processes read their settings from the environment.
    for field in fields(Settings):
        os.environ[f"{PREFIX}{field.name.upper()}"] = str(getattr(settings, field.name))
    # On Windows an open file cannot be removed.
    with tempfile.TemporaryDirectory(prefix="tefuda-metrics-", ignore_cleanup_errors=True) as folder:
        if settings.workers > 1:
            os.environ[MULTIPROCESS_FOLDER] = folder
        return _run(settings)


def _run(settings: Settings) -> int:
    config = uvicorn_config(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again once everything is closed; exit normally then.
        signal.signal(number, _exit)
    try:
        uvicorn.run(APPLICATION, **config)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    return 0


def _exit(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def uvicorn_config(settings: Settings) -> dict[str, Any]:
    """Return the arguments for `uvicorn.run`."""
    return {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "ws_max_size": settings.frame_bytes,
        # Compression costs 300 kB a socket, and messages are too small to gain from it.
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.proxies,
        "timeout_graceful_shutdown": settings.shutdown_seconds,
        "timeout_keep_alive": 30,
        "limit_concurrency": settings.sockets + 2_000,
    }

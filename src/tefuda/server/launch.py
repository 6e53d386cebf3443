"""Running the server: one process, or several that share a port."""

import os
import signal
import sys
import tempfile
from dataclasses import fields
from types import FrameType
from typing import Any, Final

import uvicorn

from tefuda.server.config import PREFIX, Settings
from tefuda.server.metrics import SHARED
from tefuda.server.store.database import migrate

APPLICATION: Final = "tefuda.server.app:make"


def run(settings: Settings) -> int:
    """Serve until a signal says to stop; the exit status."""
    migrate(settings.database)
    # Workers are processes of their own and read their settings from the environment.
    for field in fields(Settings):
        os.environ[f"{PREFIX}{field.name.upper()}"] = str(getattr(settings, field.name))
    # On Windows a file that a worker still has open cannot be removed.
    with tempfile.TemporaryDirectory(prefix="tefuda-metrics-", ignore_cleanup_errors=True) as folder:
        if settings.workers > 1:
            os.environ[SHARED] = folder
        return _run(settings)


def _run(settings: Settings) -> int:
    config = uvicorn_config(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again once everything is closed; that is no accident.
        signal.signal(number, _leave)
    try:
        uvicorn.run(APPLICATION, **config)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def uvicorn_config(settings: Settings) -> dict[str, Any]:
    return {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "ws_max_size": settings.frame_bytes,
        # Compression costs 300 kB a socket and more time than it saves on messages of this size.
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

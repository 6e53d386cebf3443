"""Starts the server: one process, or several workers that share a port."""

import json
import logging
import os
import signal
import sys
import tempfile
from dataclasses import fields, replace
from types import FrameType
from typing import Any, Final

import uvicorn

from tefuda.server.config import PREFIX, SPARE_CONNECTIONS, Settings
from tefuda.server.http.protocols import HttpProtocol, SocketProtocol
from tefuda.server.metrics import MULTIPROCESS_FOLDER
from tefuda.server.resource_limits import raise_file_limit
from tefuda.server.store.database import migrate

LOG: Final = logging.getLogger("tefuda.launch")
RESERVED_FILES: Final = 100
"""Open files that are not connections: the database, job processes and static files."""
APPLICATION: Final = "tefuda.server.app:make_app"


def run(settings: Settings) -> int:
    """Serve until a stop signal; return the exit status."""
    migrate(settings.database)
    settings = fit_file_limit(settings)
    # Worker processes read their settings from the environment.
    for field in fields(Settings):
        value = getattr(settings, field.name)
        os.environ[f"{PREFIX}{field.name.upper()}"] = json.dumps(value) if isinstance(value, dict) else str(value)
    # On Windows an open file cannot be removed.
    with tempfile.TemporaryDirectory(prefix="tefuda-metrics-", ignore_cleanup_errors=True) as folder:
        if settings.workers > 1:
            os.environ[MULTIPROCESS_FOLDER] = folder
        return _run(settings)


def fit_file_limit(settings: Settings) -> Settings:
    """Raise the limit of open files. If it stays too low, return the settings with fewer sockets."""
    wanted = settings.connections + RESERVED_FILES
    allowed = raise_file_limit(wanted)
    if allowed >= wanted:
        return settings
    sockets = max(1, (allowed - RESERVED_FILES - SPARE_CONNECTIONS) * 5 // 6)
    LOG.warning("only %d open files are allowed: sockets = %d instead of %d", allowed, sockets, settings.sockets)
    return replace(settings, sockets=sockets)


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
        "http": HttpProtocol,
        "ws": SocketProtocol,
        "ws_max_size": settings.frame_bytes,
        # Compression costs 300 kB a socket, and messages are too small to gain from it.
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.proxies,
        "timeout_graceful_shutdown": settings.shutdown_seconds,
        "timeout_keep_alive": settings.keep_alive_seconds,
    }

"""`tefuda serve`: hosts tables."""

import os
import threading
import time
import webbrowser
from dataclasses import replace
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tefuda.cli.console import print_error
from tefuda.cli.language import t
from tefuda.server.config import Settings, read_settings

BAD_INPUT = 2


def serve_tables(
    *,
    host: str | None,
    port: int | None,
    database: str | None,
    workers: int | None,
    config: Path | None,
    log: str | None,
    open_browser: bool,
) -> int:
    """Run the server until it is stopped."""
    given = {"host": host, "port": port, "database_url": database, "workers": workers, "log_format": log}
    settings = read_settings(os.environ, config, given)
    if open_browser and settings.log == Settings().log:
        settings = replace(settings, log="warning")  # no line for every request while playing
    from tefuda.server.launch import run
    from tefuda.server.logs import configure_logging

    configure_logging(settings.log, settings.log_format)
    address = address_of(settings)
    print(t(f"Tefuda runs at {address} (Ctrl+C to stop).", f"Tefuda: {address} （Ctrl+C で終了）"), flush=True)
    if open_browser:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    if run(settings) != 0:
        print_error(
            t("The server could not start. See the log above.", "起動できませんでした。上の記録を確認してください。")
        )
        return BAD_INPUT
    print(t("Stopped.", "終了しました。"), flush=True)
    return 0


def address_of(settings: Settings) -> str:
    """Return the address for a browser on this machine."""
    if settings.origin:
        return settings.origin
    host = "localhost" if settings.host in ("0.0.0.0", "::", "127.0.0.1", "::1") else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _open_browser(address: str) -> None:
    """Open the page as soon as the server answers."""
    for _ in range(100):
        try:
            urlopen(f"{address}/healthz", timeout=1).close()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return

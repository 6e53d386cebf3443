"""How a server is set up: from a TOML file and the environment, checked before anything starts."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

PREFIX: Final = "TEFUDA_"
CONFIG: Final = "TEFUDA_CONFIG"
LOG_LEVELS: Final = ["debug", "info", "warning", "error"]
LOG_FORMATS: Final = ["text", "json"]
AUDIENCES: Final = ["local", "all", "none"]


@dataclass(frozen=True)
class Settings:
    """Every setting and its default. In the environment `port` is TEFUDA_PORT, and so on."""

    database_url: str = ""
    """SQLAlchemy's way to name a database; empty: a SQLite file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8765
    origin: str = ""
    """Where browsers see the server, as `https://cards.example`; empty: whatever name they asked for."""
    workers: int = 1
    proxies: str = "127.0.0.1"
    """Addresses of trusted reverse proxies, which set the client's address."""
    log: str = "info"
    log_format: str = "text"
    """A readable line for each request, or JSON lines."""
    metrics: str = "local"
    """Who may read /metrics and run-time numbers: `local`, `all` or `none`."""

    cpu_processes: int = 0
    """Processes that think for CPU seats, for each worker; 0: half the cores."""
    cpu_seconds: int = 20
    """Time limit of one CPU decision; after it the next lower level decides."""
    cpu_beat: int = 250
    """Milliseconds: a CPU answers at a multiple of this, so that how long it thought tells little."""
    jobs: int = 200
    """Questions to CPUs that may wait, and half as many hints and replays; more are refused."""

    rest_rate: int = 20
    """Requests a second for each address, in the long run."""
    rest_burst: int = 100
    file_rate: int = 200
    """Files of the page a second for each address; a page that is loaded anew asks for all of them at once."""
    file_burst: int = 1000
    authoring_rate: int = 8
    """Checks of decks, cards and positions a second for each address: a page asks while somebody types."""
    authoring_burst: int = 60
    tables_an_hour: int = 240
    """New tables for each address."""
    sockets_per_address: int = 100
    sockets: int = 10_000
    live_tables: int = 5_000
    """Tables in memory; those that nobody looks at go first."""
    socket_rate: int = 15
    """Frames a second from one socket, in the long run."""
    socket_burst: int = 60
    waiting_messages: int = 200
    """A socket that lets more than this pile up is too slow."""
    hello_seconds: int = 10
    idle_seconds: int = 3600
    """A socket that says nothing for so long is closed."""
    body_bytes: int = 16_384
    authoring_bytes: int = 300_000
    """Cards, decks and positions as they are sent: more than the text itself, which is limited to 100 kB."""
    replay_bytes: int = 1_000_000
    frame_bytes: int = 4096
    shutdown_seconds: int = 3

    @property
    def database(self) -> str:
        """The database's address, whatever was left out filled in."""
        if self.database_url:
            # SQLAlchemy would take psycopg2 for a bare postgresql:
            for bare in ("postgresql://", "postgres://"):
                if self.database_url.startswith(bare):
                    return f"postgresql+psycopg://{self.database_url.removeprefix(bare)}"
            return self.database_url
        return f"sqlite:///{user_data_path('tefuda') / 'tables.db'}"

    @property
    def thinkers(self) -> int:
        """How many processes think, for each worker."""
        return self.cpu_processes or max(2, (os.cpu_count() or 2) // 2 // self.workers)


RANGES: Final = {
    "port": (1, 65_535),
    "workers": (1, 64),
    "cpu_processes": (0, 64),
    "cpu_seconds": (1, 600),
    "cpu_beat": (1, 10_000),
    "frame_bytes": (256, 65_536),
}
MOST: Final = 1_000_000_000


def read_settings(
    environment: Mapping[str, str], path: Path | None = None, given: Mapping[str, Any] | None = None
) -> Settings:
    """Defaults, over them the file, over that the environment, over that what the command line said."""
    path = path or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    values = _file(path) if path is not None else {}
    for field in fields(Settings):
        name = f"{PREFIX}{field.name.upper()}"
        if name in environment:
            text = environment[name]
            values[field.name] = int(text) if field.type is int and text.isdecimal() and len(text) < 12 else text
    values.update({name: value for name, value in (given or {}).items() if value is not None})
    problems = [problem for name, value in values.items() if (problem := _problem(name, value)) is not None]
    if problems:
        raise InvalidInput(problems)
    settings = replace(Settings(), **values)
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        en = "SQLite takes one worker. Name a PostgreSQL database for more."
        ja = "SQLite で使えるワーカーは 1 つです。増やすには PostgreSQL を指定してください。"
        raise InvalidInput([Problem(["workers"], Message("workers", en, ja))])
    return settings


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        message = Message("config", f"cannot be read: {failure}.", f"読み込めません: {failure}")
        raise InvalidInput([Problem([str(path)], message)]) from None


def _problem(name: str, value: Any) -> Problem | None:
    """What is wrong with one setting, if anything."""
    kinds = {field.name: field.type for field in fields(Settings)}
    if name not in kinds:
        en, ja = did_you_mean(name, list(kinds))
        return Problem([name], Message("setting_unknown", f"no such setting.{en}", f"そのような設定はありません。{ja}"))
    if kinds[name] is int:
        low, high = RANGES.get(name, (1, MOST))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            en = f"a whole number from {low} to {high} is expected."
            return Problem([name], Message("setting_value", en, f"{low} から {high} の整数にしてください。"))
        return None
    words = {"log": LOG_LEVELS, "log_format": LOG_FORMATS, "metrics": AUDIENCES}.get(name)
    if not isinstance(value, str) or (words is not None and value not in words):
        listed = ", ".join(words or [])
        en = f"one of {listed} is expected." if words else "a text is expected."
        ja = f"{listed} のいずれかにしてください。" if words else "文字列にしてください。"
        return Problem([name], Message("setting_value", en, ja))
    return None

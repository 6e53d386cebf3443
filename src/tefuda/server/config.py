"""Settings of a server, from a TOML file and the environment. They are checked before anything starts."""

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message
from tefuda.server.bots import read_bots
from tefuda.server.tracing import can_trace

PREFIX: Final = "TEFUDA_"
CONFIG: Final = "TEFUDA_CONFIG"
LOG_LEVELS: Final = ["debug", "info", "warning", "error"]
LOG_FORMATS: Final = ["text", "json"]
AUDIENCES: Final = ["local", "all", "none"]

SPARE_CONNECTIONS: Final = 100


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults. The environment variable of `port` is TEFUDA_PORT."""

    database_url: str = ""
    """SQLAlchemy URL of the database; empty: a SQLite file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8765
    origin: str = ""
    """Public origin of the server, such as `https://cards.example`; empty: the host of each request."""
    hosts: str = ""
    """More names of the server, separated by commas, if `origin` is empty. `*` allows every name."""
    workers: int = 1
    proxies: str = "127.0.0.1"
    """Addresses of trusted reverse proxies, which set the client's address."""
    log: str = "info"
    log_format: str = "text"
    """`text` (readable lines) or `json` (JSON lines)."""
    metrics: str = "local"
    """Access to /metrics: `local`, `all` or `none`."""
    trace_endpoint: str = ""
    """OTLP/HTTP address of a collector for traces, such as `http://127.0.0.1:4318/v1/traces`; empty: no traces."""

    cpu_processes: int = 0
    """Job processes of each worker; 0: half the cores."""
    job_memory_mb: int = 2048
    """Memory limit of a job process, on Linux."""
    cpu_seconds: int = 20
    """Time limit of one CPU decision. After it, the next lower level decides."""
    cpu_beat: int = 250
    """Milliseconds. A CPU answers at a multiple of this, to hide how long its decision took."""
    bots: dict[str, Any] = field(default_factory=dict)
    """Programs that clients may choose as opponents, by name: a table in the file, or JSON in the environment."""
    jobs: int = 200
    """Maximum number of waiting CPU decisions. For hints and replays the limit is half of this."""

    rest_rate: int = 20
    """Requests a second for each address."""
    rest_burst: int = 100
    file_rate: int = 200
    """Client files a second for each address. A page load requests all files at once."""
    file_burst: int = 1000
    authoring_rate: int = 8
    """Checks of decks, cards and positions a second for each address. Pages send them while a user types."""
    authoring_burst: int = 60
    tables_an_hour: int = 240
    """New tables for each address, rematches included."""
    tables_per_address: int = 5000
    """Unfinished tables of each address at a time; 0: no limit."""
    keep_finished_days: int = 365
    """Tables are deleted when their last activity is so long ago; 0: never."""
    keep_abandoned_days: int = 90
    """The same for tables whose game has not ended."""
    keep_practice_days: int = 90
    """The same for practice tables, finished or not."""
    sockets_per_address: int = 100
    sockets: int = 10_000
    connections_per_address: int = 200
    """Connections of one address, with and without a socket. Proxies have no limit."""
    sockets_per_table: int = 200
    """Sockets at one table. Players may join a full table."""
    sockets_per_seat: int = 8
    live_tables: int = 5_000
    """Tables in memory. Tables without viewers are dropped first."""
    socket_rate: int = 15
    """Frames a second from one socket, and entries from one seat."""
    socket_burst: int = 60
    waiting_messages: int = 200
    """Maximum number of queued messages for a socket. A slower reader is disconnected."""
    hello_seconds: int = 10
    idle_seconds: int = 3600
    """A socket without received messages is closed after this time."""
    claim_seconds: int = 60
    """A player can claim the win when the opponent has been away for this time."""
    header_seconds: int = 10
    """Time limit from the start of a connection or request to the end of its headers."""
    body_seconds: int = 30
    """Time limit for the body of a request."""
    keep_alive_seconds: int = 30
    """A connection without requests is closed after this time."""
    header_bytes: int = 16_384
    body_bytes: int = 16_384
    authoring_bytes: int = 300_000
    """Maximum body with cards, decks or a position. The text in it is limited to 100 kB."""
    replay_bytes: int = 500_000
    frame_bytes: int = 4096
    shutdown_seconds: int = 3

    @property
    def database(self) -> str:
        """Return the full URL of the database. A setting without `://` is the path of a SQLite file."""
        given = self.database_url or str(user_data_path("tefuda") / "tables.db")
        # SQLAlchemy's default driver is psycopg2.
        for bare in ("postgresql://", "postgres://"):
            if given.startswith(bare):
                return f"postgresql+psycopg://{given.removeprefix(bare)}"
        return given if "://" in given else f"sqlite:///{given}"

    @property
    def connections(self) -> int:
        """Return the maximum number of connections: the sockets, and some for requests."""
        return self.sockets * 6 // 5 + SPARE_CONNECTIONS

    @property
    def job_processes(self) -> int:
        """Return the number of job processes of each worker."""
        return self.cpu_processes or max(2, (os.cpu_count() or 2) // 2 // self.workers)


MAX_SETTING: Final = 1_000_000_000
RANGES: Final = {
    "port": (1, 65_535),
    "workers": (1, 64),
    "cpu_processes": (0, 64),
    "cpu_seconds": (1, 600),
    "cpu_beat": (1, 10_000),
    "job_memory_mb": (256, 1_000_000),
    "header_bytes": (1024, 1_000_000),
    "frame_bytes": (256, 65_536),
    "tables_per_address": (0, MAX_SETTING),
    "keep_finished_days": (0, 36_500),
    "keep_abandoned_days": (0, 36_500),
    "keep_practice_days": (0, 36_500),
}


def read_settings(
    environment: Mapping[str, str], path: Path | None = None, overrides: Mapping[str, Any] | None = None
) -> Settings:
    """Return the settings. Overrides have priority over the environment, then the file, then defaults."""
    path = path or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    values = _read_file(path) if path is not None else {}
    for one in fields(Settings):
        name = f"{PREFIX}{one.name.upper()}"
        if name in environment:
            text = environment[name]
            values[one.name] = int(text) if one.type is int and text.isdecimal() and len(text) < 12 else text
            if one.name == "bots":
                values[one.name] = _read_json(text)
    values.update({name: value for name, value in (overrides or {}).items() if value is not None})
    problems = [problem for name, value in values.items() if (problem := _setting_problem(name, value)) is not None]
    try:
        read_bots(values.get("bots", {}))
    except InvalidInput as failure:
        problems += failure.problems
    if problems:
        raise InvalidInput(problems)
    settings = replace(Settings(), **values)
    if settings.trace_endpoint and not can_trace():
        en = 'Traces need additional packages. Run: pip install "tefuda[tracing]"'
        ja = 'トレースには追加のパッケージが必要です。次を実行してください: pip install "tefuda[tracing]"'
        raise InvalidInput([Problem(["trace_endpoint"], Message("tracing_missing", en, ja))])
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        en = "SQLite supports one worker. Use a PostgreSQL database for more."
        ja = "SQLite で使えるワーカーは 1 つです。増やすには PostgreSQL を使用してください。"
        raise InvalidInput([Problem(["workers"], Message("workers", en, ja))])
    return settings


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        message = Message("config", f"cannot be read: {failure}.", f"読み込めません: {failure}")
        raise InvalidInput([Problem([str(path)], message)]) from None


def _read_json(text: str) -> Any:
    """Return the value of a JSON text; None if it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _setting_problem(name: str, value: Any) -> Problem | None:
    """Return the problem of one setting, or None."""
    types = {one.name: one.type for one in fields(Settings)}
    if name not in types:
        en, ja = did_you_mean(name, list(types))
        return Problem([name], Message("setting_unknown", f"unknown setting.{en}", f"そのような設定はありません。{ja}"))
    if name == "bots":
        return None
    if types[name] is int:
        low, high = RANGES.get(name, (1, MAX_SETTING))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            en = f"a whole number from {low} to {high} is expected."
            return Problem([name], Message("setting_value", en, f"{low} から {high} の整数にしてください。"))
        return None
    if name == "trace_endpoint" and value and not str(value).startswith(("http://", "https://")):
        en, ja = (
            "an address with http:// or https:// is expected.",
            "http:// か https:// で始まるアドレスにしてください。",
        )
        return Problem([name], Message("setting_value", en, ja))
    choices = {"log": LOG_LEVELS, "log_format": LOG_FORMATS, "metrics": AUDIENCES}.get(name)
    if not isinstance(value, str) or (choices is not None and value not in choices):
        listed = ", ".join(choices or [])
        en = f"one of {listed} is expected." if choices else "a text is expected."
        ja = f"{listed} のいずれかにしてください。" if choices else "文字列にしてください。"
        return Problem([name], Message("setting_value", en, ja))
    return None

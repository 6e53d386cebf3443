"""`tefuda server`: statistics, retention and export of a database."""

import asyncio
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from tefuda.cli.console import cannot_write, column, print_error, print_json
from tefuda.cli.language import t
from tefuda.core.errors import invalid_input
from tefuda.core.registry import find_game
from tefuda.server.config import Settings, read_settings
from tefuda.server.store.database import Store, load_table, migrate
from tefuda.server.store.retention import Retention, delete_expired_tables, find_expired
from tefuda.server.store.statistics import database_statistics
from tefuda.server.tables.export import export_table
from tefuda.server.tables.records import ENDED

LABEL_WIDTH = 24


@contextmanager
def open_store(settings: Settings) -> Iterator[Store]:
    """Yield the database of a server, migrated. Raises `InvalidInput` if it does not exist or cannot be used."""
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        en, ja = f"The database {url.database} does not exist.", f"データベース {url.database} がありません。"
        raise invalid_input("database", en, ja, "database_url")
    migrate(settings.database)
    store = Store(settings.database)
    try:
        yield store
    finally:
        store.close()


def show_statistics(database: str | None, config: Path | None, as_json: bool) -> int:
    """Print the statistics of a database."""
    settings = read_settings(os.environ, config, {"database_url": database})
    with open_store(settings) as store, store.engine.connect() as connection:
        found = database_statistics(connection, Retention.of(settings), now_ms())
    if as_json:
        print_json(found)
        return 0
    for label, value in statistics_lines(found):
        print(f"{column(label, LABEL_WIDTH)}{value}")
    return 0


def statistics_lines(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the statistics as labels and values."""
    status, expired = found["status"], found["expired"]
    yield t("Tables", "卓"), f"{found['tables']:,}"
    yield t("  waiting for players", "  参加者待ち"), f"{status.get('open', 0):,}"
    yield t("  playing", "  対局中"), f"{status.get('playing', 0):,}"
    yield t("  over", "  終局"), f"{status.get('over', 0):,}"
    yield t("  for practice", "  練習用"), f"{found['practice']:,}"
    for game, count in found["games"].items():
        yield f"  {game}", f"{count:,}"
    yield t("Log entries", "記録の行数"), f"{found['entries']:,}"
    yield t("Size", "容量"), f"{found['bytes'] / 1e6:,.1f} MB"
    if found["oldest"] is not None:
        oldest = datetime.fromtimestamp(found["oldest"] / 1000, UTC)
        yield t("Oldest table", "最も古い卓"), f"{oldest:%Y-%m-%d}"
    parts = t(
        f"{expired['finished']:,} finished, {expired['abandoned']:,} abandoned, {expired['practice']:,} for practice",
        f"終局 {expired['finished']:,}、途中 {expired['abandoned']:,}、練習用 {expired['practice']:,}",
    )
    yield t("Expired", "保存期間を過ぎた卓"), parts


def prune_tables(database: str | None, config: Path | None, days: Mapping[str, int | None], dry_run: bool) -> int:
    """Delete the expired tables, or count them."""
    settings = read_settings(os.environ, config, {"database_url": database, **days})
    retention = Retention.of(settings)
    with open_store(settings) as store:
        if dry_run:
            with store.engine.connect() as connection:
                count = sum(1 for _ in find_expired(connection, retention, now_ms()))
            print(t(f"{count:,} tables would be deleted.", f"{count:,} 卓が削除の対象です。"))
        else:
            count = asyncio.run(delete_expired_tables(store, retention, now_ms()))
            print(t(f"{count:,} tables deleted.", f"{count:,} 卓を削除しました。"))
    return 0


def write_table(database: str | None, config: Path | None, table: str, out: Path | None) -> int:
    """Write a table as JSON to a file or standard output."""
    settings = read_settings(os.environ, config, {"database_url": database})
    with open_store(settings) as store, store.engine.connect() as connection:
        stored = load_table(connection, table, 0)
    if stored is None:
        raise invalid_input("no_table", f"Table {table!r} not found.", f"卓 {table!r} が見つかりません。")
    exported = export_table(stored, find_game(stored.record.game))
    if exported["status"] != ENDED:
        print_error(
            t(
                "The game is not over: the export contains hidden cards. Do not show it to the players.",
                "対局は終わっていません。非公開のカードを含むため、プレイヤーには見せないでください。",
            )
        )
    text = json.dumps(exported, ensure_ascii=False, indent=1)
    if out is None:
        print(text)
        return 0
    try:
        out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as failure:
        raise cannot_write(out, failure) from None
    return 0


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000

"""Exports one table with its log as readable data."""

from dataclasses import asdict
from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.replay import record as record_replay
from tefuda.server.store.database import StoredTable
from tefuda.server.tables.records import ENDED
from tefuda.server.tables.table import Table

FORMAT: Final = "tefuda-table/1"


def export_table(stored: StoredTable, game: Game) -> dict[str, Any]:
    """Return a table without its seat tokens, its log, and its replay if the game is over."""
    table = Table(stored.record, game)
    for entry in stored.entries:
        table.load(entry)
    record = asdict(stored.record)
    for seat in record["seats"]:
        del seat["token"]
    return {
        "format": FORMAT,
        "table": {**record, "commitment": stored.record.commitment},
        "status": table.status,
        "result": table.result,
        "ended": table.ended,
        "entries": [asdict(entry) for entry in stored.entries],
        "replay": record_replay(table.match) if table.status == ENDED else None,
    }

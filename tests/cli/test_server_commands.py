"""`tefuda server`: statistics, retention and export, in both languages."""

import json
import time
from pathlib import Path

import pytest
from command_process import RunCommand
from sqlalchemy import Engine

from tefuda.cli.app import run_command
from tefuda.core.errors import InvalidInput
from tefuda.core.replay import verify
from tefuda.core.source import Source
from tefuda.server.store.database import make_engine, migrate
from tefuda.server.store.retention import DAY_MS
from tefuda.server.store.rows import entry_values, insert_table
from tefuda.server.store.schema import ENTRIES
from tefuda.server.tables.records import ENDED, HUMAN, PLAYING, Entry, SeatRecord, TableRecord

SEATS = (SeatRecord(HUMAN, "Ann", None, "secret-digest-1"), SeatRecord(HUMAN, "ベン", None, "secret-digest-2"))
LOG = [
    Entry(0, "play", 0, "place d3", 1, 1, 17, 3, "0 abc"),
    Entry(1, "resign", 1, None, 1, None, 20, 0, "1 abc"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with a finished table of yesterday, one of last year, and a running game."""
    path = tmp_path / "tables.db"
    migrate(f"sqlite:///{path}")
    engine = make_engine(f"sqlite:///{path}")
    now = time.time_ns() // 1_000_000
    insert(engine, "finished-table-1", now - DAY_MS, ENDED)
    insert(engine, "old-table-000001", now - 400 * DAY_MS, ENDED)
    insert(engine, "running-table-01", now - DAY_MS, PLAYING)
    engine.dispose()
    return path


def insert(engine: Engine, name: str, created: int, status: str) -> None:
    record = TableRecord(name, "card-othello", "7", SEATS, created, {"cards": "off"}, started=created)
    with engine.begin() as connection:
        insert_table(connection, record, status)
        if status == ENDED:
            names = [column.name for column in ENTRIES.columns]
            rows = [dict(zip(names, entry_values(name, entry), strict=True)) for entry in LOG]
            connection.execute(ENTRIES.insert(), rows)


def run_here(*arguments: str) -> int:
    """Run a command of the group in this process, since its imports take a second."""
    return run_command(["server", *arguments])


def test_statistics(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("stats", "--database", str(file)) == 0
    out = capsys.readouterr().out
    for line in ("Tables                  3", "  over                  2", "Log entries             4"):
        assert line in out
    assert "1 finished, 0 abandoned, 0 for practice" in out
    assert run_here("stats", "--database", str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["status"] == {"over": 2, "playing": 1}


def test_prune(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, expected in (
        (["--dry-run"], "1 tables would be deleted.\n"),
        (["--finished", "0"], "0 tables deleted.\n"),
        ([], "1 tables deleted.\n"),
        ([], "0 tables deleted.\n"),
    ):
        assert run_here("prune", "--database", str(file), *arguments) == 0
        assert capsys.readouterr().out == expected
    with pytest.raises(InvalidInput, match="keep_finished_days: a whole number from 0"):
        run_here("prune", "--database", str(file), "--finished", "-1")


def test_export(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--database", str(file))
    assert run_here("export", "finished-table-1", *where) == 0
    done = capsys.readouterr()
    exported = json.loads(done.out)
    assert (exported["format"], exported["status"], exported["ended"]) == ("tefuda-table/1", "over", "resign")
    assert [entry["kind"] for entry in exported["entries"]] == ["play", "resign"]
    assert exported["table"]["seats"][1]["name"] == "ベン"
    assert "secret-digest" not in done.out
    assert verify(Source("replay", exported["replay"], None)).kind == "EXACT"
    assert done.err == ""
    assert run_here("export", "running-table-01", *where, "--out", str(tmp_path / "table.json")) == 0
    assert "hidden cards" in capsys.readouterr().err
    assert json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["replay"] is None


def test_export_errors(file: Path, tmp_path: Path) -> None:
    where, missing = ("--database", str(file)), tmp_path / "missing"
    for arguments, expected in (
        (("nothing", *where), "Table 'nothing' not found."),
        (("x", "--database", str(missing)), "missing does not exist"),
        (("finished-table-1", *where, "--out", str(missing / "x.json")), "cannot be written"),
    ):
        with pytest.raises(InvalidInput, match=expected):
            run_here("export", *arguments)
    assert not missing.exists()


def test_process_in_japanese(file: Path, run: RunCommand) -> None:
    assert "保存期間を過ぎた卓" in run("server", "stats", "--database", str(file), "--language", "ja").stdout
    assert "練習用の卓を残す日数" in run("server", "prune", "--help", "--language", "ja").stdout

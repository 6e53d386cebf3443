"""A table follows from its log: loading the log again gives the same table."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda import SPECTATOR
from tefuda.core.errors import TefudaError
from tefuda.server.tables.records import CPU, HUMAN, Clock, Entry, SeatRecord, TableRecord
from tefuda.server.tables.table import Table, TimeUp

GAMES = {"card-othello": 2, "catalyst": 1, "hidden-nim": 2, "kuhn-poker": 2}
KINDS = [
    *["play", "play", "play", "play", "takeback", "takeback_request", "takeback_decline"],
    *["resign", "timeout", "abandon", "rematch"],
]
SERVER_START = 1000


def record(game: str, practice: bool, clock: Clock | None, cpu: bool) -> TableRecord:
    seats = [SeatRecord(HUMAN, "Ann")] * GAMES[game]
    if cpu:
        seats[-1] = SeatRecord(CPU, None, 1) if GAMES[game] > 1 else seats[-1]
    options = {"field_size": 3} if game == "catalyst" else {}
    return TableRecord("t" * 16, game, "7", tuple(seats), 0, options, None, practice, clock=clock, started=SERVER_START)


def visible_data(table: Table, now: int) -> list[Any]:
    """Return all data that viewers can get."""
    viewers = [*range(table.game.seats), SPECTATOR]
    texts: list[Any] = [table.summary(), table.time_until_flag(now), table.rematch_seats, table.client_entries]
    for viewer in viewers:
        texts += [
            table.state_with_view(viewer, now),
            table.missed_entries(0, viewer),
            table.missed_entries(table.number, viewer),
        ]
    return texts


steps = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 1), st.integers(0, 50), st.integers(0, 3000), st.booleans()),
    max_size=25,
)


@settings(max_examples=150)
@given(
    game=st.sampled_from(sorted(GAMES)),
    practice=st.booleans(),
    clock=st.sampled_from([None, Clock(5, 0), Clock(10, 2)]),
    cpu=st.booleans(),
    steps=steps,
)
def test_log_determines_table(game: str, practice: bool, clock: Clock | None, cpu: bool, steps: list[Any]) -> None:
    stored = record(game, practice, clock, cpu)
    table = Table(stored, tefuda.game(game))
    log: list[Entry] = []
    now = SERVER_START
    for kind, number, pick, passed, lost in steps:
        now += passed
        seat = table.match.seat if kind == "play" and table.turn is not None else number % table.game.seats
        legal = table.match.legal(seat) or ["nothing"]
        before = visible_data(table, now)
        try:
            staged = table.stage(
                kind, seat, now, client=f"{seat} {len(log)}", ply=table.match.ply, action=legal[pick % len(legal)]
            )
        except TimeUp:
            staged = table.stage_timeout(seat, now)
        except TefudaError:
            assert visible_data(table, now) == before, "a refused entry changes nothing"
            continue
        if lost:
            table.discard(staged)
            assert visible_data(table, now) == before, "a discarded entry changes nothing"
            continue
        table.changed_columns(staged)
        table.confirm(staged)
        log.append(staged)
        assert staged.ply == table.match.ply
        assert staged.turn == table.turn
        if clock is not None:
            assert all(left >= 0 for left in (table.clock(now) or {})["left"])
    again = Table(stored, tefuda.game(game))
    for entry in log:
        again.load(entry)
    assert visible_data(again, now) == visible_data(table, now)


def test_changed_columns_match_table() -> None:
    """The columns for lists equal the data of the table."""
    for kind in ("resign", "timeout", "abandon"):
        table = Table(record("card-othello", False, None, False), tefuda.game("card-othello"))
        staged = table.stage(kind, 1, SERVER_START)
        columns = table.changed_columns(staged)
        table.confirm(staged)
        assert columns == {"status": table.status, "result": table.result, "ended": table.ended}


def test_clock_of_deciding_seat_runs() -> None:
    table = Table(record("card-othello", False, Clock(10, 2), False), tefuda.game("card-othello"))
    assert table.clock(SERVER_START + 4000) == {"left": [6000, 10000], "running": 0}
    staged = table.stage("play", 0, SERVER_START + 4000, client=None, ply=0, action="place d3")
    table.confirm(staged)
    assert table.clock(SERVER_START + 9000) == {"left": [8000, 5000], "running": 1}
    assert table.time_until_flag(SERVER_START + 9000) == 5000
    with pytest.raises(TimeUp):
        table.stage("play", 1, SERVER_START + 14_000, client=None, ply=1, action="place c3")
    table.confirm(table.stage_timeout(1, SERVER_START + 14_000))
    assert table.clock(SERVER_START + 99_000) == {"left": [8000, 0], "running": None}
    assert table.result == [1.0, 0.0]


def test_clock_stands_while_server_is_down() -> None:
    """The time before, between and after two downtimes counts, the downtimes do not."""
    down = [(SERVER_START + 2000, SERVER_START + 50_000), (SERVER_START + 53_000, SERVER_START + 60_000)]
    table = Table(record("card-othello", False, Clock(10, 0), False), tefuda.game("card-othello"), down)
    for now, left in ((1000, 9000), (2000, 8000), (30_000, 8000), (51_000, 7000), (55_000, 5000), (61_000, 4000)):
        assert table.clock(SERVER_START + now) == {"left": [left, 10000], "running": 0}
    staged = table.stage("play", 0, SERVER_START + 61_000, client=None, ply=0, action="place d3")
    assert staged.spent == 6000
    table.confirm(staged)
    # A downtime before the decision does not count.
    assert table.clock(SERVER_START + 62_000) == {"left": [4000, 9000], "running": 1}


def test_cpu_uses_no_time() -> None:
    table = Table(record("card-othello", False, Clock(10, 0), True), tefuda.game("card-othello"))
    staged = table.stage("play", 0, SERVER_START, client=None, ply=0, action="place d3")
    table.confirm(staged)
    assert table.clock(SERVER_START + 60_000) == {"left": [10000, 10000], "running": None}
    assert table.time_until_flag(SERVER_START + 60_000) is None


@pytest.mark.parametrize("have", [-1, 100, None])
def test_unknown_entry_number_gets_view(have: int | None) -> None:
    table = Table(record("catalyst", True, None, False), tefuda.game("catalyst"))
    assert table.missed_entries(have, 0) is None


def test_too_many_missed_entries_get_view() -> None:
    table = Table(record("card-othello", False, None, False), tefuda.game("card-othello"))
    while table.number < 61:
        legal = table.match.legal(table.match.seat)
        staged = table.stage("play", table.match.seat, SERVER_START, client=None, ply=table.match.ply, action=legal[0])
        assert isinstance(staged, Entry)
        table.confirm(staged)
    for viewer in (0, 1, SPECTATOR):
        assert table.missed_entries(0, viewer) is None
        texts = table.missed_entries(1, viewer)
        assert texts is not None
        assert [json.loads(text)["number"] for text in texts] == list(range(1, 61))

"""A live table follows from its log: whatever is done to it, loading the log again gives the same table."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda import SPECTATOR
from tefuda.core.errors import TefudaError
from tefuda.server.tables.records import CPU, HUMAN, Clock, Entry, SeatRecord, TableRecord
from tefuda.server.tables.table import LiveTable, TimeUp

GAMES = {"card-othello": 2, "catalyst": 1, "hidden-nim": 2, "kuhn-poker": 2}
KINDS = ["play", "play", "play", "play", "takeback", "resign", "timeout", "rematch"]
BOOTED = 1000


def record(game: str, practice: bool, clock: Clock | None, cpu: bool) -> TableRecord:
    seats = [SeatRecord(HUMAN, "Ann")] * GAMES[game]
    if cpu:
        seats[-1] = SeatRecord(CPU, None, 1) if GAMES[game] > 1 else seats[-1]
    options = {"field_size": 3} if game == "catalyst" else {}
    return TableRecord("t" * 16, game, "7", tuple(seats), 0, options, None, practice, clock=clock, started=BOOTED)


def everything(table: LiveTable, now: int) -> list[Any]:
    """All that anybody can be told."""
    viewers = [*range(table.game.seats), SPECTATOR]
    told: list[Any] = [table.described(), table.flag_falls_in(now), table.asked, table.clients]
    for viewer in viewers:
        told += [table.now(viewer, now), table.missed(0, viewer), table.missed(table.number, viewer)]
    return told


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
def test_the_log_is_the_table(game: str, practice: bool, clock: Clock | None, cpu: bool, steps: list[Any]) -> None:
    kept = record(game, practice, clock, cpu)
    table = LiveTable(kept, tefuda.game(game), BOOTED)
    log: list[Entry] = []
    now = BOOTED
    for kind, who, pick, passed, lost in steps:
        now += passed
        seat = table.match.seat if kind == "play" and table.turn is not None else who % table.game.seats
        legal = table.match.legal(seat) or ["nothing"]
        before = everything(table, now)
        try:
            staged = table.stage(kind, seat, now, f"{seat} {len(log)}", table.match.ply, legal[pick % len(legal)])
        except TimeUp:
            staged = table.fallen(seat, now)
        except TefudaError:
            assert everything(table, now) == before, "a refusal changes nothing"
            continue
        if lost:
            table.abandon(staged)
            assert everything(table, now) == before, "what did not come into the log did not happen"
            continue
        table.standing(staged)
        table.confirm(staged)
        log.append(staged)
        assert staged.ply == table.match.ply
        assert staged.turn == table.turn
        if clock is not None:
            assert all(left >= 0 for left in (table.clock(now) or {})["left"])
    again = LiveTable(kept, tefuda.game(game), BOOTED)
    for entry in log:
        again.load(entry)
    assert everything(again, now) == everything(table, now)


def test_standing_is_what_the_table_says_afterwards() -> None:
    """What lists say of a finished table is what the table says."""
    for kind in ("resign", "timeout"):
        table = LiveTable(record("card-othello", False, None, False), tefuda.game("card-othello"), BOOTED)
        staged = table.stage(kind, 1, BOOTED)
        said = table.standing(staged)
        table.confirm(staged)
        assert said == {"status": table.status, "result": table.result, "ended": table.ended}


def test_time_is_taken_from_who_decides_and_from_nobody_else() -> None:
    table = LiveTable(record("card-othello", False, Clock(10, 2), False), tefuda.game("card-othello"), BOOTED)
    assert table.clock(BOOTED + 4000) == {"left": [6000, 10000], "running": 0}
    staged = table.stage("play", 0, BOOTED + 4000, None, 0, "place d3")
    table.confirm(staged)
    assert table.clock(BOOTED + 9000) == {"left": [8000, 5000], "running": 1}
    assert table.flag_falls_in(BOOTED + 9000) == 5000
    with pytest.raises(TimeUp):
        table.stage("play", 1, BOOTED + 14_000, None, 1, "place c3")
    table.confirm(table.fallen(1, BOOTED + 14_000))
    assert table.clock(BOOTED + 99_000) == {"left": [8000, 0], "running": None}
    assert table.result == [1.0, 0.0]


def test_time_that_the_server_was_away_is_on_nobodys_clock() -> None:
    back = BOOTED + 50_000
    table = LiveTable(record("card-othello", False, Clock(10, 0), False), tefuda.game("card-othello"), back)
    assert table.clock(back + 1000) == {"left": [9000, 10000], "running": 0}
    staged = table.stage("play", 0, back + 1000, None, 0, "place d3")
    assert isinstance(staged, Entry)
    assert staged.spent == 1000


def test_a_cpu_has_no_clock() -> None:
    table = LiveTable(record("card-othello", False, Clock(10, 0), True), tefuda.game("card-othello"), BOOTED)
    staged = table.stage("play", 0, BOOTED, None, 0, "place d3")
    table.confirm(staged)
    assert table.clock(BOOTED + 60_000) == {"left": [10000, 10000], "running": None}
    assert table.flag_falls_in(BOOTED + 60_000) is None


@pytest.mark.parametrize("have", [-1, 100, None])
def test_who_has_seen_what_never_was_is_shown_the_view(have: int | None) -> None:
    table = LiveTable(record("catalyst", True, None, False), tefuda.game("catalyst"), BOOTED)
    assert table.missed(have, 0) is None


def test_who_has_missed_too_much_is_shown_the_view() -> None:
    table = LiveTable(record("card-othello", False, None, False), tefuda.game("card-othello"), BOOTED)
    while table.number < 61:
        legal = table.match.legal(table.match.seat)
        staged = table.stage("play", table.match.seat, BOOTED, None, table.match.ply, legal[0])
        assert isinstance(staged, Entry)
        table.confirm(staged)
    for viewer in (0, 1, SPECTATOR):
        assert table.missed(0, viewer) is None
        told = table.missed(1, viewer)
        assert told is not None
        assert [json.loads(text)["number"] for text in told] == list(range(1, 61))

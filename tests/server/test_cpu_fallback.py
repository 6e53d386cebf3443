"""A level that takes too long, or whose process ends, is replaced by the next lower level, never by chance."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import running

from tefuda.core.errors import JobTimeout
from tefuda.core.registry import _entries
from tefuda.server.jobs import job_pool
from tefuda.server.jobs.job_pool import Pool, decide
from tefuda.server.jobs.jobs import Choose, Position, do

SLOW_NIM = """
import os
import time

from hidden_nim import HiddenNim

from tefuda.core.game_parts import Players
from tefuda.core.player import Player


class Lowest(Player):
    def choose(self, seat):
        return min(seat.actions())


class Highest(Player):
    def choose(self, seat):
        return max(seat.actions())


class Endless(Player):
    def choose(self, seat):
        while True:
            pass


class Dying(Player):
    def choose(self, seat):
        os._exit(1)


class Broken(Player):
    def choose(self, seat):
        raise ValueError("no opinion")


PLAYERS = {"lowest": Lowest, "highest": Highest, "endless": Endless, "dying": Dying, "broken": Broken}


class SlowPlayers(Players):
    def names(self):
        return list(PLAYERS)

    def make(self, name, random):
        return PLAYERS[name]()

    def levels(self):
        return list(PLAYERS)


class SlowNim(HiddenNim):
    def __init__(self):
        super().__init__()
        self.id = "slow-nim"
        self.players = SlowPlayers(self)


GAME = SlowNim()
"""
"""A game as another package brings it: level 2 takes from the last heap, levels 3 to 5 give no answer."""


@pytest.fixture
def slow_nim(tmp_path: Path) -> Iterator[Path]:
    """The folder that the game is installed in."""
    folder = tmp_path / "packages"
    (folder / "slow_nim-1.0.dist-info").mkdir(parents=True)
    (folder / "slow_nim.py").write_text(SLOW_NIM)
    (folder / "slow_nim-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: slow-nim\nVersion: 1.0\n")
    (folder / "slow_nim-1.0.dist-info/entry_points.txt").write_text("[tefuda.games]\nslow-nim = slow_nim:GAME\n")
    yield folder
    _entries.cache_clear()


def at_start(start: dict[str, object] | None = None) -> Position:
    return Position("t", "slow-nim", "7", {}, start, [], 5)


def test_each_lower_level_is_asked_in_turn(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 5 fails, level 4 ends its process, level 3 takes too long; level 2 decides. The event loop goes on."""
    monkeypatch.syspath_prepend(str(slow_nim))
    highest = do(Choose(at_start(), 2), OrderedDict())
    assert highest != do(Choose(at_start(), 1), OrderedDict())
    pool = Pool(1, 2, 4)

    async def decide_and_count() -> tuple[str | None, int]:
        deciding = asyncio.ensure_future(decide(pool, at_start(), 5))
        turns = 0
        while not deciding.done():
            await asyncio.sleep(0.01)
            turns += 1
        return deciding.result(), turns

    try:
        action, turns = asyncio.run(decide_and_count())
    finally:
        pool.close()
    assert action == highest
    assert turns > 10, "two seconds have passed at least"


def test_level_1_has_time_to_answer(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little the others have: a slow machine does not end a game."""
    monkeypatch.syspath_prepend(str(slow_nim))
    pool = Pool(1, 0, 4)
    try:
        assert asyncio.run(decide(pool, at_start(), 2)) == do(Choose(at_start(), 1), OrderedDict())
    finally:
        pool.close()


def test_a_server_plays_what_the_next_lower_level_chooses(slow_nim: Path, tmp_path: Path) -> None:
    paths = os.pathsep.join([str(slow_nim), os.environ["PYTHONPATH"]])
    with running(tmp_path, PYTHONPATH=paths, TEFUDA_CPU_SECONDS="2") as server:
        table, (me,) = server.table("slow-nim", ["me", {"cpu": 3}], deal={"seed": "3"})
        with server.at(table, me) as one:
            for _ in range(2):
                number = one.now["number"]
                one.play(one.now["legal"][0])
                one.moved(number + 2)
                (taken,) = [event for event in one.now["entries"][-1]["events"] if event["kind"] == "take"]
                assert (taken["seat"], taken["heap"], taken["count"]) == (1, 2, 1), "the highest action is level 2's"
        assert "level 3 of slow-nim took too long" in server.log.read_text()


def test_a_full_queue_is_waited_for(
    slow_nim: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The level stays the same: it was not asked yet."""
    monkeypatch.syspath_prepend(str(slow_nim))
    monkeypatch.setattr(job_pool, "RETRY_SECONDS", 0.1)
    pool = Pool(1, 2, 1)

    async def all_at_once() -> tuple[Any, Any, Any]:
        endless = asyncio.ensure_future(pool.ask(Choose(at_start(), 3)))
        await asyncio.sleep(0)
        while pool._waiting[job_pool.CHOICE]:
            await asyncio.sleep(0.01)
        waiting = asyncio.ensure_future(pool.ask(Choose(at_start(), 1)))
        await asyncio.sleep(0)
        decided = asyncio.ensure_future(decide(pool, at_start(), 2))
        return await asyncio.gather(endless, waiting, decided, return_exceptions=True)

    try:
        endless, waiting, decided = asyncio.run(all_at_once())
    finally:
        pool.close()
    assert isinstance(endless, JobTimeout)
    assert waiting == do(Choose(at_start(), 1), OrderedDict())
    assert decided == do(Choose(at_start(), 2), OrderedDict())
    assert "level 2 of slow-nim waits" in caplog.text


def test_cards_that_keep_even_level_1_too_long_end_the_attempt(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server resigns for such a seat. It does not ask again and again."""
    monkeypatch.syspath_prepend(str(slow_nim))
    pool = Pool(1, 0, 4)
    try:
        assert asyncio.run(decide(pool, at_start({"heaps": [1, 2, 3], "cards": ["x"]}), 1)) is None
    finally:
        pool.close()

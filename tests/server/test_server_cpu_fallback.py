"""A level that takes too long, or whose process ends, is replaced by the next lower level."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_process import run_server

from tefuda.core.errors import JobTimeout
from tefuda.core.registry import _entries
from tefuda.server.jobs import job_pool
from tefuda.server.jobs.job_pool import JobPool, decide
from tefuda.server.jobs.jobs import ChooseJob, MatchSnapshot, run_job

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
"""A game of another package. Level 2 takes from the last heap; levels 3 to 5 fail."""


@pytest.fixture
def slow_nim(tmp_path: Path) -> Iterator[Path]:
    """Install the game; yield its folder."""
    folder = tmp_path / "packages"
    (folder / "slow_nim-1.0.dist-info").mkdir(parents=True)
    (folder / "slow_nim.py").write_text(SLOW_NIM)
    (folder / "slow_nim-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: slow-nim\nVersion: 1.0\n")
    (folder / "slow_nim-1.0.dist-info/entry_points.txt").write_text("[tefuda.games]\nslow-nim = slow_nim:GAME\n")
    yield folder
    _entries.cache_clear()


def start_snapshot(start: dict[str, object] | None = None) -> MatchSnapshot:
    return MatchSnapshot("t", "slow-nim", "7", {}, start, [], 5)


def test_lower_levels_are_tried_in_order(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 5 fails, level 4 ends its process, level 3 takes too long; level 2 decides. The event loop runs on."""
    monkeypatch.syspath_prepend(str(slow_nim))
    highest = run_job(ChooseJob(start_snapshot(), 2), OrderedDict())
    assert highest != run_job(ChooseJob(start_snapshot(), 1), OrderedDict())
    pool = JobPool(1, 2, 4)

    async def decide_and_count() -> tuple[str | None, int]:
        deciding = asyncio.ensure_future(decide(pool, start_snapshot(), 5))
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
    assert turns > 10, "at least two seconds have passed"


def test_level_1_has_a_longer_time_limit(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of the other levels does not apply to level 1."""
    monkeypatch.syspath_prepend(str(slow_nim))
    pool = JobPool(1, 0, 4)
    try:
        assert asyncio.run(decide(pool, start_snapshot(), 2)) == run_job(ChooseJob(start_snapshot(), 1), OrderedDict())
    finally:
        pool.close()


def test_server_plays_action_of_next_lower_level(slow_nim: Path, tmp_path: Path) -> None:
    paths = os.pathsep.join([str(slow_nim), os.environ["PYTHONPATH"]])
    with run_server(tmp_path, PYTHONPATH=paths, TEFUDA_CPU_SECONDS="2") as server:
        table, (me,) = server.table("slow-nim", ["me", {"cpu": 3}], deal={"seed": "3"})
        with server.at(table, me, views=True) as one:
            for _ in range(2):
                number = one.now["number"]
                one.play(one.now["legal"][0])
                one.wait_for_entries(number + 2)
                (taken,) = [event for event in one.now["entries"][-1]["events"] if event["kind"] == "take"]
                assert (taken["seat"], taken["heap"], taken["count"]) == (1, 2, 1), "level 2 plays the highest action"
        assert "level 3 of slow-nim took too long" in server.log.read_text()


def test_full_queue_is_retried_with_same_level(
    slow_nim: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A full queue does not lower the level."""
    monkeypatch.syspath_prepend(str(slow_nim))
    monkeypatch.setattr(job_pool, "RETRY_SECONDS", 0.1)
    pool = JobPool(1, 2, 1)

    async def run_all() -> tuple[Any, Any, Any]:
        endless = asyncio.ensure_future(pool.run(ChooseJob(start_snapshot(), 3)))
        await asyncio.sleep(0)
        while pool._queues[job_pool.DECISION]:
            await asyncio.sleep(0.01)
        waiting = asyncio.ensure_future(pool.run(ChooseJob(start_snapshot(), 1)))
        await asyncio.sleep(0)
        lower = asyncio.ensure_future(decide(pool, start_snapshot(), 2))
        return await asyncio.gather(endless, waiting, lower, return_exceptions=True)

    try:
        endless, waiting, lower = asyncio.run(run_all())
    finally:
        pool.close()
    assert isinstance(endless, JobTimeout)
    assert waiting == run_job(ChooseJob(start_snapshot(), 1), OrderedDict())
    assert lower == run_job(ChooseJob(start_snapshot(), 2), OrderedDict())
    assert "level 2 of slow-nim waits" in caplog.text


def test_level_1_is_not_retried_with_custom_cards(slow_nim: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is None; the server resigns for the seat."""
    monkeypatch.syspath_prepend(str(slow_nim))
    pool = JobPool(1, 0, 4)
    try:
        assert asyncio.run(decide(pool, start_snapshot({"heaps": [1, 2, 3], "cards": ["x"]}), 1)) is None
    finally:
        pool.close()

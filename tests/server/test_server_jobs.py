"""Job processes: results, priorities, time limits, and replacement of failed processes."""

import asyncio
import json
import os
import signal
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from server_process import run_server

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.errors import InvalidInput, JobTimeout, Overloaded
from tefuda.core.replay import record
from tefuda.server.jobs import job_pool
from tefuda.server.jobs.job_pool import JobPool
from tefuda.server.jobs.jobs import (
    AuthorJob,
    ChooseJob,
    HintJob,
    MatchSnapshot,
    ReplayFramesJob,
    ReplayPositionJob,
    run_job,
    worker_main,
)

HAND = ["spl_001"] * 3 + ["spl_003", "spl_008", "spl_021", "mon_003", "mon_004", "mon_011", "art_001", "art_004"]
DECK = [name for name in find_workshop("solitaire-tcg").cards() if name.startswith(("mon", "spl"))]
DEEP = json.dumps({"hand": HAND, "deck": DECK, "options": {"mode": "puzzle"}})
"""A position whose proof does not finish within the time limit."""


def snapshot(*actions: str, table: str = "t", random_seed: int = 5) -> MatchSnapshot:
    return MatchSnapshot(table, "card-othello", "7", {}, None, list(actions), random_seed)


def run_in_pool(pool: JobPool, job: Any) -> Any:
    return asyncio.run(pool.run(job))


def test_process_of_a_stopped_server_ends_quietly() -> None:
    """A server can stop while a job process starts; then its pipe is closed."""
    ours, theirs = job_pool.SPAWN.Pipe()
    process = job_pool.SPAWN.Process(target=worker_main, args=(theirs, 0, False), daemon=True)
    process.start()
    theirs.close()
    ours.close()
    process.join(60)
    assert process.exitcode == 0


def test_choice_is_legal_and_independent_of_cache() -> None:
    game = tefuda.game("card-othello")
    cache: OrderedDict[str, Any] = OrderedDict()
    actions: list[str] = []
    for _ in range(12):
        match = tefuda.Match(game, 7)
        for number, action in enumerate(actions):
            match.play(match.seat, number, action)
        chosen = run_job(ChooseJob(snapshot(*actions), 2), cache)
        assert chosen in match.legal(match.seat)
        assert run_job(ChooseJob(snapshot(*actions), 2), OrderedDict()) == chosen, "the cache changes nothing"
        actions.append(chosen)
    # Another line of the same table, as after a takeback.
    assert run_job(ChooseJob(snapshot(actions[0]), 2), cache) == actions[1]
    for number in range(100):
        run_job(ChooseJob(snapshot(table=f"t{number}"), 1), cache)
    assert len(cache) <= 64


def test_failed_processes_are_replaced() -> None:
    pool = JobPool(1, 0.001, 10)
    try:
        with pytest.raises(JobTimeout):
            run_in_pool(pool, HintJob(snapshot()))
    finally:
        pool.close()
    pool = JobPool(1, 30, 2)
    try:
        assert run_in_pool(pool, ChooseJob(snapshot(), 1)).startswith("place")
        with pytest.raises(InvalidInput):
            run_in_pool(pool, ReplayFramesJob({}, 0))
        with pytest.raises(RuntimeError):
            run_in_pool(pool, ChooseJob(MatchSnapshot("t", "card-othello", "7", {}, None, ["nonsense"], 1), 1))

        async def run_many() -> list[Any]:
            return await asyncio.gather(
                *[pool.run(ChooseJob(snapshot(), 1)) for _ in range(20)], return_exceptions=True
            )

        answers = asyncio.run(run_many())
        assert any(isinstance(answer, Overloaded) for answer in answers)
        assert any(isinstance(answer, str) for answer in answers)
    finally:
        pool.close()


def test_untrusted_jobs_have_shorter_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped process is replaced for the next job."""
    pool = JobPool(1, 60, 4)
    try:
        deck = {"id": "x", "name": {"en": "x", "ja": "x"}, "plan": None, "cards": {}, "custom": ""}
        assert run_in_pool(pool, AuthorJob("check_deck", ("linkavel", deck)))["problems"]
        monkeypatch.setattr(job_pool, "AUTHOR_SECONDS", 0.5)
        with pytest.raises(JobTimeout):
            run_in_pool(pool, AuthorJob("prove_position", ("solitaire-tcg", DEEP)))
        monkeypatch.undo()
        assert run_in_pool(pool, AuthorJob("read_deck", ("linkavel", "x")))["problems"]
    finally:
        pool.close()


def test_one_process_is_reserved_for_trusted_jobs() -> None:
    """A CPU decision is not delayed by proofs that take seconds."""
    pool = JobPool(2, 30, 8)
    own = MatchSnapshot("s", "solitaire-tcg", "7", {}, {"cards": [{"id": "x", "name": "X", "type": "spell"}]}, [], 1)
    assert [job_pool.priority_of(job) for job in (ChooseJob(own, 1), ChooseJob(snapshot(), 1))] == [
        job_pool.UNTRUSTED,
        job_pool.DECISION,
    ]
    order: list[str] = []

    async def run_and_record(name: str, job: Any) -> None:
        await pool.run(job)
        order.append(name)

    async def run_all() -> None:
        proofs = [run_and_record("proof", AuthorJob("prove_position", ("solitaire-tcg", DEEP))) for _ in range(2)]
        await asyncio.gather(*proofs, run_and_record("choice", ChooseJob(snapshot(), 1)))

    try:
        asyncio.run(run_all())
    finally:
        pool.close()
    assert order == ["choice", "proof", "proof"]


def test_decisions_have_priority_over_replays() -> None:
    pool = JobPool(1, 30, 4)
    order: list[str] = []

    async def run_and_record(job: Any) -> None:
        try:
            await pool.run(job)
        except Overloaded:
            order.append("refused")
        except InvalidInput:
            order.append("replay")
        else:
            order.append("choice")

    async def run_all() -> None:
        jobs: list[Any] = [ReplayFramesJob({}, 0)] * 12 + [ChooseJob(snapshot(), 1)] * 4
        await asyncio.gather(*[run_and_record(job) for job in jobs])

    try:
        asyncio.run(run_all())
    finally:
        pool.close()
    assert order.count("choice") == 4, "no decision is refused"
    assert 2 <= order.count("replay") <= 3, "half of the queue, and one that was already running"
    answered = [what for what in order if what != "refused"]
    assert answered[:5].count("choice") == 4, "only a running replay finishes before the decisions"


def test_replay_jobs() -> None:
    match = tefuda.Match(tefuda.game("card-othello"), 3)
    for _ in range(4):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    replay = record(match)
    cache: OrderedDict[str, Any] = OrderedDict()
    assert run_job(ReplayPositionJob(replay, 0), cache)["start"] is None
    branch = run_job(ReplayPositionJob(replay, 2), cache)
    assert tefuda.Match(match.game, 3, position=branch["start"]).view(0) == match.view(0, 2)
    with pytest.raises(InvalidInput):
        run_job(ReplayPositionJob(replay, 9), cache)
    for broken in ({"fingerprints": {"9" * 5000: ""}}, {"options": {"\ud800": 1}}, {"actions": ["x"] * 6000}):
        with pytest.raises(InvalidInput):
            run_job(ReplayFramesJob({**replay, **broken}, 0), cache)


def test_game_continues_when_job_process_is_killed(tmp_path: Path) -> None:
    """The job process is killed during each CPU decision."""
    with run_server(tmp_path, TEFUDA_CPU_SECONDS="1", TEFUDA_CPU_BEAT="700") as server:
        table, (me,) = server.table("card-othello", ["me", {"cpu": 6}])
        with server.at(table, me) as one:
            for _ in range(3):
                if one.now["turn"] != 0:
                    break
                number = one.now["number"]
                one.play(one.now["legal"][0])
                for child in job_process_ids(server.process.pid):
                    os.kill(child, signal.SIGKILL)
                one.wait_for_entries(number + 2)
                while one.now["turn"] == 1:
                    one.until("update")
        assert server.http.get("/healthz").status_code == 200


def job_process_ids(parent: int) -> list[int]:
    """Return the ids of a server's job processes, without the resource tracker."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        if int(status[1]) == parent and "spawn_main" in command:
            found.append(int(folder.name))
    return found

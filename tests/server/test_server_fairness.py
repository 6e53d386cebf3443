"""One address cannot use up the job processes, the memory or the time of the event loop."""

import asyncio
import contextvars
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from server_process import run_server
from test_server_jobs import DEEP, snapshot

from tefuda.core.errors import JobTimeout, QueueFull, TooManyRequests
from tefuda.server.config import Settings
from tefuda.server.jobs import job_pool
from tefuda.server.jobs.fair_queue import FairQueue
from tefuda.server.jobs.job_pool import JobPool
from tefuda.server.jobs.jobs import AuthorJob, ChooseJob, ReplayFramesJob, ReplayPositionJob
from tefuda.server.rate_limits import CLIENT
from tefuda.server.tables import custom_cards
from tefuda.server.tables.custom_cards import CustomCardThread


def test_clients_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(10, 4)
    assert all(queue.put("a", f"a{number}") for number in range(4))
    assert not queue.put("a", "a4"), "the share of a client is limited"
    assert queue.put("b", "b0")
    assert queue.put("b", "b1")
    assert queue.put("", "own")
    assert [queue.pop() for _ in range(len(queue))] == ["a0", "b0", "own", "a1", "b1", "a2", "a3"]
    assert not queue
    assert all(queue.put("", str(number)) for number in range(10)), "the server itself has no share"
    assert not queue.put("c", "c0")


def test_replays_never_run_in_the_process_for_decisions() -> None:
    jobs = (ReplayFramesJob(b"{}", 0), ReplayPositionJob("{}", 0), ChooseJob(snapshot(), 1))
    assert [job_pool.priority_of(job) for job in jobs] == [job_pool.UNTRUSTED, job_pool.UNTRUSTED, job_pool.DECISION]


def run_as(address: str, work: Any) -> "asyncio.Task[Any]":
    """Start a task that works for an address."""
    context = contextvars.copy_context()
    context.run(CLIENT.set, address)
    return asyncio.get_running_loop().create_task(work, context=context)


def test_stranger_is_not_delayed_by_the_jobs_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_pool, "AUTHOR_SECONDS", 0.3)
    pool = JobPool(1, 30, 80)
    order: list[str] = []

    async def check(name: str, job: Any) -> None:
        try:
            await pool.run(job)
        except QueueFull:
            name = "refused"
        except JobTimeout:
            pass
        order.append(name)

    async def run() -> None:
        proof = AuthorJob("prove_position", ("solitaire-tcg", DEEP))
        tasks = [run_as("203.0.113.9", check("proof", proof)) for _ in range(40)]
        await asyncio.sleep(0)
        check_deck = AuthorJob("read_deck", ("linkavel", "x"))
        other = run_as("203.0.113.7", check("other", check_deck))
        await other
        assert order.count("proof") <= 2, "the job that was running, and one at most"
        assert order.count("refused") >= 25, "an address has a quarter of the queue"
        for task in tasks:
            task.cancel()

    try:
        asyncio.run(run())
    finally:
        pool.close()


def test_job_processes_have_a_memory_limit() -> None:
    resource = pytest.importorskip("resource")
    pool = JobPool(1, 60, 4, memory_mb=700)
    try:
        before = set(multiprocessing.active_children())
        asyncio.run(pool.run(ChooseJob(snapshot(), 1)))
        (process,) = set(multiprocessing.active_children()) - before
        assert process.pid is not None
        assert resource.prlimit(process.pid, resource.RLIMIT_DATA)[0] == 700 << 20
    finally:
        pool.close()
    code = "from tefuda.server.resource_limits import limit_memory; limit_memory(300); bytearray(10**9)"
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr.rstrip().endswith("MemoryError")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
def test_untrusted_input_is_read_in_the_background() -> None:
    pool = JobPool(2, 60, 8)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    lower = min(19, own + 10)

    def niceness(process: multiprocessing.process.BaseProcess) -> int:
        return os.getpriority(os.PRIO_PROCESS, process.pid or 0)

    try:
        before = set(multiprocessing.active_children())

        async def run() -> None:
            await pool.run(AuthorJob("read_deck", ("linkavel", "x")))
            (reader,) = set(multiprocessing.active_children()) - before
            assert niceness(reader) == lower
            await asyncio.gather(*[pool.run(ChooseJob(snapshot(), 1)) for _ in range(8)])

        asyncio.run(run())
        found = [niceness(one) for one in set(multiprocessing.active_children()) - before]
        assert sorted(found) == [own, lower], "CPU players do not wait for others"
    finally:
        pool.close()


def test_reading_custom_cards_delays_other_threads_little() -> None:
    before = sys.getswitchinterval()
    thread = CustomCardThread(Settings())
    assert asyncio.run(thread.run(sys.getswitchinterval)) == pytest.approx(0.0002)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(thread.run(divmod, 1, 0))
    assert sys.getswitchinterval() == before
    thread.close()


def test_tables_with_custom_cards_are_loaded_at_a_limited_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_cards, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(custom_cards, "MAX_WAIT_SECONDS", 0.02)
    thread = CustomCardThread(Settings(authoring_rate=1, authoring_burst=16))

    async def run() -> None:
        for _ in range(2):
            await run_as("203.0.113.9", thread.wait_for_turn())
        with pytest.raises(TooManyRequests):
            await run_as("203.0.113.9", thread.wait_for_turn())
        await run_as("203.0.113.7", thread.wait_for_turn())
        await thread.wait_for_turn()
        assert await thread.run(sum, [1, 2]) == 3

    asyncio.run(run())


def test_large_bodies_cost_more(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_REST_RATE="1", TEFUDA_REST_BURST="100") as server:
        many = b"[" + b"[]," * 60_000 + b"[]]"
        assert server.http.post("/api/replays", content=many).status_code == 413, "it has too many values"
        large = b'{"a":"' + b"x" * 400_000 + b'"}'
        # 25 tokens each.
        statuses = [server.http.post("/api/replays", content=large).status_code for _ in range(6)]
        assert statuses[0] == 422
        assert statuses[-1] == 429

        def in_parts() -> Any:
            for start in range(0, len(large), 10_000):
                yield large[start : start + 10_000]

        assert server.http.post("/api/replays", content=in_parts()).status_code == 429, "without a content length too"

"""The pool of job processes.

Compiled code holds the interpreter lock, so a thread would block the event loop. A process can also be killed when a
job takes too long. Each process has a thread that sends it jobs.
"""

import asyncio
import logging
import multiprocessing
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from tefuda.core.errors import JobTimeout, Overloaded, QueueFull, TefudaError
from tefuda.core.text import Message
from tefuda.server.bots import Bot
from tefuda.server.jobs.fair_queue import FairQueue
from tefuda.server.jobs.jobs import (
    AuthorJob,
    BotJob,
    ChancesJob,
    CheckPlayJob,
    ChooseJob,
    HintJob,
    Job,
    MatchSnapshot,
    ParJob,
    ReplayFramesJob,
    ReplayPositionJob,
    worker_main,
)
from tefuda.server.rate_limits import CLIENT
from tefuda.server.tracing import record_span

SPAWN: Final = multiprocessing.get_context("spawn")
LOG: Final = logging.getLogger("tefuda.cpu")
AUTHOR_SECONDS: Final = 10
"""Limit for untrusted input: custom cards, decks and positions."""
CHECK_PLAY_SECONDS: Final = 2
DECISION, REQUEST, UNTRUSTED = range(3)
"""Priorities: CPU decisions, then hints and proofs, then untrusted input, which includes replays."""
START_SECONDS: Final = 60
"""Limit for the start of a process. It does not count for its first job."""
LEVEL_1_SECONDS: Final = 60
"""Minimum limit for level 1, which has no lower level to replace it. Loading the game counts."""
EXIT_SECONDS: Final = 2
"""Time for a process to end by itself when the pool is closed."""
RETRY_SECONDS: Final = 2
"""Delay before a retry when the queue is full or level 1 has failed."""
MAX_BOT_ATTEMPTS: Final = 30
"""Decisions of a bot that were not made because the server was busy. After them it loses."""
BUSY: Final = Message("busy", "The server is busy. Try again.", "サーバーが混み合っています。もう一度お試しください。")
TOO_SLOW: Final = Message("too_slow", "The request took too long.", "処理に時間がかかりすぎます。")


@dataclass(slots=True)
class Item:
    """A job that waits or runs."""

    job: Job
    future: "Future[Any]"
    queued: int
    """When it was queued, in nanoseconds since 1970."""
    began: int = 0
    """When a process took it; 0: not yet."""


class JobPool:
    """Job processes, started on first use.

    CPU decisions have priority. The queues of other jobs are half as long. Each queue serves the addresses in turn.
    With two or more processes, one of them only decides for CPU players. Processes that read untrusted input have a
    lower priority than the server, so that they do not delay moves.
    """

    def __init__(self, processes: int, seconds: float, max_queue: int, memory_mb: int = 0) -> None:
        """`memory_mb` limits the memory of each process; 0: no limit."""
        self._seconds = seconds
        short = (max_queue + 1) // 2
        self._memory_mb = memory_mb
        self._queues: list[FairQueue[Item]] = [
            FairQueue(max_queue, max(1, max_queue // 2)),
            FairQueue(short, max(1, short // 4)),
            FairQueue(short, max(1, short // 4)),
        ]
        self._condition = threading.Condition()
        self._closing = False
        for number in range(processes):
            priorities = DECISION + 1 if number == 0 and processes > 1 else UNTRUSTED + 1
            threading.Thread(target=self._run_process, args=(priorities,), daemon=True).start()

    async def run(self, job: Job) -> Any:
        """Return the result of a job; raises the error of the job, or `JobTimeout`, `QueueFull` or `Overloaded`."""
        priority = priority_of(job)
        item = Item(job, Future(), time.time_ns())
        with self._condition:
            if not self._queues[priority].put(CLIENT.get(), item):
                raise QueueFull(BUSY)
            self._condition.notify_all()
        result = None
        try:
            result = await asyncio.wrap_future(item.future)
        finally:
            record_job(item, result)
        if isinstance(result, BaseException):
            raise result
        return result

    def close(self) -> None:
        """Stop all processes and drop waiting jobs."""
        with self._condition:
            self._closing = True
            self._condition.notify_all()

    def _next_job(self, priorities: int) -> Item | None:
        """Wait for a job of the first `priorities` queues and return it; None when the pool is closed."""
        with self._condition:
            while not self._closing:
                for waiting in self._queues[:priorities]:
                    if waiting:
                        return waiting.pop()
                self._condition.wait()
        return None

    def _time_limit(self, job: Job) -> float:
        """Return the time limit of a job in seconds."""
        if priority_of(job) == UNTRUSTED and not isinstance(job, BotJob):
            return min(self._seconds, CHECK_PLAY_SECONDS if isinstance(job, CheckPlayJob) else AUTHOR_SECONDS)
        if isinstance(job, BotJob):
            return job.bot.time_limit
        lowest = isinstance(job, ChooseJob) and job.level == 1
        return max(self._seconds, LEVEL_1_SECONDS) if lowest else self._seconds

    def _run_process(self, priorities: int) -> None:
        """Start a process and send it jobs. Replace it when it ends or takes too long."""
        worker: tuple[SpawnProcess, Connection] | None = None
        while (item := self._next_job(priorities)) is not None:
            job, future = item.job, item.future
            seconds = self._time_limit(job)
            failed: TefudaError = Overloaded(BUSY)
            if not future.set_running_or_notify_cancel():
                continue
            item.began = time.time_ns()
            try:
                if worker is None or not worker[0].is_alive():
                    worker = _start(self._memory_mb, in_background=priorities > UNTRUSTED)
                pipe = worker[1]
                pipe.send(job)
                if pipe.poll(seconds):
                    future.set_result(pipe.recv())
                    continue
                failed = JobTimeout(TOO_SLOW)
                LOG.warning("a job took too long")
            except Exception as failure:
                # The process has died or did not start, or the job cannot be pickled.
                LOG.warning("a job process failed: %s", type(failure).__name__)
            if worker is not None:
                worker[0].kill()
                worker[1].close()
                worker = None
            future.set_result(failed)
        if worker is not None:
            worker[1].close()
            # A process that sees the end of the pipe ends its bots.
            worker[0].join(EXIT_SECONDS)
            worker[0].kill()


def record_job(item: Item, result: Any) -> None:
    """Record how long a job has waited and run. `result` may be an error."""
    now = time.time_ns()
    facts = {"tefuda.job": type(item.job).__name__}
    record_span("job wait", item.queued, item.began or now, facts)
    if item.began:
        failed = {"error.type": type(result).__name__} if isinstance(result, BaseException) else {}
        record_span("job run", item.began, now, {**facts, **failed})


async def decide(pool: JobPool, snapshot: MatchSnapshot, level: int) -> str | None:
    """Return the action that a CPU level chooses. If it fails or takes too long, the next lower level chooses.

    Level 1 is retried until it succeeds. With custom cards it is tried once, and the result is None if it fails.
    """
    while True:
        try:
            action: str = await pool.run(ChooseJob(snapshot, level))
            return action
        except QueueFull:
            LOG.warning("too many jobs: level %d of %s waits", level, snapshot.game)
            await asyncio.sleep(RETRY_SECONDS)
            continue
        except JobTimeout:
            LOG.warning("level %d of %s took too long", level, snapshot.game)
        except Exception as failure:
            LOG.warning("level %d of %s failed: %r", level, snapshot.game, failure)
        if level == 1 and snapshot.has_custom_cards:
            return None
        if level == 1:
            await asyncio.sleep(RETRY_SECONDS)
        level = max(1, level - 1)


async def decide_with_bot(pool: JobPool, snapshot: MatchSnapshot, bot: Bot | None) -> str | None:
    """Return the action that a bot chooses. None if it fails or if the settings do not have it any more: it loses."""
    if bot is None:
        LOG.warning("the bot of table %s is not in the settings", snapshot.table)
        return None
    for _ in range(MAX_BOT_ATTEMPTS):
        try:
            action: str = await pool.run(BotJob(snapshot, bot))
            return action
        except Overloaded:
            # The queue is full, or the job process has died. That is not the fault of the bot.
            LOG.warning("bot %s of %s waits", bot.name, snapshot.game)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as failure:
            LOG.warning("bot %s of %s loses: %s", bot.name, snapshot.game, failure)
            return None
    return None


def priority_of(job: Job) -> int:
    """Return the priority of a job."""
    untrusted = AuthorJob | ChancesJob | CheckPlayJob | ReplayFramesJob | ReplayPositionJob
    if isinstance(job, untrusted) or (
        isinstance(job, ChooseJob | BotJob | HintJob | ParJob) and job.snapshot.has_custom_cards
    ):
        return UNTRUSTED
    return DECISION if isinstance(job, ChooseJob | BotJob) else REQUEST


def _start(memory_mb: int, in_background: bool) -> tuple[SpawnProcess, Connection]:
    """Start a process and wait until it is ready; return it and its pipe. Raises `TimeoutError` or `EOFError`."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=worker_main, args=(theirs, memory_mb, in_background), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(START_SECONDS):
            raise TimeoutError
        ours.recv()
    except Exception:
        process.kill()
        ours.close()
        raise
    return process, ours

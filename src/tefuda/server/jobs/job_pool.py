"""Processes that think.

Compiled code never lets go of the interpreter, so threads would stop the event loop; and a process can be ended when
it thinks for too long. Each has a thread that hands it jobs.
"""

import asyncio
import logging
import multiprocessing
import threading
from collections import deque
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from tefuda.core.errors import JobTimeout, Overloaded, QueueFull, TefudaError
from tefuda.core.text import Message
from tefuda.server.jobs.jobs import Attempt, Author, Choose, Hint, Job, Par, Position, run

SPAWN: Final = multiprocessing.get_context("spawn")
LOG: Final = logging.getLogger("tefuda.cpu")
AUTHOR_SECONDS: Final = 10
"""What strangers wrote is given up sooner than a decision: whoever wrote it can write something else."""
ATTEMPT_SECONDS: Final = 2
CHOICE, QUESTION, STRANGE = range(3)
"""What comes first: decisions that a game waits for, then hints and replays, then what strangers wrote."""
START_SECONDS: Final = 60
"""A process that is not ready by then is given up. Its start does not count as thinking."""
LOWEST_SECONDS: Final = 60
"""The least time limit of level 1, which no other level can stand in for: loading a game counts as thinking."""
RETRY_SECONDS: Final = 2
"""Between two questions where the queue is full, or where level 1 gave no answer."""
BUSY: Final = Message("busy", "The server is busy. Try again.", "混み合っています。もう一度お試しください。")
TOO_SLOW: Final = Message("too_slow", "The request took too long.", "処理に時間がかかりすぎます。")
Item = tuple[Job, "Future[Any]"]


class Pool:
    """Some thinking processes, started when they are first needed.

    A game waits for its CPU: so choices go before everything else, of which only half as many may wait; and where
    there are two processes, one never works on what strangers wrote.
    """

    def __init__(self, processes: int, seconds: float, most: int) -> None:
        self._seconds = seconds
        self._most = most
        self._waiting: list[deque[Item]] = [deque() for _ in (CHOICE, QUESTION, STRANGE)]
        self._news = threading.Condition()
        self._closing = False
        for number in range(processes):
            kinds = STRANGE if number == 0 and processes > 1 else STRANGE + 1
            threading.Thread(target=self._tend, args=(kinds,), daemon=True).start()

    async def ask(self, job: Job) -> Any:
        """Return the result of a job; raises the error of the job, or `JobTimeout`, `QueueFull` or `Overloaded`."""
        kind = kind_of(job)
        future: Future[Any] = Future()
        with self._news:
            if len(self._waiting[kind]) >= (self._most if kind == CHOICE else (self._most + 1) // 2):
                raise QueueFull(BUSY)
            self._waiting[kind].append((job, future))
            self._news.notify_all()
        answer = await asyncio.wrap_future(future)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Stop thinking; what waits is dropped."""
        with self._news:
            self._closing = True
            self._news.notify_all()

    def _next(self, kinds: int) -> Item | None:
        """The job of the first few kinds that comes first, once there is one; None at the end."""
        with self._news:
            while not self._closing:
                for waiting in self._waiting[:kinds]:
                    if waiting:
                        return waiting.popleft()
                self._news.wait()
        return None

    def _limit(self, job: Job) -> float:
        """The seconds that a job may take."""
        if kind_of(job) == STRANGE:
            return min(self._seconds, ATTEMPT_SECONDS if isinstance(job, Attempt) else AUTHOR_SECONDS)
        lowest = isinstance(job, Choose) and job.level == 1
        return max(self._seconds, LOWEST_SECONDS) if lowest else self._seconds

    def _tend(self, kinds: int) -> None:
        """Start a process, hand it jobs, replace it when it is gone."""
        thinker: tuple[SpawnProcess, Connection] | None = None
        while (item := self._next(kinds)) is not None:
            job, future = item
            seconds = self._limit(job)
            failed: TefudaError = Overloaded(BUSY)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if thinker is None or not thinker[0].is_alive():
                    thinker = _start()
                pipe = thinker[1]
                pipe.send(job)
                if pipe.poll(seconds):
                    future.set_result(pipe.recv())
                    continue
                failed = JobTimeout(TOO_SLOW)
                LOG.warning("a CPU thought for too long")
            except Exception as failure:
                # It died, or could not be started, or what was asked cannot be sent: whoever waits must hear of it.
                LOG.warning("a thinking process failed: %s", type(failure).__name__)
            if thinker is not None:
                thinker[0].kill()
                thinker[1].close()
                thinker = None
            future.set_result(failed)
        if thinker is not None:
            thinker[1].close()
            thinker[0].kill()


async def decide(pool: Pool, position: Position, level: int) -> str | None:
    """The action of a level; where it gives no answer in time, that of the next lower level that does.

    Level 1 is asked until it answers. With custom cards it is asked once, and the result is None if it does not answer.
    """
    while True:
        try:
            action: str = await pool.ask(Choose(position, level))
            return action
        except QueueFull:
            LOG.warning("too many jobs: level %d of %s waits", level, position.game)
            await asyncio.sleep(RETRY_SECONDS)
            continue
        except JobTimeout:
            LOG.warning("level %d of %s took too long", level, position.game)
        except Exception as failure:
            LOG.warning("level %d of %s gave no answer: %r", level, position.game, failure)
        if level == 1 and position.strange:
            return None
        if level == 1:
            await asyncio.sleep(RETRY_SECONDS)
        level = max(1, level - 1)


def kind_of(job: Job) -> int:
    """What a job is to those who wait."""
    if isinstance(job, Author | Attempt) or (isinstance(job, Choose | Hint | Par) and job.position.strange):
        return STRANGE
    return CHOICE if isinstance(job, Choose) else QUESTION


def _start() -> tuple[SpawnProcess, Connection]:
    """A process that is ready for jobs, and the pipe to it; raises `TimeoutError` or `EOFError`."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=run, args=(theirs,), daemon=True)
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

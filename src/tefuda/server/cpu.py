"""Processes that think.

Compiled code never lets go of the interpreter, so threads would stop the event loop; and a process can be ended when
it thinks for too long. Each has a thread that hands it jobs.
"""

import asyncio
import logging
import multiprocessing
import queue
import threading
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from tefuda.server.thinking import Choose, Job, run

SPAWN: Final = multiprocessing.get_context("spawn")
LOG: Final = logging.getLogger("tefuda.cpu")
Jobs = queue.SimpleQueue[tuple[Job, Future[Any]]]


class Tired(Exception):
    """No answer came: it took too long, the process died, or too much is waiting."""


class Pool:
    """Some thinking processes, started when they are first needed.

    A game waits for its CPU, and a CPU that gets no answer plays at random: so choices go before hints and replays, of
    which only half as many may wait, in a queue of their own.
    """

    def __init__(self, processes: int, seconds: float, most: int) -> None:
        self._seconds = seconds
        self._most = most
        self._choices: Jobs = queue.SimpleQueue()
        self._others: Jobs = queue.SimpleQueue()
        self._ready = threading.Semaphore(0)
        """As many as there are jobs in both queues."""
        self._closing = False
        self._threads = [threading.Thread(target=self._tend, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    async def ask(self, job: Job) -> Any:
        """The answer; raises `Refusal`, or `Tired` where none came."""
        chooses = isinstance(job, Choose)
        jobs, most = (self._choices, self._most) if chooses else (self._others, (self._most + 1) // 2)
        if jobs.qsize() >= most:
            raise Tired
        future: Future[Any] = Future()
        jobs.put((job, future))
        self._ready.release()
        answer = await asyncio.wrap_future(future)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Stop thinking; what waits is dropped."""
        self._closing = True
        self._ready.release(len(self._threads))

    def _next(self) -> tuple[Job, Future[Any]] | None:
        """The job that comes first, once there is one; None at the end."""
        self._ready.acquire()
        if self._closing:
            return None
        try:
            return self._choices.get_nowait()
        except queue.Empty:
            return self._others.get_nowait()

    def _tend(self) -> None:
        """Start a process, hand it jobs, replace it when it is gone."""
        thinker: tuple[SpawnProcess, Connection] | None = None
        while (item := self._next()) is not None:
            job, future = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if thinker is None or not thinker[0].is_alive():
                    thinker = _start()
                pipe = thinker[1]
                pipe.send(job)
                if pipe.poll(self._seconds):
                    future.set_result(pipe.recv())
                    continue
                LOG.warning("a CPU thought for too long")
            except Exception as failure:
                # It died, or could not be started, or what was asked cannot be sent: whoever waits must hear of it.
                LOG.warning("a thinking process failed: %s", type(failure).__name__)
            if thinker is not None:
                thinker[0].kill()
                thinker[1].close()
                thinker = None
            future.set_result(Tired())
        if thinker is not None:
            thinker[1].close()
            thinker[0].kill()


def _start() -> tuple[SpawnProcess, Connection]:
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=run, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return process, ours

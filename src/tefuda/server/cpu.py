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

from tefuda.server.thinking import Job, run

SPAWN: Final = multiprocessing.get_context("spawn")
LOG: Final = logging.getLogger("tefuda.cpu")


class Tired(Exception):
    """No answer came: it took too long, the process died, or too much is waiting."""


class Pool:
    """Some thinking processes, started when they are first needed."""

    def __init__(self, processes: int, seconds: float, most: int) -> None:
        self._seconds = seconds
        self._most = most
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._tend, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    async def ask(self, job: Job) -> Any:
        """The answer; raises `Refusal`, or `Tired` where none came."""
        if self._jobs.qsize() >= self._most:
            raise Tired
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        answer = await asyncio.wrap_future(future)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Stop thinking; what waits is dropped."""
        for _ in self._threads:
            self._jobs.put(None)

    def _tend(self) -> None:
        """Start a process, hand it jobs, replace it when it is gone."""
        thinker: tuple[SpawnProcess, Connection] | None = None
        while (item := self._jobs.get()) is not None:
            job, future = item
            if not future.set_running_or_notify_cancel():
                continue
            if thinker is None or not thinker[0].is_alive():
                thinker = _start()
            process, pipe = thinker
            try:
                pipe.send(job)
                if pipe.poll(self._seconds):
                    future.set_result(pipe.recv())
                    continue
                LOG.warning("a CPU thought for too long")
            except (EOFError, OSError):
                LOG.warning("a thinking process died")
            process.kill()
            pipe.close()
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

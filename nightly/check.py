"""Checks and their execution: in batches, on all cores; each violation has the command that repeats it."""

import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context

MAX_VIOLATIONS = 20
"""A check stops after this number of violations."""
MAX_MESSAGE_LENGTH = 1500
COMMAND = ".venv/bin/python -m nightly"


@dataclass(frozen=True)
class Check:
    """A check of numbered units.

    `run(first, count)` checks a range of units and raises if one fails. The same range is the same check, except for
    races between threads or processes.
    """

    name: str
    unit: str
    full_size: int
    """Units at size 1."""
    run: Callable[[int, int], None]
    batch: int
    """Units per batch."""
    independent: bool = False
    """Whether every unit can run alone. A failed batch is then repeated unit by unit."""
    min_units: int = 1
    workers: int = 0
    """Maximum number of processes; 0 is one for each core."""
    note: str = ""

    def units_at(self, size: float) -> int:
        """Return the number of units at a size."""
        return max(self.min_units, round(self.full_size * size))


@dataclass(frozen=True)
class Violation:
    """A failure and the command that repeats it."""

    message: str
    command: str


@dataclass
class Result:
    """The result of a check."""

    check: Check
    units: int
    done: int = 0
    seconds: float = 0.0
    violations: list[Violation] = field(default_factory=list)


def command_for(check: Check, first: int, count: int) -> str:
    """Return the command line that runs a range of units again."""
    return f"{COMMAND} --only {check.name} --first {first} --count {count}"


def run_units(run: Callable[[int, int], None], first: int, count: int) -> str:
    """Run a range of units and return the failure as text; empty if all pass."""
    try:
        run(first, count)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # pytest outcomes are not subclasses of `Exception`
        lines = traceback.format_exception(failure)
        place = next((line.strip() for line in reversed(lines) if line.lstrip().startswith("File")), "")
        text = "".join(traceback.format_exception_only(failure)).strip()
        return f"{text[:MAX_MESSAGE_LENGTH]}\n  {place}"
    return ""


def run_batch(check: Check, first: int, count: int) -> list[Violation]:
    """Run a batch in this process and return its violations."""
    message = run_units(check.run, first, count)
    if not message:
        return []
    if not check.independent or count == 1:
        return [Violation(message, command_for(check, first, count))]
    found: list[Violation] = []
    for number in range(first, first + count):
        alone = run_units(check.run, number, 1)
        if alone:
            found.append(Violation(alone, command_for(check, number, 1)))
    return found or [Violation(f"only in a batch: {message}", command_for(check, first, count))]


def batches(first: int, amount: int, size: int) -> Iterator[tuple[int, int]]:
    """Return the ranges of the batches."""
    for start in range(first, first + amount, size):
        yield start, min(size, first + amount - start)


def run_check(check: Check, first: int, amount: int, cores: int, progress: Callable[[Result], None]) -> Result:
    """Run a check on several processes; `progress` is called after every batch and every five seconds."""
    result = Result(check, amount)
    started_at = time.monotonic()
    waiting = batches(first, amount, check.batch)
    workers = min(check.workers or cores, cores)
    running: dict[Future[list[Violation]], tuple[int, int]] = {}
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        while True:
            while len(running) < 2 * workers and len(result.violations) < MAX_VIOLATIONS:
                next_range = next(waiting, None)
                if next_range is None:
                    break
                running[pool.submit(run_batch, check, *next_range)] = next_range
            if not running:
                break
            ready, _ = wait(running, timeout=5, return_when=FIRST_COMPLETED)
            for future in ready:
                start, count = running.pop(future)
                try:
                    result.violations += future.result()
                    result.done += count
                except BrokenProcessPool:
                    ranges = [(start, count), *running.values()]
                    result.violations += [
                        Violation("a worker process died in this batch or in a parallel one", command_for(check, *one))
                        for one in ranges
                    ]
                    result.done += sum(count for _, count in ranges)
                    running.clear()
                    pool.shutdown(wait=False, cancel_futures=True)
                    pool = ProcessPoolExecutor(workers, get_context("spawn"))
                    break
            result.seconds = time.monotonic() - started_at
            progress(result)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    result.seconds = time.monotonic() - started_at
    return result

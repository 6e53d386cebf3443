"""Checks and how they are run: in batches, on all cores, each violation with the command that repeats it."""

import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context

MOST_VIOLATIONS = 20
"""A check ends early after so many."""
LONGEST_MESSAGE = 1500
COMMAND = ".venv/bin/python -m nightly"


@dataclass(frozen=True)
class Check:
    """A check of so many units, numbered from 0.

    `run(first, count)` checks a range of units and raises where one fails. The same range is always the same check, as
    far as threads and processes that race allow.
    """

    name: str
    unit: str
    full: int
    """Units at size 1."""
    run: Callable[[int, int], None]
    batch: int
    """Units that one process checks at a time."""
    independent: bool = False
    """Whether every unit can be run alone: a failed batch is then repeated unit by unit to find it."""
    least: int = 1
    workers: int = 0
    """Processes at most; 0 is one for each core."""
    note: str = ""

    def amount(self, size: float) -> int:
        """Return the units at a size."""
        return max(self.least, round(self.full * size))


@dataclass(frozen=True)
class Violation:
    """One thing that must not be, and the command that shows it again."""

    message: str
    command: str


@dataclass
class Result:
    """What running a check came to."""

    check: Check
    amount: int
    done: int = 0
    seconds: float = 0.0
    violations: list[Violation] = field(default_factory=list)


def command_for(check: Check, first: int, count: int) -> str:
    """Return the command line that runs a range of units again."""
    return f"{COMMAND} --only {check.name} --first {first} --count {count}"


def failure_of(run: Callable[[int, int], None], first: int, count: int) -> str:
    """Run a range of units; the failure as text, empty where all is well."""
    try:
        run(first, count)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # tests end by exceptions that are no `Exception`
        lines = traceback.format_exception(failure)
        place = next((line.strip() for line in reversed(lines) if line.lstrip().startswith("File")), "")
        told = "".join(traceback.format_exception_only(failure)).strip()
        return f"{told[:LONGEST_MESSAGE]}\n  {place}"
    return ""


def run_batch(check: Check, first: int, count: int) -> list[Violation]:
    """Run a batch in this process; its violations."""
    message = failure_of(check.run, first, count)
    if not message:
        return []
    if not check.independent or count == 1:
        return [Violation(message, command_for(check, first, count))]
    found: list[Violation] = []
    for number in range(first, first + count):
        alone = failure_of(check.run, number, 1)
        if alone:
            found.append(Violation(alone, command_for(check, number, 1)))
    return found or [Violation(f"only in a batch: {message}", command_for(check, first, count))]


def batches(first: int, amount: int, size: int) -> Iterator[tuple[int, int]]:
    """Return the ranges that units are checked in."""
    for start in range(first, first + amount, size):
        yield start, min(size, first + amount - start)


def run_check(check: Check, first: int, amount: int, cores: int, progress: Callable[[Result], None]) -> Result:
    """Run a check on several processes; `progress` is called after every batch, and now and then."""
    result = Result(check, amount)
    began = time.monotonic()
    waiting = batches(first, amount, check.batch)
    workers = min(check.workers or cores, cores)
    running: dict[Future[list[Violation]], tuple[int, int]] = {}
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        while True:
            while len(running) < 2 * workers and len(result.violations) < MOST_VIOLATIONS:
                following = next(waiting, None)
                if following is None:
                    break
                running[pool.submit(run_batch, check, *following)] = following
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
                        Violation("a worker process died in this batch or in one beside it", command_for(check, *one))
                        for one in ranges
                    ]
                    result.done += sum(count for _, count in ranges)
                    running.clear()
                    pool.shutdown(wait=False, cancel_futures=True)
                    pool = ProcessPoolExecutor(workers, get_context("spawn"))
                    break
            result.seconds = time.monotonic() - began
            progress(result)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    result.seconds = time.monotonic() - began
    return result

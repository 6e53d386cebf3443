"""Work spread over processes: joblib does it, this keeps Ctrl-C and progress pleasant."""

import os
import signal
import warnings
from collections.abc import Callable, Generator, Iterable
from typing import Any

from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor


def cores() -> int:
    """How many processes are worth starting here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fan_out(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], workers: int) -> Generator[Any, None, None]:
    """The results of `work(*job)` for all jobs, in any order, as they come; one worker means this process.

    Jobs are asked for as they are needed, so that whoever makes them may learn from the results so far. The workers
    ignore Ctrl-C: it reaches the caller alone, who may then close this iterator.
    """
    if workers == 1:
        for job in jobs:
            yield work(*job)
        return
    parallel = Parallel(n_jobs=workers, batch_size=1, pre_dispatch="2*n_jobs", return_as="generator_unordered")
    # Processes inherit an ignored SIGINT, and the first ones are started by this call.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        results = parallel(delayed(work)(*job) for job in jobs)
    finally:
        signal.signal(signal.SIGINT, handler)
    finished = False
    try:
        yield from results
        finished = True
    finally:
        if not finished:
            # What was not asked for any more is meant to be dropped.
            warnings.filterwarnings("ignore", message=".*tasks have been successfully executed", category=UserWarning)
            get_reusable_executor().shutdown(wait=False, kill_workers=True)

"""Work in several processes: joblib on this machine, Dask on a cluster. Handles Ctrl-C, progress and killed workers."""

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message
from tefuda.players.cluster import connect_cluster, import_distributed

LOKY: Final = "loky"
DASK: Final = "dask"
BACKENDS: Final = [LOKY, DASK]
DROPPED_RESULTS_WARNING: Final = r"\d+ tasks (have been successfully executed|which were still being processed)"
"""The start of joblib's warnings about results that were not consumed."""


class WorkerDied(InvalidInput):
    """A worker process was killed, ran out of memory or crashed."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent(parent: int) -> None:
    """Make this process ignore Ctrl-C, and end soon after its parent, even if the parent is killed."""
    # On Windows an ignored signal is not inherited.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def fan_out(
    work: Callable[..., Any],
    jobs: Iterable[tuple[Any, ...]],
    workers: int,
    backend: str = LOKY,
    address: str | None = None,
) -> Generator[Any, None, None]:
    """Yield the results of `work(*job)` for all jobs as they arrive, in any order. One worker means this process.

    Jobs are taken from the iterable as they are needed, so it may depend on the results so far. Workers ignore Ctrl-C:
    only the caller receives it, and closes this iterator. With Dask, all workers of the cluster are used. Raises
    `WorkerDied`, and `InvalidInput` if the cluster cannot be reached.
    """
    if backend == DASK:
        yield from _run_on_cluster(work, jobs, address or "")
        return
    if workers == 1:
        for job in jobs:
            yield work(*job)
        return
    # Imported here because it is slow and most commands start no processes.
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    parallel = Parallel(
        n_jobs=workers,
        batch_size=1,
        pre_dispatch="2*n_jobs",
        return_as="generator_unordered",
        initializer=end_with_parent,
        initargs=(os.getpid(),),
    )
    # Processes inherit an ignored SIGINT. This call starts the first ones.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        results = parallel(delayed(work)(*job) for job in jobs)
    finally:
        signal.signal(signal.SIGINT, handler)
    # Results may be dropped on purpose, and Ctrl-C may arrive inside joblib.
    warnings.filterwarnings("ignore", message=DROPPED_RESULTS_WARNING, category=UserWarning)
    finished = False
    try:
        yield from results
        finished = True
    except BrokenProcessPool:
        raise _worker_died() from None
    finally:
        if not finished:
            get_reusable_executor().shutdown(wait=False, kill_workers=True)


def _run_on_cluster(
    work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], address: str
) -> Generator[Any, None, None]:
    """Yield the results from a cluster. Uses Dask futures, because joblib waits forever for a killed worker."""
    cluster = import_distributed()
    client = connect_cluster(address)
    try:
        waiting = iter(jobs)
        # Twice as many as can run at once, so that no worker waits for the next job.
        room = 2 * sum(client.ncores().values())
        begun = [client.submit(work, *job, pure=False) for job in islice(waiting, room)]
        results = cluster.as_completed(begun, loop=client.loop)
        for future in results:
            yield future.result()
            for job in islice(waiting, 1):
                results.add(client.submit(work, *job, pure=False))
    except cluster.KilledWorker:
        raise _worker_died() from None
    except CancelledError:
        en, ja = f"Lost the connection to the cluster at {address}.", f"クラスタ {address} との接続が切れました。"
        raise WorkerDied([Problem([], Message("cluster_gone", en, ja))]) from None
    finally:
        client.close()


def _worker_died() -> WorkerDied:
    en = "A worker process died: out of memory, killed, or crashed by a player or game."
    ja = "ワーカーが途中で終了しました（メモリ不足、強制終了、プレイヤーやゲームの異常など）。"
    return WorkerDied([Problem([], Message("worker_died", en, ja))])

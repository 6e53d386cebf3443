"""Work spread over processes: joblib here, Dask on a cluster. This keeps Ctrl-C, progress and deaths pleasant."""

import asyncio
import importlib
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.text import Message

LOKY: Final = "loky"
DASK: Final = "dask"
BACKENDS: Final = [LOKY, DASK]
PATIENCE: Final = 5
"""Seconds to wait for somebody to answer at an address."""

DROPPED: Final = r"\d+ tasks (have been successfully executed|which were still being processed)"
"""How joblib's complaints about results that nobody took begin."""


class WorkerDied(InvalidInput):
    """A process that worked for us is gone: killed, out of memory, crashed."""


def cores() -> int:
    """How many processes are worth starting here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def follow(parent: int) -> None:
    """Let this process ignore Ctrl-C, and end soon after the one that started it, even if that one was killed."""
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
    """The results of `work(*job)` for all jobs, in any order, as they come; one worker means this process.

    Jobs are asked for as they are needed, so that whoever makes them may learn from the results so far. The workers
    ignore Ctrl-C: it reaches the caller alone, who may then close this iterator. With Dask, the workers are those of
    the cluster at the address, however many. Raises `WorkerDied`, and `InvalidInput` where there is no such cluster.
    """
    if backend == DASK:
        yield from _on_cluster(work, jobs, address or "")
        return
    if workers == 1:
        for job in jobs:
            yield work(*job)
        return
    # Imported here, since it takes long and most commands start no processes.
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    parallel = Parallel(
        n_jobs=workers,
        batch_size=1,
        pre_dispatch="2*n_jobs",
        return_as="generator_unordered",
        initializer=follow,
        initargs=(os.getpid(),),
    )
    # Processes inherit an ignored SIGINT, and the first ones are started by this call.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        results = parallel(delayed(work)(*job) for job in jobs)
    finally:
        signal.signal(signal.SIGINT, handler)
    # What is not asked for any more is meant to be dropped; Ctrl-C may come while joblib has the word.
    warnings.filterwarnings("ignore", message=DROPPED, category=UserWarning)
    finished = False
    try:
        yield from results
        finished = True
    except BrokenProcessPool:
        raise _died() from None
    finally:
        if not finished:
            get_reusable_executor().shutdown(wait=False, kill_workers=True)


def _on_cluster(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], address: str) -> Generator[Any, None, None]:
    """The same on a cluster, by its own futures: joblib waits for ever for a worker that was killed."""
    cluster = _distributed()
    client = _client(cluster, address)
    try:
        waiting = iter(jobs)
        # Twice as many as can run at once, so that nobody waits for the next one.
        room = 2 * sum(client.ncores().values())
        if room == 0:
            en = f"The cluster at {address} has no workers; start some: dask worker {address}"
            raise invalid_input("no_workers", en, f"{address} にワーカーがいません。起動: dask worker {address}")
        begun = [client.submit(work, *job, pure=False) for job in islice(waiting, room)]
        results = cluster.as_completed(begun, loop=client.loop)
        for future in results:
            yield future.result()
            for job in islice(waiting, 1):
                results.add(client.submit(work, *job, pure=False))
    except cluster.KilledWorker:
        raise _died() from None
    except CancelledError:
        en, ja = f"The cluster at {address} is gone.", f"クラスタ {address} との接続が切れました。"
        raise WorkerDied([Problem([], Message("cluster_gone", en, ja))]) from None
    finally:
        client.close()


def _distributed() -> Any:
    """The library for clusters; raises `InvalidInput` where it is not installed."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        how = "pip install 'tefuda[cluster]'"
        raise invalid_input("no_dask", f"Dask is not installed here: {how}", f"Dask がありません: {how}") from None


def _client(cluster: Any, address: str) -> Any:
    """A connection to the cluster at an address; raises `InvalidInput`."""

    async def knock() -> None:
        comm = await cluster.core.connect(address, timeout=PATIENCE)
        await comm.close()

    try:
        # A client that finds nobody goes on trying, and complains for long when it is dropped; so knock first.
        asyncio.run(knock())
        return cluster.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        en = f"No Dask scheduler answers at {address!r}. An address looks like tcp://host:8786."
        ja = f"{address!r} に Dask スケジューラが見つかりません。tcp://host:8786 のように指定してください。"
        raise invalid_input("no_cluster", en, ja) from None


def _died() -> WorkerDied:
    en = "A worker died in the middle of its work: out of memory, killed, or crashed by a player or game."
    ja = "ワーカーが途中で終了しました（メモリ不足、強制終了、プレイヤーやゲームの異常など）。"
    return WorkerDied([Problem([], Message("worker_died", en, ja))])

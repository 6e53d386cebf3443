"""Dask clusters: the same output as local runs, and clear errors without a cluster."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab_runs import nim_sweep, output_bytes, start_run

from tefuda.core.errors import InvalidInput
from tefuda.lab.runs.parallel import DASK, WorkerDied, fan_out
from tefuda.players import cluster

distributed: Any = pytest.importorskip("distributed")

pytestmark = [
    # The library leaves resources to the garbage collector when a cluster ends.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, processes=True, threads_per_worker=2, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def test_cluster_gives_the_same_output(tmp_path: Path, address: str) -> None:
    data = nim_sweep(games=100, vary={"most": "3-4"})
    start_run(tmp_path / "here", data).play(1)
    start_run(tmp_path / "loky", data).play(2)
    run = start_run(tmp_path / "dask", data)
    assert run.play(1, None, DASK, address)
    assert output_bytes(tmp_path / "here") == output_bytes(tmp_path / "loky") == output_bytes(tmp_path / "dask")


def test_threads_use_their_own_cards(tmp_path: Path, address: str) -> None:
    data = {"kind": "sweep", "game": "linkavel", "players": ["random"], "decks": ["fire"], "games": 4, "seed": 2}
    data["vary"] = {"card:coal_runner.power": "100,5000,9000"}
    start_run(tmp_path / "here", data).play(1)
    start_run(tmp_path / "dask", data).play(1, None, DASK, address)
    assert output_bytes(tmp_path / "here") == output_bytes(tmp_path / "dask")


def test_local_run_continues_on_a_cluster(tmp_path: Path, address: str) -> None:
    def stop(plan: Any) -> None:
        if plan.done >= 10:
            raise KeyboardInterrupt

    data = nim_sweep(games=100)
    start_run(tmp_path / "whole", data).play(1)
    run = start_run(tmp_path / "broken", data)
    assert not run.play(1, stop)
    assert not run.play(1, stop, DASK, address)
    assert run.play(1, None, DASK, address)
    assert output_bytes(tmp_path / "whole") == output_bytes(tmp_path / "broken")


def test_crashed_worker_is_reported(address: str) -> None:
    def die(number: int) -> None:
        os._exit(number)

    with pytest.raises(WorkerDied, match="A worker process died"):
        list(fan_out(die, [(3,)], 1, DASK, address))


def test_unreachable_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        dead = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    for address in (dead, "nonsense", ""):
        with pytest.raises(InvalidInput, match="No Dask scheduler answers") as failure:
            list(fan_out(print, [(1,)], 1, DASK, address))
        assert "スケジューラ" in failure.value.text("ja")


def test_cluster_without_workers_is_refused() -> None:
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as cluster,
        pytest.raises(InvalidInput, match=r"has no workers\. Start some with: dask worker"),
    ):
        list(fan_out(print, [(1,)], 1, DASK, cluster.scheduler_address))


def test_missing_dask_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"pip install 'tefuda\[cluster\]'"):
        list(fan_out(print, [(1,)], 1, DASK, "tcp://127.0.0.1:1"))

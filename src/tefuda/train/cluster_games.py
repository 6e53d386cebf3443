"""Self-play on other machines: the workers of a Dask cluster play with the latest network and return samples."""

import logging
import time
import uuid
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.registry import find_game
from tefuda.players.cluster import connect_cluster
from tefuda.players.network import load_network
from tefuda.train.worker import GameGroup, Samples, SelfPlaySettings

log = logging.getLogger("tefuda.train")

JOB_SECONDS = 5.0
"""How long a worker plays with one network."""

POLL_SECONDS = 0.5

FIRST_SEED = 1 << 31
"""Above the seeds of the processes on this machine (`WorkerPlace.seed`)."""


class ClusterGames:
    """Jobs of self-play, one at a time in each worker of a cluster. Workers may come and go."""

    def __init__(self, address: str, settings: SelfPlaySettings, width: int, run: int) -> None:
        self.client = connect_cluster(address)
        self.settings = settings
        self.width = width
        self.first_seed = (settings.seed << 48) + (run << 32) + FIRST_SEED
        self.token = uuid.uuid4().hex
        self.jobs: dict[str, Any] = {}
        """The job of each worker, by the worker's address."""
        self.numbers: dict[str, int] = {}
        """The workers that ever played, in the order of their arrival."""
        self.polled_at = -POLL_SECONDS

    def take(self, network: bytes) -> list[Samples]:
        """Return samples that have arrived, and let idle workers go on with a network."""
        if time.monotonic() - self.polled_at < POLL_SECONDS:
            return []
        self.polled_at = time.monotonic()
        found = []
        present = self.client.ncores()
        for worker in [*self.jobs]:
            if worker not in present:
                log.warning("A worker of the cluster is gone: %s", worker)
                self.jobs.pop(worker).cancel()
            elif self.jobs[worker].done():
                found.append(job_result(self.jobs.pop(worker), worker))
        for worker in present:
            if worker not in self.jobs:
                number = self.numbers.setdefault(worker, len(self.numbers))
                self.jobs[worker] = self.client.submit(
                    play_job,
                    *(self.token, self.settings, self.width, self.first_seed + number, network, JOB_SECONDS),
                    workers=[worker],
                    pure=False,
                )
        return [samples for samples in found if samples is not None]

    def close(self) -> None:
        """Cancel all jobs."""
        self.client.cancel([*self.jobs.values()])
        self.client.close()


def job_result(job: Any, worker: str) -> Samples | None:
    """Return the samples of a job, None if it was lost; raises `InvalidInput` if the worker cannot play."""
    if job.cancelled():
        return None
    failure = job.exception()
    if failure is None:
        samples: Samples = job.result()
        return samples
    if isinstance(failure, InvalidInput):
        raise failure
    if type(failure).__name__ == "KilledWorker":
        log.warning("A worker of the cluster is gone: %s", worker)
        return None
    raise invalid_input(
        "cluster_worker",
        f"A worker of the cluster failed ({failure}). It needs the same version of Tefuda and its games.",
        f"クラスタのワーカーが失敗しました（{failure}）。同じバージョンの Tefuda とゲームが必要です。",
    )


class RemoteGames(GameGroup):
    """The games of one worker. They stay there between its jobs."""

    def __init__(self, settings: SelfPlaySettings, width: int, seed: int) -> None:
        super().__init__(settings, width, seed)
        self.game = find_game(settings.game)
        written = memoryview(self.questions.observations.numbers)
        self.observations = numpy.frombuffer(written, numpy.int16).reshape(settings.slots, -1)

    def play(self, contents: bytes, seconds: float) -> Samples:
        """Play with a network for some time and return the samples of finished games."""
        network = load_network(self.game, contents, Path("network.onnx"))
        ends_at = time.monotonic() + seconds
        while time.monotonic() < ends_at:
            self.games.collect()
            self.logits[:], self.values[:] = network.evaluate(self.observations)
            self.games.answer()
        return self.take_samples()


remote_games: dict[str, RemoteGames] = {}
"""In a worker: the games of the present training, by its token."""


def play_job(token: str, settings: SelfPlaySettings, width: int, seed: int, network: bytes, seconds: float) -> Samples:
    """Go on with the games of this worker."""
    if token not in remote_games:
        remote_games.clear()
        remote_games[token] = RemoteGames(settings, width, seed)
    return remote_games[token].play(network, seconds)

"""Training with a Dask cluster: its workers play too, may leave, and must be able to play."""

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.players.network import required_metadata
from tefuda.train import cluster_games
from tefuda.train.cluster_games import ClusterGames
from tefuda.train.export import write_network
from tefuda.train.layout import layout_of
from tefuda.train.network import NetworkShape, new_parameters
from tefuda.train.trainer import Trainer, TrainSettings
from tefuda.train.worker import Samples, SelfPlaySettings, row_width

distributed: Any = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.skipif(not tefuda.compiled, reason="self-play is slow without compiling"),
    # The library leaves resources to the garbage collector when a cluster ends.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

PLAY = SelfPlaySettings("card-othello", [{"cards": "off"}], slots=8, simulations=4)
SHAPE = NetworkShape(width=16, depth=1, channels=4, blocks=1)
WAIT_SECONDS = 60.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, processes=True, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as found:
        yield found


@pytest.fixture
def network(tmp_path: Path) -> bytes:
    game = tefuda.game(PLAY.game)
    space = game.observation_space(PLAY.options[0])
    assert space is not None
    layout = layout_of(space, game.action_count(PLAY.options[0]))
    path = tmp_path / "network.onnx"
    write_network(path, new_parameters(layout, SHAPE, 1), layout, SHAPE, required_metadata(game, PLAY.options[0]))
    return path.read_bytes()


def take_until(games: ClusterGames, network: bytes, is_enough: Callable[[list[Samples]], bool]) -> list[Samples]:
    found: list[Samples] = []
    ends_at = time.monotonic() + WAIT_SECONDS
    while not is_enough(found):
        assert time.monotonic() < ends_at
        found += games.take(network)
        time.sleep(0.05)
    return found


@pytest.fixture(autouse=True)
def short_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_games, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(cluster_games, "JOB_SECONDS", 0.5)


def width() -> int:
    return row_width(tefuda.game(PLAY.game), PLAY.options)


def test_workers_play_and_may_leave(cluster: Any, network: bytes, caplog: pytest.LogCaptureFixture) -> None:
    games = ClusterGames(cluster.scheduler_address, PLAY, width(), 1)
    found = take_until(games, network, lambda found: len(found) >= 2)
    assert set(games.jobs) == set(games.numbers) == set(games.client.ncores())
    first, second = (samples.arrays["observations"] for samples in found[:2])
    assert len(first) >= 8
    assert first.tobytes() != second.tobytes(), "both workers play the same games"
    with caplog.at_level(logging.WARNING, "tefuda.train"):
        lost = next(iter(games.jobs))
        os.kill(games.client.run(os.getpid)[lost], signal.SIGKILL)
        take_until(games, network, lambda _: lost not in games.client.ncores() and lost not in games.jobs)
        take_until(games, network, lambda found: len(found) >= 2)
    assert f"A worker of the cluster is gone: {lost}" in caplog.text
    games.close()


def test_training_learns_from_games_of_the_cluster(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = 0
    take = ClusterGames.take

    def counted(games: ClusterGames, network: bytes) -> list[Samples]:
        nonlocal arrived
        if arrived and trainer.learner.steps:
            raise KeyboardInterrupt
        found = take(games, network)
        arrived += sum(len(samples.arrays["scores"]) for samples in found)
        return found

    monkeypatch.setattr(ClusterGames, "take", counted)
    settings = TrainSettings(
        PLAY,
        tmp_path,
        minutes=10,
        workers=1,
        shape=SHAPE,
        batch=64,
        capacity=4096,
        opponents=[],
        evaluation_games=2,
        address=cluster.scheduler_address,
    )
    trainer = Trainer(settings, lambda row: None)
    with pytest.raises(KeyboardInterrupt):
        trainer.run()
    assert 0 < arrived <= trainer.progress["samples"]


def test_worker_that_cannot_play_is_named(cluster: Any) -> None:
    games = ClusterGames(cluster.scheduler_address, PLAY, width(), 1)
    with pytest.raises(InvalidInput, match=r"network\.onnx: cannot be read"):
        take_until(games, b"no network", lambda found: bool(found))
    games.close()

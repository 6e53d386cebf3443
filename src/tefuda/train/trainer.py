"""The trainer: answers the questions of self-play, teaches the network, measures it and keeps checkpoints."""

import csv
import dataclasses
import json
import math
import multiprocessing
import os
import shutil
import signal
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.observation import MAX_NUMBER
from tefuda.core.registry import find_game
from tefuda.core.text import Message
from tefuda.players.network import required_metadata
from tefuda.train.checkpoint import FILE, load_checkpoint, save_checkpoint
from tefuda.train.cluster_games import ClusterGames
from tefuda.train.evaluation import Evaluation, run_evaluation
from tefuda.train.export import write_network
from tefuda.train.layout import layout_of
from tefuda.train.learner import Learner
from tefuda.train.network import NetworkShape
from tefuda.train.parameters_file import read_parameters
from tefuda.train.replay_buffer import ReplayBuffer
from tefuda.train.shared_rows import SharedRows
from tefuda.train.teacher import FILE as LESSONS
from tefuda.train.teacher import append_games, remove_cut_line
from tefuda.train.worker import GROUPS, Samples, SelfPlaySettings, WorkerPlace, row_width, run_worker

SHARED_MEMORY = "/dev/shm"
"""Files here are in memory. Where there is no such folder, temporary files serve."""

STEPS = 2
"""Steps of learning that the device does at a time, between the questions of self-play."""

TEACHER_REUSE = 4
"""Samples of the teacher are learned from more often: few games, and no better ones to come."""

MIN_FILLED = 0.02
"""Learning begins when this share of the buffer is filled."""

FIGURES = ["policy_loss", "value_loss", "value_error"]


@dataclass(frozen=True)
class TrainSettings:
    """All settings of a training."""

    play: SelfPlaySettings
    folder: Path
    minutes: float = 30.0
    workers: int = 0
    """Processes of self-play (default: one less than there are cores)."""
    start: Path | None = None
    """A network to train on from. Its sizes replace `shape`."""
    shape: NetworkShape = field(default_factory=NetworkShape)
    batch: int = 1024
    reuse: float = 4.0
    """How often a sample is learned from, on average."""
    capacity: int = 400_000
    learning_rate: float = 1e-3
    teacher_minutes: float = 1.0
    checkpoint_seconds: float = 60.0
    opponents: list[str] = field(default_factory=lambda: ["random", "heuristic"])
    evaluation_games: int = 100
    address: str = ""
    """The scheduler of a Dask cluster whose workers play too."""


class Trainer:
    """One training in one folder."""

    def __init__(self, settings: TrainSettings, report: Callable[[dict[str, Any]], None]) -> None:
        self.report = report
        self.game = find_game(settings.play.game)
        options = settings.play.options[0]
        self.metadata = required_metadata(self.game, options)
        space = self.game.observation_space(options)
        assert space is not None
        if space.size > MAX_NUMBER:
            en = f"{self.game.title.en} has {space.size} numbers in an observation; {MAX_NUMBER} are possible."
            ja = f"{self.game.title.ja}の観測データは {space.size} 個です（上限 {MAX_NUMBER}）。"
            raise InvalidInput([Problem([], Message("observation_size", en, ja))])
        self.layout = layout_of(space, self.game.action_count(options))
        parameters = None
        if settings.start is not None:
            shape, parameters = read_parameters(self.game, settings.start, self.layout)
            settings = replace(settings, shape=shape)
        self.settings = settings
        symmetries = self.game.symmetries(options)
        self.learner = Learner(self.layout, settings.shape, symmetries, settings.play.seed, parameters)
        self.row_width = row_width(self.game, settings.play.options)
        self.buffer = ReplayBuffer(settings.capacity, self.row_width, self.layout.actions)
        self.owed = 0.0
        """Steps of learning that the samples so far allow and that were not taken yet."""
        self.progress: dict[str, Any] = {
            "seconds": 0.0,
            "samples": 0,
            "games": 0,
            "plays": 0,
            "evaluations": 0,
            "run": 0,
        }
        self.figures: dict[str, Any] = {}
        self.context = multiprocessing.get_context("spawn")
        self.evaluation: Connection | None = None
        """The process that measures a network."""
        self.workers: list[Any] = []
        self.connections: list[Connection] = []
        self.cluster: ClusterGames | None = None
        self.network = b""
        """The contents of the last network file."""
        settings.folder.mkdir(parents=True, exist_ok=True)
        if (settings.folder / FILE).exists():
            self.progress = load_checkpoint(settings.folder, self.learner, self.metadata)
        elif settings.start is not None:  # a candidate has to be as strong
            shutil.copyfile(settings.start, settings.folder / "best.onnx")
        self.progress["run"] += 1
        remove_cut_line(settings.folder / LESSONS)
        self.is_taught = bool(settings.play.teacher) and self.progress["seconds"] < 60.0 * settings.teacher_minutes
        """Whether the processes imitate the teacher now."""

    def run(self) -> None:
        """Train until the minutes are over, in all runs of this folder together."""
        count = self.settings.workers or max(1, (os.cpu_count() or 2) - 1)
        if self.settings.address:
            self.write_network()
            run = self.progress["run"]
            self.cluster = ClusterGames(self.settings.address, self.settings.play, self.row_width, run)
        memory = SHARED_MEMORY if Path(SHARED_MEMORY).is_dir() else None
        with tempfile.TemporaryDirectory(prefix="tefuda-train-", dir=memory, ignore_cleanup_errors=True) as folder:
            size = count * self.settings.play.slots
            rows = [
                SharedRows(Path(folder) / f"rows-{group}", size, self.row_width, self.layout.actions)
                for group in range(GROUPS)
            ]
            try:
                for number in range(count):
                    lessons = self.settings.folder / LESSONS
                    place = WorkerPlace(number, count, self.progress["run"], Path(folder), lessons, self.row_width)
                    self.start_worker(place)
                # The memory stays mapped. Without the files it is given back even after a kill.
                for connection in self.connections:
                    self.receive(connection)
                shutil.rmtree(folder, ignore_errors=True)
                self.loop(rows)
            finally:
                for connection in self.connections:
                    connection.close()
                for worker in self.workers:
                    worker.join(5)
                    if worker.is_alive():
                        worker.kill()
                if self.cluster is not None:
                    self.cluster.close()

    def start_worker(self, place: WorkerPlace) -> None:
        """Start a process of self-play. Only the first start of a training imitates the teacher."""
        here, there = self.context.Pipe()
        play = self.settings.play if self.is_taught else replace(self.settings.play, teacher="")
        worker = self.context.Process(target=run_worker, args=(play, place, there), daemon=True)
        start_without_interrupts(worker)
        there.close()
        self.workers.append(worker)
        self.connections.append(here)

    def loop(self, rows: list[SharedRows]) -> None:
        """Serve the processes and learn until the time is over."""
        arrived = [0] * GROUPS
        pending: deque[tuple[int, Any, Any]] = deque()
        begun, before = time.monotonic(), self.progress["seconds"]
        saved = begun
        while self.progress["seconds"] < 60.0 * self.settings.minutes:
            is_busy = bool(pending) or self.owed >= STEPS
            for connection in wait(self.connections, timeout=0 if is_busy else 1):
                assert isinstance(connection, Connection)
                message = self.receive(connection)
                if isinstance(message, Samples):
                    self.add_samples(message)
                    continue
                arrived[message] += 1
                if arrived[message] == len(self.connections):
                    arrived[message] = 0
                    pending.append((message, *self.learner.answer(rows[message].packed)))
            if self.cluster is not None and not self.is_taught:
                for samples in self.cluster.take(self.network):
                    self.add_samples(samples)
            # The device computes while the samples of the other processes are received.
            self.learn()
            if pending:
                group, logits, values = pending.popleft()
                rows[group].logits[:] = logits
                rows[group].values[:] = values
                self.progress["evaluations"] += len(rows[group].values)
                self.send_all(group)
            elif self.figures:
                self.figures["value_loss"].block_until_ready()
            if self.evaluation is not None and self.evaluation.poll():
                self.end_evaluation(self.receive(self.evaluation))
            now = time.monotonic()
            self.progress["seconds"] = before + now - begun
            if self.is_taught and self.progress["seconds"] >= 60.0 * self.settings.teacher_minutes:
                self.is_taught = False
                self.owed = 0.0
                self.send_all(None)
            if now - saved >= self.settings.checkpoint_seconds:
                saved = now
                self.checkpoint()
        self.checkpoint()
        if self.evaluation is not None:
            self.end_evaluation(self.receive(self.evaluation))
        best = self.settings.folder / "best.onnx"
        if not best.exists():  # the training was too short for a measurement
            shutil.copyfile(self.settings.folder / "network.onnx", best)

    def send_all(self, message: int | None) -> None:
        for connection in self.connections:
            connection.send(message)

    def receive(self, connection: Connection) -> Any:
        """Return a message of a process; raises `InvalidInput` if that is its message, or if it is gone."""
        try:
            message = connection.recv()
        except (EOFError, OSError):
            en = "a process of self-play ended. The last checkpoint is kept; the same command goes on from there."
            ja = "自己対戦のプロセスが終了しました。最後のチェックポイントは残っています。同じコマンドで再開できます。"
            raise InvalidInput([Problem([], Message("worker", en, ja))]) from None
        if isinstance(message, InvalidInput):
            raise message
        return message

    def add_samples(self, found: Samples) -> None:
        """Add samples to the buffer, which allow some steps of learning, and keep the games of the teacher."""
        settings = self.settings
        self.progress["samples"] += len(found.arrays["scores"])
        self.progress["games"] += found.games
        self.progress["plays"] += found.plays
        if found.lessons:
            append_games(settings.folder / LESSONS, found.lessons)
        available = self.buffer.add(found.arrays)
        if len(self.buffer) >= settings.capacity * MIN_FILLED:
            reuse = settings.reuse * (TEACHER_REUSE if self.is_taught else 1)
            self.owed += reuse * available / settings.batch

    def learn(self) -> None:
        """Take a few of the steps that the samples allow."""
        if self.owed < STEPS:
            return
        self.owed -= STEPS
        settings = self.settings
        done = min(1.0, self.progress["seconds"] / (60.0 * settings.minutes))
        # A short rise, then down to a twentieth along a cosine.
        share = min(1.0, (self.learner.steps + 1) / 200) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * done)))
        self.figures = self.learner.learn(
            self.buffer.arrays, len(self.buffer), STEPS, settings.batch, settings.learning_rate * share
        )

    def write_network(self) -> None:
        """Write the network, and hold it ready for the cluster."""
        path = self.settings.folder / "network.onnx"
        average = {name: numpy.asarray(array) for name, array in self.learner.average.items()}
        metadata = {**self.metadata, "training": json.dumps(self.description())}
        write_network(path, average, self.layout, self.settings.shape, metadata)
        self.network = path.read_bytes()

    def checkpoint(self) -> None:
        """Write the checkpoint and the network, and begin to measure it."""
        self.write_network()
        save_checkpoint(self.settings.folder, self.learner, self.metadata, self.progress)
        self.add_row({})
        if self.evaluation is None and self.learner.steps:
            self.begin_evaluation()

    def description(self) -> dict[str, Any]:
        """Return the settings that determine a network, and how far the training is."""
        found = dataclasses.asdict(self.settings)
        found |= found.pop("play")
        found["start"] = self.settings.start.name if self.settings.start else ""
        for name in ("folder", "workers", "opponents", "evaluation_games", "checkpoint_seconds", "address"):
            del found[name]
        return {"settings": found, "progress": self.progress}

    def begin_evaluation(self) -> None:
        """Measure the present network in another process, against the opponents and the best network so far."""
        folder, settings = self.settings.folder, self.settings
        candidate = folder / "candidate.onnx"
        shutil.copyfile(folder / "network.onnx", candidate)
        opponents = {name: name for name in settings.opponents}
        if (folder / "best.onnx").exists():
            opponents["best"] = f"policy:{folder / 'best.onnx'}"
        evaluation = Evaluation(
            self.game.id, candidate, opponents, settings.evaluation_games, self.learner.steps, settings.play.options
        )
        here, there = self.context.Pipe()
        process = self.context.Process(target=run_evaluation, args=(evaluation, there), daemon=True)
        start_without_interrupts(process)
        there.close()
        self.evaluation = here

    def end_evaluation(self, points: dict[str, tuple[float, float]]) -> None:
        """Report the points. The candidate is the best network unless it lost against the best so far."""
        self.evaluation = None
        self.add_row(points)
        if points.get("best", (1.0, 0.0))[0] >= 0.5:
            (self.settings.folder / "candidate.onnx").replace(self.settings.folder / "best.onnx")

    def add_row(self, points: dict[str, tuple[float, float]]) -> None:
        """Add a line to the metrics."""
        row: dict[str, Any] = {**self.progress, "steps": self.learner.steps}
        row["seconds"] = round(row["seconds"], 1)
        row |= {name: round(float(self.figures[name]), 4) if name in self.figures else "" for name in FIGURES}
        for name in [*self.settings.opponents, "best"]:
            mean, half = (round(number, 3) for number in points[name]) if name in points else ("", "")
            row |= {f"against {name}": mean, f"interval {name}": half}
        path = self.settings.folder / "metrics.csv"
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if new:
                writer.writeheader()
            writer.writerow(row)
        self.report(row)


def start_without_interrupts(process: Any) -> None:
    """Start a process that ignores Ctrl+C from its first moment. The trainer ends it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)

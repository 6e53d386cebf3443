"""WorkerGames: a vector of games in several processes, with its arrays in shared memory."""

import multiprocessing
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy

from tefuda.core.errors import IllegalAction, Problem
from tefuda.core.registry import find_game
from tefuda.envs.game_vector import GameVector, VectorSettings, require_observations
from tefuda.envs.local_games import buffers, layouts
from tefuda.envs.spaces import Array

ALIGNMENT = 64
STOP_SECONDS = 5.0


@dataclass(frozen=True)
class WorkerTask:
    """What a worker process gets: its slots, and where they are in the shared memory."""

    game: str
    options: dict[str, Any]
    seed: int
    first: int
    count: int
    total: int
    observe: bool
    memory: str
    offsets: dict[str, tuple[int, int]]
    """By array: the first byte of the array, and the bytes of one slot."""


def run_worker(task: WorkerTask, connection: Connection) -> None:
    """Answer the requests of the main process until it says `close` or is gone."""
    shared = SharedMemory(task.memory)
    try:
        games = begin_games(task)
        copy_arrays(games, task, shared)
        connection.send(None)
        for request, argument in requests(connection):
            reply = answer(games, request, argument)
            copy_arrays(games, task, shared)
            connection.send(reply)
    except Exception as failure:
        connection.send(failure)
    finally:
        shared.close()


def begin_games(task: WorkerTask) -> GameVector:
    """Return the games of a worker."""
    game = find_game(task.game)
    return GameVector(VectorSettings(game, task.options, task.seed, task.count, task.first, task.total, task.observe))


def requests(connection: Connection) -> Iterator[tuple[str, Any]]:
    """Yield requests until the last one."""
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            request, argument = connection.recv()
            if request == "close":
                return
            yield request, argument


def answer(games: GameVector, request: str, argument: Any) -> Any:
    """Carry out one request."""
    match request:
        case "step":
            games.step(argument)
        case "restart":
            games.restart(argument)
        case "begin_next":
            games.begin_next()
        case "random_actions":
            return games.random_actions()
        case "illegal_actions":
            return games.illegal_actions(argument)
    return None


def copy_arrays(games: GameVector, task: WorkerTask, shared: SharedMemory) -> None:
    """Copy all vectors into the shared memory."""
    memory = shared.buf
    assert memory is not None
    for name, buffer in buffers(games).items():
        start, size = task.offsets[name]
        if size:
            first = start + task.first * size
            memory[first : first + task.count * size] = memoryview(buffer).cast("B")


class WorkerGames:
    """Games in worker processes. The same games as in one process: only their places differ."""

    def __init__(self, settings: VectorSettings, processes: int) -> None:
        game, options, total = settings.game, dict(settings.options), int(settings.count)
        size = require_observations(game, options).size if settings.observe else 0
        known = layouts(game, size, game.action_count(options))
        offsets: dict[str, tuple[int, int]] = {}
        end = 0
        for name, layout in known.items():
            slot_bytes = int(numpy.dtype(layout.dtype).itemsize * numpy.prod(layout.shape, dtype=int))
            offsets[name] = (end, slot_bytes)
            end += -(-slot_bytes * total // ALIGNMENT) * ALIGNMENT
        self.shared = SharedMemory(create=True, size=max(end, 1))
        self.arrays: dict[str, Array] = {}
        for name, layout in known.items():
            array = numpy.ndarray((total, *layout.shape), layout.dtype, self.shared.buf, offsets[name][0])
            array.flags.writeable = False
            self.arrays[name] = array
        self.rows = numpy.arange(total)
        self.slices: list[slice] = []
        self.connections: list[Connection] = []
        self.processes: list[Any] = []
        context = multiprocessing.get_context("spawn")
        for number in range(processes):
            first, last = total * number // processes, total * (number + 1) // processes
            task = WorkerTask(
                game.id,
                options,
                settings.seed,
                first,
                last - first,
                total,
                settings.observe,
                self.shared.name,
                offsets,
            )
            ours, theirs = context.Pipe()
            process = context.Process(target=run_worker, args=(task, theirs), daemon=True)
            process.start()
            theirs.close()
            self.slices.append(slice(first, last))
            self.connections.append(ours)
            self.processes.append(process)
        try:
            self.replies()
        except Exception:
            self.close()
            raise

    def replies(self) -> list[Any]:
        """Return what all workers answer; raises the first error."""
        found = []
        for number, connection in enumerate(self.connections):
            try:
                found.append(connection.recv())
            except EOFError:
                raise RuntimeError(f"worker process {number} has ended") from None
        for reply in found:
            if isinstance(reply, Exception):
                raise reply
        return found

    def ask(self, request: str, argument: Any = None) -> list[Any]:
        """Send the same request to all workers; return their answers."""
        return self.ask_each(request, [argument] * len(self.connections))

    def ask_each(self, request: str, arguments: list[Any]) -> list[Any]:
        """Send a request to all workers, each with its own argument; return their answers."""
        for number, (connection, argument) in enumerate(zip(self.connections, arguments, strict=True)):
            try:
                connection.send((request, argument))
            except BrokenPipeError:
                raise RuntimeError(f"worker process {number} has ended") from None
        return self.replies()

    def step(self, actions: Array) -> None:
        """Play one action in each game; raises `IllegalAction` before any game has changed."""
        masks = self.arrays["action_mask"]
        exist = (actions >= 0) & (actions < masks.shape[1])
        parts = [actions[part].tolist() for part in self.slices]
        if not (exist.all() and masks[self.rows, actions].all()):
            problems: list[Problem] = [one for found in self.ask_each("illegal_actions", parts) for one in found]
            raise IllegalAction(problems)
        self.ask_each("step", parts)

    def restart(self, seed: int) -> None:
        """Begin the run with this seed."""
        self.ask("restart", seed)

    def begin_next(self) -> None:
        """Leave the games that have begun, and begin the next ones."""
        self.ask("begin_next")

    def random_actions(self) -> Array:
        """Return a random legal action for each game, from its own stream."""
        return numpy.array([action for part in self.ask("random_actions") for action in part], numpy.int64)

    def close(self) -> None:
        """Stop the processes and free the shared memory. The arrays must not be used afterwards."""
        for connection in self.connections:
            with suppress(OSError):
                connection.send(("close", None))
        for process in self.processes:
            process.join(STOP_SECONDS)
            if process.is_alive():
                process.terminate()
        self.connections, self.processes = [], []
        self.arrays = {}
        with suppress(BufferError):  # an array is still in use; the memory is freed when it goes
            self.shared.close()
        with suppress(FileNotFoundError):
            self.shared.unlink()

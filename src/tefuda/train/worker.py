"""A process of self-play. It asks the trainer for evaluations through shared memory and sends finished samples."""

import gc
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.errors import InvalidInput
from tefuda.core.game import Game
from tefuda.core.observation import ObservationBuffer, PackedRows
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.players.batched_tree import PackedEvaluations
from tefuda.players.names import make_player
from tefuda.players.self_play import Sample, SelfPlay
from tefuda.train.shared_rows import SharedRows
from tefuda.train.teacher import play_game, read_games, samples_of, unusable_games

GROUPS = 3
"""Groups of games per process: one is searched while the others wait for their evaluations."""

PROBED_GAMES = 40
WIDTH_STEP = 32

SAMPLES_PER_MESSAGE = 1024


@dataclass(frozen=True)
class SelfPlaySettings:
    """What the processes play."""

    game: str
    options: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    slots: int = 64
    """Games of a group in one process."""
    simulations: int = 24
    seed: int = 1
    teacher: str = ""
    """A player whose choices the network imitates first."""


@dataclass(frozen=True)
class WorkerPlace:
    """Which of the processes this is."""

    number: int
    workers: int
    run: int
    """The number of the start of this training: every start plays other games."""
    folder: Path
    """Where the shared rows are."""
    lessons: Path
    """Recorded games of the teacher."""
    width: int
    """The numbers of a packed row."""

    def seed(self, settings: SelfPlaySettings, group: int) -> int:
        return (settings.seed << 48) + (self.run << 32) + GROUPS * self.number + group


@dataclass
class Samples:
    """Finished samples that a process sends, and the number of games and plays since the last ones."""

    arrays: dict[str, Any] = field(default_factory=dict)
    """`replay_buffer.new_arrays`"""
    games: int = 0
    plays: int = 0
    lessons: list[str] = field(default_factory=list)
    """New games of the teacher, to be kept."""


def row_width(game: Game, options: list[dict[str, Any]]) -> int:
    """Return the width of packed rows: room for twice as many numbers as the observations of random games have."""
    space = game.observation_space(options[0])
    assert space is not None
    buffer = ObservationBuffer(space.size)
    most = 0
    for number in range(PROBED_GAMES):
        state = game.start(number, options[number * len(options) // PROBED_GAMES])
        random = xoshiro(number, 3)
        plays = 0
        while state.seat != OVER and plays < game.max_plays:
            buffer.begin()
            state.observe(state.seat, buffer)
            most = max(most, buffer.next - buffer.first)
            state.play(state.random_action(random))
            plays += 1
    return min(-(-2 * most // WIDTH_STEP) * WIDTH_STEP, space.size)


def arrays_of(samples: list[Sample], width: int, actions: int) -> dict[str, Any]:
    """Return samples as arrays (`replay_buffer.new_arrays`)."""
    count = len(samples)
    policies = numpy.zeros((count, actions), numpy.float16)
    masks = numpy.zeros((count, actions), bool)
    for place, sample in enumerate(samples):
        policies[place, sample.actions] = sample.policy
        masks[place, sample.actions] = True
    numbers = b"".join(sample.observation for sample in samples)
    return {
        "observations": numpy.frombuffer(numbers, numpy.int16).reshape(count, 2 * width),
        "policies": policies,
        "masks": masks,
        "scores": numpy.array([sample.score for sample in samples], numpy.float32),
        "values": numpy.array([sample.value for sample in samples], numpy.float32),
    }


class GameGroup:
    """Games that are searched together, and the rows of their questions and answers."""

    def __init__(self, settings: SelfPlaySettings, width: int, seed: int) -> None:
        game = find_game(settings.game)
        space = game.observation_space(settings.options[0])
        assert space is not None
        self.width, self.actions = width, game.action_count(settings.options[0])
        self.logits = numpy.zeros((settings.slots, self.actions), numpy.float32)
        self.values = numpy.zeros(settings.slots, numpy.float32)
        self.questions = PackedEvaluations(
            space.size, width, self.actions, self.logits.reshape(-1).data, self.values.data
        )
        self.games = SelfPlay(game, settings.options, self.questions, settings.simulations, seed, xoshiro(seed, 7))

    def take_samples(self) -> Samples:
        """Return the samples of the games that have finished since the last call."""
        games = self.games
        found = Samples(arrays_of(games.samples, self.width, self.actions), int(games.finished), int(games.plays))
        games.samples = []
        games.finished = games.plays = 0
        return found


class SharedGroup(GameGroup):
    """Games whose questions the trainer answers, through its shared rows."""

    def __init__(self, settings: SelfPlaySettings, place: WorkerPlace, group: int) -> None:
        super().__init__(settings, place.width, place.seed(settings, group))
        rows = SharedRows(place.folder / f"rows-{group}", place.workers * settings.slots, self.width, self.actions)
        part = slice(place.number * settings.slots, (place.number + 1) * settings.slots)
        self.asked, self.answers = rows.packed[part], (rows.logits[part], rows.values[part])
        packed = memoryview(self.questions.packed.numbers)
        self.packed = numpy.frombuffer(packed, numpy.int16).reshape(-1, 2 * self.width)

    def ask(self) -> None:
        """Continue the games until all of them wait for an answer."""
        self.games.collect()
        self.asked[:] = self.packed

    def answer(self) -> None:
        """Give the answers of the trainer to the games."""
        self.logits[:], self.values[:] = self.answers
        self.games.answer()


def run_worker(settings: SelfPlaySettings, place: WorkerPlace, trainer: Connection) -> None:
    """Play until the trainer says stop or is gone: first games of the teacher, then self-play."""
    gc.disable()  # the trees have no cycles, and looking for some takes a fifth of the time
    try:
        groups = [SharedGroup(settings, place, group) for group in range(GROUPS)]
        trainer.send("ready")
        if settings.teacher:
            run_teacher(settings, place, trainer)
        for group, games in enumerate(groups):
            games.ask()
            trainer.send(group)
        while (group := trainer.recv()) is not None:
            groups[group].answer()
            if len(groups[group].games.samples) >= SAMPLES_PER_MESSAGE:
                trainer.send(groups[group].take_samples())
            groups[group].ask()
            trainer.send(group)
    except InvalidInput as failure:
        trainer.send(failure)
    except (EOFError, OSError):
        pass  # the trainer is gone


def run_teacher(settings: SelfPlaySettings, place: WorkerPlace, trainer: Connection) -> None:
    """Send the decisions of the teacher until the trainer answers: in the recorded games, then in new ones."""
    game = find_game(settings.game)
    seed = place.seed(settings, 0)
    luck = xoshiro(seed, 9)
    players = [make_player(game, settings.teacher, xoshiro(seed, 11 + seat)) for seat in range(game.seats)]
    space = game.observation_space(settings.options[0])
    assert space is not None
    row, packed = ObservationBuffer(space.size), PackedRows(place.width, 1)
    actions = game.action_count(settings.options[0])
    recorded = read_games(place.lessons)
    found = Samples()
    samples: list[Sample] = []
    number = -1
    while not trainer.poll():
        number += 1
        taught = next(recorded, None)
        if taught is None:
            taught = play_game(
                game, players, game_seed(seed, number), settings.options[number % len(settings.options)], luck
            )
            if taught is None:
                continue
            found.lessons.append(taught.line())
        elif number % place.workers != place.number:
            continue
        try:
            samples += samples_of(game, taught, row, packed)
        except ValueError as failure:
            raise unusable_games(place.lessons, number + 1, failure) from None
        found.games += 1
        found.plays += len(taught.actions)
        if len(samples) >= SAMPLES_PER_MESSAGE:
            found.arrays = arrays_of(samples, place.width, actions)
            trainer.send(found)
            found, samples = Samples(), []
    trainer.recv()

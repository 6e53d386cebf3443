"""A process of self-play. It asks the trainer for evaluations through shared memory and sends finished samples."""

import gc
import signal
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy

from tefuda.core.game import Game
from tefuda.core.observation import ObservationBuffer, PackedRows
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.players.batched_tree import PackedEvaluations
from tefuda.players.names import make_player
from tefuda.players.self_play import Sample, SelfPlay
from tefuda.train.shared_rows import SharedRows

GROUPS = 3
"""Groups of games per process: one is searched while the others wait for their evaluations."""

PROBED_GAMES = 40
WIDTH_STEP = 32

SAMPLES_PER_MESSAGE = 256
TEACHER_NOISE = 10
"""In games of the teacher, one of this many actions is random, so that the network learns to recover."""


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
    width: int
    """The numbers of a packed row."""

    def seed(self, settings: SelfPlaySettings, group: int) -> int:
        return (settings.seed << 48) + (self.run << 32) + GROUPS * self.number + group


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


class Group:
    """The games of a group and their part of the shared rows."""

    def __init__(self, settings: SelfPlaySettings, place: WorkerPlace, group: int) -> None:
        game = find_game(settings.game)
        space = game.observation_space(settings.options[0])
        assert space is not None
        self.width, self.actions = place.width, game.action_count(settings.options[0])
        rows = SharedRows(place.folder / f"rows-{group}", place.workers * settings.slots, self.width, self.actions)
        part = slice(place.number * settings.slots, (place.number + 1) * settings.slots)
        self.asked, self.answers = rows.packed[part], (rows.logits[part], rows.values[part])
        self.logits = numpy.zeros((settings.slots, self.actions), numpy.float32)
        self.values = numpy.zeros(settings.slots, numpy.float32)
        questions = PackedEvaluations(
            space.size, self.width, self.actions, self.logits.reshape(-1).data, self.values.data
        )
        self.packed = numpy.frombuffer(memoryview(questions.packed.numbers), numpy.int16).reshape(-1, 2 * self.width)
        seed = place.seed(settings, group)
        self.games = SelfPlay(game, settings.options, questions, settings.simulations, seed, xoshiro(seed, 7))

    def ask(self) -> None:
        """Continue the games until all of them wait for an answer."""
        self.games.collect()
        self.asked[:] = self.packed

    def answer(self) -> None:
        """Give the answers of the trainer to the games."""
        self.logits[:], self.values[:] = self.answers
        self.games.answer()

    def take_samples(self) -> tuple[dict[str, Any], int, int] | None:
        """Return the finished samples, games and plays if there are enough samples."""
        games = self.games
        if len(games.samples) < SAMPLES_PER_MESSAGE:
            return None
        found = arrays_of(games.samples, self.width, self.actions), int(games.finished), int(games.plays)
        games.samples = []
        games.finished = games.plays = 0
        return found


def run_worker(settings: SelfPlaySettings, place: WorkerPlace, trainer: Connection) -> None:
    """Play until the trainer says stop or is gone: first games of the teacher, then self-play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # the trees have no cycles, and looking for some takes a fifth of the time
    try:
        groups = [Group(settings, place, group) for group in range(GROUPS)]
        trainer.send("ready")
        if settings.teacher:
            run_teacher(settings, place, trainer)
        for group, games in enumerate(groups):
            games.ask()
            trainer.send(group)
        while (group := trainer.recv()) is not None:
            groups[group].answer()
            samples = groups[group].take_samples()
            if samples is not None:
                trainer.send(samples)
            groups[group].ask()
            trainer.send(group)
    except (EOFError, OSError):
        pass  # the trainer is gone


def run_teacher(settings: SelfPlaySettings, place: WorkerPlace, trainer: Connection) -> None:
    """Send the decisions of the teacher until the trainer answers."""
    game = find_game(settings.game)
    seed = place.seed(settings, 0)
    luck = xoshiro(seed, 9)
    players = [make_player(game, settings.teacher, xoshiro(seed, 11 + seat)) for seat in range(game.seats)]
    space = game.observation_space(settings.options[0])
    assert space is not None
    row, packed = ObservationBuffer(space.size), PackedRows(place.width, 1)
    number, plays, games = 0, 0, 0
    samples: list[Sample] = []
    while not trainer.poll():
        state = game.start(game_seed(seed, number), settings.options[number % len(settings.options)])
        decisions: list[Sample] = []
        while state.seat != OVER and len(decisions) < game.max_plays:
            actions = state.actions()
            action = actions[0]
            if len(actions) > 1:
                action = players[state.seat].choose(Seat(game, state, state.seat))
                row.begin()
                state.observe(state.seat, row)
                packed.pack(0, row)
                policy = [float(one == action) for one in actions]
                decisions.append(Sample(packed.row_bytes(0), actions, policy, state.seat, 0.5))
                if luck.below(TEACHER_NOISE) == 0:
                    action = state.random_action(luck)
            state.play(action)
            plays += 1
        number += 1
        if state.seat != OVER:
            continue
        scores = state.scores()
        for sample in decisions:
            sample.score = sample.value = game.share(scores[sample.seat])
        samples += decisions
        games += 1
        if len(samples) >= SAMPLES_PER_MESSAGE:
            trainer.send((arrays_of(samples, place.width, game.action_count(settings.options[0])), games, plays))
            samples, games, plays = [], 0, 0
    trainer.recv()

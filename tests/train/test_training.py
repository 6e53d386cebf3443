"""Training: it learns, goes on after a kill, and refuses what it cannot use."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import onnx
import pytest
from command_process import INTERRUPTIBLE

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.core.observation import (
    NO_PLACE,
    ObservationBuffer,
    ObservationField,
    ObservationSpace,
    PackedRows,
    Symmetry,
)
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players.names import make_player
from tefuda.train.teacher import TaughtGame, append_games, play_game, read_games, remove_cut_line, samples_of
from tefuda.train.worker import SelfPlaySettings, row_width

pytestmark = pytest.mark.skipif(not tefuda.compiled, reason="self-play is slow without compiling")

ARGUMENTS = [
    *("train", "card-othello", "-o", "cards=off", "--workers", "1", "--slots", "16", "--simulations", "4"),
    *(
        "--width",
        "16",
        "--depth",
        "2",
        "--channels",
        "4",
        "--blocks",
        "1",
        "--batch",
        "64",
        "--capacity",
        "4096",
        "--games",
        "4",
        "--every",
        "2",
    ),
    *("--device", "cpu", "--opponent", "random", "--json", "--teacher", "cpu-1", "--teacher-minutes", "0.02"),
]


def start(folder: Path, minutes: float) -> "subprocess.Popen[str]":
    command = [*INTERRUPTIBLE, *ARGUMENTS, "--folder", str(folder), "--minutes", str(minutes)]
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "metrics.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_training_goes_on_after_a_kill(tmp_path: Path) -> None:
    shared = set(Path("/dev/shm").glob("tefuda-train-*"))
    first = start(tmp_path, 10)
    stop_after_steps(first, 0, signal.SIGKILL)
    before = rows_of(tmp_path)[-1]
    second = start(tmp_path, 10)
    stop_after_steps(second, float(before["steps"]), signal.SIGINT)
    assert second.returncode == 130
    after = rows_of(tmp_path)[-1]
    assert (before["run"], after["run"]) == ("1", "2")
    for name in ("steps", "samples", "games", "seconds"):
        assert float(after[name]) > float(before[name]), name
    assert float(after["policy_loss"]) < 1
    ended = start(tmp_path, 0.01)
    output, _ = ended.communicate()
    assert ended.returncode == 0, output
    last = rows_of(tmp_path)[-1]
    assert last["run"] == "3"
    assert float(last["steps"]) >= float(before["steps"])
    assert 0 <= float(last["against random"]) <= 1
    game = tefuda.game("card-othello")
    state = game.start(3, {"cards": "off"})
    for name in ("network.onnx", "best.onnx"):
        player = make_player(game, f"policy:{tmp_path / name}", xoshiro(1, 1))
        assert player.choose(Seat(game, state, 0)) in state.actions()
    written = onnx.load(tmp_path / "network.onnx").metadata_props
    (training,) = [json.loads(one.value) for one in written if one.key == "training"]
    assert training["settings"].items() >= {"simulations": 4, "batch": 64, "teacher": "cpu-1"}.items()
    assert training["progress"]["run"] == 3
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []
    # The self-play process ends with its trainer.
    for _ in range(100):
        if not children_of(first.pid):
            break
        time.sleep(0.1)
    assert not children_of(first.pid)
    assert set(Path("/dev/shm").glob("tefuda-train-*")) <= shared, "a killed training leaves memory behind"


def test_training_too_short_for_a_measurement_leaves_a_network(tmp_path: Path) -> None:
    from tefuda.train.network import NetworkShape
    from tefuda.train.trainer import Trainer, TrainSettings

    play = SelfPlaySettings("card-othello", [{"cards": "off"}], slots=1, simulations=2)
    shape = NetworkShape(width=16, depth=1, channels=4, blocks=1)
    Trainer(TrainSettings(play, tmp_path, minutes=0.0, workers=1, shape=shape, capacity=2048), ignore).run()
    assert rows_of(tmp_path)[-1]["steps"] == "0"
    assert (tmp_path / "best.onnx").read_bytes() == (tmp_path / "network.onnx").read_bytes()


def test_training_starts_from_a_network(tmp_path: Path) -> None:
    from tefuda.train.network import NetworkShape
    from tefuda.train.trainer import Trainer, TrainSettings

    play = SelfPlaySettings("card-othello", [{"cards": "off"}], slots=1, simulations=2)
    shape = NetworkShape(width=24, depth=1, channels=6, blocks=1)
    Trainer(TrainSettings(play, tmp_path / "one", minutes=0.0, workers=1, shape=shape, capacity=2048), ignore).run()
    one = tmp_path / "one" / "best.onnx"
    settings = TrainSettings(play, tmp_path / "two", minutes=0.0, workers=1, start=one, capacity=2048)
    trainer = Trainer(settings, ignore)
    assert trainer.settings.shape == shape
    assert (tmp_path / "two" / "best.onnx").read_bytes() == one.read_bytes()
    trainer.run()
    weights = [
        [one.SerializeToString() for one in onnx.load(tmp_path / folder / "network.onnx").graph.initializer]
        for folder in ("one", "two")
    ]
    assert weights[0] == weights[1]


def ignore(row: dict[str, Any]) -> None:
    pass


def stop_after_steps(training: "subprocess.Popen[str]", steps: float, how: signal.Signals) -> None:
    """Stop a training when it has reported more than these steps."""
    assert training.stdout is not None
    for line in training.stdout:
        if json.loads(line)["steps"] > steps:
            break
    training.send_signal(how)
    training.wait(60)
    training.stdout.close()


def children_of(pid: int) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8")
        except OSError:
            continue
        if int(text.rpartition(")")[2].split()[1]) == pid:
            found.append(text)
    return found


def new_learner(width: int = 8, numbers: int = 6, symmetries: list[Symmetry] | None = None) -> Any:
    from tefuda.train.layout import layout_of
    from tefuda.train.learner import Learner
    from tefuda.train.network import NetworkShape

    space = ObservationSpace(1, [ObservationField("numbers", 0, [numbers], 1, "numbers")])
    layout = layout_of(space, 3)
    symmetries = symmetries or [Symmetry(list(range(numbers)), [0, 1, 2])]
    return Learner(layout, NetworkShape(width, 2), symmetries, 1)


def test_unusable_checkpoint_is_refused(tmp_path: Path) -> None:
    from tefuda.train.checkpoint import FILE, load_checkpoint, save_checkpoint

    network = {"game": "catalyst"}
    save_checkpoint(tmp_path, new_learner(), network, {"seconds": 3.0})
    assert load_checkpoint(tmp_path, new_learner(), network) == {"seconds": 3.0}
    with pytest.raises(InvalidInput, match="made with other sizes"):
        load_checkpoint(tmp_path, new_learner(width=9), network)
    with pytest.raises(InvalidInput, match="made for game catalyst, not linkavel"):
        load_checkpoint(tmp_path, new_learner(), {"game": "linkavel"})
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:300])
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_checkpoint(tmp_path, new_learner(), network)


@pytest.mark.parametrize(("one", "other", "expected"), [("heuristic", "random", 0.6), ("random", "random", 0.5)])
def test_players_of_one_seat_are_compared_on_the_same_deals(one: str, other: str, expected: float) -> None:
    from tefuda.train.evaluation import play_games

    points, _ = play_games(tefuda.game("catalyst"), one, other, 120, 1, [{}])
    assert points == 0.5 if one == other else points > expected


def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    from tefuda.train.atomic_file import write_atomically

    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(file: Any) -> None:
        file.write(b"new")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, fail)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"old")]


def test_learner_fits_samples_in_every_symmetry() -> None:
    """Two symmetries that exchange the first two numbers and actions: the network learns to follow the larger one."""
    import numpy

    from tefuda.train.replay_buffer import CHUNK, ReplayBuffer, new_arrays

    learner = new_learner(16, 2, [Symmetry([0, 1], [0, 1, 2]), Symmetry([1, 0], [1, 0, 2])])
    samples = new_arrays(CHUNK, 2, 3)
    samples["observations"][:] = [0, NO_PLACE, 1, 0]  # the number at place 0 is 1
    samples["policies"][:, 0] = 1
    samples["masks"][:, :2] = True
    samples["scores"][:] = samples["values"][:] = 1
    buffer = ReplayBuffer(2 * CHUNK, 2, 3)
    assert buffer.add({name: array[:100] for name, array in samples.items()}) == 0
    assert buffer.add(samples) == CHUNK
    assert len(buffer) == CHUNK
    figures = learner.learn(buffer.arrays, len(buffer), 600, 32, 0.01)
    assert float(figures["policy_loss"]) < 0.05
    logits, values = learner.answer(numpy.array([[0, NO_PLACE, 1, 0], [1, NO_PLACE, 1, 0]], numpy.int16))
    assert logits[0, 0] > logits[0, 1]
    assert logits[1, 1] > logits[1, 0]
    assert float(values.min()) > 0.8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--device", "tpu"], "Unknown device 'tpu'"),
        (["--width", "2"], "width must be from 8"),
        (["--minutes", "-1"], "minutes must be from 0.01"),
        (["--opponent", "nobody"], "Unknown player 'nobody'"),
        (["--option", "cards=maybe"], "cards"),
        (["--start", "nothing.onnx"], "nothing.onnx: no such file"),
    ],
)
def test_wrong_arguments_are_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    command = [sys.executable, "-m", "tefuda.cli.main", "train", "card-othello", "--folder", str(tmp_path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def recorded_games(count: int) -> list[TaughtGame]:
    game = tefuda.game("card-othello")
    found = []
    for seed in range(count):
        players = [make_player(game, "cpu-1", xoshiro(seed, seat)) for seat in range(2)]
        taught = play_game(game, players, seed, {}, xoshiro(seed, 9))
        assert taught is not None
        found.append(taught)
    return found


def test_games_of_a_teacher_give_its_choices(tmp_path: Path) -> None:
    """Random actions are played, and the teacher's choices are learned."""
    game = tefuda.game("card-othello")
    games = recorded_games(3)
    path = tmp_path / "teacher.jsonl"
    append_games(path, [one.line() for one in games])
    with path.open("a", encoding="utf-8") as file:
        file.write(games[0].line()[:-9])
    assert list(read_games(path)) == games
    remove_cut_line(path)
    append_games(path, [games[0].line()])
    assert list(read_games(path)) == [*games, games[0]]
    space = game.observation_space()
    assert space is not None
    width = row_width(game, [{}])
    row, packed = ObservationBuffer(space.size), PackedRows(width, 1)
    for taught in games:
        state, samples = game.start(taught.seed), iter(samples_of(game, taught, row, packed))
        for place, action in enumerate(taught.actions):
            actions = state.actions()
            if len(actions) > 1:
                sample = next(samples)
                wanted = taught.corrections.get(place, action)
                assert sample.policy[sample.actions.index(wanted)] == sum(sample.policy) == 1
                assert (sample.seat, sample.score in (0.0, 0.5, 1.0)) == (state.seat, True)
            state.play(action)
        assert taught.corrections
        assert next(samples, None) is None
        assert state.seat == OVER


def test_unusable_games_of_a_teacher_are_named(tmp_path: Path) -> None:
    game = tefuda.game("card-othello")
    space = game.observation_space()
    assert space is not None
    row, packed = ObservationBuffer(space.size), PackedRows(row_width(game, [{}]), 1)
    (taught,) = recorded_games(1)
    for actions, reason in (([*taught.actions, 0], "not legal"), (taught.actions[:-1], "not over")):
        with pytest.raises(ValueError, match=reason):
            samples_of(game, replace(taught, actions=actions), row, packed)
    path = tmp_path / "teacher.jsonl"
    for line in ("{}", "[1]", "nothing", taught.line().replace("actions", "plays")):
        path.write_text(f"{taught.line()}\n{line}\n", encoding="utf-8")
        with pytest.raises(InvalidInput, match=r"teacher.jsonl, line 2: not a game"):
            list(read_games(path))

"""Networks as players: an ONNX file that `tefuda train` has written, run with onnxruntime on one core."""

from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.observation import Symmetry
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.core.text import Message
from tefuda.players.batched_tree import Evaluations, softmax

BATCH: Final = 8
"""Leaves of a search that are evaluated together."""

FORMAT: Final = "tefuda-network-1"
"""The kind of file: input `[n, numbers]` int16, outputs `policy` `[n, actions]` and `value` `[n, 1]` float."""


class UnusableNetwork(InvalidInput):
    """A network file that is missing, broken, or made for another game or version."""


def unusable(path: Path, en: str, ja: str) -> UnusableNetwork:
    return UnusableNetwork([Problem([], Message("network", f"{path.name}: {en}", f"{path.name}: {ja}"))])


def required_metadata(game: Game, options: dict[str, Any] | None = None) -> dict[str, str]:
    """Return the metadata that a network for this game must have."""
    space = game.observation_space(options)
    if space is None:
        en, ja = f"{game.title.en} has no observations.", f"{game.title.ja}には観測データがありません。"
        raise InvalidInput([Problem([], Message("network", en, ja))])
    return {
        "format": FORMAT,
        "game": game.id,
        "rules": str(game.rules_version),
        "observations": str(space.version),
        "inputs": str(space.size),
        "actions": str(game.action_count(options)),
    }


class Network:
    """A network in memory."""

    def __init__(self, session: Any, inputs: int, actions: int, symmetries: list[Symmetry]) -> None:
        self.session = session
        self.inputs = inputs
        self.actions = actions
        self.symmetries = symmetries
        """The symmetries of the game. A network for options with fewer numbers reads the first of them."""

    def evaluate(self, numbers: Any) -> tuple[Any, Any]:
        """Return the logits and the chances to win for rows of observations."""
        logits, values = self.session.run(["policy", "value"], {"observations": numbers})
        return logits, values[:, 0]


class NetworkEvaluations(Evaluations):
    """Questions that a network answers."""

    def __init__(self, network: Network, rows: int) -> None:
        import numpy

        self.logit_rows = numpy.zeros((rows, network.actions), numpy.float32)
        self.value_rows = numpy.zeros(rows, numpy.float32)
        super().__init__(network.inputs, network.actions, self.logit_rows.reshape(-1).data, self.value_rows.data)
        self.network = network
        self.numbers = numpy.frombuffer(memoryview(self.observations.numbers), numpy.int16).reshape(
            rows, network.inputs
        )
        self.number_places = numpy.array([one.numbers[: network.inputs] for one in network.symmetries])
        self.action_places = numpy.array([one.actions for one in network.symmetries])

    @override
    def evaluate(self, count: int) -> None:
        """Answer the first rows."""
        self.logit_rows[:count], self.value_rows[:count] = self.network.evaluate(self.numbers[:count])

    @override
    def answer_seat(self, seat: Seat, actions: list[int]) -> tuple[list[float], float]:
        """Return the means of the answers for the position in all symmetries of the game."""
        import numpy

        self.ask_seat(0, seat)
        logits, values = self.network.evaluate(self.numbers[0][self.number_places])
        found = numpy.zeros_like(logits)
        numpy.put_along_axis(found, self.action_places, logits, axis=1)
        return [float(one) for one in found.mean(axis=0)[actions]], float(values.mean())


class NetworkPlayer(Player):
    """Plays the action that the network prefers, or with a temperature one of the better ones."""

    def __init__(self, network: Network, random: Random, temperature: float = 0.0) -> None:
        """Play the best action (temperature 0), choose as often as the network would (1), or more evenly (above 1)."""
        self.evaluations = NetworkEvaluations(network, 1)
        self.random = random
        self.temperature = temperature

    @override
    def choose(self, seat: Seat) -> int:
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        logits, _ = self.evaluations.answer_seat(seat, actions)
        if self.temperature <= 0.0:
            return actions[logits.index(max(logits))]
        left = self.random.unit()
        for action, chance in zip(actions, softmax([one / self.temperature for one in logits]), strict=True):
            left -= chance
            if left < 0.0:
                return action
        return actions[-1]


def read_network(game: Game, path: Path) -> Network:
    """Load a network file; raises `UnusableNetwork`."""
    if not path.is_file():
        raise unusable(path, "no such file.", "ファイルがありません。")
    return load_network(game, path.read_bytes(), path)


def load_network(game: Game, contents: bytes, path: Path) -> Network:
    """Load the contents of a network file; raises `UnusableNetwork`, which names the path."""
    try:
        import numpy
        import onnxruntime
    except ImportError:
        raise unusable(path, "requires numpy and onnxruntime.", "numpy と onnxruntime が必要です。") from None
    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 4
    settings.intra_op_num_threads = 1
    settings.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(contents, settings, providers=["CPUExecutionProvider"])
    except Exception as failure:  # the library raises several exception types for a broken file
        reason = next(iter(str(failure).strip().splitlines()), type(failure).__name__)
        raise unusable(path, f"cannot be read: {reason}", f"読めません（{reason}）。") from failure
    written = session.get_modelmeta().custom_metadata_map
    wanted = required_metadata(game)
    for key in ("format", "game", "rules", "observations"):
        value = wanted[key]
        if written.get(key) != value:
            raise unusable(
                path,
                f"has {key} {written.get(key)!r}; {value!r} is required.",
                f"{key} が {written.get(key)!r} です（{value!r} が必要）。",
            )
    try:
        network = Network(session, int(written["inputs"]), int(written["actions"]), game.symmetries())
        logits, values = network.evaluate(numpy.zeros((1, network.inputs), numpy.int16))
    except Exception as failure:
        raise unusable(path, f"cannot be run: {failure}", f"実行できません（{failure}）。") from failure
    if logits.shape != (1, network.actions) or values.shape != (1,):
        raise unusable(path, "has outputs of another shape.", "出力の形が違います。")
    return network


def is_network(path: Path) -> bool:
    """Return whether a file says that it is a network of this format. Older models of a game do not."""
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read()
    except OSError:
        return False

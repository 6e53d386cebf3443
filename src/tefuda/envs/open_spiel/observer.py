"""SeatObserver: what a seat sees, as numbers and as text."""

from typing import TYPE_CHECKING, Any

import numpy

from tefuda.core.observation import ObservationBuffer
from tefuda.envs.open_spiel.moment import as_json

if TYPE_CHECKING:
    from tefuda.envs.open_spiel.game import SpielGame, SpielState


class SeatObserver:
    """Observes for OpenSpiel. The numbers are those of `Game.observation_space`, divided by their scales.

    The text is the view as JSON. With `recall` the digest of everything that the seat has seen and done is before it.
    """

    def __init__(self, game: "SpielGame", recall: bool) -> None:
        self.game = game.rules
        self.recall = recall
        self.tensor: Any = None
        """The numbers; None if the game has no observations."""
        self.dict: dict[str, Any] = {}
        """The same numbers by field."""
        space = self.game.observation_space(game.options)
        if space is None:
            return
        self.buffer = ObservationBuffer(space.size)
        self.numbers = numpy.frombuffer(memoryview(self.buffer.numbers), numpy.int16)
        self.scales = numpy.array(space.scales(), numpy.float32)
        self.tensor = numpy.zeros(space.size, numpy.float32)
        for field in space.fields:
            self.dict[field.name] = self.tensor[field.start : field.start + field.size].reshape(field.shape)

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write what a seat sees into `tensor`: zeros before the deal."""
        if self.tensor is None:
            return
        if state.moment is None:
            self.tensor.fill(0)
            return
        self.buffer.begin()
        state.moment.state.observe(player, self.buffer)
        numpy.divide(self.numbers, self.scales, out=self.tensor)

    def string_from(self, state: "SpielState", player: int) -> str:
        """Return what a seat sees as text: empty before the deal."""
        moment = state.moment
        if moment is None:
            return ""
        view = as_json(self.game.view(moment.state, player)).decode()
        return f"{moment.digest(player).hex()} {view}" if self.recall else view

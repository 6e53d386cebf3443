"""Player and Seat: who decides, and all that it gets to decide with."""

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64, mypyc_attr

from tefuda.core.random import Random
from tefuda.core.state import State

if TYPE_CHECKING:
    from tefuda.core.game import Game


class Seat:
    """A game seen from one seat. Whatever a player asks, the answer is the same in every world it cannot tell apart."""

    def __init__(self, game: "Game", state: State, number: i64) -> None:
        self.game = game
        self.number = number
        self._state = state

    def view(self) -> dict[str, Any]:
        """What this seat may know."""
        return self.game.view(self._state, self.number)

    def actions(self) -> list[i64]:
        """The legal actions."""
        return self._state.actions()

    def random_action(self, random: Random) -> i64:
        """A uniform pick of `actions`."""
        return self._state.random_action(random)

    def sample(self, random: Random) -> State:
        """A whole state that this seat could be in, drawn with `random`: to think in, never the true one."""
        return self._state.resample(self.number, random)


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses for a seat. Its luck is its own, so that a game with the same players and seeds is the same game."""

    def choose(self, seat: Seat) -> i64:
        """One of `seat.actions()`."""
        raise NotImplementedError

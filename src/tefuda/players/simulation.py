"""One simulated game between named players. The lab and the trials of the server play their games with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.player import Seat
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.core.text import Message
from tefuda.players.exec_player import ExecPlayer, PlayerFailed
from tefuda.players.names import make_player

BeforePlay = Callable[[State, int], bool]
"""Called with the state and the number of plays so far; False stops the game."""


@dataclass(slots=True)
class GameResult:
    """The result of one game."""

    scores: list[float] | None
    """By seat; None if the game is unfinished."""
    opener: int
    """The seat that went first."""
    random_opener: bool
    """Whether the first seat was chosen at random."""
    plays: int
    measured: dict[str, int]
    """`Measures.figures` of a finished game."""
    events: list[Event]
    stopped: bool
    """Whether `before_play` stopped the game."""
    forfeit: "Forfeit | None" = None
    """The failure that ended the game."""


@dataclass(slots=True)
class Forfeit:
    """A player that failed, and lost the game for it."""

    seat: int
    message: Message


def simulate_game(
    game: Game,
    players: list[str],
    seed: int,
    options: Mapping[str, Any],
    *,
    record_events: bool = False,
    before_play: BeforePlay | None = None,
) -> GameResult:
    """Play one game and return its result.

    The deal comes from the seed, the randomness of a player from the seed and the seat. If two players of one name swap
    seats, the same game is played with the sides exchanged: a player against itself scores exactly 50 %.
    """
    seated = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat, name in enumerate(players)]
    events: list[Event] = []
    log = events if record_events else None
    state = game.start(seed, options, log)
    drawn = game.measures.first_seat(state)
    opener = drawn if drawn >= 0 else max(0, state.seat)
    state.log = log
    stopped = False
    forfeit: Forfeit | None = None
    if before_play is None and not any(isinstance(player, ExecPlayer) for player in seated):
        plays: int = play_out(game, state, seated, game.max_plays)
    else:
        plays = 0
        seats = [Seat(game, state, seat) for seat in range(len(seated))]
        while state.seat != OVER and plays < game.max_plays:
            if before_play is not None and not before_play(state, plays):
                stopped = True
                break
            try:
                action = seated[state.seat].choose(seats[state.seat])
            except PlayerFailed as failure:
                forfeit = Forfeit(int(state.seat), failure.message)
                break
            state.play(action)
            plays += 1
    finished = state.seat == OVER
    scores = state.scores() if finished else None
    if forfeit is not None:
        scores = game.scores_after_loss(forfeit.seat)
    measured = game.measures.figures(state) if finished else {}
    return GameResult(scores, opener, drawn >= 0, plays, measured, events, stopped, forfeit)

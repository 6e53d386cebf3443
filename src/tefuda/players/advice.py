"""Advice for a seat: what to do, and how likely that is to win."""

from typing import Final

from tefuda.core.game import Game
from tefuda.core.player import Seat
from tefuda.core.random import Random
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer
from tefuda.solve import IMPOSSIBLE, Limits, solve


class Advice:
    """An action, best first; the chance to win with it, and in how many simulations it was tried."""

    def __init__(self, action: int, chance: float | None, tried: int, plays: int | None = None) -> None:
        self.action = action
        self.chance = chance
        """None where whoever was asked has an opinion and no estimate."""
        self.tried = tried
        self.plays = plays
        """Where a win is proved, the plays it takes, this one included."""


PROOF_NODES: Final = 50_000
NO_CLOCK: Final = 1e9
"""Proofs are limited by nodes alone, so that the same question has the same answer."""


HARDLY: Final = 8
"""An action that was tried so many times less often than the most tried one has no chance to rely on."""


def best_first(found: list[Advice]) -> list[Advice]:
    """The actions by their chance to win, the highest first; behind them those that were hardly tried."""
    most = max((advice.tried for advice in found), default=0)
    return sorted(found, key=lambda advice: (advice.tried * HARDLY < most, -(advice.chance or 0.0), -advice.tried))


def well_tried(found: list[Advice]) -> list[Advice]:
    """The actions that were tried often enough for their chances to be compared."""
    most = max((advice.tried for advice in found), default=0)
    return [advice for advice in found if advice.tried * HARDLY >= most]


def advise(game: Game, seat: Seat, name: str, random: Random) -> list[Advice]:
    """What a player thinks of the seat's actions, best first; of one that does not search, only its choice.

    Without a name the game's adviser is asked; but who plays alone and knows everything, a puzzle say, is told the
    first action of the shortest way to win, where a proof finds one; where it is proved that there is
    none, any action, with no chance.
    """
    if not name and game.seats == 1 and seat.is_open():
        proof = solve(seat.sample(random), Limits(PROOF_NODES, NO_CLOCK), win_score=game.win_score)
        if proof.line:
            return [Advice(proof.line[0], 1.0, 0, len(proof.line))]
        if proof.verdict == IMPOSSIBLE:
            return [Advice(make_player(game, "random", random).choose(seat), 0.0, 0)]
    player = make_player(game, name or game.players.hint_player(), random)
    if isinstance(player, SearchPlayer):
        found = [one for one in player.think(seat) if one.visits > 0]
        return best_first([Advice(one.action, one.chance(), one.visits) for one in found])
    return [Advice(player.choose(seat), None, 0)]

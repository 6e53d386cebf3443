"""Advice for a seat: actions and their winning chances."""

from typing import Final

from tefuda.core.game import Game
from tefuda.core.player import Seat
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer
from tefuda.players.shipped_network import ShippedNetworkSearch
from tefuda.solve import IMPOSSIBLE, Limits, solve


class Advice:
    """An action with its winning chance and the number of visits in the search."""

    def __init__(self, action: int, chance: float | None, visits: int, plays: int | None = None) -> None:
        self.action = action
        self.chance = chance
        """None if the player does not estimate chances."""
        self.visits = visits
        self.plays = plays
        """The number of plays of a proved win, including this one."""


HINT_PROOF_NODES: Final = 50_000
UNLIMITED_SECONDS: Final = 1e9
"""Proofs are limited by nodes only, so the same position always gets the same answer."""


MAX_VISIT_RATIO: Final = 7
"""The chance of an action is unreliable if the most visited action has more than this many times its visits.

A search that halves its candidates leaves about a seventh to those of the third round."""


def sort_advice(game: Game, found: list[Advice]) -> list[Advice]:
    """Return the actions by chance in percent, the highest first; unreliable ones last.

    Of equal chances, those that end a phase or a turn come last.
    """
    most = max((advice.visits for advice in found), default=0)

    def rank(advice: Advice) -> tuple[bool, int, bool, float, int]:
        chance = advice.chance or 0.0
        unreliable = advice.visits * MAX_VISIT_RATIO < most
        return unreliable, -round(100 * chance), game.players.is_passive(advice.action), -chance, -advice.visits

    return sorted(found, key=rank)


def reliable_advice(found: list[Advice]) -> list[Advice]:
    """Return the actions with enough visits for a comparison."""
    most = max((advice.visits for advice in found), default=0)
    return [advice for advice in found if advice.visits * MAX_VISIT_RATIO >= most]


def prefer_guided(game: Game, advice: list[Advice], state: State) -> list[Advice]:
    """Start with the action that the guide prefers among those as good as the best; leave out the others as good.

    Actions that only end a phase or a turn come last among them.
    """
    margin = game.players.hint_margin()
    best = advice[0].chance or 0.0
    equal = [one for one in reliable_advice(advice) if (one.chance or 0.0) >= best - margin]
    priors = game.players.guide().priors(state, [one.action for one in equal]) if margin > 0 else None
    if priors is None:
        return advice
    passive = [game.players.is_passive(one.action) for one in equal]
    favourite = equal[max(range(len(equal)), key=lambda index: (not passive[index], priors[index]))]
    worse = [one for one in advice if one is not favourite and (one.chance or 0.0) <= (favourite.chance or 0.0)]
    return [favourite, *worse]


def advise(game: Game, seat: Seat, name: str, random: Random) -> list[Advice]:
    """Return the actions that a player recommends, best first; one action if the player does not search.

    Without a name, the game's adviser is used. For a one-player position without hidden information, a proof is tried
    first: it returns the first action of the shortest win, or any action with chance 0 if there is no win.
    """
    if not name and game.seats == 1 and seat.is_open():
        proof = solve(seat.sample(random), Limits(HINT_PROOF_NODES, UNLIMITED_SECONDS), win_score=game.win_score)
        if proof.line:
            return [Advice(proof.line[0], 1.0, 0, proof.plays)]
        if proof.verdict == IMPOSSIBLE:
            return [Advice(make_player(game, "random", random).choose(seat), 0.0, 0)]
    player = make_player(game, name or game.players.hint_player(), random)
    if isinstance(player, SearchPlayer | ShippedNetworkSearch):
        found = [Advice(one.action, one.chance(), one.visits) for one in player.search(seat) if one.visits > 0]
        advice = sort_advice(game, found)
        return advice if name else prefer_guided(game, advice, seat.sample(random))
    return [Advice(player.choose(seat), None, 0)]

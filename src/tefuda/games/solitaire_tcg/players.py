"""The players: one that looks a step ahead, and one that plays its chances out. Both know what the player knows.

How near a table is to a win is read off the cards: how far the nearest `win_if` within reach is from being true.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.codes import DECK, END, GRAVE, WON
from tefuda.games.solitaire_tcg.pieces import Card
from tefuda.games.solitaire_tcg.rules import SolitaireState
from tefuda.games.solitaire_tcg.steps import Ends
from tefuda.solve.search import Limits, solve

WIN: Final = 1_000_000
WORLDS: Final = 6
"""Worlds in which the searching player plays each action out."""
ROLLOUT: Final = 200
"""Actions after which a playout is given up."""
FAR: Final = 40
PROOF_NODES: Final = 20_000
NO_CLOCK: Final = 1e9
"""Proofs are limited by nodes alone, so that a seed is a game."""


def shortfall(state: SolitaireState, card: i64, definition: Card) -> i64:
    """How far a card's nearest winning ability is from being true; FAR where it has none."""
    best: i64 = FAR
    for ability in definition.abilities:
        for step in ability.steps:
            if isinstance(step, Ends) and step.wins:
                far: i64 = 0 if step.expr is None else step.expr.shortfall(state, card)
                if ability.condition is not None:
                    far += ability.condition.shortfall(state, card)
                best = min(best, far)
    return best


def worth(state: SolitaireState) -> i64:
    """How good a table looks: a win above all, then being near one, then cards to go on with."""
    if state.seat == OVER:
        return WIN if state.outcome == WON else -WIN
    nearest: i64 = FAR
    for zone in range(GRAVE + 1):
        # A winning card in the hand or on the table is nearer than one in the deck, and that than one in the grave.
        away: i64 = 0 if zone != DECK and zone != GRAVE else 3 if zone == DECK else 6
        for card in state.zone(zone):
            nearest = min(nearest, shortfall(state, card, state.pool.card(card)) + away)
    uses: i64 = len(state.actions())
    return -12 * nearest + 6 * len(state.hand) + 3 * len(state.board) + uses - 1 * len(state.deck)


class GreedyPlayer(Player):
    """Plays what looks best right after it, in one sampled world."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, seat: Seat) -> i64:
        world = seat.sample(self.random)
        assert isinstance(world, SolitaireState)
        return best_action(world, self.random)


def best_action(state: SolitaireState, random: Random) -> i64:
    """The action after which the table looks best, by luck among equals; the turn ends only for want of more."""
    best: i64 = END
    highest: i64 = -2 * WIN
    equals: i64 = 0
    for action in state.actions():
        after = state.clone()
        after.play(action)
        value = worth(after)
        if action == END and after.outcome != WON:
            value = -2 * WIN + 1
        if value > highest:
            best, highest, equals = action, value, 1
        elif value == highest:
            equals += 1
            if random.below(equals) == 0:
                best = action
    return best


def rollout(state: SolitaireState, random: Random) -> i64:
    """Play on greedily: 1 where that wins."""
    for _ in range(ROLLOUT):
        if state.seat == OVER:
            break
        state.play(best_action(state, random))
    return 1 if state.seat == OVER and state.outcome == WON else 0


class SearchPlayer(Player):
    """Plays every action out in sampled worlds, and takes the one that wins most often.

    Where everything is known it asks the solver first.
    """

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, seat: Seat) -> i64:
        world = seat.sample(self.random)
        assert isinstance(world, SolitaireState)
        actions = world.actions()
        if len(actions) == 1:
            return actions[0]
        if world.rules.puzzle:
            proof = solve(world, Limits(PROOF_NODES, NO_CLOCK))
            if proof.line:
                return proof.line[0]
        best, highest, value = actions[0], i64(-1), i64(0)
        worlds = [seat.sample(self.random) for _ in range(WORLDS)]
        for action in actions:
            wins: i64 = 0
            value = 0
            for sampled in worlds:
                assert isinstance(sampled, SolitaireState)
                after = sampled.clone()
                after.play(action)
                value += max(-WIN, worth(after)) // 1000
                wins += rollout(after, self.random)
            if wins * 1_000_000_000 + value > highest or best == END:
                best, highest = action, wins * 1_000_000_000 + value
        return best

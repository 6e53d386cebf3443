"""What players of Solitaire TCG go by: a look at the table after each action.

How near a table is to a win is read off the cards: how far the nearest `win_if` within reach is from being true.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.core.player import Guide, priors_from_values
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.solitaire_tcg.rules.codes import DECK, END, GRAVE, WON
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.steps import Ends

WIN: Final = 1_000_000
ROLLOUT: Final = 200
"""Actions after which a playout is given up."""
FAR: Final = 40
PATIENCE: Final = 12
"""An action that looks worse by this is half as likely to be tried by a search."""


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


class GreedyGuide(Guide):
    """Plays what looks best right after it."""

    def __init__(self) -> None:
        super().__init__(ROLLOUT)

    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, SolitaireState)
        return best_action(state, random)

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """What looks best right after it is tried first."""
        assert isinstance(state, SolitaireState)
        worths: list[i64] = []
        for action in actions:
            worths.append(worth_after(state, action))
        return priors_from_values(worths, PATIENCE)

    def chance(self, state: State, seat: i64) -> float:
        """A playout that does not come to an end is as good as lost."""
        return 0.0


def worth_after(state: SolitaireState, action: i64) -> i64:
    """How good the table looks after an action; ending the turn looks worst."""
    after = state.clone()
    after.play(action)
    return -2 * WIN + 1 if action == END and after.outcome != WON else worth(after)


def best_action(state: SolitaireState, random: Random) -> i64:
    """The action after which the table looks best, by luck among equals; the turn ends only for want of more."""
    best: i64 = END
    highest: i64 = -2 * WIN
    equals: i64 = 0
    for action in state.actions():
        value = worth_after(state, action)
        if value > highest:
            best, highest, equals = action, value, 1
        elif value == highest:
            equals += 1
            if random.below(equals) == 0:
                best = action
    return best

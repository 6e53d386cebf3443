"""CPU players of Solitaire TCG. They evaluate the table after each action.

The distance to a win is read from the cards: how far the nearest `win_if` is from being true.
"""

from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, priors_from_values
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.solitaire_tcg.rules.codes import BOARD, DECK, END_TURN, GRAVE, HAND, WON
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.table_steps import EndGame

WIN_VALUE: Final = 1_000_000
ROLLOUT_LENGTH: Final = 200
"""Maximum number of actions in a playout."""
MAX_SHORTFALL: Final = 40
PRIOR_SCALE: Final = 12
"""An action that is worse by this amount is half as likely to be tried by a search."""


def shortfall(state: SolitaireState, card: i64, definition: Card) -> i64:
    """Return how far a card's nearest winning ability is from being true; MAX_SHORTFALL if it has none."""
    best: i64 = MAX_SHORTFALL
    for ability in definition.abilities:
        for step in ability.operations:
            if isinstance(step, EndGame) and step.wins:
                far: i64 = 0 if step.expr is None else step.expr.shortfall(state, card)
                if ability.condition is not None:
                    far += ability.condition.shortfall(state, card)
                best = min(best, far)
    return best


def evaluate(state: SolitaireState) -> i64:
    """Return the value of a table: a win, the distance to a win, then cards and actions left."""
    if state.seat == OVER:
        return WIN_VALUE if state.outcome == WON else -WIN_VALUE
    nearest: i64 = MAX_SHORTFALL
    for zone in range(GRAVE + 1):
        # A winning card in the deck counts as farther away, and one in the grave even more.
        away: i64 = 0 if zone != DECK and zone != GRAVE else 3 if zone == DECK else 6
        for at in range(state.size(zone)):
            card = state.zones.at(zone, at)
            nearest = min(nearest, shortfall(state, card, state.pool.definitions[card]) + away)
    uses: i64 = len(state.action_codes())
    return -12 * nearest + 6 * state.size(HAND) + 3 * state.size(BOARD) + uses - state.size(DECK)


class GreedyGuide(Guide):
    """Plays the action with the best result."""

    def __init__(self) -> None:
        super().__init__(ROLLOUT_LENGTH)

    @override
    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, SolitaireState)
        return best_action(state, random)

    @override
    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """Return priors by the value after each action."""
        assert isinstance(state, SolitaireState)
        values: list[i64] = []
        for action in actions:
            values.append(evaluate_after(state, action))
        return priors_from_values(values, PRIOR_SCALE)

    @override
    def chance(self, state: State, seat: i64) -> float:
        """Return 0: an unfinished playout counts as a loss."""
        return 0.0


def evaluate_after(state: SolitaireState, action: i64) -> i64:
    """Return the value of the table after an action. Ending the turn has the lowest value."""
    after = state.clone()
    after.play(action)
    return -2 * WIN_VALUE + 1 if action == END_TURN and after.outcome != WON else evaluate(after)


def best_action(state: SolitaireState, random: Random) -> i64:
    """Return the action with the best result, at random among equals. The turn ends only if nothing else is legal."""
    best: i64 = END_TURN
    highest: i64 = -2 * WIN_VALUE
    equals: i64 = 0
    for action in state.actions():
        value = evaluate_after(state, action)
        if value > highest:
            best, highest, equals = action, value, 1
        elif value == highest:
            equals += 1
            if random.below(equals) == 0:
                best = action
    return best

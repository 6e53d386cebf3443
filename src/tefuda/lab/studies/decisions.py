"""Values of decisions: the loss by a random choice instead of the best action.

Every action is tried in sampled worlds, each played out as in a search. One half of the worlds selects the best action,
the other half evaluates it, so that the selection does not bias the gain. All actions of a world share its randomness.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.player import TO_THE_END, Guide, Seat
from tefuda.core.random import Random, Xoshiro
from tefuda.core.state import State
from tefuda.lab.stats.intervals import mean_interval
from tefuda.players.search import DEFAULT_EXPLORATION
from tefuda.players.tree import Tree

IMPORTANT_GAIN: Final = 0.1
"""Minimum gain of the best action over the average for an important decision."""
MAX_ACTIONS: Final = 12
"""Of more actions, this many are sampled."""
DECISIONS_PER_GAME: Final = 4
"""Sampled decisions per game."""

SHORT_ROLLOUT: Final = 20
"""Maximum plays of a rollout that is considered cheap."""
MIN_WORLDS: Final = 8
MAX_WORLDS: Final = 32
"""In each half."""


class SamplingBudget:
    """The number of games and playouts. It depends on the length of rollouts, not on time, to be reproducible."""

    def __init__(self, guide: Guide) -> None:
        short = guide.rollout != TO_THE_END and guide.rollout <= SHORT_ROLLOUT
        self.games = 500 if short else 60
        """Decisions are sampled from this many games."""
        self.playouts = 400 if short else 200
        """Playouts per decision, over all actions and worlds."""

    def worlds(self, actions: int) -> int:
        """Return the number of worlds in each half."""
        return min(MAX_WORLDS, max(MIN_WORLDS, self.playouts // (2 * actions)))


class DecisionSample:
    """A uniform sample of up to `DECISIONS_PER_GAME` decisions of one game (reservoir sampling)."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.seen = 0
        self.states: list[tuple[int, State]] = []

    def add(self, place: int, state: State) -> None:
        """Add a decision between several actions, with its number in the game."""
        self.seen += 1
        if len(self.states) < DECISIONS_PER_GAME:
            self.states.append((place, state.clone()))
            return
        slot = self.random.below(self.seen)
        if slot < DECISIONS_PER_GAME:
            self.states[slot] = (place, state.clone())

    def decisions(self) -> list[tuple[int, State]]:
        """Return the sampled decisions in the order of the game."""
        return sorted(self.states, key=lambda one: one[0])


class DecisionValue:
    """Number of actions of a decision, the cost of a random choice, and whether it is large and significant."""

    def __init__(self, actions: int, cost: float, mattered: bool) -> None:
        self.actions = actions
        self.cost = cost
        self.mattered = mattered


def evaluate_decision(game: Game, state: State, guide: Guide, random: Random, budget: SamplingBudget) -> DecisionValue:
    """Evaluate a decision for the seat that decides."""
    actions = state.actions()
    if len(actions) > MAX_ACTIONS:
        tried = list(actions)
        random.shuffle(tried)
        tried = tried[:MAX_ACTIONS]
    else:
        tried = actions
    worlds = budget.worlds(len(tried))
    first, second = (rollout_scores(game, state, tried, guide, random=random, worlds=worlds) for _ in range(2))
    totals = [sum(scores[place] for scores in first) for place in range(len(tried))]
    best = totals.index(max(totals))
    gaps = [scores[best] - sum(scores) / len(scores) for scores in second]
    found = mean_interval(gaps)
    return DecisionValue(len(actions), found.value, found.value >= IMPORTANT_GAIN and found.low > 0)


def rollout_scores(
    game: Game, state: State, actions: list[i64], guide: Guide, *, random: Random, worlds: int
) -> list[list[float]]:
    """Return the scores of each action for the deciding seat, by world."""
    seat = Seat(game, state, state.seat)
    found = []
    for _ in range(worlds):
        world = seat.sample(random)
        words = [random.word() for _ in range(4)]
        scores = []
        for action in actions:
            after = world.clone()
            after.play(action)
            tree = Tree(guide, Xoshiro(words[0], words[1], words[2], words[3] | 1), game, DEFAULT_EXPLORATION, True)
            scores.append(tree.evaluate_leaf(after)[seat.number])
        found.append(scores)
    return found


def decision_row(tenth: int, value: DecisionValue) -> list[Any]:
    """Return a decision as the data of a row."""
    return [tenth, value.actions, round(value.cost, 4), int(value.mattered)]

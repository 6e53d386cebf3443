"""A search player for small budgets: a few actions are compared, and the worse half is left out in each phase."""

import time
from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.players.batched_tree import BatchedTree, Evaluations, Leaf, softmax
from tefuda.players.gumbel_root import VALUE_SCALE, GumbelRoot
from tefuda.players.search import DEFAULT_EXPLORATION, ActionStats, Budget, SearchPlayer, action_stats
from tefuda.players.tree import Node

FIRST_SIMULATIONS: Final = 16
"""The budget of the first decision if the budget is a time. Later ones follow from the measured speed."""

SPEED_SHARE: Final = 0.3
"""The weight of the latest decision in the measured speed."""


HINT_SCALE: Final = 0.2
"""Values weigh less in hints: where actions hardly differ, their order would be luck."""

SURE: Final = 0.8
"""By default an action with at least this prior is played without a search, which would reject 1 % of such actions."""


class GumbelSearchPlayer(SearchPlayer):
    """Tree search whose root divides the simulations among few actions (sequential halving).

    All actions that are still compared are simulated in the same sampled worlds. Their leaves form a batch. `choose`
    stops as soon as the choice is clear; `search` uses its whole budget, for hints.
    """

    def __init__(self, evaluations: Evaluations, random: Random, budget: Budget, sure: float = SURE) -> None:
        super().__init__(Guide(), random, budget, 0, DEFAULT_EXPLORATION)
        self.evaluations = evaluations
        self.sure = sure
        self.speed = 0.0
        """Measured simulations per second."""
        self.world: State | None = None
        self.round: i64 = -1
        """The world of the last round of simulations, and which one that was."""

    @override
    def choose(self, seat: Seat) -> i64:
        """Return the action that the network is sure about, or the result of a search."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        logits, value = self.evaluations.answer_seat(seat, actions)
        priors = softmax(logits)
        best = max(priors)
        if best >= self.sure:
            return actions[priors.index(best)]
        return self.search_from(seat, logits, value, False)[0].action

    @override
    def search(self, seat: Seat) -> list[ActionStats]:
        """Search and return the statistics of all actions, the action to play first."""
        logits, value = self.evaluations.answer_seat(seat, seat.actions())
        return self.search_from(seat, logits, value, True)

    def search_from(self, seat: Seat, logits: list[float], value: float, is_complete: bool) -> list[ActionStats]:
        """Search with the network's answer for the position, to the end of the budget or until the choice is clear."""
        started_at = time.perf_counter()
        tree = BatchedTree(self.random, seat.game, self.explore, seat.is_open())
        self.trees = [tree]
        self.world = None
        self.expand_root(tree, seat.sample(self.random), logits, value)
        scale = HINT_SCALE if is_complete else VALUE_SCALE
        root = GumbelRoot(tree.root.children, logits, value, self.simulations(), scale)
        while root.compared() > 0 and (is_complete or not root.is_clear()):
            self.simulate_batch(tree, root, seat)
        spent = time.perf_counter() - started_at
        if self.budget.seconds > 0.0 and spent > 0.0:
            speed = float(root.done) / spent
            self.speed = speed if self.speed <= 0.0 else self.speed + SPEED_SHARE * (speed - self.speed)
        return first_action_first(action_stats(seat.actions(), [tree]), root.choice().action)

    def simulations(self) -> i64:
        """Return the simulations of the next decision."""
        if self.budget.seconds <= 0.0:
            return self.budget.simulations
        if self.speed <= 0.0:
            return FIRST_SIMULATIONS
        return max(1, i64(int(self.speed * self.budget.seconds)))

    def expand_root(self, tree: BatchedTree, state: State, logits: list[float], value: float) -> None:
        """Expand the root with the network's answer."""
        leaf = Leaf(tree, tree.root, state, [], [])
        tree.expand_leaf(leaf, state.actions(), softmax(logits))
        tree.back_up_leaf(leaf, tree.seat_scores(state.seat, value))

    def simulate_batch(self, tree: BatchedTree, root: GumbelRoot, seat: Seat) -> None:
        """Simulate rounds among the same actions until the batch is full."""
        compared = root.compared()
        leaves: list[Leaf] = []
        while root.compared() == compared and i64(len(leaves)) < self.evaluations.rows:
            number = root.next_round()
            child: Node | None = root.next_child()
            if child is None:
                break
            world = self.world
            if world is None or number != self.round:
                world = seat.sample(self.random)
                self.world, self.round = world, number
            leaf = tree.select_leaf(world.clone(), child)
            if leaf.state.seat == OVER:
                tree.back_up_leaf(leaf, tree.end_scores(leaf.state))
            else:
                self.evaluations.ask(len(leaves), leaf.state)
                leaves.append(leaf)
        self.answer(leaves)

    def answer(self, leaves: list[Leaf]) -> None:
        """Evaluate the waiting leaves."""
        if len(leaves) > 0:
            self.evaluations.evaluate(len(leaves))
            for place in range(len(leaves)):
                leaves[place].tree.answer(leaves[place], self.evaluations, place)
            leaves.clear()


def first_action_first(found: list[ActionStats], action: i64) -> list[ActionStats]:
    """Return the statistics with those of one action at the start."""
    first = [one for one in found if one.action == action]
    return first + [one for one in found if one.action != action]

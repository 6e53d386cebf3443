"""A search player for small budgets: a few actions are compared, and the worse half is left out in each phase."""

import time
from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.players.batched_tree import BatchedTree, Evaluations, Leaf, softmax
from tefuda.players.gumbel_root import GumbelRoot
from tefuda.players.search import DEFAULT_EXPLORATION, ActionStats, Budget, SearchPlayer, action_stats
from tefuda.players.tree import Node

FIRST_SIMULATIONS: Final = 16
"""The budget of the first decision if the budget is a time. Later ones follow from the measured speed."""

SPEED_SHARE: Final = 0.3
"""The weight of the latest decision in the measured speed."""


class GumbelSearchPlayer(SearchPlayer):
    """Tree search whose root divides the simulations among few actions (sequential halving).

    All actions that are still compared are simulated in the same sampled worlds. Their leaves form a batch.
    """

    def __init__(self, evaluations: Evaluations, random: Random, budget: Budget) -> None:
        super().__init__(Guide(), random, budget, 0, DEFAULT_EXPLORATION)
        self.evaluations = evaluations
        self.speed = 0.0
        """Measured simulations per second."""

    @override
    def search(self, seat: Seat) -> list[ActionStats]:
        """Search and return the statistics of all actions, the action to play first."""
        started_at = time.perf_counter()
        simulations = self.simulations()
        tree = BatchedTree(self.random, seat.game, self.explore, seat.is_open())
        self.trees = [tree]
        root = self.new_root(seat, tree, simulations)
        while True:
            world = seat.sample(self.random)
            if not self.simulate_round(tree, root, world):
                break
        spent = time.perf_counter() - started_at
        if self.budget.seconds > 0.0 and spent > 0.0:
            speed = float(simulations) / spent
            self.speed = speed if self.speed <= 0.0 else self.speed + SPEED_SHARE * (speed - self.speed)
        return first_action_first(action_stats(seat.actions(), [tree]), root.choice().action)

    def simulations(self) -> i64:
        """Return the simulations of the next decision."""
        if self.budget.seconds <= 0.0:
            return self.budget.simulations
        if self.speed <= 0.0:
            return FIRST_SIMULATIONS
        return max(1, i64(int(self.speed * self.budget.seconds)))

    def new_root(self, seat: Seat, tree: BatchedTree, simulations: i64) -> GumbelRoot:
        """Ask about the position and expand the root."""
        state = seat.sample(self.random)
        actions = state.actions()
        logits, value = self.evaluations.answer_seat(seat, actions)
        leaf = Leaf(tree, tree.root, state, [], [])
        tree.expand_leaf(leaf, actions, softmax(logits))
        tree.back_up_leaf(leaf, tree.seat_scores(state.seat, value))
        return GumbelRoot(tree.root.children, logits, value, simulations)

    def simulate_round(self, tree: BatchedTree, root: GumbelRoot, world: State) -> bool:
        """Simulate each action that is still compared; return False if the budget is spent."""
        number = root.next_round()
        if number < 0:
            return False
        leaves: list[Leaf] = []
        while root.next_round() == number:
            child: Node | None = root.next_child()
            if child is None:
                break
            leaf = tree.select_leaf(world.clone(), child)
            if leaf.state.seat == OVER:
                tree.back_up_leaf(leaf, tree.end_scores(leaf.state))
                continue
            self.evaluations.ask(len(leaves), leaf.state)
            leaves.append(leaf)
            if i64(len(leaves)) == self.evaluations.rows:
                self.answer(leaves)
        self.answer(leaves)
        return True

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

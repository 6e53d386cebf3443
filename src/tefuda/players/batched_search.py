"""A search player whose leaves are evaluated in batches."""

import time
from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER, UNBOUNDED, State
from tefuda.players.batched_tree import BatchedTree, Evaluations, Leaf
from tefuda.players.search import DEFAULT_EXPLORATION, ActionStats, Budget, SearchPlayer, action_stats
from tefuda.players.tree import Tree

MAX_BATCH_SIMULATIONS: Final = 256
"""Simulations that may end without a question before the clock is checked."""


class BatchedSearchPlayer(SearchPlayer):
    """Tree search with the priors and values of a network."""

    def __init__(
        self,
        evaluations: Evaluations,
        random: Random,
        budget: Budget,
        worlds: i64,
        explore: float = DEFAULT_EXPLORATION,
    ) -> None:
        super().__init__(Guide(), random, budget, worlds, explore)
        self.evaluations = evaluations

    @override
    def new_tree(self, seat: Seat, one_world: bool) -> Tree:
        return BatchedTree(self.random, seat.game, self.explore, one_world)

    @override
    def search(self, seat: Seat) -> list[ActionStats]:
        trees, states = self.make_trees(seat)
        self.trees = trees
        self.expand_roots(seat)
        count: i64 = len(trees)
        started_at = time.perf_counter() if self.budget.seconds > 0 else 0.0
        limit = self.budget.simulations if self.budget.seconds <= 0 else UNBOUNDED
        done: i64 = 0
        leaves: list[Leaf] = []
        while not self.is_spent(done, started_at):
            first = done
            leaves.clear()
            while i64(len(leaves)) < self.evaluations.rows and done < min(limit, first + MAX_BATCH_SIMULATIONS):
                tree = batched(trees[done % count])
                leaf = tree.select_leaf(states[done % count].clone() if states else seat.sample(self.random))
                if leaf.state.seat == OVER:
                    tree.back_up_leaf(leaf, tree.end_scores(leaf.state))
                elif is_waiting(leaf, leaves):
                    tree.cancel(leaf)
                    break
                else:
                    self.evaluations.ask(len(leaves), leaf.state)
                    leaves.append(leaf)
                done += 1
            if len(leaves) > 0:
                self.evaluations.evaluate(len(leaves))
                for place in range(len(leaves)):
                    leaves[place].tree.answer(leaves[place], self.evaluations, place)
        return action_stats(seat.actions(), trees)

    def expand_roots(self, seat: Seat) -> None:
        """Expand the roots of new trees. They look the same to the seat, so one evaluation is enough."""
        new = [batched(tree) for tree in self.trees if not tree.root.expanded]
        if len(new) > 0:
            state = seat.sample(self.random)
            self.evaluations.ask(0, state)
            self.evaluations.evaluate(1)
            for tree in new:
                tree.answer(Leaf(tree, tree.root, state, [], []), self.evaluations, 0)

    def is_spent(self, done: i64, started_at: float) -> bool:
        """Return whether the budget is spent. Seconds are checked after every batch."""
        if self.budget.seconds <= 0:
            return done >= self.budget.simulations
        return done > 0 and time.perf_counter() - started_at >= self.budget.seconds


def simulate_together(tree: BatchedTree, worlds: list[State], evaluations: Evaluations) -> None:
    """Run a simulation in each of the worlds, up to the number of rows. The first simulation of a tree runs alone."""
    leaves: list[Leaf] = []
    for world in worlds:
        leaf = tree.select_leaf(world)
        if leaf.state.seat == OVER:
            tree.back_up_leaf(leaf, tree.end_scores(leaf.state))
        elif is_waiting(leaf, leaves):
            tree.cancel(leaf)
        else:
            evaluations.ask(len(leaves), leaf.state)
            leaves.append(leaf)
    if len(leaves) > 0:
        evaluations.evaluate(len(leaves))
        for place in range(len(leaves)):
            tree.answer(leaves[place], evaluations, place)


def is_waiting(leaf: Leaf, leaves: list[Leaf]) -> bool:
    """Return whether another simulation waits at the same leaf."""
    for other in leaves:
        if other.node is leaf.node:
            return True
    return False


def batched(tree: Tree) -> BatchedTree:
    assert isinstance(tree, BatchedTree)
    return tree

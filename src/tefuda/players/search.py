"""Search players. They search in worlds that are sampled from the information of their seat."""

import time
from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, Player, Seat
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.players.tree import Node, Tree

DEFAULT_EXPLORATION: Final = 0.6
CLOCK_CHECK_INTERVAL: Final = 8
"""Simulations between two checks of the clock."""
REUSE_NODE_LIMIT: Final = 300
"""Nodes that are checked to find the present position in the tree of the last decision."""


class Budget:
    """The budget of a decision: simulations (reproducible) or seconds."""

    def __init__(self, simulations: i64, seconds: float = 0.0) -> None:
        self.simulations = simulations
        self.seconds = seconds


class ActionStats:
    """The statistics of an action over all trees of a search."""

    def __init__(self, action: i64) -> None:
        self.action = action
        self.visits: i64 = 0
        self.trees: i64 = 0
        self.total = 0.0
        """The number of trees that tried the action, and the sum of their values."""

    def add(self, node: Node) -> None:
        """Add the statistics of one tree. All worlds have the same weight."""
        if node.visits > 0:
            self.visits += node.visits
            self.trees += 1
            self.total += node.value()

    def chance(self) -> float:
        return self.total / float(self.trees) if self.trees > 0 else 0.5


class RandomRolloutGuide(Guide):
    """The priors of another guide, with random rollouts to the end."""

    def __init__(self, guide: Guide) -> None:
        super().__init__()
        self.guide = guide

    @override
    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        return self.guide.priors(state, actions)


class SearchPlayer(Player):
    """Monte Carlo tree search.

    Without hidden information there is one tree, which is reused for the next decision. With hidden information: if
    `worlds` is positive, each sampled world has its own tree (`mcts`); otherwise every simulation samples a new world,
    and one tree holds the information sets (`ismcts`). The most visited action is played.
    """

    def __init__(
        self, guide: Guide, random: Random, budget: Budget, worlds: i64, explore: float = DEFAULT_EXPLORATION
    ) -> None:
        self.guide = guide
        self.random = random
        self.budget = budget
        self.worlds = worlds
        self.explore = explore
        self.trees: list[Tree] = []
        """The trees of the last search."""
        self.reusable_tree: Tree | None = None
        self.reusable_state: State | None = None
        """Without hidden information: the tree of the last decision, and the state at its root."""

    @override
    def choose(self, seat: Seat) -> i64:
        actions = seat.actions()
        return actions[0] if len(actions) == 1 else self.search(seat)[0].action

    def search(self, seat: Seat) -> list[ActionStats]:
        """Search and return the statistics of all actions, the best action first."""
        self.guide.begin(seat.sample(self.random))
        trees, states = self.make_trees(seat)
        self.trees = trees
        fresh = len(states) == 0
        count: i64 = len(trees)
        started_at = time.perf_counter() if self.budget.seconds > 0 else 0.0
        done: i64 = 0
        while not self.is_budget_spent(done, started_at):
            if fresh:
                trees[0].simulate(seat.sample(self.random))
            else:
                trees[done % count].simulate(states[done % count].clone())
            done += 1
        return action_stats(seat.actions(), trees)

    def is_budget_spent(self, done: i64, started_at: float) -> bool:
        if self.budget.seconds <= 0:
            return done >= self.budget.simulations
        return done > 0 and done % CLOCK_CHECK_INTERVAL == 0 and time.perf_counter() - started_at >= self.budget.seconds

    def make_trees(self, seat: Seat) -> tuple[list[Tree], list[State]]:
        """Return the trees and their root states. Without root states, every simulation samples its own."""
        if seat.is_open():
            world = seat.sample(self.random)
            tree = self.reuse_tree(seat, world)
            self.reusable_tree, self.reusable_state = tree, world
            return [tree], [world]
        self.reusable_tree = self.reusable_state = None
        if self.worlds == 0:
            return [self.new_tree(seat, False)], []
        trees: list[Tree] = []
        states: list[State] = []
        for _ in range(self.worlds):
            trees.append(self.new_tree(seat, True))
            states.append(seat.sample(self.random))
        return trees, states

    def new_tree(self, seat: Seat, one_world: bool) -> Tree:
        return Tree(self.guide, self.random, seat.game, self.explore, one_world)

    def reuse_tree(self, seat: Seat, world: State) -> Tree:
        """Return the subtree of the last tree at the present position, or a new tree."""
        tree = self.new_tree(seat, True)
        if self.reusable_tree is None or self.reusable_state is None:
            return tree
        view = seat.view()
        actions = world.actions()
        # Breadth first: the position is only a few actions away.
        nodes: list[Node] = [self.reusable_tree.root]
        states: list[State] = [self.reusable_state]
        at: i64 = 0
        while at < len(nodes) and at < REUSE_NODE_LIMIT:
            node, state = nodes[at], states[at]
            at += 1
            if state.seat == world.seat and state.actions() == actions and seat.game.view(state, seat.number) == view:
                tree.root = node
                break
            for child in node.children:
                if child.visits > 0:
                    after = state.clone()
                    after.play(child.action)
                    nodes.append(child)
                    states.append(after)
        return tree


def action_stats(actions: list[i64], trees: list[Tree]) -> list[ActionStats]:
    """Return the statistics of the actions over all trees, most visited first."""
    found: list[ActionStats] = []
    for action in actions:
        one = ActionStats(action)
        for tree in trees:
            child = tree.root.child(action)
            if child is not None:
                one.add(child)
        place: i64 = len(found)
        while place > 0 and is_better(one, found[place - 1]):
            place -= 1
        found.insert(place, one)
    return found


def is_better(one: ActionStats, other: ActionStats) -> bool:
    """Return whether an action has more visits, or equal visits and a higher chance."""
    return one.visits > other.visits or (one.visits == other.visits and one.chance() > other.chance())

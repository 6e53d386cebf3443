"""Players that search. They get a seat like everybody, and think in worlds sampled from what it knows."""

import time
from typing import Final

from mypy_extensions import i64

from tefuda.core.player import Guide, Player, Seat
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.players.tree import Node, Tree

EXPLORE: Final = 0.6
BETWEEN_LOOKS: Final = 8
"""Simulations between two looks at the clock."""
FAR_ENOUGH: Final = 300
"""Nodes that are looked through for the present position in the tree of the last move."""


class Budget:
    """How long to think: so many simulations, which is the same everywhere; or so many seconds."""

    def __init__(self, simulations: i64, seconds: float = 0.0) -> None:
        self.simulations = simulations
        self.seconds = seconds


class Rated:
    """An action and what the search found: how often it was tried, and how likely it wins."""

    def __init__(self, action: i64) -> None:
        self.action = action
        self.visits: i64 = 0
        self.trees: i64 = 0
        self.total = 0.0
        """In how many trees it was tried, and what they say of it, added up."""

    def add(self, node: Node) -> None:
        """What one tree says. All worlds count alike: it is tried most in those that it happens to suit."""
        if node.visits > 0:
            self.visits += node.visits
            self.trees += 1
            self.total += node.value()

    def chance(self) -> float:
        return self.total / float(self.trees) if self.trees > 0 else 0.5


class LeftToLuck(Guide):
    """Another guide's priors; what follows is played by lot to the end."""

    def __init__(self, guide: Guide) -> None:
        super().__init__()
        self.guide = guide

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        return self.guide.priors(state, actions)


class SearchPlayer(Player):
    """Monte Carlo tree search.

    Where nothing is hidden there is one tree, and it is kept for the next move. Else: with `worlds`, so many worlds are
    sampled and each has a tree of its own (`mcts`); without, every simulation plays in a new world, and one tree
    holds what can be told apart (`ismcts`). The action that was tried most is played.
    """

    def __init__(self, guide: Guide, random: Random, budget: Budget, worlds: i64, explore: float = EXPLORE) -> None:
        self.guide = guide
        self.random = random
        self.budget = budget
        self.worlds = worlds
        self.explore = explore
        self.trees: list[Tree] = []
        """What grew when it last thought, for whoever wants to look."""
        self.kept: Tree | None = None
        self.kept_state: State | None = None
        """Where nothing is hidden: the tree of the last move, and the state at its root."""

    def choose(self, seat: Seat) -> i64:
        actions = seat.actions()
        return actions[0] if len(actions) == 1 else self.think(seat)[0].action

    def think(self, seat: Seat) -> list[Rated]:
        """All actions with what the search finds about them, the one to play first."""
        self.guide.begin(seat.sample(self.random))
        trees, states = self.plant(seat)
        self.trees = trees
        fresh = len(states) == 0
        count: i64 = len(trees)
        began = time.perf_counter() if self.budget.seconds > 0 else 0.0
        done: i64 = 0
        while not self.is_spent(done, began):
            if fresh:
                trees[0].grow(seat.sample(self.random))
            else:
                trees[done % count].grow(states[done % count].clone())
            done += 1
        return rated(seat.actions(), trees)

    def is_spent(self, done: i64, began: float) -> bool:
        if self.budget.seconds <= 0:
            return done >= self.budget.simulations
        return done > 0 and done % BETWEEN_LOOKS == 0 and time.perf_counter() - began >= self.budget.seconds

    def plant(self, seat: Seat) -> tuple[list[Tree], list[State]]:
        """The trees to grow, and the state at the root of each; no states: every simulation samples its own."""
        if seat.is_open():
            world = seat.sample(self.random)
            tree = self.find_again(seat, world)
            self.kept, self.kept_state = tree, world
            return [tree], [world]
        self.kept = self.kept_state = None
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

    def find_again(self, seat: Seat, world: State) -> Tree:
        """The part of the last tree that begins at the present position, or a new tree."""
        tree = self.new_tree(seat, True)
        if self.kept is None or self.kept_state is None:
            return tree
        view = seat.view()
        actions = world.actions()
        # Level by level: the position is a few actions on.
        nodes: list[Node] = [self.kept.root]
        states: list[State] = [self.kept_state]
        at: i64 = 0
        while at < len(nodes) and at < FAR_ENOUGH:
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


def rated(actions: list[i64], trees: list[Tree]) -> list[Rated]:
    """What all trees together say about the actions at their roots, most tried first."""
    found: list[Rated] = []
    for action in actions:
        one = Rated(action)
        for tree in trees:
            child = tree.root.child(action)
            if child is not None:
                one.add(child)
        place: i64 = len(found)
        while place > 0 and comes_before(one, found[place - 1]):
            place -= 1
        found.insert(place, one)
    return found


def comes_before(one: Rated, other: Rated) -> bool:
    """Whether an action was tried more, or as often and with more success."""
    return one.visits > other.visits or (one.visits == other.visits and one.chance() > other.chance())

"""Monte Carlo tree search over any `State`.

A node stands for a sequence of actions from the root. In a single world that is one state. If every simulation samples
a world, it is the set of states after those actions: only the actions that are legal in the sampled world are selected,
and the exploration term uses how often an action was available.
"""

import math
from typing import Final

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.player import TO_THE_END, Guide
from tefuda.core.random import Random
from tefuda.core.state import OVER, State

MAX_ROLLOUT_PLAYS: Final = 2_000
"""A longer rollout is stopped and evaluated."""

MAX_ROLLOUT_EXTENSION: Final = 200
"""Extra plays of a rollout until the guide can evaluate the state."""


class Node:
    """An action and the statistics of its simulations."""

    def __init__(self, action: i64, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits: i64 = 0
        self.total = 0.0
        """The sum of the scores for the seat that chose the action."""
        self.child_visits: i64 = 0
        self.child_total = 0.0
        """Simulations that continued from here, and the sum of their scores for the seat that decides here."""
        self.availability: i64 = 0
        """How often the action was legal, if worlds differ."""
        self.expanded = False
        self.children: list[Node] = NO_NODES
        """A new list after expansion; most nodes are never expanded."""

    def value(self) -> float:
        """Return the mean score; 0.5 before the first visit."""
        return self.total / float(self.visits) if self.visits > 0 else 0.5

    def child(self, action: i64) -> "Node | None":
        """Return the child of an action, or None."""
        for child in self.children:
            if child.action == action:
                return child
        return None


NO_NODES: Final[list[Node]] = []


class Tree:
    """A search tree."""

    def __init__(self, guide: Guide, random: Random, game: Game, explore: float, one_world: bool) -> None:
        self.guide = guide
        self.random = random
        self.game = game
        self.seats: i64 = game.seats
        self.has_payoffs = game.has_payoffs
        self.explore = explore
        self.one_world = one_world
        """Whether all simulations start from the same state, including its random numbers."""
        self.random_rollout = type(guide) is Guide and guide.rollout == TO_THE_END
        """Whether rollouts are uniformly random; then the guide is not called."""
        self.root = Node(-1, 1.0)
        self.path: list[Node] = []
        self.seats_on_path: list[i64] = []

    def simulate(self, state: State) -> None:
        """Run one simulation in `state`: selection, expansion, evaluation, backpropagation."""
        node = self.root
        path, seats_on_path = self.path, self.seats_on_path
        path.clear()
        seats_on_path.clear()
        me = state.seat
        while state.seat != OVER and (node.visits > 0 or len(path) == 0):
            if self.guide.alone and state.seat != me:
                break
            choices = self.legal_children(node, state)
            seats_on_path.append(state.seat)
            path.append(node)
            node = self.select_child(node, choices)
            state.play(node.action)
        scores = self.evaluate_leaf(state)
        # Backpropagation
        place: i64 = len(path) - 1
        while place >= 0:
            score = scores[seats_on_path[place]]
            node.visits += 1
            node.total += score
            node = path[place]
            node.child_visits += 1
            node.child_total += score
            place -= 1
        self.root.visits += 1

    def legal_children(self, node: Node, state: State) -> list[Node]:
        """Return the children of `node` that are legal in the state; adds new ones."""
        if node.expanded and self.one_world:
            return node.children
        actions = state.actions()
        if not node.expanded:
            node.expanded = True
            node.children = []
            self.expand(node, state, actions)
            if self.one_world:
                return node.children
        legal: list[Node] = []
        known = node.children
        each = 1.0 / float(len(actions))
        for at in range(len(actions)):
            action = actions[at]
            # Worlds usually list the same actions in the same order.
            found: Node | None = known[at] if at < len(known) and known[at].action == action else node.child(action)
            if found is None:
                found = Node(action, each)
                known.append(found)
            found.availability += 1
            legal.append(found)
        return legal

    def expand(self, node: Node, state: State, actions: list[i64]) -> None:
        """Add a child for each action."""
        priors = self.guide.priors(state, actions)
        children = node.children
        if priors is None:
            each = 1.0 / float(len(actions))
            for action in actions:
                children.append(Node(action, each))
        else:
            for place in range(len(actions)):
                children.append(Node(actions[place], priors[place]))

    def select_child(self, node: Node, choices: list[Node]) -> Node:
        """Return the child with the highest value plus exploration term (PUCT)."""
        chosen = choices[0]
        best_value = -1.0
        # First-play urgency: unvisited children get the mean of the visited ones.
        first_play_value = (node.child_total + 0.5) / (float(node.child_visits) + 1.0)
        exploration = self.explore * math.sqrt(float(node.child_visits) + 1.0)
        for child in choices:
            if not self.one_world:
                exploration = self.explore * math.sqrt(float(child.availability))
            visits = float(child.visits)
            value = child.total / visits if child.visits > 0 else first_play_value
            value += exploration * child.prior / (1.0 + visits)
            if value > best_value:
                best_value = value
                chosen = child
        return chosen

    def evaluate_leaf(self, state: State) -> list[float]:
        """Return the scores by seat: of the end of a rollout, or the guide's estimate.

        Payoffs are scaled to the range from 0 to 1.
        """
        guide, random = self.guide, self.random
        best_value = MAX_ROLLOUT_PLAYS if guide.rollout == TO_THE_END else guide.rollout + MAX_ROLLOUT_EXTENSION
        plays: i64 = 0
        while self.random_rollout and state.seat != OVER and plays < best_value:
            state.play(state.random_action(random))
            plays += 1
        while state.seat != OVER and plays < best_value:
            if guide.rollout != TO_THE_END and plays >= guide.rollout and guide.can_judge(state):
                break
            state.play(guide.choose(state, random))
            plays += 1
        if state.seat == OVER:
            if self.has_payoffs:
                return [self.game.share(score) for score in state.scores()]
            return state.scores()
        first = guide.chance(state, 0)
        if self.seats == 2:
            return [first, 1.0 - first]
        scores = [first]
        for seat in range(1, self.seats):
            scores.append(guide.chance(state, seat))
        return scores

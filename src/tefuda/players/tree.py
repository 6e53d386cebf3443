"""A tree of decisions, grown by playing: Monte Carlo tree search over any `State`.

A node is what a sequence of actions leads to, seen from the root. In one world, whose luck is settled, that is one
state. Where every simulation plays in another world, it is all the states that those actions may lead to: then only
what is legal in the world at hand is chosen from, and an action is compared with how often it could have been chosen.
"""

import math
from typing import Final

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.player import TO_THE_END, Guide
from tefuda.core.random import Random
from tefuda.core.state import OVER, State

MOST_PLAYS: Final = 2_000
"""A rollout that is not over by then is judged as it stands."""

LITTLE_MORE: Final = 200
"""Plays that a rollout may go on for until its guide can judge."""


class Node:
    """An action, and how the simulations went that chose it."""

    def __init__(self, action: i64, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits: i64 = 0
        self.total = 0.0
        """What those simulations won for whoever chose it."""
        self.tried: i64 = 0
        self.gain = 0.0
        """How many simulations went on from here, and what they won for whoever decides here."""
        self.chances: i64 = 0
        """How often it could have been chosen, where worlds differ."""
        self.expanded = False
        self.children: list[Node] = NO_NODES
        """A list of its own once it is expanded: most nodes never are."""

    def value(self) -> float:
        """The mean of what was won; an even chance before anything was tried."""
        return self.total / float(self.visits) if self.visits > 0 else 0.5

    def child(self, action: i64) -> "Node | None":
        """The node of an action that can follow."""
        for child in self.children:
            if child.action == action:
                return child
        return None


NO_NODES: Final[list[Node]] = []


class Tree:
    """One tree. `grow` adds one simulation to it."""

    def __init__(self, guide: Guide, random: Random, game: Game, explore: float, one_world: bool) -> None:
        self.guide = guide
        self.random = random
        self.game = game
        self.seats: i64 = game.seats
        self.has_payoffs = game.has_payoffs
        self.explore = explore
        self.one_world = one_world
        """Whether all simulations start from the same state, luck included."""
        self.by_lot = type(guide) is Guide and guide.rollout == TO_THE_END
        """Whether the guide knows nothing: then it need not be asked."""
        self.root = Node(-1, 1.0)
        self.path: list[Node] = []
        self.movers: list[i64] = []

    def grow(self, state: State) -> None:
        """One simulation, played in `state` itself: down the tree, one step beyond it, and on to an estimate."""
        node = self.root
        path, movers = self.path, self.movers
        path.clear()
        movers.clear()
        me = state.seat
        while state.seat != OVER and (node.visits > 0 or len(path) == 0):
            if self.guide.alone and state.seat != me:
                break
            choices = self.choices(node, state)
            movers.append(state.seat)
            path.append(node)
            node = self.best(node, choices)
            state.play(node.action)
        scores = self.finish(state)
        # From the leaf up: what a choice won is counted at it, and at where it was made.
        place: i64 = len(path) - 1
        while place >= 0:
            score = scores[movers[place]]
            node.visits += 1
            node.total += score
            node = path[place]
            node.tried += 1
            node.gain += score
            place -= 1
        self.root.visits += 1

    def choices(self, node: Node, state: State) -> list[Node]:
        """The nodes of what is legal in a state at `node`; those that are new are hung there."""
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
            # Worlds mostly list the same actions in the same order.
            found: Node | None = known[at] if at < len(known) and known[at].action == action else node.child(action)
            if found is None:
                found = Node(action, each)
                known.append(found)
            found.chances += 1
            legal.append(found)
        return legal

    def expand(self, node: Node, state: State, actions: list[i64]) -> None:
        """Hang all actions of a state below its node."""
        priors = self.guide.priors(state, actions)
        children = node.children
        if priors is None:
            each = 1.0 / float(len(actions))
            for action in actions:
                children.append(Node(action, each))
        else:
            for place in range(len(actions)):
                children.append(Node(actions[place], priors[place]))

    def best(self, node: Node, choices: list[Node]) -> Node:
        """What to try next: what did well, and what was tried little for how promising it looks."""
        chosen = choices[0]
        most = -1.0
        # Of what was never tried as much is hoped as of the rest.
        hope = (node.gain + 0.5) / (float(node.tried) + 1.0)
        reach = self.explore * math.sqrt(float(node.tried) + 1.0)
        for child in choices:
            if not self.one_world:
                reach = self.explore * math.sqrt(float(child.chances))
            visits = float(child.visits)
            worth = child.total / visits if child.visits > 0 else hope
            worth += reach * child.prior / (1.0 + visits)
            if worth > most:
                most = worth
                chosen = child
        return chosen

    def finish(self, state: State) -> list[float]:
        """Play on as the guide says, and the scores by seat: of the end, or what the guide expects of it.

        Payoffs are brought to the scale from 0 to 1, on which everything here is measured.
        """
        guide, random = self.guide, self.random
        most = MOST_PLAYS if guide.rollout == TO_THE_END else guide.rollout + LITTLE_MORE
        plays: i64 = 0
        while self.by_lot and state.seat != OVER and plays < most:
            state.play(state.random_action(random))
            plays += 1
        while state.seat != OVER and plays < most:
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

"""The root of a search with few simulations: Gumbel noise, sequential halving, and an improved policy.

After Danihelka, Guez, Schrittwieser and Silver: Policy improvement by planning with Gumbel (2022).
"""

import math
from typing import Final

from mypy_extensions import i64

from tefuda.core.random import Random
from tefuda.players.batched_tree import softmax
from tefuda.players.tree import Node

MAX_CONSIDERED: Final = 16
SIMULATIONS_PER_ACTION: Final = 3
"""A search compares at most this many actions, and has at least this many simulations for each."""

VISIT_OFFSET: Final = 50.0
VALUE_SCALE: Final = 0.5
"""The weight of values against logits: `VALUE_SCALE * (VISIT_OFFSET + most visits of an action)`."""

CLEAR_LEAD: Final = 1.0
"""An action that leads by this much after half of the search stays in front in about 19 of 20 decisions."""


class GumbelRoot:
    """Which action each simulation tries first, and what the search has found."""

    def __init__(
        self,
        children: list[Node],
        logits: list[float],
        value: float,
        simulations: i64,
        value_scale: float = VALUE_SCALE,
    ) -> None:
        self.children = children
        self.value_scale = value_scale
        self.logits = logits
        self.priors = softmax(logits)
        self.value = value
        """The network's chance to win at the root."""
        self.noise = [0.0] * len(children)
        self.schedule = visit_schedule(len(children), simulations)
        self.done: i64 = 0

    def add_noise(self, random: Random) -> None:
        """Add Gumbel noise: the best action is then a sample of the improved policy."""
        for place in range(len(self.noise)):
            self.noise[place] = -math.log(-math.log(random.unit()))

    def next_round(self) -> i64:
        """Return the round of the next simulation. In a round, each action that is still compared has one."""
        return self.schedule[self.done][0] if self.done < len(self.schedule) else -1

    def compared(self) -> i64:
        """Return how many actions the next simulation compares; 0 after the last one."""
        return self.schedule[self.done][1] if self.done < len(self.schedule) else 0

    def next_child(self) -> Node | None:
        """Return the action to simulate; None after the last simulation."""
        if self.done >= len(self.schedule):
            return None
        wanted = self.schedule[self.done][0]
        self.done += 1
        return self.best_child(wanted)

    def ranks(self) -> list[float]:
        """Return the rank of each action: its logit, plus the weighted value that the search has found."""
        values = self.action_values()
        return [self.noise[place] + self.logits[place] + values[place] for place in range(len(values))]

    def best_child(self, visits: i64) -> Node:
        """Return the best action among those with a number of visits."""
        ranks = self.ranks()
        chosen = self.children[0]
        best = -1e30
        for place in range(len(self.children)):
            if self.children[place].visits == visits and ranks[place] > best:
                best = ranks[place]
                chosen = self.children[place]
        return chosen

    def is_clear(self) -> bool:
        """Return whether the second half of the search would hardly change the choice."""
        if 2 * self.done < len(self.schedule):
            return False
        most = self.most_visits()
        ranks = self.ranks()
        best = second = -1e30
        for place in range(len(ranks)):
            if self.children[place].visits < most:
                continue
            if ranks[place] > best:
                best, second = ranks[place], best
            elif ranks[place] > second:
                second = ranks[place]
        return best - second >= CLEAR_LEAD

    def choice(self) -> Node:
        """Return the action to play: the best of those with most visits."""
        return self.best_child(self.most_visits())

    def most_visits(self) -> i64:
        most: i64 = 0
        for child in self.children:
            if child.visits > most:
                most = child.visits
        return most

    def action_values(self) -> list[float]:
        """Return the weighted value of each action. An action without visits has the mixed value of the root."""
        visits = 0.0
        weight = 0.0
        total = 0.0
        for place in range(len(self.children)):
            child = self.children[place]
            if child.visits > 0:
                visits += float(child.visits)
                weight += self.priors[place]
                total += self.priors[place] * child.value()
        mixed = self.value
        if weight > 0.0:
            mixed = (self.value + visits * total / weight) / (1.0 + visits)
        scale = self.value_scale * (VISIT_OFFSET + float(self.most_visits()))
        return [scale * (child.value() if child.visits > 0 else mixed) for child in self.children]

    def improved_policy(self) -> list[float]:
        """Return the probabilities that a network should learn."""
        values = self.action_values()
        return softmax([self.logits[place] + values[place] for place in range(len(values))])


def visit_schedule(actions: i64, simulations: i64) -> list[tuple[i64, i64]]:
    """Return, for each simulation, the visits of the action to try, and how many actions are compared.

    Half of the actions are left out in each phase.
    """
    considered: i64 = min(actions, MAX_CONSIDERED, max(2, simulations // SIMULATIONS_PER_ACTION))
    schedule: list[tuple[i64, i64]] = []
    if considered <= 1:
        for visit in range(simulations):
            schedule.append((visit, considered))
        return schedule
    phases: i64 = 0
    while pow2(phases) < considered:
        phases += 1
    visits = [i64(0)] * considered
    left = considered
    while i64(len(schedule)) < simulations:
        rounds: i64 = max(1, simulations // (phases * left))
        for _ in range(rounds):
            for place in range(left):
                schedule.append((visits[place], left))
                visits[place] += 1
        left = max(2, left // 2)
    return schedule[:simulations]


def pow2(exponent: i64) -> i64:
    power: i64 = 1
    for _ in range(exponent):
        power *= 2
    return power

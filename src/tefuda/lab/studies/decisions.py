"""Decisions that mattered: what is lost where somebody chooses by lot instead of well.

Every action is tried in worlds that the seat could be in, each played on as a search would play it. One half of the
worlds says which action is best, the other half what that one is worth: an action that was only lucky in the first half
is not lucky in the second, so that the gain is not exaggerated by picking. All actions of a world share its luck.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.player import TO_THE_END, Guide, Seat
from tefuda.core.random import Random, Xoshiro
from tefuda.core.state import State
from tefuda.lab.stats.intervals import mean_interval
from tefuda.players.search import EXPLORE
from tefuda.players.tree import Tree

MATTERS: Final = 0.1
"""So much more than the average the best action must win for a decision to have mattered."""
MOST_ACTIONS: Final = 12
"""Of more, so many are drawn by lot."""
A_GAME: Final = 4
"""Decisions of a game that are looked at."""

SHORT: Final = 20
"""Plays: a rollout that is longer takes its time."""
FEWEST_WORLDS: Final = 8
MOST_WORLDS: Final = 32
"""In each half."""


class Effort:
    """How much is tried, by how long the guide's rollouts are: counted, so that it is the same on every machine."""

    def __init__(self, guide: Guide) -> None:
        short = guide.rollout != TO_THE_END and guide.rollout <= SHORT
        self.games = 500 if short else 60
        """The first so many games are looked at; more would change little."""
        self.playouts = 400 if short else 200
        """For a decision, all actions and worlds together."""

    def worlds(self, actions: int) -> int:
        """In each half."""
        return min(MOST_WORLDS, max(FEWEST_WORLDS, self.playouts // (2 * actions)))


class Sample:
    """Up to `A_GAME` decisions of one game, each as likely as any other, however many there will be."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.offered = 0
        self.kept: list[tuple[int, State]] = []

    def offer(self, place: int, state: State) -> None:
        """A decision between several actions, and its place in the game."""
        self.offered += 1
        if len(self.kept) < A_GAME:
            self.kept.append((place, state.clone()))
            return
        slot = self.random.below(self.offered)
        if slot < A_GAME:
            self.kept[slot] = (place, state.clone())

    def decisions(self) -> list[tuple[int, State]]:
        """Those chosen, in the order of the game."""
        return sorted(self.kept, key=lambda one: one[0])


class Weighed:
    """A decision: between how many actions, what a choice by lot loses, and whether that is much, and clear."""

    def __init__(self, actions: int, cost: float, mattered: bool) -> None:
        self.actions = actions
        self.cost = cost
        self.mattered = mattered


def weigh(game: Game, state: State, guide: Guide, random: Random, effort: Effort) -> Weighed:
    """What a decision is worth to whoever decides. A difference that may be the luck of the worlds does not matter."""
    actions = state.actions()
    if len(actions) > MOST_ACTIONS:
        tried = list(actions)
        random.shuffle(tried)
        tried = tried[:MOST_ACTIONS]
    else:
        tried = actions
    worlds = effort.worlds(len(tried))
    first, second = (tried_in_worlds(game, state, tried, guide, random, worlds) for _ in range(2))
    totals = [sum(scores[place] for scores in first) for place in range(len(tried))]
    best = totals.index(max(totals))
    gaps = [scores[best] - sum(scores) / len(scores) for scores in second]
    found = mean_interval(gaps)
    return Weighed(len(actions), found.value, found.value >= MATTERS and found.low > 0)


def tried_in_worlds(
    game: Game, state: State, actions: list[i64], guide: Guide, random: Random, worlds: int
) -> list[list[float]]:
    """For each world, what each action won for whoever decides."""
    seat = Seat(game, state, state.seat)
    found = []
    for _ in range(worlds):
        world = seat.sample(random)
        luck = [random.word() for _ in range(4)]
        scores = []
        for action in actions:
            after = world.clone()
            after.play(action)
            tree = Tree(guide, Xoshiro(luck[0], luck[1], luck[2], luck[3] | 1), game, EXPLORE, True)
            scores.append(tree.finish(after)[seat.number])
        found.append(scores)
    return found


def kept(tenth: int, weighed: Weighed) -> list[Any]:
    """A decision as a row keeps it."""
    return [tenth, weighed.actions, round(weighed.cost, 4), int(weighed.mattered)]

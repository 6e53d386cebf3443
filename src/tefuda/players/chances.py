"""The chance to win over the course of a game, and its turning points."""

import time
from dataclasses import dataclass
from statistics import median
from typing import Final

from tefuda.core.match import Match
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.players.advice import MAX_VISIT_RATIO
from tefuda.players.batched_search import simulate_together
from tefuda.players.batched_tree import BatchedTree
from tefuda.players.network import BATCH, NetworkEvaluations
from tefuda.players.search import DEFAULT_EXPLORATION
from tefuda.players.shipped_network import fitting_evaluations
from tefuda.players.tree import Tree

MAX_POINTS: Final = 400
"""Of a longer game, only every second or third ply is evaluated, and so on."""
SIMULATIONS: Final = 96
SIMULATIONS_PER_ROUND: Final = BATCH
MAX_SECONDS: Final = 3.0
"""When the time is up, the simulations so far count."""
MAX_TURNING_POINTS: Final = 4
MIN_SWING: Final = 0.1
MIN_STEP: Final = 0.05
"""The least part of a swing that belongs to the action itself."""
WINDOW: Final = 3
"""Points on each side whose medians are compared. One point alone may be an outlier."""


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """The chance to win after `ply` actions, and the seat that decides there (None at the end)."""

    ply: int
    seat: int | None
    chance: float
    loss: float | None = None
    """How much worse than the best action the played one was, as the seat saw it; None if unknown."""


class Estimate:
    """The chance of a seat in one position, from a small search in worlds that look the same to the seat."""

    def __init__(self, match: Match, ply: int, seat: int, evaluations: NetworkEvaluations | None) -> None:
        """Search with a network, or with the guide of the game."""
        game = self.game = match.game
        self.ply = ply
        self.seat = seat
        self.state: State = match.state(ply)
        self.played = game.parse(self.state, match.actions[ply]) if ply < match.ply else None
        self.random = xoshiro(ply, 1 + seat)
        self.evaluations = evaluations
        self.tree = self.network_tree() if evaluations else self.guided_tree()

    def guided_tree(self) -> Tree:
        guide = self.game.players.guide()
        guide.begin(self.state.resample(self.seat, self.random))
        return Tree(guide, self.random, self.game, DEFAULT_EXPLORATION, False)

    def network_tree(self) -> BatchedTree:
        """Return a tree with an expanded root."""
        assert self.evaluations is not None
        tree = BatchedTree(self.random, self.game, DEFAULT_EXPLORATION, False)
        simulate_together(tree, [self.state.resample(self.seat, self.random)], self.evaluations)
        return tree

    def simulate(self, count: int) -> None:
        """Run simulations."""
        worlds = [self.state.resample(self.seat, self.random) for _ in range(count)]
        if isinstance(self.tree, BatchedTree) and self.evaluations is not None:
            simulate_together(self.tree, worlds, self.evaluations)
        else:
            for world in worlds:
                self.tree.simulate(world)

    def point(self) -> ChancePoint:
        """Return the chance so far."""
        root = self.tree.root
        value = root.child_total / max(1.0, float(root.child_visits))
        mine = self.state.seat == self.seat
        return ChancePoint(self.ply, self.state.seat, round(value if mine else 1.0 - value, 3), self.loss())

    def loss(self) -> float | None:
        """Return how much the played action gave away: None for other seats, and if the search hardly tried it."""
        most = max((child.visits for child in self.tree.root.children), default=0)
        values = {
            child.action: child.total / float(child.visits)
            for child in self.tree.root.children
            if child.visits and child.visits * MAX_VISIT_RATIO >= most
        }
        if self.state.seat != self.seat or self.played not in values:
            return None
        return round(max(values.values()) - values[self.played], 3)


def chances(match: Match, seat: int, seconds: float = MAX_SECONDS) -> list[ChancePoint]:
    """Return the chances of a seat from the start to the end, based on what the seat knew.

    In a game with payoffs: the expected score, as a share of the range of scores. With more than two seats, only the
    seat's own decisions are evaluated.
    """
    game = match.game
    step = 1 + match.ply // MAX_POINTS
    deciders = {ply: match.seat_at(ply) for ply in range(0, match.ply + 1, step)}
    wanted = [ply for ply, decides in deciders.items() if decides != OVER and (game.seats <= 2 or decides == seat)]
    evaluations = fitting_evaluations(game, Seat(game, match.state(0), seat))
    estimates = [Estimate(match, ply, seat, evaluations) for ply in wanted]
    stop = time.monotonic() + seconds
    for number in range(SIMULATIONS // SIMULATIONS_PER_ROUND):
        for estimate in estimates:
            if number and time.monotonic() > stop:
                break
            estimate.simulate(SIMULATIONS_PER_ROUND)
    found = [estimate.point() for estimate in estimates]
    scores = match.result()
    if scores is not None:
        found.append(ChancePoint(match.ply, None, game.share(scores[seat])))
    return found


def turning_points(points: list[ChancePoint]) -> list[int]:
    """Return the indexes of the points after the largest lasting changes, in the order of the game.

    A chance that falls after one of the best actions is bad luck or an estimate that was too high: no turning point.
    """
    swings: list[tuple[float, int]] = []
    for index in range(1, len(points)):
        before = median(point.chance for point in points[max(0, index - WINDOW) : index])
        after = median(point.chance for point in points[index : index + WINDOW])
        swing = round(after - before, 3)
        step = points[index].chance - points[index - 1].chance
        loss = points[index - 1].loss
        if swing < 0 and loss is not None and loss < MIN_STEP:
            continue
        if abs(swing) >= MIN_SWING and (step if swing > 0 else -step) >= MIN_STEP:
            swings.append((abs(swing), index))
    chosen: list[int] = []
    for _, index in sorted(swings, key=lambda one: (-one[0], one[1])):
        if len(chosen) < MAX_TURNING_POINTS and all(abs(index - other) >= WINDOW for other in chosen):
            chosen.append(index)
    return sorted(chosen)


def decisive_ply(match: Match, ply: int) -> int:
    """Return the ply after the last action of the turn before `ply` that does not only end a phase or the turn.

    Ending a turn shows its effect, but what was played in it causes it. If nothing was played, `ply` itself.
    """
    game, seat = match.game, match.state(ply - 1).seat
    for before in range(ply - 1, -1, -1):
        state = match.state(before)
        if state.seat != seat:
            break
        if not game.players.is_passive(game.parse(state, match.actions[before])):
            return before + 1
        if game.seats == 1:
            break
    return ply

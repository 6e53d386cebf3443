"""A search tree whose leaves are evaluated in batches by a network.

A simulation stops at a leaf and waits there. Meanwhile others descend, in this tree or in those of other games. The
network answers them together: a score for each action, and the chance to win of the seat to decide.
"""

import math
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.game import Game
from tefuda.core.observation import ObservationBuffer, PackedRows
from tefuda.core.player import Guide, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.players.tree import Node, Tree


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluations:
    """Questions to a network and its answers, one row each. NumPy reads and writes them without a copy."""

    def __init__(self, observation_size: i64, action_count: i64, logits: Any, values: Any) -> None:
        """Prepare a row for each value. The answers are expected in two memoryviews of floats."""
        self.rows: i64 = len(values)
        self.action_count = action_count
        if len(logits) != self.rows * action_count:
            raise ValueError(f"{len(logits)} logits for {self.rows} rows of {action_count} actions")
        self.observations = ObservationBuffer(observation_size, self.rows)
        """What the seat to decide sees. Nothing else reaches the network."""
        self.logits = logits
        """By row and action."""
        self.values = values
        """The chance to win of the seat to decide, from 0 to 1."""

    def ask(self, row: i64, state: State) -> None:
        """Write the question about a state; raises `InvalidInput` if its options need more numbers."""
        self.observations.begin(row)
        try:
            state.observe(state.seat, self.observations)
        except IndexError:
            raise other_options() from None

    def ask_seat(self, row: i64, seat: Seat) -> None:
        """Write the question about what a seat sees, as `ask` does."""
        self.observations.begin(row)
        try:
            seat.observe(self.observations)
        except IndexError:
            raise other_options() from None

    def evaluate(self, count: i64) -> None:
        """Answer the first `count` rows."""
        raise NotImplementedError

    def answer_seat(self, seat: Seat, actions: list[i64]) -> tuple[list[float], float]:
        """Return the scores of some actions and the chance to win in the position that a seat sees."""
        self.ask_seat(0, seat)
        self.evaluate(1)
        value: float = self.values[0]
        return self.action_logits(0, actions), value

    def action_logits(self, row: i64, actions: list[i64]) -> list[float]:
        """Return the answered scores of some actions."""
        base = row * self.action_count
        found: list[float] = [self.logits[base + action] for action in actions]
        return found


class PackedEvaluations(Evaluations):
    """Questions that are also written as packed rows, for a network in another process."""

    def __init__(self, observation_size: i64, width: i64, action_count: i64, logits: Any, values: Any) -> None:
        super().__init__(observation_size, action_count, logits, values)
        self.packed = PackedRows(width, self.rows)

    @override
    def ask(self, row: i64, state: State) -> None:
        super().ask(row, state)
        self.packed.pack(row, self.observations)


OTHER_OPTIONS: Final = "network_options"
"""The code of the error if a network has too few numbers for a position."""


def other_options() -> InvalidInput:
    return invalid_input(
        OTHER_OPTIONS,
        "The network was trained for other options of this game.",
        "このネットワークは、このゲームの別の設定で学習したものです。",
    )


class Leaf:
    """A simulation that waits for the evaluation of its last state."""

    def __init__(self, tree: "BatchedTree", node: Node, state: State, path: list[Node], seats: list[i64]) -> None:
        self.tree = tree
        self.node = node
        self.state = state
        self.path = path
        """The nodes before the leaf."""
        self.seats = seats
        """The seats that decided there."""


class BatchedTree(Tree):
    """A tree of simulations that wait at their leaves. While one waits, its path counts a loss (virtual loss)."""

    def __init__(self, random: Random, game: Game, explore: float, one_world: bool) -> None:
        super().__init__(Guide(), random, game, explore, one_world)

    def select_leaf(self, state: State, first: Node | None = None) -> Leaf:
        """Play the selected actions in `state` until a node without children or the end of the game.

        `first` is the action at the root, if it is already decided.
        """
        node = self.root
        path: list[Node] = []
        seats: list[i64] = []
        while state.seat != OVER and node.expanded:
            choices = self.legal_children(node, state)
            path.append(node)
            seats.append(state.seat)
            node = self.select_child(node, choices) if first is None or len(path) > 1 else first
            state.play(node.action)
            path[len(path) - 1].child_visits += 1
            node.visits += 1
        return Leaf(self, node, state, path, seats)

    def expand_leaf(self, leaf: Leaf, actions: list[i64], priors: list[float]) -> None:
        """Add a child for each action, unless another simulation has done so."""
        node = leaf.node
        if not node.expanded:
            node.expanded = True
            node.children = [Node(actions[place], priors[place]) for place in range(len(actions))]

    def back_up_leaf(self, leaf: Leaf, scores: list[float]) -> None:
        """Replace the losses on the path by the scores of the seats."""
        node, path = leaf.node, leaf.path
        place: i64 = len(path) - 1
        while place >= 0:
            score = scores[leaf.seats[place]]
            node.total += score
            node = path[place]
            node.child_total += score
            place -= 1
        self.root.visits += 1

    def cancel(self, leaf: Leaf) -> None:
        """Remove a simulation that is not evaluated."""
        node, path = leaf.node, leaf.path
        place: i64 = len(path) - 1
        while place >= 0:
            node.visits -= 1
            node = path[place]
            node.child_visits -= 1
            place -= 1

    def end_scores(self, state: State) -> list[float]:
        """Return the scores of a finished game, from 0 to 1."""
        if self.has_payoffs:
            return [self.game.share(score) for score in state.scores()]
        return state.scores()

    def answer(self, leaf: Leaf, evaluations: Evaluations, row: i64) -> None:
        """Expand a leaf and back up the network's answer."""
        actions = leaf.state.actions()
        self.expand_leaf(leaf, actions, softmax(evaluations.action_logits(row, actions)))
        value: float = evaluations.values[row]
        self.back_up_leaf(leaf, self.seat_scores(leaf.state.seat, value))

    def seat_scores(self, seat: i64, value: float) -> list[float]:
        """Return the scores of all seats if `seat` has this chance to win. The others share the rest."""
        if self.seats == 1:
            return [value]
        scores = [(1.0 - value) / float(self.seats - 1)] * self.seats
        scores[seat] = value
        return scores


def softmax(logits: list[float]) -> list[float]:
    """Return probabilities that are proportional to the exponential of each number."""
    best = logits[0]
    for one in logits:
        if one > best:
            best = one
    total = 0.0
    weights: list[float] = []
    for one in logits:
        weight = math.exp(one - best)
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]

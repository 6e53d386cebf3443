"""Self-play: many games whose searches grow together, and the samples that a network learns from."""

from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.random import Random
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State
from tefuda.players.batched_tree import BatchedTree, Leaf, PackedEvaluations
from tefuda.players.gumbel_root import GumbelRoot
from tefuda.players.search import DEFAULT_EXPLORATION


class Sample:
    """A decision: what the seat saw, what the search found, and how the game ended."""

    def __init__(self, observation: bytes, actions: list[i64], policy: list[float], seat: i64, value: float) -> None:
        self.observation = observation
        """A packed row."""
        self.actions = actions
        self.policy = policy
        """A probability for each of the actions."""
        self.seat = seat
        self.value = value
        """The chance to win by the search."""
        self.score = 0.0
        """The score at the end, from 0 to 1."""


class Slot:
    """A game of self-play and its present search."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tree: BatchedTree | None = None
        self.root: GumbelRoot | None = None
        self.leaf: Leaf | None = None
        self.world: State | None = None
        """The sampled world of the present round of simulations. Actions are compared in the same worlds."""
        self.round: i64 = -1
        self.actions: list[i64] = []
        self.observation = b""
        self.samples: list[Sample] = []
        self.plays: i64 = 0


class SelfPlay:
    """Games in slots. A slot whose game ends begins the next game of the run.

    Repeat: `collect` fills every row of `evaluations`, a network answers them, `answer` continues the searches. Then
    `samples` has the decisions of finished games.
    """

    def __init__(
        self,
        game: Game,
        options: Sequence[Mapping[str, Any]],
        evaluations: PackedEvaluations,
        simulations: i64,
        seed: int,
        random: Random,
    ) -> None:
        """Begin a game for each row. Game `k` has the seed `seed.k` and the options number `k`, in turn."""
        self.game = game
        self.options = options
        self.simulations = simulations
        self.seed = seed
        self.random = random
        self.evaluations = evaluations
        self.samples: list[Sample] = []
        self.started: i64 = 0
        self.finished: i64 = 0
        self.plays: i64 = 0
        self.slots = [Slot(self.start()) for _ in range(evaluations.rows)]

    def start(self) -> State:
        """Return the opening of the next game."""
        number = self.started
        self.started += 1
        options = self.options[number % i64(len(self.options))]
        return self.game.start(game_seed(self.seed, int(number)), options)

    def collect(self) -> None:
        """Continue every game until it waits for an evaluation, and write the question."""
        for row in range(len(self.slots)):
            slot = self.slots[row]
            while slot.leaf is None:
                if slot.root is None:
                    self.begin_decision(slot, row)
                else:
                    self.simulate(slot, row)

    def answer(self) -> None:
        """Continue every search with the answers of the network."""
        for row in range(len(self.slots)):
            slot = self.slots[row]
            leaf, tree = slot.leaf, slot.tree
            if leaf is None or tree is None:
                raise ValueError("answer without collect")
            tree.answer(leaf, self.evaluations, row)
            slot.leaf = None
            if slot.root is None:
                logits = self.evaluations.action_logits(row, slot.actions)
                value: float = self.evaluations.values[row]
                slot.root = GumbelRoot(tree.root.children, logits, value, self.simulations)
                slot.root.add_noise(self.random)

    def begin_decision(self, slot: Slot, row: i64) -> None:
        """Ask about the present state; without a choice, play the only action."""
        state = slot.state
        if state.seat == OVER or slot.plays >= self.game.max_plays:
            self.finish_game(slot)
            return
        slot.actions = state.actions()
        if len(slot.actions) == 1:
            self.play(slot, slot.actions[0])
            return
        tree = BatchedTree(self.random, self.game, DEFAULT_EXPLORATION, state.is_open())
        slot.tree = tree
        slot.leaf = Leaf(tree, tree.root, state, [], [])
        self.evaluations.ask(row, state)
        slot.observation = self.evaluations.packed.row_bytes(row)

    def simulate(self, slot: Slot, row: i64) -> None:
        """Begin the next simulation; after the last one, play."""
        root, tree, state = slot.root, slot.tree, slot.state
        if root is None or tree is None:
            raise ValueError("simulate without a decision")
        number = root.next_round()
        child = root.next_child()
        if child is None:
            chosen = root.choice()
            slot.samples.append(
                Sample(slot.observation, slot.actions, root.improved_policy(), state.seat, chosen.value())
            )
            self.play(slot, chosen.action)
            return
        world = state if tree.one_world else slot.world
        if world is None or (number != slot.round and not tree.one_world):
            world = state.resample(state.seat, self.random)
            slot.world = world
            slot.round = number
        leaf = tree.select_leaf(world.clone(), child)
        if leaf.state.seat == OVER:
            tree.back_up_leaf(leaf, tree.end_scores(leaf.state))
        else:
            self.evaluations.ask(row, leaf.state)
            slot.leaf = leaf

    def play(self, slot: Slot, action: i64) -> None:
        """Play an action. The search is over."""
        slot.state.play(action)
        slot.plays += 1
        slot.tree = None
        slot.root = None
        slot.world = None

    def finish_game(self, slot: Slot) -> None:
        """Add the samples of a game with its scores, and begin the next one. An unfinished game has no scores."""
        if slot.state.seat == OVER:
            scores = slot.state.scores()
            for sample in slot.samples:
                sample.score = self.game.share(scores[sample.seat])
            self.samples.extend(slot.samples)
        self.finished += 1
        self.plays += slot.plays
        slot.samples = []
        slot.plays = 0
        slot.state = self.start()

"""Search with evaluations in batches: the same choices as the search with a guide, and no hidden information."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from search_helpers import PLAIN, deciding_seat, state_after_plays

import tefuda
from tefuda import State
from tefuda.core.errors import InvalidInput
from tefuda.core.player import Guide, Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.card_othello.players.heuristic import OthelloGuide
from tefuda.players.batched_search import BatchedSearchPlayer
from tefuda.players.batched_tree import BatchedTree, Evaluations, PackedEvaluations, softmax
from tefuda.players.gumbel_root import GumbelRoot, visit_schedule
from tefuda.players.gumbel_search import FIRST_SIMULATIONS, GumbelSearchPlayer
from tefuda.players.names import UnknownPlayer, make_player
from tefuda.players.network import (
    BATCH,
    NetworkEvaluations,
    NetworkPlayer,
    UnusableNetwork,
    read_network,
    required_metadata,
)
from tefuda.players.search import Budget, SearchPlayer
from tefuda.players.self_play import Sample, SelfPlay
from tefuda.players.tree import Node
from tefuda.train.export import write_network
from tefuda.train.layout import layout_of
from tefuda.train.network import NetworkShape, new_parameters

OTHELLO = tefuda.game("card-othello")


class GuideEvaluations(Evaluations):
    """Answers like a guide."""

    def __init__(self, game: tefuda.Game, guide: Guide, rows: int, options: dict[str, Any]) -> None:
        space = game.observation_space(options)
        assert space is not None
        actions = game.action_count(options)
        self.answers = numpy.zeros((rows, actions), numpy.float64)
        self.chances = numpy.zeros(rows, numpy.float64)
        super().__init__(space.size, actions, self.answers.reshape(-1).data, self.chances.data)
        self.guide = guide
        self.states: dict[int, State] = {}

    def ask(self, row: int, state: State) -> None:
        super().ask(row, state)
        self.states[row] = state

    def ask_seat(self, row: int, seat: Seat) -> None:
        self.ask(row, seat.sample(xoshiro(1, 1)))

    def evaluate(self, count: int) -> None:
        for row in range(count):
            state = self.states[row]
            actions = state.actions()
            priors = self.guide.priors(state, actions) or [1 / len(actions)] * len(actions)
            self.answers[row, actions] = [math.log(prior) for prior in priors]
            self.chances[row] = self.guide.chance(state, state.seat)


@pytest.mark.parametrize("plays", [0, 11, 24, 37, 48])
def test_guide_and_network_with_the_same_answers_choose_the_same(plays: int) -> None:
    state = state_after_plays(OTHELLO, 3, plays, PLAIN)
    guide = OthelloGuide()
    guide.rollout = 0
    plain = SearchPlayer(guide, xoshiro(1, 1), Budget(150), 1)
    batched = BatchedSearchPlayer(GuideEvaluations(OTHELLO, guide, 1, PLAIN), xoshiro(1, 1), Budget(150), 1)
    expected = [(one.action, one.visits) for one in plain.search(deciding_seat(OTHELLO, state))]
    assert [(one.action, one.visits) for one in batched.search(deciding_seat(OTHELLO, state))] == expected
    assert sum(visits for _, visits in expected) == 150


def nodes_under(node: Node) -> list[Node]:
    return [node, *(inner for child in node.children for inner in nodes_under(child))]


@pytest.mark.parametrize("options", [PLAIN, {}])
def test_virtual_losses_are_gone_after_the_search(options: dict[str, Any]) -> None:
    state = state_after_plays(OTHELLO, 5, 20, options)
    player = BatchedSearchPlayer(GuideEvaluations(OTHELLO, OthelloGuide(), 8, options), xoshiro(2, 1), Budget(200), 0)
    assert sum(one.visits for one in player.search(deciding_seat(OTHELLO, state))) == 200
    (tree,) = player.trees
    for node in nodes_under(tree.root):
        assert node.child_visits == sum(child.visits for child in node.children)
        assert node.child_total == pytest.approx(sum(child.total for child in node.children))
        assert 0 <= node.total <= float(node.visits)


def test_end_of_a_game_needs_no_evaluation() -> None:
    state = state_after_plays(OTHELLO, 3, 1000, PLAIN)
    player = BatchedSearchPlayer(GuideEvaluations(OTHELLO, OthelloGuide(), 8, PLAIN), xoshiro(2, 1), Budget(0, 0.05), 1)
    after = state.clone()
    chosen = player.search(deciding_seat(OTHELLO, state))[0]
    after.play(chosen.action)
    assert after.seat == OVER
    assert chosen.chance() == after.scores()[state.seat]


@pytest.mark.parametrize(("actions", "simulations"), [(1, 5), (2, 9), (3, 24), (12, 24), (40, 16), (100, 200)])
def test_schedule_visits_actions_in_order(actions: int, simulations: int) -> None:
    """Every simulation finds an action with the scheduled number of visits."""
    schedule = visit_schedule(actions, simulations)
    assert len(schedule) == simulations
    visits = [0] * actions
    for wanted, compared in schedule:
        visits[visits.index(wanted)] += 1
        assert compared <= actions
    assert sum(count > 0 for count in visits) <= max(2, simulations // 3)


def test_root_prefers_the_better_action() -> None:
    children = [Node(action, 0.25) for action in range(4)]
    root = GumbelRoot(children, [0.0, 0.1, 0.2, 0.3], 0.5, 24)
    while (child := root.next_child()) is not None:
        child.visits += 1
        child.total += 0.9 if child.action == 1 else 0.2
    assert root.choice().action == 1
    policy = root.improved_policy()
    assert sum(policy) == pytest.approx(1)
    assert policy[1] > 0.9
    assert softmax([1000.0, 0.0]) == [1.0, 0.0]


@pytest.mark.parametrize(("lead", "simulations", "clear"), [(0.05, 24, False), (1.5, 24, True), (1.5, 11, False)])
def test_choice_is_clear_after_half_of_the_search(lead: float, simulations: int, clear: bool) -> None:
    children = [Node(action, 0.25) for action in range(4)]
    root = GumbelRoot(children, [0.0, 0.1, 0.2, 0.2 + lead], 0.5, 24)
    for _ in range(simulations):
        child = root.next_child()
        assert child is not None
        child.visits += 1
        child.total += 0.5
    assert root.is_clear() == clear


class CountedEvaluations(GuideEvaluations):
    """Counts the evaluated rows. Outside of the position that is asked first, all actions are equal."""

    def __init__(self, favourite: float) -> None:
        super().__init__(OTHELLO, OthelloGuide(), 8, PLAIN)
        self.favourite = favourite
        self.evaluated = 0

    def evaluate(self, count: int) -> None:
        super().evaluate(count)
        first = self.evaluated == 0
        self.evaluated += count
        if first:
            actions = self.states[0].actions()
            self.answers[0, actions] = math.log((1 - self.favourite) / (len(actions) - 1))
            self.answers[0, actions[-1]] = math.log(self.favourite)


def test_gumbel_search_does_not_think_about_what_is_clear() -> None:
    state = state_after_plays(OTHELLO, 5, 20, PLAIN)
    actions = state.actions()
    assert len(actions) > 2
    evaluated = {}
    for favourite in (0.85, 0.7, 1 / len(actions)):
        questions = CountedEvaluations(favourite)
        player = GumbelSearchPlayer(questions, xoshiro(2, 1), Budget(60))
        chosen = player.choose(deciding_seat(OTHELLO, state))
        evaluated[favourite] = questions.evaluated
        if favourite == 0.85:
            assert chosen == actions[-1]
    assert evaluated[0.85] == 1
    assert 1 < evaluated[0.7] < 61, "one action leads after half of the search"
    assert evaluated[0.7] <= evaluated[1 / len(actions)]
    questions = CountedEvaluations(0.7)
    GumbelSearchPlayer(questions, xoshiro(2, 1), Budget(60), 0.65).choose(deciding_seat(OTHELLO, state))
    assert questions.evaluated == 1


ROWS, ROW_WIDTH = 4, 400


def self_play(seed: int, rounds: int, options: dict[str, Any]) -> list[Sample]:
    """Return the samples of games whose questions get random answers."""
    space = OTHELLO.observation_space(options)
    assert space is not None
    random = numpy.random.default_rng(seed)
    logits = numpy.zeros((ROWS, OTHELLO.action_count(options)), numpy.float32)
    values = numpy.zeros(ROWS, numpy.float32)
    questions = PackedEvaluations(space.size, ROW_WIDTH, logits.shape[1], logits.reshape(-1).data, values.data)
    games = SelfPlay(OTHELLO, [options], questions, 4, seed, xoshiro(seed, 7))
    for _ in range(rounds):
        games.collect()
        logits[:], values[:] = random.normal(size=logits.shape), random.random(ROWS)
        games.answer()
    return games.samples


def test_self_play_gives_complete_samples_and_is_reproducible() -> None:
    samples = self_play(3, 400, PLAIN)
    assert len(samples) > 100
    for sample in samples:
        assert sum(sample.policy) == pytest.approx(1)
        assert len(sample.policy) == len(sample.actions) > 1
        assert sample.score in (0.0, 0.5, 1.0)
        assert len(sample.observation) == 2 * 2 * ROW_WIDTH
    again = self_play(3, 400, PLAIN)
    assert [vars_of(one) for one in again] == [vars_of(one) for one in samples]
    assert [vars_of(one) for one in self_play(4, 400, PLAIN)] != [vars_of(one) for one in samples]


def vars_of(sample: Sample) -> tuple[Any, ...]:
    return sample.observation, sample.actions, sample.policy, sample.seat, sample.value, sample.score


def write_random_network(path: Path, options: dict[str, Any]) -> None:
    """Write a small network with random preferences."""
    space = OTHELLO.observation_space(options)
    assert space is not None
    layout, shape = layout_of(space, OTHELLO.action_count(options)), NetworkShape(16, 2, 4, 2)
    random = numpy.random.default_rng(1)
    parameters = {
        name: one + random.normal(0, 0.1, one.shape) for name, one in new_parameters(layout, shape, 1).items()
    }
    write_network(path, parameters, layout, shape, required_metadata(OTHELLO, options))


@pytest.fixture(scope="module")
def network_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "network.onnx"
    write_random_network(path, {})
    return path


def test_choice_is_equal_in_worlds_that_look_the_same(network_file: Path) -> None:
    """Neither the choice of a network nor a search with it depends on hidden cards."""
    network = read_network(OTHELLO, network_file)
    for plays in (6, 21, 40):
        state = state_after_plays(OTHELLO, plays, plays)
        worlds = [state.resample(state.seat, xoshiro(number, 3)) for number in range(4)]
        for temperature in (0.0, 2.0):
            choices = {
                NetworkPlayer(network, xoshiro(2, 1), temperature).choose(deciding_seat(OTHELLO, world))
                for world in [state, *worlds]
            }
            assert len(choices) == 1
        players: list[Callable[[Evaluations], SearchPlayer]] = [
            lambda questions: BatchedSearchPlayer(questions, xoshiro(1, 1), Budget(40), 0),
            lambda questions: BatchedSearchPlayer(questions, xoshiro(1, 1), Budget(40), 3),
            lambda questions: GumbelSearchPlayer(questions, xoshiro(1, 1), Budget(40)),
        ]
        for make in players:
            ratings = [
                [
                    (found.action, found.visits)
                    for found in make(NetworkEvaluations(network, BATCH)).search(deciding_seat(OTHELLO, world))
                ]
                for world in worlds[:2]
            ]
            assert ratings[0] == ratings[1]


@pytest.mark.parametrize("options", [PLAIN, {}])
def test_gumbel_search_visits_what_it_compares(options: dict[str, Any]) -> None:
    """The actions that are left have equal visits, no virtual loss remains, and the best of them is played."""
    state = state_after_plays(OTHELLO, 5, 20, options)
    questions = GuideEvaluations(OTHELLO, OthelloGuide(), 3, options)
    player = GumbelSearchPlayer(questions, xoshiro(2, 1), Budget(60))
    found = player.search(deciding_seat(OTHELLO, state))
    assert sum(one.visits for one in found) == 60
    most = max(one.visits for one in found)
    assert found[0].visits == most
    (tree,) = player.trees
    for node in nodes_under(tree.root):
        assert node.child_visits == sum(child.visits for child in node.children)
        assert 0 <= node.total <= float(node.visits)


def test_gumbel_search_keeps_to_its_time() -> None:
    state = state_after_plays(OTHELLO, 5, 20, PLAIN)
    player = GumbelSearchPlayer(GuideEvaluations(OTHELLO, OthelloGuide(), 8, PLAIN), xoshiro(2, 1), Budget(0, 0.02))
    visits = [sum(one.visits for one in player.search(deciding_seat(OTHELLO, state))) for _ in range(3)]
    assert visits[0] == FIRST_SIMULATIONS
    assert visits[2] != FIRST_SIMULATIONS
    assert player.speed > 0


def test_players_by_name(network_file: Path) -> None:
    state = state_after_plays(OTHELLO, 2, 10)
    forms = ("policy:{}", "mcts:30,policy={}", "ismcts:30,policy={}", "gumbel:30,policy={}", "gumbel:0.01s,policy={}")
    for name in (form.format(network_file) for form in forms):
        player = make_player(OTHELLO, name, xoshiro(1, 1))
        assert player.choose(deciding_seat(OTHELLO, state)) in state.actions()


def test_unusable_files_are_refused(network_file: Path, tmp_path: Path) -> None:
    with pytest.raises(UnusableNetwork, match="game 'card-othello'; 'catalyst' is required"):
        read_network(tefuda.game("catalyst"), network_file)
    with pytest.raises(UnusableNetwork, match="no such file"):
        read_network(OTHELLO, tmp_path / "none.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(network_file.read_bytes()[:5000])
    with pytest.raises(UnusableNetwork, match="cannot be read"):
        read_network(OTHELLO, broken)


def test_network_for_other_options_is_refused(tmp_path: Path) -> None:
    """A network for the plain game has too few numbers for a game with cards; the reverse works."""
    path = tmp_path / "plain.onnx"
    write_random_network(path, PLAIN)
    for name in (f"policy:{path}", f"ismcts:9,policy={path}"):
        player = make_player(OTHELLO, name, xoshiro(1, 1))
        plain, cards = state_after_plays(OTHELLO, 2, 9, PLAIN), state_after_plays(OTHELLO, 2, 9)
        assert player.choose(deciding_seat(OTHELLO, plain)) in plain.actions()
        with pytest.raises(InvalidInput, match="trained for other options"):
            player.choose(deciding_seat(OTHELLO, cards))


def test_rollout_with_a_network_is_refused(network_file: Path) -> None:
    with pytest.raises(UnknownPlayer, match="without a rollout"):
        make_player(OTHELLO, f"mcts:30,rollout=random,policy={network_file}", xoshiro(1, 1))


def test_tree_without_children_is_a_leaf() -> None:
    tree = BatchedTree(xoshiro(1, 1), OTHELLO, 0.6, True)
    leaf = tree.select_leaf(OTHELLO.start(1, PLAIN))
    assert leaf.node is tree.root
    assert leaf.path == []

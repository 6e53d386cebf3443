"""Search trees: correct counts, reproducible results, and growth as described."""

import math
import time
from collections import defaultdict
from collections.abc import Callable

import pytest
from sample_size import sample_size
from search_helpers import (
    GAMES,
    PLAIN,
    deciding_seat,
    make_search_player,
    othello_endgame,
    search_ratings,
    state_after_plays,
)

import tefuda
from tefuda import Game, State
from tefuda.core.player import TO_THE_END, Guide, Seat
from tefuda.core.random import Random, xoshiro
from tefuda.core.state import OVER
from tefuda.players.search import Budget, SearchPlayer
from tefuda.players.tree import Node, Tree

Line = tuple[int, ...]
"""Actions from the root to a node."""
MANY = max(15, sample_size(60))
SEARCHES = [f"mcts:{MANY}", f"mcts:{MANY},worlds=3", f"ismcts:{MANY}"]
NAMES = ["mcts", "mcts by three worlds", "ismcts"]
NIM = tefuda.game("hidden-nim")
OTHELLO = tefuda.game("card-othello")


def all_nodes(tree: Tree) -> dict[Line, Node]:
    """Return all nodes of a tree by their actions from the root."""
    found: dict[Line, Node] = {(): tree.root}
    open_lines: list[Line] = [()]
    while open_lines:
        line = open_lines.pop()
        for child in found[line].children:
            found[(*line, child.action)] = child
            open_lines.append((*line, child.action))
    return found


# Counting


@pytest.mark.parametrize("name", SEARCHES, ids=NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_visits_add_up(game_id: str, name: str) -> None:
    game = tefuda.game(game_id)
    for plays in (0, 5):
        state = state_after_plays(game, 3, plays)
        player = make_search_player(game, name)
        found = player.search(deciding_seat(game, state))
        assert sum(tree.root.visits for tree in player.trees) == MANY
        for tree in player.trees:
            assert tree.root.child_visits == tree.root.visits
            for line, node in all_nodes(tree).items():
                assert node.child_visits == sum(child.visits for child in node.children), line
                assert node.child_visits <= node.visits
                assert 0 <= node.total <= float(node.visits)
                assert 0 <= node.child_total <= float(node.child_visits)
                assert node.visits <= node.availability or tree.one_world or line == ()
                assert len({child.action for child in node.children}) == len(node.children)
        assert sum(one.visits for one in found) == MANY
        assert all(0 <= one.chance() <= 1 for one in found)


@pytest.mark.parametrize("name", SEARCHES, ids=NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_all_actions_of_the_tree_are_legal(game_id: str, name: str) -> None:
    """With one world every line is legal; with many worlds every first action is."""
    game = tefuda.game(game_id)
    state = state_after_plays(game, 4, 4)
    player = make_search_player(game, name)
    actions = state.actions()
    assert sorted(one.action for one in player.search(deciding_seat(game, state))) == sorted(actions)
    for tree in player.trees:
        assert {child.action for child in tree.root.children} == set(actions)
    trees, states = player.make_trees(deciding_seat(game, state))
    assert len(states) == (len(trees) if "ismcts" not in name or state.is_open() else 0)
    for tree, world in zip(trees, states, strict=False):
        for _ in range(max(5, sample_size(20))):
            tree.simulate(world.clone())
        for line, node in all_nodes(tree).items():
            if node.visits:
                after = world.clone()
                for action in line:
                    assert after.is_legal(action), line
                    after.play(action)


@pytest.mark.parametrize("name", SEARCHES, ids=NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_actions_are_sorted_by_visits(game_id: str, name: str) -> None:
    game = tefuda.game(game_id)
    found = make_search_player(game, name).search(deciding_seat(game, state_after_plays(game, 5, 3)))
    order = [(-one.visits, -one.chance()) for one in found]
    assert order == sorted(order)


# Reproducible


@pytest.mark.parametrize("name", SEARCHES, ids=NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_same_seed_gives_the_same_tree(game_id: str, name: str) -> None:
    game = tefuda.game(game_id)
    state = state_after_plays(game, 6, 4)
    before = state.fingerprint()
    first, second = (make_search_player(game, name, 8) for _ in range(2))
    assert first.choose(deciding_seat(game, state)) == second.choose(deciding_seat(game, state.clone()))
    assert len(first.trees) == len(second.trees)
    for one, other in zip(first.trees, second.trees, strict=True):
        ours, theirs = ([(*line, n.visits, n.total) for line, n in all_nodes(tree).items()] for tree in (one, other))
        assert ours == theirs
    assert state.fingerprint() == before, "a search must not change the state"


@pytest.mark.parametrize("name", SEARCHES, ids=NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_other_seed_gives_another_tree(game_id: str, name: str) -> None:
    """LinkaVel's guide is deterministic within a turn, so its rollouts are random here."""
    game = tefuda.game(game_id)
    state = state_after_plays(game, 6, 2)
    name += ",rollout=random" if game_id == "linkavel" else ""
    grown = []
    for seed in range(3):
        player = make_search_player(game, name, seed)
        player.search(deciding_seat(game, state))
        grown.append(
            [[(line, node.visits, node.total) for line, node in all_nodes(tree).items()] for tree in player.trees]
        )
    assert grown[0] != grown[1] or grown[1] != grown[2]


def test_searches_do_not_share_random_state() -> None:
    """Two searches give the same result one after the other or interleaved."""
    state = state_after_plays(NIM, 2, 0)
    alone = [search_ratings(NIM, state, "ismcts:40", seed) for seed in (1, 2)]
    others = [search_ratings(NIM, state, "ismcts:40", seed) for seed in (2, 1)]
    assert alone == others[::-1]


# Compared with a reference implementation


class ReferenceSearch:
    """The documented search, implemented with dictionaries by action lines from the root."""

    def __init__(self, guide: Guide, random: Random, explore: float, one_world: bool) -> None:
        self.guide = guide
        self.random = random
        self.explore = explore
        self.one_world = one_world
        self.prior: dict[Line, float] = {}
        self.visits: defaultdict[Line, int] = defaultdict(int)
        self.won: defaultdict[Line, float] = defaultdict(float)
        self.possible: defaultdict[Line, int] = defaultdict(int)

    def simulate(self, state: State) -> None:
        line: Line = ()
        deciders: list[int] = []
        while state.seat != OVER and (line == () or self.visits[line] > 0):
            deciders.append(state.seat)
            line = self.choose(line, state)
            state.play(line[-1])
        results = self.judge(state)
        for length, seat in enumerate(deciders, 1):
            self.visits[line[:length]] += 1
            self.won[line[:length]] += results[seat]
        self.visits[()] += 1

    def choose(self, line: Line, state: State) -> Line:
        """Choose a child by its mean plus an exploration bonus."""
        actions = state.actions()
        ways = [(*line, action) for action in actions]
        fresh = not any(len(known) == len(line) + 1 and known[:-1] == line for known in self.prior)
        looks = self.guide.priors(state, actions) if fresh else None
        for place, way in enumerate(ways):
            self.prior.setdefault(way, 1 / len(actions) if looks is None else looks[place])
            self.possible[way] += 1
        below = [way for way in self.prior if way[:-1] == line and len(way) == len(line) + 1]
        tried = sum(self.visits[way] for way in below)
        hope = (sum(self.won[way] for way in below) + 0.5) / (tried + 1)

        def looks_like(way: Line) -> float:
            visits = self.visits[way]
            mean = self.won[way] / visits if visits else hope
            occasions = tried + 1 if self.one_world else self.possible[way]
            return mean + self.explore * math.sqrt(occasions) * self.prior[way] / (1 + visits)

        return max(ways, key=looks_like)  # ties: the first

    def judge(self, state: State) -> list[float]:
        """Play a rollout with the guide, then return the result or the guide's estimate."""
        plays = 0
        while state.seat != OVER and (plays < self.guide.rollout or self.guide.rollout == TO_THE_END):
            state.play(self.guide.choose(state, self.random))
            plays += 1
        if state.seat == OVER:
            return state.scores()
        chance = self.guide.chance(state, 0)
        return [chance, 1 - chance]


def assert_same(tree: Tree, described: ReferenceSearch) -> None:
    grown = {line: node for line, node in all_nodes(tree).items() if node.visits}
    assert {line: node.visits for line, node in grown.items()} == {k: v for k, v in described.visits.items() if v}
    for line, node in grown.items():
        if line:
            assert node.total == pytest.approx(described.won[line])


class DeterministicGuide(Guide):
    """A guide without rollouts, with values computed from the state; no two actions are equal."""

    def __init__(self) -> None:
        super().__init__(0)

    def chance(self, state: State, seat: int) -> float:
        first = int(state.fingerprint()[:4], 16) / 0xFFFF
        return first if seat == 0 else 1 - first

    def priors(self, state: State, actions: list[int]) -> list[float]:
        weights = [1 + action % 5 for action in actions]
        return [weight / sum(weights) for weight in weights]


GUIDES: dict[str, Callable[[], Guide] | None] = {
    "by lot": Guide,
    "by looks": DeterministicGuide,
    "short rollouts": lambda: Guide(3),
    "the game's own": None,
}


@pytest.mark.parametrize("guide", GUIDES)
@pytest.mark.parametrize("empty", [30, 8, 3])
def test_tree_of_one_world_matches_the_reference(guide: str, empty: int) -> None:
    make = GUIDES[guide] or OTHELLO.players.guide
    state = othello_endgame(2, empty)
    assert state.seat != OVER
    tree = Tree(make(), xoshiro(5, 1), OTHELLO, 0.7, True)
    described = ReferenceSearch(make(), xoshiro(5, 1), 0.7, True)
    for _ in range(80):
        tree.simulate(state.clone())
        described.simulate(state.clone())
    assert_same(tree, described)


@pytest.mark.parametrize("guide", ["by lot", "by looks", "short rollouts"])
@pytest.mark.parametrize("seed", range(4))
def test_tree_of_many_worlds_matches_the_reference(guide: str, seed: int) -> None:
    """The hidden heap differs per world, and so do the legal actions."""
    make = GUIDES[guide] or Guide
    state = state_after_plays(NIM, seed, 2 * (seed % 2))
    seat = deciding_seat(NIM, state)
    tree = Tree(make(), xoshiro(seed, 1), NIM, 1.3, False)
    described = ReferenceSearch(make(), xoshiro(seed, 1), 1.3, False)
    for _ in range(120):
        tree.simulate(seat.sample(tree.random))
        described.simulate(seat.sample(described.random))
    assert_same(tree, described)


@pytest.mark.parametrize("worlds", [0, 1, 3])
def test_player_trees_match_the_reference(worlds: int) -> None:
    """`ismcts` samples a world per simulation; `mcts` samples first and then cycles through its worlds."""
    state = state_after_plays(NIM, 7, 0)
    seat = deciding_seat(NIM, state)
    player = SearchPlayer(Guide(), xoshiro(3, 1), Budget(90), worlds, 0.9)
    found = player.search(seat)
    random = xoshiro(3, 1)
    seat.sample(random)  # the guide gets the root position
    samples = [seat.sample(random) for _ in range(worlds)]
    described = [ReferenceSearch(Guide(), random, 0.9, worlds > 0) for _ in range(max(1, worlds))]
    for number in range(90):
        state = samples[number % worlds].clone() if worlds else seat.sample(random)
        described[number % max(1, worlds)].simulate(state)
    for tree, other in zip(player.trees, described, strict=True):
        assert_same(tree, other)
    for one in found:
        assert one.visits == sum(other.visits[(one.action,)] for other in described)


# Budgets


class UncalledGuide(Guide):
    def choose(self, state: State, random: Random) -> int:
        raise AssertionError("a search began")


@pytest.mark.parametrize("worlds", [0, 2])
def test_single_action_needs_no_search(worlds: int) -> None:
    state = NIM.at({"heaps": [0, 0, 3]})
    assert len(state.actions()) == 1
    player = SearchPlayer(UncalledGuide(), xoshiro(1, 1), Budget(10), worlds)
    assert player.choose(Seat(NIM, state, 0)) == state.actions()[0]
    assert player.trees == []


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("simulations", [1, 2, 7, 33])
@pytest.mark.parametrize(("game", "options"), [(NIM, {}), (OTHELLO, PLAIN)], ids=["hidden", "open"])
def test_number_of_simulations_is_exact(game: Game, options: dict[str, str], kind: str, simulations: int) -> None:
    state = state_after_plays(game, 1, 0, options)
    found = make_search_player(game, f"{kind}:{simulations}").search(deciding_seat(game, state))
    assert sum(one.visits for one in found) == simulations
    assert len(found) == len(state.actions()), "actions without visits are listed too"


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("game_id", GAMES)
def test_time_budget_is_respected(game_id: str, kind: str) -> None:
    game = tefuda.game(game_id)
    state = state_after_plays(game, 3, 2)
    seat = deciding_seat(game, state)
    player = make_search_player(game, f"{kind}:0.05s")
    began = time.perf_counter()
    found = player.search(seat)
    took = time.perf_counter() - began
    assert 0.05 <= took < 5
    assert sum(one.visits for one in found) == sum(tree.root.visits for tree in player.trees) >= 1
    assert found[0].visits > 0
    assert 0 <= found[0].chance() <= 1
    assert state.is_legal(found[0].action)


def test_more_time_gives_more_simulations() -> None:
    state = state_after_plays(OTHELLO, 3, 10, PLAIN)

    def count(seconds: str) -> int:
        player = make_search_player(OTHELLO, f"mcts:{seconds}")
        player.search(deciding_seat(OTHELLO, state))
        return int(player.trees[0].root.visits)

    # On a busy machine a process may sleep through its time: one undisturbed attempt proves it.
    assert any(3 * count("0.01s") < count("0.3s") for _ in range(10))


# Reuse of the last tree


def player_after_two_plays(name: str, seed: int) -> tuple[SearchPlayer, Tree, State, Line]:
    """Search the first action of a game with full information and play one action each.

    Return the player, its tree and the actions.
    """
    state: State = othello_endgame(seed, 20)
    player = make_search_player(OTHELLO, name)
    first = player.choose(deciding_seat(OTHELLO, state))
    tree = player.trees[0]
    node = tree.root.child(first)
    assert node is not None
    state.play(first)
    # The reply with the most visits.
    answer = max(node.children, key=lambda child: child.visits).action
    state.play(answer)
    return player, tree, state, (first, answer)


@pytest.mark.parametrize("name", ["mcts:200", "ismcts:200"])
@pytest.mark.parametrize("seed", range(1, 1 + sample_size(24)))
def test_tree_is_reused_with_full_information(name: str, seed: int) -> None:
    player, tree, state, line = player_after_two_plays(name, seed)
    kept = all_nodes(tree)[line]
    before = kept.visits
    assert before > 0
    again, _ = player.make_trees(deciding_seat(OTHELLO, state))
    assert again[0].root is kept, "the subtree must be the same object"
    assert again[0].root.visits == before
    player.search(deciding_seat(OTHELLO, state))
    assert player.trees[0].root is kept
    assert kept.visits == before + 200
    children = {child.action for child in kept.children}
    assert children == set(state.actions())
    assert kept.child_visits == sum(child.visits for child in kept.children)
    fresh = search_ratings(OTHELLO, state, name)
    assert sum(visits for _, visits, _ in fresh) == 200


def test_unrelated_position_starts_a_new_tree() -> None:
    player, tree, _, _ = player_after_two_plays("mcts:200", 3)
    nodes = {id(node) for node in all_nodes(tree).values()}
    for other in (othello_endgame(4, 21), othello_endgame(3, 40)):
        (begun,), _ = player.make_trees(deciding_seat(OTHELLO, other))
        assert begun.root.visits == 0
        assert id(begun.root) not in nodes
        player.search(deciding_seat(OTHELLO, other))
        assert player.trees[0].root.visits == 200


def test_other_seat_to_play_starts_a_new_tree() -> None:
    """The seat to play is part of the position."""
    state = othello_endgame(3, 20)
    player = make_search_player(OTHELLO, "mcts:50")
    player.search(deciding_seat(OTHELLO, state))
    turned = OTHELLO.at({**OTHELLO.position(state), "turn": ["white", "black"][state.seat]})
    if turned.actions():
        (begun,), _ = player.make_trees(deciding_seat(OTHELLO, turned))
        assert begun.root.visits == 0


@pytest.mark.parametrize("name", ["mcts:80", "ismcts:80"])
@pytest.mark.parametrize("game_id", ["card-othello", "catalyst", "linkavel", "hidden-nim"])
def test_tree_is_not_reused_with_hidden_information(game_id: str, name: str) -> None:
    game = tefuda.game(game_id)
    state = state_after_plays(game, 5, 1)
    assert not state.is_open()
    player = make_search_player(game, name)
    for _ in range(2):
        player.search(deciding_seat(game, state))
        assert sum(tree.root.visits for tree in player.trees) == 80
        assert player.reusable_tree is None
        assert player.reusable_state is None


def test_position_with_hidden_information_discards_the_tree() -> None:
    """Games with and without cards are not mixed up."""
    player, _, state, _ = player_after_two_plays("mcts:100", 3)
    player.search(deciding_seat(OTHELLO, state_after_plays(OTHELLO, 1, 0)))
    (begun,), _ = player.make_trees(deciding_seat(OTHELLO, state))
    assert begun.root.visits == 0

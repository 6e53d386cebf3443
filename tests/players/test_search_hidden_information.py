"""Searches do not use hidden information and do not predict random draws."""

import pytest
from sample_size import sample_size
from search_helpers import GAMES, deciding_seat, make_search_player, search_ratings, state_after_plays

import tefuda
from tefuda import State
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players.tree import Tree
from tefuda.testing import check_same_in_worlds

WORLDS = 6
SIMULATIONS = {"solitaire-tcg": 4, "linkavel": 16}
"""Games with the longest rollouts."""
PLIES = [0, 3, 8, 20, 35]


def worlds_of(state: State) -> list[State]:
    """Return states that the deciding seat cannot distinguish from this one; at least two of them differ."""
    return [state.resample(state.seat, xoshiro(number, 77)) for number in range(WORLDS)]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("game_id", GAMES)
def test_ratings_are_equal_in_indistinguishable_worlds(game_id: str, kind: str) -> None:
    game = tefuda.game(game_id)
    name = f"{kind}:{SIMULATIONS.get(game_id, 30)}"
    differing = 0
    for plies in PLIES[: max(3, sample_size(len(PLIES)))]:
        # In Hidden Nim only the first player lacks information.
        state = state_after_plays(game, 11 + plies, plies // 2 * 2 if game_id == "hidden-nim" else plies)
        expected = search_ratings(game, state, name)
        for world in worlds_of(state):
            differing += world.fingerprint() != state.fingerprint()
            assert search_ratings(game, world, name) == expected, f"{game_id}, ply {plies}"
    assert differing >= WORLDS, "all worlds were identical"


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_enemy_trap_does_not_change_the_search(kind: str) -> None:
    """Card Othello with an opponent's trap: the ratings are the same for every location."""
    game = tefuda.game("card-othello")
    board = ["........", "........", "..WWW...", "..WBW...", "..WWB...", "........", "........", "........"]
    for cell in ("c3", "c4", "e4", "d5"):
        position = {"board": board, "turn": "black", "marks": [{"at": cell, "kind": "TRAP", "owner": "white"}]}
        state = game.at({**position, "started": True}, seed=4)
        expected = search_ratings(game, state, f"{kind}:60")
        if cell == "c3":
            first = expected
        assert expected == first, cell


@pytest.mark.parametrize("game_id", GAMES)
def test_games_between_searches_keep_information_hidden(game_id: str) -> None:
    """In positions that searches reach, not only in random ones."""
    game = tefuda.game(game_id)
    state = game.start(21)
    few = 2 if game_id == "solitaire-tcg" else 8
    player = make_search_player(game, f"ismcts:{few}")
    for ply in range(6):
        if state.seat == OVER:
            break
        check_same_in_worlds(game, state, state.seat, 2, players=[f"mcts:{few}", f"ismcts:{few}"], seed=ply)
        state.play(player.choose(deciding_seat(game, state)))


# Future draws

LEFT, RIGHT = ["5C@0", "5C@1", "5C@2"], ["5C@3", "5C@4"]


def two_way_position(deck: list[str]) -> State:
    """Return a Catalyst position with one card that clears either pair; the other pair then needs the right draw.

    5C makes three fives on the left, then the clubs need 2C next; or three clubs on the right, then the fives need 5S.
    Only the true order of the last two cards decides which play wins.
    """
    position = {"field": ["5H", "5D", "9C", "KC"], "hand": ["5C"], "deck": deck, "options": {"hand_size": 1}}
    return tefuda.game("catalyst").at(position)


def winning_plays(state: State) -> list[str]:
    """Return the plays that can still win, given the true order."""
    game = tefuda.game("catalyst")

    def can_win(now: State) -> bool:
        if now.seat == OVER:
            return now.scores()[0] == 1.0
        return any(can_win(after(now, action)) for action in now.actions())

    return [game.format(state, action) for action in state.actions() if can_win(after(state, action))]


def after(state: State, action: int) -> State:
    copy = state.clone()
    copy.play(action)
    return copy


def test_true_order_decides_which_play_wins() -> None:
    clubs, fives = winning_plays(two_way_position(["2C", "5S"])), winning_plays(two_way_position(["5S", "2C"]))
    assert clubs == LEFT
    assert fives == RIGHT


@pytest.mark.parametrize("name", ["mcts:40", "ismcts:40", "ismcts:40,rollout=random", "mcts:40,worlds=1"])
def test_search_does_not_predict_the_next_draw(name: str) -> None:
    """The choices of forty seeds are the same for both orders."""
    game = tefuda.game("catalyst")
    chosen: list[list[str]] = []
    for deck in (["2C", "5S"], ["5S", "2C"]):
        state = two_way_position(deck)
        players = [make_search_player(game, name, seed) for seed in range(40)]
        chosen.append([game.format(state, player.choose(Seat(game, state, 0))) for player in players])
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_both_plays_are_rated_as_even_chances(kind: str) -> None:
    game = tefuda.game("catalyst")
    state = two_way_position(["2C", "5S"])
    won: dict[bool, float] = {True: 0.0, False: 0.0}
    tried: dict[bool, int] = {True: 0, False: 0}
    for seed in range(10):
        for action, visits, chance in search_ratings(game, state, f"{kind}:400", seed):
            left = game.format(state, action) in LEFT
            won[left] += chance * visits
            tried[left] += visits
    for left in (True, False):
        assert 0.4 < won[left] / tried[left] < 0.6


def test_search_with_the_true_order_finds_the_winning_play() -> None:
    """The position can detect cheating: a search in the true world finds the winning play."""
    game = tefuda.game("catalyst")
    for deck, wanted in ((["2C", "5S"], LEFT), (["5S", "2C"], RIGHT)):
        state = two_way_position(deck)
        tree = Tree(game.players.guide(), xoshiro(1, 1), game, 0.6, True)
        for _ in range(60):
            tree.simulate(state.clone())
        best = max(tree.root.children, key=lambda child: child.visits)
        assert game.format(state, best.action) in wanted

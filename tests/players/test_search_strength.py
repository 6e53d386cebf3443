"""Strength of searches: more simulations win more, searches beat random play, and inverted searches lose to it."""

from typing import Any

import pytest
from player_strength import SAME_DECK, match_score
from search_helpers import PLAIN

import tefuda
from tefuda import Player, Seat
from tefuda.core.playout import play_out
from tefuda.core.random import Random, xoshiro
from tefuda.core.seed import game_seed
from tefuda.lab.studies.simulation import Simulation
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer

pytestmark = pytest.mark.skipif(not tefuda.compiled, reason="takes minutes when interpreted")


# More simulations

MORE, FEWER = "mcts:160", "mcts:10"
"""A tenth of the games of `make nightly`. LinkaVel needs more simulations to show a difference in few games."""


def test_more_simulations_win_plain_othello() -> None:
    assert match_score("card-othello", [MORE, FEWER], 16, PLAIN) > 0.6


def test_more_simulations_win_card_othello() -> None:
    assert match_score("card-othello", [MORE, FEWER], 60) > 0.6


def test_more_simulations_win_linkavel() -> None:
    """Without the game's guide, with random rollouts, in a short game with equal decks."""
    short = {**SAME_DECK, "lp": 2000}
    assert match_score("linkavel", ["mcts:400,rollout=random", "mcts:25,rollout=random"], 16, short) > 0.6


# Against random play

DUELS: list[tuple[str, dict[str, Any], int]] = [
    ("card-othello", PLAIN, 60),
    ("card-othello", {}, 60),
    ("linkavel", {}, 30),
    ("hidden-nim", {}, 200),
]
IDS = ["plain-othello", "card-othello", "linkavel", "hidden-nim"]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize(("game_id", "options", "simulations"), DUELS, ids=IDS)
def test_search_beats_random_play(game_id: str, options: dict[str, Any], simulations: int, kind: str) -> None:
    assert match_score(game_id, [f"{kind}:{simulations}", "random"], 24, options) > 0.7


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize(("game_id", "simulations"), [("catalyst", 150), ("solitaire-tcg", 10)])
def test_search_wins_more_deals_than_random_play(game_id: str, simulations: int, kind: str) -> None:
    thought, at_random = (
        Simulation(game_id, [name], 2).tally(0, 6).wins[0] for name in (f"{kind}:{simulations}", "random")
    )
    assert thought >= at_random + 3


# Inverted


class InvertedPlayer(Player):
    """Plays the worst action of a search."""

    def __init__(self, search: Player) -> None:
        super().__init__()
        assert isinstance(search, SearchPlayer)
        self.search = search

    def choose(self, seat: Seat) -> int:
        return min(self.search.search(seat), key=lambda one: (one.chance(), -one.visits)).action


def make_inverted_player(game_id: str, name: str, random: Random) -> InvertedPlayer:
    # High exploration: bad actions must be tried often enough to be rated as bad.
    return InvertedPlayer(make_player(tefuda.game(game_id), f"{name},explore=3", random))


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize(("game_id", "options", "simulations"), DUELS, ids=IDS)
def test_inverted_search_loses_to_random_play(
    game_id: str, options: dict[str, Any], simulations: int, kind: str
) -> None:
    game = tefuda.game(game_id)
    # In Nim it is hard to avoid taking the last stone against random play.
    games, most = (100, 0.4) if game_id == "hidden-nim" else (16, 0.2)
    won = 0.0
    for number in range(games):
        seed = game_seed(5, number // 2)
        mine = number % 2
        bad = make_inverted_player(game_id, f"{kind}:{simulations}", xoshiro(seed, 1))
        at_random = make_player(game, "random", xoshiro(seed, 2))
        state = game.start(seed, options)
        play_out(game, state, [bad, at_random] if mine == 0 else [at_random, bad], game.max_plays)
        won += state.scores()[mine]
    assert won / games < most


@pytest.mark.parametrize(("game_id", "simulations"), [("catalyst", 60), ("solitaire-tcg", 10)])
def test_inverted_search_loses_one_player_games(game_id: str, simulations: int) -> None:
    game = tefuda.game(game_id)
    for number in range(6):
        seed = game_seed(5, number)
        state = game.start(seed)
        play_out(
            game, state, [make_inverted_player(game_id, f"ismcts:{simulations}", xoshiro(seed, 1))], game.max_plays
        )
        assert state.scores() == [0.0]

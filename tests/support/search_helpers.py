"""Positions after random play, and search players, for tests."""

from typing import Any

import tefuda
from tefuda import Game, State
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import popcount
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer

PLAIN: dict[str, Any] = {"cards": "off"}
"""Card Othello without cards: no hidden information and no chance."""
GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg", "hidden-nim", "kuhn-poker"]


def state_after_plays(game: Game, seed: int, plays: int, options: dict[str, Any] | None = None) -> State:
    """Return the state after a number of random plays, or the last one before the game ends."""
    random = xoshiro(seed, 9)
    state = game.start(seed, options)
    for _ in range(plays):
        after = state.clone()
        after.play(state.random_action(random))
        if after.seat == OVER:
            break
        state = after
    return state


def othello_endgame(seed: int, empty: int) -> CardOthelloState:
    """Return plain Othello after random plays until `empty` cells are left; the game may be over."""
    random = xoshiro(seed, 9)
    state = tefuda.game("card-othello").start(seed, PLAIN)
    assert isinstance(state, CardOthelloState)
    while state.seat != OVER and popcount(state.empty_cells()) > empty:
        state.play(state.random_action(random))
    return state


def deciding_seat(game: Game, state: State) -> Seat:
    """Return the seat to play."""
    return Seat(game, state, state.seat)


def make_search_player(game: Game, name: str, seed: int = 1) -> SearchPlayer:
    player = make_player(game, name, xoshiro(seed, 1))
    assert isinstance(player, SearchPlayer)
    return player


def search_ratings(game: Game, state: State, name: str, seed: int = 1) -> list[tuple[int, int, float]]:
    """Return each action with its visits and its win chance, in the order of the search."""
    return [
        (one.action, one.visits, one.chance())
        for one in make_search_player(game, name, seed).search(deciding_seat(game, state))
    ]

"""What tests of the searching players share: positions from play, and players as searches."""

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
"""Card Othello without cards: nothing is hidden, and there is no luck."""
GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg", "hidden-nim", "kuhn-poker"]


def played(game: Game, seed: int, plays: int, options: dict[str, Any] | None = None) -> State:
    """A state after so many random plays; fewer where the game would be over."""
    random = xoshiro(seed, 9)
    state = game.start(seed, options)
    for _ in range(plays):
        after = state.clone()
        after.play(state.random_action(random))
        if after.seat == OVER:
            break
        state = after
    return state


def ending(seed: int, empty: int) -> CardOthelloState:
    """Plain Othello after random plays, with so many empty cells left; it may be over by then."""
    random = xoshiro(seed, 9)
    state = tefuda.game("card-othello").start(seed, PLAIN)
    assert isinstance(state, CardOthelloState)
    while state.seat != OVER and popcount(state.empty_cells()) > empty:
        state.play(state.random_action(random))
    return state


def seat_of(game: Game, state: State) -> Seat:
    """The seat that decides."""
    return Seat(game, state, state.seat)


def searcher(game: Game, name: str, seed: int = 1) -> SearchPlayer:
    player = make_player(game, name, xoshiro(seed, 1))
    assert isinstance(player, SearchPlayer)
    return player


def ratings(game: Game, state: State, name: str, seed: int = 1) -> list[tuple[int, int, float]]:
    """All that a search says: each action with its visits and what they won, in its order."""
    return [(one.action, one.visits, one.chance()) for one in searcher(game, name, seed).search(seat_of(game, state))]

"""Whole games at full speed, for simulations and benchmarks: no log, no checks."""

from mypy_extensions import i64

from tefuda.core.game import Game
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER, State


def play_out(game: Game, state: State, players: list[Player], most: i64) -> i64:
    """Let the players finish the game, or stop after `most` actions. Return the number of actions."""
    seats = [Seat(game, state, number) for number in range(len(players))]
    plays: i64 = 0
    while state.seat != OVER and plays < most:
        state.play(players[state.seat].choose(seats[state.seat]))
        plays += 1
    return plays


def play_randomly(state: State, random: Random) -> i64:
    """Finish the game with random actions. Return their number."""
    plays: i64 = 0
    while state.seat != OVER:
        state.play(state.random_action(random))
        plays += 1
    return plays


def clone_and_play(state: State, action: i64, times: i64) -> None:
    """Play an action in a clone of a state, many times over, for benchmarks."""
    for _number in range(times):
        state.clone().play(action)

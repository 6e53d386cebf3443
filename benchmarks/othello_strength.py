"""Games of plain Othello against the alpha-beta search of rust-reversi, at equal time per move and at fixed depths.

    python benchmarks/othello_strength.py mcts:0.1s,policy=FILE --games 40 --seconds 0.1 --depth 3 --depth 5 --depth 7

Each opening of random moves is played twice, with colors exchanged. The peer is tried with each of its evaluators, and
with a table of cell values; the best setting at equal time is the one to compare with.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import tefuda
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.lab.stats.intervals import mean_interval
from tefuda.players.names import make_player

PLAIN = {"cards": "off"}
OPENING_PLAYS = 8
PASS = 64
DEPTH_LIMIT = 60
WIN_SCORE = 1 << 20
CELL_VALUES = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [10, -2, -1, -1, -1, -1, -2, 10],
    [5, -2, -1, -1, -1, -1, -2, 5],
]
EVALUATORS = ["cells", "moves", "stones"]


@dataclass(frozen=True)
class Duel:
    """Games of one player against one setting of the peer."""

    player: str
    evaluator: str
    depth: int
    """The depth of the search; 0: as deep as the time allows."""
    seconds: float
    first: int
    games: int


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("player", help="player of Tefuda, for example mcts:0.1s,policy=FILE")
    arguments.add_argument("--games", type=int, default=40, help="games per setting (default: 40)")
    arguments.add_argument("--seconds", type=float, default=0.1, help="time per move of the peer (default: 0.1)")
    arguments.add_argument("--depth", type=int, action="append", default=[], help="fixed depth of the peer, repeatable")
    arguments.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    given = arguments.parse_args()
    print(f"{given.player}, {given.games} games per line")
    print(f"{'alpha-beta of rust-reversi':36}score   95 %           s/move, peer's")
    for depth in [0, *given.depth]:
        for evaluator in EVALUATORS:
            each = given.games // given.workers
            duels = [
                Duel(given.player, evaluator, depth, given.seconds, worker * each, each)
                for worker in range(given.workers)
            ]
            with ProcessPoolExecutor(given.workers) as pool:
                found = [game for games in pool.map(play_games, duels) for game in games]
            report(f"{evaluator}, " + (f"depth {depth}" if depth else f"{given.seconds:g} s a move"), found)


def report(label: str, found: list[tuple[float, float, float]]) -> None:
    points, own, peer = (list(column) for column in zip(*found, strict=True))
    score = mean_interval(points)
    low, high = max(0.0, score.low), min(1.0, score.high)
    seconds = f"{statistics.mean(own):.4f}, {statistics.mean(peer):.4f}"
    print(
        f"{label:36}{score.value:5.1%}   {low:4.0%} to {high:4.0%}   {seconds}",
        flush=True,
    )


def play_games(duel: Duel) -> list[tuple[float, float, float]]:
    """Return, for each game, the points of the player and the mean seconds per move of both."""
    return [play_game(duel, number) for number in range(duel.first, duel.first + duel.games)]


def play_game(duel: Duel, number: int) -> tuple[float, float, float]:
    import rust_reversi

    game = tefuda.game("card-othello")
    state, board = game.start(number // 2, PLAIN), rust_reversi.Board()
    opening = random.Random(number // 2)
    own_color = number % 2
    player = make_player(game, duel.player, xoshiro(number, 1))
    search = peer_search(duel)
    spent, moves = [0.0, 0.0], [0, 0]
    plays = 0
    while state.seat != OVER:
        actions = state.actions()
        own = state.seat == own_color
        if len(actions) == 1 or plays < OPENING_PLAYS:
            action = opening.choice(list(actions))
        else:
            started_at = time.perf_counter()
            action = player.choose(Seat(game, state, state.seat)) if own else search(board)
            spent[own] += time.perf_counter() - started_at
            moves[own] += 1
        if action < PASS:
            board.do_move(action)
        elif not board.is_game_over():  # where the peer's game is over, ours ends with two passes
            board.do_pass()
        state.play(action)
        plays += 1
    return game.points(state.scores())[own_color], spent[1] / max(1, moves[1]), spent[0] / max(1, moves[0])


def peer_search(duel: Duel) -> Callable[[Any], int]:
    """Return what chooses the moves of the peer."""
    import rust_reversi

    evaluator = {
        "cells": lambda: rust_reversi.MatrixEvaluator(CELL_VALUES + CELL_VALUES[::-1]),
        "moves": rust_reversi.LegalNumEvaluator,
        "stones": rust_reversi.PieceEvaluator,
    }[duel.evaluator]()
    search = rust_reversi.AlphaBetaSearch(evaluator, duel.depth or DEPTH_LIMIT, WIN_SCORE)
    shallow = rust_reversi.AlphaBetaSearch(evaluator, 1, WIN_SCORE)

    def move(board: Any) -> int:
        if duel.depth:
            found = search.get_move(board)
        else:
            found = search.get_move_with_timeout(board, round(1000 * duel.seconds))
        return int(shallow.get_move(board) if found is None else found)  # it may find no move in time

    return move


if __name__ == "__main__":
    main()

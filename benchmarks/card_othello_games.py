"""One contestant of card_othello.py: play games and print the figures."""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

PLAIN = {"cards": "off"}


def tefuda_game(options: dict[str, str] | None, how: str) -> Callable[[int], int]:
    import tefuda
    from tefuda.core.playout import play_randomly
    from tefuda.core.random import xoshiro

    game, rng = tefuda.game("card-othello"), xoshiro(1, 1)
    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup.")

    def in_one_call(number: int) -> int:
        return play_randomly(game.start(number, options), rng)

    def loop(number: int) -> int:
        state = game.start(number, options)
        moves = 0
        while state.seat >= 0:
            state.play(state.random_action(rng))
            moves += 1
        return moves

    def loop_over_list(number: int) -> int:
        state = game.start(number, options)
        moves = 0
        while state.seat >= 0:
            state.play(random.choice(state.actions()))
            moves += 1
        return moves

    return {"call": in_one_call, "loop": loop, "list": loop_over_list}[how]


def spiel_game() -> Callable[[int], int]:
    import pyspiel

    game = pyspiel.load_game("othello")

    def play(number: int) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def rust_game(how: str) -> Callable[[int], int]:
    from rust_reversi import Board

    def play(number: int) -> int:
        board = Board()
        moves = 0
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            elif how == "loop":
                board.do_move(board.get_random_move())
            else:
                board.do_move(random.choice(board.get_legal_moves_vec()))
            moves += 1
        return moves

    return play


def steps(times: int) -> dict[str, float]:
    """Return the time of single steps called from Python: clone, clone and play, actions."""
    import tefuda
    from tefuda.core.random import xoshiro

    game, found = tefuda.game("card-othello"), {}

    def nanoseconds(work: Callable[[], Any]) -> float:
        best = float("inf")
        for _ in range(5):
            started_at = time.perf_counter()
            for _ in range(times // 5):
                work()
            best = min(best, time.perf_counter() - started_at)
        return best / (times // 5) * 1e9

    empty = nanoseconds(lambda: None)
    for label, options in (("plain", PLAIN), ("all cards", None)):
        state, rng = game.start(1, options), xoshiro(1, 1)
        for _ in range(30):
            state.play(state.random_action(rng))
        action = state.actions()[0]

        def clone_and_play(state: Any = state, action: int = action) -> None:
            state.clone().play(action)

        found[f"clone, {label}"] = nanoseconds(state.clone) - empty
        found[f"clone + play, {label}"] = nanoseconds(clone_and_play) - empty
        found[f"actions, {label}"] = nanoseconds(state.actions) - empty
    return found


def main(name: str, games: int) -> None:
    if name == "steps":
        print(json.dumps(steps(games)))
        return
    contestants: dict[str, Callable[[], Callable[[int], int]]] = {
        "tefuda_call": lambda: tefuda_game(PLAIN, "call"),
        "tefuda_loop": lambda: tefuda_game(PLAIN, "loop"),
        "tefuda_list": lambda: tefuda_game(PLAIN, "list"),
        "tefuda_cards": lambda: tefuda_game(None, "call"),
        "spiel": spiel_game,
        "rust_loop": lambda: rust_game("loop"),
        "rust_list": lambda: rust_game("list"),
    }
    play = contestants[name]()
    play(0)
    started_at = time.perf_counter()
    moves = sum(play(number) for number in range(games))
    seconds = time.perf_counter() - started_at
    print(json.dumps({"per_second": games / seconds, "moves": moves / games}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

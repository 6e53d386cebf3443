"""Positions in sampled worlds: views, legal actions, texts, refusals, events and choices must not tell worlds apart."""

from collections.abc import Iterator
from typing import Any

from game_options import OPTIONS, PLAYERS
from invariants import choose, game_of

from nightly.check import Check
from tefuda.core.events import SPECTATOR
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State
from tefuda.testing import check_same_in_worlds

WORLDS = 16
GAMES = [*["card-othello", "linkavel", "solitaire-tcg", "catalyst"] * 2, "hidden-nim"]
GROUP = 20
"""Positions that are taken from one game, spread over it; from several games where they are short."""
MOST_GAMES = 1000
STRONG = {"card-othello": "cpu-5"}
"""A player that thinks for longer chooses in one world of one position in ten."""


def case_of(number: int) -> tuple[str, dict[str, Any]]:
    """Return the game and the options of one game of a run."""
    game_id = GAMES[number % len(GAMES)]
    sets = [{}, *OPTIONS[game_id]]
    return game_id, sets[number // len(GAMES) % len(sets)]


def positions(game_id: str, options: dict[str, Any], number: int) -> Iterator[tuple[int, int, State]]:
    """Return the positions of a group: seed, ply and state; evenly spread over random games, ends included."""
    left = GROUP
    for seed in range(MOST_GAMES * number, MOST_GAMES * (number + 1)):
        random = xoshiro(seed, 1)
        states = [game_of(game_id).start(seed, options)]
        while states[-1].seat != OVER:
            after = states[-1].clone()
            after.play(choose(after, random))
            states.append(after)
        step = max(1.0, len(states) / left)
        taken = min(left, len(states))
        for place in range(taken):
            ply = len(states) - 1 - int(place * step)
            yield seed, ply, states[ply]
        left -= taken
        if not left:
            return


def compare(first: int, count: int) -> None:
    """Check some groups of positions; a unit is one position."""
    for number in range(first // GROUP, (first + count - 1) // GROUP + 1):
        game_id, options = case_of(number)
        game = game_of(game_id)
        players = PLAYERS.get(game_id) or ["random", *game.players.names()]
        for place, (seed, ply, state) in enumerate(positions(game_id, options, number)):
            for viewer in (*range(game.seats), SPECTATOR):
                where = f"{game_id}, options {options}, seed {seed}, ply {ply}, viewer {viewer}"
                check_same_in_worlds(game, state, viewer, WORLDS, players, game_seed(seed, ply), where)
                if game_id in STRONG and place % 10 == 0:
                    check_same_in_worlds(game, state, viewer, 1, [STRONG[game_id]], game_seed(seed, ply), where)


CHECKS = [
    Check(
        "secrets",
        "positions",
        20_000,
        compare,
        batch=GROUP,
        least=9 * GROUP,
        note=f"{WORLDS} sampled worlds each, every seat and the spectator; players choose in all worlds",
    )
]

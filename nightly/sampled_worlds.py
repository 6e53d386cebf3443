"""Sampled worlds: views, legal actions, texts, errors, events and choices must be the same in all worlds."""

from collections.abc import Iterator
from typing import Any

from game_options import OPTIONS, PLAYERS
from invariants import choose_action, game_of

from nightly.check import Check
from tefuda.core.events import SPECTATOR
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State
from tefuda.testing import check_same_in_worlds

WORLDS = 16
GAME_ROTATION = [*["card-othello", "linkavel", "solitaire-tcg", "catalyst"] * 2, "hidden-nim"]
GROUP_SIZE = 20
"""Positions per group, spread over one game, or over several short ones."""
SEEDS_PER_GROUP = 1000
STRONG_PLAYERS = {"card-othello": "cpu-5"}
"""A slower player chooses in one world of every tenth position."""


def game_and_options(number: int) -> tuple[str, dict[str, Any]]:
    """Return the game and the options of a group."""
    game_id = GAME_ROTATION[number % len(GAME_ROTATION)]
    sets = [{}, *OPTIONS[game_id]]
    return game_id, sets[number // len(GAME_ROTATION) % len(sets)]


def sample_positions(game_id: str, options: dict[str, Any], number: int) -> Iterator[tuple[int, int, State]]:
    """Return the positions of a group (seed, ply, state), evenly spread over random games, including ends."""
    left = GROUP_SIZE
    for seed in range(SEEDS_PER_GROUP * number, SEEDS_PER_GROUP * (number + 1)):
        random = xoshiro(seed, 1)
        states = [game_of(game_id).start(seed, options)]
        while states[-1].seat != OVER:
            after = states[-1].clone()
            after.play(choose_action(after, random))
            states.append(after)
        step = max(1.0, len(states) / left)
        taken = min(left, len(states))
        for place in range(taken):
            ply = len(states) - 1 - int(place * step)
            yield seed, ply, states[ply]
        left -= taken
        if not left:
            return


def check_positions(first: int, count: int) -> None:
    """Check groups of positions; a unit is one position."""
    for number in range(first // GROUP_SIZE, (first + count - 1) // GROUP_SIZE + 1):
        game_id, options = game_and_options(number)
        game = game_of(game_id)
        players = PLAYERS.get(game_id) or ["random", *game.players.names()]
        for place, (seed, ply, state) in enumerate(sample_positions(game_id, options, number)):
            for viewer in (*range(game.seats), SPECTATOR):
                where = f"{game_id}, options {options}, seed {seed}, ply {ply}, viewer {viewer}"
                check_same_in_worlds(
                    game, state, viewer, WORLDS, players=players, seed=game_seed(seed, ply), where=where
                )
                if game_id in STRONG_PLAYERS and place % 10 == 0:
                    check_same_in_worlds(
                        game,
                        state,
                        viewer,
                        1,
                        players=[STRONG_PLAYERS[game_id]],
                        seed=game_seed(seed, ply),
                        where=where,
                    )


CHECKS = [
    Check(
        "secrets",
        "positions",
        20_000,
        check_positions,
        batch=GROUP_SIZE,
        min_units=9 * GROUP_SIZE,
        note=f"{WORLDS} sampled worlds each, every seat and the spectator; players choose in all worlds",
    )
]

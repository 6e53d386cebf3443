"""Folds games in Node.js with the modules of the page, and compares every view with Python's."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import orjson
from game_options import OPTIONS
from invariants import choose_action, game_of
from solitaire_random_cards import random_position

from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.players.names import make_player

NODE: Final = shutil.which("node")
SCRIPT: Final = Path(__file__).with_suffix(".js")
PLAYERS: Final = {"card-othello": "cpu-1", "catalyst": "pairing", "linkavel": "heuristic", "solitaire-tcg": "greedy"}
"""A player that plays better than random, for each game."""
PLAYER_EVERY: Final = 8
"""Games between two that this player plays. The others are random."""

MOST_PLIES: Final = 400


def play_match(game_id: str, seed: int) -> Match:
    """Return a match. The options vary with the seed; every second game of Solitaire TCG has random cards."""
    sets = [{}, *OPTIONS[game_id]]
    if game_id == "solitaire-tcg" and seed % 2:
        match = Match(game_of(game_id), seed, position=random_position(seed))
    else:
        match = Match(game_of(game_id), seed, sets[seed // 2 % len(sets)])
    random = xoshiro(seed, 1)
    player = make_player(match.game, PLAYERS[game_id], random) if seed % PLAYER_EVERY == 0 else None
    while not match.over and match.ply < MOST_PLIES:
        match.play_action(player.choose(match.seat_of(match.seat)) if player else choose_action(match.state(), random))
    return match


def story(match: Match, viewer: int, plies: range) -> Iterator[bytes]:
    """Yield plies of a match as one viewer sees them, as lines for Node.js.

    The first line has the view before them. Each other line has an event and the fields of the view that it changes.
    """
    game = match.game
    view = match.view(viewer, plies.start - 1)
    name = f"{game.id}, seed {match.seed}, viewer {viewer}"
    yield orjson.dumps([game.id, name, view])
    for ply in plies:
        for event in match.events_for(viewer, ply):
            before = dict(view)
            game.fold(view, event)
            changed = {key: value for key, value in view.items() if value is not before[key]}
            yield orjson.dumps([event, changed])
        assert view == match.view(viewer, ply), f"{name}, ply {ply}: Python does not fold to its own view"


def stories(game_id: str, first: int, count: int, most: int | None = None) -> Iterator[bytes]:
    """Yield games for every seat and the spectator; of longer ones, `most` plies that start at a random one."""
    for seed in range(first, first + count):
        match = play_match(game_id, seed)
        plies = range(1, match.ply + 1)
        if most is not None and match.ply > most:
            start = xoshiro(seed, 2).below(match.ply - most + 1)
            plies = plies[start : start + most]
        for viewer in [*range(match.game.seats), SPECTATOR]:
            yield from story(match, viewer, plies)


def fold_in_node(lines: Iterator[bytes]) -> int:
    """Fold stories in Node.js; return the number of events. Raises `AssertionError` with the first difference."""
    assert NODE, "Node.js is not installed"
    with subprocess.Popen([NODE, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
        assert node.stdin
        assert node.stdout
        # After a difference, Node.js reads no more.
        with suppress(BrokenPipeError):
            node.stdin.writelines(line + b"\n" for line in lines)
        with suppress(BrokenPipeError):
            node.stdin.close()
        output = node.stdout.read().decode()
    assert node.returncode == 0, output
    return int(output)

"""A position proved and measured, and written as a puzzle: nothing about a puzzle is guessed."""

import math
from typing import Any, Final

import yaml

from tefuda.core.game import Game
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.players.names import make_player
from tefuda.solve import SOLVED, Limits, proof_record, solve
from tefuda.solve.count import count_shortest

TRIALS: Final = 40
"""Games by which a puzzle's difficulty for the game's own plain player is measured."""

MOST_PLAYS: Final = 300
THRESHOLDS: Final = [9.0, 14.0, 19.0]
"""Scores from which a puzzle is of tier 2, 3 and 4."""


def measure(game: Game, state: State, proof: dict[str, Any]) -> dict[str, Any]:
    """How hard a proved position is: what it took to prove, what it offers on the way, how often a player fails.

    The score is the logarithm of the nodes searched, half a point for each play of the shortest win, and up to six
    points for how often the game's plain player fails.
    """
    branching = []
    at = state.clone()
    for text in proof["line"]:
        branching.append(len(at.actions()))
        at.play(game.parse(at, text))
    failures = 0
    name = game.players.names()[0]
    for number in range(TRIALS):
        trial = state.clone()
        play_out(game, trial, [make_player(game, name, xoshiro(number, 1))], MOST_PLAYS)
        failures += trial.seat != OVER or trial.scores()[0] < game.win_score
    fails = failures / TRIALS
    score = math.log2(proof["nodes"] + 1) + proof["par"] / 2 + 6 * fails
    return {
        "score": round(score, 2),
        "nodes": proof["nodes"],
        "length": proof["par"],
        "branching": round(sum(branching) / len(branching), 2),
        "fails": round(fails, 3),
    }


def tier_of(score: float) -> int:
    """The tier that a score falls into."""
    return 1 + sum(score >= threshold for threshold in THRESHOLDS)


def prove(game: Game, state: State, limits: Limits) -> dict[str, Any]:
    """The proof of a position; where it is solved also how many shortest solutions there are, difficulty and tier."""
    record = proof_record(game, state, solve(state, limits, win_score=game.win_score))
    record.update(solutions=None, difficulty=None, tier=None)
    if record["verdict"] == SOLVED and record["par"] is not None:
        record["solutions"] = count_shortest(state, record["par"], limits, game.win_score)
        record["difficulty"] = measure(game, state, record)
        record["tier"] = tier_of(record["difficulty"]["score"])
    return record


def puzzle_yaml(name: str, game: Game, title: dict[str, str], goal: dict[str, str], proof: dict[str, Any]) -> str:
    """A puzzle as its file."""
    data = {
        "id": name,
        "game": game.id,
        "title": title,
        "goal": goal,
        "tier": proof["tier"],
        "par": proof["par"],
        "solutions": proof["solutions"],
        "difficulty": proof["difficulty"],
        "position": proof["position"],
        "solution": proof["line"],
    }
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)

"""Prove a position, measure its difficulty, and write it as a puzzle."""

import math
from typing import Any, Final

import yaml

from tefuda.core.game import Game
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.players.names import make_player
from tefuda.solve import SOLVED, Limits, proof_record, solve
from tefuda.solve.count import count_shortest_lines

TRIAL_GAMES: Final = 40
"""Games that the game's weakest player plays to measure the difficulty."""

MAX_TRIAL_PLAYS: Final = 300
TIER_THRESHOLDS: Final = [9.0, 14.0, 19.0]
"""Minimum scores of tiers 2, 3 and 4."""


def measure(game: Game, state: State, proof: dict[str, Any]) -> dict[str, Any]:
    """Return the difficulty of a proved position.

    The score is the logarithm of the searched nodes, half a point for each play of the shortest win, and up to six
    points for the failure rate of the game's weakest player.
    """
    branching = []
    at = state.clone()
    for text in proof["line"]:
        branching.append(len(at.actions()))
        at.play(game.parse(at, text))
    failures = 0
    name = game.players.names()[0]
    for number in range(TRIAL_GAMES):
        trial = state.clone()
        play_out(game, trial, [make_player(game, name, xoshiro(number, 1))], MAX_TRIAL_PLAYS)
        failures += trial.seat != OVER or trial.scores()[0] < game.win_score
    failure_rate = failures / TRIAL_GAMES
    score = math.log2(proof["nodes"] + 1) + proof["par"] / 2 + 6 * failure_rate
    return {
        "score": round(score, 2),
        "nodes": proof["nodes"],
        "length": proof["par"],
        "branching": round(sum(branching) / len(branching), 2),
        "fails": round(failure_rate, 3),
    }


def tier_of(score: float) -> int:
    """Return the tier of a score."""
    return 1 + sum(score >= threshold for threshold in TIER_THRESHOLDS)


def prove(game: Game, state: State, limits: Limits) -> dict[str, Any]:
    """Return the proof of a position; if solved, also the number of shortest solutions, the difficulty and the tier."""
    record = proof_record(game, state, solve(state, limits, win_score=game.win_score))
    record.update(solutions=None, difficulty=None, tier=None)
    if record["verdict"] == SOLVED and record["par"] is not None:
        record["solutions"] = count_shortest_lines(state, record["par"], limits, game.win_score)
        record["difficulty"] = measure(game, state, record)
        record["tier"] = tier_of(record["difficulty"]["score"])
    return record


def puzzle_yaml(name: str, game: Game, title: dict[str, str], goal: dict[str, str], proof: dict[str, Any]) -> str:
    """Return a puzzle as a YAML file."""
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

"""Proofs as JSON records."""

from typing import Any

from tefuda.core.game import Game
from tefuda.core.state import State
from tefuda.solve.search import IMPOSSIBLE, Proof


def proof_record(game: Game, state: State, proof: Proof) -> dict[str, Any]:
    """Return a proof as plain JSON types, with its line in notation."""
    line: list[str] = []
    at = state.clone()
    for action in proof.line:
        line.append(game.format(at, action))
        at.play(action)
    return {
        "verdict": proof.verdict,
        "par": proof.par,
        "plays": proof.plays if proof.line else None,
        "at_least": proof.at_least if proof.verdict != IMPOSSIBLE else None,
        "line": line,
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 4),
        "limit": proof.limit or None,
    }

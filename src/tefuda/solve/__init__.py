"""Proofs for one-player games in which everything is known."""

from tefuda.solve.record import proof_record
from tefuda.solve.search import IMPOSSIBLE, SOLVED, UNKNOWN, Limits, Proof, solve

__all__ = ["IMPOSSIBLE", "SOLVED", "UNKNOWN", "Limits", "Proof", "proof_record", "solve"]

"""Proofs for one-player games without hidden information."""

from tefuda.solve.record import proof_record
from tefuda.solve.search import IMPOSSIBLE, SOLVED, UNKNOWN, Limits, Proof, solve

__all__ = ["IMPOSSIBLE", "SOLVED", "UNKNOWN", "Limits", "Proof", "proof_record", "solve"]

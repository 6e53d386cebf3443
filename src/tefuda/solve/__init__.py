"""Proofs for one-player games in which everything is known."""

from tefuda.solve.search import IMPOSSIBLE, SOLVED, UNKNOWN, Limits, Proof, solve

__all__ = ["IMPOSSIBLE", "SOLVED", "UNKNOWN", "Limits", "Proof", "solve"]

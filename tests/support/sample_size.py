"""Repetitions per test. The interpreted run, which is slow under coverage, does fewer than the compiled one."""

import tefuda

DIVISOR = 8


def sample_size(amount: int) -> int:
    """Return the amount in the compiled build and an eighth of it in the interpreted one."""
    return amount if tefuda.compiled else max(1, amount // DIVISOR)

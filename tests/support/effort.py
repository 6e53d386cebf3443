"""How much to try: the interpreted run, slowed down further by coverage, samples what the compiled run does in full."""

import tefuda

SHARE = 8


def effort(amount: int) -> int:
    """The amount, or a share of it where nothing is compiled."""
    return amount if tefuda.compiled else max(1, amount // SHARE)

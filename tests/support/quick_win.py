"""Kuhn poker with games that are over at once."""

from typing import Any

from kuhn_poker import KuhnPoker


class QuickWin(KuhnPoker):
    """Games that are over at once, except for every third."""

    def start(self, seed: int, options: Any = None, log: Any = None) -> Any:
        state = super().start(seed, options, log)
        if (seed >> 128) % 3:
            state.play(0)
            state.play(0)
        return state

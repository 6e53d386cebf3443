"""Debug mode: `play` checks its action. On with `TEFUDA_DEBUG=1`, which runs the plain sources."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from tefuda.core.errors import illegal_action
from tefuda.core.state import State

MOST_LISTED: Final = 20


def check_plays() -> None:
    """Check the actions of every `State` class that is defined from now on."""
    State.__init_subclass__ = classmethod(_wrap_play)  # type: ignore[assignment]


def _wrap_play(kind: type[State], /, **arguments: Any) -> None:
    if "play" in kind.__dict__:
        kind.play = check_before(kind.play)  # type: ignore[assignment,method-assign]


def check_before(play: Callable[[State, int], None]) -> Callable[[State, int], None]:
    """Return a `play` that raises `IllegalAction` before anything changes."""

    @wraps(play)
    def check_and_play(self: State, action: int) -> None:
        # A subclass that calls `super().play` has checked the action already.
        if type(self).play is check_and_play and not self.is_legal(action):
            legal = self.actions()
            listed = ", ".join(str(one) for one in legal[:MOST_LISTED]) or "-"
            more = " ..." if len(legal) > MOST_LISTED else ""
            raise illegal_action(
                f"Action {action!r} is not legal in {self!r}. Legal actions: {listed}{more}",
                f"行動 {action!r} は {self!r} ではできません。可能な行動: {listed}{more}",
            )
        play(self, action)

    return check_and_play

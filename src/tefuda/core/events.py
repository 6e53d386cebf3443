"""Events: what happened in a game, with private parts for single seats."""

from typing import Any, Final

from mypy_extensions import i64
from typing_extensions import override

EVERYONE: Final = -1
"""The owner of an event without private data."""

SPECTATOR: Final = -1
"""The viewer without a seat."""


class Event:
    """One thing that happened.

    `data` is public. With an `owner`, `secret` is visible to that seat only; without `secret` the whole event is
    visible to that seat only. `reveals` marks an event that shows hidden information, such as a drawn card: up to it,
    worlds that look the same have equal events.
    """

    def __init__(
        self,
        kind: str,
        data: dict[str, Any],
        owner: i64 = EVERYONE,
        secret: dict[str, Any] | None = None,
        reveals: bool = False,
    ) -> None:
        self.kind = kind
        self.data = data
        self.owner = owner
        self.secret = secret
        self.reveals = reveals

    def seen_by(self, seat: i64) -> dict[str, Any] | None:
        """Return the event as `seat` may know it, with its kind under `kind`; None if the seat may not know it."""
        visible: dict[str, Any] = {"kind": self.kind}
        if self.owner != EVERYONE and seat != self.owner and self.secret is None:
            return None
        visible.update(self.data)
        if self.secret is not None and seat == self.owner:
            visible.update(self.secret)
        return visible

    def reveals_to(self, seat: i64) -> bool:
        """Return whether the event may show `seat` something new that was hidden from it."""
        return self.reveals and (self.owner == EVERYONE or seat == self.owner)

    @override
    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.data!r})"

"""Events: what happened, told to each seat as far as it may know."""

from typing import Any, Final

from mypy_extensions import i64

EVERYONE: Final = -1
"""As an event's owner: there is nothing private in it."""

SPECTATOR: Final = -1
"""As a viewer: somebody who sits at no seat."""


class Event:
    """One thing that happened, fit for playing back.

    `data` is for all. With an `owner`, `secret` is for that seat alone, and an event without `secret` is for that seat
    alone as a whole: the others do not learn that it happened. `reveals` marks an event that shows somebody what was
    hidden until then (a drawn card), which is where worlds that looked the same may part.
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
        """The event as `seat` may know it, its kind under `kind`; None where it may not know it at all."""
        told: dict[str, Any] = {"kind": self.kind}
        if self.owner != EVERYONE and seat != self.owner and self.secret is None:
            return None
        told.update(self.data)
        if self.secret is not None and seat == self.owner:
            told.update(self.secret)
        return told

    def reveals_to(self, seat: i64) -> bool:
        """Whether this event may show `seat` something that it could not know before."""
        return self.reveals and (self.owner == EVERYONE or seat == self.owner)

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.data!r})"

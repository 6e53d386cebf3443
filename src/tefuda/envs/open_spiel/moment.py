"""Moment: a state of Tefuda with what each seat has seen and done so far."""

import hashlib
from typing import Any, Final

import orjson
from typing_extensions import override

from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.state import State

DIGEST_BYTES: Final = 16
NO_DEAL: Final = -1
"""The deal of a moment whose past is unknown, such as a sampled world."""


def as_json(value: Any) -> bytes:
    """Return a view or an event as JSON text that is equal for equal values."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def extend(digest: bytes, *parts: bytes) -> bytes:
    """Return the digest of a past that continues with these parts."""
    digester = hashlib.blake2b(digest, digest_size=DIGEST_BYTES)
    for part in parts:
        digester.update(len(part).to_bytes(4, "little"))
        digester.update(part)
    return digester.digest()


class Moment:
    """A state and, by seat, a digest of its past: all events that the seat saw, and its own actions.

    Events are built when a digest is asked for. Until then the plays are remembered, so rollouts do not pay for them.
    """

    def __init__(self, state: State, digests: list[bytes], deal: int, plays: int = 0) -> None:
        self.state = state
        self.deal = deal
        """The number of the deal, or `NO_DEAL`."""
        self.plays = plays
        self._digests = digests
        self._recent: list[tuple[State, int]] = []
        """The plays that the digests do not contain yet: the state before, and the action."""

    def play(self, action: int) -> None:
        """Play a legal action."""
        self._recent.append((self.state.clone(), action))
        self.state.play(action)
        self.plays += 1

    def digest(self, seat: int) -> bytes:
        """Return the digest of what a seat has seen and done."""
        for before, action in self._recent:
            replayed = before.clone()
            events: list[Event] = []
            replayed.log = events
            replayed.play(action)
            own = [b"action", str(action).encode()]
            self._digests = [
                extend(digest, *(own if other == before.seat else []), *seen_parts(events, other))
                for other, digest in enumerate(self._digests)
            ]
        self._recent = []
        return self._digests[seat]

    def resample(self, game: Game, seat: int, world: State) -> "Moment":
        """Return a moment in another world that looks the same to a seat. The other seats begin to remember now."""
        digests = [self.digest(one) if one == seat else first_digest(game, world, one) for one in range(game.seats)]
        return Moment(world, digests, NO_DEAL, self.plays)

    def copy(self) -> "Moment":
        """Return an independent copy."""
        copy = Moment(self.state.clone(), self._digests, self.deal, self.plays)
        copy._recent = self._recent.copy()
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self.copy()

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        self.digest(0)
        return Moment, (self.state, self._digests, self.deal, self.plays)


def seen_parts(events: list[Event], seat: int) -> list[bytes]:
    """Return the events that a seat sees as JSON."""
    seen = [event.seen_by(seat) for event in events]
    return [as_json(event) for event in seen if event is not None]


def first_digest(game: Game, state: State, seat: int) -> bytes:
    """Return the digest of a seat that sees a state without knowing its past."""
    return extend(b"", as_json(game.view(state, seat)))


def begin(game: Game, state: State, deal: int = NO_DEAL, events: list[Event] | None = None) -> Moment:
    """Return the moment of a state that each seat sees for the first time. `events` are those of the opening."""
    state.log = None
    digests = [extend(first_digest(game, state, seat), *seen_parts(events or [], seat)) for seat in range(game.seats)]
    return Moment(state, digests, deal)

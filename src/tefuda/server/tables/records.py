"""What is kept about a table, as plain values: the same in the database, in memory and between processes."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

PLAY: Final = "play"
RESIGN: Final = "resign"
TIMEOUT: Final = "timeout"
TAKEBACK: Final = "takeback"
REMATCH: Final = "rematch"

HUMAN: Final = "human"
OPEN: Final = "open"
CPU: Final = "cpu"

PLAYING: Final = "playing"
ENDED: Final = "over"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits at a seat; of a token only its digest is kept."""

    kind: str
    name: str | None = None
    level: int | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds to begin with, and seconds for each action."""

    initial: int
    increment: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log."""

    number: int
    kind: str
    seat: int
    action: str | None
    ply: int
    """How many actions stand after it."""
    turn: int | None
    """Who decides after it."""
    at: int
    """When, in milliseconds since 1970."""
    spent: int = 0
    """Milliseconds that it took off the seat's clock."""
    client: str | None = None
    """The seat and the id that the client gave it, by which a resend is known."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """All that a table is besides its log."""

    id: str
    game: str
    seed: str = field(repr=False)
    seats: tuple[SeatRecord, ...]
    created: int
    options: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] | None = field(default=None, repr=False)
    practice: bool = False
    public: bool = False
    quick: bool = False
    clock: Clock | None = None
    started: int | None = None
    first: int = 0
    """Who decides first."""
    daily: str | None = None
    puzzle: str | None = None
    """The id of the puzzle that it sets."""
    rematch: str | None = None

    @property
    def commitment(self) -> str:
        """What is published of the seed before the game is over."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def waiting(self) -> bool:
        """Whether a seat is open."""
        return any(seat.kind == OPEN for seat in self.seats)

"""Tables, seats and log entries as the database stores them: plain values without behaviour."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

PLAY: Final = "play"
RESIGN: Final = "resign"
TIMEOUT: Final = "timeout"
TAKEBACK: Final = "takeback"
TAKEBACK_REQUEST: Final = "takeback_request"
TAKEBACK_DECLINE: Final = "takeback_decline"
REMATCH: Final = "rematch"
ABANDON: Final = "abandon"
"""The seat left, and its opponent claimed the win."""
FORFEIT: Final = "forfeit"
"""The program of the seat failed."""

HUMAN: Final = "human"
OPEN: Final = "open"
CPU: Final = "cpu"

DEALING: Final = "dealing"
"""All seats are taken, and a player has not revealed the contribution to the seed."""
PLAYING: Final = "playing"
ENDED: Final = "over"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and its player. `token` is the digest of the seat token. A CPU has a level or the name of a bot.

    `commitment` is the SHA-256 digest of the player's contribution to the seed; None for a player without one.
    """

    kind: str
    name: str | None = None
    level: int | None = None
    token: str | None = None
    commitment: str | None = None
    contribution: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock: initial seconds, and seconds added for each action."""

    initial: int
    increment: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log of a table."""

    number: int
    kind: str
    seat: int
    action: str | None
    ply: int
    """The number of actions after it."""
    turn: int | None
    """The seat to play after it."""
    at: int
    """The time in milliseconds since 1970."""
    spent: int = 0
    """Milliseconds that it used of the seat's clock."""
    client: str | None = None
    """The seat and the client's id of the request. They identify a repeated request."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """All data of a table except its log."""

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
    """The first seat to play."""
    daily: str | None = None
    puzzle: str | None = None
    """The id of its puzzle."""
    rematch: str | None = None
    secret: str | None = field(default=None, repr=False)
    """The server's part of the seed, if players contribute to it."""

    @property
    def commitment(self) -> str:
        """The shuffle commitment: the SHA-256 digest of the secret, or of the seed if no player contributes."""
        return hashlib.sha256((self.secret or self.seed).encode()).hexdigest()

    @property
    def has_open_seat(self) -> bool:
        """Whether a seat is open."""
        return any(seat.kind == OPEN for seat in self.seats)

    @property
    def waiting(self) -> bool:
        """Whether a seat is open or a contribution is not revealed, so the game has not started."""
        return self.has_open_seat or any(seat.commitment and not seat.contribution for seat in self.seats)

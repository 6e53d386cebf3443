"""Takebacks. In games between people, one player requests a takeback and the other accepts or declines."""

from typing import Final

from tefuda.core.errors import Conflict
from tefuda.core.match import Match
from tefuda.core.text import Message
from tefuda.server.tables.records import TAKEBACK_DECLINE, TAKEBACK_REQUEST, Entry

NOTHING_TO_TAKE_BACK: Final = Message("nothing_to_take_back", "No action to take back.", "戻せる手がありません。")
TAKEBACK_PENDING: Final = Message(
    "takeback_pending", "A takeback has already been requested.", "待ったはすでに申し込まれています。"
)
TAKEBACK_DECLINED: Final = Message(
    "takeback_declined",
    "Your takeback was declined. You can ask again after the next action.",
    "待ったは断られました。次の手のあとで、もう一度申し込めます。",
)
NO_TAKEBACK_REQUEST: Final = Message(
    "no_takeback_request", "No takeback has been requested.", "待ったは申し込まれていません。"
)


def find_last_decision(match: Match, seats: list[int], before: int | None = None) -> int | None:
    """Return the ply before the last action of one of the seats, below `before` if given; None if there is none."""
    last = match.ply if before is None else before
    return next((ply for ply in range(last - 1, -1, -1) if match.seat_at(ply) in seats), None)


def last_decision(match: Match, seats: list[int]) -> int:
    """Return the ply before the last action of one of the seats. Raises `Conflict` if there is none."""
    ply = find_last_decision(match, seats)
    if ply is None:
        raise Conflict(NOTHING_TO_TAKE_BACK)
    return ply


def last_choice(match: Match, seats: list[int]) -> int:
    """Return the ply before the last action of one of the seats that had an alternative.

    If none had, it is the one before the last action. Without a choice, players would only repeat the same action.
    Raises `Conflict` if there is no action.
    """
    last = ply = last_decision(match, seats)
    while len(match.state(ply).actions()) < 2:
        earlier = find_last_decision(match, seats, ply)
        if earlier is None:
            return last
        ply = earlier
    return ply


class TakebackRequests:
    """The requests for takebacks at a table."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """The seat that has requested a takeback and not been answered."""
        self._declined: tuple[int, int] | None = None
        """The seat and ply of the last request that was declined."""

    def check(self, kind: str, seat: int, match: Match) -> None:
        """Raise `Conflict` if a seat cannot request a takeback, or decline one (also its own)."""
        if kind == TAKEBACK_DECLINE:
            if self.seat is None:
                raise Conflict(NO_TAKEBACK_REQUEST)
            return
        if self.seat is not None:
            raise Conflict(TAKEBACK_PENDING)
        if self._declined == (seat, match.ply):
            raise Conflict(TAKEBACK_DECLINED)
        last_decision(match, [seat])

    def confirm(self, entry: Entry) -> None:
        """Follow an entry of the log. Every entry other than a request answers it or makes it obsolete."""
        if entry.kind == TAKEBACK_DECLINE and self.seat is not None:
            self._declined = (self.seat, entry.ply)
        self.seat = entry.seat if entry.kind == TAKEBACK_REQUEST else None

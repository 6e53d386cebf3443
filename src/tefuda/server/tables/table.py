"""Table: the game, seats and clocks of one table, computed from its record and log.

No I/O; callers pass the time. `Room` adds the viewers.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tefuda.core.errors import Conflict, TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.game_parts import GAME_OVER
from tefuda.core.match import Match
from tefuda.core.seed import parse_seed
from tefuda.core.text import Message, both
from tefuda.server.puzzles import puzzle_of
from tefuda.server.tables.messages import encode_with_entries
from tefuda.server.tables.records import (
    ABANDON,
    ENDED,
    HUMAN,
    OPEN,
    PLAY,
    PLAYING,
    REMATCH,
    TAKEBACK,
    TAKEBACK_DECLINE,
    TAKEBACK_REQUEST,
    TIMEOUT,
    Entry,
    TableRecord,
)
from tefuda.server.tables.serialize import EntrySerializer, events_for_viewer, goals_of, view_digest
from tefuda.server.tables.takebacks import TakebackRequests, find_last_decision, last_choice, last_decision
from tefuda.server.tables.tokens import status_of, today

MAX_MISSED_ENTRIES: Final = 60
"""A client that has missed more entries gets the view only."""

MAX_ENTRIES: Final = 20_000
"""Longer than any game. Stops endless takebacks."""
MAX_ENTRIES_CUSTOM_CARDS: Final = 1000
"""Limit for tables with custom cards, where each action may be expensive."""
MAX_RECENT_PLIES: Final = 40
"""A new client gets the events of at most so many actions."""
MAX_RECENT_EVENTS: Final = 1500
"""A new client gets about this many events. One action can cause thousands."""
MAX_MISSED_CHARACTERS: Final = 1_000_000
"""Missed entries longer than this are replaced by the view."""

WRONG_TOKEN: Final = Message("wrong_token", "Invalid seat token.", "席のトークンが正しくありません。")
TABLE_NOT_FOUND: Final = Message("no_table", "Table not found.", "卓が見つかりません。")
NOT_STARTED: Final = Message("not_started", "The game has not started yet.", "ゲームはまだ始まっていません。")
NOT_OVER: Final = Message("not_over", "The game is not over yet.", "ゲームはまだ終わっていません。")
PRACTICE_ONLY: Final = Message("no_practice", "Only available at practice tables.", "練習用の卓でのみ使えます。")
NO_OPPONENT: Final = Message("no_opponent", "This table has no opponent to ask.", "この卓には対戦相手がいません。")
FLAG_FELL: Final = Message("flag_fell", "Your time is up.", "時間切れです。")
LOG_FULL: Final = Message("log_full", "The log of this table is full.", "この卓の記録は上限に達しました。")
REMATCH_REQUESTED: Final = Message(
    "asked_already", "You have already requested a rematch.", "再戦はすでに申し込んでいます。"
)


class TimeUp(Conflict):
    """The clock of the seat has run out: 409."""


class Table:
    """A table: a record, a log and the match that follows from them.

    `stage` checks a new entry, and plays its action. The caller commits it and calls `confirm` or `discard`. Data for
    viewers is correct only while nothing is staged, so callers hold the lock of the room.
    """

    def __init__(self, record: TableRecord, game: Game, downtimes: Sequence[tuple[int, int]] = ()) -> None:
        """`downtimes` are the times when the server did not run. Clocks did not run either."""
        self.record = record
        self.waiting = record.waiting
        self.game = game
        self._downtimes = downtimes
        self._deal()
        self.entries: list[Entry] = []
        self.client_entries: dict[str, int] = {}
        self.rematch_seats: dict[int, str | None] = {}
        """The seats that want a rematch, with the commitments to their contributions."""
        self.takebacks = TakebackRequests()
        self.ended: str | None = "play" if self.match.over else None
        self.loser: int | None = None
        self._spent = [0] * game.seats
        self._play_counts = [0] * game.seats
        self._since = 0

    def _deal(self) -> None:
        record = self.record
        options = record.options if record.start is None else None
        self.match = Match(self.game, parse_seed(record.seed), options, record.start)
        self.match.practice = record.practice
        self.serializer = EntrySerializer(self.match)

    # State.

    @property
    def number(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def turn(self) -> int | None:
        """The seat to play; None before the start and after the end."""
        return None if self.ended is not None or self.waiting else self.match.seat

    @property
    def status(self) -> str:
        """`open`, `dealing`, `playing` or `over`."""
        return ENDED if self.ended is not None else status_of(self.record) if self.waiting else PLAYING

    @property
    def result(self) -> list[float] | None:
        """The scores; None while the game is running."""
        return self.match.result() if self.loser is None else self.game.scores_after_loss(self.loser)

    @property
    def outcomes(self) -> list[float] | None:
        """The result as wins, draws and losses."""
        result = self.result
        return None if result is None else self.game.outcomes(result)

    @property
    def has_custom_cards(self) -> bool:
        """Whether the table was created with custom cards."""
        return bool((self.record.start or {}).get("cards"))

    def kind_of(self, seat: int | None) -> str | None:
        """Return the kind of a seat: `human`, `open` or `cpu`."""
        return None if seat is None else self.record.seats[seat].kind

    @property
    def human_seats(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.record.seats) if seat.kind == HUMAN]

    def time_left(self, seat: int, now: int) -> int:
        """Return the milliseconds left on the clock of a seat."""
        clock = self.record.clock
        assert clock is not None
        time_left = (clock.initial + clock.increment * self._play_counts[seat]) * 1000 - self._spent[seat]
        return time_left - self.elapsed(now) if self._is_running(seat) else time_left

    def _is_running(self, seat: int) -> bool:
        return seat == self.turn and self.kind_of(seat) == HUMAN

    def elapsed(self, now: int) -> int:
        """Return the milliseconds since the current decision began, without the downtimes of the server."""
        since = max(self._since, self.record.started or 0)
        down = sum(max(0, min(end, now) - max(start, since)) for start, end in self._downtimes)
        return max(0, now - since - down)

    def clock(self, now: int) -> dict[str, Any] | None:
        """Return the clocks for viewers; None if the table has none."""
        if self.record.clock is None:
            return None
        running = self.turn if self.kind_of(self.turn) == HUMAN else None
        return {"left": [max(0, self.time_left(seat, now)) for seat in range(self.game.seats)], "running": running}

    def time_until_flag(self, now: int) -> int | None:
        """Return the milliseconds until the running clock is at 0; None if no clock runs."""
        turn = self.turn
        if self.record.clock is None or turn is None or not self._is_running(turn):
            return None
        return max(0, self.time_left(turn, now))

    # Adding entries.

    def load(self, entry: Entry) -> None:
        """Add an entry from the database."""
        if entry.kind == PLAY:
            try:
                self.match.play(entry.seat, self.match.ply, entry.action or "")
            except TefudaError as error:
                raise RuntimeError(f"entry {entry.number} of table {self.record.id} cannot be played") from error
        self.confirm(entry)

    def stage(
        self, kind: str, seat: int, now: int, *, client: str | None = None, ply: int = 0, action: str = ""
    ) -> Entry:
        """Return a new entry for the log. Raises `TefudaError` if it is not possible."""
        if kind == REMATCH:
            return self._stage_rematch(seat, now, client, action or None)
        if self.waiting:
            raise Conflict(NOT_STARTED)
        if kind in (PLAY, TAKEBACK, TAKEBACK_REQUEST, TAKEBACK_DECLINE) and self.number >= (
            MAX_ENTRIES_CUSTOM_CARDS if self.has_custom_cards else MAX_ENTRIES
        ):
            raise Conflict(LOG_FULL)
        if kind == TAKEBACK:
            return self._stage_takeback(seat, now, client)
        if self.ended is not None:
            raise Conflict(GAME_OVER)
        if kind == PLAY:
            return self._stage_play(seat, now, client, ply, action)
        if kind in (TAKEBACK_REQUEST, TAKEBACK_DECLINE):
            self._opponent(seat)
            self.takebacks.check(kind, seat, self.match)
            return Entry(self.number, kind, seat, None, self.match.ply, self.turn, now, 0, client)
        return self._stage_end(kind, self._opponent(seat) if kind == ABANDON else seat, now, client)

    def stage_timeout(self, seat: int, now: int) -> Entry:
        """Return the entry for a clock that has run out."""
        return self._stage_end(TIMEOUT, seat, now, None)

    def _stage_end(self, kind: str, seat: int, now: int, client: str | None) -> Entry:
        return Entry(self.number, kind, seat, None, self.match.ply, None, now, self._time_spent(seat, now), client)

    def _time_spent(self, seat: int, now: int) -> int:
        """Return the milliseconds that the current decision has used of a seat's clock."""
        return self.elapsed(now) if self.record.clock is not None and self._is_running(seat) else 0

    def _stage_play(self, seat: int, now: int, client: str | None, ply: int, action: str) -> Entry:
        spent = self._time_spent(seat, now)
        if spent and self.time_left(seat, now) <= 0:
            raise TimeUp(FLAG_FELL)
        self.match.play(seat, ply, action)
        turn = None if self.match.over else self.match.seat
        return Entry(self.number, PLAY, seat, self.match.actions[-1], self.match.ply, turn, now, spent, client)

    def _stage_takeback(self, seat: int, now: int, client: str | None) -> Entry:
        """Return to the last decision of a human seat, or accept the request of the opponent."""
        if not self.record.practice and self.takebacks.seat in (None, seat):
            raise Conflict(PRACTICE_ONLY)
        if self.loser is not None:
            raise Conflict(GAME_OVER)
        requester = self.takebacks.seat
        # A request is about one action; alone, players want to try something else.
        ply = last_choice(self.match, self.human_seats) if requester is None else last_decision(self.match, [requester])
        return Entry(self.number, TAKEBACK, seat, None, ply, self.match.seat_at(ply), now, 0, client)

    def _opponent(self, seat: int) -> int:
        """Return the other player of a game between two people. Raises `Conflict` at other tables."""
        others = [other for other in self.human_seats if other != seat]
        if self.record.practice or len(others) != 1:
            raise Conflict(NO_OPPONENT)
        return others[0]

    def _stage_rematch(self, seat: int, now: int, client: str | None, commitment: str | None) -> Entry:
        if self.ended is None:
            raise Conflict(NOT_OVER)
        if seat in self.rematch_seats or self.record.rematch is not None:
            raise Conflict(REMATCH_REQUESTED)
        return Entry(self.number, REMATCH, seat, commitment, self.match.ply, None, now, 0, client)

    def discard(self, entry: Entry) -> None:
        """Undo a staged entry."""
        if entry.kind == PLAY:
            self.match.undo()
            self.match.undone -= 1

    def confirm(self, entry: Entry) -> None:
        """Add a staged entry to the log after its commit."""
        assert entry.number == self.number, "entries are added in order"
        self.entries.append(entry)
        if entry.client is not None:
            self.client_entries[entry.client] = entry.number
        self._spent[entry.seat] += entry.spent
        if entry.kind == PLAY:
            self._play_counts[entry.seat] += 1
            self.ended = "play" if self.match.over else None
        elif entry.kind == TAKEBACK:
            while self.match.ply > entry.ply:
                self.match.undo()
            self.ended = None
            self.rematch_seats.clear()
        elif entry.kind == REMATCH:
            self.rematch_seats[entry.seat] = entry.action
        elif entry.kind not in (TAKEBACK_REQUEST, TAKEBACK_DECLINE):
            self.ended = entry.kind
            self.loser = entry.seat
        self.takebacks.confirm(entry)
        if entry.kind in (PLAY, TAKEBACK):
            self._since = entry.at

    def changed_columns(self, entry: Entry) -> dict[str, Any] | None:
        """Return the database columns that a staged entry changes; None if none."""
        if entry.kind == TAKEBACK:
            return None if self.ended is None else {"status": PLAYING, "result": None, "ended": None}
        if entry.kind == PLAY:
            if not self.match.over:
                return None
            return {"status": ENDED, "result": self.match.result(), "ended": PLAY}
        if entry.kind in (TAKEBACK_REQUEST, TAKEBACK_DECLINE):
            return None
        return {"status": ENDED, "result": self.game.scores_after_loss(entry.seat), "ended": entry.kind}

    def completes_rematch(self, entry: Entry) -> bool:
        """Whether all human seats want a rematch after this entry."""
        return entry.kind == REMATCH and {*self.rematch_seats, entry.seat} >= set(self.human_seats)

    def update_record(self, record: TableRecord) -> None:
        """Replace the record after a seat was taken or a rematch was created."""
        before, self.record = self.record, record
        self.waiting = record.waiting
        if (record.seed, record.options) != (before.seed, before.options):
            # A player has chosen a deck before the start, or the last seat was taken.
            self._deal()

    # Data for viewers.

    def summary(self) -> dict[str, Any]:
        """Return the public data of the table."""
        record = self.record
        return {
            "id": record.id,
            "game": record.game,
            "options": record.options,
            "status": self.status,
            "seats": seats_of(record, self.game, self.status),
            "practice": record.practice,
            "public": record.public,
            "quick": record.quick,
            "clock": clock_of(record),
            **deal_of(record, self.status),
            "created": record.created,
            "updated": self.entries[-1].at if self.entries else record.created,
            "number": self.number,
            "ply": self.match.ply,
            "turn": self.turn,
            "result": self.result,
            "outcomes": self.outcomes,
            "ended": self.ended,
            "rematch": record.rematch,
            "daily": record.daily,
            "puzzle": puzzle_of(record.game, record.puzzle),
        }

    def shared_state(self, at: int) -> dict[str, Any]:
        """Return the part of the current state that all viewers see, without the view."""
        return {
            "number": self.number,
            "ply": self.match.ply,
            "plays": self.match.plays,
            "turn": self.turn,
            "goals": goals_of(self.match),
            "clock": self.clock(at),
            "status": self.status,
            "result": self.result,
            "outcomes": self.outcomes,
            "ended": self.ended,
            "takeback": self.takebacks.seat,
        }

    def own_state(self, viewer: int) -> dict[str, Any]:
        """Return the part of the current state that is for a seat or `SPECTATOR`, without the view."""
        return {
            "legal": self.match.legal(viewer) if self.turn == viewer else [],
            "prompt": self.prompt(viewer),
            "can_take_back": self.can_take_back(viewer),
        }

    def can_take_back(self, viewer: int) -> bool:
        """Whether there is an action to take back: of any person at a practice table, otherwise of this seat."""
        seats = self.human_seats if self.record.practice else [viewer]
        return viewer != SPECTATOR and find_last_decision(self.match, seats) is not None

    def state_with_view(self, viewer: int, at: int) -> dict[str, Any]:
        """Return the current state for a seat or `SPECTATOR`, with its view."""
        return {**self.shared_state(at), **self.own_state(viewer), "view": self.match.view(viewer)}

    def compose_update(self, entry: Entry | None, at: int) -> Callable[[int, bool], str]:
        """Return a function that composes the `update` message with the last entry for a viewer.

        Without an entry, the game has just started; then the message has the events of the deal. The view is included
        only on request, and if it does not follow from events: at the start and after a takeback.
        """
        shared = self.shared_state(at)

        def compose(viewer: int, with_view: bool) -> str:
            view = self.match.view(viewer)
            entries = [] if entry is None else [self.serializer.serialize(entry, viewer)]
            needs_view = with_view or entry is None or entry.kind == TAKEBACK
            past = self.recent_events(viewer) if entry is None else None
            fields = {"past": past, "view": view if needs_view else None, "digest": view_digest(view)}
            return encode_with_entries("update", entries, {**shared, **self.own_state(viewer), **fields})

        return compose

    def prompt(self, viewer: int) -> dict[str, str] | None:
        """Return what a seat is asked to choose; None if it has no choice to make."""
        asked = self.match.prompt(viewer) if self.turn == viewer else None
        return None if asked is None else both(asked)

    def why_unusable(self, seat: int, item: str) -> Message | None:
        """Return why a seat cannot use an item of its view now; None if there is nothing to say."""
        if self.ended is not None:
            return GAME_OVER
        return NOT_STARTED if self.waiting else self.match.why_unusable(seat, item)

    def missed_entries(self, have: int | None, viewer: int) -> list[str] | None:
        """Return the entries from `have` on for a viewer; None if the client must start from the view."""
        if have is None or not 0 <= have <= self.number or self.number - have > MAX_MISSED_ENTRIES:
            return None
        since = self.entries[have:]
        if any(entry.kind == TAKEBACK for entry in since):
            return None
        texts = [self.serializer.serialize(entry, viewer) for entry in since]
        return texts if sum(map(len, texts)) < MAX_MISSED_CHARACTERS else None

    def recent_events(self, viewer: int) -> list[dict[str, Any]]:
        """Return the latest events for a viewer, without those taken back. A new client shows them in its log.

        Before the start there are none, since the cards are not dealt yet.
        """
        if self.waiting:
            return []
        first = self.match.ply
        count = len(self.match.events(first))
        while first > max(0, self.match.ply - MAX_RECENT_PLIES) and count < MAX_RECENT_EVENTS:
            first -= 1
            count += len(self.match.events(first))
        return [
            event
            for ply in range(first, self.match.ply + 1)
            for event in events_for_viewer(self.match, ply, viewer, viewer)
        ]


def seats_of(record: TableRecord, game: Game, status: str) -> list[dict[str, Any]]:
    """Return the seats for viewers. The contributions are shown with the seed."""
    titles = [game.seat_titles[seat] for seat in range(game.seats)]
    shown = is_revealed(record, status)
    return [
        {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "title": {"en": title.en, "ja": title.ja},
            "commitment": seat.commitment,
            "contribution": seat.contribution if shown else None,
        }
        for seat, title in zip(record.seats, titles, strict=True)
    ]


def is_revealed(record: TableRecord, status: str) -> bool:
    """Whether the seed of a table is public."""
    return status == ENDED and record.daily != today()


def deal_of(record: TableRecord, status: str) -> dict[str, Any]:
    """Return what is public about the deal. Nothing is dealt before the start; the seed is revealed at the end."""
    revealed = is_revealed(record, status)
    return {
        "commitment": None if status == OPEN else record.commitment,
        "seed": record.seed if revealed else None,
        "secret": record.secret if revealed else None,
        "first": record.first if status in (PLAYING, ENDED) and not record.start else None,
    }


def clock_of(record: TableRecord) -> dict[str, int] | None:
    """Return the clock settings for viewers; None if the table has no clock."""
    clock = record.clock
    return None if clock is None else {"initial": clock.initial, "increment": clock.increment}

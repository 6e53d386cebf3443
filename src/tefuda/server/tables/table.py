"""A live table: its log played out, what may be added to it, and what each viewer is told. No clock and no I/O here."""

from typing import Any, Final

from tefuda.core.errors import Conflict, TefudaError
from tefuda.core.game import Game
from tefuda.core.match import GAME_OVER, Match
from tefuda.core.seed import parse_seed
from tefuda.core.text import Message
from tefuda.server.puzzles import puzzle_of
from tefuda.server.tables.records import (
    ENDED,
    HUMAN,
    OPEN,
    PLAY,
    PLAYING,
    REMATCH,
    TAKEBACK,
    TIMEOUT,
    Entry,
    TableRecord,
)
from tefuda.server.tables.serialize import Teller, events_of

MOST_MISSED: Final = 60
"""A client that has missed more entries than this is shown the view instead."""

MOST_ENTRIES: Final = 20_000
"""A log that is longer than any game: somebody plays and takes back for ever."""
MOST_STRANGE: Final = 1000
"""With custom cards: a test needs fewer, and each play may be expensive."""
MOST_TOLD: Final = 40
"""So many actions back goes what a client is told that comes with empty logs."""
MOST_EVENTS: Final = 1500
"""And about so many events back: one action can set off thousands."""
MOST_LETTERS: Final = 1_000_000
"""What was missed is told up to this length; the view instead of more."""

NO_TABLE: Final = Message("no_table", "There is no such table.", "その卓はありません。")
NOT_STARTED: Final = Message(
    "not_started", "The table waits for somebody to join.", "参加者を待っています。ゲームはまだ始まっていません。"
)
IS_OVER: Final = Message(GAME_OVER, "The game is over.", "ゲームは終わっています。")
NOT_OVER: Final = Message("not_over", "The game is not over yet.", "ゲームはまだ終わっていません。")
NO_PRACTICE: Final = Message("no_practice", "Only practice tables allow that.", "練習の卓でだけ使えます。")
NOTHING_TO_TAKE_BACK: Final = Message(
    "nothing_to_take_back", "There is nothing to take back.", "戻せる手がありません。"
)
FLAG_FELL: Final = Message("flag_fell", "The time is up.", "時間切れです。")
LOG_FULL: Final = Message("log_full", "The log of this table is full.", "この卓ではこれ以上指せません。")
ASKED_ALREADY: Final = Message("asked_already", "You have asked already.", "再戦はすでに申し込んでいます。")


class TimeUp(Conflict):
    """The clock of the seat has run out: 409."""


class LiveTable:
    """A table in memory.

    An entry is staged (checked; a play is tried out), then committed by the caller, then confirmed or abandoned. What
    viewers get is true only while nothing is staged; whoever asks holds the table's lock.
    """

    def __init__(self, record: TableRecord, game: Game, booted: int) -> None:
        self.record = record
        self.waiting = record.waiting
        self.game = game
        self.booted = booted
        """When the server began: nobody's clock ran before that."""
        self._deal()
        self.entries: list[Entry] = []
        self.clients: dict[str, int] = {}
        self.asked: set[int] = set()
        self.ended: str | None = "play" if self.match.over else None
        self.loser: int | None = None
        self._spent = [0] * game.seats
        self._played = [0] * game.seats
        self._since = 0

    def _deal(self) -> None:
        record = self.record
        options = record.options if record.start is None else None
        self.match = Match(self.game, parse_seed(record.seed), options, record.start)
        self.match.practice = record.practice
        self.teller = Teller(self.match)

    # How things stand.

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def turn(self) -> int | None:
        """Who decides; None before the start and at the end."""
        return None if self.ended is not None or self.waiting else self.match.seat

    @property
    def status(self) -> str:
        return ENDED if self.ended is not None else OPEN if self.waiting else PLAYING

    @property
    def result(self) -> list[float] | None:
        return self.match.result() if self.loser is None else self._lost_by(self.loser)

    @property
    def outcomes(self) -> list[float] | None:
        """The result as wins, draws and losses."""
        result = self.result
        return None if result is None else self.game.outcomes(result)

    @property
    def strange(self) -> bool:
        """Whether its maker has brought cards along."""
        return bool((self.record.start or {}).get("cards"))

    def kind_of(self, seat: int | None) -> str | None:
        return None if seat is None else self.record.seats[seat].kind

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.record.seats) if who.kind == HUMAN]

    def left(self, seat: int, now: int) -> int:
        """Milliseconds on a seat's clock."""
        clock = self.record.clock
        assert clock is not None
        left = (clock.initial + clock.increment * self._played[seat]) * 1000 - self._spent[seat]
        return left - self.thinking(now) if self._runs(seat) else left

    def _runs(self, seat: int) -> bool:
        return seat == self.turn and self.kind_of(seat) == HUMAN

    def thinking(self, now: int) -> int:
        """How long the decision at hand has been open."""
        return max(0, now - max(self._since, self.record.started or 0, self.booted))

    def clock(self, now: int) -> dict[str, Any] | None:
        if self.record.clock is None:
            return None
        running = self.turn if self.kind_of(self.turn) == HUMAN else None
        return {"left": [max(0, self.left(seat, now)) for seat in range(self.game.seats)], "running": running}

    def flag_falls_in(self, now: int) -> int | None:
        """Milliseconds until the time of who decides is up; None where no clock runs."""
        turn = self.turn
        if self.record.clock is None or turn is None or not self._runs(turn):
            return None
        return max(0, self.left(turn, now))

    # Adding to the log.

    def load(self, entry: Entry) -> None:
        """Take an entry that is in the database already."""
        if entry.kind == PLAY:
            try:
                self.match.play(entry.seat, self.match.ply, entry.action or "")
            except TefudaError as error:
                raise RuntimeError(f"entry {entry.number} of table {self.record.id} cannot be played") from error
        self.confirm(entry)

    def stage(self, kind: str, seat: int, now: int, client: str | None = None, ply: int = 0, action: str = "") -> Entry:
        """Return the entry that would be added to the log; raises `TefudaError` if it is not possible."""
        if kind == REMATCH:
            return self._stage_rematch(seat, now, client)
        if self.waiting:
            raise Conflict(NOT_STARTED)
        if kind in (PLAY, TAKEBACK) and self.number >= (MOST_STRANGE if self.strange else MOST_ENTRIES):
            raise Conflict(LOG_FULL)
        if kind == TAKEBACK:
            return self._stage_takeback(seat, now, client)
        if self.ended is not None:
            raise Conflict(IS_OVER)
        if kind == PLAY:
            return self._stage_play(seat, now, client, ply, action)
        return self._stage_end(kind, seat, now, client)

    def fallen(self, seat: int, now: int) -> Entry:
        """The entry of a flag that fell."""
        return self._stage_end(TIMEOUT, seat, now, None)

    def _stage_end(self, kind: str, seat: int, now: int, client: str | None) -> Entry:
        return Entry(self.number, kind, seat, None, self.match.ply, None, now, self._spends(seat, now), client)

    def _spends(self, seat: int, now: int) -> int:
        """What the decision at hand has taken off a seat's clock."""
        return self.thinking(now) if self.record.clock is not None and self._runs(seat) else 0

    def _stage_play(self, seat: int, now: int, client: str | None, ply: int, action: str) -> Entry:
        spent = self._spends(seat, now)
        if spent and self.left(seat, now) <= 0:
            raise TimeUp(FLAG_FELL)
        self.match.play(seat, ply, action)
        turn = None if self.match.over else self.match.seat
        return Entry(self.number, PLAY, seat, self.match.actions[-1], self.match.ply, turn, now, spent, client)

    def _stage_takeback(self, seat: int, now: int, client: str | None) -> Entry:
        """Back to the last decision of a person; whoever sits at the screen may ask."""
        if not self.record.practice:
            raise Conflict(NO_PRACTICE)
        if self.loser is not None:
            raise Conflict(IS_OVER)
        ply = self.match.ply - 1
        while ply > 0 and self.kind_of(self.match.state(ply).seat) != HUMAN:
            ply -= 1
        if ply < 0 or self.kind_of(self.match.state(ply).seat) != HUMAN:
            raise Conflict(NOTHING_TO_TAKE_BACK)
        return Entry(self.number, TAKEBACK, seat, None, ply, self.match.state(ply).seat, now, 0, client)

    def _stage_rematch(self, seat: int, now: int, client: str | None) -> Entry:
        if self.ended is None:
            raise Conflict(NOT_OVER)
        if seat in self.asked or self.record.rematch is not None:
            raise Conflict(ASKED_ALREADY)
        return Entry(self.number, REMATCH, seat, None, self.match.ply, None, now, 0, client)

    def abandon(self, entry: Entry) -> None:
        """Forget a staged entry."""
        if entry.kind == PLAY:
            self.match.undo()
            self.match.undone -= 1

    def confirm(self, entry: Entry) -> None:
        """A staged entry is in the database: it happened."""
        assert entry.number == self.number, "entries come in order"
        self.entries.append(entry)
        if entry.client is not None:
            self.clients[entry.client] = entry.number
        self._spent[entry.seat] += entry.spent
        if entry.kind == PLAY:
            self._played[entry.seat] += 1
            self.ended = "play" if self.match.over else None
        elif entry.kind == TAKEBACK:
            while self.match.ply > entry.ply:
                self.match.undo()
            self.ended = None
            self.asked.clear()
        elif entry.kind == REMATCH:
            self.asked.add(entry.seat)
        else:
            self.ended = entry.kind
            self.loser = entry.seat
        if entry.kind in (PLAY, TAKEBACK):
            self._since = entry.at

    def standing(self, entry: Entry) -> dict[str, Any] | None:
        """What lists should say of the table after a staged entry, where that changes."""
        if entry.kind == TAKEBACK:
            return None if self.ended is None else {"status": PLAYING, "result": None, "ended": None}
        if entry.kind == PLAY:
            if not self.match.over:
                return None
            return {"status": ENDED, "result": self.match.result(), "ended": PLAY}
        return {"status": ENDED, "result": self._lost_by(entry.seat), "ended": entry.kind}

    def _lost_by(self, loser: int) -> list[float]:
        """The scores after a resignation or a timeout: the worst for the loser, the best for the others."""
        low, high = self.game.min_score, self.game.max_score
        return [low if seat == loser else high for seat in range(self.game.seats)]

    def agreed(self, entry: Entry) -> bool:
        """Whether with this entry everybody wants a rematch."""
        return entry.kind == REMATCH and self.asked | {entry.seat} >= set(self.people)

    def seated(self, record: TableRecord) -> None:
        """Somebody has taken a seat, or a rematch was made: what is kept about the table has changed."""
        redealt = record.options != self.record.options
        self.record = record
        self.waiting = record.waiting
        if redealt:
            # Somebody brought another deck; nothing was played yet.
            self._deal()

    # What viewers get.

    def described(self) -> dict[str, Any]:
        """The table, for everybody."""
        record = self.record
        return {
            "id": record.id,
            "game": record.game,
            "options": record.options,
            "status": self.status,
            "seats": seats_of(record, self.game),
            "practice": record.practice,
            "public": record.public,
            "clock": clock_of(record),
            "commitment": record.commitment,
            "created": record.created,
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

    def now(self, viewer: int, at: int) -> dict[str, Any]:
        """How things stand, for a seat or `SPECTATOR`."""
        return {
            "number": self.number,
            "ply": self.match.ply,
            "turn": self.turn,
            "view": self.match.view(viewer),
            "legal": self.match.legal(viewer) if self.turn == viewer else [],
            "clock": self.clock(at),
            "status": self.status,
            "result": self.result,
            "outcomes": self.outcomes,
            "ended": self.ended,
        }

    def missed(self, have: int | None, viewer: int) -> list[str] | None:
        """The entries from `have` on, as a viewer may know them; None where the view has to do."""
        if have is None or not 0 <= have <= self.number or self.number - have > MOST_MISSED:
            return None
        since = self.entries[have:]
        if any(entry.kind == TAKEBACK for entry in since):
            return None
        told = [self.teller.told(entry, viewer) for entry in since]
        return told if sum(map(len, told)) < MOST_LETTERS else None

    def past(self, viewer: int) -> list[dict[str, Any]]:
        """What a viewer was told of late, and was not taken back: for logs that begin empty."""
        first = self.match.ply
        told = len(self.match.events(first))
        while first > max(0, self.match.ply - MOST_TOLD) and told < MOST_EVENTS:
            first -= 1
            told += len(self.match.events(first))
        return [event for ply in range(first, self.match.ply + 1) for event in events_of(self.match, ply, viewer)]


def seats_of(record: TableRecord, game: Game) -> list[dict[str, Any]]:
    """Who sits where, for everybody."""
    titles = [game.seat_titles[seat] for seat in range(game.seats)]
    return [
        {"kind": seat.kind, "name": seat.name, "level": seat.level, "title": {"en": title.en, "ja": title.ja}}
        for seat, title in zip(record.seats, titles, strict=True)
    ]


def clock_of(record: TableRecord) -> dict[str, int] | None:
    clock = record.clock
    return None if clock is None else {"initial": clock.initial, "increment": clock.increment}

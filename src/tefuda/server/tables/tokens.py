"""New tables: their ids, seeds and tokens, and who sits where."""

import hashlib
import hmac
import re
import secrets
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from tefuda.cardlang.deck_option import DeckOption
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import SEED_BITS
from tefuda.core.seed import format_seed, parse_seed
from tefuda.server.tables.records import OPEN, PLAYING, SeatRecord, TableRecord

ID_BYTES: Final = 12
ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")
TOKEN_BYTES: Final = 32
LONGEST_NAME: Final = 24


def milliseconds() -> int:
    """Now, as it is written in logs of tables."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> str:
    return format_seed(secrets.randbits(SEED_BITS))


def daily_seed(secret: bytes, game: str, date: str) -> str:
    """The deal that everybody gets on a day, which nobody can work out beforehand."""
    return format_seed(int.from_bytes(hmac.digest(secret, f"daily {game} {date}".encode(), "sha256")))


def cpu_luck(secret: bytes, table: str, ply: int) -> int:
    """The luck of a CPU's decision: its own, independent of the seed, so that it tells nothing about hidden cards."""
    return int.from_bytes(hmac.digest(secret, f"luck {table} {ply}".encode(), "sha256")[:8])


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def clean_name(name: str | None) -> str | None:
    """A name without what would not show, not too long; None for none."""
    if name is None:
        return None
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return shown[:LONGEST_NAME].strip() or None


def status_of(record: TableRecord) -> str:
    """How a table begins."""
    return OPEN if record.waiting else PLAYING


def settled(record: TableRecord, game: Game) -> TableRecord:
    """Return a new table with its options and first seat filled in. Raises `InvalidInput` if they are wrong."""
    start = record.start
    match = Match(game, parse_seed(record.seed), record.options if start is None else None, start)
    return replace(record, options=game.changed_options(match.options), first=max(0, match.seat))


def with_deck(record: TableRecord, game: Game, seat: int, deck: str) -> TableRecord:
    """Return a table that has not started, with a deck for one seat. Raises `InvalidInput` if the deck is invalid."""
    options = [option.name for option in game.options if isinstance(option, DeckOption)]
    if record.start is not None or len(options) != game.seats:
        raise invalid_input(
            "no_deck", "No deck can be brought to this table.", "この卓にデッキは持ち込めません。", "deck"
        )
    return settled(replace(record, options={**record.options, options[seat]: deck}), game)


def rematch_of(record: TableRecord, game: Game, table: str, now: int) -> TableRecord:
    """The next game of the same people, who change seats and keep their tokens."""
    turned: tuple[SeatRecord, ...] = (*record.seats[1:], *record.seats[:1])
    following = replace(
        record,
        id=table,
        seed=new_seed(),
        seats=turned,
        created=now,
        started=now,
        options=game.swap_seats(record.options) if game.seats > 1 and record.start is None else record.options,
        public=False,
        quick=False,
        daily=None,
        rematch=None,
    )
    return settled(following, game)


def seat_in_rematch(seat: int, seats: int) -> int:
    """Where somebody sits in the rematch."""
    return (seat - 1) % seats

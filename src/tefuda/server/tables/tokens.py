"""Ids, seeds, seat tokens and records of new tables."""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from tefuda.cardlang.deck_option import DeckOption
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import SEED_BITS
from tefuda.core.seed import format_seed, parse_seed
from tefuda.server.tables.records import DEALING, OPEN, PLAYING, SeatRecord, TableRecord

ID_BYTES: Final = 12
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")
TOKEN_BYTES: Final = 32
MAX_NAME_LENGTH: Final = 24


def milliseconds() -> int:
    """Return the current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_digest(token: str) -> str:
    """Return the digest of a token. Only the digest is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> str:
    return format_seed(secrets.randbits(SEED_BITS))


def daily_seed(secret: bytes, game: str, date: str) -> str:
    """Return the seed of the daily deal. It cannot be predicted without the secret."""
    return format_seed(int.from_bytes(hmac.digest(secret, f"daily {game} {date}".encode(), "sha256")))


def cpu_random_seed(secret: bytes, table: str, ply: int) -> int:
    """Return the random seed of a CPU decision. It does not depend on the seed of the deal, to reveal nothing of it."""
    return int.from_bytes(hmac.digest(secret, f"luck {table} {ply}".encode(), "sha256")[:8])


def today() -> str:
    """Return the UTC date."""
    return datetime.now(UTC).date().isoformat()


def clean_name(name: str | None) -> str | None:
    """Return a display name without invisible characters, shortened; None if nothing is left."""
    if name is None:
        return None
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return shown[:MAX_NAME_LENGTH].strip() or None


def status_of(record: TableRecord) -> str:
    """Return the initial status of a table."""
    if record.has_open_seat:
        return OPEN
    return DEALING if record.waiting else PLAYING


def complete_record(record: TableRecord, game: Game) -> TableRecord:
    """Return a new table with its options and first seat filled in. Raises `InvalidInput` if they are wrong."""
    start = record.start
    match = Match(game, parse_seed(record.seed), record.options if start is None else None, start)
    return replace(record, options=game.changed_options(match.options), first=max(0, match.seat))


def set_deck(record: TableRecord, game: Game, seat: int, deck: str) -> TableRecord:
    """Return a table that has not started, with a deck for one seat. Raises `InvalidInput` if the deck is invalid."""
    options = [option.name for option in game.options if isinstance(option, DeckOption)]
    if record.start is not None or len(options) != game.seats:
        raise invalid_input(
            "no_deck", "Players cannot choose decks at this table.", "この卓ではデッキを選べません。", "deck"
        )
    return complete_record(replace(record, options={**record.options, options[seat]: deck}), game)


def rematch_of(
    record: TableRecord, game: Game, table: str, now: int, commitments: Mapping[int, str | None]
) -> TableRecord:
    """Return the rematch of a table: the players swap seats, keep their tokens and make new contributions.

    `commitments` are those of the seats before the swap.
    """
    renewed = [
        replace(seat, commitment=commitments.get(number), contribution=None) for number, seat in enumerate(record.seats)
    ]
    rotated: tuple[SeatRecord, ...] = (*renewed[1:], *renewed[:1])
    following = replace(
        record,
        id=table,
        seed=new_seed(),
        seats=rotated,
        created=now,
        started=None,
        options=game.swap_seats(record.options) if game.seats > 1 and record.start is None else record.options,
        public=False,
        quick=False,
        daily=None,
        rematch=None,
        secret=None,
    )
    return complete_record(following, game)


def seat_in_rematch(seat: int, seats: int) -> int:
    """Return the seat of a player in the rematch."""
    return (seat - 1) % seats

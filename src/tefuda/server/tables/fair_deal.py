"""Fair deals: the seed follows from a secret of the server and a random contribution of each player.

Each player commits to a contribution with the request for a seat. When all seats are taken, the server commits to a
secret and publishes all commitments; only then do the players reveal their contributions. docs/design.md has the
reasons.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tefuda.core.errors import Conflict, TefudaError
from tefuda.core.game import Game
from tefuda.core.seed import format_seed
from tefuda.core.text import Message
from tefuda.server.tables.records import SeatRecord, TableRecord
from tefuda.server.tables.tokens import complete_record, new_seed

DERIVATION: Final = "tefuda-deal/1"
"""The first line of the text whose digest is the seed."""
WRONG_CONTRIBUTION: Final = Message(
    "wrong_contribution",
    "The contribution does not match the commitment of your seat.",
    "乱数が、席を取るときに約束した値と一致しません。",
)
NOT_DEALING: Final = Message(
    "not_dealing",
    "Contributions are revealed when all seats are taken.",
    "乱数は、すべての席が埋まってから公開します。",
)


def commitment_to(contribution: str) -> str:
    """Return the commitment of a player to a contribution."""
    return hashlib.sha256(contribution.encode()).hexdigest()


def derive_seed(secret: str, contributions: Sequence[str | None]) -> str:
    """Return the seed of a secret and the contributions in seat order. `frame/contribution.js` computes the same."""
    text = "\n".join([DERIVATION, secret, *(contribution or "" for contribution in contributions)])
    return format_seed(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def prepare_deal(record: TableRecord, now: int) -> TableRecord:
    """Return a new table that starts now, or that waits for players or their contributions."""
    return commit_secret(record) if record.waiting else replace(record, started=now)


def commit_secret(record: TableRecord) -> TableRecord:
    """Return a table with a secret if all seats are taken and a player has committed to a contribution."""
    if record.secret is None and record.waiting and not record.has_open_seat:
        return replace(record, secret=new_seed())
    return record


def deal(record: TableRecord, game: Game, now: int) -> TableRecord:
    """Return a table after a seat was taken or a contribution revealed. The last one fixes the seed and starts it."""
    record = commit_secret(record)
    if record.waiting:
        return record
    contributions = [seat.contribution for seat in record.seats]
    seed = new_seed() if record.secret is None else derive_seed(record.secret, contributions)
    return complete_record(replace(record, seed=seed, started=now), game)


def check_contribution(record: TableRecord, seat: SeatRecord, contribution: str) -> None:
    """Raise `TefudaError` if a seat cannot reveal a contribution."""
    if record.has_open_seat:
        raise Conflict(NOT_DEALING)
    if seat.commitment is None or commitment_to(contribution) != seat.commitment:
        raise TefudaError(WRONG_CONTRIBUTION)

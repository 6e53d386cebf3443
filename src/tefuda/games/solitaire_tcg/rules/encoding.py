"""The state as bytes: everything for fingerprints, or the part that affects the future for proofs.

Cards are encoded by definition and location, not by number. Two tables that look the same have the same bytes.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.solitaire_tcg.rules.codes import LEAVING, NO_CARD
from tefuda.games.solitaire_tcg.rules.model import Choice, Status
from tefuda.games.solitaire_tcg.rules.table import Table

SMALL: Final = 120
SEPARATOR: Final = b"\xff"
NO_CARD_BYTE: Final = b"\xfe"
"""Separators. No card number or kind has these values."""


def kinds_of(table: Table, cards: bytes) -> bytes:
    """Return the kinds of cards."""
    return cards.translate(table.pool.kinds)


def location_bytes(table: Table, card: i64) -> bytes:
    """Return the location of a card: zone and index."""
    if card == NO_CARD:
        return b"\xfe\xfe"
    zone = table.zone_of(card)
    return ONE[zone] + ONE[index_of(table.zone(zone), card)]


def small_number(number: i64) -> bytes:
    """Return a number in one byte if it is small, otherwise in five."""
    if -SMALL <= number <= SMALL:
        return ONE[number + SMALL]
    return SEPARATOR + int(number).to_bytes(4, "little", signed=True)


def status_bytes(table: Table) -> bytes:
    """Return the status of each card in play, in order. The part without locations is cached."""
    parts: list[bytes] = []
    cards = table.board + table.field
    for at in range(len(cards)):
        status = table.status(cards[at])
        if status is not None:
            if not status.encoded:
                status.encoded = status_numbers(status)
            parts.append(ONE[at])
            parts.append(NO_CARD_BYTE if status.host == NO_CARD else permanent_byte(table, status.host))
            parts.append(status.encoded)
    return b"".join(parts)


def permanent_byte(table: Table, card: i64) -> bytes:
    """Return the index of a permanent, board first, in one byte."""
    at = index_of(table.board, card)
    if at < 0:
        at = len(table.board) + index_of(table.field, card)
    return ONE[at]


def status_numbers(status: Status) -> bytes:
    parts = [
        ONE[status.used & 255],
        ONE[status.used >> 8],
        small_number(status.atk),
        small_number(status.hp),
        small_number(status.turn_atk),
        small_number(status.turn_hp),
    ]
    if status.counters is not None:
        for name in sorted(status.counters):
            parts.append(name.encode() + b"=" + small_number(status.counters[name]))
    return b"".join(parts) + SEPARATOR


def choice_bytes(table: Table, choice: Choice) -> bytes:
    picked = b"".join(sorted([location_bytes(table, card) for card in choice.picked]))
    candidates = b"".join([location_bytes(table, card) for card in choice.candidates])
    head = ONE[choice.zone] + ONE[choice.need] + ONE[len(choice.candidates)]
    return choice.op.encode() + head + location_bytes(table, choice.card) + candidates + picked


def progress_bytes(table: Table) -> bytes:
    """Return queue and stack."""
    parts: list[bytes] = []
    for trigger in table.queue:
        parts.append(location_bytes(table, trigger.card) + ONE[trigger.ability.number])
    parts.append(SEPARATOR)
    for frame in table.frames:
        number: i64 = 0 if frame.ability is None else frame.ability.number
        parts.append(ONE[frame.kind] + location_bytes(table, frame.card) + ONE[number] + ONE[frame.at])
    parts.append(SEPARATOR)
    return b"".join(parts)


def encode(table: Table) -> bytes:
    """Return the state as bytes."""
    rules = table.rules
    parts = [
        table.pool.digest,
        bytes([rules.puzzle, rules.opening_hand, rules.turn_draw, rules.max_turns, table.outcome]),
        small_number(rules.guard),
        table.reason.encode(),
        SEPARATOR,
    ]
    for zone in range(LEAVING + 1):
        parts.append(kinds_of(table, table.zone(zone)))
        parts.append(SEPARATOR)
    parts += [status_bytes(table), SEPARATOR, progress_bytes(table)]
    if table.choice is not None:
        parts.append(choice_bytes(table, table.choice))
    for number in (table.turn, table.spells_cast, table.resolved_count, table.known_top, table.known_bottom):
        parts.append(small_number(number))
    if not rules.puzzle:
        parts.append(rng_bytes(table))
    return b"".join(parts)


def key(table: Table) -> bytes:
    """Return the part of the state that affects the future, for proofs.

    The order of hand and grave is included only if a card depends on it. Of an open choice, the source and the picked
    cards are enough: the candidates follow from the zones.
    """
    halfway = len(table.queue) > 0 or len(table.frames) > 0 or table.choice is not None
    rest = (
        table.deck
        + NO_CARD_BYTE
        + table.board
        + NO_CARD_BYTE
        + table.field
        + NO_CARD_BYTE
        + table.banish
        + NO_CARD_BYTE
    )
    hand = kinds_of(table, table.hand)
    grave = kinds_of(table, table.grave)
    if not halfway and not table.pool.hand_order_matters:
        hand = bytes(sorted(hand))
    if not halfway and not table.pool.grave_order_matters:
        grave = bytes(sorted(grave))
    code = (
        hand
        + SEPARATOR
        + kinds_of(table, rest)
        + grave
        + SEPARATOR
        + small_number(table.turn)
        + small_number(table.spells_cast)
    )
    code += ONE[table.outcome]
    if table.statuses:
        code += status_bytes(table)
    if halfway:
        code += (
            small_number(table.resolved_count)
            + kinds_of(table, table.limbo + NO_CARD_BYTE + table.leaving)
            + progress_bytes(table)
        )
        if table.choice is not None:
            code += location_bytes(table, table.choice.card)
            code += b"".join(sorted([location_bytes(table, card) for card in table.choice.picked]))
    return code if table.rules.puzzle else code + rng_bytes(table)


def rng_bytes(table: Table) -> bytes:
    return int(table.rng.seed()).to_bytes(32, "little") + int(table.rng.drawn()).to_bytes(8, "little")

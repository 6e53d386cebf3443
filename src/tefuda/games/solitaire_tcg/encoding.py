"""A table in bytes: everything, for fingerprints, or as much as matters for what can still happen, for proofs.

Cards are written by what they are and where they lie, never by their numbers: two tables that look the same are equal.
"""

from mypy_extensions import i64

from tefuda.games.solitaire_tcg.codes import LEAVING, NOBODY
from tefuda.games.solitaire_tcg.pieces import Choice, Status
from tefuda.games.solitaire_tcg.table import Table

SEPARATOR = b"\xff"
"""Between zones: no kind of card has this number."""


def kinds_in(table: Table, cards: bytes) -> bytes:
    """What some cards are."""
    return cards.translate(table.pool.kinds)


def place_of(table: Table, card: i64) -> bytes:
    """Where a card lies: its zone, and which of that zone."""
    if card == NOBODY:
        return b"\xfe\xfe"
    zone = table.where(card)
    return bytes([zone, table.zone(zone).find(bytes([card]))])


def small(number: i64) -> bytes:
    return int(number).to_bytes(4, "little", signed=True)


def status_bytes(table: Table, status: Status) -> bytes:
    parts = [
        place_of(table, status.card),
        place_of(table, status.host),
        small(status.used),
        small(status.atk),
        small(status.hp),
        small(status.turn_atk),
        small(status.turn_hp),
    ]
    if status.counters is not None:
        for name in sorted(status.counters):
            parts.append(name.encode() + b"=" + small(status.counters[name]))
    return b"".join(parts) + SEPARATOR


def choice_bytes(table: Table, choice: Choice) -> bytes:
    picked = b"".join(sorted([place_of(table, card) for card in choice.picked]))
    candidates = b"".join([place_of(table, card) for card in choice.candidates])
    head = bytes([choice.zone, choice.need, len(choice.candidates)])
    return choice.op.encode() + head + place_of(table, choice.card) + candidates + picked


def middle(table: Table) -> bytes:
    """What lies on the cards, and what is half-done."""
    parts = sorted([status_bytes(table, status) for status in table.statuses])
    parts.append(SEPARATOR)
    for waiting in table.queue:
        parts.append(place_of(table, waiting.card) + bytes([waiting.ability.number]))
    parts.append(SEPARATOR)
    for frame in table.frames:
        number: i64 = 0 if frame.ability is None else frame.ability.number
        parts.append(bytes([frame.kind]) + place_of(table, frame.card) + bytes([number, frame.at]))
    parts.append(SEPARATOR)
    if table.choice is not None:
        parts.append(choice_bytes(table, table.choice))
    return b"".join(parts)


def encode(table: Table) -> bytes:
    """Everything."""
    rules = table.rules
    parts = [
        table.pool.digest,
        bytes([rules.puzzle, rules.opening_hand, rules.turn_draw, rules.max_turns, table.outcome]),
        small(rules.guard),
        table.reason.encode(),
        SEPARATOR,
    ]
    for zone in range(LEAVING + 1):
        parts.append(kinds_in(table, table.zone(zone)))
        parts.append(SEPARATOR)
    parts.append(middle(table))
    for number in (table.turn, table.spells, table.resolved, table.known_top, table.known_bottom):
        parts.append(small(number))
    if not rules.puzzle:
        parts.append(int(table.luck.seed()).to_bytes(32, "little") + int(table.luck.drawn()).to_bytes(8, "little"))
    return b"".join(parts)


def key(table: Table) -> bytes:
    """What decides the future, for proofs: the order of the hand and of the grave only where a card can tell."""
    if table.queue or table.frames or table.choice is not None:
        return encode(table)
    hand = kinds_in(table, table.hand)
    if not table.pool.ordered_hand:
        hand = bytes(sorted(hand))
    grave = kinds_in(table, table.grave)
    if not table.pool.ordered_grave:
        grave = bytes(sorted(grave))
    parts = [
        hand,
        SEPARATOR,
        kinds_in(table, table.deck),
        SEPARATOR,
        kinds_in(table, table.board),
        SEPARATOR,
        kinds_in(table, table.field),
        SEPARATOR,
        grave,
        SEPARATOR,
        kinds_in(table, table.banish),
        SEPARATOR,
        bytes([table.turn, min(table.spells, 250), table.outcome]),
    ]
    if table.statuses:
        parts += sorted([status_bytes(table, status) for status in table.statuses])
    return b"".join(parts)

"""A table in bytes: everything, for fingerprints, or as much as matters for what can still happen, for proofs.

Cards are written by what they are and where they lie, never by their numbers: two tables that look the same are equal.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.solitaire_tcg.rules.codes import LEAVING, NOBODY
from tefuda.games.solitaire_tcg.rules.model import Choice, Status
from tefuda.games.solitaire_tcg.rules.table import Table

SMALL: Final = 120
SEPARATOR: Final = b"\xff"
NO_CARD: Final = b"\xfe"
"""Between zones: no kind of card has this number, and no card that."""


def kinds_in(table: Table, cards: bytes) -> bytes:
    """What some cards are."""
    return cards.translate(table.pool.kinds)


def place_of(table: Table, card: i64) -> bytes:
    """Where a card lies: its zone, and which of that zone."""
    if card == NOBODY:
        return b"\xfe\xfe"
    zone = table.where(card)
    return ONE[zone] + ONE[index_of(table.zone(zone), card)]


def small(number: i64) -> bytes:
    """A number in one byte where it is small, as most are, and in five where it is not."""
    if -SMALL <= number <= SMALL:
        return ONE[number + SMALL]
    return SEPARATOR + int(number).to_bytes(4, "little", signed=True)


def statuses(table: Table) -> bytes:
    """What has become of each card on the table, in their order; what does not depend on places is kept."""
    parts: list[bytes] = []
    cards = table.board + table.field
    for at in range(len(cards)):
        status = table.status(cards[at])
        if status is not None:
            if not status.code:
                status.code = numbers_of(status)
            parts.append(ONE[at])
            parts.append(NO_CARD if status.host == NOBODY else on_table(table, status.host))
            parts.append(status.code)
    return b"".join(parts)


def on_table(table: Table, card: i64) -> bytes:
    """Where a permanent lies, in one byte: places on the board, then on the field."""
    at = index_of(table.board, card)
    if at < 0:
        at = len(table.board) + index_of(table.field, card)
    return ONE[at]


def numbers_of(status: Status) -> bytes:
    parts = [
        ONE[status.used & 255],
        ONE[status.used >> 8],
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
    head = ONE[choice.zone] + ONE[choice.need] + ONE[len(choice.candidates)]
    return choice.op.encode() + head + place_of(table, choice.card) + candidates + picked


def doing(table: Table) -> bytes:
    """What is half-done."""
    parts: list[bytes] = []
    for waiting in table.queue:
        parts.append(place_of(table, waiting.card) + ONE[waiting.ability.number])
    parts.append(SEPARATOR)
    for frame in table.frames:
        number: i64 = 0 if frame.ability is None else frame.ability.number
        parts.append(ONE[frame.kind] + place_of(table, frame.card) + ONE[number] + ONE[frame.at])
    parts.append(SEPARATOR)
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
    parts += [statuses(table), SEPARATOR, doing(table)]
    if table.choice is not None:
        parts.append(choice_bytes(table, table.choice))
    for number in (table.turn, table.spells, table.resolved, table.known_top, table.known_bottom):
        parts.append(small(number))
    if not rules.puzzle:
        parts.append(luck_bytes(table))
    return b"".join(parts)


def key(table: Table) -> bytes:
    """What decides the future, for proofs: the order of the hand and of the grave only where a card can tell.

    Of an open choice only who asks and what was picked: what can be picked follows from that and from the zones.
    """
    halfway = len(table.queue) > 0 or len(table.frames) > 0 or table.choice is not None
    rest = table.deck + NO_CARD + table.board + NO_CARD + table.field + NO_CARD + table.banish + NO_CARD
    hand = kinds_in(table, table.hand)
    grave = kinds_in(table, table.grave)
    if not halfway and not table.pool.ordered_hand:
        hand = bytes(sorted(hand))
    if not halfway and not table.pool.ordered_grave:
        grave = bytes(sorted(grave))
    code = hand + SEPARATOR + kinds_in(table, rest) + grave + SEPARATOR + small(table.turn) + small(table.spells)
    code += ONE[table.outcome]
    if table.statuses:
        code += statuses(table)
    if halfway:
        code += small(table.resolved) + kinds_in(table, table.limbo + NO_CARD + table.leaving) + doing(table)
        if table.choice is not None:
            code += place_of(table, table.choice.card)
            code += b"".join(sorted([place_of(table, card) for card in table.choice.picked]))
    return code if table.rules.puzzle else code + luck_bytes(table)


def luck_bytes(table: Table) -> bytes:
    return int(table.luck.seed()).to_bytes(32, "little") + int(table.luck.drawn()).to_bytes(8, "little")

"""A table in bytes: everything, for fingerprints.

Cards are written by what they are and where they lie, never by their numbers: two tables that look the same are equal.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.linkavel.rules.codes import DECK, HAND, MAGICS, MONSTERS, NOBODY, TRASH
from tefuda.games.linkavel.rules.model import Change, Choice, Frame, Waiting
from tefuda.games.linkavel.rules.zones import Field

SEPARATOR: Final = b"\xfe"


def slots_or_zone(field: Field, seat: i64, zone: i64) -> bytes:
    """A zone as it is stored: three slots on the field."""
    side = field.side(seat)
    if zone == MONSTERS:
        return side.monsters
    if zone == MAGICS:
        return side.magics
    return field.zone(seat, zone)


def place_of(field: Field, card: i64) -> bytes:
    """Where a card lies: whose, which zone, which of that zone."""
    if card == NOBODY:
        return b"\xff\xff\xff"
    seat = field.pool.owner(card)
    zone = field.where(card)
    return ONE[seat] + ONE[zone] + ONE[index_of(slots_or_zone(field, seat, zone), card)]


def number(value: i64) -> bytes:
    return int(value).to_bytes(6, "little", signed=True)


def waiting_bytes(field: Field, waiting: list[Waiting]) -> bytes:
    parts: list[bytes] = []
    for entry in waiting:
        parts.append(place_of(field, entry.card) + ONE[entry.ability.number] + place_of(field, entry.subject))
    return b"".join(parts) + SEPARATOR


def frame_bytes(field: Field, frame: Frame) -> bytes:
    ability: i64 = 254 if frame.ability is None else frame.ability.number
    head = bytes([frame.kind, ability, frame.at, frame.part, frame.did])
    return head + place_of(field, frame.card) + place_of(field, frame.subject)


def choice_bytes(field: Field, choice: Choice) -> bytes:
    head = bytes([choice.seat, choice.zone, choice.count, choice.up_to, choice.slot, len(choice.candidates)])
    kinds = b"".join([place_of(field, card) for card in choice.candidates + choice.picked])
    return choice.op.encode() + head + place_of(field, choice.card) + kinds


def change_bytes(field: Field, change: Change) -> bytes:
    head = place_of(field, change.card) + place_of(field, change.source) + number(change.amount)
    return head + bytes([change.kind, change.duration, change.once]) + number(change.expires)


def side_bytes(field: Field, seat: i64) -> bytes:
    side = field.side(seat)
    kinds = field.pool.kinds
    parts = [number(side.lp), ONE[1 if side.refreshed else 0], side.spent, SEPARATOR]
    for zone in (HAND, DECK, TRASH, MONSTERS, MAGICS):
        parts.append(slots_or_zone(field, seat, zone).translate(kinds))
        parts.append(SEPARATOR)
    parts.append(bytes(sorted([index_of(side.hand, card) for card in side.shown])))
    return b"".join(parts) + SEPARATOR


def encode(field: Field) -> bytes:
    """Everything."""
    rules = field.rules
    # Where a player decides freely, what follows is not decided yet.
    next_phase = field.next_phase if field.flow != 0 else 0
    parts = [
        field.pool.digest,
        number(rules.lp),
        bytes([rules.opening_hand, rules.hand_limit, rules.power_floor, field.turn, field.phase, field.summoned]),
        bytes([field.listed, field.ordered, field.flow, next_phase, field.ended, field.broken, field.outcome]),
        number(field.turn_number),
        number(field.refreshes),
        number(field.resolved),
        field.reason.encode(),
        side_bytes(field, 0),
        side_bytes(field, 1),
        place_of(field, field.attacker),
        place_of(field, field.defender),
    ]
    marks: list[bytes] = []
    for status in field.statuses:
        marks.append(place_of(field, status.card) + bytes([status.attacks, status.extra, status.used]))
    parts += sorted(marks)
    parts.append(SEPARATOR)
    if field.changes:
        for card in field.present():
            for change in field.changes:
                if change.card == card:
                    parts.append(change_bytes(field, change))
    parts += [SEPARATOR, waiting_bytes(field, field.batch), waiting_bytes(field, field.pending)]
    for frame in field.frames:
        parts.append(frame_bytes(field, frame))
    if field.choice is not None:
        parts.append(choice_bytes(field, field.choice))
    parts.append(int(field.luck.seed()).to_bytes(32, "little") + int(field.luck.drawn()).to_bytes(8, "little"))
    return b"".join(parts)

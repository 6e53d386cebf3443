"""The whole state as bytes, for fingerprints.

Cards are encoded by definition and location, not by number. Two tables that look the same have the same bytes.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice, Frame, PendingTrigger
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.games.linkavel.rules.codes import DECK, FIELD_SLOTS, HAND, MAGICS, MARKS, MONSTERS, TRASH
from tefuda.games.linkavel.rules.model import Modifier
from tefuda.games.linkavel.rules.table import Table

SEPARATOR: Final = b"\xfe"


def index_of(table: Table, card: i64) -> int:
    """Return the index of a card in its zone: the slot on the field, the distance from the top in a deck."""
    zone = table.zone_of(card)
    if zone >= MONSTERS:
        return int(table.zones.slot_of(card) % 3)
    index = table.zones.index(card)
    return int(table.zone_size(table.pool.owner(card), DECK) - 1 - index if zone == DECK else index)


def location_bytes(table: Table, card: i64) -> bytes:
    """Return the location of a card: owner, zone and index."""
    if card == NO_CARD:
        return b"\xff\xff\xff"
    return bytes([int(table.pool.owner(card)), int(table.zone_of(card)), index_of(table, card)])


def number_bytes(value: i64) -> bytes:
    return int(value).to_bytes(6, "little", signed=True)


def trigger_bytes(table: Table, triggers: list[PendingTrigger]) -> bytes:
    parts: list[bytes] = []
    for trigger in triggers:
        parts.append(
            location_bytes(table, trigger.card)
            + bytes([int(trigger.ability.number)])
            + location_bytes(table, trigger.subject)
        )
    return b"".join(parts) + SEPARATOR


def frame_bytes(table: Table, frame: Frame) -> bytes:
    ability: i64 = 254 if frame.ability is None else frame.ability.number
    head = bytes([frame.kind, ability, frame.at, frame.part, frame.acted])
    return head + location_bytes(table, frame.card) + location_bytes(table, frame.subject)


def choice_bytes(table: Table, choice: Choice) -> bytes:
    head = bytes([choice.seat, choice.zone, choice.count, choice.up_to, choice.slot, len(choice.candidates)])
    cards = [*choice.candidates, *choice.picked]
    kinds = b"".join([location_bytes(table, card) for card in cards])
    return choice.op.encode() + head + location_bytes(table, choice.card) + kinds


def modifier_bytes(table: Table, modifier: Modifier) -> bytes:
    head = location_bytes(table, modifier.card) + location_bytes(table, modifier.source) + number_bytes(modifier.amount)
    return head + bytes([modifier.kind, modifier.duration, modifier.once]) + number_bytes(modifier.expires)


def side_bytes(table: Table, seat: i64) -> bytes:
    kinds = table.pool.kinds
    refreshed = b"\x01" if table.has_refreshed(seat) else b"\x00"
    parts = [number_bytes(table.lp(seat)), refreshed, table.used_per_game(seat), SEPARATOR]
    for zone in (HAND, DECK, TRASH, MONSTERS, MAGICS):
        parts.append(table.stored_zone(seat, zone).translate(kinds))
        parts.append(SEPARATOR)
    hand = table.zone(seat, HAND)
    parts.append(bytes([at for at in range(len(hand)) if table.zones.flag(hand[at])]))
    return b"".join(parts) + SEPARATOR


def encode(table: Table) -> bytes:
    """Return the state as bytes."""
    rules = table.rules
    # During a free decision the next phase is not decided yet.
    next_phase = table.next_phase if table.flow != 0 else 0
    parts = [
        table.pool.digest,
        number_bytes(rules.lp),
        bytes([rules.opening_hand, rules.hand_limit, rules.power_floor, table.turn, table.phase, table.has_summoned]),
        bytes(
            [
                table.in_listed_order,
                table.next_is_chosen,
                table.flow,
                next_phase,
                table.end_triggered,
                table.battle_aborted,
                table.outcome,
            ]
        ),
        number_bytes(table.turn_number),
        number_bytes(table.refresh_count),
        number_bytes(table.resolved_count),
        table.reason.encode(),
        side_bytes(table, 0),
        side_bytes(table, 1),
        location_bytes(table, table.attacker),
        location_bytes(table, table.defender),
    ]
    marks: list[bytes] = []
    for slot in range(2 * FIELD_SLOTS):
        values = [int(table.zones.mark(slot, mark)) for mark in range(MARKS)]
        if any(values):
            marks.append(location_bytes(table, table.zones.in_slot(slot)) + bytes(values))
    parts += sorted(marks)
    parts.append(SEPARATOR)
    if table.modifiers:
        for slot in range(2 * FIELD_SLOTS):
            card = table.zones.in_slot((FIELD_SLOTS * table.turn + slot) % (2 * FIELD_SLOTS))
            for modifier in table.modifiers:
                if modifier.card == card:
                    parts.append(modifier_bytes(table, modifier))
    parts += [SEPARATOR, trigger_bytes(table, table.batch), trigger_bytes(table, table.pending)]
    for frame in table.frames:
        parts.append(frame_bytes(table, frame))
    if table.choice is not None:
        parts.append(choice_bytes(table, table.choice))
    parts.append(table.rng_bytes())
    return b"".join(parts)

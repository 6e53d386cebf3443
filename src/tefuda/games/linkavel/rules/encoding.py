"""The whole state as bytes, for fingerprints.

Cards are encoded by definition and location, not by number. Two tables that look the same have the same bytes.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.linkavel.rules.codes import DECK, HAND, MAGICS, MONSTERS, NO_CARD, TRASH
from tefuda.games.linkavel.rules.model import Choice, Frame, Modifier, PendingTrigger
from tefuda.games.linkavel.rules.zones import Zones

SEPARATOR: Final = b"\xfe"


def stored_zone(zones: Zones, seat: i64, zone: i64) -> bytes:
    """Return a zone as stored: three slots on the field."""
    side = zones.side(seat)
    if zone == MONSTERS:
        return side.monsters
    if zone == MAGICS:
        return side.magics
    return zones.zone(seat, zone)


def location_bytes(zones: Zones, card: i64) -> bytes:
    """Return the location of a card: owner, zone and index."""
    if card == NO_CARD:
        return b"\xff\xff\xff"
    seat = zones.pool.owner(card)
    zone = zones.zone_of(card)
    return ONE[seat] + ONE[zone] + ONE[index_of(stored_zone(zones, seat, zone), card)]


def number_bytes(value: i64) -> bytes:
    return int(value).to_bytes(6, "little", signed=True)


def trigger_bytes(zones: Zones, triggers: list[PendingTrigger]) -> bytes:
    parts: list[bytes] = []
    for trigger in triggers:
        parts.append(
            location_bytes(zones, trigger.card) + ONE[trigger.ability.number] + location_bytes(zones, trigger.subject)
        )
    return b"".join(parts) + SEPARATOR


def frame_bytes(zones: Zones, frame: Frame) -> bytes:
    ability: i64 = 254 if frame.ability is None else frame.ability.number
    head = bytes([frame.kind, ability, frame.at, frame.part, frame.acted])
    return head + location_bytes(zones, frame.card) + location_bytes(zones, frame.subject)


def choice_bytes(zones: Zones, choice: Choice) -> bytes:
    head = bytes([choice.seat, choice.zone, choice.count, choice.up_to, choice.slot, len(choice.candidates)])
    kinds = b"".join([location_bytes(zones, card) for card in choice.candidates + choice.picked])
    return choice.op.encode() + head + location_bytes(zones, choice.card) + kinds


def modifier_bytes(zones: Zones, modifier: Modifier) -> bytes:
    head = location_bytes(zones, modifier.card) + location_bytes(zones, modifier.source) + number_bytes(modifier.amount)
    return head + bytes([modifier.kind, modifier.duration, modifier.once]) + number_bytes(modifier.expires)


def side_bytes(zones: Zones, seat: i64) -> bytes:
    side = zones.side(seat)
    kinds = zones.pool.kinds
    parts = [number_bytes(side.lp), ONE[1 if side.has_refreshed else 0], side.used_per_game, SEPARATOR]
    for zone in (HAND, DECK, TRASH, MONSTERS, MAGICS):
        parts.append(stored_zone(zones, seat, zone).translate(kinds))
        parts.append(SEPARATOR)
    parts.append(bytes(sorted([index_of(side.hand, card) for card in side.revealed])))
    return b"".join(parts) + SEPARATOR


def encode(zones: Zones) -> bytes:
    """Return the state as bytes."""
    rules = zones.rules
    # During a free decision the next phase is not decided yet.
    next_phase = zones.next_phase if zones.flow != 0 else 0
    parts = [
        zones.pool.digest,
        number_bytes(rules.lp),
        bytes([rules.opening_hand, rules.hand_limit, rules.power_floor, zones.turn, zones.phase, zones.has_summoned]),
        bytes(
            [
                zones.in_listed_order,
                zones.next_is_chosen,
                zones.flow,
                next_phase,
                zones.end_triggered,
                zones.battle_aborted,
                zones.outcome,
            ]
        ),
        number_bytes(zones.turn_number),
        number_bytes(zones.refresh_count),
        number_bytes(zones.resolved_count),
        zones.reason.encode(),
        side_bytes(zones, 0),
        side_bytes(zones, 1),
        location_bytes(zones, zones.attacker),
        location_bytes(zones, zones.defender),
    ]
    marks: list[bytes] = []
    for status in zones.statuses:
        marks.append(location_bytes(zones, status.card) + bytes([status.attacks, status.extra, status.used]))
    parts += sorted(marks)
    parts.append(SEPARATOR)
    if zones.modifiers:
        for card in zones.field_cards():
            for modifier in zones.modifiers:
                if modifier.card == card:
                    parts.append(modifier_bytes(zones, modifier))
    parts += [SEPARATOR, trigger_bytes(zones, zones.batch), trigger_bytes(zones, zones.pending)]
    for frame in zones.frames:
        parts.append(frame_bytes(zones, frame))
    if zones.choice is not None:
        parts.append(choice_bytes(zones, zones.choice))
    parts.append(int(zones.rng.seed()).to_bytes(32, "little") + int(zones.rng.drawn()).to_bytes(8, "little"))
    return b"".join(parts)

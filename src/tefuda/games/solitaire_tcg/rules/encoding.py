"""The state as bytes: everything for fingerprints, or the part that affects the future for proofs.

Cards are encoded by definition and location, not by number. Two tables that look the same have the same bytes.
"""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.games.solitaire_tcg.rules.codes import BANISH, BOARD, DECK, FIELD, GRAVE, HAND, LEAVING, LIMBO
from tefuda.games.solitaire_tcg.rules.model import Status
from tefuda.games.solitaire_tcg.rules.table import Table

SMALL: Final = 120
SEPARATOR: Final = 255
NOTHING: Final = 254
"""No card number or kind has these values."""


def write_number(writer: BytesWriter, number: i64) -> None:
    """Write a number in one byte if it is small, otherwise in five."""
    if -SMALL <= number <= SMALL:
        writer.append(u8(number + SMALL))
    else:
        writer.append(SEPARATOR)
        writer.write(int(number).to_bytes(4, "little", signed=True))


def write_zone(writer: BytesWriter, table: Table, zone: i64, in_order: bool = True) -> None:
    """Write the kinds of the cards in a zone, sorted if their order does not matter. A deck starts at its top."""
    zones, kinds = table.zones, table.pool.kinds
    cells = zones.cells
    first = zones.lists_at + zone * zones.capacity
    end = first + zones.length(zone)
    if zone == DECK:
        while end > first:
            end -= 1
            writer.append(u8(kinds[i64(cells[end])]))
    elif in_order:
        for at in range(first, end):
            writer.append(u8(kinds[i64(cells[at])]))
    else:
        start = len(writer)
        for at in range(first, end):
            kind = u8(kinds[i64(cells[at])])
            writer.append(kind)
            place = len(writer) - 1
            while place > start and writer[place - 1] > kind:
                writer[place] = writer[place - 1]
                place -= 1
            writer[place] = kind
    writer.append(SEPARATOR)


def write_location(writer: BytesWriter, table: Table, card: i64) -> None:
    """Write the location of a card: zone and index."""
    writer.append(u8(table.zones.place(card)))
    writer.append(u8(table.index(card)))


def write_statuses(writer: BytesWriter, table: Table) -> None:
    """Write the status of each card in play, in order. The part without locations is cached."""
    cards = table.in_play()
    for at in range(len(cards)):
        status = table.status(cards[at])
        if status is not None:
            if not status.encoded:
                status.encoded = status_numbers(status)
            writer.append(u8(at))
            writer.append(NOTHING if status.host == NO_CARD else u8(permanent_index(table, status.host)))
            writer.write(status.encoded)


def permanent_index(table: Table, card: i64) -> i64:
    """Return the index of a card in play, board first."""
    index = table.zones.index(card)
    return index if table.zones.place(card) == BOARD else table.size(BOARD) + index


def status_numbers(status: Status) -> bytes:
    writer = BytesWriter()
    writer.append(u8(status.used & 255))
    writer.append(u8(status.used >> 8))
    write_number(writer, status.atk)
    write_number(writer, status.hp)
    write_number(writer, status.turn_atk)
    write_number(writer, status.turn_hp)
    if status.counters is not None:
        for name in sorted(status.counters):
            writer.write(name.encode() + b"=")
            write_number(writer, status.counters[name])
    writer.append(SEPARATOR)
    return writer.getvalue()


def write_picked(writer: BytesWriter, table: Table, picked: vec[i64]) -> None:
    """Write the locations of picked cards, without the order of the picks."""
    for place in sorted([(table.zones.place(card), table.index(card)) for card in picked]):
        writer.append(u8(place[0]))
        writer.append(u8(place[1]))


def write_progress(writer: BytesWriter, table: Table) -> None:
    """Write queue and stack."""
    for trigger in table.pending:
        write_location(writer, table, trigger.card)
        writer.append(u8(trigger.ability.number))
    writer.append(SEPARATOR)
    for frame in table.frames:
        writer.append(u8(frame.kind))
        write_location(writer, table, frame.card)
        writer.append(0 if frame.ability is None else u8(frame.ability.number))
        writer.append(u8(table.steps_begun(frame)))
    writer.append(SEPARATOR)


def encode(table: Table) -> bytes:
    """Return the state as bytes."""
    rules = table.rules
    writer = BytesWriter()
    writer.write(table.pool.digest)
    writer.write(bytes([rules.puzzle, rules.opening_hand, rules.turn_draw, rules.max_turns, table.outcome]))
    write_number(writer, rules.guard)
    writer.write(table.reason.encode())
    writer.append(SEPARATOR)
    for zone in range(LEAVING + 1):
        write_zone(writer, table, zone)
    write_statuses(writer, table)
    writer.append(SEPARATOR)
    write_progress(writer, table)
    choice = table.choice
    if choice is not None:
        writer.write(choice.op.encode() + bytes([choice.zone, choice.count, len(choice.candidates)]))
        write_location(writer, table, choice.card)
        for card in choice.candidates:
            write_location(writer, table, card)
        write_picked(writer, table, choice.picked)
    for number in (table.turn, table.spells_cast, table.resolved_count, table.known_top, table.known_bottom):
        write_number(writer, number)
    if not rules.puzzle:
        writer.write(table.rng_bytes())
    return writer.getvalue()


def key(table: Table) -> bytes:
    """Return the part of the state that affects the future, for proofs.

    The order of hand and grave is included only if a card depends on it. Of an open choice, the source and the picked
    cards are enough: the candidates follow from the zones.
    """
    choice = table.choice
    halfway = choice is not None or len(table.frames) > 0 or len(table.pending) > 0
    writer = BytesWriter()
    write_zone(writer, table, HAND, halfway or table.pool.hand_order_matters)
    write_zone(writer, table, DECK)
    write_zone(writer, table, BOARD)
    write_zone(writer, table, FIELD)
    write_zone(writer, table, BANISH)
    write_zone(writer, table, GRAVE, halfway or table.pool.grave_order_matters)
    write_number(writer, table.turn)
    write_number(writer, table.spells_cast)
    writer.append(u8(table.outcome))
    if table.statuses:
        write_statuses(writer, table)
    if halfway:
        write_number(writer, table.resolved_count)
        write_zone(writer, table, LIMBO)
        write_zone(writer, table, LEAVING)
        write_progress(writer, table)
        if choice is not None:
            write_location(writer, table, choice.card)
            if len(choice.picked) > 0:
                write_picked(writer, table, choice.picked)
    if not table.rules.puzzle:
        writer.write(table.rng_bytes())
    return writer.getvalue()

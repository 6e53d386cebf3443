"""Triggers: abilities that an event triggers join the next batch (LV-9)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import PendingTrigger
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS
from tefuda.games.linkavel.rules.codes import FIELD_SLOTS, ON_DRAW, ON_PHASE, WILDCARD
from tefuda.games.linkavel.rules.continuous import matches
from tefuda.games.linkavel.rules.model import Ability, concerns_side, has_bit
from tefuda.games.linkavel.rules.table import Table
from tefuda.games.linkavel.rules.view import trigger_view


def witnesses(table: Table, when: i64) -> vec[i64]:
    """Return the cards on the field with abilities for this trigger.

    The order is: monsters and magics of the turn player, then of the opponent (LV-9.5).
    """
    if not has_bit(table.field_triggers, when):
        return NO_CARDS
    definitions = table.pool.definitions
    cells = table.zones.cells
    found = NO_CARDS
    for side in range(2):
        seat = table.turn if side == 0 else 1 - table.turn
        first = table.zones.slots_at + FIELD_SLOTS * seat
        for at in range(first, first + FIELD_SLOTS):
            card = i64(cells[at])
            if card != NO_CARD and has_bit(definitions[card].triggers, when):
                found = append(found, card)
    return found


def trigger(
    table: Table,
    when: i64,
    subject: i64,
    seat: i64,
    seen_by: vec[i64],
    by: i64 = WILDCARD,
    origin: i64 = WILDCARD,
    cause: i64 = WILDCARD,
) -> None:
    """Queue the abilities that an event triggers: those of the card itself, then those of the witnesses (LV-9.5)."""
    pool = table.pool
    if subject != NO_CARD and has_bit(pool.definitions[subject].triggers, when):
        for ability in pool.definitions[subject].abilities_on[when]:
            if not ability.about_others and matches_event(ability, by, origin, cause):
                queue_trigger(table, subject, ability, subject)
    for at in range(len(seen_by)):
        card: i64 = seen_by[at]
        if card == subject:
            continue
        for ability in pool.definitions[card].abilities_on[when]:
            if not ability.about_others or not matches_event(ability, by, origin, cause):
                continue
            if not concerns_side(ability.side, pool.owner(card), seat):
                continue
            # The drawn card is hidden, so filters are not applied to it.
            if when == ON_DRAW:
                queue_trigger(table, card, ability, NO_CARD)
            elif subject == NO_CARD or matches(table, ability.filter, subject, card):
                queue_trigger(table, card, ability, subject)


def trigger_player(table: Table, when: i64, seat: i64) -> None:
    """Queue the abilities that an event of a player triggers."""
    seen_by = witnesses(table, when)
    for at in range(len(seen_by)):
        card: i64 = seen_by[at]
        for ability in table.pool.definitions[card].abilities_on[when]:
            if concerns_side(ability.side, table.pool.owner(card), seat):
                queue_trigger(table, card, ability, NO_CARD)


def trigger_phase(table: Table, at_end: bool) -> None:
    """Queue the abilities that the start or end of the phase triggers."""
    if not has_bit(table.field_phases, 2 * table.phase + (1 if at_end else 0)):
        return
    seen_by = witnesses(table, ON_PHASE)
    for at in range(len(seen_by)):
        card: i64 = seen_by[at]
        for ability in table.pool.definitions[card].abilities_on[ON_PHASE]:
            fits = ability.phase == table.phase and ability.at_end == at_end
            if fits and concerns_side(ability.side, table.pool.owner(card), table.turn):
                queue_trigger(table, card, ability, NO_CARD)


def queue_trigger(table: Table, card: i64, ability: Ability, subject: i64) -> None:
    """Add an ability to the next batch if its condition and limit allow it (LV-9.8)."""
    if table.outcome == RUNNING and table.is_available(card, ability):
        queue(table, "triggered", PendingTrigger(card, ability, subject))


def queue(table: Table, kind: str, waiting: PendingTrigger) -> None:
    """Add a trigger to the next batch and log it."""
    if table.log is not None:
        data = trigger_view(table, waiting)
        data["place"] = len(table.batch) + len(table.pending)
        table.log_event(kind, data)
    table.queue(waiting)


def matches_event(ability: Ability, by: i64, origin: i64, cause: i64) -> bool:
    """Whether an event matches the summon kind, cause and origin of an ability."""
    if ability.by != WILDCARD and ability.by != by:
        return False
    if ability.origin != WILDCARD and ability.origin != origin:
        return False
    return ability.cause == WILDCARD or ability.cause == cause

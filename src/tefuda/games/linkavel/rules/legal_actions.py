"""Legal actions (LV-4 to LV-6, LV-8, LV-9)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.core.state import OVER
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AS_LISTED,
    ATTACK,
    DECK,
    END_TURN,
    FIELD,
    FIELD_SLOTS,
    HAND,
    LISTS,
    MAGIC,
    MAX_ACTIVATED,
    MAX_ORDERED,
    MONSTERS,
    NO,
    ON_PLAY,
    PHASE_BATTLE,
    PHASE_MAIN1,
    PHASE_MAIN2,
    PICK_DECK,
    PICK_DONE,
    PICK_HAND,
    PICK_SLOT,
    PICK_TRASH,
    RESOLVE,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_MAIN2,
    TRASH,
    USE,
    YES,
)
from tefuda.games.linkavel.rules.continuous import attacks_left
from tefuda.games.linkavel.rules.costs import SETS_WITH, payments
from tefuda.games.linkavel.rules.model import Ability
from tefuda.games.linkavel.rules.player_steps import ability_can_act, has_required_targets
from tefuda.games.linkavel.rules.table import Table


def legal_actions(table: Table) -> vec[i64]:
    """Return the legal actions."""
    if table.seat == OVER:
        return vec[i64]()
    if table.choice is not None:
        return answers(table, table.choice)
    found = attacks(table) if table.phase == PHASE_BATTLE else plays(table)
    if table.field_triggers & (1 << ACTIVATED) != 0:
        found = add_uses(table, found)
    if table.phase == PHASE_MAIN1 and table.turn_number > 1:
        found = append(found, TO_BATTLE)
    if table.phase != PHASE_MAIN2:
        found = append(found, TO_MAIN2)
    return append(found, END_TURN)


def plays(table: Table) -> vec[i64]:
    """Return summons and magics. Copies in hand are one action."""
    found = vec[i64](capacity=12)
    zones, definitions = table.zones, table.pool.definitions
    cells = zones.cells
    hand = LISTS * table.turn + HAND
    first = zones.first_cell(hand)
    room = table.free_slot(FIELD_SLOTS * table.turn + SLOTS) >= 0
    can_summon = not table.has_summoned
    for at in range(first, first + zones.length(hand)):
        card = i64(cells[at])
        if definitions[card].is_monster:
            if can_summon:
                paid_by = payments(table, definitions[card])
                if paid_by != 0 and not is_copy(table, cells, first, at):
                    found = add_summons(table, card, paid_by, found)
        elif room and not is_copy(table, cells, first, at) and is_playable(table, card):
            found = append(found, MAGIC + i64(table.pool.kinds[card]))
    return found


def is_copy(table: Table, cells: vec[u8], first: i64, at: i64) -> bool:
    """Whether the same card is further left in the hand, which begins at the cell `first`."""
    kinds = table.pool.kinds
    kind = i64(kinds[i64(cells[at])])
    for other in range(first, at):
        if i64(kinds[i64(cells[other])]) == kind:
            return True
    return False


def add_summons(table: Table, card: i64, paid_by: i64, found: vec[i64]) -> vec[i64]:
    """Add summons into slots that are empty or emptied by one of the `payments` (LV-5.3, LV-5.4)."""
    action = SUMMON + i64(table.pool.kinds[card]) * SLOTS
    cells, first = table.zones.cells, table.zones.slots_at + FIELD_SLOTS * table.turn
    for slot in range(SLOTS):
        if i64(cells[first + slot]) == NO_CARD or paid_by & i64(SETS_WITH[slot]) != 0:
            found = append(found, action + slot)
    return found


def is_playable(table: Table, card: i64) -> bool:
    """Whether a magic can be activated: its targets exist and it could do something (LV-6.4, LV-6.5)."""
    definition = table.pool.card(card)
    could = not definition.is_one_shot and len(definition.abilities) > len(definition.abilities_on[ON_PLAY])
    for ability in definition.abilities_on[ON_PLAY]:
        if not table.is_available(card, ability):
            continue
        if not has_required_targets(table, ability, card):
            return False
        could = could or ability_can_act(table, ability, card, card, True)
    return could


def is_usable(table: Table, card: i64, ability: Ability) -> bool:
    """Whether an activated effect without printed timing can be used (LV-9.17, LV-9.18)."""
    if ability.timing != 0 or not table.is_available(card, ability):
        return False
    return has_required_targets(table, ability, card) and ability_can_act(table, ability, card, card, True)


def add_uses(table: Table, found: vec[i64]) -> vec[i64]:
    """Add the activated effects that can be used."""
    cells, first = table.zones.cells, table.zones.slots_at + FIELD_SLOTS * table.turn
    for at in range(first, first + FIELD_SLOTS):
        card = i64(cells[at])
        if card == NO_CARD or table.pool.definitions[card].triggers & (1 << ACTIVATED) == 0:
            continue
        abilities = table.pool.definitions[card].abilities_on[ACTIVATED]
        for number in range(len(abilities)):
            if is_usable(table, card, abilities[number]):
                found = append(found, USE + (at - first) * MAX_ACTIVATED + number)
    return found


def attacks(table: Table) -> vec[i64]:
    """Return attacks on monsters, or direct attacks if the opponent has none (LV-8.1, LV-8.2)."""
    found = vec[i64](capacity=12)
    cells = table.zones.cells
    own = table.zones.slots_at + FIELD_SLOTS * table.turn
    opposite = table.zones.slots_at + FIELD_SLOTS * (1 - table.turn)
    direct = table.monster_count(1 - table.turn) == 0
    for slot in range(SLOTS):
        card = i64(cells[own + slot])
        if card == NO_CARD or attacks_left(table, card) <= 0:
            continue
        if direct:
            found = append(found, ATTACK + 4 * slot + SLOTS)
        for target in range(SLOTS):
            if i64(cells[opposite + target]) != NO_CARD:
                found = append(found, ATTACK + 4 * slot + target)
    return found


def answers(table: Table, choice: Choice) -> vec[i64]:
    """Return the answers to an open choice."""
    if choice.op == "may" or choice.op == "mulligan":
        return vec[i64]([YES, NO])
    found = vec[i64](capacity=16)
    if choice.op == "order":
        found = append(found, AS_LISTED)
        for number in range(min(MAX_ORDERED, len(table.batch))):
            if table.pool.owner(table.batch[number].card) == choice.seat:
                found = append(found, RESOLVE + number)
        return found
    for at in range(len(choice.candidates)):
        card: i64 = choice.candidates[at]
        if not has(choice.picked, card):
            action = pick_action(table, choice, card)
            if not has(found, action):
                found = append(found, action)
    return append(found, PICK_DONE) if choice.up_to else found


def pick_action(table: Table, choice: Choice, card: i64) -> i64:
    """Return the action that picks a card: by slot on the field, elsewhere by definition."""
    kind: i64 = table.pool.kinds[card]
    if choice.zone == HAND:
        return PICK_HAND + kind
    if choice.zone == DECK:
        return PICK_DECK + kind
    if choice.zone == TRASH:
        return PICK_TRASH + kind
    if choice.zone != FIELD and choice.zone != MONSTERS:
        return (PICK_TRASH if table.is_in(card, TRASH) else PICK_DECK) + kind
    at = table.zones.slot_of(card) % FIELD_SLOTS
    return PICK_SLOT + at + (0 if table.pool.owner(card) == choice.seat else FIELD_SLOTS)

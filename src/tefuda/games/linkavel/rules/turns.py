"""Batches of triggers, magics, battles and phases: what happens between two decisions (LV-4, LV-6, LV-8, LV-9)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import FRAME_PLAY, PER_TURN, Ability, Choice, Frame, PendingTrigger
from tefuda.cardlang.engine.card_state import NO_TRIGGERS, RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AFTER_BATTLE,
    ATTACKS_MARK,
    BY_BATTLE,
    CAUSE_HAND_LIMIT,
    FIELD,
    FIELD_SLOTS,
    FLOW_AFTER,
    FLOW_COMPARE,
    FLOW_ENTER,
    FLOW_INSIDE,
    FLOW_LEAVE,
    FLOW_OPEN,
    FLOW_PASS_ON,
    HAND,
    ON_ATTACK,
    ON_ATTACKED,
    ON_MAGIC,
    PHASE_DRAW,
    PHASE_END,
    PHASE_MAIN1,
    PHASES,
    SEATS,
    SLOTS,
    TIMING_ATTACKED,
    TIMING_ATTACKING,
    TRIGGERS,
)
from tefuda.games.linkavel.rules.continuous import battle_damage, power
from tefuda.games.linkavel.rules.model import Ability as LinkaVelAbility
from tefuda.games.linkavel.rules.moves import (
    NO_DATA,
    check_state,
    deal_damage,
    destroy_cards,
    draw_cards,
    log_entering,
    log_leaving,
    to_trash,
)
from tefuda.games.linkavel.rules.player_steps import ability_can_act, has_required_targets
from tefuda.games.linkavel.rules.table import Table
from tefuda.games.linkavel.rules.triggers import queue, trigger, trigger_phase, witnesses

FRAME_MAGIC_END: Final = 2
FRAME_KINDS: Final = ["steps", "plays", "spends"]
"""Kinds of stack entries: the steps of an ability, the abilities of a magic, a normal magic that goes to the trash."""

MAX_RESOLVED_TRIGGERS: Final = 100
"""Maximum number of triggers between two free decisions. The others are dropped (LV-9.22)."""


# Batches (LV-9)


def proceed(table: Table) -> bool:
    """Continue when the stack is empty. Return False if the turn player has a free decision."""
    if table.batch:
        resolve_next(table)
    elif table.pending:
        form_batch(table)
    elif table.flow == FLOW_OPEN:
        return False
    else:
        advance_flow(table)
    return True


def form_batch(table: Table) -> None:
    """Form a batch of the pending triggers: the turn player's first, then the opponent's (LV-9.2, LV-9.3)."""
    pending = table.pending
    table.pending = NO_TRIGGERS
    if len(pending) == 1:
        table.batch = pending
        return
    first: list[PendingTrigger] = []
    second: list[PendingTrigger] = []
    for waiting in pending:
        if table.pool.owner(waiting.card) == table.turn:
            first.append(waiting)
        else:
            second.append(waiting)
    table.batch = first + second
    if table.log is not None:
        order = [place for place, waiting in sorted(enumerate(pending), key=lambda one: table.batch.index(one[1]))]
        if order != list(range(len(pending))):
            table.log_event("batch", {"order": order})


def resolve_next(table: Table) -> None:
    """Resolve or skip the next trigger, or ask for the order or an optional effect (LV-9.4, LV-9.8)."""
    if table.resolved_count >= MAX_RESOLVED_TRIGGERS:
        table.log_event("stalled", {"dropped": len(table.batch) + len(table.pending)})
        table.batch = NO_TRIGGERS
        table.pending = NO_TRIGGERS
        table.in_listed_order = table.next_is_chosen = False
        table.resolved_count = 0
        return
    waiting = table.batch[0]
    card, ability = waiting.card, waiting.ability
    owner = table.pool.owner(card)
    if not table.in_listed_order and not table.next_is_chosen and needs_order(table, owner):
        table.choice = Choice(owner, "order", card, FIELD, NO_CARDS, 1)
        return
    if not table.is_available(card, ability):
        log_ability(table, "skip", card, ability)
        drop_first(table)
    elif ability.optional or ability.when == ACTIVATED:
        if is_offered(table, waiting):
            table.choice = Choice(owner, "may", card, FIELD, NO_CARDS, 1)
        else:
            log_ability(table, "skip", card, ability)
            drop_first(table)
    else:
        resolve_first(table)


def is_offered(table: Table, waiting: PendingTrigger) -> bool:
    """Whether to ask. An effect that obviously could do nothing is skipped (LV-9.9)."""
    ability, card = waiting.ability, waiting.card
    assert isinstance(ability, LinkaVelAbility)
    if ability.when == ACTIVATED and (not table.is_on_field(card) or not has_required_targets(table, ability, card)):
        return False
    return ability_can_act(table, ability, card, waiting.subject, False)


def needs_order(table: Table, owner: i64) -> bool:
    """Whether the order of a player's triggers could matter (LV-9.4)."""
    first = table.batch[0]
    for at in range(1, len(table.batch)):
        waiting = table.batch[at]
        if table.pool.owner(waiting.card) != owner:
            return False
        ability = waiting.ability
        assert isinstance(ability, LinkaVelAbility)
        if ability is not first.ability or ability.uses_subject:
            return True
        if waiting.card != first.card and not ability.same_on_copies:
            return True
    return False


def drop_first(table: Table) -> None:
    """Remove the first trigger. A player's chosen order ends with that player's last trigger."""
    gone = table.batch.pop(0)
    table.next_is_chosen = False
    if not table.batch or table.pool.owner(table.batch[0].card) != table.pool.owner(gone.card):
        table.in_listed_order = False


def resolve_first(table: Table) -> None:
    waiting = table.batch[0]
    drop_first(table)
    table.use_limit(waiting.card, waiting.ability)
    if waiting.ability.limit == PER_TURN and not table.is_on_field(waiting.card):
        drop_same(table, waiting)
    log_ability(table, "resolve", waiting.card, waiting.ability)
    table.resolve(waiting)


def drop_same(table: Table, spent: PendingTrigger) -> None:
    """Drop repeated triggers of a card off the field: it keeps no once-per-turn mark."""
    if table.log is not None:
        waiting_all = table.batch + table.pending
        places = [
            place for place, one in enumerate(waiting_all) if one.card == spent.card and one.ability is spent.ability
        ]
        if places:
            table.log_event("dropped", {"places": places})
    table.batch = [
        waiting for waiting in table.batch if waiting.card != spent.card or waiting.ability is not spent.ability
    ]
    table.pending = [
        waiting for waiting in table.pending if waiting.card != spent.card or waiting.ability is not spent.ability
    ]


def log_ability(table: Table, kind: str, card: i64, ability: Ability) -> None:
    if table.log is not None:
        data = {
            "card": table.name(card),
            "seat": SEATS[table.pool.owner(card)],
            "when": TRIGGERS[ability.when],
            "ability": ability.number,
        }
        table.log_event(kind, data)


# Magic (LV-6)


def activate_magic(table: Table, card: i64) -> None:
    """Place a magic in the leftmost free slot and resolve it before the triggers it causes (LV-6.6)."""
    seat = table.turn
    slot = table.free_slot(FIELD_SLOTS * seat + SLOTS)
    data = log_leaving(table, card) if table.log is not None else NO_DATA
    table.remove(card)
    table.put(slot, card)
    if table.log is not None:
        log_entering(table, "magic", card, data)
    if table.pool.other_triggers & (1 << ON_MAGIC) != 0:
        trigger(table, ON_MAGIC, card, seat, witnesses(table, ON_MAGIC))
    if table.pool.definitions[card].is_one_shot:
        table.push(Frame(FRAME_MAGIC_END, card, None))
    table.push(Frame(FRAME_PLAY, card, None))
    check_state(table)


# Battle (LV-8)


def declare_attack(table: Table, attacker: i64, defender: i64) -> None:
    table.add_mark(attacker, ATTACKS_MARK, 1)
    table.attacker = attacker
    table.defender = defender
    table.flow = FLOW_COMPARE
    if table.log is not None:
        on = "lp" if defender == NO_CARD else table.slot_name(defender)
        data = {"card": table.name(attacker), "at": table.slot_name(attacker), "on": on}
        if defender != NO_CARD:
            data["target"] = table.name(defender)
        table.log_event("attack", data)
    trigger(table, ON_ATTACK, attacker, table.turn, witnesses(table, ON_ATTACK))
    queue_activated(table, attacker, TIMING_ATTACKING)
    if defender != NO_CARD:
        trigger(table, ON_ATTACKED, defender, 1 - table.turn, witnesses(table, ON_ATTACKED))
        queue_activated(table, defender, TIMING_ATTACKED)


def queue_activated(table: Table, card: i64, timing: i64) -> None:
    """Queue activated effects with this timing (LV-9.17, LV-9.21)."""
    for ability in table.pool.definitions[card].abilities_on[ACTIVATED]:
        if ability.timing == timing and not table.is_limit_used(card, ability):
            queue(table, "queued", PendingTrigger(card, ability, card))


def resolve_battle(table: Table) -> None:
    """Compare powers. Damage and destruction are one operation; after-battle effects come next (LV-8.8)."""
    attacker, defender = table.attacker, table.defender
    table.flow = FLOW_AFTER
    if table.battle_aborted:
        table.log_event("attack_ends", {})
        return
    mine = power(table, attacker)
    them = 1 - table.turn
    if defender == NO_CARD:
        deal_damage(table, them, battle_damage(table, them, NO_CARD, mine), "battle")
        table.log_event("battle_over", {})
        check_state(table)
        return
    theirs = power(table, defender)
    if table.log is not None:
        slots = {"at": table.slot_name(attacker), "on": table.slot_name(defender)}
        table.log_event("battle", {**slots, "powers": [mine, theirs]})
    losers = vec[i64]()
    if mine >= theirs:
        losers = append(losers, defender)
    if mine <= theirs:
        losers = append(losers, attacker)
    if mine > theirs:
        deal_damage(table, them, battle_damage(table, them, defender, mine - theirs), "battle")
    elif mine < theirs:
        deal_damage(table, table.turn, battle_damage(table, table.turn, attacker, theirs - mine), "battle")
    seen_by = witnesses(table, AFTER_BATTLE)
    destroy_cards(table, losers, BY_BATTLE)
    table.log_event("battle_over", {})
    table.battle_aborted = False
    check_state(table)
    if table.outcome == RUNNING and (table.pool.own_triggers | table.pool.other_triggers) & (1 << AFTER_BATTLE) != 0:
        # They come before the triggers of the destruction.
        triggered = table.pending
        table.pending = NO_TRIGGERS
        trigger(table, AFTER_BATTLE, attacker, table.turn, seen_by)
        trigger(table, AFTER_BATTLE, defender, them, seen_by)
        table.batch = table.pending
        table.pending = triggered


# Phases (LV-4)


def advance_flow(table: Table) -> None:
    """Continue when the stack and the queue are empty."""
    if table.flow == FLOW_COMPARE:
        resolve_battle(table)
    elif table.flow == FLOW_AFTER:
        table.attacker = table.defender = NO_CARD
        table.battle_aborted = False
        table.flow = FLOW_OPEN
    elif table.flow == FLOW_LEAVE:
        table.flow = FLOW_ENTER
        trigger_phase(table, True)
    elif table.flow == FLOW_ENTER:
        table.phase = table.next_phase
        table.flow = FLOW_INSIDE
        log_phase(table)
        trigger_phase(table, False)
    elif table.flow == FLOW_INSIDE:
        run_phase(table)
    else:
        end_turn(table)


def log_phase(table: Table) -> None:
    if table.log is not None:
        data = {"seat": SEATS[table.turn], "phase": PHASES[table.phase], "turn": table.turn_number}
        table.log_event("phase", data)


def run_phase(table: Table) -> None:
    """Run the content of a phase: the draw, the player's decisions, or the hand limit."""
    if table.phase == PHASE_DRAW:
        if table.turn_number > 1:
            draw_cards(table, table.turn, 1)
            check_state(table)
        leave_phase(table, PHASE_MAIN1)
    elif table.phase != PHASE_END:
        table.flow = FLOW_OPEN
    elif not ask_hand_limit(table):
        if table.end_triggered:
            table.flow = FLOW_PASS_ON
        else:
            table.end_triggered = True
            trigger_phase(table, True)


def ask_hand_limit(table: Table) -> bool:
    """Ask the turn player to discard down to the hand limit. Return whether that is needed (LV-4.10)."""
    over = table.zone_size(table.turn, HAND) - table.rules.hand_limit
    if over <= 0:
        return False
    hand = table.sort_by_kind(table.zone(table.turn, HAND))
    table.choice = Choice(table.turn, "limit", NO_CARD, HAND, hand, over)
    return True


def discard_to_limit(table: Table, chosen: vec[i64]) -> None:
    to_trash(table, chosen, CAUSE_HAND_LIMIT)
    check_state(table)


def leave_phase(table: Table, phase: i64) -> None:
    """Leave this phase for another one."""
    table.next_phase = phase
    table.flow = FLOW_LEAVE


def end_turn(table: Table) -> None:
    """End the turn: remove marks and expired modifiers, and start the opponent's turn (LV-4.11)."""
    if table.modifiers:
        number = table.turn_number
        table.modifiers = [
            modifier for modifier in table.modifiers if modifier.expires == 0 or modifier.expires > number
        ]
    table.zones.clear_marks()
    table.refreshed = 0
    table.has_summoned = False
    table.end_triggered = False
    table.turn = 1 - table.turn
    table.turn_number += 1
    table.next_phase = PHASE_DRAW
    table.flow = FLOW_ENTER
    if table.log is not None:
        table.log_event("turn", {"seat": SEATS[table.turn], "turn": table.turn_number})
    check_state(table)

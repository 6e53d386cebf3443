"""The flow of a game: trigger batches, battles and phases."""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.state import OVER
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AFTER_BATTLE,
    BY_BATTLE,
    CAUSE_HAND_LIMIT,
    CAUSE_RESOLVED,
    FIELD,
    HAND,
    NO_CARD,
    ON_ATTACK,
    ON_ATTACKED,
    ON_MAGIC,
    ON_PLAY,
    PER_TURN,
    PHASE_DRAW,
    PHASE_END,
    PHASE_MAIN1,
    RUNNING,
    SEATS,
    STEP_CHOICE,
    STEP_DONE,
    STEP_SKIPPED,
    STEP_STOPPED,
    TIMING_ATTACKED,
    TIMING_ATTACKING,
    TRIGGERS,
)
from tefuda.games.linkavel.rules.continuous import Continuous
from tefuda.games.linkavel.rules.model import Ability, Choice, Frame, PendingTrigger
from tefuda.games.linkavel.rules.steps import ability_can_act, has_required_targets
from tefuda.games.linkavel.rules.zones import NO_STATUSES, NO_TRIGGERS, first_free_slot, set_slot

FRAME_STEPS: Final = 0
FRAME_PLAY: Final = 1
FRAME_MAGIC_END: Final = 2
FRAME_KINDS: Final = ["steps", "plays", "spends"]
"""Kinds of stack entries: the steps of an ability, the abilities of a magic, a normal magic that goes to the trash."""

FLOW_OPEN: Final = 0
FLOW_COMPARE: Final = 1
FLOW_AFTER: Final = 2
FLOW_LEAVE: Final = 3
FLOW_ENTER: Final = 4
FLOW_INSIDE: Final = 5
FLOW_PASS_ON: Final = 6
FLOWS: Final = ["open", "compare", "after", "leave", "enter", "inside", "pass_on"]
"""What follows when the stack is empty: a free decision, the comparison of powers, the end of a battle, the end, start
and content of a phase, the next turn.
"""

MAX_RESOLVED_TRIGGERS: Final = 100
"""Maximum number of triggers between two free decisions. The others are dropped (LV-9.22)."""


class Turns(Continuous):
    """The table with its phases and its queue of triggers."""

    # Resolving (LV-9)

    def run(self) -> None:
        """Continue until a player must decide or the game is over."""
        while self.outcome == RUNNING and self.choice is None:
            if self.frames:
                self.advance(self.frames[-1])
            elif self.batch:
                self.resolve_next()
            elif self.pending:
                self.form_batch()
            elif self.flow == FLOW_OPEN:
                self.resolved_count = 0
                break
            else:
                self.advance_flow()
        if self.outcome != RUNNING:
            self.seat = OVER
        else:
            self.seat = self.turn if self.choice is None else self.choice.seat

    def form_batch(self) -> None:
        """Form a batch of the pending triggers: the turn player's first, then the opponent's (LV-9.2, LV-9.3)."""
        first: list[PendingTrigger] = []
        second: list[PendingTrigger] = []
        for trigger in self.pending:
            if self.pool.owner(trigger.card) == self.turn:
                first.append(trigger)
            else:
                second.append(trigger)
        self.batch = first + second
        self.pending = NO_TRIGGERS

    def resolve_next(self) -> None:
        """Resolve or skip the next trigger, or ask for the order or an optional effect (LV-9.4, LV-9.8)."""
        if self.resolved_count >= MAX_RESOLVED_TRIGGERS:
            self.log_event("stalled", {"dropped": len(self.batch) + len(self.pending)})
            self.batch = NO_TRIGGERS
            self.pending = NO_TRIGGERS
            self.in_listed_order = self.next_is_chosen = False
            self.resolved_count = 0
            return
        trigger = self.batch[0]
        owner = self.pool.owner(trigger.card)
        if not self.in_listed_order and not self.next_is_chosen and self.needs_order(owner):
            self.choice = Choice(owner, "order", trigger.card, FIELD, b"", 1, False)
            return
        ability = trigger.ability
        if self.is_limit_used(trigger.card, ability) or not self.condition_holds(ability, trigger.card):
            self.log_ability("skip", trigger.card, ability)
            self.drop_first()
        elif ability.optional or ability.when == ACTIVATED:
            if self.is_offered(trigger):
                self.choice = Choice(owner, "may", trigger.card, FIELD, b"", 1, False)
            else:
                self.log_ability("skip", trigger.card, ability)
                self.drop_first()
        else:
            self.resolve_first()

    def is_offered(self, trigger: PendingTrigger) -> bool:
        """Whether to ask. An effect that obviously could do nothing is skipped (LV-9.9)."""
        ability, card = trigger.ability, trigger.card
        if ability.when == ACTIVATED and (not self.is_on_field(card) or not has_required_targets(self, ability, card)):
            return False
        return ability_can_act(self, ability, card, trigger.subject, False)

    def needs_order(self, owner: i64) -> bool:
        """Whether the order of a player's triggers could matter (LV-9.4)."""
        first = self.batch[0]
        for at in range(1, len(self.batch)):
            trigger = self.batch[at]
            if self.pool.owner(trigger.card) != owner:
                return False
            ability = trigger.ability
            if ability is not first.ability or ability.uses_subject:
                return True
            if trigger.card != first.card and not ability.same_on_copies:
                return True
        return False

    def drop_first(self) -> None:
        """Remove the first trigger. A player's chosen order ends with that player's last trigger."""
        owner = self.pool.owner(self.batch[0].card)
        self.batch = self.batch[1:]
        self.next_is_chosen = False
        if not self.batch or self.pool.owner(self.batch[0].card) != owner:
            self.in_listed_order = False

    def resolve_first(self) -> None:
        trigger = self.batch[0]
        self.drop_first()
        self.resolved_count += 1
        self.use_limit(trigger.card, trigger.ability)
        if trigger.ability.limit == PER_TURN and not self.is_on_field(trigger.card):
            self.drop_same(trigger)
        self.log_ability("resolve", trigger.card, trigger.ability)
        self.push(Frame(FRAME_STEPS, trigger.card, trigger.ability, trigger.subject))

    def drop_same(self, spent: PendingTrigger) -> None:
        """Drop repeated triggers of a card off the field: it keeps no once-per-turn mark."""
        self.batch = [
            trigger for trigger in self.batch if trigger.card != spent.card or trigger.ability is not spent.ability
        ]
        self.pending = [
            trigger for trigger in self.pending if trigger.card != spent.card or trigger.ability is not spent.ability
        ]

    def log_ability(self, kind: str, card: i64, ability: Ability) -> None:
        if self.log is not None:
            data = {
                "card": self.name(card),
                "seat": SEATS[self.pool.owner(card)],
                "when": TRIGGERS[ability.when],
                "ability": ability.number,
            }
            self.log_event(kind, data)

    def advance(self, frame: Frame) -> None:
        """Run one step of the top of the stack."""
        if frame.kind == FRAME_STEPS:
            self.next_step(frame)
        elif frame.kind == FRAME_PLAY:
            self.next_play_ability(frame)
        else:
            self.frames = self.frames[:-1]
            side = self.side(self.pool.owner(frame.card))
            if index_of(side.magics, frame.card) >= 0:
                self.to_trash(ONE[frame.card], CAUSE_RESOLVED)
                self.check_state()

    def next_step(self, frame: Frame) -> None:
        ability = frame.ability
        assert ability is not None
        if frame.at == len(ability.steps):
            self.frames = self.frames[:-1]
            return
        ended = ability.steps[frame.at].run(self, frame)
        if ended == STEP_STOPPED:
            self.frames = self.frames[:-1]
        elif ended != STEP_CHOICE:
            self.finish_step(frame, ended)

    def finish_step(self, frame: Frame, ended: i64) -> None:
        """Finish a part of a step: check winning conditions and advance."""
        ability = frame.ability
        assert ability is not None
        step = ability.steps[frame.at]
        if ended != STEP_SKIPPED:
            frame.acted = ended == STEP_DONE or (frame.part > 0 and frame.acted)
        frame.part += 1
        if frame.part >= step.part_count():
            frame.part = 0
            frame.at += 1
        self.check_state()

    def next_play_ability(self, frame: Frame) -> None:
        """Start the next ability of an activated magic."""
        abilities = self.pool.card(frame.card).abilities_on[ON_PLAY]
        if frame.at == len(abilities):
            self.frames = self.frames[:-1]
            return
        ability = abilities[frame.at]
        frame.at += 1
        if self.condition_holds(ability, frame.card) and not self.is_limit_used(frame.card, ability):
            self.use_limit(frame.card, ability)
            self.push(Frame(FRAME_STEPS, frame.card, ability, NO_CARD))

    # Magic (LV-6)

    def activate_magic(self, card: i64) -> None:
        """Place a magic in the leftmost free slot and resolve it before the triggers it causes (LV-6.6)."""
        seat = self.turn
        side = self.side(seat)
        slot = first_free_slot(side.magics)
        self.remove(card)
        side.magics = set_slot(side.magics, slot, card)
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "at": self.slot_name(card)}
            self.log_event("magic", data, reveals=True)
        if self.pool.has_other_trigger[ON_MAGIC]:
            self.trigger(ON_MAGIC, card, seat, self.field_cards())
        if self.pool.card(card).is_one_shot:
            self.push(Frame(FRAME_MAGIC_END, card, None, NO_CARD))
        self.push(Frame(FRAME_PLAY, card, None, NO_CARD))
        self.check_state()

    # Battle (LV-8)

    def declare_attack(self, attacker: i64, defender: i64) -> None:
        self.add_status(attacker, 1, 0, 0)
        self.attacker = attacker
        self.defender = defender
        self.flow = FLOW_COMPARE
        if self.log is not None:
            on = "lp" if defender == NO_CARD else self.slot_name(defender)
            data = {"card": self.name(attacker), "at": self.slot_name(attacker), "on": on}
            if defender != NO_CARD:
                data["target"] = self.name(defender)
            self.log_event("attack", data)
        pool = self.pool
        if pool.has_other_trigger[ON_ATTACK] or pool.has_self_trigger[ON_ATTACK]:
            self.trigger(ON_ATTACK, attacker, self.turn, self.field_cards())
        self.queue_activated(attacker, TIMING_ATTACKING)
        if defender == NO_CARD:
            return
        if pool.has_other_trigger[ON_ATTACKED] or pool.has_self_trigger[ON_ATTACKED]:
            self.trigger(ON_ATTACKED, defender, 1 - self.turn, self.field_cards())
        self.queue_activated(defender, TIMING_ATTACKED)

    def queue_activated(self, card: i64, timing: i64) -> None:
        """Queue activated effects with this timing (LV-9.17, LV-9.21)."""
        for ability in self.pool.card(card).abilities_on[ACTIVATED]:
            if ability.timing == timing and not self.is_limit_used(card, ability):
                self.pending = [*self.pending, PendingTrigger(card, ability, card)]

    def resolve_battle(self) -> None:
        """Compare powers. Damage and destruction are one operation; after-battle effects come next (LV-8.8)."""
        attacker, defender = self.attacker, self.defender
        self.flow = FLOW_AFTER
        if self.battle_aborted:
            self.log_event("attack_ends", {})
            return
        mine = self.power(attacker)
        if defender == NO_CARD:
            self.deal_damage(1 - self.turn, self.battle_damage(1 - self.turn, NO_CARD, mine), "battle")
            self.check_state()
            return
        theirs = self.power(defender)
        if self.log is not None:
            self.log_event(
                "battle", {"at": self.slot_name(attacker), "on": self.slot_name(defender), "powers": [mine, theirs]}
            )
        losers = b""
        if mine >= theirs:
            losers += ONE[defender]
        if mine <= theirs:
            losers += ONE[attacker]
        if mine > theirs:
            self.deal_damage(1 - self.turn, self.battle_damage(1 - self.turn, defender, mine - theirs), "battle")
        elif mine < theirs:
            self.deal_damage(self.turn, self.battle_damage(self.turn, attacker, theirs - mine), "battle")
        self.destroy_cards(losers, BY_BATTLE)
        self.battle_aborted = False
        self.check_state()
        if self.outcome == RUNNING and self.pool.has_self_trigger[AFTER_BATTLE]:
            triggered = self.pending
            self.pending = NO_TRIGGERS
            self.trigger(AFTER_BATTLE, attacker, self.turn, b"")
            self.trigger(AFTER_BATTLE, defender, 1 - self.turn, b"")
            self.batch = self.pending
            self.pending = triggered

    # Phases (LV-4)

    def advance_flow(self) -> None:
        """Continue when the stack and the queue are empty."""
        if self.flow == FLOW_COMPARE:
            self.resolve_battle()
        elif self.flow == FLOW_AFTER:
            self.attacker = self.defender = NO_CARD
            self.battle_aborted = False
            self.flow = FLOW_OPEN
        elif self.flow == FLOW_LEAVE:
            self.flow = FLOW_ENTER
            self.trigger_phase(True)
        elif self.flow == FLOW_ENTER:
            self.phase = self.next_phase
            self.flow = FLOW_INSIDE
            self.log_phase()
            self.trigger_phase(False)
        elif self.flow == FLOW_INSIDE:
            self.run_phase()
        else:
            self.end_turn()

    def run_phase(self) -> None:
        """Run the content of a phase: the draw, the player's decisions, or the hand limit."""
        if self.phase == PHASE_DRAW:
            if self.turn_number > 1:
                self.draw_cards(self.turn, 1)
                self.check_state()
            self.leave_phase(PHASE_MAIN1)
        elif self.phase != PHASE_END:
            self.flow = FLOW_OPEN
        elif not self.ask_hand_limit():
            if self.end_triggered:
                self.flow = FLOW_PASS_ON
            else:
                self.end_triggered = True
                self.trigger_phase(True)

    def ask_hand_limit(self) -> bool:
        """Ask the turn player to discard down to the hand limit. Return whether that is needed (LV-4.10)."""
        hand = self.side(self.turn).hand
        over = len(hand) - self.rules.hand_limit
        if over <= 0:
            return False
        self.choice = Choice(self.turn, "limit", NO_CARD, HAND, self.sort_by_kind(hand), over, False)
        return True

    def discard_to_limit(self, chosen: bytes) -> None:
        self.to_trash(chosen, CAUSE_HAND_LIMIT)
        self.check_state()

    def leave_phase(self, phase: i64) -> None:
        """Leave this phase for another one."""
        self.next_phase = phase
        self.flow = FLOW_LEAVE

    def end_turn(self) -> None:
        """End the turn: remove marks and expired modifiers, and start the opponent's turn (LV-4.11)."""
        if self.modifiers:
            number = self.turn_number
            self.modifiers = [
                modifier for modifier in self.modifiers if modifier.expires == 0 or modifier.expires > number
            ]
        self.statuses = NO_STATUSES
        self.one.has_refreshed = self.two.has_refreshed = False
        self.has_summoned = False
        self.end_triggered = False
        self.turn = 1 - self.turn
        self.turn_number += 1
        self.next_phase = PHASE_DRAW
        self.flow = FLOW_ENTER
        self.check_state()

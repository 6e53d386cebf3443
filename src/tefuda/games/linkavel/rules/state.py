"""The state of LinkaVel: legal actions and their effects. Clauses refer to docs/rules/linkavel."""

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.cardlang.engine.abilities import FRAME_STEPS, Choice, Frame
from tefuda.cardlang.engine.abilities import Ability as EngineAbility
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS, has, one_card
from tefuda.core.observation import MaskBuffer, ObservationBuffer
from tefuda.core.random import Random
from tefuda.core.state import OVER, RESIGN
from tefuda.games.linkavel.rules import encoding, observation, sampling
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AS_LISTED,
    ATTACK,
    CAUSE_RESOLVED,
    END_TURN,
    FIELD,
    FIELD_SLOTS,
    HAND,
    LISTS,
    MAGIC,
    MAX_ACTIVATED,
    MONSTERS,
    ON_PLAY,
    OUTCOME_DRAW,
    PHASE_BATTLE,
    PHASE_END,
    PHASE_MAIN2,
    PICK_DONE,
    PICK_SLOT,
    RESOLVE,
    SEATS,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_MAIN2,
    TRASH,
    USE,
    WON_BY_ONE,
    WON_BY_TWO,
    YES,
)
from tefuda.games.linkavel.rules.continuous import add_winner
from tefuda.games.linkavel.rules.costs import cost_candidates, with_forced_costs
from tefuda.games.linkavel.rules.legal_actions import legal_actions, pick_action
from tefuda.games.linkavel.rules.moves import check_state, normal_summon, to_trash
from tefuda.games.linkavel.rules.mulligan import answer_mulligan
from tefuda.games.linkavel.rules.table import Table
from tefuda.games.linkavel.rules.turns import (
    activate_magic,
    declare_attack,
    discard_to_limit,
    drop_first,
    leave_phase,
    log_ability,
    proceed,
    resolve_first,
)
from tefuda.games.linkavel.rules.view import announce_field, log_choice, start_announcing


@mypyc_attr(free_list_len=1)
class LinkaVelState(Table):
    """The state of a game."""

    # Legal actions

    @override
    def actions(self) -> list[i64]:
        found = legal_actions(self)
        return [found[at] for at in range(len(found))]

    @override
    def random_action(self, random: Random) -> i64:
        found = legal_actions(self)
        return found[random.below(len(found))]

    @override
    def is_legal(self, action: i64) -> bool:
        if action == RESIGN:
            return self.seat != OVER
        return action in self.actions()

    # Observations

    @override
    def observe(self, seat: i64, into: ObservationBuffer) -> None:
        observation.observe(self, seat, into)

    @override
    def write_mask(self, into: MaskBuffer) -> None:
        found = legal_actions(self)
        for at in range(len(found)):
            into.allow(found[at])

    # Playing an action

    @override
    def play(self, action: i64) -> None:
        if self.log is not None:
            start_announcing(self)
        asked = self.choice
        if action == RESIGN:
            self.resign()
        elif asked is not None:
            self.answer(asked, action)
            asked = self.choice
        elif action <= TO_MAIN2:
            leave_phase(self, PHASE_END if action == END_TURN else PHASE_BATTLE if action == TO_BATTLE else PHASE_MAIN2)
        elif action < USE:
            self.attack(action - ATTACK)
        elif action < PICK_SLOT:
            self.use(action - USE)
        elif action < MAGIC:
            self.summon((action - SUMMON) // SLOTS, (action - SUMMON) % SLOTS)
        else:
            activate_magic(self, self.card_in_hand(action - MAGIC))
        self.run()
        if self.log is not None:
            announce_field(self)
            if self.choice is not None and asked is None:
                log_choice(self)

    @override
    def run(self) -> None:
        super().run()
        if self.outcome != RUNNING:
            self.seat = OVER
        else:
            self.seat = self.turn if self.choice is None else self.choice.seat

    @override
    def proceed(self) -> bool:
        return proceed(self)

    @override
    def check_state(self) -> None:
        check_state(self)

    @override
    def play_ability(self, card: i64, index: i64) -> EngineAbility | None:
        abilities = self.pool.definitions[card].abilities_on[ON_PLAY]
        return abilities[index] if index < len(abilities) else None

    @override
    def start_play_ability(self, card: i64, ability: EngineAbility) -> bool:
        if not self.is_available(card, ability):
            return False
        self.use_limit(card, ability)
        return True

    @override
    def end_frame(self, frame: Frame) -> None:
        """Send a normal magic to the trash after it resolved (LV-6.6)."""
        if self.is_on_field(frame.card):
            to_trash(self, one_card(frame.card), CAUSE_RESOLVED)

    def resign(self) -> None:
        """Surrender loses the game (LV-1.7)."""
        self.log_event("surrender", {"seat": SEATS[self.seat]})
        add_winner(self, 1 - self.seat, "surrender")
        check_state(self)

    def card_in_hand(self, kind: i64) -> i64:
        """Return a card of this kind in the turn player's hand, preferably a revealed one."""
        zones, kinds = self.zones, self.pool.kinds
        cells = zones.cells
        hand = LISTS * self.turn + HAND
        first = zones.first_cell(hand)
        found: i64 = NO_CARD
        for at in range(first, first + zones.length(hand)):
            card = i64(cells[at])
            if kinds[card] == kind:
                if zones.flag(card):
                    return card
                if found == NO_CARD:
                    found = card
        return found

    def summon(self, kind: i64, slot: i64) -> None:
        """Make a normal summon. Ask for the cost if there is a choice (LV-5.5)."""
        card = self.card_in_hand(kind)
        definition = self.pool.cards[kind]
        if definition.cost_count == 0:
            normal_summon(self, card, slot, NO_CARDS)
            return
        there = self.monster(self.turn, slot)
        paid = with_forced_costs(self, definition, NO_CARDS if there == NO_CARD else one_card(there))
        if len(paid) == definition.cost_count:
            normal_summon(self, card, slot, paid)
        else:
            # One monster is left to choose: with three on the field, the one in the slot is paid already.
            candidates = cost_candidates(self, definition, paid)
            choice = Choice(self.turn, "cost", card, MONSTERS, candidates, definition.cost_count, False, slot)
            self.choice = choice.with_picked(paid)

    def attack(self, code: i64) -> None:
        slot, target = code // 4, code % 4
        defender: i64 = NO_CARD
        if target < SLOTS:
            defender = self.monster(1 - self.turn, target)
        declare_attack(self, self.monster(self.turn, slot), defender)

    def use(self, code: i64) -> None:
        """Use an activated effect."""
        at, number = code // MAX_ACTIVATED, code % MAX_ACTIVATED
        card = self.zones.in_slot(FIELD_SLOTS * self.turn + at)
        ability = self.pool.card(card).abilities_on[ACTIVATED][number]
        self.use_limit(card, ability)
        log_ability(self, "use", card, ability)
        self.push(Frame(FRAME_STEPS, card, ability, card))

    def answer(self, choice: Choice, action: i64) -> None:
        """Play the answer to an open choice."""
        if choice.op == "mulligan":
            self.close_choice(choice)
            answer_mulligan(self, choice.seat, action)
        elif choice.op == "may":
            self.close_choice(choice)
            if action == YES:
                resolve_first(self)
            else:
                trigger = self.batch[0]
                log_ability(self, "decline", trigger.card, trigger.ability)
                drop_first(self)
        elif choice.op == "order":
            self.close_choice(choice)
            if action == AS_LISTED:
                self.in_listed_order = True
            else:
                chosen = self.batch[action - RESOLVE]
                self.log_event("order", {"next": action - RESOLVE})
                self.batch = [chosen, *[trigger for trigger in self.batch if trigger is not chosen]]
                self.next_is_chosen = True
        elif action == PICK_DONE:
            self.finish_choice(choice, choice.picked)
        else:
            self.pick(choice, action)

    def close_choice(self, choice: Choice) -> None:
        self.choice = None
        if self.log is not None:
            self.log_event("answered", {"seat": SEATS[choice.seat]}, reveals=is_hidden_choice(choice))

    def pick(self, choice: Choice, action: i64) -> None:
        """Pick one card. Continue after the last pick."""
        card: i64 = NO_CARD
        for at in range(len(choice.candidates)):
            card = choice.candidates[at]
            if not has(choice.picked, card) and pick_action(self, choice, card) == action:
                break
        picked = append(choice.picked[:], card)
        if self.log is not None:
            data = {"seat": SEATS[choice.seat], "card": self.name(card), "op": choice.op, "at": self.slot_name(card)}
            if is_hidden_choice(choice):
                self.log_event("pick", data, choice.seat)
            else:
                self.log_event("pick", data)
        if len(picked) < choice.need():
            self.choice = choice.with_picked(picked)
            if is_hidden_choice(choice):
                # Whether there is more to pick depends on hidden cards.
                self.log_event("picking", {"seat": SEATS[choice.seat]}, reveals=True)
        else:
            self.finish_choice(choice, picked)

    def finish_choice(self, choice: Choice, picked: vec[i64]) -> None:
        """Continue with all picked cards."""
        self.close_choice(choice)
        if choice.op == "cost":
            normal_summon(self, choice.card, choice.slot, picked)
        elif choice.op == "limit":
            discard_to_limit(self, picked)
        else:
            self.take_choice(picked)

    @override
    def scores(self) -> list[float]:
        if self.outcome == OUTCOME_DRAW:
            return [0.5, 0.5]
        return [1.0 if self.outcome == WON_BY_ONE else 0.0, 1.0 if self.outcome == WON_BY_TWO else 0.0]

    # State interface

    @override
    def clone(self) -> "LinkaVelState":
        copy = LinkaVelState(self.rules, self.pool, self.zones.copy(), self.rng)
        self.copy_resolution(copy)
        copy.lp_one = self.lp_one
        copy.lp_two = self.lp_two
        copy.refreshed = self.refreshed
        copy.used_one = self.used_one
        copy.used_two = self.used_two
        copy.turn = self.turn
        copy.turn_number = self.turn_number
        copy.phase = self.phase
        copy.has_summoned = self.has_summoned
        copy.refresh_count = self.refresh_count
        copy.modifiers = self.modifiers
        if self.batch:
            copy.batch = self.batch[:]
        copy.in_listed_order = self.in_listed_order
        copy.next_is_chosen = self.next_is_chosen
        copy.flow = self.flow
        copy.next_phase = self.next_phase
        copy.end_triggered = self.end_triggered
        copy.attacker = self.attacker
        copy.defender = self.defender
        copy.battle_aborted = self.battle_aborted
        copy.field_triggers = self.field_triggers
        copy.field_phases = self.field_phases
        copy.field_effects = self.field_effects
        return copy

    @override
    def resample(self, seat: i64, random: Random) -> "LinkaVelState":
        world = self.clone()
        sampling.sample(world, seat, random)
        return world

    @override
    def game_id(self) -> str:
        return "linkavel"

    @override
    def encode(self) -> bytes:
        return encoding.encode(self)


def is_hidden_choice(choice: Choice) -> bool:
    """Whether only the player who chooses sees the candidates."""
    return choice.zone != FIELD and choice.zone != MONSTERS and choice.zone != TRASH

"""The state of LinkaVel: legal actions and their effects. Clauses refer to docs/rules/linkavel."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.random import Random
from tefuda.core.state import OVER, RESIGN
from tefuda.games.linkavel.rules import encoding, sampling
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AS_LISTED,
    ATTACK,
    DECK,
    END_TURN,
    FIELD,
    HAND,
    MAGIC,
    MAX_ACTIVATED,
    MAX_ORDERED,
    MONSTERS,
    NO,
    NO_CARD,
    ON_PLAY,
    OUTCOME_DRAW,
    PHASE_BATTLE,
    PHASE_END,
    PHASE_MAIN1,
    PHASE_MAIN2,
    PICK_DECK,
    PICK_DONE,
    PICK_HAND,
    PICK_SLOT,
    PICK_TRASH,
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
from tefuda.games.linkavel.rules.model import Ability, Choice, Frame, count_occupied
from tefuda.games.linkavel.rules.steps import ability_can_act, has_required_targets
from tefuda.games.linkavel.rules.turns import FRAME_STEPS, Turns
from tefuda.games.linkavel.rules.view import log_views
from tefuda.games.linkavel.rules.zones import first_free_slot


class LinkaVelState(Turns):
    """The state of a game."""

    # Legal actions

    def actions(self) -> list[i64]:
        found: list[i64] = []
        if self.seat == OVER:
            return found
        if self.choice is not None:
            self.add_answers(self.choice, found)
            return found
        side = self.side(self.turn)
        if self.phase == PHASE_BATTLE:
            self.add_attacks(found)
        else:
            self.add_plays(found)
        for at in range(2 * SLOTS):
            card: i64 = side.monsters[at] if at < SLOTS else side.magics[at - SLOTS]
            if card != NO_CARD:
                abilities = self.pool.card(card).abilities_on[ACTIVATED]
                for number in range(len(abilities)):
                    if self.is_usable(card, abilities[number]):
                        found.append(USE + at * MAX_ACTIVATED + number)
        if self.phase == PHASE_MAIN1 and self.turn_number > 1:
            found.append(TO_BATTLE)
        if self.phase != PHASE_MAIN2:
            found.append(TO_MAIN2)
        found.append(END_TURN)
        return found

    def is_legal(self, action: i64) -> bool:
        if action == RESIGN:
            return self.seat != OVER
        return action in self.actions()

    def add_plays(self, found: list[i64]) -> None:
        """Add summons and magics. Copies in hand are one action."""
        side = self.side(self.turn)
        room = first_free_slot(side.magics) >= 0
        seen = b""
        for at in range(len(side.hand)):
            card: i64 = side.hand[at]
            kind: i64 = self.pool.kinds[card]
            if index_of(seen, kind) >= 0:
                continue
            seen += ONE[kind]
            if self.pool.cards[kind].is_monster:
                if not self.has_summoned:
                    self.add_summons(kind, found)
            elif room and self.is_playable(card):
                found.append(MAGIC + kind)

    def add_summons(self, kind: i64, found: list[i64]) -> None:
        """Add summons into slots that are empty or emptied by the cost (LV-5.4)."""
        card = self.pool.cards[kind]
        monsters = self.side(self.turn).monsters
        fit = self.cost_candidates(card.cost_level) if card.cost_count > 0 else b""
        if len(fit) < card.cost_count:
            return
        for slot in range(SLOTS):
            there: i64 = monsters[slot]
            if there == NO_CARD or index_of(fit, there) >= 0:
                found.append(SUMMON + kind * SLOTS + slot)

    def cost_candidates(self, level: i64) -> bytes:
        """Return the own monsters of this level or higher, which can be sent as a cost (LV-5.3)."""
        monsters = self.side(self.turn).monsters
        found = b""
        for slot in range(SLOTS):
            card: i64 = monsters[slot]
            if card != NO_CARD and self.pool.card(card).level >= level:
                found += ONE[card]
        return found

    def is_playable(self, card: i64) -> bool:
        """Whether a magic can be activated: its targets exist and it could do something (LV-6.4, LV-6.5)."""
        definition = self.pool.card(card)
        could = not definition.is_one_shot and len(definition.abilities) > len(definition.abilities_on[ON_PLAY])
        for ability in definition.abilities_on[ON_PLAY]:
            if self.is_limit_used(card, ability) or not self.condition_holds(ability, card):
                continue
            if not has_required_targets(self, ability, card):
                return False
            could = could or ability_can_act(self, ability, card, card, True)
        return could

    def is_usable(self, card: i64, ability: Ability) -> bool:
        """Whether an activated effect without printed timing can be used (LV-9.17, LV-9.18)."""
        if ability.timing != 0 or self.is_limit_used(card, ability) or not self.condition_holds(ability, card):
            return False
        return has_required_targets(self, ability, card) and ability_can_act(self, ability, card, card, True)

    def add_attacks(self, found: list[i64]) -> None:
        """Add attacks on monsters, or direct attacks if the opponent has none (LV-8.1, LV-8.2)."""
        mine, theirs = self.side(self.turn).monsters, self.side(1 - self.turn).monsters
        direct = count_occupied(theirs) == 0
        for slot in range(SLOTS):
            card: i64 = mine[slot]
            if card == NO_CARD or self.attacks_left(card) <= 0:
                continue
            if direct:
                found.append(ATTACK + 4 * slot + SLOTS)
            for target in range(SLOTS):
                if theirs[target] != NO_CARD:
                    found.append(ATTACK + 4 * slot + target)

    def add_answers(self, choice: Choice, found: list[i64]) -> None:
        if choice.op == "may":
            found.append(YES)
            found.append(NO)
            return
        if choice.op == "order":
            found.append(AS_LISTED)
            number: i64 = 0
            while number < MAX_ORDERED and number < len(self.batch):
                if self.pool.owner(self.batch[number].card) == choice.seat:
                    found.append(RESOLVE + number)
                number += 1
            return
        for at in range(len(choice.candidates)):
            card: i64 = choice.candidates[at]
            if index_of(choice.picked, card) < 0:
                action = self.pick_action(choice, card)
                if action not in found:
                    found.append(action)
        if choice.up_to:
            found.append(PICK_DONE)

    def pick_action(self, choice: Choice, card: i64) -> i64:
        """Return the action that picks a card: by slot on the field, elsewhere by definition."""
        kind: i64 = self.pool.kinds[card]
        if choice.zone == HAND:
            return PICK_HAND + kind
        if choice.zone == DECK:
            return PICK_DECK + kind
        if choice.zone == TRASH:
            return PICK_TRASH + kind
        if choice.zone != FIELD and choice.zone != MONSTERS:
            in_trash = index_of(self.side(choice.seat).trash, card) >= 0
            return (PICK_TRASH if in_trash else PICK_DECK) + kind
        owner = self.pool.owner(card)
        side = self.side(owner)
        at = index_of(side.monsters, card)
        if at < 0:
            at = SLOTS + index_of(side.magics, card)
        return PICK_SLOT + at + (0 if owner == choice.seat else 2 * SLOTS)

    # Playing an action

    def play(self, action: i64) -> None:
        if action == RESIGN:
            self.resign()
        elif self.choice is not None:
            self.answer(self.choice, action)
        elif action <= TO_MAIN2:
            self.leave_phase(PHASE_END if action == END_TURN else PHASE_BATTLE if action == TO_BATTLE else PHASE_MAIN2)
        elif action < USE:
            self.attack(action - ATTACK)
        elif action < PICK_SLOT:
            self.use(action - USE)
        elif action < MAGIC:
            self.summon((action - SUMMON) // SLOTS, (action - SUMMON) % SLOTS)
        else:
            self.activate_magic(self.card_in_hand(action - MAGIC))
        self.run()
        if self.log is not None:
            log_views(self)

    def resign(self) -> None:
        """Surrender loses the game (LV-1.7)."""
        self.log_event("surrender", {"seat": SEATS[self.seat]})
        self.add_winner(1 - self.seat, "surrender")
        self.check_state()

    def card_in_hand(self, kind: i64) -> i64:
        """Return a card of this kind in the turn player's hand, preferably a revealed one."""
        side = self.side(self.turn)
        for cards in (side.revealed, side.hand):
            for at in range(len(cards)):
                if self.pool.kinds[cards[at]] == kind:
                    return cards[at]
        return NO_CARD

    def summon(self, kind: i64, slot: i64) -> None:
        """Make a normal summon. Ask for the cost if there is a choice (LV-5.5)."""
        card = self.card_in_hand(kind)
        definition = self.pool.cards[kind]
        if definition.cost_count == 0:
            self.normal_summon(card, slot, b"")
            return
        fit = self.cost_candidates(definition.cost_level)
        there: i64 = self.side(self.turn).monsters[slot]
        paid = b"" if there == NO_CARD else ONE[there]
        if len(fit) == definition.cost_count:
            for at in range(len(fit)):
                if fit[at] != there:
                    paid += ONE[fit[at]]
        if len(paid) == definition.cost_count:
            self.normal_summon(card, slot, paid)
        else:
            self.choice = Choice(self.turn, "cost", card, MONSTERS, fit, definition.cost_count, False, paid, slot)

    def attack(self, code: i64) -> None:
        slot, target = code // 4, code % 4
        defender: i64 = NO_CARD if target == SLOTS else self.side(1 - self.turn).monsters[target]
        self.declare_attack(self.side(self.turn).monsters[slot], defender)

    def use(self, code: i64) -> None:
        """Use an activated effect."""
        at, number = code // MAX_ACTIVATED, code % MAX_ACTIVATED
        side = self.side(self.turn)
        card: i64 = side.monsters[at] if at < SLOTS else side.magics[at - SLOTS]
        ability = self.pool.card(card).abilities_on[ACTIVATED][number]
        self.use_limit(card, ability)
        self.log_ability("use", card, ability)
        self.push(Frame(FRAME_STEPS, card, ability, card))

    def answer(self, choice: Choice, action: i64) -> None:
        """Play the answer to an open choice."""
        if choice.op == "may":
            self.choice = None
            if action == YES:
                self.resolve_first()
            else:
                trigger = self.batch[0]
                self.log_ability("decline", trigger.card, trigger.ability)
                self.drop_first()
        elif choice.op == "order":
            self.choice = None
            if action == AS_LISTED:
                self.in_listed_order = True
            else:
                chosen = self.batch[action - RESOLVE]
                self.batch = [chosen, *[trigger for trigger in self.batch if trigger is not chosen]]
                self.next_is_chosen = True
        elif action == PICK_DONE:
            self.finish_choice(choice, choice.picked)
        else:
            self.pick(choice, action)

    def pick(self, choice: Choice, action: i64) -> None:
        """Pick one card. Continue after the last pick."""
        card: i64 = NO_CARD
        for at in range(len(choice.candidates)):
            card = choice.candidates[at]
            if index_of(choice.picked, card) < 0 and self.pick_action(choice, card) == action:
                break
        picked = choice.picked + ONE[card]
        if self.log is not None:
            data = {"seat": SEATS[choice.seat], "card": self.name(card), "op": choice.op, "at": self.slot_name(card)}
            if choice.zone == FIELD or choice.zone == MONSTERS or choice.zone == TRASH:
                self.log_event("pick", data)
            else:
                self.log_event("pick", data, choice.seat)
        if len(picked) < choice.need:
            self.choice = with_picked(choice, picked)
        else:
            self.finish_choice(choice, picked)

    def finish_choice(self, choice: Choice, picked: bytes) -> None:
        """Continue with all picked cards."""
        self.choice = None
        if choice.op == "cost":
            self.normal_summon(choice.card, choice.slot, picked)
        elif choice.op == "limit":
            self.discard_to_limit(picked)
        else:
            frame = self.frames[-1]
            assert frame.ability is not None
            ended = frame.ability.steps[frame.at].apply(self, frame, picked)
            self.finish_step(frame, ended)

    def scores(self) -> list[float]:
        if self.outcome == OUTCOME_DRAW:
            return [0.5, 0.5]
        return [1.0 if self.outcome == WON_BY_ONE else 0.0, 1.0 if self.outcome == WON_BY_TWO else 0.0]

    # State interface

    def clone(self) -> "LinkaVelState":
        copy = LinkaVelState(self.rules, self.pool, self.rng, self.one.copy(), self.two.copy())
        copy.seat = self.seat
        copy.turn = self.turn
        copy.turn_number = self.turn_number
        copy.phase = self.phase
        copy.has_summoned = self.has_summoned
        copy.refresh_count = self.refresh_count
        copy.statuses = self.statuses
        copy.modifiers = self.modifiers
        copy.pending = self.pending
        copy.batch = self.batch
        copy.in_listed_order = self.in_listed_order
        copy.next_is_chosen = self.next_is_chosen
        copy.resolved_count = self.resolved_count
        if self.frames:
            copy.frames = [frame.copy() for frame in self.frames]
        copy.choice = self.choice
        copy.flow = self.flow
        copy.next_phase = self.next_phase
        copy.end_triggered = self.end_triggered
        copy.attacker = self.attacker
        copy.defender = self.defender
        copy.battle_aborted = self.battle_aborted
        copy.outcome = self.outcome
        copy.reason = self.reason
        # The generator is shared now. The next state that draws makes its own copy.
        self.owns_rng = False
        return copy

    def resample(self, seat: i64, random: Random) -> "LinkaVelState":
        world = self.clone()
        sampling.sample(world, seat, random)
        return world

    def game_id(self) -> str:
        return "linkavel"

    def encode(self) -> bytes:
        return encoding.encode(self)


def with_picked(choice: Choice, picked: bytes) -> Choice:
    return Choice(
        choice.seat,
        choice.op,
        choice.card,
        choice.zone,
        choice.candidates,
        choice.count,
        choice.up_to,
        picked,
        choice.slot,
        choice.filter,
    )

"""LinkaVel: the decisions of a game, and the game as a value. Sections and clauses are those of docs/rules/linkavel."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.random import Random
from tefuda.core.state import OVER, RESIGN
from tefuda.games.linkavel.rules import encoding, sampling
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AS_LISTED,
    ATTACK,
    BATTLE,
    DECK,
    DRAWN,
    END,
    ENOUGH,
    FIELD,
    HAND,
    MAGIC,
    MAIN1,
    MAIN2,
    MONSTERS,
    MOST_ORDERED,
    MOST_USES,
    NO,
    NOBODY,
    PICK_DECK,
    PICK_HAND,
    PICK_TRASH,
    PLACE,
    PLAY,
    RESOLVE,
    SEATS,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_END,
    TO_MAIN2,
    TRASH,
    USE,
    WON_BY_ONE,
    WON_BY_TWO,
    YES,
)
from tefuda.games.linkavel.rules.model import Ability, Choice, Frame, occupied
from tefuda.games.linkavel.rules.steps import could_act, demands_met
from tefuda.games.linkavel.rules.turns import STEPS, Turns
from tefuda.games.linkavel.rules.view import tell_now
from tefuda.games.linkavel.rules.zones import free_slot


class LinkaVelState(Turns):
    """One moment of a game."""

    # Decisions

    def actions(self) -> list[i64]:
        found: list[i64] = []
        if self.seat == OVER:
            return found
        if self.choice is not None:
            self.add_answers(self.choice, found)
            return found
        side = self.side(self.turn)
        if self.phase == BATTLE:
            self.add_attacks(found)
        else:
            self.add_plays(found)
        for at in range(2 * SLOTS):
            card: i64 = side.monsters[at] if at < SLOTS else side.magics[at - SLOTS]
            if card != NOBODY:
                abilities = self.pool.card(card).when[ACTIVATED]
                for number in range(len(abilities)):
                    if self.is_usable(card, abilities[number]):
                        found.append(USE + at * MOST_USES + number)
        if self.phase == MAIN1 and self.turn_number > 1:
            found.append(TO_BATTLE)
        if self.phase != MAIN2:
            found.append(TO_MAIN2)
        found.append(TO_END)
        return found

    def is_legal(self, action: i64) -> bool:
        if action == RESIGN:
            return self.seat != OVER
        return action in self.actions()

    def add_plays(self, found: list[i64]) -> None:
        """Summons by card and slot, and magics; equal cards of the hand are one choice."""
        side = self.side(self.turn)
        room = free_slot(side.magics) >= 0
        seen = b""
        for at in range(len(side.hand)):
            card: i64 = side.hand[at]
            kind: i64 = self.pool.kinds[card]
            if index_of(seen, kind) >= 0:
                continue
            seen += ONE[kind]
            if self.pool.cards[kind].is_monster:
                if not self.summoned:
                    self.add_summons(kind, found)
            elif room and self.is_playable(card):
                found.append(MAGIC + kind)

    def add_summons(self, kind: i64, found: list[i64]) -> None:
        """Into a slot that is empty, or emptied by the summon's own cost (R7)."""
        card = self.pool.cards[kind]
        monsters = self.side(self.turn).monsters
        fit = self.payable(card.cost_level) if card.cost_count > 0 else b""
        if len(fit) < card.cost_count:
            return
        for slot in range(SLOTS):
            there: i64 = monsters[slot]
            if there == NOBODY or index_of(fit, there) >= 0:
                found.append(SUMMON + kind * SLOTS + slot)

    def payable(self, level: i64) -> bytes:
        """The own monsters that can be a cost: of this level or higher (R6)."""
        monsters = self.side(self.turn).monsters
        found = b""
        for slot in range(SLOTS):
            card: i64 = monsters[slot]
            if card != NOBODY and self.pool.card(card).level >= level:
                found += ONE[card]
        return found

    def is_playable(self, card: i64) -> bool:
        """A magic needs the targets it demands, and that it could do something; one that stays mostly does (R19)."""
        definition = self.pool.card(card)
        could = not definition.is_spent and len(definition.abilities) > len(definition.when[PLAY])
        for ability in definition.when[PLAY]:
            if self.is_spent(card, ability) or not self.holds(ability, card):
                continue
            if not demands_met(self, ability, card):
                return False
            could = could or could_act(self, ability, card, card, True)
        return could

    def is_usable(self, card: i64, ability: Ability) -> bool:
        """An activated effect without a printed timing, within its limit, that could do something (R20)."""
        if ability.timing != 0 or self.is_spent(card, ability) or not self.holds(ability, card):
            return False
        return demands_met(self, ability, card) and could_act(self, ability, card, card, True)

    def add_attacks(self, found: list[i64]) -> None:
        """Each monster that has an attack left, on each enemy monster; on the player where there is none (R15)."""
        mine, theirs = self.side(self.turn).monsters, self.side(1 - self.turn).monsters
        direct = occupied(theirs) == 0
        for slot in range(SLOTS):
            card: i64 = mine[slot]
            if card == NOBODY or self.attacks_left(card) <= 0:
                continue
            if direct:
                found.append(ATTACK + 4 * slot + SLOTS)
            for target in range(SLOTS):
                if theirs[target] != NOBODY:
                    found.append(ATTACK + 4 * slot + target)

    def add_answers(self, choice: Choice, found: list[i64]) -> None:
        if choice.op == "may":
            found.append(YES)
            found.append(NO)
            return
        if choice.op == "order":
            found.append(AS_LISTED)
            number: i64 = 0
            while number < MOST_ORDERED and number < len(self.batch):
                if self.pool.owner(self.batch[number].card) == choice.seat:
                    found.append(RESOLVE + number)
                number += 1
            return
        for at in range(len(choice.candidates)):
            card: i64 = choice.candidates[at]
            if index_of(choice.picked, card) < 0:
                action = self.pick_of(choice, card)
                if action not in found:
                    found.append(action)
        if choice.up_to:
            found.append(ENOUGH)

    def pick_of(self, choice: Choice, card: i64) -> i64:
        """The number of picking a card: on the field by its place, elsewhere by what it is."""
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
        return PLACE + at + (0 if owner == choice.seat else 2 * SLOTS)

    # Playing

    def play(self, action: i64) -> None:
        if action == RESIGN:
            self.resign()
        elif self.choice is not None:
            self.answer(self.choice, action)
        elif action <= TO_MAIN2:
            self.move_on(END if action == TO_END else BATTLE if action == TO_BATTLE else MAIN2)
        elif action < USE:
            self.attack(action - ATTACK)
        elif action < PLACE:
            self.use(action - USE)
        elif action < MAGIC:
            self.summon((action - SUMMON) // SLOTS, (action - SUMMON) % SLOTS)
        else:
            self.activate(self.held(action - MAGIC))
        self.run()
        if self.log is not None:
            tell_now(self)

    def resign(self) -> None:
        """Surrender is a loss (R25)."""
        self.tell("surrender", {"seat": SEATS[self.seat]})
        self.claim(1 - self.seat, "surrender")
        self.settle()

    def held(self, kind: i64) -> i64:
        """A card of this kind in the hand of the turn player, a shown one first."""
        side = self.side(self.turn)
        for cards in (side.shown, side.hand):
            for at in range(len(cards)):
                if self.pool.kinds[cards[at]] == kind:
                    return cards[at]
        return NOBODY

    def summon(self, kind: i64, slot: i64) -> None:
        """A normal summon: what it costs is asked for where there is a choice (section 5)."""
        card = self.held(kind)
        definition = self.pool.cards[kind]
        if definition.cost_count == 0:
            self.normal_summon(card, slot, b"")
            return
        fit = self.payable(definition.cost_level)
        there: i64 = self.side(self.turn).monsters[slot]
        paid = b"" if there == NOBODY else ONE[there]
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
        defender: i64 = NOBODY if target == SLOTS else self.side(1 - self.turn).monsters[target]
        self.declare(self.side(self.turn).monsters[slot], defender)

    def use(self, code: i64) -> None:
        """Use an activated effect."""
        at, number = code // MOST_USES, code % MOST_USES
        side = self.side(self.turn)
        card: i64 = side.monsters[at] if at < SLOTS else side.magics[at - SLOTS]
        ability = self.pool.card(card).when[ACTIVATED][number]
        self.spend(card, ability)
        self.tell_ability("use", card, ability)
        self.push(Frame(STEPS, card, ability, card))

    def answer(self, choice: Choice, action: i64) -> None:
        """Go on with what a player said to a question."""
        if choice.op == "may":
            self.choice = None
            if action == YES:
                self.resolve_first()
            else:
                waiting = self.batch[0]
                self.tell_ability("decline", waiting.card, waiting.ability)
                self.drop_first()
        elif choice.op == "order":
            self.choice = None
            if action == AS_LISTED:
                self.listed = True
            else:
                chosen = self.batch[action - RESOLVE]
                self.batch = [chosen, *[waiting for waiting in self.batch if waiting is not chosen]]
                self.ordered = True
        elif action == ENOUGH:
            self.finish(choice, choice.picked)
        else:
            self.pick(choice, action)

    def pick(self, choice: Choice, action: i64) -> None:
        """One card of the choice that is open; with the last of them, go on."""
        card: i64 = NOBODY
        for at in range(len(choice.candidates)):
            card = choice.candidates[at]
            if index_of(choice.picked, card) < 0 and self.pick_of(choice, card) == action:
                break
        picked = choice.picked + ONE[card]
        if self.log is not None:
            data = {"seat": SEATS[choice.seat], "card": self.name(card), "op": choice.op, "at": self.place(card)}
            if choice.zone == FIELD or choice.zone == MONSTERS or choice.zone == TRASH:
                self.tell("pick", data)
            else:
                self.tell("pick", data, choice.seat)
        if len(picked) < choice.need:
            self.choice = with_picked(choice, picked)
        else:
            self.finish(choice, picked)

    def finish(self, choice: Choice, picked: bytes) -> None:
        """Everything is chosen."""
        self.choice = None
        if choice.op == "cost":
            self.normal_summon(choice.card, choice.slot, picked)
        elif choice.op == "limit":
            self.discard_to_limit(picked)
        else:
            frame = self.frames[-1]
            assert frame.ability is not None
            ended = frame.ability.steps[frame.at].apply(self, frame, picked)
            self.step_done(frame, ended)

    def scores(self) -> list[float]:
        if self.outcome == DRAWN:
            return [0.5, 0.5]
        return [1.0 if self.outcome == WON_BY_ONE else 0.0, 1.0 if self.outcome == WON_BY_TWO else 0.0]

    # The value

    def clone(self) -> "LinkaVelState":
        copy = LinkaVelState(self.rules, self.pool, self.luck, self.one.copy(), self.two.copy())
        copy.seat = self.seat
        copy.turn = self.turn
        copy.turn_number = self.turn_number
        copy.phase = self.phase
        copy.summoned = self.summoned
        copy.refreshes = self.refreshes
        copy.statuses = self.statuses
        copy.changes = self.changes
        copy.pending = self.pending
        copy.batch = self.batch
        copy.listed = self.listed
        copy.ordered = self.ordered
        copy.resolved = self.resolved
        if self.frames:
            copy.frames = [frame.copy() for frame in self.frames]
        copy.choice = self.choice
        copy.flow = self.flow
        copy.next_phase = self.next_phase
        copy.ended = self.ended
        copy.attacker = self.attacker
        copy.defender = self.defender
        copy.broken = self.broken
        copy.outcome = self.outcome
        copy.reason = self.reason
        # Shared from now on: whoever draws next makes a copy of its own.
        self.own_luck = False
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
        choice.query,
    )

"""How a game goes on: triggers resolve in batches, attacks are fought out, phases follow each other."""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.state import OVER
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    AFTER_BATTLE,
    ASKING,
    ATTACKED,
    ATTACKING,
    BY_BATTLE,
    DONE,
    DRAW,
    END,
    FIELD,
    HAND,
    LIMIT,
    MAIN1,
    NOBODY,
    ON_ATTACK,
    ON_ATTACKED,
    ON_MAGIC,
    PASSED,
    PER_TURN,
    PLAY,
    RUNNING,
    SEATS,
    SPENT,
    STOPPED,
    TRIGGERS,
)
from tefuda.games.linkavel.rules.continuous import Standing
from tefuda.games.linkavel.rules.model import Ability, Choice, Frame, Waiting
from tefuda.games.linkavel.rules.steps import could_act, demands_met
from tefuda.games.linkavel.rules.zones import NO_STATUSES, NO_WAITING, free_slot, placed

STEPS: Final = 0
PLAYS: Final = 1
SPENDS: Final = 2
FRAMES: Final = ["steps", "plays", "spends"]
"""What a frame does: the steps of an ability, the abilities of a magic, a normal magic to the trash."""

OPEN: Final = 0
COMPARE: Final = 1
AFTER: Final = 2
LEAVE: Final = 3
ENTER: Final = 4
INSIDE: Final = 5
PASS_ON: Final = 6
FLOWS: Final = ["open", "compare", "after", "leave", "enter", "inside", "pass_on"]
"""What follows once nothing is half-done: the player decides, powers are compared, the battle is over, a phase ends,
begins, goes on, the turn passes."""

GUARD: Final = 100
"""So many triggers resolve between two free decisions; then the rest is dropped (LV-9.22)."""


class Turns(Standing):
    """The table in time."""

    # Resolving (section 9)

    def run(self) -> None:
        """Go on until a player must decide, or the game is over."""
        while self.outcome == RUNNING and self.choice is None:
            if self.frames:
                self.advance(self.frames[-1])
            elif self.batch:
                self.next_in_batch()
            elif self.pending:
                self.form_batch()
            elif self.flow == OPEN:
                self.resolved = 0
                break
            else:
                self.follow()
        if self.outcome != RUNNING:
            self.seat = OVER
        else:
            self.seat = self.turn if self.choice is None else self.choice.seat

    def form_batch(self) -> None:
        """What was triggered meanwhile is one batch: all of the turn player's, then all of the other's (R10)."""
        first: list[Waiting] = []
        second: list[Waiting] = []
        for waiting in self.pending:
            if self.pool.owner(waiting.card) == self.turn:
                first.append(waiting)
            else:
                second.append(waiting)
        self.batch = first + second
        self.pending = NO_WAITING

    def next_in_batch(self) -> None:
        """The next trigger: its owner orders several, is asked where it is optional; a false condition skips it."""
        if self.resolved >= GUARD:
            self.tell("stalled", {"dropped": len(self.batch) + len(self.pending)})
            self.batch = NO_WAITING
            self.pending = NO_WAITING
            self.listed = self.ordered = False
            self.resolved = 0
            return
        waiting = self.batch[0]
        owner = self.pool.owner(waiting.card)
        if not self.listed and not self.ordered and self.is_order_open(owner):
            self.choice = Choice(owner, "order", waiting.card, FIELD, b"", 1, False)
            return
        ability = waiting.ability
        if self.is_spent(waiting.card, ability) or not self.holds(ability, waiting.card):
            self.tell_ability("skip", waiting.card, ability)
            self.drop_first()
        elif ability.optional or ability.when == ACTIVATED:
            if self.is_offered(waiting):
                self.choice = Choice(owner, "may", waiting.card, FIELD, b"", 1, False)
            else:
                self.tell_ability("skip", waiting.card, ability)
                self.drop_first()
        else:
            self.resolve_first()

    def is_offered(self, waiting: Waiting) -> bool:
        """Whether there is something to ask: an effect that everybody sees could do nothing is passed over."""
        ability, card = waiting.ability, waiting.card
        if ability.when == ACTIVATED and (not self.on_field(card) or not demands_met(self, ability, card)):
            return False
        return could_act(self, ability, card, waiting.subject, False)

    def is_order_open(self, owner: i64) -> bool:
        """Whether a player has several triggers whose order could make a difference."""
        first = self.batch[0]
        for at in range(1, len(self.batch)):
            waiting = self.batch[at]
            if self.pool.owner(waiting.card) != owner:
                return False
            ability = waiting.ability
            if ability is not first.ability or ability.about_that:
                return True
            if waiting.card != first.card and not ability.alike:
                return True
        return False

    def drop_first(self) -> None:
        """Take the first trigger out of the batch; with a player's last one, what that player said is over."""
        owner = self.pool.owner(self.batch[0].card)
        self.batch = self.batch[1:]
        self.ordered = False
        if not self.batch or self.pool.owner(self.batch[0].card) != owner:
            self.listed = False

    def resolve_first(self) -> None:
        waiting = self.batch[0]
        self.drop_first()
        self.resolved += 1
        self.spend(waiting.card, waiting.ability)
        if waiting.ability.limit == PER_TURN and not self.on_field(waiting.card):
            self.drop_same(waiting)
        self.tell_ability("resolve", waiting.card, waiting.ability)
        self.push(Frame(STEPS, waiting.card, waiting.ability, waiting.subject))

    def drop_same(self, spent: Waiting) -> None:
        """A card that is not on the field keeps no mark, so what was triggered once too often goes now."""
        self.batch = [
            waiting for waiting in self.batch if waiting.card != spent.card or waiting.ability is not spent.ability
        ]
        self.pending = [
            waiting for waiting in self.pending if waiting.card != spent.card or waiting.ability is not spent.ability
        ]

    def tell_ability(self, kind: str, card: i64, ability: Ability) -> None:
        if self.log is not None:
            data = {
                "card": self.name(card),
                "seat": SEATS[self.pool.owner(card)],
                "when": TRIGGERS[ability.when],
                "ability": ability.number,
            }
            self.tell(kind, data)

    def advance(self, frame: Frame) -> None:
        """One step of what is half-done."""
        if frame.kind == STEPS:
            self.next_step(frame)
        elif frame.kind == PLAYS:
            self.next_play(frame)
        else:
            self.frames = self.frames[:-1]
            side = self.side(self.pool.owner(frame.card))
            if index_of(side.magics, frame.card) >= 0:
                self.to_trash(ONE[frame.card], SPENT)
                self.settle()

    def next_step(self, frame: Frame) -> None:
        ability = frame.ability
        assert ability is not None
        if frame.at == len(ability.steps):
            self.frames = self.frames[:-1]
            return
        ended = ability.steps[frame.at].run(self, frame)
        if ended == STOPPED:
            self.frames = self.frames[:-1]
        elif ended != ASKING:
            self.step_done(frame, ended)

    def step_done(self, frame: Frame, ended: i64) -> None:
        """A part of a step is over: the winning conditions are looked at, and the next one follows."""
        ability = frame.ability
        assert ability is not None
        step = ability.steps[frame.at]
        if ended != PASSED:
            frame.did = ended == DONE or (frame.part > 0 and frame.did)
        frame.part += 1
        if frame.part >= step.parts():
            frame.part = 0
            frame.at += 1
        self.settle()

    def next_play(self, frame: Frame) -> None:
        """What a magic does when it is activated, ability by ability."""
        abilities = self.pool.card(frame.card).when[PLAY]
        if frame.at == len(abilities):
            self.frames = self.frames[:-1]
            return
        ability = abilities[frame.at]
        frame.at += 1
        if self.holds(ability, frame.card) and not self.is_spent(frame.card, ability):
            self.spend(frame.card, ability)
            self.push(Frame(STEPS, frame.card, ability, NOBODY))

    # Magic (section 6)

    def activate(self, card: i64) -> None:
        """From the hand to the leftmost free slot; it resolves at once, and what noticed it comes after."""
        seat = self.turn
        side = self.side(seat)
        slot = free_slot(side.magics)
        self.take(card)
        side.magics = placed(side.magics, slot, card)
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "at": self.place(card)}
            self.tell("magic", data, reveals=True)
        if self.pool.hears[ON_MAGIC]:
            self.notice(ON_MAGIC, card, seat, self.present())
        if self.pool.card(card).is_spent:
            self.push(Frame(SPENDS, card, None, NOBODY))
        self.push(Frame(PLAYS, card, None, NOBODY))
        self.settle()

    # Battle (section 8)

    def declare(self, attacker: i64, defender: i64) -> None:
        self.mark(attacker, 1, 0, 0)
        self.attacker = attacker
        self.defender = defender
        self.flow = COMPARE
        if self.log is not None:
            on = "lp" if defender == NOBODY else self.place(defender)
            data = {"card": self.name(attacker), "at": self.place(attacker), "on": on}
            if defender != NOBODY:
                data["target"] = self.name(defender)
            self.tell("attack", data)
        pool = self.pool
        if pool.hears[ON_ATTACK] or pool.speaks[ON_ATTACK]:
            self.notice(ON_ATTACK, attacker, self.turn, self.present())
        self.offer(attacker, ATTACKING)
        if defender == NOBODY:
            return
        if pool.hears[ON_ATTACKED] or pool.speaks[ON_ATTACKED]:
            self.notice(ON_ATTACKED, defender, 1 - self.turn, self.present())
        self.offer(defender, ATTACKED)

    def offer(self, card: i64, timing: i64) -> None:
        """Activated effects that can be used at this timing (R20)."""
        for ability in self.pool.card(card).when[ACTIVATED]:
            if ability.timing == timing and not self.is_spent(card, ability):
                self.pending = [*self.pending, Waiting(card, ability, card)]

    def compare(self) -> None:
        """Powers are compared; damage and destruction are one operation; after-battle effects come first (R14)."""
        attacker, defender = self.attacker, self.defender
        self.flow = AFTER
        if self.broken:
            self.tell("attack_ends", {})
            return
        mine = self.power(attacker)
        if defender == NOBODY:
            self.hurt(1 - self.turn, self.battle_damage(1 - self.turn, NOBODY, mine), "battle")
            self.settle()
            return
        theirs = self.power(defender)
        if self.log is not None:
            self.tell("battle", {"at": self.place(attacker), "on": self.place(defender), "powers": [mine, theirs]})
        losers = b""
        if mine >= theirs:
            losers += ONE[defender]
        if mine <= theirs:
            losers += ONE[attacker]
        if mine > theirs:
            self.hurt(1 - self.turn, self.battle_damage(1 - self.turn, defender, mine - theirs), "battle")
        elif mine < theirs:
            self.hurt(self.turn, self.battle_damage(self.turn, attacker, theirs - mine), "battle")
        self.destroy_cards(losers, BY_BATTLE)
        self.broken = False
        self.settle()
        if self.outcome == RUNNING and self.pool.speaks[AFTER_BATTLE]:
            triggered = self.pending
            self.pending = NO_WAITING
            self.notice(AFTER_BATTLE, attacker, self.turn, b"")
            self.notice(AFTER_BATTLE, defender, 1 - self.turn, b"")
            self.batch = self.pending
            self.pending = triggered

    # Phases (section 4)

    def follow(self) -> None:
        """What comes next once nothing is half-done."""
        if self.flow == COMPARE:
            self.compare()
        elif self.flow == AFTER:
            self.attacker = self.defender = NOBODY
            self.broken = False
            self.flow = OPEN
        elif self.flow == LEAVE:
            self.flow = ENTER
            self.notice_phase(True)
        elif self.flow == ENTER:
            self.phase = self.next_phase
            self.flow = INSIDE
            self.tell_phase()
            self.notice_phase(False)
        elif self.flow == INSIDE:
            self.inside()
        else:
            self.pass_on()

    def inside(self) -> None:
        """What a phase is for: a card, the player's decisions, the hand limit."""
        if self.phase == DRAW:
            if self.turn_number > 1:
                self.draw_cards(self.turn, 1)
                self.settle()
            self.move_on(MAIN1)
        elif self.phase != END:
            self.flow = OPEN
        elif not self.ask_limit():
            if self.ended:
                self.flow = PASS_ON
            else:
                self.ended = True
                self.notice_phase(True)

    def ask_limit(self) -> bool:
        """Whether the turn player holds too many cards; then which to discard is asked (R12)."""
        hand = self.side(self.turn).hand
        over = len(hand) - self.rules.hand_limit
        if over <= 0:
            return False
        self.choice = Choice(self.turn, "limit", NOBODY, HAND, self.by_kind(hand), over, False)
        return True

    def discard_to_limit(self, chosen: bytes) -> None:
        self.to_trash(chosen, LIMIT)
        self.settle()

    def move_on(self, phase: i64) -> None:
        """Leave this phase for another."""
        self.next_phase = phase
        self.flow = LEAVE

    def pass_on(self) -> None:
        """The turn ends: marks and what lasted until now go, and the other player begins."""
        if self.changes:
            number = self.turn_number
            self.changes = [change for change in self.changes if change.expires == 0 or change.expires > number]
        self.statuses = NO_STATUSES
        self.one.refreshed = self.two.refreshed = False
        self.summoned = False
        self.ended = False
        self.turn = 1 - self.turn
        self.turn_number += 1
        self.next_phase = DRAW
        self.flow = ENTER
        self.settle()

"""Solitaire TCG: what may be played, and how a chain resolves by itself; beside `docs/rules/solitaire-tcg.en.md`.

An action runs until there is nothing left to do or something to choose. What is half-done lies on a stack of frames;
when the stack is empty the next trigger of the queue resolves; when the queue is empty too, the action is over.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.core.random import ChaCha, Random, fresh_chacha
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.rules import encoding
from tefuda.games.solitaire_tcg.rules.codes import (
    ACTIVATED,
    ASKING,
    BOARD,
    DECK,
    END,
    EQUIP,
    FIELD_CARD,
    FIZZLED,
    GRAVE,
    HAND,
    LIMBO,
    LOST,
    MONSTER,
    MOST_ABILITIES,
    MOST_COPIES,
    MOST_USES,
    NOBODY,
    ON_PLAY,
    PICK,
    PLAY,
    RUNNING,
    SPELL,
    TRIGGERS,
    USE,
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Choice, Frame, Pool
from tefuda.games.solitaire_tcg.rules.steps import Ends, ModifyStat, valid_hosts
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.view import standing
from tefuda.games.solitaire_tcg.rules.zones import NO_FRAMES, NO_QUEUE, PLAYS, SPELL_ENDS, STEPS, Rules

BITS: Final = [1 << number for number in range(MOST_ABILITIES)]


class SolitaireState(Table):
    """One moment of a game."""

    def __init__(self, rules: Rules, pool: Pool, luck: ChaCha) -> None:
        super().__init__(rules, pool, luck)

    # Decisions

    def actions(self) -> list[i64]:
        """Picks where something is to be chosen; else cards to play, abilities to use, and the end of the turn."""
        found: list[i64] = []
        if self.seat == OVER:
            return found
        if self.choice is not None:
            self.add_picks(self.choice, found)
            return found
        for at in range(len(self.hand)):
            action: i64 = PLAY + self.pool.kinds[self.hand[at]]
            if action not in found and self.is_playable(self.hand[at]):
                found.append(action)
        table = self.board + self.field
        for at in range(len(table)):
            card: i64 = table[at]
            for number, ability in enumerate(self.pool.card(card).when[ACTIVATED]):
                if self.is_usable(card, ability):
                    place = i64(self.pool.kinds[card]) * MOST_COPIES + self.copy_number(card)
                    found.append(USE + place * MOST_USES + number)
        found.append(END)
        return found

    def is_playable(self, card: i64) -> bool:
        """Everything can be played, but an equip only onto something (ST-3.4)."""
        return self.pool.card(card).code != EQUIP or len(valid_hosts(self, card)) > 0

    def is_usable(self, card: i64, ability: Ability) -> bool:
        """Once a turn unless it says otherwise, and only while its condition is true (ST-4.8)."""
        if ability.once:
            status = self.status(card)
            if status is not None and status.used >> ability.number & 1:
                return False
        return ability.condition is None or ability.condition.value(self, card) != 0

    def add_picks(self, choice: Choice, found: list[i64]) -> None:
        """Cards on the table one by one; elsewhere equal cards are one choice, and a deck's order does not show."""
        for card in choice.candidates:
            if card in choice.picked:
                continue
            action: i64 = PICK + self.pool.kinds[card] * MOST_COPIES
            if choice.zone == BOARD:
                action += self.copy_number(card)
            if action not in found:
                found.append(action)
        if choice.zone == DECK:
            found.sort()

    def play(self, action: i64) -> None:
        if action == END:
            self.end_turn()
        elif action < PICK:
            self.play_card(self.held(action - PLAY))
        elif action < USE:
            self.pick(action - PICK)
        else:
            self.use(action - USE)
        self.run()
        self.now()

    def held(self, kind: i64) -> i64:
        """The card of this kind that has been held longest."""
        for card in self.hand:
            if self.pool.kinds[card] == kind:
                return card
        return NOBODY

    def on_table(self, kind: i64, copy: i64) -> i64:
        """The copy of this kind on the table, by its number."""
        for card in self.board + self.field:
            if self.pool.kinds[card] == kind:
                if copy == 0:
                    return card
                copy -= 1
        return NOBODY

    # Playing a card (section 3)

    def play_card(self, card: i64) -> None:
        code = self.pool.card(card).code
        self.new_tick()
        if code == EQUIP:
            hosts = valid_hosts(self, card)
            if len(hosts) > 1:
                self.choice = Choice("play", card, BOARD, hosts, 1)
            else:
                self.equip_from_hand(card, hosts[0])
        elif code == FIELD_CARD:
            self.put_field(card, HAND, "play", True)
        elif code == SPELL:
            self.spells += 1
            self.relocate(card, HAND, LIMBO, "play")
            self.push(Frame(SPELL_ENDS, card, None, 0))
            self.push(Frame(PLAYS, card, None, 0))
        else:
            self.arrive(card, HAND, "play")
            self.push(Frame(PLAYS, card, None, 0))
        self.settle()

    def equip_from_hand(self, card: i64, host: i64) -> None:
        self.attach(card, host, "play")
        self.push(Frame(PLAYS, card, None, 0))

    def use(self, code: i64) -> None:
        """Use an activated ability."""
        place, number = code // MOST_USES, code % MOST_USES
        card = self.on_table(place // MOST_COPIES, place % MOST_COPIES)
        ability = self.pool.card(card).when[ACTIVATED][number]
        self.new_tick()
        if ability.once:
            status = self.changed(card)
            status.used |= BITS[ability.number]
        if self.log is not None:
            self.tell("use", {"card": self.name(card), "ability": ability.number})
        self.push(Frame(STEPS, card, ability, 0))

    def pick(self, code: i64) -> None:
        """One card of the choice that is open; with the last of them, go on."""
        choice = self.choice
        assert choice is not None
        card = self.meant(choice, code // MOST_COPIES, code % MOST_COPIES)
        picked = choice.picked + ONE[card]
        if self.log is not None:
            self.tell("pick", {"card": self.name(card), "op": choice.op})
        if len(picked) < choice.need:
            self.choice = Choice(choice.op, choice.card, choice.zone, choice.candidates, choice.need, picked)
            return
        self.choice = None
        if choice.op == "play":
            self.equip_from_hand(choice.card, card)
        else:
            chosen = b""
            for other in choice.candidates:
                if other in picked:
                    chosen += ONE[other]
            frame = self.frames[-1]
            assert frame.ability is not None
            frame.ability.steps[frame.at - 1].apply(self, choice.card, chosen)
        self.settle()

    def meant(self, choice: Choice, kind: i64, copy: i64) -> i64:
        """The candidate that a pick means: of equal ones the longest held, or the nearest to the top (ST-9.6)."""
        if choice.zone == BOARD:
            return self.on_table(kind, copy)
        found: i64 = NOBODY
        for card in choice.candidates:
            if self.pool.kinds[card] == kind and card not in choice.picked:
                if choice.zone <= DECK:
                    return card
                found = card
        return found

    # Resolving (sections 5 to 7)

    def run(self) -> None:
        """Go on until nothing is left to do, the player must choose, or the game is over."""
        while self.outcome == RUNNING and self.choice is None:
            if self.frames:
                self.advance(self.frames[-1])
            elif self.queue:
                self.resolve_next()
            else:
                self.resolved = 0
                break
        if self.outcome != RUNNING:
            self.queue = NO_QUEUE
            self.frames = NO_FRAMES
            self.choice = None
            self.resolved = 0
            self.seat = OVER

    def resolve_next(self) -> None:
        """The trigger that waits longest: skipped where its condition is false, and stopped by the guard."""
        waiting = self.queue.pop(0)
        ability, card = waiting.ability, waiting.card
        if ability.condition is not None and ability.condition.value(self, card) == 0:
            self.tell_ability("skip", card, ability)
            return
        if self.resolved >= self.rules.guard:
            self.tell("stalled", {"dropped": len(self.queue) + 1})
            self.queue = NO_QUEUE
            return
        self.resolved += 1
        self.tell_ability("resolve", card, ability)
        self.push(Frame(STEPS, card, ability, 0))

    def tell_ability(self, kind: str, card: i64, ability: Ability) -> None:
        if self.log is not None:
            data = {"card": self.name(card), "when": TRIGGERS[ability.when], "ability": ability.number}
            self.tell(kind, data)

    def advance(self, frame: Frame) -> None:
        """One step of what is half-done."""
        if frame.kind == STEPS:
            self.next_step(frame)
        elif frame.kind == PLAYS:
            self.next_on_play(frame)
        elif frame.kind == SPELL_ENDS:
            self.frames.pop()
            self.relocate(frame.card, LIMBO, GRAVE, "spent")
            self.settle()
        else:
            self.frames.pop()
            self.bury(frame.card)
            self.settle()

    def next_step(self, frame: Frame) -> None:
        ability = frame.ability
        assert ability is not None
        if frame.at == len(ability.steps):
            self.frames.pop()
            return
        step = ability.steps[frame.at]
        frame.at += 1
        self.new_tick()
        ended = step.run(self, frame.card)
        if ended == FIZZLED:
            self.frames.pop()
        if ended != ASKING:
            self.settle()

    def next_on_play(self, frame: Frame) -> None:
        """The on_play abilities run at once, in listed order, one that fizzled not stopping the next (ST-3.5)."""
        abilities = self.pool.card(frame.card).when[ON_PLAY]
        if frame.at == len(abilities):
            self.frames.pop()
            return
        ability = abilities[frame.at]
        frame.at += 1
        if ability.condition is not None and ability.condition.value(self, frame.card) == 0:
            self.tell_ability("skip", frame.card, ability)
            return
        self.tell_ability("run", frame.card, ability)
        self.push(Frame(STEPS, frame.card, ability, 0))

    # What holds all the time (section 11)

    def settle(self) -> None:
        """After every event: monsters without hp are destroyed, and static abilities may end the game (ST-11.7)."""
        if self.outcome != RUNNING or (not self.statuses and not self.pool.has_static):
            return
        dying = self.dying()
        while dying:
            self.destroy_cards(dying)
            dying = self.dying()
        if self.pool.has_static:
            table = self.board + self.field
            for at in range(len(table)):
                card: i64 = table[at]
                for ability in self.statics(card):
                    self.look_at_end(card, ability)

    def dying(self) -> bytes:
        """Monsters that changes have brought to 0 hp or less; a printed 0 alone is no death (ST-11.6)."""
        found = b""
        for at in range(len(self.board)):
            card: i64 = self.board[at]
            # Only what was lowered can die, so most need no second look.
            if not self.pool.static_harm:
                status = self.status(card)
                if status is None or status.hp + status.turn_hp >= 0:
                    continue
            if self.pool.card(card).code == MONSTER:
                change = self.stat_change(card, False)
                if change < 0 and self.pool.card(card).hp + change <= 0:
                    found += ONE[card]
        return found

    def look_at_end(self, card: i64, ability: Ability) -> None:
        if ability.condition is not None and ability.condition.value(self, card) == 0:
            return
        for step in ability.steps:
            if isinstance(step, Ends):
                step.run(self, card)

    def static_change(self, card: i64, of_atk: bool) -> i64:
        change: i64 = 0
        self.flat = True
        table = self.board + self.field
        for at in range(len(table)):
            source: i64 = table[at]
            for ability in self.statics(source):
                if ability.condition is not None and ability.condition.value(self, source) == 0:
                    continue
                for step in ability.steps:
                    if isinstance(step, ModifyStat) and step.affects(self, source, card):
                        change += step.atk if of_atk else step.hp
        self.flat = False
        return change

    # Turns (section 2)

    def end_turn(self) -> None:
        """Turn-long changes and once-per-turn marks go; then the next turn, or the end (ST-2.6)."""
        self.new_tick()
        for status in self.statuses:
            if status.used or status.turn_atk or status.turn_hp:
                fresh = self.changed(status.card)
                fresh.used = fresh.turn_atk = fresh.turn_hp = 0
        self.drop_plain()
        self.spells = 0
        self.tell("end", {"turn": self.turn})
        if self.turn >= self.rules.max_turns:
            self.outcome = LOST
            self.reason = "turns"
            self.tell("out_of_turns", {})
            return
        self.turn += 1
        self.settle()
        if self.outcome == RUNNING:
            self.new_tick()
            self.draw_cards(self.rules.turn_draw)
            self.settle()

    def now(self) -> None:
        """Tell how the table looks after the action: what is not said by the single moves."""
        if self.log is not None:
            self.tell("now", standing(self))

    def scores(self) -> list[float]:
        return [1.0 if self.outcome == WON else 0.0]

    # The value

    def clone(self) -> "SolitaireState":
        copy = SolitaireState(self.rules, self.pool, self.luck)
        copy.seat = self.seat
        copy.hand = self.hand
        copy.deck = self.deck
        copy.board = self.board
        copy.field = self.field
        copy.grave = self.grave
        copy.banish = self.banish
        copy.limbo = self.limbo
        copy.leaving = self.leaving
        copy.known_top = self.known_top
        copy.known_bottom = self.known_bottom
        copy.statuses = self.statuses
        if self.queue:
            copy.queue = self.queue[:]
        copy.newest = self.newest
        if self.frames:
            copy.frames = [frame.copy() for frame in self.frames]
        copy.choice = self.choice
        copy.turn = self.turn
        copy.spells = self.spells
        copy.resolved = self.resolved
        copy.outcome = self.outcome
        copy.reason = self.reason
        # Shared from now on: whoever draws next makes a copy of its own.
        self.own_luck = False
        return copy

    def is_open(self) -> bool:
        """A puzzle shows everything, and has no luck."""
        return self.rules.puzzle

    def resample(self, seat: i64, random: Random) -> "SolitaireState":
        """The part of the deck that is not known is sorted, so that nothing of its order is left, and shuffled."""
        world = self.clone()
        if self.rules.puzzle:
            return world
        size: i64 = len(self.deck)
        top = min(self.known_top, size)
        bottom = min(self.known_bottom, size - top)
        unknown: list[int] = []
        hidden = self.deck[top : size - bottom]
        for kind in range(len(self.pool.cards)):
            for card in hidden:
                if self.pool.kinds[card] == kind:
                    unknown.append(card)
        random.shuffle(unknown)
        world.deck = self.deck[:top] + bytes(unknown) + self.deck[size - bottom :]
        choice = world.choice
        if choice is not None and choice.zone == DECK:
            world.choice = self.asked_anew(choice, world.deck)
        world.luck = fresh_chacha(random)
        world.own_luck = True
        return world

    def asked_anew(self, choice: Choice, deck: bytes) -> Choice:
        """A choice from the deck, in another order of it: what was picked are the topmost copies there."""
        candidates = bytes([card for card in deck if card in choice.candidates])
        picked = b""
        left = [self.pool.kinds[card] for card in choice.picked]
        for card in candidates:
            kind = self.pool.kinds[card]
            if kind in left:
                left.remove(kind)
                picked += ONE[card]
        return Choice(choice.op, choice.card, DECK, candidates, choice.need, picked)

    def game_id(self) -> str:
        return "solitaire-tcg"

    def encode(self) -> bytes:
        return encoding.encode(self)

    def key(self) -> bytes:
        return encoding.key(self)

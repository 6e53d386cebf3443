"""The state of Solitaire TCG: legal actions and how chains resolve. Clauses refer to docs/rules/solitaire-tcg.

An action runs until nothing is left to do or the player must choose. Unfinished effects are on a stack of frames. When
the stack is empty, the next trigger of the queue resolves. When the queue is empty too, the action is over.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.core.random import ChaCha, Random, fresh_chacha
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.rules import encoding
from tefuda.games.solitaire_tcg.rules.codes import (
    ACTIVATED,
    BOARD,
    DECK,
    END_TURN,
    EQUIP,
    FIELD_CARD,
    GRAVE,
    HAND,
    LIMBO,
    LOST,
    MAX_ABILITIES,
    MAX_ACTIVATED,
    MAX_COPIES,
    MONSTER,
    NO_CARD,
    ON_PLAY,
    PICK,
    PLAY,
    RUNNING,
    SPELL,
    STEP_CHOICE,
    STEP_FIZZLED,
    TRIGGERS,
    USE,
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Choice, Frame, Pool
from tefuda.games.solitaire_tcg.rules.steps import EndGame, ModifyStat, valid_hosts
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.view import table_view
from tefuda.games.solitaire_tcg.rules.zones import (
    FRAME_PLAY,
    FRAME_SPELL_END,
    FRAME_STEPS,
    NO_FRAMES,
    NO_TRIGGERS,
    Rules,
)

BITS: Final = [1 << number for number in range(MAX_ABILITIES)]


class SolitaireState(Table):
    """The state of a game."""

    def __init__(self, rules: Rules, pool: Pool, rng: ChaCha) -> None:
        super().__init__(rules, pool, rng)

    # Legal actions

    def actions(self) -> list[i64]:
        """Return the picks of an open choice; otherwise cards to play, abilities to use, and the end of the turn."""
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
            for number, ability in enumerate(self.pool.card(card).abilities_on[ACTIVATED]):
                if self.is_usable(card, ability):
                    place = i64(self.pool.kinds[card]) * MAX_COPIES + self.copy_number(card)
                    found.append(USE + place * MAX_ACTIVATED + number)
        found.append(END_TURN)
        return found

    def is_playable(self, card: i64) -> bool:
        """Whether a card can be played. An equip needs a host (ST-3.4)."""
        return self.pool.card(card).type_code != EQUIP or len(valid_hosts(self, card)) > 0

    def is_usable(self, card: i64, ability: Ability) -> bool:
        """Whether an activated ability can be used: once per turn, with a true condition (ST-4.8, ST-4.9)."""
        if ability.once:
            status = self.status(card)
            if status is not None and status.used >> ability.number & 1:
                return False
        return ability.condition is None or ability.condition.value(self, card) != 0

    def add_picks(self, choice: Choice, found: list[i64]) -> None:
        """Add the picks of a choice. Copies outside board and field are one pick (ST-9.6)."""
        for card in choice.candidates:
            if card in choice.picked:
                continue
            action: i64 = PICK + self.pool.kinds[card] * MAX_COPIES
            if choice.zone == BOARD:
                action += self.copy_number(card)
            if action not in found:
                found.append(action)
        if choice.zone == DECK:
            found.sort()

    def play(self, action: i64) -> None:
        if action == END_TURN:
            self.end_turn()
        elif action < PICK:
            self.play_card(self.card_in_hand(action - PLAY))
        elif action < USE:
            self.pick(action - PICK)
        else:
            self.use(action - USE)
        self.run()
        self.log_view()

    def card_in_hand(self, kind: i64) -> i64:
        """Return the card of this kind that has been in hand longest."""
        for card in self.hand:
            if self.pool.kinds[card] == kind:
                return card
        return NO_CARD

    def find_permanent(self, kind: i64, copy: i64) -> i64:
        """Return a permanent by kind and copy number."""
        for card in self.board + self.field:
            if self.pool.kinds[card] == kind:
                if copy == 0:
                    return card
                copy -= 1
        return NO_CARD

    # Playing a card (ST-3)

    def play_card(self, card: i64) -> None:
        code = self.pool.card(card).type_code
        self.start_tick()
        if code == EQUIP:
            hosts = valid_hosts(self, card)
            if len(hosts) > 1:
                self.choice = Choice("play", card, BOARD, hosts, 1)
            else:
                self.equip_from_hand(card, hosts[0])
        elif code == FIELD_CARD:
            self.place_field(card, HAND, "play", True)
        elif code == SPELL:
            self.spells_cast += 1
            self.move_card(card, HAND, LIMBO, "play")
            self.push(Frame(FRAME_SPELL_END, card, None, 0))
            self.push(Frame(FRAME_PLAY, card, None, 0))
        else:
            self.enter_board(card, HAND, "play")
            self.push(Frame(FRAME_PLAY, card, None, 0))
        self.check_state()

    def equip_from_hand(self, card: i64, host: i64) -> None:
        self.attach(card, host, "play")
        self.push(Frame(FRAME_PLAY, card, None, 0))

    def use(self, code: i64) -> None:
        """Use an activated ability."""
        place, number = code // MAX_ACTIVATED, code % MAX_ACTIVATED
        card = self.find_permanent(place // MAX_COPIES, place % MAX_COPIES)
        ability = self.pool.card(card).abilities_on[ACTIVATED][number]
        self.start_tick()
        if ability.once:
            status = self.editable_status(card)
            status.used |= BITS[ability.number]
        if self.log is not None:
            self.log_event("use", {"card": self.name(card), "ability": ability.number})
        self.push(Frame(FRAME_STEPS, card, ability, 0))

    def pick(self, code: i64) -> None:
        """Pick one card. Continue after the last pick."""
        choice = self.choice
        assert choice is not None
        card = self.picked_card(choice, code // MAX_COPIES, code % MAX_COPIES)
        picked = choice.picked + ONE[card]
        if self.log is not None:
            self.log_event("pick", {"card": self.name(card), "op": choice.op})
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
        self.check_state()

    def picked_card(self, choice: Choice, kind: i64, copy: i64) -> i64:
        """Return the candidate of a pick: among copies the longest held, or the nearest to the top (ST-9.6)."""
        if choice.zone == BOARD:
            return self.find_permanent(kind, copy)
        found: i64 = NO_CARD
        for card in choice.candidates:
            if self.pool.kinds[card] == kind and card not in choice.picked:
                if choice.zone <= DECK:
                    return card
                found = card
        return found

    # Resolving (ST-5 to ST-7)

    def run(self) -> None:
        """Continue until nothing is left to do, the player must choose, or the game is over."""
        while self.outcome == RUNNING and self.choice is None:
            if self.frames:
                self.advance(self.frames[-1])
            elif self.queue:
                self.resolve_next()
            else:
                self.resolved_count = 0
                break
        if self.outcome != RUNNING:
            self.queue = NO_TRIGGERS
            self.frames = NO_FRAMES
            self.choice = None
            self.resolved_count = 0
            self.seat = OVER

    def resolve_next(self) -> None:
        """Resolve the first trigger, or skip it if its condition is false; stop at the guard (ST-5.5, ST-5.8)."""
        trigger = self.queue.pop(0)
        ability, card = trigger.ability, trigger.card
        if ability.condition is not None and ability.condition.value(self, card) == 0:
            self.log_ability("skip", card, ability)
            return
        if self.resolved_count >= self.rules.guard:
            self.log_event("stalled", {"dropped": len(self.queue) + 1})
            self.queue = NO_TRIGGERS
            return
        self.resolved_count += 1
        self.log_ability("resolve", card, ability)
        self.push(Frame(FRAME_STEPS, card, ability, 0))

    def log_ability(self, kind: str, card: i64, ability: Ability) -> None:
        if self.log is not None:
            data = {"card": self.name(card), "when": TRIGGERS[ability.when], "ability": ability.number}
            self.log_event(kind, data)

    def advance(self, frame: Frame) -> None:
        """Run one step of the top of the stack."""
        if frame.kind == FRAME_STEPS:
            self.next_step(frame)
        elif frame.kind == FRAME_PLAY:
            self.next_play_ability(frame)
        elif frame.kind == FRAME_SPELL_END:
            self.frames.pop()
            self.move_card(frame.card, LIMBO, GRAVE, "spent")
            self.check_state()
        else:
            self.frames.pop()
            self.bury_field(frame.card)
            self.check_state()

    def next_step(self, frame: Frame) -> None:
        ability = frame.ability
        assert ability is not None
        if frame.at == len(ability.steps):
            self.frames.pop()
            return
        step = ability.steps[frame.at]
        frame.at += 1
        self.start_tick()
        ended = step.run(self, frame.card)
        if ended == STEP_FIZZLED:
            self.frames.pop()
        if ended != STEP_CHOICE:
            self.check_state()

    def next_play_ability(self, frame: Frame) -> None:
        """Run the next on_play ability. A fizzled one does not stop the next (ST-3.5)."""
        abilities = self.pool.card(frame.card).abilities_on[ON_PLAY]
        if frame.at == len(abilities):
            self.frames.pop()
            return
        ability = abilities[frame.at]
        frame.at += 1
        if ability.condition is not None and ability.condition.value(self, frame.card) == 0:
            self.log_ability("skip", frame.card, ability)
            return
        self.log_ability("run", frame.card, ability)
        self.push(Frame(FRAME_STEPS, frame.card, ability, 0))

    # Continuous abilities (ST-11)

    def check_state(self) -> None:
        """Destroy monsters without hp and check continuous wins after an event (ST-11.6, ST-11.7)."""
        if self.outcome != RUNNING or (not self.statuses and not self.pool.has_continuous):
            return
        dying = self.monsters_to_destroy()
        while dying:
            self.destroy_cards(dying)
            dying = self.monsters_to_destroy()
        if self.pool.has_continuous:
            table = self.board + self.field
            for at in range(len(table)):
                card: i64 = table[at]
                for ability in self.continuous_abilities(card):
                    self.check_continuous_win(card, ability)

    def monsters_to_destroy(self) -> bytes:
        """Return monsters whose hp were lowered to 0 or less. A printed 0 alone does not destroy (ST-11.6)."""
        found = b""
        for at in range(len(self.board)):
            card: i64 = self.board[at]
            # Only monsters with lowered hp can be destroyed. This test avoids computing most stats.
            if not self.pool.can_lose_hp:
                status = self.status(card)
                if status is None or status.hp + status.turn_hp >= 0:
                    continue
            if self.pool.card(card).type_code == MONSTER:
                change = self.stat_change(card, False)
                if change < 0 and self.pool.card(card).hp + change <= 0:
                    found += ONE[card]
        return found

    def check_continuous_win(self, card: i64, ability: Ability) -> None:
        if ability.condition is not None and ability.condition.value(self, card) == 0:
            return
        for step in ability.steps:
            if isinstance(step, EndGame):
                step.run(self, card)

    def continuous_change(self, card: i64, of_atk: bool) -> i64:
        change: i64 = 0
        self.without_continuous = True
        table = self.board + self.field
        for at in range(len(table)):
            source: i64 = table[at]
            for ability in self.continuous_abilities(source):
                if ability.condition is not None and ability.condition.value(self, source) == 0:
                    continue
                for step in ability.steps:
                    if isinstance(step, ModifyStat) and step.affects(self, source, card):
                        change += step.atk if of_atk else step.hp
        self.without_continuous = False
        return change

    # Turns (ST-2)

    def end_turn(self) -> None:
        """End the turn: reset turn-long changes and used marks. Start the next turn or lose (ST-2.6, ST-2.7)."""
        self.start_tick()
        for status in self.statuses:
            if status.used or status.turn_atk or status.turn_hp:
                fresh = self.editable_status(status.card)
                fresh.used = fresh.turn_atk = fresh.turn_hp = 0
        self.drop_empty_statuses()
        self.spells_cast = 0
        self.log_event("end", {"turn": self.turn})
        if self.turn >= self.rules.max_turns:
            self.outcome = LOST
            self.reason = "turns"
            self.log_event("out_of_turns", {})
            return
        self.turn += 1
        self.check_state()
        if self.outcome == RUNNING:
            self.start_tick()
            self.draw_cards(self.rules.turn_draw)
            self.check_state()

    def log_view(self) -> None:
        """Log the table after the action."""
        if self.log is not None:
            self.log_event("now", table_view(self))

    def scores(self) -> list[float]:
        return [1.0 if self.outcome == WON else 0.0]

    # State interface

    def clone(self) -> "SolitaireState":
        copy = SolitaireState(self.rules, self.pool, self.rng)
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
        copy.tick_start = self.tick_start
        if self.frames:
            copy.frames = [frame.copy() for frame in self.frames]
        copy.choice = self.choice
        copy.turn = self.turn
        copy.spells_cast = self.spells_cast
        copy.resolved_count = self.resolved_count
        copy.outcome = self.outcome
        copy.reason = self.reason
        # The generator is shared now. The next state that draws makes its own copy.
        self.owns_rng = False
        return copy

    def is_open(self) -> bool:
        """Whether everything is known. A puzzle has no hidden information and no randomness."""
        return self.rules.puzzle

    def resample(self, seat: i64, random: Random) -> "SolitaireState":
        """Shuffle the unknown part of the deck, sorted first to erase its order."""
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
            world.choice = self.resample_choice(choice, world.deck)
        world.rng = fresh_chacha(random)
        world.owns_rng = True
        return world

    def resample_choice(self, choice: Choice, deck: bytes) -> Choice:
        """Return a choice from the deck for its new order. The picked cards are the topmost copies."""
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

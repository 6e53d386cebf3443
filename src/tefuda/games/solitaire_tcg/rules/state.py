"""The state of Solitaire TCG: legal actions, turns, and how chains resolve. Clauses refer to docs/rules/solitaire-tcg.

When the stack is empty, the next trigger of the queue resolves. When the queue is empty too, the action is over.
"""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.cardlang.engine.abilities import FRAME_STEPS, PER_TURN, Ability, Choice, Frame
from tefuda.cardlang.engine.card_state import NO_FRAMES, NO_TRIGGERS, RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, has, sort_numbers
from tefuda.core.observation import MaskBuffer, ObservationBuffer
from tefuda.core.random import Random
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.rules import encoding, observation
from tefuda.games.solitaire_tcg.rules.codes import (
    ACTIVATED,
    BOARD,
    DECK,
    END_TURN,
    EQUIP,
    FIELD,
    FIELD_CARD,
    FRAME_BURIAL,
    FRAME_SPELL_END,
    GRAVE,
    HAND,
    LIMBO,
    LOST,
    MAX_ACTIVATED,
    MAX_COPIES,
    ON_PLAY,
    PICK,
    PLAY,
    SPELL,
    TRIGGERS,
    USE,
    WON,
)
from tefuda.games.solitaire_tcg.rules.continuous import log_stats, start_logging_stats
from tefuda.games.solitaire_tcg.rules.model import BITS
from tefuda.games.solitaire_tcg.rules.moves import (
    attach,
    bury_field,
    check_state,
    draw_cards,
    enter_board,
    in_order,
    move_card,
    place_field,
    run_play_abilities,
)
from tefuda.games.solitaire_tcg.rules.sampling import sample
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.targets import ask, valid_hosts
from tefuda.games.solitaire_tcg.rules.view import place_in_choice


@mypyc_attr(free_list_len=1)
class SolitaireState(Table):
    """The state of a game."""

    # Legal actions

    @override
    def actions(self) -> list[i64]:
        """Return the picks of an open choice; otherwise cards to play, abilities to use, and the end of the turn."""
        found = self.action_codes()
        return [found[at] for at in range(len(found))]

    @override
    def random_action(self, random: Random) -> i64:
        found = self.action_codes()
        return found[random.below(len(found))]

    def action_codes(self) -> vec[i64]:
        """Return the legal actions."""
        if self.seat == OVER:
            return vec[i64]()
        if self.choice is not None:
            return self.picks(self.choice)
        zones, kinds = self.zones, self.pool.kinds
        found = vec[i64](capacity=12)
        for at in range(zones.length(HAND)):
            held = zones.at(HAND, at)
            action: i64 = PLAY + i64(kinds[held])
            if not has(found, action) and self.is_playable(held):
                found = append(found, action)
        for zone in range(BOARD, FIELD + 1):
            for at in range(zones.length(zone)):
                card = zones.at(zone, at)
                if self.pool.definitions[card].triggers & BITS[ACTIVATED] != 0:
                    found = self.add_uses(card, found)
        return append(found, END_TURN)

    def add_uses(self, card: i64, found: vec[i64]) -> vec[i64]:
        """Add the activated abilities of a card that can be used (ST-4.8, ST-4.9)."""
        place = i64(self.pool.kinds[card]) * MAX_COPIES + self.copy_number(card)
        abilities = self.pool.definitions[card].abilities_on[ACTIVATED]
        for number in range(len(abilities)):
            if self.is_available(card, abilities[number]):
                found = append(found, USE + place * MAX_ACTIVATED + number)
        return found

    def is_playable(self, card: i64) -> bool:
        """Whether a card can be played. An equip needs a host (ST-3.4)."""
        return self.pool.definitions[card].type_code != EQUIP or len(valid_hosts(self, card)) > 0

    def picks(self, choice: Choice) -> vec[i64]:
        """Return the picks of a choice. Copies outside board and field are one pick (ST-9.6)."""
        found = vec[i64](capacity=8)
        for at in range(len(choice.candidates)):
            card = choice.candidates[at]
            if has(choice.picked, card):
                continue
            action: i64 = PICK + i64(self.pool.kinds[card]) * MAX_COPIES
            if choice.zone == BOARD:
                action += self.copy_number(card)
            if not has(found, action):
                found = append(found, action)
        if choice.zone == DECK:
            sort_numbers(found)
        return found

    # Observations

    @override
    def observe(self, seat: i64, into: ObservationBuffer) -> None:
        observation.observe(self, into)

    @override
    def write_mask(self, into: MaskBuffer) -> None:
        found = self.action_codes()
        for at in range(len(found)):
            into.allow(found[at])

    # Playing an action

    @override
    def play(self, action: i64) -> None:
        if self.log is not None:
            start_logging_stats(self)
        if action == END_TURN:
            self.end_turn()
        elif action < PICK:
            self.play_card(self.card_in_hand(action - PLAY))
        elif action < USE:
            self.pick(action - PICK)
        else:
            self.use(action - USE)
        self.run()
        if self.log is not None:
            log_stats(self)

    @override
    def run(self) -> None:
        super().run()
        if self.outcome != RUNNING:
            self.pending = NO_TRIGGERS
            self.frames = NO_FRAMES
            self.choice = None
            self.resolved_count = 0
            self.seat = OVER

    def card_in_hand(self, kind: i64) -> i64:
        """Return the card of this kind that has been in hand longest."""
        zones = self.zones
        for at in range(zones.length(HAND)):
            if self.pool.kinds[zones.at(HAND, at)] == kind:
                return zones.at(HAND, at)
        return NO_CARD

    def play_card(self, card: i64) -> None:
        """Play a card from hand (ST-3)."""
        code = self.pool.definitions[card].type_code
        self.start_tick()
        if code == EQUIP:
            hosts = valid_hosts(self, card)
            if len(hosts) > 1:
                ask(self, "play", card, BOARD, hosts, 1)
            else:
                self.equip_from_hand(card, hosts[0])
        elif code == FIELD_CARD:
            place_field(self, card, "play", True)
        elif code == SPELL:
            self.spells_cast += 1
            move_card(self, card, LIMBO, "play")
            self.push(Frame(FRAME_SPELL_END, card, None))
            run_play_abilities(self, card)
        else:
            enter_board(self, card, "play")
            run_play_abilities(self, card)
        check_state(self)

    def equip_from_hand(self, card: i64, host: i64) -> None:
        attach(self, card, host, "play")
        run_play_abilities(self, card)

    def use(self, code: i64) -> None:
        """Use an activated ability."""
        place, number = code // MAX_ACTIVATED, code % MAX_ACTIVATED
        card = self.find_permanent(place // MAX_COPIES, place % MAX_COPIES)
        ability = self.pool.definitions[card].abilities_on[ACTIVATED][number]
        once = ability.limit == PER_TURN
        if once:
            self.editable_status(card).used |= BITS[ability.number]
        if self.log is not None:
            self.log_event("use", {"card": self.name(card), "ability": ability.number, "once": once})
        self.push(Frame(FRAME_STEPS, card, ability))

    def pick(self, code: i64) -> None:
        """Pick one card. Continue after the last pick."""
        choice = self.choice
        assert choice is not None
        card = self.picked_card(choice, code // MAX_COPIES, code % MAX_COPIES)
        picked = append(choice.picked[:], card)
        if self.log is not None:
            data = {"card": self.name(card), "op": choice.op, "at": place_in_choice(self, choice, card)}
            self.log_event("pick", data)
        if len(picked) < choice.need():
            self.choice = choice.with_picked(picked)
        elif choice.op == "play":
            self.choice = None
            self.equip_from_hand(choice.card, card)
            check_state(self)
        else:
            self.take_choice(in_order(choice.candidates, picked))

    def picked_card(self, choice: Choice, kind: i64, copy: i64) -> i64:
        """Return the candidate of a pick: among copies the longest held, or the nearest to the top (ST-9.6)."""
        if choice.zone == BOARD:
            return self.find_permanent(kind, copy)
        found: i64 = NO_CARD
        for at in range(len(choice.candidates)):
            card = choice.candidates[at]
            if self.pool.kinds[card] == kind and not has(choice.picked, card):
                if choice.zone <= DECK:
                    return card
                found = card
        return found

    def end_turn(self) -> None:
        """End the turn: reset turn-long changes and used marks. Start the next turn or lose (ST-2.6, ST-2.7)."""
        self.start_tick()
        for status in self.statuses:
            if status.used or status.turn_atk or status.turn_hp:
                fresh = self.editable_status(status.card)
                fresh.used = fresh.turn_atk = fresh.turn_hp = 0
        if self.statuses:
            self.drop_empty_statuses()
        self.spells_cast = 0
        if self.log is not None:
            self.log_event("end", {"turn": self.turn})
        if self.turn >= self.rules.max_turns:
            self.outcome = LOST
            self.reason = "turns"
            self.log_event("out_of_turns", {})
            return
        self.turn += 1
        if self.log is not None:
            self.log_event("turn", {"turn": self.turn})
        check_state(self)
        if self.outcome == RUNNING:
            self.start_tick()
            draw_cards(self, self.rules.turn_draw)
            check_state(self)

    @override
    def scores(self) -> list[float]:
        return [1.0 if self.outcome == WON else 0.0]

    # Resolving (ST-5 to ST-7)

    @override
    def proceed(self) -> bool:
        """Resolve the first trigger, or skip it if its condition is false; stop at the guard (ST-5.5, ST-5.8)."""
        if not self.pending:
            return False
        trigger = self.pending.pop(0)
        if not self.condition_holds(trigger.ability, trigger.card):
            self.log_ability("skip", trigger.card, trigger.ability, True)
        elif not self.stops_at_guard():
            self.log_ability("resolve", trigger.card, trigger.ability, True)
            self.resolve(trigger)
        return True

    @override
    def play_ability(self, card: i64, index: i64) -> Ability | None:
        abilities = self.pool.definitions[card].abilities_on[ON_PLAY]
        return abilities[index] if index < len(abilities) else None

    @override
    def start_play_ability(self, card: i64, ability: Ability) -> bool:
        """A fizzled ability does not stop the next (ST-3.5). If an effect has set the card, it is counted (ST-5.8)."""
        if not self.condition_holds(ability, card):
            self.log_ability("skip", card, ability, False)
            return False
        if self.is_in_effect():
            if self.stops_at_guard():
                return False
            self.resolved_count += 1
        self.log_ability("run", card, ability, False)
        return True

    @override
    def end_frame(self, frame: Frame) -> None:
        if frame.kind == FRAME_SPELL_END:
            move_card(self, frame.card, GRAVE, "spent")
        else:
            bury_field(self, frame.card)

    @override
    def check_state(self) -> None:
        check_state(self)

    def stops_at_guard(self) -> bool:
        """At the guard, drop everything unfinished and return True (ST-5.8).

        A spell and replaced fields still go to the grave.
        """
        if self.resolved_count < self.rules.guard:
            return False
        self.log_event("stalled", {"dropped": len(self.pending) + 1, "guard": self.rules.guard})
        self.pending = NO_TRIGGERS
        self.frames = [frame for frame in self.frames if frame.kind == FRAME_SPELL_END or frame.kind == FRAME_BURIAL]
        return True

    def is_in_effect(self) -> bool:
        """Whether the steps of an ability are unfinished."""
        for frame in self.frames:
            if frame.kind == FRAME_STEPS:
                return True
        return False

    def log_ability(self, kind: str, card: i64, ability: Ability, queued: bool) -> None:
        """Log an ability that starts or is skipped. From the queue, it was the first one."""
        if self.log is not None:
            data: dict[str, Any] = {
                "card": self.name(card),
                "when": TRIGGERS[ability.when],
                "ability": ability.number,
            }
            if queued:
                data["place"] = 0
            self.log_event(kind, data)

    # State interface

    @override
    def clone(self) -> "SolitaireState":
        copy = SolitaireState(self.rules, self.pool, self.zones.copy(), self.rng)
        self.copy_resolution(copy)
        copy.known_top = self.known_top
        copy.known_bottom = self.known_bottom
        copy.statuses = self.statuses
        copy.tick_start = self.tick_start
        copy.turn = self.turn
        copy.spells_cast = self.spells_cast
        return copy

    @override
    def is_open(self) -> bool:
        """Whether everything is known. A puzzle has no hidden information and no randomness."""
        return self.rules.puzzle

    @override
    def is_follow_up(self) -> bool:
        """Whether a choice is open. Its picks belong to the play that asks for them (ST-2.11)."""
        return self.choice is not None

    @override
    def resample(self, seat: i64, random: Random) -> "SolitaireState":
        world = self.clone()
        if not self.rules.puzzle:
            sample(world, random)
        return world

    @override
    def game_id(self) -> str:
        return "solitaire-tcg"

    @override
    def encode(self) -> bytes:
        return encoding.encode(self)

    @override
    def key(self) -> bytes:
        return encoding.key(self)

"""The zones of Solitaire TCG and the trigger queue.

Zones are bytes, one byte per card. Clones share them; a change replaces the bytes object.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.events import Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.solitaire_tcg.rules.codes import (
    BANISH,
    BOARD,
    CARD_ZONES,
    DECK,
    EQUIP,
    FIELD,
    GRAVE,
    HAND,
    LEAVING,
    LIMBO,
    MONSTER,
    NO_CARD,
    RUNNING,
    TRIGGERS,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Choice, Frame, PendingTrigger, Pool, Status

FRAME_STEPS: Final = 0
FRAME_PLAY: Final = 1
FRAME_SPELL_END: Final = 2
FRAME_BURIAL: Final = 3
"""Kinds of stack entries: steps of an ability, on_play abilities, a spell or a replaced field for the grave."""

NO_STATUSES: Final[list[Status]] = []
NO_TRIGGERS: Final[list[PendingTrigger]] = []
NO_FRAMES: Final[list[Frame]] = []


class Rules:
    """The options of a game."""

    def __init__(
        self,
        puzzle: bool,
        opening_hand: i64,
        turn_draw: i64,
        max_turns: i64,
        deck_size: i64,
        copies: i64,
        guard: i64,
    ) -> None:
        self.puzzle = puzzle
        self.opening_hand = opening_hand
        self.turn_draw = turn_draw
        self.max_turns = max_turns
        self.deck_size = deck_size
        self.copies = copies
        self.guard = guard


class Zones(State):
    """The cards on the table, the queue and the stack."""

    def __init__(self, rules: Rules, pool: Pool, rng: ChaCha) -> None:
        super().__init__()
        self.rules = rules
        self.pool = pool
        self.hand = b""
        self.deck = b""
        """Top first."""
        self.board = b""
        self.field = b""
        self.grave = b""
        self.banish = b""
        """In order of arrival, like board, field and grave."""
        self.limbo = b""
        """The spell being resolved."""
        self.leaving = b""
        """Fields being replaced, outermost first."""
        self.known_top: i64 = 0
        self.known_bottom: i64 = 0
        """Number of known cards at the top and bottom of the deck (ST-12.2)."""
        self.statuses = NO_STATUSES
        self.queue = NO_TRIGGERS
        self.tick_start: i64 = 0
        """Index of the first trigger of the current tick in the queue."""
        self.frames = NO_FRAMES
        """The resolution stack, top last."""
        self.choice: Choice | None = None
        self.turn: i64 = 1
        self.spells_cast: i64 = 0
        self.resolved_count: i64 = 0
        """Number of triggers resolved by this action, for the guard."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.without_continuous = False
        """Set while continuous abilities are evaluated: they read stats without continuous changes (ST-11.8)."""
        self.rng = rng
        self.owns_rng = False

    # Events

    def log_event(self, kind: str, data: dict[str, Any], reveals: bool = False) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, reveals=reveals))

    def name(self, card: i64) -> str:
        """Return the name of a card in events and notation: its id, with #2 and so on for further copies in play."""
        number = self.copy_number(card)
        own = self.pool.card(card).id
        return own if number == 0 else f"{own}#{number + 1}"

    def copy_number(self, card: i64) -> i64:
        """Return the number of copies in play before this card."""
        kind = self.pool.kinds[card]
        before: i64 = 0
        table = self.board + self.field
        for at in range(len(table)):
            other: i64 = table[at]
            if other == card:
                return before
            if self.pool.kinds[other] == kind:
                before += 1
        return 0

    # Zones

    def zone(self, zone: i64) -> bytes:
        if zone == HAND:
            return self.hand
        if zone == DECK:
            return self.deck
        if zone == BOARD:
            return self.board
        if zone == FIELD:
            return self.field
        if zone == GRAVE:
            return self.grave
        if zone == BANISH:
            return self.banish
        return self.limbo if zone == LIMBO else self.leaving

    def set_zone(self, zone: i64, cards: bytes) -> None:
        if zone == HAND:
            self.hand = cards
        elif zone == DECK:
            self.deck = cards
        elif zone == BOARD:
            self.board = cards
        elif zone == FIELD:
            self.field = cards
        elif zone == GRAVE:
            self.grave = cards
        elif zone == BANISH:
            self.banish = cards
        elif zone == LIMBO:
            self.limbo = cards
        else:
            self.leaving = cards

    def zone_of(self, card: i64) -> i64:
        """Return the zone of a card."""
        for zone in range(LEAVING):
            if index_of(self.zone(zone), card) >= 0:
                return zone
        return LEAVING

    def is_permanent(self, card: i64) -> bool:
        """Whether the card is on the board or the field."""
        return index_of(self.board, card) >= 0 or index_of(self.field, card) >= 0

    def remove(self, card: i64, zone: i64) -> None:
        """Remove a card from a zone."""
        cards = self.zone(zone)
        at = index_of(cards, card)
        self.set_zone(zone, cards[:at] + cards[at + 1 :])
        if zone == DECK:
            if at < self.known_top:
                self.known_top -= 1
            elif at >= len(cards) - self.known_bottom:
                self.known_bottom -= 1

    def transfer(self, card: i64, zone: i64, to: i64, by: str, reveals: bool = False) -> None:
        """Move a card and log it as `by`, without further effects."""
        if self.log is not None:
            data: dict[str, Any] = {"card": self.name(card), "from": CARD_ZONES[zone], "to": CARD_ZONES[to]}
            if zone != DECK:
                data["at"] = index_of(self.zone(zone), card)
            self.log_event(by, data, reveals)
        self.remove(card, zone)
        if to == DECK:
            self.deck += ONE[card]
            self.known_bottom += 1
        else:
            self.set_zone(to, self.zone(to) + ONE[card])

    # Statuses

    def status(self, card: i64) -> Status | None:
        for status in self.statuses:
            if status.card == card:
                return status
        return None

    def editable_status(self, card: i64) -> Status:
        """Replace a card's status by a copy that may be edited, and return it."""
        old = self.status(card)
        new = Status(card) if old is None else old.copy()
        self.statuses = [status for status in self.statuses if status.card != card]
        self.statuses.append(new)
        return new

    def drop_empty_statuses(self) -> None:
        """Remove statuses with only default values."""
        self.statuses = [status for status in self.statuses if not status.is_empty()]

    def host(self, card: i64) -> i64:
        status = self.status(card)
        return NO_CARD if status is None else status.host

    def equips_of(self, card: i64) -> bytes:
        """Return the equips of a card in order of arrival."""
        found = b""
        for other in self.board:
            if self.pool.card(other).type_code == EQUIP and self.host(other) == card:
                found += ONE[other]
        return found

    def counter(self, card: i64, name: str) -> i64:
        status = self.status(card)
        if status is None or status.counters is None:
            return 0
        return status.counters.get(name, 0)

    def set_counter(self, card: i64, name: str, value: i64) -> None:
        """Set a counter, never below 0. Only cards in play have counters (ST-11.4)."""
        if not self.is_permanent(card):
            return
        value = max(0, min(value, 999))
        status = self.editable_status(card)
        counters: dict[str, i64] = {} if status.counters is None else status.counters.copy()
        counters.pop(name, None)
        if value > 0:
            counters[name] = value
        status.counters = counters if counters else None
        if self.log is not None:
            self.log_event("counter", {"card": self.name(card), "name": name, "value": value})
        self.drop_empty_statuses()

    # Stats

    def atk(self, card: i64) -> i64:
        return max(0, self.pool.card(card).atk + self.stat_change(card, True))

    def hp(self, card: i64) -> i64:
        return self.pool.card(card).hp + self.stat_change(card, False)

    def stat_change(self, card: i64, of_atk: bool) -> i64:
        """Return the difference from the printed stat: changes of the card and continuous abilities."""
        change: i64 = 0
        status = self.status(card)
        if status is not None:
            change = status.atk + status.turn_atk if of_atk else status.hp + status.turn_hp
        if (
            self.pool.has_continuous
            and not self.without_continuous
            and card in self.board
            and self.pool.card(card).type_code == MONSTER
        ):
            change += self.continuous_change(card, of_atk)
        return change

    def continuous_change(self, card: i64, of_atk: bool) -> i64:
        """Return the change from continuous abilities."""
        raise NotImplementedError

    # Trigger queue

    def start_tick(self) -> None:
        """Start a new tick: later triggers come after everything in the queue."""
        self.tick_start = len(self.queue)

    def trigger(self, card: i64, when: i64) -> None:
        """Queue a card's abilities with this trigger. Within a tick, lower priority comes first (ST-5.3)."""
        abilities = self.pool.card(card).abilities_on[when]
        for ability in abilities:
            self.queue_trigger(card, ability)

    def queue_trigger(self, card: i64, ability: Ability) -> None:
        if not self.queue:
            self.queue = []
        at: i64 = len(self.queue)
        while at > self.tick_start and self.queue[at - 1].ability.priority > ability.priority:
            at -= 1
        self.queue.insert(at, PendingTrigger(card, ability))
        if self.log is not None:
            data = {"card": self.name(card), "when": TRIGGERS[ability.when], "ability": ability.number, "place": at}
            self.log_event("queued", data)

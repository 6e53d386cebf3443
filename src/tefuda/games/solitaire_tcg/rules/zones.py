"""The zones of Solitaire TCG, what lies in them, and the queue of what was triggered.

Zones are bytes, a letter for each card, so that clones share them: what changes is replaced.
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
    DECK,
    EQUIP,
    FIELD,
    GRAVE,
    HAND,
    LEAVING,
    LIMBO,
    MONSTER,
    NOBODY,
    PLACES,
    RUNNING,
    TRIGGERS,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Choice, Frame, Pool, Status, Waiting

STEPS: Final = 0
PLAYS: Final = 1
SPELL_ENDS: Final = 2
BURIAL: Final = 3
"""What a frame does: the steps of an ability, the on_play abilities of a card, a spell or an old field to the grave."""

NO_STATUSES: Final[list[Status]] = []
NO_QUEUE: Final[list[Waiting]] = []
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
    """Everything that lies on the table."""

    def __init__(self, rules: Rules, pool: Pool, luck: ChaCha) -> None:
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
        """These in order of arrival."""
        self.limbo = b""
        """The spell being resolved."""
        self.leaving = b""
        """Fields that are being replaced, the outermost first."""
        self.known_top: i64 = 0
        self.known_bottom: i64 = 0
        """How many cards of the deck the player knows, from its two ends (ST-12.2)."""
        self.statuses = NO_STATUSES
        self.queue = NO_QUEUE
        self.newest: i64 = 0
        """Where in the queue the triggers of the present tick begin."""
        self.frames = NO_FRAMES
        """What is half-done, the innermost last."""
        self.choice: Choice | None = None
        self.turn: i64 = 1
        self.spells: i64 = 0
        self.resolved: i64 = 0
        """How many triggers this action has resolved, for the guard."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.flat = False
        """While a static change of stats is looked at: stats are read without such changes (ST-11.8)."""
        self.luck = luck
        self.own_luck = False

    # Telling

    def tell(self, kind: str, data: dict[str, Any], reveals: bool = False) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, reveals=reveals))

    def name(self, card: i64) -> str:
        """A card as events and notation call it: its id, with #2 and so on for further copies on the table."""
        number = self.copy_number(card)
        own = self.pool.card(card).id
        return own if number == 0 else f"{own}#{number + 1}"

    def copy_number(self, card: i64) -> i64:
        """How many equal cards lie before this one on the table."""
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

    def where(self, card: i64) -> i64:
        """The zone that a card is in."""
        for zone in range(LEAVING):
            if index_of(self.zone(zone), card) >= 0:
                return zone
        return LEAVING

    def is_permanent(self, card: i64) -> bool:
        """Whether it is on the board or the field."""
        return index_of(self.board, card) >= 0 or index_of(self.field, card) >= 0

    def take(self, card: i64, zone: i64) -> None:
        """Take a card out of the zone it is in."""
        cards = self.zone(zone)
        at = index_of(cards, card)
        self.set_zone(zone, cards[:at] + cards[at + 1 :])
        if zone == DECK:
            if at < self.known_top:
                self.known_top -= 1
            elif at >= len(cards) - self.known_bottom:
                self.known_bottom -= 1

    def shift(self, card: i64, zone: i64, to: i64, by: str, reveals: bool = False) -> None:
        """Move a card, told as `by`, and nothing else."""
        if self.log is not None:
            data: dict[str, Any] = {"card": self.name(card), "from": PLACES[zone], "to": PLACES[to]}
            if zone != DECK:
                data["at"] = index_of(self.zone(zone), card)
            self.tell(by, data, reveals)
        self.take(card, zone)
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

    def changed(self, card: i64) -> Status:
        """A copy of a card's status that may be changed, put in the place of the old one."""
        old = self.status(card)
        new = Status(card) if old is None else old.copy()
        self.statuses = [status for status in self.statuses if status.card != card]
        self.statuses.append(new)
        return new

    def drop_plain(self) -> None:
        """Leave out statuses that say nothing any more."""
        self.statuses = [status for status in self.statuses if not status.is_plain()]

    def host(self, card: i64) -> i64:
        status = self.status(card)
        return NOBODY if status is None else status.host

    def equips_of(self, card: i64) -> bytes:
        """What is attached to a card, in order of arrival."""
        found = b""
        for other in self.board:
            if self.pool.card(other).code == EQUIP and self.host(other) == card:
                found += ONE[other]
        return found

    def counter(self, card: i64, name: str) -> i64:
        status = self.status(card)
        if status is None or status.counters is None:
            return 0
        return status.counters.get(name, 0)

    def set_counter(self, card: i64, name: str, value: i64) -> None:
        """Put a counter to a value, never below 0; only cards on the table have counters (ST-11.4)."""
        if not self.is_permanent(card):
            return
        value = max(0, min(value, 999))
        status = self.changed(card)
        counters: dict[str, i64] = {} if status.counters is None else status.counters.copy()
        counters.pop(name, None)
        if value > 0:
            counters[name] = value
        status.counters = counters if counters else None
        if self.log is not None:
            self.tell("counter", {"card": self.name(card), "name": name, "value": value})
        self.drop_plain()

    # Stats

    def atk(self, card: i64) -> i64:
        return max(0, self.pool.card(card).atk + self.stat_change(card, True))

    def hp(self, card: i64) -> i64:
        return self.pool.card(card).hp + self.stat_change(card, False)

    def stat_change(self, card: i64, of_atk: bool) -> i64:
        """By how much a stat differs from the printed one: what was done to the card, and what statics say now."""
        change: i64 = 0
        status = self.status(card)
        if status is not None:
            change = status.atk + status.turn_atk if of_atk else status.hp + status.turn_hp
        if self.pool.has_static and not self.flat and card in self.board and self.pool.card(card).code == MONSTER:
            change += self.static_change(card, of_atk)
        return change

    def static_change(self, card: i64, of_atk: bool) -> i64:
        """What the static abilities on the table add; in the rules' own half."""
        raise NotImplementedError

    # The queue

    def new_tick(self) -> None:
        """What is triggered from here on comes after everything that waits."""
        self.newest = len(self.queue)

    def trigger(self, card: i64, when: i64) -> None:
        """Queue a card's abilities of one kind: inside a tick the lower priority first (ST-5.3)."""
        abilities = self.pool.card(card).when[when]
        for ability in abilities:
            self.enqueue(card, ability)

    def enqueue(self, card: i64, ability: Ability) -> None:
        if not self.queue:
            self.queue = []
        at: i64 = len(self.queue)
        while at > self.newest and self.queue[at - 1].ability.priority > ability.priority:
            at -= 1
        self.queue.insert(at, Waiting(card, ability))
        if self.log is not None:
            data = {"card": self.name(card), "when": TRIGGERS[ability.when], "ability": ability.number, "place": at}
            self.tell("queued", data)

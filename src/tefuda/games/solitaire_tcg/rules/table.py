"""The table of Solitaire TCG: where the cards are, and their status in play."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import UNLIMITED, Ability, Frame
from tefuda.cardlang.engine.card_state import CardState
from tefuda.cardlang.engine.zones import NO_CARD, Zones
from tefuda.core.random import ChaCha
from tefuda.games.solitaire_tcg.rules.codes import BOARD, DECK, EQUIP, FIELD
from tefuda.games.solitaire_tcg.rules.model import Pool, Rules, Status

NO_STATUSES: Final[list[Status]] = []
NO_STATS: Final[dict[int, dict[str, Any]]] = {}


class Table(CardState):
    """The cards and the turn. `pending` is the trigger queue."""

    def __init__(self, rules: Rules, pool: Pool, zones: Zones, rng: ChaCha) -> None:
        super().__init__(zones, rng)
        self.rules = rules
        self.pool = pool
        self.known_top: i64 = 0
        self.known_bottom: i64 = 0
        """Number of known cards at the top and bottom of the deck (ST-12.2)."""
        self.statuses = NO_STATUSES
        self.tick_start: i64 = 0
        """Index of the first trigger of the current tick in the queue."""
        self.turn: i64 = 1
        self.spells_cast: i64 = 0
        self.logged_stats = NO_STATS
        """Stats of the monsters on the board as the log tells them, by card. Used only with a log."""

    def start_tick(self) -> None:
        """Start a new tick: later triggers come after everything in the queue."""
        self.tick_start = len(self.pending)

    # Zones

    def size(self, zone: i64) -> i64:
        """Return the number of cards in a zone."""
        return self.zones.length(zone)

    def zone(self, zone: i64) -> vec[i64]:
        """Return the cards of a zone: the deck from the top, the others in order of arrival."""
        return self.zones.from_top(DECK) if zone == DECK else self.zones.listed(zone)

    def fill(self, zone: i64, cards: vec[i64]) -> None:
        """Make these cards the content of a zone. A deck starts with its top card."""
        if zone == DECK:
            self.zones.refill(DECK, cards, 0, len(cards))
        else:
            self.zones.replace(zone, cards)

    def in_play(self) -> vec[i64]:
        """Return the cards on the board, then those on the field."""
        zones = self.zones
        found = vec[i64](capacity=zones.length(BOARD) + zones.length(FIELD))
        for at in range(zones.length(BOARD)):
            found = append(found, zones.at(BOARD, at))
        for at in range(zones.length(FIELD)):
            found = append(found, zones.at(FIELD, at))
        return found

    def is_permanent(self, card: i64) -> bool:
        """Whether the card is on the board or the field."""
        place = self.zones.place(card)
        return place == BOARD or place == FIELD

    def index(self, card: i64) -> i64:
        """Return the index of a card in its zone. In the deck, the top card has index 0."""
        index = self.zones.index(card)
        return self.zones.length(DECK) - 1 - index if self.zones.place(card) == DECK else index

    # Names

    @override
    def name(self, card: i64) -> str:
        """Return the name of a card in events and notation: its id, with #2 and so on for further copies in play."""
        number = self.copy_number(card)
        own = self.pool.definitions[card].id
        return own if number == 0 else f"{own}#{number + 1}"

    def copy_number(self, card: i64) -> i64:
        """Return the number of copies in play before this card."""
        zones, kinds = self.zones, self.pool.kinds
        place = zones.place(card)
        if place != BOARD and place != FIELD:
            return 0
        before: i64 = 0
        zone: i64 = BOARD
        at: i64 = 0
        while True:
            if at == zones.length(zone):
                zone, at = FIELD, 0
            other = zones.at(zone, at)
            if other == card:
                return before
            if kinds[other] == kinds[card]:
                before += 1
            at += 1

    def find_permanent(self, kind: i64, copy: i64) -> i64:
        """Return a permanent by kind and copy number; NO_CARD if there is none."""
        cards = self.in_play()
        for at in range(len(cards)):
            if self.pool.kinds[cards[at]] == kind:
                if copy == 0:
                    return cards[at]
                copy -= 1
        return NO_CARD

    # Statuses

    def status(self, card: i64) -> Status | None:
        """Return the status of a card in play. The flag of the card says whether it has one."""
        if not self.zones.flag(card):
            return None
        for status in self.statuses:
            if status.card == card:
                return status
        return None

    def editable_status(self, card: i64) -> Status:
        """Replace a card's status by a copy that may be edited, and return it."""
        old = self.status(card)
        new = Status(card) if old is None else old.copy()
        self.add_status(new)
        return new

    def add_status(self, status: Status) -> None:
        """Give a card in play a new status."""
        self.statuses = [other for other in self.statuses if other.card != status.card]
        self.statuses.append(status)
        self.zones.set_flag(status.card, True)

    def drop_empty_statuses(self) -> None:
        """Remove statuses with only default values."""
        kept: list[Status] = []
        for status in self.statuses:
            if status.is_empty():
                self.zones.set_flag(status.card, False)
            else:
                kept.append(status)
        self.statuses = kept

    def host(self, card: i64) -> i64:
        status = self.status(card)
        return NO_CARD if status is None else status.host

    def equips_of(self, card: i64) -> vec[i64]:
        """Return the equips of a card in order of arrival."""
        zones = self.zones
        found = vec[i64]()
        for at in range(zones.length(BOARD)):
            other = zones.at(BOARD, at)
            if self.pool.definitions[other].type_code == EQUIP and self.host(other) == card:
                found = append(found, other)
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

    @override
    def is_limit_used(self, card: i64, ability: Ability) -> bool:
        """Whether an activated ability was used this turn (ST-4.8)."""
        if ability.limit == UNLIMITED:
            return False
        status = self.status(card)
        return status is not None and status.used >> ability.number & 1 != 0

    def steps_begun(self, frame: Frame) -> i64:
        """Return how many steps or abilities of a frame have begun, as positions and encodings count them."""
        waits = self.choice is not None and self.choice.op != "play" and frame is self.frames[len(self.frames) - 1]
        return frame.at + 1 if waits else frame.at

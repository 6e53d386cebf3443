"""The zones of LinkaVel and their cards.

Zones are bytes, one byte per card. Clones share them; a change replaces the bytes object.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of, without
from tefuda.core.events import EVERYONE, Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.linkavel.rules.codes import (
    CONTINUOUS,
    DECK,
    DECK_OR_TRASH,
    HAND,
    MAGICS,
    MONSTERS,
    NO_CARD,
    PER_GAME,
    PER_TURN,
    PHASE_MAIN1,
    RUNNING,
    SEATS,
    TRASH,
    UNLIMITED,
    WHILE,
)
from tefuda.games.linkavel.rules.model import (
    BITS,
    POWER_MODIFIER,
    Ability,
    Card,
    CardFilter,
    Choice,
    Frame,
    Modifier,
    PendingTrigger,
    Pool,
    Side,
    Status,
)

NO_STATUSES: Final[list[Status]] = []
NO_MODIFIERS: Final[list[Modifier]] = []
NO_TRIGGERS: Final[list[PendingTrigger]] = []
NO_FRAMES: Final[list[Frame]] = []


class Rules:
    """The options of a game."""

    def __init__(self, lp: i64, opening_hand: i64, hand_limit: i64, power_floor: bool) -> None:
        self.lp = lp
        self.opening_hand = opening_hand
        self.hand_limit = hand_limit
        self.power_floor = power_floor


class Zones(State):
    """The cards on the table, and everything that is being resolved."""

    def __init__(self, rules: Rules, pool: Pool, rng: ChaCha, one: Side, two: Side) -> None:
        super().__init__()
        self.rules = rules
        self.pool = pool
        self.one = one
        self.two = two
        self.turn: i64 = 0
        """The turn player."""
        self.turn_number: i64 = 1
        self.phase: i64 = PHASE_MAIN1
        self.has_summoned = False
        """Whether the normal summon of this turn is used (LV-5.1)."""
        self.refresh_count: i64 = 0
        """Refreshes of both players in this game."""
        self.statuses = NO_STATUSES
        self.modifiers = NO_MODIFIERS
        self.pending = NO_TRIGGERS
        """Triggers of the next batch (LV-9.6)."""
        self.batch = NO_TRIGGERS
        """Triggers of the batch being resolved, the turn player's first."""
        self.in_listed_order = False
        """Whether the player takes the triggers in the listed order."""
        self.next_is_chosen = False
        """Whether the first trigger of the batch was chosen as the next one."""
        self.resolved_count: i64 = 0
        """Number of triggers since the last free decision (LV-9.22)."""
        self.frames = NO_FRAMES
        """The resolution stack, top last."""
        self.choice: Choice | None = None
        self.flow: i64 = 0
        """What follows when the stack is empty; see `turns`."""
        self.next_phase: i64 = PHASE_MAIN1
        self.end_triggered = False
        """Whether the end-of-phase triggers of END were queued (LV-4.9)."""
        self.attacker: i64 = NO_CARD
        self.defender: i64 = NO_CARD
        """The monsters in battle; a direct attack has no defender."""
        self.battle_aborted = False
        """Whether one of them has left the field since the declaration (LV-8.5)."""
        self.winners: i64 = 0
        """The winners in the current operation, as bits."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.without_continuous = False
        """Set while continuous effects are evaluated: they read powers without continuous effects (LV-14.2)."""
        self.rng = rng
        self.owns_rng = False

    # Events

    def log_event(
        self,
        kind: str,
        data: dict[str, Any],
        owner: i64 = EVERYONE,
        secret: dict[str, Any] | None = None,
        reveals: bool = False,
    ) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, owner, secret, reveals))

    def name(self, card: i64) -> str:
        return self.pool.card(card).id

    def slot_name(self, card: i64) -> str:
        """Return the slot of a card on the field, as in `one.m2`; empty elsewhere."""
        seat = self.pool.owner(card)
        side = self.side(seat)
        at = index_of(side.monsters, card)
        if at >= 0:
            return f"{SEATS[seat]}.m{at + 1}"
        at = index_of(side.magics, card)
        return f"{SEATS[seat]}.s{at + 1}" if at >= 0 else ""

    # Zones

    def side(self, seat: i64) -> Side:
        return self.one if seat == 0 else self.two

    def zone(self, seat: i64, zone: i64) -> bytes:
        """Return the cards of a zone, without empty slots."""
        side = self.side(seat)
        if zone == HAND:
            return side.hand
        if zone == DECK:
            return side.deck
        if zone == TRASH:
            return side.trash
        if zone == DECK_OR_TRASH:
            return side.deck + side.trash
        if zone == MONSTERS:
            return cards_in_slots(side.monsters)
        if zone == MAGICS:
            return cards_in_slots(side.magics)
        return cards_in_slots(side.monsters + side.magics)

    def zone_of(self, card: i64) -> i64:
        """Return the zone of a card."""
        side = self.side(self.pool.owner(card))
        if index_of(side.monsters, card) >= 0:
            return MONSTERS
        if index_of(side.magics, card) >= 0:
            return MAGICS
        if index_of(side.hand, card) >= 0:
            return HAND
        return TRASH if index_of(side.trash, card) >= 0 else DECK

    def is_on_field(self, card: i64) -> bool:
        if card == NO_CARD:
            return False
        side = self.side(self.pool.owner(card))
        return index_of(side.monsters, card) >= 0 or index_of(side.magics, card) >= 0

    def is_monster_on_field(self, card: i64) -> bool:
        return card != NO_CARD and index_of(self.side(self.pool.owner(card)).monsters, card) >= 0

    def remove(self, card: i64) -> i64:
        """Remove a card from its zone, with its marks there (LV-3.5). Return the zone."""
        side = self.side(self.pool.owner(card))
        zone = self.zone_of(card)
        if zone == HAND:
            side.hand = without(side.hand, card)
            if side.revealed:
                side.revealed = without(side.revealed, self.revealed_copy(side, card))
        elif zone == DECK:
            side.deck = without(side.deck, card)
        elif zone == TRASH:
            side.trash = without(side.trash, card)
        else:
            if zone == MONSTERS:
                side.monsters = clear_slot(side.monsters, card)
            else:
                side.magics = clear_slot(side.magics, card)
            self.clear_status(card)
        return zone

    def revealed_copy(self, side: Side, card: i64) -> i64:
        """Return the revealed card that counts as the one that leaves the hand (LV-15.3)."""
        if index_of(side.revealed, card) >= 0:
            return card
        for at in range(len(side.revealed)):
            other: i64 = side.revealed[at]
            if self.pool.kinds[other] == self.pool.kinds[card]:
                return other
        return NO_CARD

    def clear_status(self, card: i64) -> None:
        """Remove marks and modifiers of a card that leaves the field, and those it maintains (LV-12.11)."""
        if card == self.attacker or card == self.defender:
            self.battle_aborted = True
        if self.statuses:
            for status in self.statuses:
                if status.card == card:
                    self.statuses = [other for other in self.statuses if other.card != card]
                    break
        if self.modifiers:
            kept: list[Modifier] = []
            for modifier in self.modifiers:
                if modifier.card != card and not (modifier.source == card and modifier.duration == WHILE):
                    kept.append(modifier)
            if len(kept) < len(self.modifiers):
                self.modifiers = kept

    def continuous_sources(self) -> bytes:
        """Return the cards on the field with continuous effects."""
        found = b""
        for seat in range(2):
            side = self.one if seat == 0 else self.two
            for slots in (side.monsters, side.magics):
                for at in range(len(slots)):
                    card: i64 = slots[at]
                    if card != NO_CARD and self.pool.card(card).has_continuous:
                        found += ONE[card]
        return found

    def field_cards(self) -> bytes:
        """Return all cards on the field: monsters and magics of the turn player, then of the opponent."""
        mine, theirs = self.side(self.turn), self.side(1 - self.turn)
        return cards_in_slots(mine.monsters + mine.magics + theirs.monsters + theirs.magics)

    # Marks

    def status(self, card: i64) -> Status | None:
        for status in self.statuses:
            if status.card == card:
                return status
        return None

    def add_status(self, card: i64, attacks: i64, extra: i64, used: i64) -> None:
        """Add to the marks of a card on the field."""
        found = self.status(card)
        others = [status for status in self.statuses if status is not found]
        if found is None:
            others.append(Status(card, attacks, extra, used))
        else:
            others.append(Status(card, found.attacks + attacks, found.extra + extra, found.used | used))
        self.statuses = others

    def is_limit_used(self, card: i64, ability: Ability) -> bool:
        """Whether the limit of an ability is used up (LV-9.14, LV-9.15)."""
        if ability.limit == UNLIMITED:
            return False
        if ability.limit == PER_TURN:
            status = self.status(card)
            return status is not None and status.used & BITS[ability.number] != 0
        spent = self.side(self.pool.owner(card)).used_per_game
        kind = self.pool.kinds[card]
        for at in range(0, len(spent), 2):
            if spent[at] == kind and spent[at + 1] == ability.number:
                return True
        return False

    def use_limit(self, card: i64, ability: Ability) -> None:
        """Use the limit of an ability. A card off the field keeps no once-per-turn mark."""
        if ability.limit == PER_TURN:
            if self.is_on_field(card):
                self.add_status(card, 0, 0, BITS[ability.number])
        elif ability.limit == PER_GAME:
            side = self.side(self.pool.owner(card))
            side.used_per_game += ONE[self.pool.kinds[card]] + ONE[ability.number]

    # Power

    def power(self, card: i64) -> i64:
        """Return the power of a monster: printed power, modifiers and continuous effects (LV-14.1)."""
        found = self.base_power(card)
        if not self.without_continuous and self.pool.has_continuous and self.is_monster_on_field(card):
            found += self.continuous_power(card)
        return 0 if found < 0 and self.rules.power_floor else found

    def base_power(self, card: i64) -> i64:
        found = self.pool.card(card).power
        for modifier in self.modifiers:
            if modifier.card == card and modifier.kind == POWER_MODIFIER:
                found += modifier.amount
        return found

    def continuous_power(self, card: i64) -> i64:
        raise NotImplementedError

    def power_sources(self, card: i64) -> list[dict[str, Any]]:
        raise NotImplementedError

    def continuous_abilities(self, card: i64) -> list[Ability]:
        """Return the continuous abilities of a card."""
        return self.pool.card(card).abilities_on[CONTINUOUS]

    def condition_holds(self, ability: Ability, card: i64) -> bool:
        """Whether the condition of an ability is true."""
        return ability.condition is None or ability.condition.value(self, card) != 0

    # Filters

    def matches(self, filter_: CardFilter | None, card: i64, source: i64) -> bool:
        """Whether a card matches a filter of `source`. On the field the current power counts (LV-12.9)."""
        if filter_ is None:
            return True
        found = self.pool.card(card)
        if not filter_.matches(found) or (filter_.other and card == source):
            return False
        if filter_.low_power == 0 and filter_.high_power >= 1_000_000 and not filter_.weakened:
            return True
        power = self.power(card)
        if power < filter_.low_power or power > filter_.high_power:
            return False
        return not filter_.weakened or power < found.power

    def matching(self, cards: bytes, filter_: CardFilter | None, source: i64) -> bytes:
        """Return the cards that match a filter."""
        if filter_ is None:
            return cards
        found = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            if self.matches(filter_, card, source):
                found += ONE[card]
        return found

    def sort_by_kind(self, cards: bytes) -> bytes:
        """Return cards sorted by definition (stable)."""
        pool = self.pool
        kept: list[i64] = []
        for at in range(len(cards)):
            card: i64 = cards[at]
            place = len(kept)
            while place > 0 and pool.kinds[kept[place - 1]] > pool.kinds[card]:
                place -= 1
            kept.insert(place, card)
        return bytes(kept)

    def card(self, number: i64) -> Card:
        return self.pool.card(number)

    def own_rng(self) -> ChaCha:
        """Return the random number generator, after copying it if it is shared."""
        if not self.owns_rng:
            self.rng = self.rng.copy()
            self.owns_rng = True
        return self.rng

    def shuffled(self, cards: bytes) -> bytes:
        found = list(cards)
        self.own_rng().shuffle(found)
        return bytes(found)


def cards_in_slots(slots: bytes) -> bytes:
    """Return the cards in slots, without empty slots."""
    if index_of(slots, NO_CARD) < 0:
        return slots
    found = b""
    for at in range(len(slots)):
        if slots[at] != NO_CARD:
            found += ONE[slots[at]]
    return found


def clear_slot(slots: bytes, card: i64) -> bytes:
    at = index_of(slots, card)
    return slots[:at] + ONE[NO_CARD] + slots[at + 1 :]


def set_slot(slots: bytes, at: i64, card: i64) -> bytes:
    return slots[:at] + ONE[card] + slots[at + 1 :]


def first_free_slot(slots: bytes) -> i64:
    """Return the leftmost empty slot, or -1."""
    return index_of(slots, NO_CARD)

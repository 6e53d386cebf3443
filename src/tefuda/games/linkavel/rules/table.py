"""The table of LinkaVel: where the cards are, and everything that is being resolved."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import PER_TURN, UNLIMITED, Ability
from tefuda.cardlang.engine.card_state import NO_TRIGGERS, CardState
from tefuda.cardlang.engine.zones import NO_CARD, Zones, sort_by_kind
from tefuda.core.random import ChaCha
from tefuda.games.linkavel.rules.codes import (
    DECK,
    DECK_OR_TRASH,
    FIELD,
    FIELD_SLOTS,
    HAND,
    LISTS,
    MAGICS,
    MAX_MARK,
    MONSTERS,
    PHASE_MAIN1,
    SEATS,
    SLOTS,
    TRASH,
    USED_MARK,
    WHILE,
)
from tefuda.games.linkavel.rules.model import BITS, Card, Modifier, Pool, Rules

NO_MODIFIERS: Final[list[Modifier]] = []
NO_VIEWS: Final[list[dict[str, Any] | None]] = []
"""Shared empty lists. They are replaced, never changed."""


class Table(CardState):
    """The cards, the players and the turn."""

    def __init__(self, rules: Rules, pool: Pool, zones: Zones, rng: ChaCha) -> None:
        super().__init__(zones, rng)
        self.rules = rules
        self.pool = pool
        self.lp_one: i64 = 0
        self.lp_two: i64 = 0
        self.refreshed: i64 = 0
        """The players who refreshed this turn, as bits (LV-7.4)."""
        self.used_one = b""
        self.used_two = b""
        """Used once-per-game abilities of each player as pairs of card kind and ability (LV-9.15)."""
        self.turn: i64 = 0
        """The turn player."""
        self.turn_number: i64 = 1
        self.phase: i64 = PHASE_MAIN1
        self.has_summoned = False
        """Whether the normal summon of this turn is used (LV-5.1)."""
        self.refresh_count: i64 = 0
        """Refreshes of both players in this game."""
        self.modifiers = NO_MODIFIERS
        self.batch = NO_TRIGGERS
        """Triggers of the batch being resolved, the turn player's first. The next batch is `pending` (LV-9.6)."""
        self.in_listed_order = False
        """Whether the player takes the triggers in the listed order."""
        self.next_is_chosen = False
        """Whether the first trigger of the batch was chosen as the next one."""
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
        self.field_triggers: i64 = 0
        self.field_phases: i64 = 0
        self.field_effects: i64 = 0
        """The triggers, trigger phases and continuous effects of the cards on the field, as bits."""
        self.announced = NO_VIEWS
        """With a log: the cards in the slots as the events so far describe them."""
        self.winners: i64 = 0
        """The winners in the current operation, as bits."""

    # Cards

    def card(self, number: i64) -> Card:
        return self.pool.definitions[number]

    @override
    def name(self, card: i64) -> str:
        return self.pool.definitions[card].id

    def slot_name(self, card: i64) -> str:
        """Return the slot of a card on the field, as in `one.m2`; empty elsewhere."""
        slot = self.zones.slot_of(card)
        if slot < 0:
            return ""
        at = slot % FIELD_SLOTS
        return f"{SEATS[slot // FIELD_SLOTS]}.{'m' if at < SLOTS else 's'}{at % SLOTS + 1}"

    # Zones

    def monster(self, seat: i64, slot: i64) -> i64:
        return self.zones.in_slot(FIELD_SLOTS * seat + slot)

    def magic(self, seat: i64, slot: i64) -> i64:
        return self.zones.in_slot(FIELD_SLOTS * seat + SLOTS + slot)

    def monster_count(self, seat: i64) -> i64:
        return self.occupied(FIELD_SLOTS * seat)

    def magic_count(self, seat: i64) -> i64:
        return self.occupied(FIELD_SLOTS * seat + SLOTS)

    def occupied(self, first: i64) -> i64:
        """Return the number of occupied slots among three."""
        cells = self.zones.cells
        at = self.zones.slots_at + first
        found: i64 = 0
        for slot in range(at, at + SLOTS):
            if i64(cells[slot]) != NO_CARD:
                found += 1
        return found

    def free_slot(self, first: i64) -> i64:
        """Return the leftmost empty one of three slots, or -1."""
        cells = self.zones.cells
        at = self.zones.slots_at
        for slot in range(first, first + SLOTS):
            if i64(cells[at + slot]) == NO_CARD:
                return slot
        return -1

    def zone_size(self, seat: i64, zone: i64) -> i64:
        """Return the number of cards in hand, deck or trash."""
        return self.zones.length(LISTS * seat + zone)

    def zone(self, seat: i64, zone: i64) -> vec[i64]:
        """Return the cards of a zone, without empty slots. A deck has its top card first."""
        if zone == HAND or zone == TRASH:
            return self.zones.listed(LISTS * seat + zone)
        if zone == DECK:
            return self.zones.from_top(LISTS * seat + DECK)
        if zone == DECK_OR_TRASH:
            found = self.zones.from_top(LISTS * seat + DECK)
            for card in self.zones.listed(LISTS * seat + TRASH):
                found = append(found, card)
            return found
        first = FIELD_SLOTS * seat + (SLOTS if zone == MAGICS else 0)
        return self.cards_in_slots(first, FIELD_SLOTS if zone == FIELD else SLOTS)

    def cards_in_slots(self, first: i64, count: i64) -> vec[i64]:
        found = vec[i64](capacity=count)
        for slot in range(first, first + count):
            card = self.zones.in_slot(slot)
            if card != NO_CARD:
                found = append(found, card)
        return found

    def stored_zone(self, seat: i64, zone: i64) -> bytes:
        """Return a zone as positions and encodings store it: three slots on the field, a deck with its top first."""
        if zone != MONSTERS and zone != MAGICS:
            return bytes([int(card) for card in self.zone(seat, zone)])
        first = FIELD_SLOTS * seat + (SLOTS if zone == MAGICS else 0)
        return bytes([int(self.zones.in_slot(slot)) for slot in range(first, first + SLOTS)])

    def zone_of(self, card: i64) -> i64:
        """Return the zone of a card."""
        place = self.zones.place(card)
        if place < LISTS:
            return place
        if place < 2 * LISTS:
            return place - LISTS
        return MONSTERS if self.pool.definitions[card].is_monster else MAGICS

    def is_on_field(self, card: i64) -> bool:
        return card != NO_CARD and self.zones.slot_of(card) >= 0

    def is_in(self, card: i64, zone: i64) -> bool:
        """Return whether a card is in its owner's hand, deck or trash."""
        return self.zones.place(card) == LISTS * self.pool.owner(card) + zone

    def remove(self, card: i64) -> i64:
        """Remove a card from its zone, with its marks there (LV-3.5). Return the zone."""
        zone = self.zone_of(card)
        if zone == HAND:
            self.hide_copy(card)
        elif zone >= MONSTERS:
            self.clear_modifiers(card)
        self.zones.remove(card)
        if zone >= MONSTERS and self.pool.definitions[card].abilities:
            self.read_field()
        return zone

    def put(self, slot: i64, card: i64) -> None:
        """Put a card into an empty slot."""
        self.zones.put(slot, card)
        definition = self.pool.definitions[card]
        if self.log is not None and self.announced:
            self.announced[slot] = new_card_view(definition)
        self.field_triggers |= definition.triggers
        self.field_phases |= definition.phases
        self.field_effects |= definition.effects

    def read_field(self) -> None:
        """Collect the triggers and continuous effects of the cards on the field."""
        cells, first = self.zones.cells, self.zones.slots_at
        triggers: i64 = 0
        phases: i64 = 0
        effects: i64 = 0
        for at in range(first, first + 2 * FIELD_SLOTS):
            card = i64(cells[at])
            if card != NO_CARD:
                definition = self.pool.definitions[card]
                triggers |= definition.triggers
                phases |= definition.phases
                effects |= definition.effects
        self.field_triggers = triggers
        self.field_phases = phases
        self.field_effects = effects

    def hide_copy(self, card: i64) -> None:
        """Remove the mark of a revealed copy: it counts as the one that leaves the hand (LV-15.3)."""
        zones, kinds = self.zones, self.pool.kinds
        if zones.flag(card):
            return
        cells, flags_at = zones.cells, zones.cards
        hand = zones.place(card)
        first = zones.first_cell(hand)
        for at in range(first, first + zones.length(hand)):
            other = i64(cells[at])
            if cells[flags_at + other] != 0 and kinds[other] == kinds[card]:
                zones.set_flag(other, False)
                return

    def clear_modifiers(self, card: i64) -> None:
        """Remove the modifiers of a card that leaves the field, and those it maintains (LV-12.11)."""
        if card == self.attacker or card == self.defender:
            self.battle_aborted = True
        if self.modifiers:
            kept: list[Modifier] = []
            for modifier in self.modifiers:
                if modifier.card != card and not (modifier.source == card and modifier.duration == WHILE):
                    kept.append(modifier)
            self.modifiers = kept

    def shuffle_deck(self, seat: i64) -> None:
        self.zones.shuffle(LISTS * seat + DECK, self.own_rng())
        if self.log is not None:
            self.log_event("shuffle", {"seat": SEATS[seat]})

    # Players

    def lp(self, seat: i64) -> i64:
        return self.lp_one if seat == 0 else self.lp_two

    def set_lp(self, seat: i64, lp: i64) -> None:
        if seat == 0:
            self.lp_one = lp
        else:
            self.lp_two = lp

    def has_refreshed(self, seat: i64) -> bool:
        """Return whether a player refreshed this turn (LV-7.4)."""
        return self.refreshed & (1 + seat) != 0

    def used_per_game(self, seat: i64) -> bytes:
        return self.used_one if seat == 0 else self.used_two

    def set_used_per_game(self, seat: i64, used: bytes) -> None:
        if seat == 0:
            self.used_one = used
        else:
            self.used_two = used

    # Limits

    @override
    def is_limit_used(self, card: i64, ability: Ability) -> bool:
        """Whether the limit of an ability is used up (LV-9.14, LV-9.15)."""
        if ability.limit == UNLIMITED:
            return False
        if ability.limit == PER_TURN:
            slot = self.zones.slot_of(card)
            return slot >= 0 and self.zones.mark(slot, USED_MARK) & BITS[ability.number] != 0
        spent = self.used_per_game(self.pool.owner(card))
        kind = self.pool.kinds[card]
        for at in range(0, len(spent), 2):
            if spent[at] == kind and spent[at + 1] == ability.number:
                return True
        return False

    def use_limit(self, card: i64, ability: Ability) -> None:
        """Use the limit of an ability. A card off the field keeps no once-per-turn mark."""
        if ability.limit == UNLIMITED:
            return
        if ability.limit == PER_TURN:
            slot = self.zones.slot_of(card)
            if slot >= 0:
                self.zones.set_mark(slot, USED_MARK, self.zones.mark(slot, USED_MARK) | BITS[ability.number])
            return
        seat = self.pool.owner(card)
        if self.log is not None:
            self.log_event("limit", {"seat": SEATS[seat], "effect": f"{self.name(card)}:{ability.number}"})
        self.set_used_per_game(seat, self.used_per_game(seat) + bytes([self.pool.kinds[card], int(ability.number)]))

    def add_mark(self, card: i64, mark: i64, amount: i64) -> None:
        """Add to a mark of a card on the field."""
        slot = self.zones.slot_of(card)
        self.zones.set_mark(slot, mark, min(self.zones.mark(slot, mark) + amount, MAX_MARK))

    # Order

    def sort_by_kind(self, cards: vec[i64]) -> vec[i64]:
        """Return cards sorted by definition (stable). The group is sorted in place."""
        return sort_by_kind(cards, self.pool.kinds)


def new_card_view(card: Card) -> dict[str, Any]:
    """Return a card that has just entered the field, as views show it."""
    if not card.is_monster:
        return {"card": card.id}
    return {"card": card.id, "power": card.power, "printed": card.power}

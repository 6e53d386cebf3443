"""Operations on hands, decks and trashes. Their entries in the vocabulary are in `pool_operations`."""

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import STEP_CHOICE, STEP_DONE, STEP_NOTHING, Choice, Frame
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS, one_card
from tefuda.games.linkavel.rules.codes import (
    BOTH,
    CAUSE_DISCARD,
    DECK,
    DECK_OR_TRASH,
    HAND,
    LISTS,
    RANDOM,
    SEATS,
    SELF,
    SLOTS,
    TRASH,
)
from tefuda.games.linkavel.rules.continuous import matches, matching
from tefuda.games.linkavel.rules.field_steps import pick_at_random
from tefuda.games.linkavel.rules.model import CardFilter, Step
from tefuda.games.linkavel.rules.moves import special_summon, to_deck, to_hand, to_trash
from tefuda.games.linkavel.rules.player_steps import affected_seat
from tefuda.games.linkavel.rules.table import Table


class PoolStep(Step):
    """A step that takes cards from its owner's hand, deck, trash, or deck and trash."""

    def __init__(self, op: str, target: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__(op)
        self.target = target
        self.zone = zone
        self.count = count
        self.up_to = up_to
        self.filter = filter_

    def accepts(self, table: Table, other: i64, card: i64) -> bool:
        """Whether a card in the zone can be taken by an effect of `card`."""
        return matches(table, self.filter, other, card)

    def candidates(self, table: Table, card: i64) -> vec[i64]:
        cards = table.zone(table.pool.owner(card), self.zone)
        found = vec[i64]()
        for at in range(len(cards)):
            if self.accepts(table, cards[at], card):
                found = append(found, cards[at])
        return table.sort_by_kind(found)

    def has_candidate(self, table: Table, card: i64) -> bool:
        first = LISTS * table.pool.owner(card)
        if self.zone == DECK_OR_TRASH:
            return self.is_in_list(table, first + DECK, card) or self.is_in_list(table, first + TRASH, card)
        return self.is_in_list(table, first + self.zone, card)

    def is_in_list(self, table: Table, place: i64, card: i64) -> bool:
        """Whether a list has a candidate."""
        cells, first = table.zones.cells, table.zones.first_cell(place)
        for at in range(first, first + table.zones.length(place)):
            if self.accepts(table, i64(cells[at]), card):
                return True
        return False

    def max_count(self, table: Table, seat: i64) -> i64:
        """Return the maximum number of cards to take."""
        return self.count

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        card = frame.card
        seat = table.pool.owner(card)
        most = self.max_count(table, seat)
        if self.target == SELF or most <= 0:
            return self.take_cards(
                table, frame, one_card(card) if most > 0 and self.is_reachable(table, card) else NO_CARDS
            )
        found = self.candidates(table, card)
        if self.target == RANDOM:
            return self.take_and_shuffle(table, frame, pick_at_random(table, found, most))
        if len(found) == 0:
            return self.take_and_shuffle(table, frame, NO_CARDS)
        # Choices in hidden zones are always asked; a skipped one would reveal that there was only one candidate.
        if self.zone == TRASH and not self.up_to and (len(found) <= most or are_copies(table, found)):
            return self.take_and_shuffle(table, frame, found[:most])
        table.choice = Choice(seat, self.op, card, self.zone, found, most, self.up_to)
        return STEP_CHOICE

    @override
    def take(self, table: Table, frame: Frame, cards: vec[i64]) -> i64:
        return self.take_and_shuffle(table, frame, cards)

    def is_reachable(self, table: Table, card: i64) -> bool:
        """Whether the card itself can be taken: from the trash, and for a summon also from the hand."""
        zone = table.zone_of(card)
        return zone == TRASH or (zone == HAND and self.op == "summon")

    def take_and_shuffle(self, table: Table, frame: Frame, cards: vec[i64]) -> i64:
        """Take the cards, then shuffle a deck that was looked through (LV-15.4)."""
        seat = table.pool.owner(frame.card)
        did = self.take_cards(table, frame, cards)
        if (self.zone == DECK or self.zone == DECK_OR_TRASH) and table.zone_size(seat, DECK) > 0:
            table.shuffle_deck(seat)
        return did

    def take_cards(self, table: Table, frame: Frame, cards: vec[i64]) -> i64:
        if len(cards) > 0:
            self.act(table, cards)
        elif table.log is not None:
            data = {"card": table.name(frame.card), "op": self.op}
            table.log_event("nothing", data, reveals=self.zone != TRASH)
        return STEP_DONE if len(cards) > 0 else STEP_NOTHING

    def act(self, table: Table, cards: vec[i64]) -> None:
        raise NotImplementedError

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        seat = table.pool.owner(card)
        if self.max_count(table, seat) <= 0:
            return False
        if self.target == SELF:
            return self.is_reachable(table, card)
        if hidden or self.zone == TRASH or table.zone_size(seat, DECK if self.zone != HAND else HAND) == 0:
            return self.has_candidate(table, card)
        return True


class Summon(PoolStep):
    """Special summon the smallest number of: count, candidates, free slots (LV-5.11)."""

    def __init__(self, target: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("summon", target, zone, count, up_to, filter_)

    @override
    def max_count(self, table: Table, seat: i64) -> i64:
        return min(self.count, SLOTS - table.monster_count(seat))

    @override
    def accepts(self, table: Table, other: i64, card: i64) -> bool:
        return table.pool.definitions[other].is_monster and matches(table, self.filter, other, card)

    @override
    def act(self, table: Table, cards: vec[i64]) -> None:
        special_summon(table, cards)


class Search(PoolStep):
    """Add cards from the deck, or deck and trash, to the hand and show them (LV-11.12)."""

    def __init__(self, target: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("search", target, zone, count, up_to, filter_)

    @override
    def act(self, table: Table, cards: vec[i64]) -> None:
        for at in range(len(cards)):
            to_hand(table, cards[at], "search")


class Retrieve(PoolStep):
    """Add cards from the trash to the hand (LV-11.13)."""

    def __init__(self, target: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("retrieve", target, TRASH, count, up_to, filter_)

    @override
    def act(self, table: Table, cards: vec[i64]) -> None:
        for at in range(len(cards)):
            to_hand(table, cards[at], "retrieve")


class Recycle(PoolStep):
    """Shuffle cards from the trash into the deck (LV-11.4)."""

    def __init__(self, target: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("return", target, TRASH, count, up_to, filter_)

    @override
    def act(self, table: Table, cards: vec[i64]) -> None:
        to_deck(table, cards)


def are_copies(table: Table, cards: vec[i64]) -> bool:
    """Whether all cards are copies of one definition."""
    for at in range(1, len(cards)):
        if table.pool.kinds[cards[at]] != table.pool.kinds[cards[0]]:
            return False
    return True


class Discard(Step):
    """A player or both players discard, by choice or at random (LV-11.11)."""

    def __init__(self, count: i64, side: i64, at_random: bool, filter_: CardFilter | None) -> None:
        super().__init__("discard")
        self.count = count
        self.side = side
        self.at_random = at_random
        self.filter = filter_

    @override
    def part_count(self) -> i64:
        return 2 if self.side == BOTH else 1

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        seat = affected_seat(table, frame.card, self.side, frame.part)
        hand = table.zone(seat, HAND)
        # The source of the effect may be in the hand itself. It can be discarded like any other card.
        found = table.sort_by_kind(matching(table, hand, self.filter, NO_CARD))
        if self.at_random:
            return self.take(table, frame, pick_at_random(table, found, self.count))
        if len(found) == 0 or (self.filter is None and len(found) <= self.count):
            return self.take(table, frame, found)
        table.choice = Choice(seat, self.op, frame.card, HAND, found, self.count)
        return STEP_CHOICE

    @override
    def take(self, table: Table, frame: Frame, cards: vec[i64]) -> i64:
        if len(cards) == 0:
            if table.log is not None:
                seat = affected_seat(table, frame.card, self.side, frame.part)
                data = {"card": table.name(frame.card), "op": self.op, "seat": SEATS[seat]}
                table.log_event("nothing", data, reveals=self.filter is not None)
            return STEP_NOTHING
        to_trash(table, cards, CAUSE_DISCARD)
        return STEP_DONE

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(self.part_count()):
            seat = affected_seat(table, card, self.side, part)
            hand = LISTS * seat + HAND
            size = table.zones.length(hand)
            own = seat == table.pool.owner(card)
            if own and hidden:
                # A magic that discards has left the hand before it resolves.
                for at in range(size):
                    number = table.zones.at(hand, at)
                    if number != card and matches(table, self.filter, number, NO_CARD):
                        return True
            elif size > 0:
                return True
        return False

"""Operations on hands, decks and trashes. Their entries in the vocabulary are in `operations`."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.games.linkavel.rules.codes import (
    BOTH,
    CAUSE_DISCARD,
    CHOOSE,
    DECK,
    DECK_OR_TRASH,
    HAND,
    NO_CARD,
    RANDOM,
    SEATS,
    SELF,
    STEP_CHOICE,
    STEP_DONE,
    STEP_NOTHING,
    TRASH,
)
from tefuda.games.linkavel.rules.model import CardFilter, Choice, Frame, Step, count_occupied
from tefuda.games.linkavel.rules.steps import affected_seat, pick_at_random
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

    def candidates(self, table: Table, card: i64) -> bytes:
        cards = table.zone(table.pool.owner(card), self.zone)
        return table.sort_by_kind(table.matching(cards, self.filter, card))

    def max_count(self, table: Table, seat: i64) -> i64:
        """Return the maximum number of cards to take."""
        return self.count

    def run(self, table: Table, frame: Frame) -> i64:
        card = frame.card
        seat = table.pool.owner(card)
        most = self.max_count(table, seat)
        if self.target == SELF or most <= 0:
            return self.take_cards(table, frame, ONE[card] if most > 0 and self.is_reachable(table, card) else b"")
        found = self.candidates(table, card)
        if self.target == RANDOM:
            return self.take_and_shuffle(table, frame, pick_at_random(table, found, most))
        if not found:
            return self.take_and_shuffle(table, frame, b"")
        # Choices in hidden zones are always asked; a skipped one would reveal that there was only one candidate.
        if self.zone == TRASH and not self.up_to and (len(found) <= most or are_copies(table, found)):
            return self.take_and_shuffle(table, frame, found[:most])
        table.choice = Choice(seat, self.op, card, self.zone, found, most, self.up_to, b"", 0, self.filter)
        return STEP_CHOICE

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        return self.take_and_shuffle(table, frame, chosen)

    def is_reachable(self, table: Table, card: i64) -> bool:
        """Whether the card itself can be taken: from the trash, and for a summon also from the hand."""
        zone = table.zone_of(card)
        return zone == TRASH or (zone == HAND and self.op == "summon")

    def take_and_shuffle(self, table: Table, frame: Frame, cards: bytes) -> i64:
        """Take the cards, then shuffle a deck that was looked through (LV-15.4)."""
        seat = table.pool.owner(frame.card)
        did = self.take_cards(table, frame, cards)
        if (self.zone == DECK or self.zone == DECK_OR_TRASH) and table.side(seat).deck:
            table.shuffle_deck(seat)
        return did

    def take_cards(self, table: Table, frame: Frame, cards: bytes) -> i64:
        if cards:
            self.act(table, cards)
        elif table.log is not None:
            data = {"card": table.name(frame.card), "op": self.op}
            table.log_event("nothing", data, reveals=self.zone != TRASH)
        return STEP_DONE if cards else STEP_NOTHING

    def act(self, table: Table, cards: bytes) -> None:
        raise NotImplementedError

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        seat = table.pool.owner(card)
        if self.max_count(table, seat) <= 0:
            return False
        if self.target == SELF:
            return self.is_reachable(table, card)
        if hidden or self.zone == TRASH or not table.zone(seat, DECK if self.zone != HAND else HAND):
            return len(self.candidates(table, card)) > 0
        return True


class Summon(PoolStep):
    """Special summon the smallest number of: count, candidates, free slots (LV-5.11)."""

    def __init__(self, target: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("summon", target, zone, count, up_to, filter_)

    def max_count(self, table: Table, seat: i64) -> i64:
        return min(self.count, 3 - count_occupied(table.side(seat).monsters))

    def candidates(self, table: Table, card: i64) -> bytes:
        cards = table.zone(table.pool.owner(card), self.zone)
        found = b""
        for at in range(len(cards)):
            number: i64 = cards[at]
            if table.pool.card(number).is_monster and table.matches(self.filter, number, card):
                found += ONE[number]
        return table.sort_by_kind(found)

    def act(self, table: Table, cards: bytes) -> None:
        table.special_summon(cards)


class Search(PoolStep):
    """Add cards from the deck, or deck and trash, to the hand and show them (LV-11.12)."""

    def __init__(self, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("search", CHOOSE, zone, count, up_to, filter_)

    def act(self, table: Table, cards: bytes) -> None:
        for at in range(len(cards)):
            table.to_hand(cards[at], "search")


class Retrieve(PoolStep):
    """Add cards from the trash to the hand (LV-11.13)."""

    def __init__(self, target: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("retrieve", target, TRASH, count, up_to, filter_)

    def act(self, table: Table, cards: bytes) -> None:
        for at in range(len(cards)):
            table.to_hand(cards[at], "retrieve")


class Recycle(PoolStep):
    """Shuffle cards from the trash into the deck (LV-11.4)."""

    def __init__(self, target: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        super().__init__("return", target, TRASH, count, up_to, filter_)

    def act(self, table: Table, cards: bytes) -> None:
        table.to_deck(cards)


def are_copies(table: Table, cards: bytes) -> bool:
    """Whether all cards are copies of one definition."""
    for at in range(1, len(cards)):
        if table.pool.kinds[cards[at]] != table.pool.kinds[cards[0]]:
            return False
    return True


class Draw(Step):
    """A player or both players draw cards (LV-11.9)."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("draw")
        self.count = count
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        did = table.draw_cards(affected_seat(table, frame.card, self.side, 0), self.count)
        if self.side == BOTH:
            did = table.draw_cards(1 - table.turn, self.count) or did
        return STEP_DONE if did else STEP_NOTHING

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(2 if self.side == BOTH else 1):
            side = table.side(affected_seat(table, card, self.side, part))
            if side.deck or (side.trash and not side.has_refreshed):
                return True
        return False


class Mill(Step):
    """Send cards from the top of one or both decks to the trash (LV-11.10)."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("mill")
        self.count = count
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        did = table.mill_cards(affected_seat(table, frame.card, self.side, 0), self.count)
        if self.side == BOTH:
            did = table.mill_cards(1 - table.turn, self.count) or did
        return STEP_DONE if did else STEP_NOTHING

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(2 if self.side == BOTH else 1):
            if table.side(affected_seat(table, card, self.side, part)).deck:
                return True
        return False


class Discard(Step):
    """A player or both players discard, by choice or at random (LV-11.11)."""

    def __init__(self, count: i64, side: i64, at_random: bool, filter_: CardFilter | None) -> None:
        super().__init__("discard")
        self.count = count
        self.side = side
        self.at_random = at_random
        self.filter = filter_

    def part_count(self) -> i64:
        return 2 if self.side == BOTH else 1

    def run(self, table: Table, frame: Frame) -> i64:
        seat = affected_seat(table, frame.card, self.side, frame.part)
        hand = table.side(seat).hand
        # The source of the effect may be in the hand itself. It can be discarded like any other card.
        found = table.sort_by_kind(table.matching(hand, self.filter, NO_CARD))
        if self.at_random:
            return self.apply(table, frame, pick_at_random(table, found, self.count))
        if not found or (self.filter is None and len(found) <= self.count):
            return self.apply(table, frame, found)
        table.choice = Choice(seat, self.op, frame.card, HAND, found, self.count, False, b"", 0, self.filter)
        return STEP_CHOICE

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        if not chosen:
            if table.log is not None:
                seat = affected_seat(table, frame.card, self.side, frame.part)
                data = {"card": table.name(frame.card), "op": self.op, "seat": SEATS[seat]}
                table.log_event("nothing", data, reveals=self.filter is not None)
            return STEP_NOTHING
        table.to_trash(chosen, CAUSE_DISCARD)
        return STEP_DONE

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(self.part_count()):
            seat = affected_seat(table, card, self.side, part)
            hand = table.side(seat).hand
            own = seat == table.pool.owner(card)
            if own and hidden:
                # A magic that discards has left the hand before it resolves.
                for at in range(len(hand)):
                    number: i64 = hand[at]
                    if number != card and table.matches(self.filter, number, NO_CARD):
                        return True
            elif hand:
                return True
        return False

"""What the operations on hands, decks and trashes do. The words are in `operations`."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.games.linkavel.rules.codes import (
    ASKING,
    BOTH,
    CHOOSE,
    DECK,
    DECK_OR_TRASH,
    DISCARD,
    DONE,
    HAND,
    NOBODY,
    NOTHING,
    RANDOM,
    SEATS,
    SELF,
    TRASH,
)
from tefuda.games.linkavel.rules.model import Choice, Frame, Query, Step, occupied
from tefuda.games.linkavel.rules.steps import first_of, picked_at_random
from tefuda.games.linkavel.rules.table import Table


class FromPool(Step):
    """A step that takes cards out of a pool: of its owner's hand, deck, trash, or deck and trash together."""

    def __init__(self, op: str, target: i64, zone: i64, count: i64, up_to: bool, query: Query | None) -> None:
        super().__init__(op)
        self.target = target
        self.zone = zone
        self.count = count
        self.up_to = up_to
        self.query = query

    def candidates(self, table: Table, card: i64) -> bytes:
        cards = table.zone(table.pool.owner(card), self.zone)
        return table.by_kind(table.matching(cards, self.query, card))

    def most(self, table: Table, seat: i64) -> i64:
        """How many can be taken at the most."""
        return self.count

    def run(self, table: Table, frame: Frame) -> i64:
        card = frame.card
        seat = table.pool.owner(card)
        most = self.most(table, seat)
        if self.target == SELF or most <= 0:
            return self.take(table, frame, ONE[card] if most > 0 and self.is_reachable(table, card) else b"")
        found = self.candidates(table, card)
        if self.target == RANDOM:
            return self.finish(table, frame, picked_at_random(table, found, most))
        if not found:
            return self.finish(table, frame, b"")
        # What lies in a hidden place is always asked for: that there is only one way is nobody's business.
        if self.zone == TRASH and not self.up_to and (len(found) <= most or all_alike(table, found)):
            return self.finish(table, frame, found[:most])
        table.choice = Choice(seat, self.op, card, self.zone, found, most, self.up_to, b"", 0, self.query)
        return ASKING

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        return self.finish(table, frame, chosen)

    def is_reachable(self, table: Table, card: i64) -> bool:
        """Whether this card itself can be taken from where it is: the trash, and for a summon the hand."""
        zone = table.where(card)
        return zone == TRASH or (zone == HAND and self.op == "summon")

    def finish(self, table: Table, frame: Frame, cards: bytes) -> i64:
        """Do it with these, and shuffle the deck that was looked through (R23)."""
        seat = table.pool.owner(frame.card)
        did = self.take(table, frame, cards)
        if (self.zone == DECK or self.zone == DECK_OR_TRASH) and table.side(seat).deck:
            table.shuffle_deck(seat)
        return did

    def take(self, table: Table, frame: Frame, cards: bytes) -> i64:
        if cards:
            self.act(table, cards)
        elif table.log is not None:
            data = {"card": table.name(frame.card), "op": self.op}
            table.tell("nothing", data, reveals=self.zone != TRASH)
        return DONE if cards else NOTHING

    def act(self, table: Table, cards: bytes) -> None:
        raise NotImplementedError

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        seat = table.pool.owner(card)
        if self.most(table, seat) <= 0:
            return False
        if self.target == SELF:
            return self.is_reachable(table, card)
        if hidden or self.zone == TRASH or not table.zone(seat, DECK if self.zone != HAND else HAND):
            return len(self.candidates(table, card)) > 0
        return True


class Summon(FromPool):
    """Special summons: min(asked, candidates, free slots), together (R9)."""

    def __init__(self, target: i64, zone: i64, count: i64, up_to: bool, query: Query | None) -> None:
        super().__init__("summon", target, zone, count, up_to, query)

    def most(self, table: Table, seat: i64) -> i64:
        return min(self.count, 3 - occupied(table.side(seat).monsters))

    def candidates(self, table: Table, card: i64) -> bytes:
        cards = table.zone(table.pool.owner(card), self.zone)
        found = b""
        for at in range(len(cards)):
            number: i64 = cards[at]
            if table.pool.card(number).is_monster and table.fits(self.query, number, card):
                found += ONE[number]
        return table.by_kind(found)

    def act(self, table: Table, cards: bytes) -> None:
        table.special_summon(cards)


class Search(FromPool):
    """From the deck, or deck and trash, to the hand; the found card is shown."""

    def __init__(self, zone: i64, count: i64, up_to: bool, query: Query | None) -> None:
        super().__init__("search", CHOOSE, zone, count, up_to, query)

    def act(self, table: Table, cards: bytes) -> None:
        for at in range(len(cards)):
            table.to_hand(cards[at], "search")


class Retrieve(FromPool):
    """From the trash to the hand."""

    def __init__(self, target: i64, count: i64, up_to: bool, query: Query | None) -> None:
        super().__init__("retrieve", target, TRASH, count, up_to, query)

    def act(self, table: Table, cards: bytes) -> None:
        for at in range(len(cards)):
            table.to_hand(cards[at], "retrieve")


class Recycle(FromPool):
    """From the trash into the deck."""

    def __init__(self, target: i64, count: i64, up_to: bool, query: Query | None) -> None:
        super().__init__("return", target, TRASH, count, up_to, query)

    def act(self, table: Table, cards: bytes) -> None:
        table.to_deck(cards)


def all_alike(table: Table, cards: bytes) -> bool:
    """Whether some cards are copies of one."""
    for at in range(1, len(cards)):
        if table.pool.kinds[cards[at]] != table.pool.kinds[cards[0]]:
            return False
    return True


class Draw(Step):
    """A player, or both, draw cards."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("draw")
        self.count = count
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        did = table.draw_cards(first_of(table, frame.card, self.side, 0), self.count)
        if self.side == BOTH:
            did = table.draw_cards(1 - table.turn, self.count) or did
        return DONE if did else NOTHING

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(2 if self.side == BOTH else 1):
            side = table.side(first_of(table, card, self.side, part))
            if side.deck or (side.trash and not side.refreshed):
                return True
        return False


class Mill(Step):
    """From the top of a player's deck, or of both, to the trash."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("mill")
        self.count = count
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        did = table.mill_cards(first_of(table, frame.card, self.side, 0), self.count)
        if self.side == BOTH:
            did = table.mill_cards(1 - table.turn, self.count) or did
        return DONE if did else NOTHING

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(2 if self.side == BOTH else 1):
            if table.side(first_of(table, card, self.side, part)).deck:
                return True
        return False


class Discard(Step):
    """A player, or both, discard from the hand: what they choose, or at random."""

    def __init__(self, count: i64, side: i64, at_random: bool, query: Query | None) -> None:
        super().__init__("discard")
        self.count = count
        self.side = side
        self.at_random = at_random
        self.query = query

    def parts(self) -> i64:
        return 2 if self.side == BOTH else 1

    def run(self, table: Table, frame: Frame) -> i64:
        seat = first_of(table, frame.card, self.side, frame.part)
        hand = table.side(seat).hand
        # The card that asks may still be in a hand only when it speaks from there; it is a card like the others.
        found = table.by_kind(table.matching(hand, self.query, NOBODY))
        if self.at_random:
            return self.apply(table, frame, picked_at_random(table, found, self.count))
        if not found or (self.query is None and len(found) <= self.count):
            return self.apply(table, frame, found)
        table.choice = Choice(seat, self.op, frame.card, HAND, found, self.count, False, b"", 0, self.query)
        return ASKING

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        if not chosen:
            if table.log is not None:
                seat = first_of(table, frame.card, self.side, frame.part)
                data = {"card": table.name(frame.card), "op": self.op, "seat": SEATS[seat]}
                table.tell("nothing", data, reveals=self.query is not None)
            return NOTHING
        table.to_trash(chosen, DISCARD)
        return DONE

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        for part in range(self.parts()):
            seat = first_of(table, card, self.side, part)
            hand = table.side(seat).hand
            own = seat == table.pool.owner(card)
            if own and hidden:
                # A magic that discards is not in the hand any more when it does.
                for at in range(len(hand)):
                    number: i64 = hand[at]
                    if number != card and table.fits(self.query, number, NOBODY):
                        return True
            elif hand:
                return True
        return False

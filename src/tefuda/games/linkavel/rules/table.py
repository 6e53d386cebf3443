"""What can happen on the table: cards move, LP change, monsters are destroyed, and abilities notice it."""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.linkavel.rules.codes import (
    ANYHOW,
    BY_BATTLE,
    CAUSES,
    COST,
    DECK,
    DESTROYERS,
    DRAWN,
    EFFECT,
    FIELD,
    FIGHT,
    FROM_DECK,
    FROM_FIELD,
    FROM_HAND,
    HAND,
    MILL,
    NEXT_TURN,
    NOBODY,
    NORMALLY,
    ON_DESTROY,
    ON_DRAW,
    ON_LP_GAIN,
    ON_REFRESH,
    ON_SUMMON,
    ON_TRASH,
    PER_GAME,
    PER_TURN,
    PHASES,
    RUNNING,
    SEATS,
    SPECIALLY,
    THIS_TURN,
    WON_BY_ONE,
    ZONES,
)
from tefuda.games.linkavel.rules.model import BITS, POWER, SHIELD, Ability, Change, Frame
from tefuda.games.linkavel.rules.triggers import Noticing
from tefuda.games.linkavel.rules.zones import NO_FRAMES, NO_WAITING, free_slot, placed

MOST_LP: Final = 1_000_000_000_000
"""Nobody comes near it; numbers of the compiled rules have an end."""

ORIGIN_OF: list[int] = [FROM_HAND, FROM_DECK, ANYHOW, FROM_FIELD, FROM_FIELD]
"""By zone, what `from` of a trigger calls it."""


class Table(Noticing):
    """The field with everything that can happen on it."""

    # Cards leave and arrive

    def to_trash(self, cards: bytes, cause: i64) -> None:
        """Send cards to their owners' trash, all at once; those on the field then see each other leave."""
        present = self.present() if self.pool.hears[ON_TRASH] else b""
        origins = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            place = self.place(card) if self.log is not None else ""
            zone = self.take(card)
            origins += ONE[zone]
            side = self.side(self.pool.owner(card))
            side.trash += ONE[card]
            if self.log is not None:
                self.tell_trash(card, zone, place, cause)
        if self.pool.hears[ON_TRASH] or self.pool.speaks[ON_TRASH]:
            for at in range(len(cards)):
                number: i64 = cards[at]
                origin: i64 = ORIGIN_OF[origins[at]]
                self.notice(ON_TRASH, number, self.pool.owner(number), present, ANYHOW, origin, cause)

    def tell_trash(self, card: i64, zone: i64, place: str, cause: i64) -> None:
        data = {
            "seat": SEATS[self.pool.owner(card)],
            "card": self.name(card),
            "from": place or ZONES[zone],
            "cause": CAUSES[cause],
        }
        self.tell("trash", data, reveals=zone == HAND or zone == DECK)

    def to_hand(self, card: i64, by: str) -> None:
        """To its owner's hand, shown to both."""
        seat = self.pool.owner(card)
        place = self.place(card) if self.log is not None else ""
        zone = self.take(card)
        side = self.side(seat)
        side.hand += ONE[card]
        side.shown += ONE[card]
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "from": place or ZONES[zone]}
            self.tell(by, data, reveals=zone == DECK)

    def to_deck(self, cards: bytes) -> None:
        """To their owners' decks, which are shuffled."""
        changed = [False, False]
        for at in range(len(cards)):
            card: i64 = cards[at]
            seat = self.pool.owner(card)
            place = self.place(card) if self.log is not None else ""
            zone = self.take(card)
            self.side(seat).deck += ONE[card]
            changed[seat] = True
            if self.log is not None:
                self.tell("return_deck", {"seat": SEATS[seat], "card": self.name(card), "from": place or ZONES[zone]})
        for seat in range(2):
            if changed[seat]:
                self.shuffle_deck(seat)

    def shuffle_deck(self, seat: i64) -> None:
        side = self.side(seat)
        side.deck = self.shuffled(side.deck)
        if self.log is not None:
            self.tell("shuffle", {"seat": SEATS[seat]})

    def special_summon(self, cards: bytes) -> None:
        """Place monsters together in the leftmost free slots, as many as there is room for (R9)."""
        arrived = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            seat = self.pool.owner(card)
            side = self.side(seat)
            slot = free_slot(side.monsters)
            if slot < 0:
                continue
            zone = self.take(card)
            side.monsters = placed(side.monsters, slot, card)
            arrived += ONE[card]
            if self.log is not None:
                data = {"seat": SEATS[seat], "card": self.name(card), "at": self.place(card), "from": ZONES[zone]}
                self.tell("special_summon", data, reveals=zone == HAND or zone == DECK)
        self.notice_summons(arrived, SPECIALLY)

    def notice_summons(self, arrived: bytes, way: i64) -> None:
        if self.pool.hears[ON_SUMMON] or self.pool.speaks[ON_SUMMON]:
            present = self.present()
            for at in range(len(arrived)):
                card: i64 = arrived[at]
                self.notice(ON_SUMMON, card, self.pool.owner(card), present, way)

    def normal_summon(self, card: i64, slot: i64, costs: bytes) -> None:
        """Pay, place, and only then the triggers of the costs and of the summoned monster, one timing (R8)."""
        seat = self.turn
        side = self.side(seat)
        self.summoned = True
        if costs:
            if self.log is not None:
                self.tell("cost", {"seat": SEATS[seat], "cards": [self.place(cost) for cost in costs]})
            self.to_trash(costs, COST)
        self.take(card)
        side.monsters = placed(side.monsters, slot, card)
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "at": self.place(card)}
            self.tell("summon", data, reveals=True)
        self.notice_summons(ONE[card], NORMALLY)
        self.settle()

    # Drawing (section 7)

    def draw_cards(self, seat: i64, count: i64) -> bool:
        """Card by card; a needed draw from an empty deck refreshes it, once a turn, and owes one more (R1-R4)."""
        side = self.side(seat)
        drawn = False
        while count > 0:
            count -= 1
            if not side.deck:
                if side.refreshed or not side.trash:
                    if self.log is not None:
                        self.tell("no_draw", {"seat": SEATS[seat]})
                    continue
                self.refresh(seat)
                count += 1
            card: i64 = side.deck[0]
            side.deck = side.deck[1:]
            side.hand += ONE[card]
            drawn = True
            if self.log is not None:
                self.tell("draw", {"seat": SEATS[seat]}, seat, {"card": self.name(card)}, reveals=True)
            self.notice_draw(card, seat)
        return drawn

    def notice_draw(self, card: i64, seat: i64) -> None:
        if self.pool.speaks[ON_DRAW]:
            for ability in self.pool.card(card).when[ON_DRAW]:
                if not ability.other and self.holds(ability, card):
                    side = self.side(seat)
                    if index_of(side.shown, card) < 0:
                        side.shown += ONE[card]
                        self.tell("show", {"seat": SEATS[seat], "card": self.name(card)}, reveals=True)
        if self.pool.speaks[ON_DRAW] or self.pool.hears[ON_DRAW]:
            self.notice(ON_DRAW, card, seat, self.present())

    def refresh(self, seat: i64) -> None:
        side = self.side(seat)
        side.deck = self.shuffled(self.by_kind(side.trash))
        side.trash = b""
        side.refreshed = True
        self.refreshes += 1
        if self.log is not None:
            self.tell("refresh", {"seat": SEATS[seat], "cards": len(side.deck)})
        self.notice_player(ON_REFRESH, seat)

    def mill_cards(self, seat: i64, count: i64) -> bool:
        """From the top of the deck to the trash, as many as there are; never a refresh (R2)."""
        top = self.side(seat).deck[:count]
        if top:
            self.to_trash(top, MILL)
        return len(top) > 0

    # LP

    def gain_lp(self, seat: i64, amount: i64) -> bool:
        if amount <= 0:
            return False
        side = self.side(seat)
        side.lp = min(side.lp + amount, MOST_LP)
        if self.log is not None:
            self.tell("gain", {"seat": SEATS[seat], "amount": amount, "lp": side.lp})
        self.notice_player(ON_LP_GAIN, seat)
        return True

    def hurt(self, seat: i64, amount: i64, cause: str) -> bool:
        """Damage: LP go down, to 0 at the lowest."""
        if amount <= 0:
            return False
        side = self.side(seat)
        side.lp = max(0, side.lp - amount)
        if self.log is not None:
            self.tell("damage", {"seat": SEATS[seat], "amount": amount, "lp": side.lp, "cause": cause})
        return True

    # Destroying (section 14)

    def destroy_cards(self, cards: bytes, by: i64) -> bool:
        """Destroy cards on the field together, but for those that something protects; whether any was destroyed."""
        dying = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            if not self.on_field(card) or index_of(dying, card) >= 0:
                continue
            if not self.is_saved(card, by):
                dying += ONE[card]
        if not dying:
            return False
        present = self.present() if self.pool.hears[ON_DESTROY] else b""
        if self.log is not None:
            for card in dying:
                data = {"card": self.name(card), "at": self.place(card), "by": DESTROYERS[by]}
                self.tell("destroy", data)
        self.to_trash(dying, FIGHT if by == BY_BATTLE else EFFECT)
        if self.pool.hears[ON_DESTROY] or self.pool.speaks[ON_DESTROY]:
            for at in range(len(dying)):
                gone: i64 = dying[at]
                self.notice(ON_DESTROY, gone, self.pool.owner(gone), present, by)
        return True

    def is_saved(self, card: i64, by: i64) -> bool:
        """Whether a protection keeps a card; the one that does is used (R22): its own, changes, other cards'."""
        if not self.changes and not self.pool.has_guards:
            return False
        if self.pool.has_guards and self.protects(card, card, by):
            return True
        for change in self.changes:
            if change.kind == SHIELD and change.card == card and (change.amount == ANYHOW or change.amount == by):
                if change.once:
                    self.changes = [other for other in self.changes if other is not change]
                self.tell_saved(card, change.source)
                return True
        if self.pool.has_guards:
            seat = self.pool.owner(card)
            others = self.zone(seat, FIELD) + self.zone(1 - seat, FIELD)
            for at in range(len(others)):
                other: i64 = others[at]
                if other != card and self.protects(other, card, by):
                    return True
        return False

    def protects(self, source: i64, card: i64, by: i64) -> bool:
        """Whether a continuous ability of `source` saves a card; a limited one is used up."""
        for ability in self.continuous(source):
            if self.is_spent(source, ability):
                continue
            self.flat = True
            saves = self.holds(ability, source) and self.shields(ability, source, card, by)
            self.flat = False
            if saves:
                if ability.limit == PER_TURN:
                    self.mark(source, 0, 0, BITS[ability.number])
                elif ability.limit == PER_GAME:
                    self.spend(source, ability)
                self.tell_saved(card, source)
                return True
        return False

    def shields(self, ability: Ability, source: i64, card: i64, by: i64) -> bool:
        raise NotImplementedError

    def tell_saved(self, card: i64, source: i64) -> None:
        if self.log is not None:
            self.tell("saved", {"card": self.name(card), "at": self.place(card), "by": self.name(source)})

    # Changes

    def change_power(self, card: i64, source: i64, amount: i64, duration: i64) -> None:
        self.changes = [*self.changes, Change(POWER, card, source, amount, duration, self.expiry(source, duration))]
        if self.log is not None:
            data = {"card": self.name(card), "at": self.place(card), "amount": amount, "power": self.power(card)}
            self.tell("power", data)

    def shield(self, card: i64, source: i64, by: i64, duration: i64, once: bool) -> None:
        change = Change(SHIELD, card, source, by, duration, self.expiry(source, duration), once)
        self.changes = [*self.changes, change]
        if self.log is not None:
            self.tell("shield", {"card": self.name(card), "at": self.place(card), "from": DESTROYERS[by]})

    def expiry(self, source: i64, duration: i64) -> i64:
        """The turn at whose end a change goes: this one, or the next one of the opponent of whose effect it is."""
        if duration == THIS_TURN:
            return self.turn_number
        if duration == NEXT_TURN:
            return self.turn_number + (1 if self.turn == self.pool.owner(source) else 2)
        return 0

    # The end of the game

    def claim(self, seat: i64, reason: str) -> None:
        """A player fulfils a winning condition in the present operation."""
        self.claims |= 1 + seat
        if not self.reason:
            self.reason = reason

    def settle(self) -> None:
        """After every operation: whoever has won has won; both at once is a draw (R13)."""
        if self.outcome != RUNNING:
            return
        if self.one.lp == 0:
            self.claim(1, "lp")
        if self.two.lp == 0:
            self.claim(0, "lp")
        if self.pool.has_ends:
            self.look_at_ends()
        if self.claims:
            self.outcome = DRAWN if self.claims == 3 else WON_BY_ONE if self.claims == 1 else 2
            self.pending = NO_WAITING
            self.batch = NO_WAITING
            self.frames = NO_FRAMES
            self.choice = None
            self.attacker = self.defender = NOBODY
            self.broken = False

    def look_at_ends(self) -> None:
        raise NotImplementedError

    def push(self, frame: Frame) -> None:
        self.frames = [*self.frames, frame]

    def tell_phase(self) -> None:
        if self.log is not None:
            self.tell("phase", {"seat": SEATS[self.turn], "phase": PHASES[self.phase], "turn": self.turn_number})

"""Changes of the table: moving cards, LP, destruction, modifiers, and the triggers they cause."""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.games.linkavel.rules.codes import (
    BY_BATTLE,
    CAUSE_BATTLE,
    CAUSE_COST,
    CAUSE_EFFECT,
    CAUSE_MILL,
    DECK,
    DESTROY_CAUSES,
    FIELD,
    FROM_DECK,
    FROM_FIELD,
    FROM_HAND,
    HAND,
    NEXT_TURN,
    NO_CARD,
    NORMAL_SUMMON,
    ON_DESTROY,
    ON_DRAW,
    ON_LP_GAIN,
    ON_REFRESH,
    ON_SUMMON,
    ON_TRASH,
    OUTCOME_DRAW,
    PER_GAME,
    PER_TURN,
    PHASES,
    RUNNING,
    SEATS,
    SPECIAL_SUMMON,
    THIS_TURN,
    TRASH_CAUSES,
    WILDCARD,
    WON_BY_ONE,
    ZONES,
)
from tefuda.games.linkavel.rules.model import BITS, POWER_MODIFIER, PROTECTION, Ability, Frame, Modifier
from tefuda.games.linkavel.rules.triggers import Triggers
from tefuda.games.linkavel.rules.zones import NO_FRAMES, NO_TRIGGERS, first_free_slot, set_slot

MAX_LP: Final = 1_000_000_000_000
"""Above any LP that occurs in practice. Compiled integers are bounded."""

ORIGIN_BY_ZONE: list[int] = [FROM_HAND, FROM_DECK, WILDCARD, FROM_FIELD, FROM_FIELD]
"""By zone: the origin code for the `from` of a trigger."""


class Table(Triggers):
    """The zones with everything that can happen in them."""

    # Moving cards

    def to_trash(self, cards: bytes, cause: i64) -> None:
        """Send cards to their owners' trashes together. All cards on the field see all of them leave (LV-9.10)."""
        field_cards = self.field_cards() if self.pool.has_other_trigger[ON_TRASH] else b""
        origins = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            place = self.slot_name(card) if self.log is not None else ""
            zone = self.remove(card)
            origins += ONE[zone]
            side = self.side(self.pool.owner(card))
            side.trash += ONE[card]
            if self.log is not None:
                self.log_trash(card, zone, place, cause)
        if self.pool.has_other_trigger[ON_TRASH] or self.pool.has_self_trigger[ON_TRASH]:
            for at in range(len(cards)):
                number: i64 = cards[at]
                origin: i64 = ORIGIN_BY_ZONE[origins[at]]
                self.trigger(ON_TRASH, number, self.pool.owner(number), field_cards, WILDCARD, origin, cause)

    def log_trash(self, card: i64, zone: i64, place: str, cause: i64) -> None:
        data = {
            "seat": SEATS[self.pool.owner(card)],
            "card": self.name(card),
            "from": place or ZONES[zone],
            "cause": TRASH_CAUSES[cause],
        }
        self.log_event("trash", data, reveals=zone == HAND or zone == DECK)

    def to_hand(self, card: i64, by: str) -> None:
        """Add a card to its owner's hand and show it to both players."""
        seat = self.pool.owner(card)
        place = self.slot_name(card) if self.log is not None else ""
        zone = self.remove(card)
        side = self.side(seat)
        side.hand += ONE[card]
        side.revealed += ONE[card]
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "from": place or ZONES[zone]}
            self.log_event(by, data, reveals=zone == DECK)

    def to_deck(self, cards: bytes) -> None:
        """Shuffle cards into their owners' decks."""
        changed = [False, False]
        for at in range(len(cards)):
            card: i64 = cards[at]
            seat = self.pool.owner(card)
            place = self.slot_name(card) if self.log is not None else ""
            zone = self.remove(card)
            self.side(seat).deck += ONE[card]
            changed[seat] = True
            if self.log is not None:
                self.log_event(
                    "return_deck", {"seat": SEATS[seat], "card": self.name(card), "from": place or ZONES[zone]}
                )
        for seat in range(2):
            if changed[seat]:
                self.shuffle_deck(seat)

    def shuffle_deck(self, seat: i64) -> None:
        side = self.side(seat)
        side.deck = self.shuffled(side.deck)
        if self.log is not None:
            self.log_event("shuffle", {"seat": SEATS[seat]})

    def special_summon(self, cards: bytes) -> None:
        """Place monsters together in the leftmost free slots while there is room (LV-5.10, LV-5.11)."""
        summoned_cards = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            seat = self.pool.owner(card)
            side = self.side(seat)
            slot = first_free_slot(side.monsters)
            if slot < 0:
                continue
            zone = self.remove(card)
            side.monsters = set_slot(side.monsters, slot, card)
            summoned_cards += ONE[card]
            if self.log is not None:
                data = {"seat": SEATS[seat], "card": self.name(card), "at": self.slot_name(card), "from": ZONES[zone]}
                self.log_event("special_summon", data, reveals=zone == HAND or zone == DECK)
        self.trigger_summons(summoned_cards, SPECIAL_SUMMON)

    def trigger_summons(self, summoned_cards: bytes, by: i64) -> None:
        if self.pool.has_other_trigger[ON_SUMMON] or self.pool.has_self_trigger[ON_SUMMON]:
            field_cards = self.field_cards()
            for at in range(len(summoned_cards)):
                card: i64 = summoned_cards[at]
                self.trigger(ON_SUMMON, card, self.pool.owner(card), field_cards, by)

    def normal_summon(self, card: i64, slot: i64, costs: bytes) -> None:
        """Pay the cost and place the monster. Then queue the triggers of both (LV-5.7, LV-5.8)."""
        seat = self.turn
        side = self.side(seat)
        self.has_summoned = True
        if costs:
            if self.log is not None:
                self.log_event("cost", {"seat": SEATS[seat], "cards": [self.slot_name(cost) for cost in costs]})
            self.to_trash(costs, CAUSE_COST)
        self.remove(card)
        side.monsters = set_slot(side.monsters, slot, card)
        if self.log is not None:
            data = {"seat": SEATS[seat], "card": self.name(card), "at": self.slot_name(card)}
            self.log_event("summon", data, reveals=True)
        self.trigger_summons(ONE[card], NORMAL_SUMMON)
        self.check_state()

    # Drawing (LV-7)

    def draw_cards(self, seat: i64, count: i64) -> bool:
        """Draw card by card. An empty deck is refreshed once per turn, which adds a draw (LV-7.1 to LV-7.6)."""
        side = self.side(seat)
        drawn = False
        while count > 0:
            count -= 1
            if not side.deck:
                if side.has_refreshed or not side.trash:
                    if self.log is not None:
                        self.log_event("no_draw", {"seat": SEATS[seat]})
                    continue
                self.refresh(seat)
                count += 1
            card: i64 = side.deck[0]
            side.deck = side.deck[1:]
            side.hand += ONE[card]
            drawn = True
            if self.log is not None:
                self.log_event("draw", {"seat": SEATS[seat]}, seat, {"card": self.name(card)}, reveals=True)
            self.trigger_draw(card, seat)
        return drawn

    def trigger_draw(self, card: i64, seat: i64) -> None:
        if self.pool.has_self_trigger[ON_DRAW]:
            for ability in self.pool.card(card).abilities_on[ON_DRAW]:
                if not ability.about_others and self.condition_holds(ability, card):
                    side = self.side(seat)
                    if index_of(side.revealed, card) < 0:
                        side.revealed += ONE[card]
                        self.log_event("show", {"seat": SEATS[seat], "card": self.name(card)}, reveals=True)
        if self.pool.has_self_trigger[ON_DRAW] or self.pool.has_other_trigger[ON_DRAW]:
            self.trigger(ON_DRAW, card, seat, self.field_cards())

    def refresh(self, seat: i64) -> None:
        side = self.side(seat)
        side.deck = self.shuffled(self.sort_by_kind(side.trash))
        side.trash = b""
        side.has_refreshed = True
        self.refresh_count += 1
        if self.log is not None:
            self.log_event("refresh", {"seat": SEATS[seat], "cards": len(side.deck)})
        self.trigger_player(ON_REFRESH, seat)

    def mill_cards(self, seat: i64, count: i64) -> bool:
        """Send cards from the top of the deck to the trash. This never refreshes (LV-7.7)."""
        top = self.side(seat).deck[:count]
        if top:
            self.to_trash(top, CAUSE_MILL)
        return len(top) > 0

    # LP

    def gain_lp(self, seat: i64, amount: i64) -> bool:
        if amount <= 0:
            return False
        side = self.side(seat)
        side.lp = min(side.lp + amount, MAX_LP)
        if self.log is not None:
            self.log_event("gain", {"seat": SEATS[seat], "amount": amount, "lp": side.lp})
        self.trigger_player(ON_LP_GAIN, seat)
        return True

    def deal_damage(self, seat: i64, amount: i64, cause: str) -> bool:
        """Reduce LP, to 0 at the lowest."""
        if amount <= 0:
            return False
        side = self.side(seat)
        side.lp = max(0, side.lp - amount)
        if self.log is not None:
            self.log_event("damage", {"seat": SEATS[seat], "amount": amount, "lp": side.lp, "cause": cause})
        return True

    # Destruction (LV-14)

    def destroy_cards(self, cards: bytes, by: i64) -> bool:
        """Destroy the unprotected ones of these cards together. Return whether any was destroyed."""
        destroyed = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            if not self.is_on_field(card) or index_of(destroyed, card) >= 0:
                continue
            if not self.use_protection(card, by):
                destroyed += ONE[card]
        if not destroyed:
            return False
        field_cards = self.field_cards() if self.pool.has_other_trigger[ON_DESTROY] else b""
        if self.log is not None:
            for card in destroyed:
                data = {"card": self.name(card), "at": self.slot_name(card), "by": DESTROY_CAUSES[by]}
                self.log_event("destroy", data)
        self.to_trash(destroyed, CAUSE_BATTLE if by == BY_BATTLE else CAUSE_EFFECT)
        if self.pool.has_other_trigger[ON_DESTROY] or self.pool.has_self_trigger[ON_DESTROY]:
            for at in range(len(destroyed)):
                gone: i64 = destroyed[at]
                self.trigger(ON_DESTROY, gone, self.pool.owner(gone), field_cards, by)
        return True

    def use_protection(self, card: i64, by: i64) -> bool:
        """Use one protection: the card's own, a modifier, or another card's (LV-14.4). Return whether one applied."""
        if not self.modifiers and not self.pool.has_protection:
            return False
        if self.pool.has_protection and self.use_continuous_protection(card, card, by):
            return True
        for modifier in self.modifiers:
            if (
                modifier.kind == PROTECTION
                and modifier.card == card
                and (modifier.amount == WILDCARD or modifier.amount == by)
            ):
                if modifier.once:
                    self.modifiers = [other for other in self.modifiers if other is not modifier]
                self.log_protected(card, modifier.source)
                return True
        if self.pool.has_protection:
            seat = self.pool.owner(card)
            others = self.zone(seat, FIELD) + self.zone(1 - seat, FIELD)
            for at in range(len(others)):
                other: i64 = others[at]
                if other != card and self.use_continuous_protection(other, card, by):
                    return True
        return False

    def use_continuous_protection(self, source: i64, card: i64, by: i64) -> bool:
        """Use a continuous protection of `source` for a card. Return whether one applied."""
        for ability in self.continuous_abilities(source):
            if self.is_limit_used(source, ability):
                continue
            self.without_continuous = True
            saves = self.condition_holds(ability, source) and self.protects_card(ability, source, card, by)
            self.without_continuous = False
            if saves:
                if ability.limit == PER_TURN:
                    self.add_status(source, 0, 0, BITS[ability.number])
                elif ability.limit == PER_GAME:
                    self.use_limit(source, ability)
                self.log_protected(card, source)
                return True
        return False

    def protects_card(self, ability: Ability, source: i64, card: i64, by: i64) -> bool:
        raise NotImplementedError

    def log_protected(self, card: i64, source: i64) -> None:
        if self.log is not None:
            self.log_event("saved", {"card": self.name(card), "at": self.slot_name(card), "by": self.name(source)})

    # Modifiers

    def add_power_modifier(self, card: i64, source: i64, amount: i64, duration: i64) -> None:
        self.modifiers = [
            *self.modifiers,
            Modifier(POWER_MODIFIER, card, source, amount, duration, self.expiry(source, duration)),
        ]
        if self.log is not None:
            data = {"card": self.name(card), "at": self.slot_name(card), "amount": amount, "power": self.power(card)}
            self.log_event("power", data)

    def add_protection(self, card: i64, source: i64, by: i64, duration: i64, once: bool) -> None:
        modifier = Modifier(PROTECTION, card, source, by, duration, self.expiry(source, duration), once)
        self.modifiers = [*self.modifiers, modifier]
        if self.log is not None:
            self.log_event("shield", {"card": self.name(card), "at": self.slot_name(card), "from": DESTROY_CAUSES[by]})

    def expiry(self, source: i64, duration: i64) -> i64:
        """Return the turn at whose end a modifier expires (LV-12.10)."""
        if duration == THIS_TURN:
            return self.turn_number
        if duration == NEXT_TURN:
            return self.turn_number + (1 if self.turn == self.pool.owner(source) else 2)
        return 0

    # End of the game

    def add_winner(self, seat: i64, reason: str) -> None:
        """Record that a player meets a winning condition."""
        self.winners |= 1 + seat
        if not self.reason:
            self.reason = reason

    def check_state(self) -> None:
        """Check winning conditions after an operation. If both players win at once, it is a draw (LV-1.3, LV-1.4)."""
        if self.outcome != RUNNING:
            return
        if self.one.lp == 0:
            self.add_winner(1, "lp")
        if self.two.lp == 0:
            self.add_winner(0, "lp")
        if self.pool.has_win_effects:
            self.check_continuous_wins()
        if self.winners:
            self.outcome = OUTCOME_DRAW if self.winners == 3 else WON_BY_ONE if self.winners == 1 else 2
            self.pending = NO_TRIGGERS
            self.batch = NO_TRIGGERS
            self.frames = NO_FRAMES
            self.choice = None
            self.attacker = self.defender = NO_CARD
            self.battle_aborted = False

    def check_continuous_wins(self) -> None:
        raise NotImplementedError

    def push(self, frame: Frame) -> None:
        self.frames = [*self.frames, frame]

    def log_phase(self) -> None:
        if self.log is not None:
            self.log_event("phase", {"seat": SEATS[self.turn], "phase": PHASES[self.phase], "turn": self.turn_number})

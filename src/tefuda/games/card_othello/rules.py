"""The rules of Card Othello: the turn and its decisions. Clauses: docs/rules/card-othello.en.md."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.core.random import ChaCha, Random, chacha, fresh_chacha
from tefuda.core.state import OVER
from tefuda.games.card_othello import codes
from tefuda.games.card_othello.board import BIT, CELLS, NAMES, cells, count, nth, packed, placements
from tefuda.games.card_othello.cards import (
    GOLD_TIMES,
    MARK_OF,
    SILVER_TIMES,
    breed,
    chain_reaction,
    check_traps,
    cross_bomb,
    end_old_work,
    fire_dragon,
    fire_udg,
    heavens_blessing,
    pick_card,
    pick_cell,
    settled,
    show_hand,
    treasure_chest,
    will_of_absorption,
    will_of_resale,
)
from tefuda.games.card_othello.codes import (
    BLACK,
    BREEDING,
    CARD_NAMES,
    CHAIN_WILL,
    CROSS_BOMB,
    DONE,
    DRAGON,
    FREE_PLACEMENT,
    GOLD_STONE,
    KIND_NAMES,
    NO_CARD,
    PASS,
    PICK,
    PICK_CARD,
    PICKS,
    PICKS_CARD,
    PICKS_CELL,
    PICKS_NOTHING,
    PLUNDER_WILL,
    SACRIFICE_WILL,
    SELL_CARD_WILL,
    SIDES,
    SILVER_STONE,
    STEAL_CARD,
    UDG,
    USE,
    WHITE,
    WORK_WILL,
)
from tefuda.games.card_othello.marks import NOWHERE, Mark
from tefuda.games.card_othello.sampling import sample_cards, sample_traps
from tefuda.games.card_othello.table import Holding, Options, Table
from tefuda.games.card_othello.targets import targets, usable
from tefuda.games.card_othello.turn_start import end_protection, start_effects

NO_CARDS = vec[u8]()


def new_deck(options: Options, luck: Random) -> vec[u8]:
    """Every type as often as it is sure to be there, the rest at random, shuffled (CO-4.1)."""
    deck = vec[u8]()
    for kind in options.kinds:
        for _ in range(options.copies[i64(kind)]):
            deck = append(deck, kind)
    while len(deck) < options.deck_size:
        deck = append(deck, options.kinds[luck.below(len(options.kinds))])
    luck.shuffle_cards(deck)
    return deck


def opening(options: Options, seed: int) -> "CardOthelloState":
    """The board before black's first turn: four stones, two decks, no hands, no charge (CO-3, CO-4.2)."""
    luck = chacha(seed)
    black_deck = new_deck(options, luck) if options.cards else NO_CARDS
    white_deck = new_deck(options, luck) if options.cards else NO_CARDS
    black = Holding(0, NO_CARDS, black_deck, 0, NO_CARDS)
    white = Holding(0, NO_CARDS, white_deck, 0, NO_CARDS)
    return CardOthelloState(options, black, white, luck)


class CardOthelloState(Table):
    """A moment at which somebody decides, or the end.

    Actions: 0-63 place a stone, 64-127 pick a cell, 128-157 use a card, 158-187 pick a card, 188 done, 189 pass.
    """

    def __init__(self, options: Options, black: Holding, white: Holding, luck: ChaCha) -> None:
        super().__init__(options, black, white, luck)

    # The turn (CO-7.3)

    def begin_turn(self, side: i64) -> None:
        """Turn start, draw, and then the player decides."""
        self.seat = side
        self.card_used = False
        self.placements = 1
        self.pending = NO_CARD
        self.sprouts &= ~self.stones(side)
        if self.log is not None:
            self.log.append(Event("turn", {"side": SIDES[side]}))
        if self.options.cards:
            start_effects(self)
            self.draw()
        self.look()

    def draw(self) -> None:
        """One card; with a full hand or an empty deck the draw is lost (CO-4.3 to CO-4.5)."""
        holding = self.holding(self.seat)
        if len(holding.hand) >= self.options.hand_limit or holding.in_deck() == 0:
            if self.log is not None:
                reason = "hand_full" if holding.in_deck() > 0 else "deck_empty"
                self.log.append(Event("no_draw", {"side": SIDES[self.seat], "reason": reason}))
            return
        card = i64(holding.deck[holding.drawn])
        holding.drawn += 1
        holding.gain(card)
        if self.log is not None:
            secret = {"card": CARD_NAMES[card]}
            self.log.append(Event("draw", {"side": SIDES[self.seat]}, self.seat, secret, reveals=True))

    def look(self) -> None:
        """Where can a stone be placed? (CO-2.2, CO-10.2)"""
        empty = self.empty()
        if self.pending == FREE_PLACEMENT:
            self.choices = empty
        elif self.seat == BLACK:
            self.choices = placements(self.black, self.white & ~self.immune, empty)
        else:
            self.choices = placements(self.white, self.black & ~self.immune, empty)

    def end_turn(self) -> None:
        """Short protections run out, and the other player's turn begins (CO-6.1)."""
        if self.marked != 0:
            end_protection(self)
        self.begin_turn(1 - self.seat)

    def picking(self) -> i64:
        """What the pending card asks for: nothing, a cell or a card."""
        return i64(PICKS[self.pending]) if self.pending != NO_CARD else PICKS_NOTHING

    # What can be done

    def may_use(self, card: i64) -> bool:
        """One card a turn, before the placement (CO-9.1, CO-9.2)."""
        return not self.card_used and usable(self, card)

    def may_stop(self) -> bool:
        """After one sacrifice the rest is voluntary (CO-10.5)."""
        return self.pending == SACRIFICE_WILL and self.sacrificed > 0

    def pickable(self) -> vec[u8]:
        """The cards that the pending card may pick from."""
        if self.pending == SELL_CARD_WILL:
            return self.holding(self.seat).hand
        if self.pending == codes.HEAVEN_BLESSING:
            return self.offers
        return self.holding(1 - self.seat).hand

    def actions(self) -> list[i64]:
        found: list[i64] = []
        if self.seat == OVER:
            return found
        asked = self.picking()
        if asked == PICKS_CELL:
            found = [PICK + cell for cell in cells(targets(self, self.pending))]
            if self.may_stop():
                found.append(DONE)
        elif asked == PICKS_CARD:
            from_these = self.pickable()
            for slot in range(len(from_these)):
                if not earlier(from_these, slot):
                    found.append(PICK_CARD + i64(from_these[slot]))
            found.sort()
        else:
            found = cells(self.choices)
            if not self.card_used:
                hand = self.holding(self.seat).hand
                cards: list[i64] = []
                for slot in range(len(hand)):
                    if not earlier(hand, slot) and usable(self, i64(hand[slot])):
                        cards.append(USE + i64(hand[slot]))
                cards.sort()
                found += cards
            if self.choices == 0:
                found.append(PASS)
        return found

    def is_legal(self, action: i64) -> bool:
        if self.seat == OVER or action < 0 or action > PASS:
            return False
        asked = self.picking()
        if asked == PICKS_CELL:
            if action == DONE:
                return self.may_stop()
            return PICK <= action < USE and targets(self, self.pending) & BIT[action - PICK] != 0
        if asked == PICKS_CARD:
            return PICK_CARD <= action < DONE and u8(action - PICK_CARD) in self.pickable()
        if action < PICK:
            return self.choices & BIT[action] != 0
        if USE <= action < PICK_CARD:
            return self.holding(self.seat).holds(action - USE) and self.may_use(action - USE)
        return action == PASS and self.choices == 0

    def random_action(self, random: Random) -> i64:
        asked = self.picking()
        if asked == PICKS_CARD:
            return super().random_action(random)
        if asked == PICKS_CELL:
            aims = targets(self, self.pending)
            number = count(aims)
            pick = random.below(number + 1 if self.may_stop() else number)
            return PICK + nth(aims, pick) if pick < number else DONE
        number = count(self.choices)
        if self.card_used or not self.options.cards:
            return nth(self.choices, random.below(number)) if number > 0 else PASS
        hand = self.holding(self.seat).hand
        ready: i64 = 0
        """The slots whose card can be used, as bits."""
        cards: i64 = 0
        for slot in range(len(hand)):
            if usable(self, i64(hand[slot])) and not earlier(hand, slot):
                ready |= BIT[slot]
                cards += 1
        pick = random.below(number + cards if number > 0 else cards + 1)
        if pick < cards:
            return USE + i64(hand[nth(ready, pick)])
        return nth(self.choices, pick - cards) if number > 0 else PASS

    # Doing it

    def play(self, action: i64) -> None:
        if action < PICK:
            self.place(action)
        elif action == PASS:
            self.skip_placement()
        elif action < USE:
            pick_cell(self, action - PICK)
            self.look()
        elif action < PICK_CARD:
            self.use(action - USE)
            self.look()
        elif action < DONE:
            pick_card(self, action - PICK_CARD)
            self.look()
        else:
            settled(self)
            self.look()
        if self.log is not None:
            self.tell_choice()

    def use(self, card: i64) -> None:
        """Pay for a card and use it; there is no way back (CO-9.1, CO-5.3)."""
        holding = self.holding(self.seat)
        holding.take(card)
        holding.throw_away(card)
        self.card_used = True
        if self.log is not None:
            self.log.append(Event("use", {"side": SIDES[self.seat], "card": CARD_NAMES[card]}))
        self.add_charge(self.seat, -self.options.costs[card], "cost")
        if card == codes.TREASURE_BOX:
            treasure_chest(self)
        elif card == codes.DOUBLE_PLACE:
            self.placements = 2
        else:
            self.pending = card
            if card == codes.HEAVEN_BLESSING:
                heavens_blessing(self)
            elif card == codes.CONDEMN_WILL:
                show_hand(self)

    def skip_placement(self) -> None:
        """A pass drops what is pending; the second in a row ends the game (CO-2.5, CO-2.6)."""
        self.passes += 1
        self.pending = NO_CARD
        if self.log is not None:
            self.log.append(Event("pass", {"side": SIDES[self.seat]}))
        if self.passes == 2:
            self.finish("passes")
        else:
            self.end_turn()

    def place(self, cell: i64) -> None:
        """Place a stone, flip its lines, and all that follows (CO-7.3)."""
        side = self.seat
        card = self.pending
        self.passes = 0
        self.put(BIT[cell], side)
        if self.log is not None:
            look = None if card == NO_CARD else look_of(card)
            self.log.append(Event("place", {"side": SIDES[side], "at": NAMES[cell], "look": look}))
        mark = self.mark_placed(card, cell) if card != NO_CARD else None
        flipped = self.lines(cell, side)
        if flipped != 0:
            self.flip(flipped, side, "placement", cell)
        if card != NO_CARD:
            self.after_placement(card, cell, flipped, mark)
        elif self.options.cards:
            self.add_charge(side, count(flipped), "placement")
        if self.springing:
            check_traps(self)
        self.placements -= 1
        self.end_check()

    def mark_placed(self, card: i64, cell: i64) -> Mark | None:
        """The stone carries its mark from the moment it is placed (CO-12.4)."""
        kind = MARK_OF[card]
        if card == WORK_WILL:
            end_old_work(self, self.seat)
        return self.mark(kind, cell, self.seat) if kind >= 0 else None

    def after_placement(self, card: i64, cell: i64, flipped: i64, mark: Mark | None) -> None:
        """Chain, self-destruction, plunder, resale; the charge; bombs and first firings (CO-7.6, CO-7.7)."""
        side = self.seat
        paid = count(flipped)
        if card == CHAIN_WILL:
            paid += chain_reaction(self, flipped)
        elif card == GOLD_STONE or card == SILVER_STONE:
            self.destroy(BIT[cell], "self", side)
            paid *= GOLD_TIMES if card == GOLD_STONE else SILVER_TIMES
        elif card == PLUNDER_WILL:
            paid += will_of_absorption(self, paid)
        elif card == STEAL_CARD:
            will_of_resale(self, paid)
        self.pending = NO_CARD
        self.add_charge(side, paid, "placement")
        if card == CROSS_BOMB:
            cross_bomb(self, cell)
        elif mark is not None:
            if mark.kind == DRAGON:
                fire_dragon(self, mark)
            elif mark.kind == BREEDING:
                breed(self, mark)
            elif mark.kind == UDG:
                fire_udg(self, mark)

    def end_check(self) -> None:
        """A full board ends the game; else a second throw, where there is one and a place for it, or the next turn."""
        if self.empty() == 0:
            self.finish("full")
            return
        if self.placements > 0:
            self.look()
            if self.choices != 0:
                return
        self.end_turn()

    def finish(self, reason: str) -> None:
        """The game is over; the stones decide (CO-8.3)."""
        self.seat = OVER
        self.choices = 0
        if self.log is not None:
            black, white = count(self.black), count(self.white)
            winner = SIDES[BLACK] if black > white else SIDES[WHITE] if white > black else None
            data = {"black": black, "white": white, "winner": winner, "reason": reason}
            self.log.append(Event("end", data))

    def scores(self) -> list[float]:
        black, white = count(self.black), count(self.white)
        if black == white:
            return [0.5, 0.5]
        return [1.0, 0.0] if black > white else [0.0, 1.0]

    # The decision, in words for clients

    def open_choice(self) -> dict[str, Any]:
        """What everybody may know of the decision to be taken."""
        return {
            "seat": SIDES[self.seat],
            "pending": CARD_NAMES[self.pending] if self.pending != NO_CARD else None,
            "picked": [NAMES[self.first]] if self.first != NOWHERE else [],
            "sacrificed": self.sacrificed,
            "card_used": self.card_used,
            "placements": self.placements,
            "passes": self.passes,
        }

    def own_choice(self) -> dict[str, Any]:
        """What the player to move may choose from, for that player's eyes."""
        places: list[str] = []
        cards: list[str] = []
        others: list[str] = []
        for action in self.actions():
            if action < USE:
                places.append(NAMES[action % CELLS])
            elif action < PICK_CARD:
                cards.append(CARD_NAMES[action - USE])
            elif action < DONE:
                cards.append(CARD_NAMES[action - PICK_CARD])
            else:
                others.append("done" if action == DONE else "pass")
        return {"cells": places, "cards": cards, "others": others}

    def tell_choice(self) -> None:
        if self.log is not None and self.seat != OVER:
            self.log.append(Event("choice", self.open_choice(), self.seat, self.own_choice()))

    # The value

    def clone(self) -> "CardOthelloState":
        copy = CardOthelloState(self.options, self.black_holding.copy(), self.white_holding.copy(), self.luck.copy())
        self.copy_to(copy)
        return copy

    def resample(self, seat: i64, random: Random) -> "CardOthelloState":
        """What the seat cannot see is drawn anew: cards, the opponent's traps, the luck to come (CO-13)."""
        world = self.clone()
        if not self.options.cards:
            return world
        world.luck = fresh_chacha(random)
        sample_cards(world, seat, random)
        sample_traps(world, seat, random)
        return world

    def encode(self) -> bytes:
        o = self.options
        parts = [
            bytes([o.cards, o.hand_limit, o.charge_cap, o.deck_size, *o.costs, *o.copies]),
            packed(self.black),
            packed(self.white),
            packed(self.sprouts),
            bytes([self.seat + 1, self.pending + 1, self.first + 1, self.sacrificed, self.card_used]),
            bytes([self.placements, self.passes, len(self.marks)]),
        ]
        for mark in self.marks:
            parts.append(bytes([mark.kind, mark.at, mark.owner, mark.left, mark.origin + 1]))
        for holding in (self.black_holding, self.white_holding):
            parts.append(bytes([holding.charge, holding.snares]))
            parts += [counted(holding.hand), counted(holding.deck[holding.drawn :]), counted(holding.discard)]
        parts += [counted(self.offers), counted(self.made), f"{self.luck.seed()}:{self.luck.drawn()}".encode()]
        return b"".join(parts)


def earlier(cards: vec[u8], slot: i64) -> bool:
    """Whether the same card stands further left."""
    for other in range(slot):
        if cards[other] == cards[slot]:
            return True
    return False


def counted(cards: vec[u8]) -> bytes:
    return bytes([len(cards)]) + bytes(cards)


def look_of(card: i64) -> str | None:
    """How the stone placed after a card looks at once (CO-12.4); None for a stone like any other."""
    if MARK_OF[card] >= 0:
        return KIND_NAMES[MARK_OF[card]]
    return CARD_NAMES[card] if card == CROSS_BOMB or card == GOLD_STONE or card == SILVER_STONE else None

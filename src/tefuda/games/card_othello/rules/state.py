"""The rules of Card Othello: the turn and its decisions. Clauses: docs/rules/card-othello.en.md."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.core.random import ChaCha, Random, chacha, fresh_chacha
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, NAMES, count, packed, placements
from tefuda.games.card_othello.rules.card_effects import (
    GOLD_TIMES,
    MARK_OF,
    SILVER_TIMES,
    breed,
    chain_reaction,
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
from tefuda.games.card_othello.rules.codes import (
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
    PLUNDER_WILL,
    SIDES,
    SILVER_STONE,
    STEAL_CARD,
    UDG,
    USE,
    WHITE,
    WORK_WILL,
)
from tefuda.games.card_othello.rules.decisions import Decisions
from tefuda.games.card_othello.rules.hands import NO_CARDS, Holding, Options
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.sampling import sample_cards, sample_traps
from tefuda.games.card_othello.rules.traps import check_traps
from tefuda.games.card_othello.rules.turn_start import end_protection, start_effects


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


class CardOthelloState(Decisions):
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
        self.placed = 0
        self.placements = 1
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
            self.placements += 1
        else:
            self.pending = card
            if card == codes.HEAVEN_BLESSING:
                heavens_blessing(self)
            elif card == codes.CONDEMN_WILL:
                show_hand(self)

    def skip_placement(self) -> None:
        """A pass drops what is pending; the second in a row, or a full board, ends the game (CO-2.5, CO-8.2)."""
        self.passes += 1
        if self.log is not None:
            self.log.append(Event("pass", {"side": SIDES[self.seat]}))
        settled(self)
        if self.passes == 2:
            self.finish("passes")
        elif self.empty() == 0:
            self.finish("full")
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
        self.placed += 1
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
        reason = "placement"
        if card == CHAIN_WILL:
            paid += chain_reaction(self, flipped)
        elif card == GOLD_STONE or card == SILVER_STONE:
            self.destroy(BIT[cell], "self", side)
            paid *= GOLD_TIMES if card == GOLD_STONE else SILVER_TIMES
        elif card == PLUNDER_WILL:
            paid += will_of_absorption(self, paid)
            reason = "absorption"
        elif card == STEAL_CARD:
            will_of_resale(self, paid)
        self.pending = NO_CARD
        self.add_charge(side, paid, reason)
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
        self.tell_end(reason)

    def tell_end(self, reason: str) -> None:
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

    # The value

    def clone(self) -> "CardOthelloState":
        copy = CardOthelloState(self.options, self.black_holding.copy(), self.white_holding.copy(), self.luck)
        self.copy_to(copy)
        self.luck_shared = copy.luck_shared = True
        return copy

    def is_open(self) -> bool:
        """Without cards there is neither luck nor anything to hide."""
        return not self.options.cards

    def resample(self, seat: i64, random: Random) -> "CardOthelloState":
        """What the seat cannot see is drawn anew: cards, the opponent's traps, the luck to come (CO-13)."""
        world = self.clone()
        if not self.options.cards:
            return world
        world.luck = fresh_chacha(random)
        world.luck_shared = False
        sample_cards(world, seat, random)
        sample_traps(world, seat, random)
        return world

    def game_id(self) -> str:
        return "card-othello"

    def encode(self) -> bytes:
        o = self.options
        parts = [
            bytes([o.cards, o.hand_limit, o.charge_cap, o.deck_size, *o.costs, *o.copies]),
            packed(self.black),
            packed(self.white),
            packed(self.sprouts),
            bytes([self.seat + 1, self.pending + 1, self.first + 1, self.sacrificed, self.card_used]),
            bytes([self.placed, self.placements, self.passes, len(self.marks)]),
        ]
        for mark in self.marks:
            parts.append(bytes([mark.kind, mark.at, mark.owner, mark.left, mark.origin + 1]))
        for holding in (self.black_holding, self.white_holding):
            parts.append(bytes([holding.charge, holding.snares]))
            parts += [counted(holding.hand), counted(holding.deck[holding.drawn :]), counted(holding.discard)]
        parts += [counted(self.offers), counted(self.made), f"{self.luck.seed()}:{self.luck.drawn()}".encode()]
        return b"".join(parts)


def counted(cards: vec[u8]) -> bytes:
    return bytes([len(cards) & 0xFF, len(cards) >> 8]) + bytes(cards)


def look_of(card: i64) -> str | None:
    """How the stone placed after a card looks at once (CO-12.4); None for a stone like any other."""
    if MARK_OF[card] >= 0:
        return KIND_NAMES[MARK_OF[card]]
    return CARD_NAMES[card] if card == CROSS_BOMB or card == GOLD_STONE or card == SILVER_STONE else None

"""The state of Card Othello: the turn and its actions. Clauses: docs/rules/card-othello.en.md."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8
from typing_extensions import override

from tefuda.core.events import Event
from tefuda.core.observation import MaskBuffer, ObservationBuffer
from tefuda.core.random import ChaCha, Random, chacha, fresh_chacha
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules import codes, observation
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, placement_mask, popcount, to_bytes
from tefuda.games.card_othello.rules.card_effects import (
    MARK_KIND_OF_CARD,
    breeding_will,
    chain_will,
    clear_pending,
    condemn_will_show_hand,
    cross_bomb,
    end_previous_work,
    heaven_blessing,
    multiply_charge,
    pick_card,
    pick_cell,
    plunder_will,
    steal_card,
    treasure_box,
    ultimate_destroy_god,
    ultimate_reverse_dragon,
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
    MARK_KINDS,
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
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.player_state import NO_CARDS, CardOthelloOptions, PlayerState
from tefuda.games.card_othello.rules.sampling import sample_cards, sample_traps
from tefuda.games.card_othello.rules.traps import check_traps
from tefuda.games.card_othello.rules.turn_start import end_protection, resolve_turn_start


def make_deck(options: CardOthelloOptions, rng: Random) -> vec[u8]:
    """Return a shuffled deck: the guaranteed copies, and random cards up to the deck size (CO-4.1)."""
    deck = vec[u8]()
    for kind in options.card_types:
        for _ in range(options.copies[i64(kind)]):
            deck = append(deck, kind)
    while len(deck) < options.deck_size:
        deck = append(deck, options.card_types[rng.below(len(options.card_types))])
    rng.shuffle_cards(deck)
    return deck


def initial_state(options: CardOthelloOptions, seed: int) -> "CardOthelloState":
    """Return the state before black's first turn: four stones, two decks, empty hands, no charge (CO-3, CO-4.2)."""
    rng = chacha(seed)
    black_deck = make_deck(options, rng) if options.cards else NO_CARDS
    white_deck = make_deck(options, rng) if options.cards else NO_CARDS
    black = PlayerState(0, NO_CARDS, black_deck, 0, NO_CARDS)
    white = PlayerState(0, NO_CARDS, white_deck, 0, NO_CARDS)
    return CardOthelloState(options, black, white, rng)


class CardOthelloState(Decisions):
    """The state before a decision, or after the end.

    Actions: 0-63 place a stone, 64-127 pick a cell, 128-157 use a card, 158-187 pick a card, 188 done, 189 pass.
    """

    def __init__(self, options: CardOthelloOptions, black: PlayerState, white: PlayerState, rng: ChaCha) -> None:
        super().__init__(options, black, white, rng)

    # The turn (CO-7.3)

    def begin_turn(self, side: i64) -> None:
        """Resolve the turn start, draw, and let the player decide."""
        self.seat = side
        self.card_used = False
        self.placed = 0
        self.placements_left = 1
        self.sprouts &= ~self.stones(side)
        if self.log is not None:
            self.log.append(Event("turn", {"side": SIDES[side]}))
        if self.options.cards:
            resolve_turn_start(self)
            self.draw()
        self.update_legal_cells()

    def draw(self) -> None:
        """Draw a card; with a full hand or an empty deck the draw is lost (CO-4.3 to CO-4.5)."""
        player = self.player(self.seat)
        if len(player.hand) >= self.options.hand_limit or player.cards_in_deck() == 0:
            if self.log is not None:
                reason = "hand_full" if player.cards_in_deck() > 0 else "deck_empty"
                self.log.append(Event("no_draw", {"side": SIDES[self.seat], "reason": reason}))
            return
        card = i64(player.deck[player.drawn])
        player.drawn += 1
        player.add_to_hand(card)
        if self.log is not None:
            secret = {"card": CARD_NAMES[card]}
            self.log.append(Event("draw", {"side": SIDES[self.seat]}, self.seat, secret, reveals=True))

    def update_legal_cells(self) -> None:
        """Update the cells where a stone can be placed (CO-2.2; FREE_PLACEMENT, CO-10.2)."""
        empty = self.empty_cells()
        if self.pending == FREE_PLACEMENT:
            self.legal_cells = empty
        elif self.seat == BLACK:
            self.legal_cells = placement_mask(self.black, self.white & ~self.immune, empty)
        else:
            self.legal_cells = placement_mask(self.white, self.black & ~self.immune, empty)

    def end_turn(self) -> None:
        """End short protections and begin the other player's turn (CO-6.1)."""
        if self.marked != 0:
            end_protection(self)
        self.begin_turn(1 - self.seat)

    # Actions

    @override
    def play(self, action: i64) -> None:
        if action < PICK:
            self.place_stone(action)
        elif action == PASS:
            self.pass_turn()
        elif action < USE:
            pick_cell(self, action - PICK)
            self.update_legal_cells()
        elif action < PICK_CARD:
            self.use_card(action - USE)
            self.update_legal_cells()
        elif action < DONE:
            pick_card(self, action - PICK_CARD)
            self.update_legal_cells()
        else:
            clear_pending(self)
            self.update_legal_cells()
        if self.log is not None:
            self.log_choice()

    def use_card(self, card: i64) -> None:
        """Pay for a card and use it (CO-9.1, CO-5.3)."""
        player = self.player(self.seat)
        player.remove_from_hand(card)
        player.add_to_discard(card)
        self.card_used = True
        if self.log is not None:
            self.log.append(Event("use", {"side": SIDES[self.seat], "card": CARD_NAMES[card]}))
        self.add_charge(self.seat, -self.options.costs[card], "cost")
        if card == codes.TREASURE_BOX:
            treasure_box(self)
        elif card == codes.DOUBLE_PLACE:
            self.placements_left += 1
        else:
            self.pending = card
            if card == codes.HEAVEN_BLESSING:
                heaven_blessing(self)
            elif card == codes.CONDEMN_WILL:
                condemn_will_show_hand(self)

    def pass_turn(self) -> None:
        """Drop the pending card and pass; two passes in a row or a full board end the game (CO-2.5, CO-8.2)."""
        self.passes += 1
        if self.log is not None:
            self.log.append(Event("pass", {"side": SIDES[self.seat]}))
        clear_pending(self)
        if self.passes == 2:
            self.end_game("passes")
        elif self.empty_cells() == 0:
            self.end_game("full")
        else:
            self.end_turn()

    def place_stone(self, cell: i64) -> None:
        """Place a stone, flip its lines, and resolve the effects (CO-7.3)."""
        side = self.seat
        card = self.pending
        self.passes = 0
        self.set_colour(BIT[cell], side)
        if self.log is not None:
            look = None if card == NO_CARD else stone_look(card)
            self.log.append(Event("place", {"side": SIDES[side], "at": CELL_NAMES[cell], "look": look}))
            if card == FREE_PLACEMENT:
                self.log.append(Event("free_placement", {"side": SIDES[side], "at": CELL_NAMES[cell]}))
        mark = self.add_placement_mark(card, cell) if card != NO_CARD else None
        flipped = self.flips_at(cell, side)
        if flipped != 0:
            self.flip(flipped, side, "placement", cell)
        if card != NO_CARD:
            self.resolve_placement(card, cell, flipped, mark)
        elif self.options.cards:
            self.add_charge(side, popcount(flipped), "placement")
        if self.trap_flipped:
            check_traps(self)
        self.placed += 1
        self.placements_left -= 1
        self.check_end()

    def add_placement_mark(self, card: i64, cell: i64) -> Mark | None:
        """Add the mark of the pending card to the placed stone (CO-12.4)."""
        kind = MARK_KIND_OF_CARD[card]
        if card == WORK_WILL:
            end_previous_work(self, self.seat)
        return self.add_mark(kind, cell, self.seat) if kind >= 0 else None

    def resolve_placement(self, card: i64, cell: i64, flipped: i64, mark: Mark | None) -> None:
        """Resolve the card effects after the flips, and pay the charge (CO-7.6, CO-7.7)."""
        side = self.seat
        paid = popcount(flipped)
        chained: tuple[i64, i64] = (0, 0)
        absorbed: i64 = 0
        if card == CHAIN_WILL:
            chained = chain_will(self, flipped)
        elif card == GOLD_STONE or card == SILVER_STONE:
            self.destroy(BIT[cell], "self", side)
            paid = multiply_charge(self, card, paid)
        elif card == PLUNDER_WILL:
            absorbed = plunder_will(self, paid)
        elif card == STEAL_CARD:
            steal_card(self, paid)
        self.pending = NO_CARD
        # Each change is an event (CO-12.8). Only gains follow each other, so their sum is clamped as one addition.
        self.add_charge(side, paid, "placement")
        self.add_charge(side, chained[0], "chain1")
        self.add_charge(side, chained[1], "chain2")
        self.add_charge(side, absorbed, "absorption")
        if card == CROSS_BOMB:
            cross_bomb(self, cell)
        elif mark is not None:
            if mark.kind == DRAGON:
                ultimate_reverse_dragon(self, mark)
            elif mark.kind == BREEDING:
                breeding_will(self, mark)
            elif mark.kind == UDG:
                ultimate_destroy_god(self, mark)

    def check_end(self) -> None:
        """End the game on a full board; otherwise continue with a second placement or the next turn (CO-8.1)."""
        if self.empty_cells() == 0:
            self.end_game("full")
            return
        if self.placements_left > 0:
            self.update_legal_cells()
            if self.legal_cells != 0:
                if self.log is not None:
                    self.log.append(Event("extra_placement", {"side": SIDES[self.seat]}))
                return
        self.end_turn()

    def end_game(self, reason: str) -> None:
        """End the game (CO-8.3)."""
        self.seat = OVER
        self.legal_cells = 0
        self.log_end(reason)

    def log_end(self, reason: str) -> None:
        if self.log is not None:
            black, white = popcount(self.black), popcount(self.white)
            winner = SIDES[BLACK] if black > white else SIDES[WHITE] if white > black else None
            data = {"black": black, "white": white, "winner": winner, "reason": reason}
            self.log.append(Event("end", data))

    @override
    def scores(self) -> list[float]:
        black, white = popcount(self.black), popcount(self.white)
        if black == white:
            return [0.5, 0.5]
        return [1.0, 0.0] if black > white else [0.0, 1.0]

    # Observations

    @override
    def observe(self, seat: i64, into: ObservationBuffer) -> None:
        observation.observe(self, seat, into)

    @override
    def write_mask(self, into: MaskBuffer) -> None:
        observation.write_mask(self, into)

    # Copies and encoding

    @override
    def clone(self) -> "CardOthelloState":
        copy = CardOthelloState(self.options, self.black_player.copy(), self.white_player.copy(), self.rng)
        self.copy_to(copy)
        self.rng_shared = copy.rng_shared = True
        return copy

    @override
    def is_open(self) -> bool:
        """Return whether there is neither hidden information nor chance: only without cards."""
        return not self.options.cards

    @override
    def resample(self, seat: i64, random: Random) -> "CardOthelloState":
        """Return a copy with sampled cards, traps and random numbers (CO-13)."""
        world = self.clone()
        if not self.options.cards:
            return world
        world.rng = fresh_chacha(random)
        world.rng_shared = False
        sample_cards(world, seat, random)
        sample_traps(world, seat, random)
        return world

    @override
    def game_id(self) -> str:
        return "card-othello"

    @override
    def encode(self) -> bytes:
        o = self.options
        parts = [
            bytes([o.cards, o.hand_limit, o.charge_cap, o.deck_size, *o.costs, *o.copies]),
            to_bytes(self.black),
            to_bytes(self.white),
            to_bytes(self.sprouts),
            bytes([self.seat + 1, self.pending + 1, self.first_pick + 1, self.sacrificed, self.card_used]),
            bytes([self.placed, self.placements_left, self.passes, len(self.marks)]),
        ]
        for mark in self.marks:
            parts.append(bytes([mark.kind, mark.at, mark.owner, mark.left, mark.origin + 1]))
        for player in (self.black_player, self.white_player):
            parts.append(bytes([player.charge, player.hidden_traps]))
            parts += [
                encode_cards(player.hand),
                encode_cards(player.deck[player.drawn :]),
                encode_cards(player.discard),
            ]
        parts += [
            encode_cards(self.offers),
            encode_cards(self.created_cards),
            f"{self.rng.seed()}:{self.rng.drawn()}".encode(),
        ]
        return b"".join(parts)


def encode_cards(cards: vec[u8]) -> bytes:
    return bytes([len(cards) & 0xFF, len(cards) >> 8]) + bytes(cards)


def stone_look(card: i64) -> str | None:
    """Return the look of the stone placed after a card (CO-12.4); None for an ordinary stone."""
    if MARK_KIND_OF_CARD[card] >= 0:
        return MARK_KINDS[MARK_KIND_OF_CARD[card]]
    return CARD_NAMES[card] if card == CROSS_BOMB or card == GOLD_STONE or card == SILVER_STONE else None

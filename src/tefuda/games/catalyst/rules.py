"""The rules of Catalyst Reaction: the state and its turn. Clauses (CR-n.n): docs/rules/catalyst.en.md."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8
from typing_extensions import override

from tefuda.core.events import Event
from tefuda.core.observation import ObservationBuffer
from tefuda.core.random import Random, chacha
from tefuda.core.state import OVER, State
from tefuda.games.catalyst import observation
from tefuda.games.catalyst.bound import RANK, SUIT, ClearingBound, supply
from tefuda.games.catalyst.notation import CARD_LABELS, PACK_SIZE

REACT_OPTIONS: Final = ["", "rank", "suit", "both"]

NO_CAP: Final = 0
MAX_PACKS: Final = 4


class CatalystOptions:
    """The rule settings (CR-6)."""

    def __init__(self, field_size: i64, hand_size: i64, react: i64, decks: i64, field_cap: i64) -> None:
        self.field_size = field_size
        self.hand_size = hand_size
        self.react = react
        self.decks = decks
        self.field_cap = field_cap


def is_reaction(react: i64, a: u8, b: u8, c: u8) -> bool:
    """Return whether three cards react: all of one rank or all of one suit (CR-3.3), if enabled (CR-6.3)."""
    differ = (a ^ b) | (b ^ c)
    return (react & RANK != 0 and differ < 4) or (react & SUIT != 0 and differ & 3 == 0)


SORTED_DECKS: Final = [
    vec[u8]([u8(card) for card in range(PACK_SIZE) for _ in range(decks)]) for decks in range(MAX_PACKS + 1)
]
"""By number of packs: every card, sorted by code."""


ZERO_COUNTS: Final = vec[u8]([u8(0) for _ in range(PACK_SIZE)])


def initial_state(options: CatalystOptions, seed: int, log: list[Event] | None) -> "CatalystState":
    """Return a new game: shuffle the deck with the seed (CR-2.1) and set up the field."""
    deck = SORTED_DECKS[options.decks][:]
    chacha(seed).shuffle_cards(deck)
    state = CatalystState(options, deck, 0, deck[:], 0, vec[u8](), vec[u8]())
    state.set_up(log, True, True)
    return state


def card_names(cards: vec[u8]) -> list[str]:
    """Return the cards as labels."""
    return [CARD_LABELS[card] for card in cards]


class CatalystState(State):
    """The field, the hand, the deck and the removed cards.

    The field is `row[:length]`, changed in place. The deck is shared between clones; only `dealt` changes.
    An action is 52 x place + card.
    """

    def __init__(
        self,
        options: CatalystOptions,
        deck: vec[u8],
        dealt: i64,
        row: vec[u8],
        length: i64,
        hand: vec[u8],
        removed: vec[u8],
    ) -> None:
        self.seat = 0
        self.log = None
        self.options = options
        self.deck = deck
        self.dealt = dealt
        self.row = row
        self.length = length
        self.hand = hand
        self.removed = removed

    # Setup (CR-2)

    def set_up(self, log: list[Event] | None, field: bool, hand: bool) -> None:
        """Deal the field until it is stable, then draw the hand (CR-2.2 to CR-2.4).

        `field` and `hand` are false if a position has them.
        """
        self.log = log
        if log is not None:
            zones = {
                "field": card_names(self.row[: self.length]),
                "hand": card_names(self.hand),
                "removed": card_names(self.removed),
            }
            log.append(Event("setup", {**zones, "deck": len(self.deck) - self.dealt}))
        if field:
            self.deal()
            while self.resolve_auto_reactions(1, self.length - 2) and self.length > 0:
                self.deal()
        while hand and self.length > 0 and len(self.hand) < self.options.hand_size and self.dealt < len(self.deck):
            self.draw()
        self.check_end()

    def deal(self) -> None:
        """Deal cards on the right until the field has its size or the deck is empty (CR-2.2, CR-2.3)."""
        first = self.length
        while self.length < self.options.field_size and self.dealt < len(self.deck):
            self.row[self.length] = self.deck[self.dealt]
            self.length += 1
            self.dealt += 1
        if self.log is not None and self.length > first:
            self.log.append(Event("deal", {"cards": card_names(self.row[first : self.length])}, reveals=True))

    # Turn (CR-3)

    @override
    def actions(self) -> list[i64]:
        """Return each distinct card of the hand at each place (CR-3.1)."""
        if self.seat == OVER:
            return []
        return [
            place * PACK_SIZE + i64(self.hand[slot])
            for slot in range(len(self.hand))
            if not self.is_duplicate(slot)
            for place in range(self.length + 1)
        ]

    @override
    def is_legal(self, action: i64) -> bool:
        return self.seat != OVER and 0 <= action < (self.length + 1) * PACK_SIZE and u8(action % PACK_SIZE) in self.hand

    @override
    def random_action(self, random: Random) -> i64:
        if self.options.decks > 1:
            return super().random_action(random)
        pick = random.below(len(self.hand) * (self.length + 1))
        return (pick % (self.length + 1)) * PACK_SIZE + i64(self.hand[pick // (self.length + 1)])

    def is_duplicate(self, slot: i64) -> bool:
        """Return whether the same card, from another pack, is further left in the hand."""
        for other in range(slot):
            if self.hand[other] == self.hand[slot]:
                return True
        return False

    @override
    def play(self, action: i64) -> None:
        """Place a card, resolve the reactions, and draw (CR-3.2 to CR-3.8)."""
        card = u8(action % PACK_SIZE)
        place = action // PACK_SIZE
        self.take_from_hand(card)
        self.insert(card, place)
        if self.log is not None:
            left = CARD_LABELS[self.row[place - 1]] if place > 0 else None
            right = CARD_LABELS[self.row[place + 1]] if place + 1 < self.length else None
            self.log.append(Event("place", {"card": CARD_LABELS[card], "at": place, "left": left, "right": right}))
        if self.is_reaction_at(place):
            self.remove_triple(place, "player")
            self.resolve_auto_reactions(place - 2, place - 1)
        else:
            self.resolve_auto_reactions(place - 1, place + 1)
        if self.length > 0 and self.dealt < len(self.deck) and not self.is_over_cap():
            self.draw()
        self.check_end()

    def take_from_hand(self, card: u8) -> None:
        """Take the leftmost such card; the others keep their order."""
        slot: i64 = 0
        while self.hand[slot] != card:
            slot += 1
        self.hand, _ = pop(self.hand, slot)

    def insert(self, card: u8, place: i64) -> None:
        """Put the card between row[place - 1] and row[place] (CR-3.2)."""
        row = self.row
        spot = self.length
        while spot > place:
            row[spot] = row[spot - 1]
            spot -= 1
        row[place] = card
        self.length += 1

    def draw(self) -> None:
        """Draw a card to the right end of the hand (CR-2.4, CR-3.7)."""
        card = self.deck[self.dealt]
        self.hand = append(self.hand, card)
        self.dealt += 1
        if self.log is not None:
            self.log.append(Event("draw", {"card": CARD_LABELS[card]}, reveals=True))

    # Reactions (CR-3.3, CR-4)

    def is_reaction_at(self, centre: i64) -> bool:
        """Return whether the card at `centre` reacts with its two neighbours."""
        row = self.row
        if not 0 < centre < self.length - 1:
            return False
        return is_reaction(self.options.react, row[centre - 1], row[centre], row[centre + 1])

    def resolve_auto_reactions(self, low: i64, high: i64) -> bool:
        """Remove the leftmost triple until there is none; return whether any was removed (CR-4).

        Only centres from `low` to `high` can react, so the rest is not scanned. A removal adds the two centres at its
        seam.
        """
        removed = False
        centre = max(low, 1)
        while centre <= high and centre < self.length - 1:
            if self.is_reaction_at(centre):
                self.remove_triple(centre, "auto")
                removed = True
                high = max(high - 3, centre - 1)
                centre = max(centre - 2, 1)
            else:
                centre += 1
        return removed

    def remove_triple(self, centre: i64, by: str) -> None:
        """Remove the card at `centre` and its two neighbours from the field."""
        row = self.row
        first = centre - 1
        if self.log is not None:
            self.log.append(Event("react", {"at": first, "cards": card_names(row[first : first + 3]), "by": by}))
        self.removed = append(append(append(self.removed, row[first]), row[centre]), row[centre + 1])
        self.length -= 3
        while first < self.length:
            row[first] = row[first + 3]
            first += 1

    # End (CR-5)

    def check_end(self) -> None:
        """End the game: won with an empty field (CR-5.1), lost without a card (CR-5.2) or over the cap (CR-6.5)."""
        if self.is_won():
            self.end_game(Event("win", {}))
        elif self.is_over_cap():
            self.end_game(Event("loss", {"reason": "overflow"}))
        elif len(self.hand) == 0:
            self.end_game(Event("loss", {"reason": "no_card"}))

    def end_game(self, event: Event) -> None:
        self.seat = OVER
        if self.log is not None:
            self.log.append(event)

    def is_over_cap(self) -> bool:
        return self.options.field_cap != NO_CAP and self.length > self.options.field_cap

    def is_won(self) -> bool:
        return self.length == 0

    @override
    def scores(self) -> list[float]:
        return [1.0 if self.is_won() else 0.0]

    @override
    def observe(self, seat: i64, into: ObservationBuffer) -> None:
        observation.observe(self, into)

    # Copies and encoding

    @override
    def clone(self) -> "CatalystState":
        copy = CatalystState(
            self.options, self.deck, self.dealt, self.row[:], self.length, self.hand[:], self.removed[:]
        )
        copy.seat = self.seat
        return copy

    @override
    def resample(self, seat: i64, random: Random) -> "CatalystState":
        """Return a copy with a shuffled deck (CR-1.4). It is sorted first: the true order has no influence."""
        world = self.clone()
        counts = ZERO_COUNTS[:]
        for place in range(self.dealt, len(self.deck)):
            counts[i64(self.deck[place])] += 1
        deck = self.deck[:]
        place = self.dealt
        for card in range(PACK_SIZE):
            for _ in range(counts[card]):
                deck[place] = u8(card)
                place += 1
        random.shuffle_cards(deck, self.dealt)
        world.deck = deck
        return world

    @override
    def is_open(self) -> bool:
        """Return whether the order of the deck is known: at most one card is left."""
        return len(self.deck) - self.dealt <= 1

    @override
    def game_id(self) -> str:
        return "catalyst"

    @override
    def encode(self) -> bytes:
        o = self.options
        head = bytes([o.field_size, o.hand_size, o.react, o.decks, o.field_cap, self.length, len(self.hand)])
        return head + b"".join(
            [
                bytes(self.row[: self.length]),
                bytes(self.hand),
                bytes(self.removed),
                b"|",
                bytes(self.deck[self.dealt :]),
            ]
        )

    # Proofs

    @override
    def key(self) -> bytes:
        """Return the state without removed cards and hand order, which do not matter for a proof."""
        return bytes(self.row[: self.length]) + b"|" + bytes(sorted(self.hand)) + bytes([self.dealt])

    @override
    def max_plays_left(self) -> i64:
        return len(self.hand) + len(self.deck) - self.dealt

    @override
    def min_win_length(self, at_least: i64) -> i64:
        """Return the next possible length of a win. Cards leave by threes: 1, 4, 7 ... plays from a field of eight."""
        return at_least + (-self.length - at_least) % 3

    @override
    def winning_candidates(self, left: i64) -> list[i64]:
        """Return the plays after which the field can still be cleared in time, the lowest bound first."""
        left = min(left, self.max_plays_left())
        bound = ClearingBound(self.row, self.length, supply(self.hand, self.deck, self.dealt, left), self.options.react)
        found: list[i64] = []
        if bound.total > left:
            return found
        bound.fill_outer()
        held: list[i64] = [i64(self.hand[slot]) for slot in range(len(self.hand)) if not self.is_duplicate(slot)]
        costs = [bound.costs_with_card(card) for card in held]
        if bound.total == left and not self.has_enough_useful_cards(bound, left):
            return found
        for needed in range(bound.total - 1, left, 3):
            for which in range(len(held)):
                by_gap = costs[which]
                for gap in range(self.length + 1):
                    if by_gap[gap] == needed:
                        found.append(gap * PACK_SIZE + held[which])
        return found

    def has_enough_useful_cards(self, bound: ClearingBound, left: i64) -> bool:
        """Return whether every play can have a useful card, when no play may be wasted.

        Then every played card is in a group with a card of the present field, so it must reduce the bound of this
        field. Before play n, only the hand and n - 1 drawn cards are available.
        """
        useful: i64 = 0
        for slot in range(len(self.hand)):
            useful += bound.is_useful(i64(self.hand[slot]))
        for play in range(1, left + 1):
            if useful < play:
                return False
            if self.dealt + play - 1 < len(self.deck):
                useful += bound.is_useful(i64(self.deck[self.dealt + play - 1]))
        return True

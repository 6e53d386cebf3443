"""The rules of Catalyst Reaction: the state and its turn. Clauses (CR-n.n) are those of docs/rules/catalyst.en.md."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.core.random import Random, chacha
from tefuda.core.state import OVER, State
from tefuda.games.catalyst.bound import RANK, SUIT, Outlook, supply
from tefuda.games.catalyst.notation import CARDS, NAMES

REACT_NAMES: Final = ["", "rank", "suit", "both"]

NO_CAP: Final = 0
MOST_DECKS: Final = 4


class Options:
    """A designer's numbers; the defaults are the rulebook's (CR-6)."""

    def __init__(self, field_size: i64, hand_size: i64, react: i64, decks: i64, field_cap: i64) -> None:
        self.field_size = field_size
        self.hand_size = hand_size
        self.react = react
        self.decks = decks
        self.field_cap = field_cap


def reacts(react: i64, a: u8, b: u8, c: u8) -> bool:
    """Whether three cards are all of one rank or all of one suit (CR-3.3), as far as the options let them (CR-6.3)."""
    differ = (a ^ b) | (b ^ c)
    return (react & RANK != 0 and differ < 4) or (react & SUIT != 0 and differ & 3 == 0)


FULL_DECKS: Final = [
    vec[u8]([u8(card) for card in range(CARDS) for _ in range(decks)]) for decks in range(MOST_DECKS + 1)
]
"""By number of decks: every card, in the order of the codes."""


NO_CARDS: Final = vec[u8]([u8(0) for _ in range(CARDS)])


def opening(options: Options, seed: int, log: list[Event] | None) -> "CatalystState":
    """A new game: the deck shuffled by the seed (CR-2.1), then the setup."""
    deck = FULL_DECKS[options.decks][:]
    chacha(seed).shuffle_cards(deck)
    state = CatalystState(options, deck, 0, deck[:], 0, vec[u8](), vec[u8]())
    state.set_up(log, True, True)
    return state


def names(cards: vec[u8]) -> list[str]:
    """The cards as people write them."""
    return [NAMES[card] for card in cards]


class CatalystState(State):
    """The field, the hand, the deck and what was removed.

    The field is `row[:length]`, in place; the deck is shared between clones and only its `dealt` moves on.
    An action is 52 x place + card.
    """

    def __init__(
        self, options: Options, deck: vec[u8], dealt: i64, row: vec[u8], length: i64, hand: vec[u8], removed: vec[u8]
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

    # The setup (CR-2)

    def set_up(self, log: list[Event] | None, field: bool, hand: bool) -> None:
        """Deal the field, let it react and fill it up until it is stable, then draw the hand (CR-2.2 to CR-2.4).

        A position may bring its field, its hand, or both.
        """
        self.log = log
        if log is not None:
            zones = {"field": names(self.row[: self.length]), "hand": names(self.hand), "removed": names(self.removed)}
            log.append(Event("setup", {**zones, "deck": len(self.deck) - self.dealt}))
        if field:
            self.deal()
            while self.settle(1, self.length - 2) and self.length > 0:
                self.deal()
        while hand and self.length > 0 and len(self.hand) < self.options.hand_size and self.dealt < len(self.deck):
            self.draw()
        self.begin_turn()

    def deal(self) -> None:
        """Add cards on the right until the field has its size or the deck is empty (CR-2.2, CR-2.3)."""
        first = self.length
        while self.length < self.options.field_size and self.dealt < len(self.deck):
            self.row[self.length] = self.deck[self.dealt]
            self.length += 1
            self.dealt += 1
        if self.log is not None and self.length > first:
            self.log.append(Event("deal", {"cards": names(self.row[first : self.length])}, reveals=True))

    # The turn (CR-3)

    def actions(self) -> list[i64]:
        """Each different card of the hand, in hand order, at each place from left to right (CR-3.1)."""
        if self.seat == OVER:
            return []
        return [
            place * CARDS + i64(self.hand[slot])
            for slot in range(len(self.hand))
            if not self.held_before(slot)
            for place in range(self.length + 1)
        ]

    def is_legal(self, action: i64) -> bool:
        return self.seat != OVER and 0 <= action < (self.length + 1) * CARDS and u8(action % CARDS) in self.hand

    def random_action(self, random: Random) -> i64:
        if self.options.decks > 1:
            return super().random_action(random)
        pick = random.below(len(self.hand) * (self.length + 1))
        return (pick % (self.length + 1)) * CARDS + i64(self.hand[pick // (self.length + 1)])

    def held_before(self, slot: i64) -> bool:
        """Whether the same card, of another deck, stands further left in the hand."""
        for other in range(slot):
            if self.hand[other] == self.hand[slot]:
                return True
        return False

    def play(self, action: i64) -> None:
        """Place a card of the hand, let reactions happen, draw (CR-3.2 to CR-3.8)."""
        card = u8(action % CARDS)
        place = action // CARDS
        self.take_from_hand(card)
        self.insert(card, place)
        if self.log is not None:
            self.log.append(Event("place", {"card": NAMES[card], "at": place}))
        if self.reacts_at(place):
            self.remove_around(place, "player")
            self.settle(place - 2, place - 1)
        else:
            self.settle(place - 1, place + 1)
        if self.length > 0 and self.dealt < len(self.deck) and not self.overflows():
            self.draw()
        self.begin_turn()

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
        """One card from the deck to the right of the hand (CR-2.4, CR-3.7)."""
        card = self.deck[self.dealt]
        self.hand = append(self.hand, card)
        self.dealt += 1
        if self.log is not None:
            self.log.append(Event("draw", {"card": NAMES[card]}, reveals=True))

    # Reactions (CR-3.3, CR-4)

    def reacts_at(self, centre: i64) -> bool:
        """Whether the card at `centre` has two neighbours and reacts with both."""
        row = self.row
        if not 0 < centre < self.length - 1:
            return False
        return reacts(self.options.react, row[centre - 1], row[centre], row[centre + 1])

    def settle(self, low: i64, high: i64) -> bool:
        """The auto-check: remove the leftmost triple and look again from the left, until there is none (CR-4).

        The caller knows that no centre outside low .. high reacts, which saves scanning the rest; a removal adds the
        two centres at its seam. Whether anything was removed.
        """
        removed = False
        centre = max(low, 1)
        while centre <= high and centre < self.length - 1:
            if self.reacts_at(centre):
                self.remove_around(centre, "auto")
                removed = True
                high = max(high - 3, centre - 1)
                centre = max(centre - 2, 1)
            else:
                centre += 1
        return removed

    def remove_around(self, centre: i64, by: str) -> None:
        """Take the card at `centre` and its two neighbours off the field."""
        row = self.row
        first = centre - 1
        if self.log is not None:
            self.log.append(Event("react", {"at": first, "cards": names(row[first : first + 3]), "by": by}))
        self.removed = append(append(append(self.removed, row[first]), row[centre]), row[centre + 1])
        self.length -= 3
        while first < self.length:
            row[first] = row[first + 3]
            first += 1

    # The end (CR-5)

    def begin_turn(self) -> None:
        """Won with an empty field (CR-5.1), lost without a card to play (CR-5.2) or past the cap (CR-6.5)."""
        if self.won():
            self.finish(Event("win", {}))
        elif self.overflows():
            self.finish(Event("loss", {"reason": "overflow"}))
        elif len(self.hand) == 0:
            self.finish(Event("loss", {"reason": "no_card"}))

    def finish(self, event: Event) -> None:
        self.seat = OVER
        if self.log is not None:
            self.log.append(event)

    def overflows(self) -> bool:
        return self.options.field_cap != NO_CAP and self.length > self.options.field_cap

    def won(self) -> bool:
        return self.length == 0

    def scores(self) -> list[float]:
        return [1.0 if self.won() else 0.0]

    # The value

    def clone(self) -> "CatalystState":
        copy = CatalystState(
            self.options, self.deck, self.dealt, self.row[:], self.length, self.hand[:], self.removed[:]
        )
        copy.seat = self.seat
        return copy

    def resample(self, seat: i64, random: Random) -> "CatalystState":
        """The deck's order is the one hidden thing (CR-1.4). It is sorted away first, so that nothing of it is left."""
        world = self.clone()
        counts = NO_CARDS[:]
        for place in range(self.dealt, len(self.deck)):
            counts[i64(self.deck[place])] += 1
        deck = self.deck[:]
        place = self.dealt
        for card in range(CARDS):
            for _ in range(counts[card]):
                deck[place] = u8(card)
                place += 1
        random.shuffle_cards(deck, self.dealt)
        world.deck = deck
        return world

    def is_open(self) -> bool:
        """With one card left to draw there is nothing to guess."""
        return len(self.deck) - self.dealt <= 1

    def game_id(self) -> str:
        return "catalyst"

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

    # For proofs

    def key(self) -> bytes:
        """What was removed and the order of the hand do not matter any more."""
        return bytes(self.row[: self.length]) + b"|" + bytes(sorted(self.hand)) + bytes([self.dealt])

    def most_plays(self) -> i64:
        return len(self.hand) + len(self.deck) - self.dealt

    def win_length(self, at_least: i64) -> i64:
        """Cards leave by threes, so a win takes 1, 4, 7 ... more plays from a field of eight."""
        return at_least + (-self.length - at_least) % 3

    def promising(self, left: i64) -> list[i64]:
        """The plays after which the field can still be cleared in time, those that bring that nearer first."""
        left = min(left, self.most_plays())
        outlook = Outlook(self.row, self.length, supply(self.hand, self.deck, self.dealt, left), self.options.react)
        found: list[i64] = []
        if outlook.total > left:
            return found
        outlook.look_around()
        held: list[i64] = [i64(self.hand[slot]) for slot in range(len(self.hand)) if not self.held_before(slot)]
        costs = [outlook.with_card(card) for card in held]
        if outlook.total == left and not self.keeps_up(outlook, left):
            return found
        for needed in range(outlook.total - 1, left, 3):
            for which in range(len(held)):
                by_gap = costs[which]
                for gap in range(self.length + 1):
                    if by_gap[gap] == needed:
                        found.append(gap * CARDS + held[which])
        return found

    def keeps_up(self, outlook: Outlook, left: i64) -> bool:
        """Whether there is a useful card for each play, when none of them may be wasted.

        Then every card played ends in a group with a card of the present field, so it must bring the clearing of this
        field nearer; and before play n only the hand and n - 1 drawn cards have been there to choose from.
        """
        useful: i64 = 0
        for slot in range(len(self.hand)):
            useful += outlook.is_useful(i64(self.hand[slot]))
        for play in range(1, left + 1):
            if useful < play:
                return False
            if self.dealt + play - 1 < len(self.deck):
                useful += outlook.is_useful(i64(self.deck[self.dealt + play - 1]))
        return True

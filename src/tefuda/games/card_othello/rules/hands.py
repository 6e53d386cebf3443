"""What the players of Card Othello bring to the table and hold in their hands."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from tefuda.games.card_othello.rules.codes import CARD_NAMES

NO_CARDS: Final = vec[u8]()
"""Shared by all states, since cards are replaced and never changed in place."""


def card_names(cards: vec[u8]) -> list[str]:
    """The cards by their type codes."""
    return [CARD_NAMES[card] for card in cards]


class Options:
    """A designer's numbers; the defaults are the rulebook's and the catalogue's (CO-15)."""

    def __init__(
        self, cards: bool, hand_limit: i64, charge_cap: i64, deck_size: i64, costs: vec[i64], copies: vec[i64]
    ) -> None:
        self.cards = cards
        self.hand_limit = hand_limit
        self.charge_cap = charge_cap
        self.deck_size = deck_size
        self.costs = costs
        self.copies = copies
        """By type: how many of it are sure to be in a deck; a type with none is switched off."""
        kinds = [u8(code) for code in range(len(copies)) if copies[code] > 0]
        self.kinds = vec[u8](kinds)
        """The types that are in the game."""


class Holding:
    """What one player holds. Hand, deck and discard pile are replaced, never changed in place."""

    def __init__(self, charge: i64, hand: vec[u8], deck: vec[u8], drawn: i64, discard: vec[u8]) -> None:
        self.charge = charge
        self.hand = hand
        self.deck = deck
        self.drawn = drawn
        """How many cards of the deck have been drawn."""
        self.discard = discard
        self.snares: i64 = 0
        """Traps set and not yet seen by everybody, as far as everybody knows."""

    def copy(self) -> "Holding":
        copy = Holding(self.charge, self.hand, self.deck, self.drawn, self.discard)
        copy.snares = self.snares
        return copy

    def in_deck(self) -> i64:
        return len(self.deck) - self.drawn

    def holds(self, card: i64) -> bool:
        for held in self.hand:
            if i64(held) == card:
                return True
        return False

    def take(self, card: i64) -> None:
        """Take the leftmost such card out of the hand."""
        slot: i64 = 0
        while i64(self.hand[slot]) != card:
            slot += 1
        self.hand, _ = pop(self.hand[:], slot)

    def gain(self, card: i64) -> None:
        """Put a card at the right end of the hand."""
        self.hand = append(self.hand[:], u8(card))

    def throw_away(self, card: i64) -> None:
        self.discard = append(self.discard[:], u8(card))

    def put_on_deck(self, card: i64) -> None:
        """Put a card on top of the deck."""
        deck = vec[u8]([u8(card)])
        for place in range(self.drawn, len(self.deck)):
            deck = append(deck, self.deck[place])
        self.deck = deck
        self.drawn = 0

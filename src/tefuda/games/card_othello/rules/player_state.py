"""PlayerState: the cards and the charge of one player. CardOthelloOptions: the rule settings."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from tefuda.games.card_othello.rules.codes import CARD_NAMES

NO_CARDS: Final = vec[u8]()
"""Shared by all states: card vectors are replaced, never changed in place."""


def card_names(cards: vec[u8]) -> list[str]:
    """Return the cards by their type codes."""
    return [CARD_NAMES[card] for card in cards]


class CardOthelloOptions:
    """The rule settings; the defaults are those of the rulebook and the catalogue (CO-15)."""

    def __init__(
        self, cards: bool, hand_limit: i64, charge_cap: i64, deck_size: i64, costs: vec[i64], copies: vec[i64]
    ) -> None:
        self.cards = cards
        self.hand_limit = hand_limit
        self.charge_cap = charge_cap
        self.deck_size = deck_size
        self.costs = costs
        self.copies = copies
        """By card type: the guaranteed copies in a deck; 0 removes the type from the game."""
        card_types = [u8(code) for code in range(len(copies)) if copies[code] > 0]
        self.card_types = vec[u8](card_types)
        """The card types in the game."""


class PlayerState:
    """The charge, hand, deck and discard pile of one player. The vectors are replaced, never changed in place."""

    def __init__(self, charge: i64, hand: vec[u8], deck: vec[u8], drawn: i64, discard: vec[u8]) -> None:
        self.charge = charge
        self.hand = hand
        self.deck = deck
        self.drawn = drawn
        """The number of cards drawn from the deck."""
        self.discard = discard
        self.hidden_traps: i64 = 0
        """Traps that are set and not revealed, from the public's point of view."""

    def copy(self) -> "PlayerState":
        copy = PlayerState(self.charge, self.hand, self.deck, self.drawn, self.discard)
        copy.hidden_traps = self.hidden_traps
        return copy

    def cards_in_deck(self) -> i64:
        return len(self.deck) - self.drawn

    def has_in_hand(self, card: i64) -> bool:
        for held in self.hand:
            if i64(held) == card:
                return True
        return False

    def remove_from_hand(self, card: i64) -> None:
        """Remove the leftmost such card from the hand."""
        slot: i64 = 0
        while i64(self.hand[slot]) != card:
            slot += 1
        self.hand, _ = pop(self.hand[:], slot)

    def add_to_hand(self, card: i64) -> None:
        """Add a card at the right end of the hand."""
        self.hand = append(self.hand[:], u8(card))

    def add_to_discard(self, card: i64) -> None:
        self.discard = append(self.discard[:], u8(card))

    def put_on_deck(self, card: i64) -> None:
        """Put a card on top of the deck."""
        deck = vec[u8]([u8(card)])
        for place in range(self.drawn, len(self.deck)):
            deck = append(deck, self.deck[place])
        self.deck = deck
        self.drawn = 0

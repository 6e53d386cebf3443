"""The decisions of Card Othello and their legal actions."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8
from typing_extensions import override

from tefuda.core.events import Event
from tefuda.core.random import ChaCha, Random
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, CELLS, cells, nth_cell, popcount
from tefuda.games.card_othello.rules.codes import (
    CARD_NAMES,
    DONE,
    HEAVEN_BLESSING,
    NO_CARD,
    PASS,
    PICK,
    PICK_CARD,
    PICKS,
    PICKS_CARD,
    PICKS_CELL,
    PICKS_NOTHING,
    SACRIFICE_WILL,
    SELL_CARD_WILL,
    SIDES,
    USE,
)
from tefuda.games.card_othello.rules.marks import NOWHERE
from tefuda.games.card_othello.rules.player_state import CardOthelloOptions, PlayerState
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.targets import is_usable, targets


class Decisions(Table):
    """The table with a decision to make, or after the end."""

    def __init__(self, options: CardOthelloOptions, black: PlayerState, white: PlayerState, rng: ChaCha) -> None:
        super().__init__(options, black, white, rng)

    def pick_kind(self) -> i64:
        """Return what the pending card picks: nothing, a cell or a card."""
        return i64(PICKS[self.pending]) if self.pending != NO_CARD else PICKS_NOTHING

    def can_use(self, card: i64) -> bool:
        """Return whether a card can be used: one card per turn, before the placement (CO-9.1, CO-9.2)."""
        return not self.card_used and is_usable(self, card)

    def can_stop(self) -> bool:
        """Return whether the player may stop picking: after one sacrifice (CO-10.5)."""
        return self.pending == SACRIFICE_WILL and self.sacrificed > 0

    def pickable_cards(self) -> vec[u8]:
        """Return the cards that the pending card may pick."""
        if self.pending == SELL_CARD_WILL:
            return self.player(self.seat).hand
        if self.pending == HEAVEN_BLESSING:
            return self.offers
        return self.player(1 - self.seat).hand

    @override
    def actions(self) -> list[i64]:
        found: list[i64] = []
        if self.seat == OVER:
            return found
        kind = self.pick_kind()
        if kind == PICKS_CELL:
            found = [PICK + cell for cell in cells(targets(self, self.pending))]
            if self.can_stop():
                found.append(DONE)
            if self.legal_cells == 0:
                found.append(PASS)
        elif kind == PICKS_CARD:
            from_these = self.pickable_cards()
            for slot in range(len(from_these)):
                if not is_duplicate(from_these, slot):
                    found.append(PICK_CARD + i64(from_these[slot]))
            found.sort()
            if self.legal_cells == 0:
                found.append(PASS)
        else:
            found = cells(self.legal_cells)
            if not self.card_used:
                hand = self.player(self.seat).hand
                cards: list[i64] = []
                for slot in range(len(hand)):
                    if not is_duplicate(hand, slot) and is_usable(self, i64(hand[slot])):
                        cards.append(USE + i64(hand[slot]))
                cards.sort()
                found += cards
            if self.legal_cells == 0:
                found.append(PASS)
        return found

    @override
    def is_legal(self, action: i64) -> bool:
        if self.seat == OVER or action < 0 or action > PASS:
            return False
        if action == PASS:
            return self.legal_cells == 0
        kind = self.pick_kind()
        if kind == PICKS_CELL:
            if action == DONE:
                return self.can_stop()
            return PICK <= action < USE and targets(self, self.pending) & BIT[action - PICK] != 0
        if kind == PICKS_CARD:
            return PICK_CARD <= action < DONE and u8(action - PICK_CARD) in self.pickable_cards()
        if action < PICK:
            return self.legal_cells & BIT[action] != 0
        if USE <= action < PICK_CARD:
            return self.player(self.seat).has_in_hand(action - USE) and self.can_use(action - USE)
        return False

    @override
    def random_action(self, random: Random) -> i64:
        kind = self.pick_kind()
        if kind == PICKS_CARD:
            return super().random_action(random)
        if kind == PICKS_CELL:
            aims = targets(self, self.pending)
            number = popcount(aims)
            stop: i64 = 1 if self.can_stop() else 0
            pick = random.below(number + stop + (1 if self.legal_cells == 0 else 0))
            if pick < number:
                return PICK + nth_cell(aims, pick)
            return DONE if pick < number + stop else PASS
        number = popcount(self.legal_cells)
        if self.card_used or not self.options.cards:
            return nth_cell(self.legal_cells, random.below(number)) if number > 0 else PASS
        hand = self.player(self.seat).hand
        ready: i64 = 0  # bits of the slots with a usable card
        cards: i64 = 0
        for slot in range(len(hand)):
            if is_usable(self, i64(hand[slot])) and not is_duplicate(hand, slot):
                ready |= BIT[slot]
                cards += 1
        pick = random.below(number + cards if number > 0 else cards + 1)
        if pick < cards:
            return USE + i64(hand[nth_cell(ready, pick)])
        return nth_cell(self.legal_cells, pick - cards) if number > 0 else PASS

    # The decision as data for clients

    def public_choice(self) -> dict[str, Any]:
        """Return the public part of the decision."""
        return {
            "seat": SIDES[self.seat],
            "pending": CARD_NAMES[self.pending] if self.pending != NO_CARD else None,
            "picked": [CELL_NAMES[self.first_pick]] if self.first_pick != NOWHERE else [],
            "sacrificed": self.sacrificed,
            "card_used": self.card_used,
            "placed": self.placed,
            "placements": self.placements_left,
            "passes": self.passes,
        }

    def private_choice(self) -> dict[str, Any]:
        """Return the part of the decision that only the player to move may see."""
        places: list[str] = []
        cards: list[str] = []
        others: list[str] = []
        for action in self.actions():
            if action < USE:
                places.append(CELL_NAMES[action % CELLS])
            elif action < PICK_CARD:
                cards.append(CARD_NAMES[action - USE])
            elif action < DONE:
                cards.append(CARD_NAMES[action - PICK_CARD])
            else:
                others.append("done" if action == DONE else "pass")
        return {"cells": places, "cards": cards, "others": others}

    def log_choice(self) -> None:
        if self.log is not None and self.seat != OVER:
            self.log.append(Event("choice", self.public_choice(), self.seat, self.private_choice()))


def is_duplicate(cards: vec[u8], slot: i64) -> bool:
    """Return whether the same card is further left."""
    for other in range(slot):
        if cards[other] == cards[slot]:
            return True
    return False

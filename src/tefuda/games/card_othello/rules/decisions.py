"""Decisions in Card Othello: what the player to move can do."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.core.random import ChaCha, Random
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import BIT, CELLS, NAMES, cells, count, nth
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
from tefuda.games.card_othello.rules.hands import Holding, Options
from tefuda.games.card_othello.rules.marks import NOWHERE
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.targets import targets, usable


class Decisions(Table):
    """The table at a moment at which somebody decides, or at the end."""

    def __init__(self, options: Options, black: Holding, white: Holding, luck: ChaCha) -> None:
        super().__init__(options, black, white, luck)

    def picking(self) -> i64:
        """What the pending card asks for: nothing, a cell or a card."""
        return i64(PICKS[self.pending]) if self.pending != NO_CARD else PICKS_NOTHING

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
        if self.pending == HEAVEN_BLESSING:
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
            if self.choices == 0:
                found.append(PASS)
        elif asked == PICKS_CARD:
            from_these = self.pickable()
            for slot in range(len(from_these)):
                if not earlier(from_these, slot):
                    found.append(PICK_CARD + i64(from_these[slot]))
            found.sort()
            if self.choices == 0:
                found.append(PASS)
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
        if action == PASS:
            return self.choices == 0
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
        return False

    def random_action(self, random: Random) -> i64:
        asked = self.picking()
        if asked == PICKS_CARD:
            return super().random_action(random)
        if asked == PICKS_CELL:
            aims = targets(self, self.pending)
            number = count(aims)
            stop: i64 = 1 if self.may_stop() else 0
            pick = random.below(number + stop + (1 if self.choices == 0 else 0))
            if pick < number:
                return PICK + nth(aims, pick)
            return DONE if pick < number + stop else PASS
        number = count(self.choices)
        if self.card_used or not self.options.cards:
            return nth(self.choices, random.below(number)) if number > 0 else PASS
        hand = self.holding(self.seat).hand
        ready: i64 = 0  # the slots whose card can be used, as bits
        cards: i64 = 0
        for slot in range(len(hand)):
            if usable(self, i64(hand[slot])) and not earlier(hand, slot):
                ready |= BIT[slot]
                cards += 1
        pick = random.below(number + cards if number > 0 else cards + 1)
        if pick < cards:
            return USE + i64(hand[nth(ready, pick)])
        return nth(self.choices, pick - cards) if number > 0 else PASS

    # The decision, in words for clients

    def open_choice(self) -> dict[str, Any]:
        """What everybody may know of the decision to be taken."""
        return {
            "seat": SIDES[self.seat],
            "pending": CARD_NAMES[self.pending] if self.pending != NO_CARD else None,
            "picked": [NAMES[self.first]] if self.first != NOWHERE else [],
            "sacrificed": self.sacrificed,
            "card_used": self.card_used,
            "placed": self.placed,
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


def earlier(cards: vec[u8], slot: i64) -> bool:
    """Whether the same card stands further left."""
    for other in range(slot):
        if cards[other] == cards[slot]:
            return True
    return False

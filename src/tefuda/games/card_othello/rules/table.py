"""The table of Card Othello: stones, marks, charge, cards, and their basic operations.

`card_effects.py`, `turn_start.py` and `state.py` are built on these operations.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, cells, flip_mask, flip_order, popcount
from tefuda.games.card_othello.rules.codes import (
    BLACK,
    BOMB,
    BREEDING,
    FLIP_IMMUNE,
    GUARD,
    HYPERACTIVE,
    INITIAL_COUNTERS,
    MARK_KINDS,
    NO_CARD,
    REGEN,
    SIDES,
    TRAP,
    ULTIMATE_HYPERACTIVE,
    WORK,
)
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.player_state import NO_CARDS, CardOthelloOptions, PlayerState

OPENING_BLACK: Final[i64] = 0x0000000810000000
OPENING_WHITE: Final[i64] = 0x0000001008000000
FLIPPED: Final = 1
"""`left` of a trap that the opponent has flipped, until the next trap check."""


NO_MARKS: Final[list[Mark]] = []
"""Shared by all states: lists of marks are replaced, never changed in place."""


def cell_names(bits: i64) -> list[str]:
    return [CELL_NAMES[cell] for cell in cells(bits)]


class Table(State):
    """Stones, marks, charge and cards. Every basic operation logs its event."""

    def __init__(self, options: CardOthelloOptions, black: PlayerState, white: PlayerState, rng: ChaCha) -> None:
        self.seat = BLACK
        self.log = None
        self.options = options
        self.rng = rng
        self.rng_shared = False
        """Whether a clone shares the random number generator; it is copied before its next use."""
        self.black: i64 = OPENING_BLACK
        self.white: i64 = OPENING_WHITE
        self.black_player = black
        self.white_player = white
        self.marks = NO_MARKS
        """Sorted by `seq`."""
        self.next_seq: i64 = 1
        # Bitboards derived from the marks by `set_marks`.
        self.marked: i64 = 0
        """Cells with a public mark."""
        self.traps: i64 = 0
        """Cells with a trap."""
        self.immune: i64 = 0
        """Cells whose stone cannot be flipped by lines or dragons (CO-6.3)."""
        self.guarded: i64 = 0
        self.bombs: i64 = 0
        self.origins: i64 = 0
        """Cells of the stones that a breeding mark bred last."""
        self.sprouts: i64 = 0
        """Stones bred since their owner's last turn start (CO-12.10)."""
        self.trap_flipped = False
        """Whether a flipped trap waits for the trap check."""
        self.created_cards = NO_CARDS
        """Cards created by Heaven's Blessing."""
        # The turn
        self.pending: i64 = NO_CARD
        """The card that was used this turn and is not resolved."""
        self.first_pick: i64 = NOWHERE
        """The first stone picked for POSITION_SWAP_WILL."""
        self.sacrificed: i64 = 0
        self.offers = NO_CARDS
        self.card_used = False
        self.placed: i64 = 0
        """Stones placed this turn."""
        self.placements_left: i64 = 1
        """Placements left this turn."""
        self.passes: i64 = 0
        """Passes in a row."""
        self.legal_cells: i64 = 0
        """Cells where a stone can be placed now; see `update_legal_cells`."""

    def copy_to(self, copy: "Table") -> None:
        """Copy all attributes to `copy`, which has its own holdings."""
        copy.seat = self.seat
        copy.black = self.black
        copy.white = self.white
        copy.marks = self.marks
        copy.next_seq = self.next_seq
        copy.marked = self.marked
        copy.traps = self.traps
        copy.immune = self.immune
        copy.guarded = self.guarded
        copy.bombs = self.bombs
        copy.origins = self.origins
        copy.sprouts = self.sprouts
        copy.trap_flipped = self.trap_flipped
        copy.created_cards = self.created_cards
        copy.pending = self.pending
        copy.first_pick = self.first_pick
        copy.sacrificed = self.sacrificed
        copy.offers = self.offers
        copy.card_used = self.card_used
        copy.placed = self.placed
        copy.placements_left = self.placements_left
        copy.passes = self.passes
        copy.legal_cells = self.legal_cells

    # Queries

    def stones(self, side: i64) -> i64:
        return self.black if side == BLACK else self.white

    def empty_cells(self) -> i64:
        return ~(self.black | self.white)

    def player(self, side: i64) -> PlayerState:
        return self.black_player if side == BLACK else self.white_player

    def flips_at(self, cell: i64, side: i64) -> i64:
        """Return the enemy stones that a stone of `side` on this cell encloses (CO-2.2, CO-6.3)."""
        if side == BLACK:
            return flip_mask(cell, self.black, self.white & ~self.immune)
        return flip_mask(cell, self.white, self.black & ~self.immune)

    def find_mark(self, seq: i64) -> Mark | None:
        """Return the current mark with this number, or None."""
        for mark in self.marks:
            if mark.seq == seq:
                return mark
        return None

    def mark_at(self, cell: i64, kind: i64) -> Mark | None:
        for mark in self.marks:
            if mark.at == cell and mark.kind == kind:
                return mark
        return None

    # Marks

    def set_marks(self, marks: list[Mark]) -> None:
        """Replace the list of marks and update the derived bitboards."""
        self.marks = marks
        marked: i64 = 0
        traps: i64 = 0
        immune: i64 = 0
        guarded: i64 = 0
        bombs: i64 = 0
        origins: i64 = 0
        for mark in marks:
            bit = BIT[mark.at]
            kind = mark.kind
            if kind == TRAP:
                traps |= bit
                continue
            marked |= bit
            if FLIP_IMMUNE[kind] != 0:
                immune |= bit
                if kind == GUARD:
                    guarded |= bit
                elif kind == BREEDING and mark.origin != NOWHERE:
                    origins |= BIT[mark.origin]
            elif kind == BOMB:
                bombs |= bit
        self.marked = marked
        self.traps = traps
        self.immune = immune
        self.guarded = guarded
        self.bombs = bombs
        self.origins = origins

    def add_mark(self, kind: i64, at: i64, owner: i64) -> Mark:
        """Add a new mark to a stone."""
        mark = Mark(kind, at, owner, i64(INITIAL_COUNTERS[kind]), self.next_seq)
        self.next_seq += 1
        self.set_marks([*self.marks, mark])
        self.log_mark(mark)
        return mark

    def log_mark(self, mark: Mark) -> None:
        """Log a new mark. A trap is visible to its owner only (CO-10.8)."""
        if self.log is not None:
            data = {
                "at": CELL_NAMES[mark.at],
                "mark": MARK_KINDS[mark.kind],
                "owner": SIDES[mark.owner],
                "left": mark.left,
            }
            self.log.append(Event("mark", data, mark.owner) if mark.kind == TRAP else Event("mark", data))

    def replace_mark(self, new: Mark) -> None:
        """Replace the mark with the same number."""
        self.set_marks([new if mark.seq == new.seq else mark for mark in self.marks])

    def set_counter(self, mark: Mark, left: i64) -> Mark:
        """Set the counter of a mark."""
        ticked = mark.with_counter(left)
        self.replace_mark(ticked)
        if self.log is not None:
            data = {
                "at": CELL_NAMES[mark.at],
                "mark": MARK_KINDS[mark.kind],
                "owner": SIDES[mark.owner],
                "left": left,
            }
            self.log.append(Event("tick", data))
        return ticked

    def remove_mark(self, gone: Mark, reason: str) -> None:
        """Remove a mark from its stone."""
        self.set_marks([mark for mark in self.marks if mark.seq != gone.seq])
        self.log_unmark(gone, reason)

    def log_unmark(self, mark: Mark, reason: str) -> None:
        if self.log is not None:
            data = {
                "at": CELL_NAMES[mark.at],
                "mark": MARK_KINDS[mark.kind],
                "owner": SIDES[mark.owner],
                "reason": reason,
            }
            hidden = mark.kind == TRAP and reason != "sprung" and reason != "unsprung"
            self.log.append(Event("unmark", data, mark.owner) if hidden else Event("unmark", data))

    def clear_marks(self, cell: i64) -> None:
        """Remove all marks from a stone."""
        for mark in self.marks:
            if mark.at == cell:
                self.remove_mark(mark, "replaced")

    # Stones

    def set_colour(self, bits: i64, side: i64) -> None:
        """Set the colour of stones, without side effects."""
        if side == BLACK:
            self.black |= bits
            self.white &= ~bits
        else:
            self.white |= bits
            self.black &= ~bits

    def flip(self, bits: i64, side: i64, phase: str, start: i64) -> None:
        """Flip stones in lines from `start`: their marks react, then stones revive (CO-7.6)."""
        self.set_colour(bits, side)
        self.sprouts &= ~bits
        touched = bits & (self.marked | self.traps | self.origins)
        if self.log is not None:
            reviving = [
                CELL_NAMES[mark.at]
                for mark in self.marks
                if mark.kind == REGEN and mark.owner != side and bits & BIT[mark.at] != 0
            ]
            data = {"side": SIDES[side], "cells": cell_names(bits), "phase": phase, "from": CELL_NAMES[start]}
            self.log.append(Event("flip", {**data, "reviving": reviving}))
        if touched != 0:
            self.update_flipped_marks(touched, side)
            for cell in flip_order(start, touched):
                mark = self.mark_at(cell, REGEN)
                if mark is not None and self.stones(mark.owner) & BIT[cell] == 0:
                    self.revive(mark)

    def update_flipped_marks(self, bits: i64, side: i64) -> None:
        """Update the marks of flipped stones: bombs, restlessness and work end, traps wait for the check (CO-7.6)."""
        kept: list[Mark] = []
        lost: list[Mark] = []
        for mark in self.marks:
            if mark.origin != NOWHERE and bits & BIT[mark.origin] != 0:
                mark = mark.with_cells(mark.at, NOWHERE)
            if bits & BIT[mark.at] == 0:
                kept.append(mark)
            elif mark.kind == TRAP:
                if mark.owner == self.seat:
                    lost.append(mark)
                else:
                    kept.append(mark.with_counter(FLIPPED))
                    self.trap_flipped = True
            elif (
                mark.kind == BOMB or mark.kind == WORK or mark.kind == HYPERACTIVE or mark.kind == ULTIMATE_HYPERACTIVE
            ):
                lost.append(mark)
            else:
                kept.append(mark)
        self.set_marks(kept)
        for mark in lost:
            self.log_unmark(mark, "flipped")

    def revive(self, mark: Mark) -> None:
        """REGEN_WILL: return a stone to its colour and flip its lines for its owner (CO-10.11)."""
        cell = mark.at
        self.set_colour(BIT[cell], mark.owner)
        if self.log is not None:
            self.log.append(Event("revive", {"at": CELL_NAMES[cell], "side": SIDES[mark.owner]}))
        self.remove_mark(mark, "revived")
        self.capture(cell, mark.owner, "revival")

    def capture(self, cell: i64, side: i64, phase: str) -> None:
        """Flip the lines of a stone and pay its side."""
        captured = self.flips_at(cell, side)
        if captured != 0:
            self.flip(captured, side, phase, cell)
            self.add_charge(side, popcount(captured), phase)

    def destroy(self, bits: i64, by: str, side: i64) -> None:
        """Destroy stones with their marks, as an effect of `side`; guarded stones stay (CO-2.4, CO-6.4)."""
        bits &= (self.black | self.white) & ~self.guarded
        if bits == 0:
            return
        self.black &= ~bits
        self.white &= ~bits
        self.sprouts &= ~bits
        if self.log is not None:
            self.log.append(Event("destroy", {"side": SIDES[side], "cells": cell_names(bits), "by": by}))
        if bits & (self.marked | self.traps | self.origins) != 0:
            kept: list[Mark] = []
            for mark in self.marks:
                if bits & BIT[mark.at] == 0:
                    lost = mark.origin != NOWHERE and bits & BIT[mark.origin] != 0
                    kept.append(mark.with_cells(mark.at, NOWHERE) if lost else mark)
            self.set_marks(kept)

    def swap_cells(self, a: i64, b: i64) -> None:
        """Swap the contents of two cells, one of which may be empty; marks move with their stones (CO-10.30)."""
        both = BIT[a] | BIT[b]
        if self.black & both != 0 and ~self.black & both != 0:
            self.black ^= both
        if self.white & both != 0 and ~self.white & both != 0:
            self.white ^= both
        if self.sprouts & both != 0 and ~self.sprouts & both != 0:
            self.sprouts ^= both
        if both & (self.marked | self.traps | self.origins) != 0:
            self.set_marks(
                [mark.with_cells(_swap_cell(mark.at, a, b), _swap_cell(mark.origin, a, b)) for mark in self.marks]
            )

    def random_index(self, options: i64) -> i64:
        """Return a random index below `options`. With one option no random number is drawn."""
        if options <= 1:
            return 0
        if self.rng_shared:
            self.rng = self.rng.copy()
            self.rng_shared = False
        return self.rng.below(options)

    def log_move(self, start: i64, end: i64, by: str, side: i64) -> None:
        """Log the move of a stone to a random empty cell."""
        if self.log is not None:
            data = {"side": SIDES[side], "moves": [[CELL_NAMES[start], CELL_NAMES[end]]], "by": by}
            self.log.append(Event("move", data, reveals=True))

    # Charge

    def add_charge(self, side: i64, amount: i64, reason: str) -> None:
        """Add charge, clamped to the range (CO-5.1)."""
        player = self.player(side)
        before = player.charge
        player.charge = max(0, min(before + amount, self.options.charge_cap))
        if self.log is not None and player.charge != before:
            data = {"side": SIDES[side], "by": player.charge - before, "now": player.charge, "reason": reason}
            self.log.append(Event("charge", data))


def _swap_cell(cell: i64, a: i64, b: i64) -> i64:
    return b if cell == a else a if cell == b else cell

"""What lies on the table in Card Othello, and what can happen to it: stones, marks, charge, cards.

The cards' effects (`card_effects.py`), the marks' (`turn_start.py`) and the turn (`state.py`) are made of these.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.card_othello.rules.board import BIT, NAMES, cells, count, flips, outward
from tefuda.games.card_othello.rules.codes import (
    BLACK,
    BOMB,
    BREEDING,
    FIRST_LEFT,
    GUARD,
    HYPERACTIVE,
    KIND_NAMES,
    NEVER_FLIPPED,
    NO_CARD,
    REGEN,
    SIDES,
    TRAP,
    ULTIMATE_HYPERACTIVE,
    WORK,
)
from tefuda.games.card_othello.rules.hands import NO_CARDS, Holding, Options
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark

OPENING_BLACK: Final[i64] = 0x0000000810000000
OPENING_WHITE: Final[i64] = 0x0000001008000000
FLIPPED: Final = 1
"""`left` of a trap that the opponent has flipped and that springs at the next check."""


NO_MARKS: Final[list[Mark]] = []
"""Shared by all states, since lists are replaced and never changed in place."""


def cell_names(bits: i64) -> list[str]:
    return [NAMES[cell] for cell in cells(bits)]


class Table(State):
    """Stones, marks, charge and cards, and the primitive changes to them, each with its event."""

    def __init__(self, options: Options, black: Holding, white: Holding, luck: ChaCha) -> None:
        self.seat = BLACK
        self.log = None
        self.options = options
        self.luck = luck
        self.luck_shared = False
        """Whether a copy of this state goes on with the same luck: it is copied when it is needed."""
        self.black: i64 = OPENING_BLACK
        self.white: i64 = OPENING_WHITE
        self.black_holding = black
        self.white_holding = white
        self.marks = NO_MARKS
        """In the order of their `seq`."""
        self.next_seq: i64 = 1
        # What the marks say of the board, kept in step by `set_marks`.
        self.marked: i64 = 0
        """Cells with a mark that everybody can see."""
        self.snared: i64 = 0
        """Cells with a trap."""
        self.immune: i64 = 0
        """Cells whose stone no line and no dragon can flip (CO-6.3)."""
        self.guarded: i64 = 0
        self.bombs: i64 = 0
        self.origins: i64 = 0
        """Cells of stones that a breeding mark bred last."""
        self.sprouts: i64 = 0
        """Stones bred since their owner's last turn start (CO-12.10)."""
        self.springing = False
        """Whether a trap has been flipped and waits for the check."""
        self.made = NO_CARDS
        """Cards that Heaven's Blessing made from nothing."""
        # The turn
        self.pending: i64 = NO_CARD
        """The card that was used this turn and is not done with."""
        self.first: i64 = NOWHERE
        """The first stone picked for a transposition."""
        self.sacrificed: i64 = 0
        self.offers = NO_CARDS
        self.card_used = False
        self.placed: i64 = 0
        """Stones placed in this turn."""
        self.placements: i64 = 1
        """Placements left in this turn."""
        self.passes: i64 = 0
        """Passes in a row."""
        self.choices: i64 = 0
        """Where a stone can be placed now; kept in step by the turn."""

    def copy_to(self, copy: "Table") -> None:
        """Make `copy` equal to this one; it was made with a copy of the luck and the holdings."""
        copy.seat = self.seat
        copy.black = self.black
        copy.white = self.white
        copy.marks = self.marks
        copy.next_seq = self.next_seq
        copy.marked = self.marked
        copy.snared = self.snared
        copy.immune = self.immune
        copy.guarded = self.guarded
        copy.bombs = self.bombs
        copy.origins = self.origins
        copy.sprouts = self.sprouts
        copy.springing = self.springing
        copy.made = self.made
        copy.pending = self.pending
        copy.first = self.first
        copy.sacrificed = self.sacrificed
        copy.offers = self.offers
        copy.card_used = self.card_used
        copy.placed = self.placed
        copy.placements = self.placements
        copy.passes = self.passes
        copy.choices = self.choices

    # Looking

    def stones(self, side: i64) -> i64:
        return self.black if side == BLACK else self.white

    def empty(self) -> i64:
        return ~(self.black | self.white)

    def holding(self, side: i64) -> Holding:
        return self.black_holding if side == BLACK else self.white_holding

    def lines(self, cell: i64, side: i64) -> i64:
        """The enemy stones that a stone of `side` on this cell encloses (CO-2.2, CO-6.3)."""
        if side == BLACK:
            return flips(cell, self.black, self.white & ~self.immune)
        return flips(cell, self.white, self.black & ~self.immune)

    def mark_with(self, seq: i64) -> Mark | None:
        """The mark of this number as it is now, or None where it is gone."""
        for mark in self.marks:
            if mark.seq == seq:
                return mark
        return None

    def mark_on(self, cell: i64, kind: i64) -> Mark | None:
        for mark in self.marks:
            if mark.at == cell and mark.kind == kind:
                return mark
        return None

    # Marks

    def set_marks(self, marks: list[Mark]) -> None:
        """Take a new list of marks, and note what it says of the board."""
        self.marks = marks
        marked: i64 = 0
        snared: i64 = 0
        immune: i64 = 0
        guarded: i64 = 0
        bombs: i64 = 0
        origins: i64 = 0
        for mark in marks:
            bit = BIT[mark.at]
            kind = mark.kind
            if kind == TRAP:
                snared |= bit
                continue
            marked |= bit
            if NEVER_FLIPPED[kind] != 0:
                immune |= bit
                if kind == GUARD:
                    guarded |= bit
                elif kind == BREEDING and mark.origin != NOWHERE:
                    origins |= BIT[mark.origin]
            elif kind == BOMB:
                bombs |= bit
        self.marked = marked
        self.snared = snared
        self.immune = immune
        self.guarded = guarded
        self.bombs = bombs
        self.origins = origins

    def mark(self, kind: i64, at: i64, owner: i64) -> Mark:
        """Put a new mark on a stone."""
        made = Mark(kind, at, owner, i64(FIRST_LEFT[kind]), self.next_seq)
        self.next_seq += 1
        self.set_marks([*self.marks, made])
        self.tell_mark(made)
        return made

    def tell_mark(self, mark: Mark) -> None:
        """A trap is its owner's secret (CO-10.8)."""
        if self.log is not None:
            data = {
                "at": NAMES[mark.at],
                "mark": KIND_NAMES[mark.kind],
                "owner": SIDES[mark.owner],
                "left": mark.left,
            }
            self.log.append(Event("mark", data, mark.owner) if mark.kind == TRAP else Event("mark", data))

    def replace_mark(self, new: Mark) -> None:
        """Put a mark in place of the one with the same number."""
        self.set_marks([new if mark.seq == new.seq else mark for mark in self.marks])

    def tick(self, mark: Mark, left: i64) -> Mark:
        """Move a mark's counter."""
        ticked = mark.counting(left)
        self.replace_mark(ticked)
        if self.log is not None:
            data = {"at": NAMES[mark.at], "mark": KIND_NAMES[mark.kind], "owner": SIDES[mark.owner], "left": left}
            self.log.append(Event("tick", data))
        return ticked

    def unmark(self, gone: Mark, reason: str) -> None:
        """Take a mark off its stone."""
        self.set_marks([mark for mark in self.marks if mark.seq != gone.seq])
        self.tell_unmark(gone, reason)

    def tell_unmark(self, mark: Mark, reason: str) -> None:
        if self.log is not None:
            data = {"at": NAMES[mark.at], "mark": KIND_NAMES[mark.kind], "owner": SIDES[mark.owner], "reason": reason}
            hidden = mark.kind == TRAP and reason != "sprung" and reason != "unsprung"
            self.log.append(Event("unmark", data, mark.owner) if hidden else Event("unmark", data))

    def clear_marks(self, cell: i64) -> None:
        """Take every mark off a stone, since it becomes something else."""
        for mark in self.marks:
            if mark.at == cell:
                self.unmark(mark, "replaced")

    # Stones

    def put(self, bits: i64, side: i64) -> None:
        """Give stones a colour, without any consequence."""
        if side == BLACK:
            self.black |= bits
            self.white &= ~bits
        else:
            self.white |= bits
            self.black &= ~bits

    def flip(self, bits: i64, side: i64, phase: str, start: i64) -> None:
        """Flip a batch of stones at once, in lines from `start`: their marks react, then revivals (CO-7.6)."""
        self.put(bits, side)
        self.sprouts &= ~bits
        touched = bits & (self.marked | self.snared | self.origins)
        if self.log is not None:
            reviving = [
                NAMES[mark.at]
                for mark in self.marks
                if mark.kind == REGEN and mark.owner != side and bits & BIT[mark.at] != 0
            ]
            data = {"side": SIDES[side], "cells": cell_names(bits), "phase": phase, "from": NAMES[start]}
            self.log.append(Event("flip", {**data, "reviving": reviving}))
        if touched != 0:
            self.react(touched, side)
            for cell in outward(start, touched):
                mark = self.mark_on(cell, REGEN)
                if mark is not None and self.stones(mark.owner) & BIT[cell] == 0:
                    self.revive(mark)

    def react(self, bits: i64, side: i64) -> None:
        """The marks of flipped stones: bombs are defused, restlessness and work end, traps are touched (CO-7.6)."""
        kept: list[Mark] = []
        lost: list[Mark] = []
        for mark in self.marks:
            if mark.origin != NOWHERE and bits & BIT[mark.origin] != 0:
                mark = mark.moved(mark.at, NOWHERE)
            if bits & BIT[mark.at] == 0:
                kept.append(mark)
            elif mark.kind == TRAP:
                if mark.owner == self.seat:
                    lost.append(mark)
                else:
                    kept.append(mark.counting(FLIPPED))
                    self.springing = True
            elif (
                mark.kind == BOMB or mark.kind == WORK or mark.kind == HYPERACTIVE or mark.kind == ULTIMATE_HYPERACTIVE
            ):
                lost.append(mark)
            else:
                kept.append(mark)
        self.set_marks(kept)
        for mark in lost:
            self.tell_unmark(mark, "flipped")

    def revive(self, mark: Mark) -> None:
        """A stone with revival returns to its colour, and the lines it completes flip for its owner (CO-10.11)."""
        cell = mark.at
        self.put(BIT[cell], mark.owner)
        if self.log is not None:
            self.log.append(Event("revive", {"at": NAMES[cell], "side": SIDES[mark.owner]}))
        self.unmark(mark, "revived")
        self.capture(cell, mark.owner, "revival")

    def capture(self, cell: i64, side: i64, phase: str) -> None:
        """Flip the lines that a stone completes where it stands, and pay its side for them at once."""
        captured = self.lines(cell, side)
        if captured != 0:
            self.flip(captured, side, phase, cell)
            self.add_charge(side, count(captured), phase)

    def destroy(self, bits: i64, by: str, side: i64) -> None:
        """Take stones off the board with their marks, as an effect of `side`; guarded ones stay (CO-2.4, CO-6.4)."""
        bits &= (self.black | self.white) & ~self.guarded
        if bits == 0:
            return
        self.black &= ~bits
        self.white &= ~bits
        self.sprouts &= ~bits
        if self.log is not None:
            self.log.append(Event("destroy", {"side": SIDES[side], "cells": cell_names(bits), "by": by}))
        if bits & (self.marked | self.snared | self.origins) != 0:
            kept: list[Mark] = []
            for mark in self.marks:
                if bits & BIT[mark.at] == 0:
                    lost = mark.origin != NOWHERE and bits & BIT[mark.origin] != 0
                    kept.append(mark.moved(mark.at, NOWHERE) if lost else mark)
            self.set_marks(kept)

    def trade(self, a: i64, b: i64) -> None:
        """Exchange what lies on two cells, one of which may be empty; marks follow their stones (CO-10.30)."""
        both = BIT[a] | BIT[b]
        if self.black & both != 0 and ~self.black & both != 0:
            self.black ^= both
        if self.white & both != 0 and ~self.white & both != 0:
            self.white ^= both
        if self.sprouts & both != 0 and ~self.sprouts & both != 0:
            self.sprouts ^= both
        if both & (self.marked | self.snared | self.origins) != 0:
            self.set_marks([mark.moved(_traded(mark.at, a, b), _traded(mark.origin, a, b)) for mark in self.marks])

    def choose(self, options: i64) -> i64:
        """One of so many, all alike, by the game's own luck; where there is only one, no luck is needed."""
        if options <= 1:
            return 0
        if self.luck_shared:
            self.luck = self.luck.copy()
            self.luck_shared = False
        return self.luck.below(options)

    def tell_move(self, start: i64, end: i64, by: str, side: i64) -> None:
        """A stone went to an empty cell, by luck."""
        if self.log is not None:
            data = {"side": SIDES[side], "moves": [[NAMES[start], NAMES[end]]], "by": by}
            self.log.append(Event("move", data, reveals=True))

    # Charge

    def add_charge(self, side: i64, amount: i64, reason: str) -> None:
        """One addition, clamped at once (CO-5.1)."""
        holding = self.holding(side)
        before = holding.charge
        holding.charge = max(0, min(before + amount, self.options.charge_cap))
        if self.log is not None and holding.charge != before:
            data = {"side": SIDES[side], "by": holding.charge - before, "now": holding.charge, "reason": reason}
            self.log.append(Event("charge", data))


def _traded(cell: i64, a: i64, b: i64) -> i64:
    return b if cell == a else a if cell == b else cell

"""Marks: what a stone carries. A mark is never changed, only replaced, so that states can share their lists of them."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from tefuda.games.card_othello.rules.codes import KIND_NAMES

NOWHERE: Final = -1


@mypyc_attr(free_list_len=1)
class Mark:
    """One mark of one stone. `seq` says which came first, and stays when the stone is moved or changes hands."""

    def __init__(self, kind: i64, at: i64, owner: i64, left: i64, seq: i64, origin: i64 = NOWHERE) -> None:
        self.kind = kind
        self.at = at
        self.owner = owner
        self.left = left
        """What its counter shows; the stage of work; 1 for a trap that has been flipped and is about to spring."""
        self.seq = seq
        self.origin = origin
        """Of a breeding mark: where the stone stands that it bred last."""

    def counting(self, left: i64) -> "Mark":
        return Mark(self.kind, self.at, self.owner, left, self.seq, self.origin)

    def moved(self, at: i64, origin: i64) -> "Mark":
        return Mark(self.kind, at, self.owner, self.left, self.seq, origin)

    def won_by(self, owner: i64) -> "Mark":
        return Mark(self.kind, self.at, owner, self.left, self.seq, self.origin)

    def __repr__(self) -> str:
        return f"Mark({KIND_NAMES[self.kind]}, at {self.at}, owner {self.owner}, left {self.left}, seq {self.seq})"

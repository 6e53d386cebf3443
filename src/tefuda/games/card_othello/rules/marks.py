"""Marks on stones. A mark is immutable, so states can share lists of marks."""

from typing import Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.games.card_othello.rules.codes import MARK_KINDS

NOWHERE: Final = -1


@mypyc_attr(free_list_len=1)
class Mark:
    """A mark on a stone. `seq` is the order of creation; it stays when the stone moves or changes sides."""

    def __init__(self, kind: i64, at: i64, owner: i64, left: i64, seq: i64, origin: i64 = NOWHERE) -> None:
        self.kind = kind
        self.at = at
        self.owner = owner
        self.left = left
        """The counter, or the stage of work; 1 for a flipped trap before the trap check."""
        self.seq = seq
        self.origin = origin
        """For a breeding mark: the cell of the stone that it bred last."""

    def with_counter(self, left: i64) -> "Mark":
        return Mark(self.kind, self.at, self.owner, left, self.seq, self.origin)

    def with_cells(self, at: i64, origin: i64) -> "Mark":
        return Mark(self.kind, at, self.owner, self.left, self.seq, origin)

    def with_owner(self, owner: i64) -> "Mark":
        return Mark(self.kind, self.at, owner, self.left, self.seq, self.origin)

    @override
    def __repr__(self) -> str:
        return f"Mark({MARK_KINDS[self.kind]}, at {self.at}, owner {self.owner}, left {self.left}, seq {self.seq})"

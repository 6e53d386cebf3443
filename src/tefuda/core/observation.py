"""Observations: what a seat sees, as a fixed number of small integers, for programs that learn.

`Game.observation_space` names the numbers, and `State.observe` writes them. Both are equal in worlds that look the same
to the seat. Buffers hold the observations and masks of many games, one row each, as NumPy can read them without a copy.
"""

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

MIN_NUMBER: Final = -32768
MAX_NUMBER: Final = 32767
"""The range of the numbers (16 bits). A larger or smaller value is written as the nearest number."""

FIRST_WIDTH: Final = 64
"""The positions that a row can remember before its memory grows."""


class ObservationField:
    """Some numbers of an observation that belong together."""

    def __init__(
        self,
        name: str,
        start: int,
        shape: list[int],
        high: int,
        meaning: str,
        *,
        low: int = 0,
        scale: int = 0,
        scales: list[int] | None = None,
    ) -> None:
        """Define a field. `scale` is a usual large value (default: `high`): networks get the number divided by it.

        `scales` has one for each place of the last axis, for fields with columns of different kinds.
        """
        self.name = name
        self.start = start
        self.shape = shape
        self.low = low
        self.high = high
        self.scales = scales or [scale or high] * shape[-1]
        self.meaning = meaning
        self.size = 1
        for length in shape:
            self.size *= length


class ActionBlock:
    """Actions about things of one kind: `start` is about the first thing, `start + step` about the second."""

    def __init__(self, start: int, count: int, step: int = 1) -> None:
        self.start = start
        self.count = count
        self.step = step

    def actions(self) -> list[int]:
        return list(range(self.start, self.start + self.count * self.step, self.step))


class EntityGroup:
    """Things of one kind, such as the cells of a board: their numbers, and the actions that name one of them.

    A network reads all things of a group in the same way. Two dimensions are a board with neighbours. `fixed` means
    that the first thing is the same in every game, as a place on the table is; different cards of a deck are not.
    """

    def __init__(
        self, name: str, shape: list[int], fields: list[str], blocks: list[ActionBlock], *, fixed: bool = True
    ) -> None:
        """Define a group. The shape of its fields begins or ends with `shape`; a block has at most one action each."""
        self.name = name
        self.shape = shape
        self.fields = fields
        self.blocks = blocks
        self.fixed = fixed
        self.count = 1
        for length in shape:
            self.count *= length

    def columns(self, field: ObservationField) -> list[list[int]]:
        """Return for each thing the places of its numbers in a field."""
        each = field.size // self.count
        if field.shape[: len(self.shape)] == self.shape:
            return [[field.start + one * each + at for at in range(each)] for one in range(self.count)]
        if field.shape[len(field.shape) - len(self.shape) :] == self.shape:
            return [[field.start + at * self.count + one for at in range(each)] for one in range(self.count)]
        raise ValueError(f"field {field.name} of shape {field.shape} has no numbers by {self.name}")


class ObservationSpace:
    """The fields of an observation, in order."""

    def __init__(
        self,
        version: int,
        fields: list[ObservationField],
        *,
        dropped: list[str] | None = None,
        keep: Callable[[dict[str, Any]], Any] | None = None,
        groups: list[EntityGroup] | None = None,
    ) -> None:
        """Define the fields. Increase `version` when a number gets another meaning or place.

        `dropped` says what a view contains and the numbers do not, one sentence each. `keep` returns the rest of a
        view: observations are equal exactly if it is equal. The universal tests check it (default: the whole view).
        `groups` says which numbers and actions belong to things of one kind.
        """
        self.version = version
        self.fields = fields
        self.groups = groups or []
        self.dropped = dropped or []
        self.keep = keep
        self.size = 0
        names: list[str] = []
        for field in fields:
            if field.start != self.size:
                raise ValueError(f"field {field.name} starts at {field.start}; {self.size} is expected")
            if field.name in names:
                raise ValueError(f"there are two fields {field.name}")
            names.append(field.name)
            self.size += field.size

    def kept(self, view: dict[str, Any]) -> Any:
        """Return what the numbers tell of a view."""
        return view if self.keep is None else self.keep(view)

    def field(self, name: str) -> ObservationField:
        """Return a field by its name; raises `KeyError`."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def scales(self) -> list[float]:
        """Return what to divide each number by, so that most results are from -1 to 1."""
        found: list[float] = []
        for field in self.fields:
            found += [float(scale) for scale in field.scales] * (field.size // len(field.scales))
        return found


class Symmetry:
    """A position seen differently: rotated, reflected, with names exchanged. A good action stays a good action."""

    def __init__(self, numbers: list[int], actions: list[int]) -> None:
        """Define where each number of the observation, and the score of each action, comes from."""
        self.numbers = numbers
        self.actions = actions


def same_symmetry(numbers: int, actions: int) -> Symmetry:
    """Return the symmetry that changes nothing."""
    return Symmetry(list(range(numbers)), list(range(actions)))


@mypyc_attr(acyclic=True)
class RowBuffer:
    """Rows of numbers, most of them zero. It remembers the others, so that a row is cleared without visiting all."""

    def __init__(self, size: i64, rows: i64) -> None:
        self.size = size
        self.rows = rows
        self.row: i64 = 0
        """The row that is written."""
        self.base: i64 = 0
        """Its first number in the buffer."""
        self.width: i64 = FIRST_WIDTH
        self.positions = vec[i32]([i32(0)] * (rows * FIRST_WIDTH))
        """By row: the places of the numbers that are not zero."""
        self.counts = vec[i64]([i64(0)] * rows)
        self.first: i64 = 0
        self.next: i64 = 0
        """Where the places of the present row begin and end in `positions`."""

    def enter(self, row: i64) -> None:
        """Write into another row from now on."""
        if row < 0 or row >= self.rows:
            raise IndexError(f"row {row} of {self.rows}")
        self.counts[self.row] = self.next - self.first
        self.row = row
        self.base = row * self.size
        self.first = row * self.width
        self.next = self.first + self.counts[row]

    def remember(self, place: i64) -> None:
        """Remember a place of the row whose number is not zero any more."""
        if self.next == self.first + self.width:
            self.widen()
        self.positions[self.next] = i32(place)
        self.next += 1

    def reserve(self, places: i64) -> None:
        """Make room for this many places, for code that writes them itself."""
        while self.next + places > self.first + self.width:
            self.widen()

    def widen(self) -> None:
        """Double the memory for the places of each row."""
        self.counts[self.row] = self.next - self.first
        wider = vec[i32]([i32(0)] * (2 * self.rows * self.width))
        for row in range(self.rows):
            for at in range(self.counts[row]):
                wider[2 * row * self.width + at] = self.positions[row * self.width + at]
        self.positions = wider
        self.width *= 2
        self.first = self.row * self.width
        self.next = self.first + self.counts[self.row]


@mypyc_attr(acyclic=True)
class ObservationBuffer(RowBuffer):
    """The observations of several games or positions, one row each.

    `numbers` has the buffer protocol: `numpy.frombuffer(buffer.numbers, numpy.int16)` sees the rows without a copy.
    """

    def __init__(self, size: i64, rows: i64 = 1) -> None:
        super().__init__(size, rows)
        self.numbers = vec[i16]([i16(0)] * (rows * size))
        self.fixed_parts: list[object] = [None] * rows
        """By row: what its fixed part describes."""
        self.fixed_counts = vec[i64]([i64(0)] * rows)
        """By row: the numbers of its fixed part that are not zero."""

    def begin(self, row: i64 = 0) -> None:
        """Clear a row except for its fixed part. The following numbers are written into it."""
        self.enter(row)
        self.clear_from(self.fixed_counts[row])

    def clear_from(self, kept: i64) -> None:
        """Clear all numbers of the row except for the first ones that were written."""
        numbers, positions, base = self.numbers, self.positions, self.base
        for at in range(self.first + kept, self.next):
            numbers[base + i64(positions[at])] = 0
        self.next = self.first + kept

    def needs_fixed_part(self, part: object) -> bool:
        """Return whether the row lacks the numbers that describe `part`, such as the cards of a game.

        They are written first, and `end_fixed_part` follows. `begin` keeps them: they do not change during a game.
        """
        if self.fixed_parts[self.row] is part:
            return False
        self.clear_from(0)
        self.fixed_parts[self.row] = part
        return True

    def end_fixed_part(self) -> None:
        """Keep what was written so far when the row is cleared."""
        self.fixed_counts[self.row] = self.next - self.first

    def mark(self, at: i64) -> None:
        """Write 1 where a zero is. A row must not be marked twice at one place."""
        if at < 0 or at >= self.size:
            raise IndexError(f"number {at} of {self.size}")
        self.numbers[self.base + at] = 1
        self.remember(at)

    def put(self, at: i64, value: i64) -> None:
        """Write a number."""
        if at < 0 or at >= self.size:
            raise IndexError(f"number {at} of {self.size}")
        if value > MAX_NUMBER:
            value = MAX_NUMBER
        elif value < MIN_NUMBER:
            value = MIN_NUMBER
        place = self.base + at
        if value != 0 and self.numbers[place] == 0:
            self.remember(at)
        self.numbers[place] = i16(value)

    def get(self, at: i64) -> i64:
        """Return a number of the row that is written."""
        return i64(self.numbers[self.base + at])

    def count(self, at: i64) -> None:
        """Add one to a number."""
        self.put(at, self.get(at) + 1)

    def row_bytes(self, row: i64 = 0) -> bytes:
        """Return a row as bytes, two for each number in the order of the machine."""
        return bytes(memoryview(self.numbers)[row * self.size : (row + 1) * self.size])


NO_PLACE: Final = -1
"""The place of a number that is not there, in a packed row."""


@mypyc_attr(acyclic=True)
class PackedRows:
    """Observations without their zeros: the places of the other numbers, then the numbers.

    An observation has thousands of numbers and perhaps a hundred that are not zero. Its packed row has `2 * width`.
    """

    def __init__(self, width: i64, rows: i64) -> None:
        self.width = width
        self.rows = rows
        self.numbers = vec[i16]([i16(NO_PLACE)] * (rows * 2 * width))
        self.counts = vec[i64]([i64(0)] * rows)

    def pack(self, row: i64, source: ObservationBuffer) -> None:
        """Pack the row of `source` that is written; raises `ValueError` if it has too many numbers."""
        base = row * 2 * self.width
        limit = self.width
        packed, numbers, positions = self.numbers, source.numbers, source.positions
        count: i64 = 0
        for at in range(source.first, source.next):
            place = positions[at]
            number = numbers[source.base + i64(place)]
            if number != 0:
                if count == limit:
                    raise ValueError(f"an observation has more than {limit} numbers that are not zero")
                packed[base + count] = i16(place)
                packed[base + limit + count] = number
                count += 1
        for at in range(count, self.counts[row]):
            packed[base + at] = NO_PLACE
        self.counts[row] = count

    def row_bytes(self, row: i64) -> bytes:
        """Return a packed row as bytes."""
        return bytes(memoryview(self.numbers)[row * 2 * self.width : (row + 1) * 2 * self.width])


@mypyc_attr(acyclic=True)
class MaskBuffer(RowBuffer):
    """The legal actions of several games or positions, one row each: a byte for each action, 1 if it is legal."""

    def __init__(self, actions: i64, rows: i64 = 1) -> None:
        super().__init__(actions, rows)
        self.marks = vec[u8]([u8(0)] * (rows * actions))

    def begin(self, row: i64 = 0) -> None:
        """Clear a row. The following actions are allowed in it."""
        self.enter(row)
        marks, positions, base = self.marks, self.positions, self.base
        for at in range(self.first, self.next):
            marks[base + i64(positions[at])] = 0
        self.next = self.first

    def allow(self, action: i64) -> None:
        """Mark an action as legal, once."""
        if action < 0 or action >= self.size:
            raise IndexError(f"action {action} of {self.size}")
        self.marks[self.base + action] = 1
        self.remember(action)

    def allowed(self) -> i64:
        """Return the number of actions that were allowed in the present row."""
        return self.next - self.first

    def allows(self, row: i64, action: i64) -> bool:
        """Return whether an action is legal in a row. Any number may be asked for."""
        return 0 <= action < self.size and self.marks[row * self.size + action] != 0

    def row_bytes(self, row: i64 = 0) -> bytes:
        """Return a row as bytes."""
        return bytes(memoryview(self.marks)[row * self.size : (row + 1) * self.size])

"""Sets of cells as 64-bit integers, and the lines of Othello on them. All 64-bit work of the game is in this module.

Bit 8 x row + column is a cell, a1 first. There is no unsigned 64-bit integer in compiled code, so a set that holds h8
(bit 63) is a negative number, interpreted too: `BIT[63]` is -2**63, and `&`, `|`, `^` and `~` then agree in both. Two
things need care, and are done here and nowhere else. A left shift may carry a bit to place 63, where it would be
positive when interpreted: `signed` mends that. A right shift drags the sign along: the masks of the lines cut it off.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 64
NAMES: Final = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}

DIRECTIONS: Final = 8
"""NW N NE W E SW S SE: the order in which lines are looked at."""


def _wide(bits: int) -> i64:
    """A constant of more than 62 bits: as a literal it would be a boxed object in compiled code."""
    return i64(bits)


INNER_COLUMNS: Final = _wide(0x7E7E7E7E7E7E7E7E)
INNER_ROWS: Final = 0x00FFFFFFFFFFFF00
INNER: Final = 0x007E7E7E7E7E7E00
NOT_A: Final = -0x0101010101010102
NOT_H: Final = _wide(0x7F7F7F7F7F7F7F7F)
CORNERS: Final = _wide(-0x7EFFFFFFFFFFFF7F)


def _counts() -> bytes:
    """How many bits each number of 16 bits has."""
    table = b"\0"
    plus_one = bytes(range(1, 256)) + b"\0"
    for _ in range(16):
        table += table.translate(plus_one)
    return table


def _lowest() -> bytes:
    """The place of the lowest bit of each number of 16 bits; 16 for none."""
    table = bytes([16])
    for place in range(16):
        table += bytes([place]) + table[1:]
    return table


COUNTS: Final = _counts()
LOWEST: Final = _lowest()


def signed(bits: i64) -> i64:
    """The same 64 bits with place 63 as the sign, whether it came by a shift or was there already."""
    high = ((bits >> 32) & 0xFFFFFFFF) ^ 0x80000000
    return ((high - 0x80000000) << 32) | (bits & 0xFFFFFFFF)


def _bit(cell: int) -> int:
    """The set of one cell."""
    return 1 << cell if cell < 63 else -(1 << 63)


BIT: Final = vec[i64]([i64(_bit(cell)) for cell in range(CELLS)])


def _around(cell: int, steps: list[tuple[int, int]]) -> int:
    """The cells that these steps reach on the board."""
    found = 0
    for down, right in steps:
        row, column = cell // 8 + down, cell % 8 + right
        if 0 <= row < 8 and 0 <= column < 8:
            found |= _bit(8 * row + column)
    return found


STEPS: Final = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
STRAIGHT: Final = [(-1, 0), (1, 0), (0, -1), (0, 1)]
NEIGHBOURS: Final = vec[i64]([i64(_around(cell, STEPS)) for cell in range(CELLS)])
CROSS: Final = vec[i64](
    [
        i64(_around(cell, [(0, 0), *STRAIGHT, *[(2 * down, 2 * right) for down, right in STRAIGHT]]))
        for cell in range(CELLS)
    ]
)
"""A cell with everything at distance one and two in the four straight directions."""


def count(bits: i64) -> i64:
    """How many cells are in the set."""
    return (
        i64(COUNTS[bits & 0xFFFF])
        + i64(COUNTS[(bits >> 16) & 0xFFFF])
        + i64(COUNTS[(bits >> 32) & 0xFFFF])
        + i64(COUNTS[(bits >> 48) & 0xFFFF])
    )


def nth(bits: i64, number: i64) -> i64:
    """The cell that `number` others of the set stand before."""
    base: i64 = 0
    while True:
        part = i64(COUNTS[(bits >> base) & 0xFFFF])
        if number < part:
            break
        number -= part
        base += 16
    chunk = (bits >> base) & 0xFFFF
    while number > 0:
        chunk &= chunk - 1
        number -= 1
    return base + i64(LOWEST[chunk])


def cells(bits: i64) -> list[i64]:
    """The cells of a set, row by row."""
    found: list[i64] = []
    for base in range(0, CELLS, 16):
        chunk = (bits >> base) & 0xFFFF
        while chunk != 0:
            found.append(base + i64(LOWEST[chunk]))
            chunk &= chunk - 1
    return found


def straight_neighbours(bits: i64) -> i64:
    """All cells above, below, left and right of the set's."""
    raised = (bits << 8) | ((bits & NOT_H) << 1)
    lowered = ((bits >> 8) & (INNER_ROWS | 0xFF)) | (((bits & NOT_A) >> 1) & NOT_H)
    return signed(raised) | lowered


def all_neighbours(bits: i64) -> i64:
    """All cells beside the set's, in all eight directions, and the set itself."""
    right = (bits & NOT_H) << 1
    left = ((bits & NOT_A) >> 1) & NOT_H
    row = signed(right) | left | bits
    return signed(row << 8) | ((row >> 8) & (INNER_ROWS | 0xFF)) | row


# Lines


def _fill_up(own: i64, between: i64, by: i64) -> i64:
    """From each own stone through stones of `between` towards the end of the board: the cells right behind them."""
    run = between & (own << by)
    run |= between & (run << by)
    pairs = between & (between << by)
    run |= pairs & (run << (2 * by))
    run |= pairs & (run << (2 * by))
    return run << by


def _fill_down(own: i64, between: i64, by: i64) -> i64:
    """The same towards the beginning of the board."""
    run = between & (own >> by)
    run |= between & (run >> by)
    pairs = between & (between >> by)
    run |= pairs & (run >> (2 * by))
    run |= pairs & (run >> (2 * by))
    return run >> by


def placements(own: i64, enemy: i64, empty: i64) -> i64:
    """The empty cells from which own stones enclose a run of `enemy`, the stones that can be flipped."""
    across = enemy & INNER_COLUMNS
    along = enemy & INNER_ROWS
    inner = enemy & INNER
    raised = _fill_up(own, across, 1) | _fill_up(own, inner, 7) | _fill_up(own, along, 8) | _fill_up(own, inner, 9)
    lowered = (
        _fill_down(own, across, 1) | _fill_down(own, inner, 7) | _fill_down(own, along, 8) | _fill_down(own, inner, 9)
    )
    return (signed(raised) | lowered) & empty


def _run_up(bit: i64, by: i64, own: i64, between: i64) -> i64:
    """The stones of `between` from `bit` on towards the end of the board, if an own stone stands behind them."""
    found: i64 = 0
    at = (bit << by) & between
    while at != 0:
        found |= at
        at <<= by
        if at & own != 0:
            return found
        at &= between
    return 0


def _run_down(bit: i64, by: i64, own: i64, between: i64) -> i64:
    """The same towards the beginning of the board."""
    found: i64 = 0
    at = (bit >> by) & between
    while at != 0:
        found |= at
        at >>= by
        if at & own != 0:
            return found
        at &= between
    return 0


def flips(cell: i64, own: i64, enemy: i64) -> i64:
    """The stones of `enemy` in completed lines from a cell, all directions together."""
    bit = BIT[cell]
    across = enemy & INNER_COLUMNS
    along = enemy & INNER_ROWS
    inner = enemy & INNER
    return (
        _run_down(bit, 9, own, inner)
        | _run_down(bit, 8, own, along)
        | _run_down(bit, 7, own, inner)
        | _run_down(bit, 1, own, across)
        | _run_up(bit, 1, own, across)
        | _run_up(bit, 7, own, inner)
        | _run_up(bit, 8, own, along)
        | _run_up(bit, 9, own, inner)
    )


def line(cell: i64, direction: i64, own: i64, enemy: i64) -> i64:
    """The stones of `enemy` in the completed line from a cell in one direction."""
    bit = BIT[cell]
    match direction:
        case 0:
            return _run_down(bit, 9, own, enemy & INNER)
        case 1:
            return _run_down(bit, 8, own, enemy & INNER_ROWS)
        case 2:
            return _run_down(bit, 7, own, enemy & INNER)
        case 3:
            return _run_down(bit, 1, own, enemy & INNER_COLUMNS)
        case 4:
            return _run_up(bit, 1, own, enemy & INNER_COLUMNS)
        case 5:
            return _run_up(bit, 7, own, enemy & INNER)
        case 6:
            return _run_up(bit, 8, own, enemy & INNER_ROWS)
        case _:
            return _run_up(bit, 9, own, enemy & INNER)


def outward(cell: i64, bits: i64) -> list[i64]:
    """The cells of a set in flip order: by direction from `cell`, near ones first; the others last, row by row."""
    row, column = cell // 8, cell % 8
    found: list[i64] = []
    for down, right in STEPS:
        for far in range(1, 8):
            r, c = row + far * down, column + far * right
            if not (0 <= r < 8 and 0 <= c < 8):
                break
            if bits & BIT[8 * r + c] != 0:
                found.append(8 * r + c)
    for other in cells(bits):
        if other not in found:
            found.append(other)
    return found


def slide(cell: i64, direction: i64, empty: i64) -> i64:
    """How far a stone can slide over empty cells: up, down, left or right (0 to 3)."""
    down, right = STRAIGHT[direction]
    row, column = cell // 8 + down, cell % 8 + right
    far: i64 = 0
    while 0 <= row < 8 and 0 <= column < 8 and empty & BIT[8 * row + column] != 0:
        far += 1
        row += down
        column += right
    return far


def packed(bits: i64) -> bytes:
    """The set in eight bytes, equal on every machine."""
    return bytes([(bits >> (8 * row)) & 0xFF for row in range(8)])

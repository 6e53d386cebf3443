"""Bitboards: sets of cells as 64-bit integers, and the lines of Othello.

Bit 8 x row + column is a cell; a1 is bit 0. Compiled code has no unsigned 64-bit integer, so a set with h8 (bit 63) is
a negative number, also interpreted: `BIT[63]` is -2**63, and `&`, `|`, `^` and `~` agree in both builds. Only this
module shifts sets. After a left shift, bit 63 would be positive when interpreted: `to_signed` corrects it. A right
shift copies the sign bit: the line masks remove it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 64
CELL_NAMES: Final = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
CELL_NUMBERS: Final = {name: number for number, name in enumerate(CELL_NAMES)}

DIRECTIONS: Final = 8
"""NW N NE W E SW S SE: the order of the lines."""


def _wide_constant(bits: int) -> i64:
    """Return a constant of more than 62 bits. As a literal it would be a boxed object in compiled code."""
    return i64(bits)


INNER_COLUMNS: Final = _wide_constant(0x7E7E7E7E7E7E7E7E)
INNER_ROWS: Final = 0x00FFFFFFFFFFFF00
INNER: Final = 0x007E7E7E7E7E7E00
NOT_A: Final = -0x0101010101010102
NOT_H: Final = _wide_constant(0x7F7F7F7F7F7F7F7F)
CORNERS: Final = _wide_constant(-0x7EFFFFFFFFFFFF7F)


def _popcount_table() -> bytes:
    """Return the number of set bits of each 16-bit number."""
    table = b"\0"
    plus_one = bytes(range(1, 256)) + b"\0"
    for _ in range(16):
        table += table.translate(plus_one)
    return table


def _lowest_bit_table() -> bytes:
    """Return the lowest set bit of each 16-bit number; 16 for 0."""
    table = bytes([16])
    for place in range(16):
        table += bytes([place]) + table[1:]
    return table


POPCOUNT_16: Final = _popcount_table()
LOWEST_BIT_16: Final = _lowest_bit_table()


def to_signed(bits: i64) -> i64:
    """Return the same 64 bits as a signed number, with bit 63 as the sign."""
    high = ((bits >> 32) & 0xFFFFFFFF) ^ 0x80000000
    return ((high - 0x80000000) << 32) | (bits & 0xFFFFFFFF)


def _bit(cell: int) -> int:
    """Return the set of one cell."""
    return 1 << cell if cell < 63 else -(1 << 63)


BIT: Final = vec[i64]([i64(_bit(cell)) for cell in range(CELLS)])


def _neighbour_mask(cell: int, steps: list[tuple[int, int]]) -> int:
    """Return the cells on the board that are reached by these steps."""
    found = 0
    for down, right in steps:
        row, column = cell // 8 + down, cell % 8 + right
        if 0 <= row < 8 and 0 <= column < 8:
            found |= _bit(8 * row + column)
    return found


DIRECTION_STEPS: Final = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
ORTHOGONAL_STEPS: Final = [(-1, 0), (1, 0), (0, -1), (0, 1)]
NEIGHBOURS: Final = vec[i64]([i64(_neighbour_mask(cell, DIRECTION_STEPS)) for cell in range(CELLS)])
CROSS: Final = vec[i64](
    [
        i64(
            _neighbour_mask(
                cell, [(0, 0), *ORTHOGONAL_STEPS, *[(2 * down, 2 * right) for down, right in ORTHOGONAL_STEPS]]
            )
        )
        for cell in range(CELLS)
    ]
)
"""A cell and all cells at distance one and two in the four orthogonal directions."""


def popcount(bits: i64) -> i64:
    """Return the number of cells in the set."""
    return (
        i64(POPCOUNT_16[bits & 0xFFFF])
        + i64(POPCOUNT_16[(bits >> 16) & 0xFFFF])
        + i64(POPCOUNT_16[(bits >> 32) & 0xFFFF])
        + i64(POPCOUNT_16[(bits >> 48) & 0xFFFF])
    )


def nth_cell(bits: i64, number: i64) -> i64:
    """Return the cell with index `number` in the set."""
    base: i64 = 0
    while True:
        part = i64(POPCOUNT_16[(bits >> base) & 0xFFFF])
        if number < part:
            break
        number -= part
        base += 16
    chunk = (bits >> base) & 0xFFFF
    while number > 0:
        chunk &= chunk - 1
        number -= 1
    return base + i64(LOWEST_BIT_16[chunk])


def cells(bits: i64) -> list[i64]:
    """Return the cells of a set, row by row."""
    found: list[i64] = []
    for base in range(0, CELLS, 16):
        chunk = (bits >> base) & 0xFFFF
        while chunk != 0:
            found.append(base + i64(LOWEST_BIT_16[chunk]))
            chunk &= chunk - 1
    return found


def orthogonal_neighbours(bits: i64) -> i64:
    """Return all cells above, below, left and right of the set."""
    raised = (bits << 8) | ((bits & NOT_H) << 1)
    lowered = ((bits >> 8) & (INNER_ROWS | 0xFF)) | (((bits & NOT_A) >> 1) & NOT_H)
    return to_signed(raised) | lowered


def all_neighbours(bits: i64) -> i64:
    """Return the set and all its neighbours in the eight directions."""
    right = (bits & NOT_H) << 1
    left = ((bits & NOT_A) >> 1) & NOT_H
    row = to_signed(right) | left | bits
    return to_signed(row << 8) | ((row >> 8) & (INNER_ROWS | 0xFF)) | row


# Lines


def _fill_up(own: i64, between: i64, by: i64) -> i64:
    """Return the cells behind each run of `between` that starts at an own stone, towards higher bits."""
    run = between & (own << by)
    run |= between & (run << by)
    pairs = between & (between << by)
    run |= pairs & (run << (2 * by))
    run |= pairs & (run << (2 * by))
    return run << by


def _fill_down(own: i64, between: i64, by: i64) -> i64:
    """Return the cells behind each run of `between` that starts at an own stone, towards lower bits."""
    run = between & (own >> by)
    run |= between & (run >> by)
    pairs = between & (between >> by)
    run |= pairs & (run >> (2 * by))
    run |= pairs & (run >> (2 * by))
    return run >> by


def placement_mask(own: i64, enemy: i64, empty: i64) -> i64:
    """Return the empty cells from which own stones enclose a run of `enemy`."""
    across = enemy & INNER_COLUMNS
    along = enemy & INNER_ROWS
    inner = enemy & INNER
    raised = _fill_up(own, across, 1) | _fill_up(own, inner, 7) | _fill_up(own, along, 8) | _fill_up(own, inner, 9)
    lowered = (
        _fill_down(own, across, 1) | _fill_down(own, inner, 7) | _fill_down(own, along, 8) | _fill_down(own, inner, 9)
    )
    return (to_signed(raised) | lowered) & empty


def _run_up(bit: i64, by: i64, own: i64, between: i64) -> i64:
    """Return the run of `between` next to `bit` towards higher bits, if an own stone is behind it."""
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
    """Return the run of `between` next to `bit` towards lower bits, if an own stone is behind it."""
    found: i64 = 0
    at = (bit >> by) & between
    while at != 0:
        found |= at
        at >>= by
        if at & own != 0:
            return found
        at &= between
    return 0


def flip_mask(cell: i64, own: i64, enemy: i64) -> i64:
    """Return the stones of `enemy` that a stone on the cell encloses, in all directions."""
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


def line_mask(cell: i64, direction: i64, own: i64, enemy: i64) -> i64:
    """Return the stones of `enemy` that a stone on the cell encloses in one direction."""
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


def flip_order(cell: i64, bits: i64) -> list[i64]:
    """Return the cells of a set in flip order: by direction and distance from `cell`, then the others row by row."""
    row, column = cell // 8, cell % 8
    found: list[i64] = []
    for down, right in DIRECTION_STEPS:
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


def slide_distance(cell: i64, direction: i64, empty: i64) -> i64:
    """Return how far a stone can slide over empty cells: up, down, left or right (0 to 3)."""
    down, right = ORTHOGONAL_STEPS[direction]
    row, column = cell // 8 + down, cell % 8 + right
    far: i64 = 0
    while 0 <= row < 8 and 0 <= column < 8 and empty & BIT[8 * row + column] != 0:
        far += 1
        row += down
        column += right
    return far


def to_bytes(bits: i64) -> bytes:
    """Return the set as eight bytes."""
    return bytes([(bits >> (8 * row)) & 0xFF for row in range(8)])

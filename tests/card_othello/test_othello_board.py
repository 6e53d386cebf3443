"""Bitboards compared with sets of cells and with a simple Othello implementation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_size import sample_size

import tefuda
from tefuda import State
from tefuda.games.card_othello.rules import board
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, CELL_NUMBERS, DIRECTION_STEPS, ORTHOGONAL_STEPS

CELLS = st.sets(st.integers(0, 63))


def bits(cells: set[int]) -> int:
    found = 0
    for cell in cells:
        found |= BIT[cell]
    return found


def cells_at_distance(cell: int, steps: list[tuple[int, int]], far: int = 1) -> set[int]:
    found = set()
    for down, right in steps:
        row, column = cell // 8 + far * down, cell % 8 + far * right
        if 0 <= row < 8 and 0 <= column < 8:
            found.add(8 * row + column)
    return found


def reference_line(cell: int, direction: int, own: set[int], enemy: set[int]) -> set[int]:
    down, right = DIRECTION_STEPS[direction]
    found: set[int] = set()
    row, column = cell // 8 + down, cell % 8 + right
    while 0 <= row < 8 and 0 <= column < 8:
        here = 8 * row + column
        if here in own:
            return found
        if here not in enemy:
            return set()
        found.add(here)
        row, column = row + down, column + right
    return set()


def reference_flips(cell: int, own: set[int], enemy: set[int]) -> set[int]:
    return set().union(*(reference_line(cell, direction, own, enemy) for direction in range(8)))


@given(CELLS)
def test_bit_operations_match_sets(cells: set[int]) -> None:
    number = bits(cells)
    assert board.popcount(number) == len(cells)
    assert board.cells(number) == sorted(cells)
    assert [board.nth_cell(number, place) for place in range(len(cells))] == sorted(cells)
    assert int.from_bytes(board.to_bytes(number), "little") == sum(1 << cell for cell in cells)
    assert ~number == bits(set(range(64)) - cells)


@given(CELLS)
def test_neighbour_masks(cells: set[int]) -> None:
    assert board.orthogonal_neighbours(bits(cells)) == bits(
        set().union(*(cells_at_distance(cell, ORTHOGONAL_STEPS) for cell in cells))
    )
    assert board.all_neighbours(bits(cells)) == bits(
        cells.union(*(cells_at_distance(cell, DIRECTION_STEPS) for cell in cells))
    )


def test_direction_tables() -> None:
    for cell in range(64):
        assert board.NEIGHBOURS[cell] == bits(cells_at_distance(cell, DIRECTION_STEPS))
        assert board.CROSS[cell] == bits(
            {cell} | cells_at_distance(cell, ORTHOGONAL_STEPS) | cells_at_distance(cell, ORTHOGONAL_STEPS, 2)
        )
        assert CELL_NUMBERS[CELL_NAMES[cell]] == cell
    assert bits({0, 7, 56, 63}) == board.CORNERS
    assert (CELL_NAMES[0], CELL_NAMES[7], CELL_NAMES[56], CELL_NAMES[63]) == ("a1", "h1", "a8", "h8")


@given(CELLS, CELLS)
def test_lines_and_legal_placements(own: set[int], others: set[int]) -> None:
    """CO-2.2: from every cell, in every direction."""
    enemy = others - own
    empty = set(range(64)) - own - enemy
    for cell in range(64):
        if cell not in own | enemy:
            assert board.flip_mask(cell, bits(own), bits(enemy)) == bits(reference_flips(cell, own, enemy))
            for direction in range(8):
                expected = bits(reference_line(cell, direction, own, enemy))
                assert board.line_mask(cell, direction, bits(own), bits(enemy)) == expected
    found = board.placement_mask(bits(own), bits(enemy), bits(empty))
    assert found == bits({cell for cell in empty if reference_flips(cell, own, enemy)})


@given(st.integers(0, 63), CELLS)
def test_flips_are_ordered_by_direction_and_distance(cell: int, cells: set[int]) -> None:
    """CO-9.7: by direction, near to far; cells outside every line come last, row by row."""
    expected = []
    for down, right in DIRECTION_STEPS:
        for far in range(1, 8):
            expected += [other for other in cells_at_distance(cell, [(down, right)], far) if other in cells]
    expected += sorted(cells - set(expected))
    assert board.flip_order(cell, bits(cells)) == expected


@given(st.integers(0, 63), st.integers(0, 3), CELLS)
def test_slide_stops_before_obstacles(cell: int, direction: int, empty: set[int]) -> None:
    far = 0
    while cells_at_distance(cell, [ORTHOGONAL_STEPS[direction]], far + 1) & empty:
        far += 1
    assert board.slide_distance(cell, direction, bits(empty)) == far


def count_leaves(state: State, depth: int) -> int:
    """Return the number of positions after some plies; a finished game is one leaf."""
    if state.seat == tefuda.OVER:
        return 1
    actions = state.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        after.play(action)
        total += count_leaves(after, depth - 1)
    return total


PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


@pytest.mark.parametrize("depth", range(1, 10))
def test_perft_of_plain_othello(depth: int) -> None:
    """CO-15.1, CO-2.5: plain Othello from the opening, passes counted as plies."""
    if depth > 6 and sample_size(8) == 1:
        pytest.skip("too slow when interpreted")
    assert count_leaves(tefuda.game("card-othello").start(0, {"cards": "off"}), depth) == PERFT[depth - 1]

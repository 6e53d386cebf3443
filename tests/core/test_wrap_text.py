"""Text wrapping for terminals, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tefuda.cli.terminal.screen import PIECE, wrap_text

LETTERS = "ab c.黒白、。！（）「」漢字ー "


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Black places on d3. Black flips 1!", 20, ["Black places on d3.", "Black flips 1!"]),
        ("黒が d3 に配置。黒が1枚反転！", 16, ["黒が d3 に配置。", "黒が1枚反転！"]),
        ("黒が反転した。", 12, ["黒が反転し", "た。"]),
        ("", 20, [""]),
        ("averyveryverylongword", 12, ["averyveryverylongword"]),
    ],
)
def test_lines_break_at_allowed_places(text: str, width: int, lines: list[str]) -> None:
    assert wrap_text(text, width) == lines


@given(st.text(LETTERS, max_size=80), st.integers(10, 40))
def test_wrapping_keeps_all_text(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width or len(PIECE.findall(line)) == 1 for line in lines)

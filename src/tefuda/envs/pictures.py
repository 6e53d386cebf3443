"""Views as text and as pictures, for `render`. They show what a view contains, for any game."""

from typing import Any

import numpy

from tefuda.core.game import Game
from tefuda.envs.spaces import Array

WIDTH = 960
MARGIN = 12
LINE = 18
CARD_WIDTH, CARD_HEIGHT = 118, 44
BACKGROUND, INK, CARD_FACE, CARD_INK = (32, 48, 44), (240, 230, 210), (240, 236, 224), (30, 30, 30)
CELL = 40
GREEN, LINES = (26, 110, 64), (12, 60, 36)
STONES = {"B": (16, 16, 16), "W": (245, 245, 245)}
LONGEST_LABEL = 17


def is_board(value: Any) -> bool:
    """Return whether a value of a view is a board: rows of equal length."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(isinstance(row, str) and len(row) == len(value) for row in value)
    )


def card_label(item: Any) -> str:
    """Return an item of a list as a short label."""
    if isinstance(item, dict):
        parts = [str(value) for key, value in item.items() if value is not None and not isinstance(value, list | dict)]
        return " ".join(parts)
    return "-" if item is None else str(item)


def lines_of(view: dict[str, Any], indent: str = "") -> list[str]:
    """Return a view as lines: a board row by row, lists in one line, mappings indented."""
    found = []
    for key, value in view.items():
        if is_board(value):
            found += [f"{indent}{key}:", *(f"{indent}  {' '.join(row)}" for row in value)]
        elif isinstance(value, dict) and value:
            found += [f"{indent}{key}:", *lines_of(value, indent + "  ")]
        elif isinstance(value, list):
            found.append(f"{indent}{key}: {', '.join(card_label(item) for item in value)}")
        elif value is not None:
            found.append(f"{indent}{key}: {value}")
    return found


def as_text(game: Game, view: dict[str, Any]) -> str:
    """Return a view as text."""
    return "\n".join([game.title.en, *lines_of(view)]) + "\n"


def as_picture(game: Game, view: dict[str, Any]) -> Array:
    """Return a view as an RGB picture: boards with their stones, lists as cards, and the other values as text."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, measure(view) + 2 * MARGIN + LINE), BACKGROUND)
    pen = ImageDraw.Draw(picture)
    pen.text((MARGIN, MARGIN), game.title.en, INK)
    draw_view(pen, view, MARGIN, MARGIN + LINE)
    return numpy.asarray(picture)


def card_rows(cards: list[Any]) -> int:
    """Return the number of rows that cards take."""
    per_row = (WIDTH - 2 * MARGIN) // CARD_WIDTH
    return -(-len(cards) // per_row)


def measure(view: dict[str, Any]) -> int:
    """Return the height of a view in a picture."""
    height = 0
    for value in view.values():
        if is_board(value):
            height += CELL * len(value) + LINE
        elif isinstance(value, list) and value:
            height += card_rows(value) * CARD_HEIGHT + LINE
        elif isinstance(value, dict) and value:
            height += measure(value) + LINE
        else:
            height += LINE
    return height


def draw_view(pen: Any, view: dict[str, Any], left: int, top: int) -> int:
    """Draw a view; return where it ends."""
    for key, value in view.items():
        if isinstance(value, list | dict) and value:
            pen.text((left, top), f"{key}:", INK)
            top += LINE
            if is_board(value):
                top = draw_board(pen, value, left, top)
            elif isinstance(value, list):
                top = draw_cards(pen, value, top)
            else:
                top = draw_view(pen, value, left + MARGIN, top)
        else:
            pen.text((left, top), f"{key}: {'-' if value is None or value == [] else value}", INK)
            top += LINE
    return top


def draw_board(pen: Any, rows: Any, left: int, top: int) -> int:
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            x, y = left + CELL * column, top + CELL * row
            pen.rectangle((x, y, x + CELL, y + CELL), GREEN, LINES)
            if sign in STONES:
                pen.ellipse((x + 4, y + 4, x + CELL - 4, y + CELL - 4), STONES[sign])
    return top + CELL * len(rows)


def draw_cards(pen: Any, cards: list[Any], top: int) -> int:
    per_row = (WIDTH - 2 * MARGIN) // CARD_WIDTH
    for number, card in enumerate(cards):
        x = MARGIN + number % per_row * CARD_WIDTH
        y = top + number // per_row * CARD_HEIGHT
        pen.rounded_rectangle((x, y, x + CARD_WIDTH - 6, y + CARD_HEIGHT - 6), 5, CARD_FACE)
        label = card_label(card)
        pen.text((x + 5, y + 4), label[:LONGEST_LABEL], CARD_INK)
        pen.text((x + 5, y + 19), label[LONGEST_LABEL : 2 * LONGEST_LABEL], CARD_INK)
    return top + card_rows(cards) * CARD_HEIGHT

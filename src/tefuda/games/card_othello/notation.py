"""Action notation: `place d3`, `use TRAP_WILL`, `pick d4`, `pick GOLD_STONE`, `done`, `pass`."""

import re
from typing import Final

from tefuda.core.errors import invalid_notation
from tefuda.core.options import did_you_mean
from tefuda.games.card_othello.rules.board import CELL_NAMES, CELL_NUMBERS
from tefuda.games.card_othello.rules.codes import (
    CARD_CODES,
    CARD_NAMES,
    DONE,
    PASS,
    PICK,
    PICK_CARD,
    PLACE,
    USE,
)

MAX_QUOTED_LENGTH: Final = 40
CELL_PATTERN: Final = re.compile(r"[A-Za-z][0-9]{1,2}")


def format_action(action: int) -> str:
    if action < PICK:
        return f"place {CELL_NAMES[action]}"
    if action < USE:
        return f"pick {CELL_NAMES[action - PICK]}"
    if action < PICK_CARD:
        return f"use {CARD_NAMES[action - USE]}"
    if action < DONE:
        return f"pick {CARD_NAMES[action - PICK_CARD]}"
    return "done" if action == DONE else "pass"


def parse_action(text: str) -> int:
    """Return the action of a notation, legal or not; raises `InvalidNotation`."""
    verb, _, what = text.strip().partition(" ")
    if text.strip() in ("done", "pass"):
        return DONE if verb == "done" else PASS
    if verb == "place" and what in CELL_NUMBERS:
        return PLACE + CELL_NUMBERS[what]
    if verb == "pick" and what in CELL_NUMBERS:
        return PICK + CELL_NUMBERS[what]
    if verb in ("use", "pick") and what in CARD_CODES:
        return (USE if verb == "use" else PICK_CARD) + CARD_CODES[what]
    shown = repr(text if len(text) <= MAX_QUOTED_LENGTH else text[:MAX_QUOTED_LENGTH] + "…")
    if text.strip().isdigit():
        raise invalid_notation(f"Invalid card number {shown}.", f"{shown} 番のカードはありません。")
    if verb == "place" or CELL_PATTERN.fullmatch(text.strip()) or (verb == "pick" and len(what) <= 2):
        raise invalid_notation(
            f"Invalid cell in {shown}. Cells are a1 to h8.", f"{shown} のマスが正しくありません（a1 から h8）。"
        )
    if verb in ("use", "pick"):
        en, ja = did_you_mean(what.upper()[:MAX_QUOTED_LENGTH], list(CARD_NAMES))
        raise invalid_notation(f"Unknown card in {shown}.{en}", f"{shown} というカードはありません。{ja}")
    raise invalid_notation(
        f"Unknown action {shown}. Use a cell (place d3), a card (use TRAP_WILL), pick d4, done or pass.",
        f"{shown} は不明な行動です。マス（place d3）、カード（use TRAP_WILL）、pick d4、done、pass が使えます。",
    )

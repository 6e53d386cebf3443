"""How actions are written: `place d3`, `use TRAP_WILL`, `pick d4`, `pick GOLD_STONE`, `done`, `pass`."""

import re
from typing import Final

from tefuda.core.errors import invalid_notation
from tefuda.core.options import did_you_mean
from tefuda.games.card_othello.rules.board import NAMES, NUMBERS
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

LONGEST_SHOWN: Final = 40
CELL: Final = re.compile(r"[A-Za-z][0-9]{1,2}")


def format_action(action: int) -> str:
    if action < PICK:
        return f"place {NAMES[action]}"
    if action < USE:
        return f"pick {NAMES[action - PICK]}"
    if action < PICK_CARD:
        return f"use {CARD_NAMES[action - USE]}"
    if action < DONE:
        return f"pick {CARD_NAMES[action - PICK_CARD]}"
    return "done" if action == DONE else "pass"


def parse_action(text: str) -> int:
    """The action that a notation means, legal or not; raises `InvalidNotation`."""
    verb, _, what = text.strip().partition(" ")
    if text.strip() in ("done", "pass"):
        return DONE if verb == "done" else PASS
    if verb == "place" and what in NUMBERS:
        return PLACE + NUMBERS[what]
    if verb == "pick" and what in NUMBERS:
        return PICK + NUMBERS[what]
    if verb in ("use", "pick") and what in CARD_CODES:
        return (USE if verb == "use" else PICK_CARD) + CARD_CODES[what]
    shown = repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
    if text.strip().isdigit():
        raise invalid_notation(f"There is no card {shown} to choose.", f"{shown} 番のカードはありません。")
    if verb == "place" or CELL.fullmatch(text.strip()) or (verb == "pick" and len(what) <= 2):
        raise invalid_notation(
            f"{shown} names no cell: they go from a1 to h8.", f"{shown} は盤のマスではありません（a1 から h8）。"
        )
    if verb in ("use", "pick"):
        en, ja = did_you_mean(what.upper()[:LONGEST_SHOWN], list(CARD_NAMES))
        raise invalid_notation(f"{shown} names no card.{en}", f"{shown} というカードはありません。{ja}")
    raise invalid_notation(
        f"{shown} is no action: name a cell (place d3) or a card (use TRAP_WILL), or write pick d4, done, pass.",
        f"{shown} は読めません。マス（place d3）、カード（use TRAP_WILL）、pick d4、done、pass のいずれかです。",
    )

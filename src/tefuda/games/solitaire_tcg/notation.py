"""Actions as text: `play fld_x01`, `use mon_012:2`, `pick mon_012#2`, `end` (ST-14.1)."""

import re
from typing import Final

from tefuda.cardlang.card_id import find_kind
from tefuda.core.errors import InvalidNotation, invalid_notation
from tefuda.games.solitaire_tcg.rules.codes import END_TURN, MAX_ACTIVATED, MAX_COPIES, PICK, PLAY, USE
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

ACTION_PATTERN: Final = re.compile(r"(play|use|pick) ([^\s#:]+)(?:#([0-9]{1,2}))?(?::([0-9]))?", re.IGNORECASE)


def format_action(state: SolitaireState, action: int) -> str:
    """Return the notation of an action."""
    cards = state.pool.cards
    if action == END_TURN:
        return "end"
    if action < PICK:
        return f"play {cards[action - PLAY].id}"
    if action < USE:
        kind, copy = divmod(action - PICK, MAX_COPIES)
        return f"pick {cards[kind].id}{number_suffix('#', copy)}"
    place, number = divmod(action - USE, MAX_ACTIVATED)
    kind, copy = divmod(place, MAX_COPIES)
    return f"use {cards[kind].id}{number_suffix('#', copy)}{number_suffix(':', number)}"


def number_suffix(sign: str, number: int) -> str:
    """Return the suffix of a copy or ability. Numbers start at 1; the first one has no suffix."""
    return f"{sign}{number + 1}" if number else ""


def parse_action(state: SolitaireState, text: str) -> int:
    """Return the action of a notation, legal or not. Raises `InvalidNotation`."""
    words = " ".join(text.split())
    if words.lower() == "end":
        return END_TURN
    match = ACTION_PATTERN.fullmatch(words)
    if match is None:
        raise _unknown_action(text)
    verb, typed, copy_text, number_text = match[1].lower(), match[2], match[3], match[4]
    ids = [card.id for card in state.pool.cards]
    kind, copy, number = find_kind(typed, ids), int(copy_text or 1) - 1, int(number_text or 1) - 1
    if not 0 <= copy < MAX_COPIES or not 0 <= number < MAX_ACTIVATED or (copy_text and verb == "play"):
        raise _unknown_action(text)
    if number_text and verb != "use":
        raise _unknown_action(text)
    if verb == "play":
        return PLAY + kind
    if verb == "pick":
        return PICK + kind * MAX_COPIES + copy
    return USE + (kind * MAX_COPIES + copy) * MAX_ACTIVATED + number


def _unknown_action(text: str) -> InvalidNotation:
    shown = text.strip()[:40]
    if shown.lower().removeprefix("t").isdecimal():
        return invalid_notation(f"There is no number {shown} in the list.", f"番号 {shown} のカードはありません。")
    return invalid_notation(
        f"Unknown action {shown!r}. Use play CARD, use CARD, pick CARD or end.",
        f"{shown!r} は手として読めません（play カード、use カード、pick カード、end）。",
    )

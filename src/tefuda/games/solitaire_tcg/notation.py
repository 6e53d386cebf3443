"""Actions as text: `play fld_x01`, `use mon_012:2`, `pick mon_012#2`, `end` (ST-14.1)."""

import re
from typing import Final

from tefuda.core.errors import InvalidNotation, invalid_notation
from tefuda.core.options import did_you_mean
from tefuda.games.solitaire_tcg.rules.codes import END, MOST_COPIES, MOST_USES, PICK, PLAY, USE
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

FORM: Final = re.compile(r"(play|use|pick) ([a-z0-9_]+)(?:#([0-9]{1,2}))?(?::([0-9]))?")


def format_action(state: SolitaireState, action: int) -> str:
    """The notation of an action."""
    cards = state.pool.cards
    if action == END:
        return "end"
    if action < PICK:
        return f"play {cards[action - PLAY].id}"
    if action < USE:
        kind, copy = divmod(action - PICK, MOST_COPIES)
        return f"pick {cards[kind].id}{numbered('#', copy)}"
    place, number = divmod(action - USE, MOST_USES)
    kind, copy = divmod(place, MOST_COPIES)
    return f"use {cards[kind].id}{numbered('#', copy)}{numbered(':', number)}"


def numbered(sign: str, number: int) -> str:
    """Copies and abilities count from 1, and the first is not named."""
    return f"{sign}{number + 1}" if number else ""


def parse_action(state: SolitaireState, text: str) -> int:
    """The action that a notation means, legal or not; raises `InvalidNotation`."""
    words = " ".join(text.split()).lower()
    if words == "end":
        return END
    match = FORM.fullmatch(words)
    if match is None:
        raise _unknown(text)
    verb, name, copy_text, number_text = match.groups()
    ids = [card.id for card in state.pool.cards]
    if name not in ids:
        en, ja = did_you_mean(name, ids)
        raise invalid_notation(f"No card {name} is in this game.{en}", f"{name} はこのゲームにありません。{ja}")
    kind, copy, number = ids.index(name), int(copy_text or 1) - 1, int(number_text or 1) - 1
    if not 0 <= copy < MOST_COPIES or not 0 <= number < MOST_USES or (copy_text and verb == "play"):
        raise _unknown(text)
    if number_text and verb != "use":
        raise _unknown(text)
    if verb == "play":
        return PLAY + kind
    if verb == "pick":
        return PICK + kind * MOST_COPIES + copy
    return USE + (kind * MOST_COPIES + copy) * MOST_USES + number


def _unknown(text: str) -> InvalidNotation:
    shown = text.strip()[:40]
    if shown.lower().removeprefix("t").isdecimal():
        return invalid_notation(f"Nothing has the number {shown} here.", f"番号 {shown} のカードはありません。")
    return invalid_notation(
        f"{shown!r} is no action: play CARD, use CARD, pick CARD or end.",
        f"{shown!r} は手として読めません（play カード、use カード、pick カード、end）。",
    )

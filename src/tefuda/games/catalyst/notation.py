"""Notation of Catalyst Reaction: `TH` is the ten of hearts, `5H@3` plays the five of hearts at gap 3."""

from typing import Final

from mypy_extensions import i64

from tefuda.core.errors import invalid_notation

MAX_QUOTED_LENGTH: Final = 40

PACK_SIZE: Final = 52
"""Cards of one pack. The code of a card is 4 x rank + suit, which makes comparisons cheap."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
CARD_LABELS: Final = [rank + suit for rank in RANKS for suit in SUITS]
CARD_CODES_BY_LABEL: Final = {name: code for code, name in enumerate(CARD_LABELS)}


def parse_card(text: str) -> int | None:
    """Return the card of a label, or None. Accepts variants: `th`, `10h` and `10♥` are all `TH`."""
    name = text.strip().upper()
    for sign, letter in (("10", "T"), ("♠", "S"), ("♥", "H"), ("♦", "D"), ("♣", "C")):
        name = name.replace(sign, letter)
    return CARD_CODES_BY_LABEL.get(name)


def format_action(action: i64) -> str:
    """Return the notation of a play: the card, and the number of cards to its left."""
    return f"{CARD_LABELS[action % PACK_SIZE]}@{action // PACK_SIZE}"


def parse_action(text: str) -> i64:
    """Return the play of a notation, legal or not; raises `InvalidNotation`."""
    name, at, place = text.strip().partition("@")
    if not place and parse_card(name) is not None:
        raise invalid_notation(
            "Missing gap. Write the card and a gap, for example 5H@3.",
            f"{name} の位置がありません。5H@3 のように、位置の番号も書いてください。",
        )
    if not at or not name:
        raise invalid_notation(
            f"Unknown action {_quoted(text)}. Write a card and a gap, for example 5H@3.",
            f"{_quoted(text)} は不明な行動です。5H@3 のように、カードと位置を書いてください。",
        )
    code = CARD_CODES_BY_LABEL.get(name)
    if code is None:
        raise invalid_notation(
            f"Unknown card {_quoted(name)}. Write a rank (A 2-9 T J Q K) and a suit (S H D C), for example 5H.",
            f"{_quoted(name)} というカードはありません。ランク A 2-9 T J Q K とスート S H D C を 5H のように書きます。",
        )
    if not (place.isascii() and place.isdigit() and len(place) <= 3 and str(int(place)) == place):
        raise invalid_notation(
            f"Invalid gap {_quoted(place)}. Gaps are numbered from 0 at the left end.",
            f"{_quoted(place)} という位置はありません。位置は左端を 0 として数えます。",
        )
    return int(place) * PACK_SIZE + code


def _quoted(text: str) -> str:
    """Return the text in quotes, shortened."""
    return repr(text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}...")

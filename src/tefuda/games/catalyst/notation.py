"""How cards and plays of Catalyst Reaction are written: `TH` the ten of hearts, `5H@3` the five of hearts to gap 3."""

from typing import Final

from mypy_extensions import i64

from tefuda.core.errors import invalid_notation

LONGEST_SHOWN: Final = 40

CARDS: Final = 52
"""Kinds of cards. A card's code is 4 x rank + suit, so that comparing ranks or suits is one operation."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
NAMES: Final = [rank + suit for rank in RANKS for suit in SUITS]
CODES: Final = {name: code for code, name in enumerate(NAMES)}


def card_of(text: str) -> int | None:
    """The card that people may mean: `th`, `10h` and `10♥` are all `TH`. None where it is no card."""
    name = text.strip().upper()
    for sign, letter in (("10", "T"), ("♠", "S"), ("♥", "H"), ("♦", "D"), ("♣", "C")):
        name = name.replace(sign, letter)
    return CODES.get(name)


def format_action(action: i64) -> str:
    """The play's notation: the card, and the number of cards that will stand to its left."""
    return f"{NAMES[action % CARDS]}@{action // CARDS}"


def parse_action(text: str) -> i64:
    """The play that a notation means, legal or not; raises `InvalidNotation`."""
    name, at, place = text.strip().partition("@")
    if not place and card_of(name) is not None:
        raise invalid_notation(
            f"Which gap? Write {name} and its number, like 5H@3.",
            f"{name} をどこに置きますか？ 5H@3 のように、位置の番号も書いてください。",
        )
    if not at or not name:
        raise invalid_notation(
            f"{_shown(text)} is no play: write a card and a gap, like 5H@3.",
            f"{_shown(text)} は手として読めません。5H@3 のように、カードと位置を書いてください。",
        )
    code = CODES.get(name)
    if code is None:
        raise invalid_notation(
            f"{_shown(name)} is no card: write a rank (A 2-9 T J Q K) and a suit (S H D C), like 5H.",
            f"{_shown(name)} というカードはありません。ランク A 2-9 T J Q K とスート S H D C を 5H のように書きます。",
        )
    if not (place.isascii() and place.isdigit() and len(place) <= 3 and str(int(place)) == place):
        raise invalid_notation(
            f"{_shown(place)} is no gap: gaps are numbered from 0 at the left end.",
            f"{_shown(place)} という位置はありません。位置は左端を 0 として数えます。",
        )
    return int(place) * CARDS + code


def _shown(text: str) -> str:
    """What was written, in quotes, cut where it is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")

"""Catalyst Reaction in a terminal: a row of cards with numbered gaps, and the hand below it."""

import re
from typing import Any, Final

from rich.text import Text

from tefuda.core.screen import Screen
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import NAMES, card_of
from tefuda.games.catalyst.text import short

SUIT_STYLES: Final = {"S": "bold", "H": "bold red", "D": "bold dark_orange", "C": "bold green"}
FRAME: Final = "dim"
GAP: Final = "cyan"
CARD_WIDTH: Final = 5
GAP_WIDTH: Final = 3
TYPED: Final = re.compile(r"^\s*([0-9]{0,2}[^\s@0-9]{0,2})[\s@]+([0-9]+)\s*$")


class CatalystScreen(Screen):
    """Cards are boxes; a gap's number stands where a card would go."""

    def draw(self, view: dict[str, Any], language: str, width: int) -> Text:
        ja = language == "ja"
        text = Text()
        counts = (view["deck"], len(view["removed"]))
        words = "山札 {}   取り除いた {}" if ja else "deck {}   removed {}"
        text.append(" 場" if ja else " Field", "bold").append(f"   {words.format(*counts)}\n", "dim")
        self.row(text, view["field"], width, numbered=True)
        text.append(" 手札\n" if ja else " Hand\n", "bold")
        self.row(text, view["hand"], width, numbered=False)
        return text

    def row(self, text: Text, cards: list[str], width: int, numbered: bool) -> None:
        """Boxes side by side, in as many lines of them as it takes."""
        per_line = max(1, (width - GAP_WIDTH - 1) // (CARD_WIDTH + GAP_WIDTH))
        for first in range(0, max(len(cards), 1), per_line):
            part = cards[first : first + per_line]
            last = first + per_line >= len(cards)
            for piece in ("╭───╮", "│", "╰───╯"):
                for place, card in enumerate(part, first):
                    middle = piece == "│"
                    text.append(f"{place:>{GAP_WIDTH}}" if numbered and middle else " " * GAP_WIDTH, GAP)
                    text.append(piece, FRAME)
                    if middle:
                        text.append(f"{short(card):>3}", SUIT_STYLES[card[1]]).append(piece, FRAME)
                if numbered and last and piece == "│":
                    text.append(f"{len(cards):>{GAP_WIDTH}}", GAP)
                text.append("\n")

    def plain(self, view: dict[str, Any], language: str) -> str:
        field, hand = " ".join(view["field"]), " ".join(view["hand"])
        gaps, removed = len(view["field"]), len(view["removed"])
        if language == "ja":
            return f"場 {gaps} 枚: {field}\n手札: {hand}\n場所 0-{gaps}、山札 {view['deck']}、取り除いた {removed}"
        return f"Field of {gaps}: {field}\nHand: {hand}\nGaps 0-{gaps}, deck {view['deck']}, removed {removed}."

    def read(self, view: dict[str, Any], typed: str) -> str:
        """`5h 3` and `5♥@3` are `5H@3`; a rank alone will do where one card of the hand has it."""
        found = TYPED.match(typed)
        if found is None:
            return typed
        card, gap = found.groups()
        code = card_of(card)
        if code is not None:
            return f"{NAMES[code]}@{int(gap)}"
        rank = card.upper().replace("10", "T")
        held = [name for name in dict.fromkeys(view["hand"]) if name[0] == rank]
        return f"{held[0]}@{int(gap)}" if len(held) == 1 else typed

    def manual(self) -> Message:
        return Message(
            "manual",
            "Type a card and the number of a gap: 5H 3 (or 5H@3; suits are S H D C).\n"
            "Three neighbours of one rank or one suit vanish. Clear the field to win.",
            "カードと場所の番号を入力: 5H 3（または 5H@3。スートは S H D C）\n"
            "同じランク、または同じスートが 3 枚並ぶと反応して消える。場を空にすれば勝ち。",
        )

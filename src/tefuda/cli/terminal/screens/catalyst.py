"""Catalyst Reaction in a terminal: a row of cards with numbered gaps, and the hand below it."""

import re
from typing import Any, Final

from rich.text import Text
from typing_extensions import override

from tefuda.cli.terminal.screen import Screen
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import CARD_LABELS, parse_card
from tefuda.games.catalyst.text import card_symbol

SUIT_STYLES: Final = {"S": "bold", "H": "bold red", "D": "bold dark_orange", "C": "bold green"}
FRAME_STYLE: Final = "dim"
GAP_STYLE: Final = "cyan"
CARD_WIDTH: Final = 5
GAP_WIDTH: Final = 3
SUIT_LETTERS: Final = str.maketrans("♠♥♦♣", "SHDC")
"""Suit symbols as letters, which are easy to type."""

BOX_PARTS: Final = ("╭───╮", "││", "╰───╯")
FLAT_PARTS: Final = ("[]",)
CARD_FIRST: Final = re.compile(r"^\s*(10[^\s@0-9]?|[^\s@][^\s@0-9]?)[\s@]*(?<=[\s@A-Za-z♠♥♦♣])([0-9]{1,3})\s*$")
GAP_FIRST: Final = re.compile(r"^\s*([0-9]{1,3})[\s@]+(10[^\s@0-9]?|[^\s@][^\s@0-9]?)\s*$")


class CatalystScreen(Screen):
    """Cards are boxes; each gap has a number."""

    @override
    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        ja = language == "ja"
        text = Text()
        per_line = max(1, (width - GAP_WIDTH - 1) // (CARD_WIDTH + GAP_WIDTH))
        lines = -(-len(view["field"]) // per_line) + -(-len(view["hand"]) // per_line)
        parts = BOX_PARTS if 3 * lines + 2 <= height else FLAT_PARTS
        counts = (view["deck"], len(view["removed"]))
        words = "山札 {} 枚   取り除いた札 {} 枚" if ja else "deck {}   removed {}"
        text.append(" 場" if ja else " Field", "bold").append(f"   {words.format(*counts)}\n", "dim")
        self.append_row(text, view["field"], per_line, parts, numbered=True)
        text.append(" 手札\n" if ja else " Hand\n", "bold")
        self.append_row(text, view["hand"], per_line, parts, numbered=False)
        return text

    def append_row(self, text: Text, cards: list[str], per_line: int, parts: tuple[str, ...], numbered: bool) -> None:
        """Append cards side by side, wrapped to lines."""
        for first in range(0, len(cards), per_line):
            line_cards = cards[first : first + per_line]
            last = first + per_line >= len(cards)
            for part in parts:
                middle = len(part) == 2
                for place, card in enumerate(line_cards, first):
                    text.append(f"{place:>{GAP_WIDTH}}" if numbered and middle else " " * GAP_WIDTH, GAP_STYLE)
                    if middle:
                        text.append(part[0], FRAME_STYLE).append(f"{card_symbol(card):>3}", SUIT_STYLES[card[1]])
                        text.append(part[1], FRAME_STYLE)
                    else:
                        text.append(part, FRAME_STYLE)
                if numbered and last and middle:
                    text.append(f"{len(cards):>{GAP_WIDTH}}", GAP_STYLE)
                text.append("\n")

    @override
    def plain(self, view: dict[str, Any], language: str) -> str:
        field, hand = (" ".join(card.replace("T", "10") for card in view[zone]) or "-" for zone in ("field", "hand"))
        gaps, removed = len(view["field"]), len(view["removed"])
        if language == "ja":
            return (
                f"場 {gaps} 枚: {field}\n手札: {hand}\n位置 0-{gaps}、山札 {view['deck']} 枚、取り除いた札 {removed} 枚"
            )
        return f"Field of {gaps}: {field}\nHand: {hand}\nGaps 0-{gaps}, deck {view['deck']}, removed {removed}."

    @override
    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """Parse `5h 3`, `5♥@3`, `5h3` and `3 5h` as `5H@3`. A rank that is unique in the hand is enough."""
        found = CARD_FIRST.match(typed)
        card, gap = found.groups() if found else ("", "")
        if not found and (found := GAP_FIRST.match(typed)):
            gap, card = found.groups()
        if not found:
            return typed
        code = parse_card(card)
        if code is not None:
            return f"{CARD_LABELS[code]}@{int(gap)}"
        rank = card.upper().replace("10", "T")
        held = [name for name in dict.fromkeys(view["hand"]) if name[0] == rank]
        return f"{held[0]}@{int(gap)}" if len(held) == 1 else typed

    @override
    def plain_text(self, line: str) -> str:
        return line.translate(SUIT_LETTERS)

    @override
    def opening_events(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the reactions of the setup."""
        return [event for event in events if event["kind"] == "react"]

    @override
    def prompt(self, view: dict[str, Any]) -> Message:
        return Message("asks", "card and gap", "カードと位置")

    @override
    def help_text(self, options: dict[str, Any]) -> Message:
        same_en, same_ja = {
            "rank": ("one rank", "同じランク"),
            "suit": ("one suit", "同じスート"),
        }.get(options.get("react", "both"), ("one rank or suit", "同じランクか同じスート"))
        cap = options.get("field_cap", 0)
        cap_en = f" You lose with more than {cap} cards on the field." if cap else ""
        cap_ja = f"場が {cap} 枚を超えると負け。" if cap else ""
        return Message(
            "manual",
            "Type a card and a gap: 5H 3 (S spades, H hearts, D diamonds, C clubs).\n"
            f"Three neighbouring cards of {same_en} react and are removed. Clear the field to win.{cap_en}",
            "触媒にするカードと置く位置を入力: 5H 3（S スペード H ハート D ダイヤ C クラブ）\n"
            f"{same_ja}のカードが 3 枚並ぶと反応して消える。\n場を空にすれば勝ち。{cap_ja}",
        )

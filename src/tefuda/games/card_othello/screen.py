"""Card Othello in a terminal: the board with its marks, and beside it the players, the marks and the hand."""

import re
from typing import Any, Final

from rich.text import Text

from tefuda.core.screen import Screen
from tefuda.core.text import Message
from tefuda.games.card_othello.board import NAMES, NUMBERS
from tefuda.games.card_othello.catalogue import Card, band, catalogue
from tefuda.games.card_othello.codes import CARD_CODES, PICKS, PICKS_CARD, PICKS_CELL, SIDES
from tefuda.games.card_othello.text import MARK_NAMES, SIDE_NAMES

CLOTH: Final = "on #1d5c38"
STONES: Final = {"B": "●", "W": "◉"}
YOUNG: Final = {"B": "•", "W": "◦"}
STONE_STYLES: Final = {"B": f"bold #000000 {CLOTH}", "W": f"bold #ffffff {CLOTH}"}
TARGET: Final = "bold #000000 on #e0c040"
OPEN: Final = f"bold #e0c040 {CLOTH}"
BAND_STYLES: Final = {
    "white": "bold white",
    "grey": "grey70",
    "green": "green3",
    "blue": "dodger_blue1",
    "purple": "medium_purple1",
    "gold": "bold gold1",
}
SIGNS: Final = {
    "PROTECTED": Message("PROTECTED", "Pr", "短"),
    "PERMA_PROTECTED": Message("PERMA_PROTECTED", "PP", "永"),
    "GUARD": Message("GUARD", "Gd", "守"),
    "TRAP": Message("TRAP", "Tr", "罠"),
    "TIME_BOMB": Message("TIME_BOMB", "Bm", "爆"),
    "DRAGON": Message("DRAGON", "Dr", "龍"),
    "BREEDING": Message("BREEDING", "Br", "繁"),
    "UDG": Message("UDG", "UD", "破"),
    "WORK": Message("WORK", "Wk", "稼"),
    "REGEN": Message("REGEN", "Rv", "復"),
    "HYPERACTIVE": Message("HYPERACTIVE", "Rs", "多"),
    "ULTIMATE_HYPERACTIVE": Message("ULTIMATE_HYPERACTIVE", "UR", "究"),
}
"""Two columns each, on the board."""

PANEL_AT: Final = 49
WIDE: Final = 88


def counted(mark: dict[str, Any]) -> str:
    return str(mark["left"]) if mark["left"] else ""


class CardOthelloScreen(Screen):
    """The board on the left; everything else beside it, or below where the window is narrow."""

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        board = self.board(view, language)
        panel = [*self.players(view, language), *self.waiting(view, language), *self.hand(view, language)]
        if width < WIDE:
            lines = [*board, *panel, *self.marks(view, language, 6)]
        else:
            panel += self.marks(view, language, max(3, height - len(panel) - 1))
            rows = max(len(board), len(panel))
            board += [Text(" " * PANEL_AT)] * (rows - len(board))
            panel += [Text()] * (rows - len(panel))
            lines = [Text.assemble(left, right) for left, right in zip(board, panel, strict=True)]
        for line in lines:
            line.truncate(width)
        return Text("\n").join(lines).append("\n")

    # The board

    def board(self, view: dict[str, Any], language: str) -> list[Text]:
        """Ten lines of PANEL_AT columns."""
        choice = view["choice"] or {}
        picking = self.asked(view) == PICKS_CELL
        open_cells = choice.get("cells", [])
        marks: dict[str, list[dict[str, Any]]] = {}
        for mark in view["marks"]:
            marks.setdefault(mark["at"], []).append(mark)
        heading = Text("   " + "".join(f" {column}   " for column in "abcdefgh") + "      ", "dim")
        lines = [heading]
        for row in range(8):
            line = Text(f" {row + 1} ", "dim")
            for column in range(8):
                name = NAMES[8 * row + column]
                sign = view["board"][row][column]
                is_open = name in open_cells
                line.append_text(self.cell(name, sign, marks.get(name, []), is_open, picking, view, language))
            lines.append(line.append(f" {row + 1}    ", "dim"))
        return [*lines, heading]

    def cell(
        self,
        name: str,
        sign: str,
        marks: list[dict[str, Any]],
        is_open: bool,
        picking: bool,
        view: dict[str, Any],
        language: str,
    ) -> Text:
        """Five columns: the stone, its mark, the mark's counter."""
        if sign == ".":
            return Text(" +   " if is_open else " ·   ", OPEN if is_open else f"#2f7a4f {CLOTH}")
        stone = YOUNG[sign] if name in view["sprouts"] else STONES[sign]
        style = TARGET if is_open and picking else STONE_STYLES[sign]
        shown = sorted(marks, key=lambda mark: mark["mark"] == "GUARD")
        if not shown:
            return Text(f" {stone}   ", style)
        label = SIGNS[shown[0]["mark"]].text(language) + (counted(shown[0]) or " ")
        return Text(f" {stone}", style).append(label, f"{style} underline" if len(shown) > 1 else style)

    # Beside it

    def players(self, view: dict[str, Any], language: str) -> list[Text]:
        """A line for each side: stones, charge, hand and deck."""
        ja = language == "ja"
        board = "".join(view["board"])
        lines = []
        for side, sign in zip(SIDES, "BW", strict=True):
            turn = view["choice"] is not None and view["choice"]["seat"] == side
            line = Text("▶ " if turn else "  ", "bold cyan")
            you = view["seat"] == side
            name = SIDE_NAMES[side].text(language) + (("（あなた）" if ja else " (you)") if you else "")
            line.append(STONES[sign] + " ", "bold").append(_padded(name, 12), "bold")
            line.append(f"{board.count(sign):>2}" + ("枚" if ja else " stones"))
            if view["cards_on"]:
                charge, hand, deck = view["charge"][side], view["hands"][side], view["decks"][side]
                line.append(f"  {'布石' if ja else 'charge'} {charge}/{view['cap']}", "bold yellow")
                lines.append(line)
                counts = f"     手札 {hand}枚  山札 {deck}枚" if ja else f"     hand {hand}, deck {deck}"
                line = Text(counts, "dim")
                if view["snares"][side]:
                    line.append("  罠あり？" if ja else "  a trap is out?", "bold red")
            lines.append(line)
        return [*lines, Text()]

    def asked(self, view: dict[str, Any]) -> int:
        """What the pending card asks for."""
        choice = view["choice"]
        if choice is None or choice["pending"] is None:
            return 0
        return int(PICKS[CARD_CODES[choice["pending"]]])

    def waiting(self, view: dict[str, Any], language: str) -> list[Text]:
        """What the used card waits for."""
        choice, ja = view["choice"], language == "ja"
        if choice is None:
            return []
        lines = []
        if choice["pending"] is not None:
            card = catalogue()[CARD_CODES[choice["pending"]]]
            lines.append(Text(f"「{card.name.ja}」: {card.summary.ja}" if ja else f"{card.name.en}: {card.summary.en}"))
        if choice["placements"] > 1:
            lines.append(Text("この手番は2回置ける" if ja else "Two placements this turn"))
        return [*lines, Text()] if lines else []

    def hand(self, view: dict[str, Any], language: str) -> list[Text]:
        """The cards to choose from, numbered, in the colours of their costs (CO-11.1)."""
        ja = language == "ja"
        cards, ready = self.offered(view), (view["choice"] or {}).get("cards", [])
        if not cards:
            return []
        own = cards is view["hand"]
        lines = [Text(("手札" if ja else "Hand") if own else ("選べるカード" if ja else "Choose a card"), "bold")]
        for number, type_code in enumerate(cards, 1):
            card = catalogue()[CARD_CODES[type_code]]
            cost = view["costs"][CARD_CODES[type_code]]
            style = BAND_STYLES[band(cost)]
            usable = type_code in ready
            line = Text(f" {number} ", "bold cyan" if usable else "dim")
            line.append(f"{cost:>2} ", style).append(_padded(card.name.text(language), 26), style if usable else "dim")
            lines.append(line)
        return [*lines, Text()]

    def offered(self, view: dict[str, Any]) -> list[str]:
        """The cards on the table for this seat: the hand, the offers, or the opponent's hand."""
        choice = view["choice"]
        if view["shown"]:
            shown: list[str] = view["shown"]
            return shown
        if choice is not None and choice["pending"] == "HEAVEN_BLESSING" and choice.get("cards"):
            offers: list[str] = choice["cards"]
            return offers
        hand: list[str] = view["hand"]
        return hand

    def marks(self, view: dict[str, Any], language: str, most: int) -> list[Text]:
        """The marks in words."""
        if not view["marks"]:
            return []
        ja = language == "ja"
        lines = [Text("印" if ja else "Marks", "bold")]
        for mark in view["marks"][:most]:
            name, side = MARK_NAMES[mark["mark"]].text(language), SIDE_NAMES[mark["owner"]].text(language)
            left = counted(mark)
            lines.append(Text(f" {mark['at']} {name}{left and ' ' + left}" + (f"（{side}）" if ja else f" ({side})")))
        if len(view["marks"]) > most:
            more = len(view["marks"]) - most
            lines.append(Text(f" ほか {more} つ" if ja else f" and {more} more", "dim"))
        return lines

    # In plain words

    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = ["   a b c d e f g h"]
        open_cells = (view["choice"] or {}).get("cells", [])
        picking = self.asked(view) == PICKS_CELL
        for row, text in enumerate(view["board"]):
            names = NAMES[8 * row : 8 * row + 8]
            open_here = [not picking and name in open_cells for name in names]
            signs = ["+" if is_open else sign for is_open, sign in zip(open_here, text, strict=True)]
            lines.append(f" {row + 1} " + " ".join(signs))
        for line in self.players(view, language)[:-1]:
            lines.append(line.plain.strip().replace("▶ ", "").replace("● ", "").replace("◉ ", ""))
        lines += [line.plain for line in self.waiting(view, language)[:-1]]
        if open_cells:
            what = ("選べるマス" if ja else "Can be picked") if picking else ("置けるマス" if ja else "Can be placed")
            lines.append(f"{what}: {' '.join(open_cells)}")
        ready = (view["choice"] or {}).get("cards", [])
        for number, type_code in enumerate(self.offered(view), 1):
            name = catalogue()[CARD_CODES[type_code]].name.text(language)
            cost = view["costs"][CARD_CODES[type_code]]
            unusable = "" if type_code in ready else ("（今は使えない）" if ja else " (not now)")
            lines.append(f"{number}: {name}" + (f" コスト{cost}" if ja else f", cost {cost}") + unusable)
        lines += [line.plain.strip() for line in self.marks(view, language, 64)]
        return "\n".join(lines)

    # What is typed

    def read(self, view: dict[str, Any], typed: str) -> str:
        """A cell, a number or a name is enough; what it means depends on what is asked."""
        words = typed.strip()
        low = words.lower()
        if low in ("pass", "p", "パス"):
            return "pass"
        if low in ("done", "d", "終わり", "完了"):
            return "done"
        found = re.fullmatch(r"(?:(place|pick|use|置く|選ぶ|使う)\s+)?(.+)", words, re.IGNORECASE)
        if not found:
            return typed
        verb, what = (found[1] or "").lower(), found[2].strip()
        asked = self.asked(view)
        if what.lower() in NUMBERS:
            return f"{'pick' if asked == PICKS_CELL or verb in ('pick', '選ぶ') else 'place'} {what.lower()}"
        card = self.card(view, what)
        if card is None:
            return typed
        return f"{'pick' if asked == PICKS_CARD or verb in ('pick', '選ぶ') else 'use'} {card.type}"

    def card(self, view: dict[str, Any], what: str) -> Card | None:
        """The card that a number of the list, a name, or the beginning of one stands for."""
        held = self.offered(view)
        if what.isascii() and what.isdigit():
            return catalogue()[CARD_CODES[held[int(what) - 1]]] if 1 <= int(what[:4]) <= len(held) else None
        wanted = what.casefold()
        for cards in ([catalogue()[CARD_CODES[type_code]] for type_code in dict.fromkeys(held)], catalogue()):
            for card in cards:
                if wanted in (card.type.casefold(), card.id, card.name.en.casefold(), card.name.ja):
                    return card
            near = [card for card in cards if wanted in card.name.en.casefold() or wanted in card.name.ja]
            if len(near) == 1:
                return near[0]
        return None

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """A card's text, or what is on a cell."""
        ja = language == "ja"
        if words.lower() in NUMBERS:
            found = [mark for mark in view["marks"] if mark["at"] == words.lower()]
            return [line.plain.strip() for line in self.marks({"marks": found}, language, 9)[1:]] or [
                f"{words.lower()} に印はありません。" if ja else f"There is no mark on {words.lower()}."
            ]
        card = self.card(view, words)
        if card is None:
            return []
        cost = view["costs"][CARD_CODES[card.type]]
        title = f"「{card.name.ja}」コスト{cost}" if ja else f"{card.name.en}, cost {cost} ({card.type})"
        return [title, card.detail.text(language)]

    def asks(self, view: dict[str, Any]) -> Message:
        """What can be typed now."""
        asked = self.asked(view)
        others = (view["choice"] or {}).get("others", [])
        if asked == PICKS_CELL:
            stop = ", or done" if others else ""
            return Message("asks", f"a stone, like d4{stop}", "選ぶ石（d4 など）" + ("、または done" if others else ""))
        if asked == PICKS_CARD:
            return Message("asks", "a card's number", "カードの番号")
        if others:
            return Message("asks", "pass, or a card's number", "pass、またはカードの番号")
        if view["cards_on"]:
            en, ja = (
                "a cell like d3, or a card's number (about 1: its text)",
                "マス（d3 など）かカードの番号（about 1 で説明）",
            )
            return Message("asks", en, ja)
        return Message("asks", "a cell, like d3", "d3 のようなマス")

    def manual(self, options: dict[str, Any]) -> Message:
        if options.get("cards") == "off":
            return Message(
                "manual",
                "Type a cell, like d3, to place a stone there. Enclosed enemy stones flip; more stones win.",
                "d3 のようにマスを入力して石を置きます。挟んだ相手の石が反転し、石の多い方が勝ちです。",
            )
        return Message(
            "manual",
            "Type a cell, like d3, to place a stone. Each flipped stone pays 1 charge.\n"
            "Before placing you may use one card: type its number. about 1 shows a card's text.",
            "d3 のようにマスを入力して石を置きます。反転 1 枚につき布石を 1 得ます。\n"
            "置く前にカードを 1 枚使えます（番号を入力）。about 1 でカードの説明を表示します。",
        )


def _padded(text: str, columns: int) -> str:
    """The text and blanks up to so many columns; Japanese letters take two."""
    return text + " " * max(1, columns - Text(text).cell_len)

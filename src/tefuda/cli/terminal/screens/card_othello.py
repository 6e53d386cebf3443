"""Card Othello in a terminal: the board with its marks, and beside it the players, the marks and the hand."""

import re
from typing import Any, Final

from rich.text import Text

from tefuda.cli.terminal.screen import Screen, wrap_text
from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import Card, band, catalogue
from tefuda.games.card_othello.rules.board import NAMES, NUMBERS
from tefuda.games.card_othello.rules.codes import (
    BREEDING_WILL,
    CARD_CODES,
    GUARD_WILL,
    HYPERACTIVE_WILL,
    PERMA_PROTECT_NEXT_STONE,
    PICKS,
    PICKS_CARD,
    PICKS_CELL,
    PROTECTED_NEXT_STONE,
    REGEN_WILL,
    SIDES,
    TIME_BOMB,
    TRAP_WILL,
    ULTIMATE_DESTROY_GOD,
    ULTIMATE_HYPERACTIVE_GOD,
    ULTIMATE_REVERSE_DRAGON,
    WORK_WILL,
)
from tefuda.games.card_othello.text import MARK_NAMES, SIDE_NAMES

CLOTH: Final = "on #1d5c38"
FRESH: Final = "on #2f8052"
STONES: Final = {"B": "●", "W": "◉"}
YOUNG: Final = {"B": "•", "W": "◦"}
STONE_STYLES: Final = {"B": "bold #000000", "W": "bold #ffffff"}
TARGET: Final = "bold #000000 on #e0c040"
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

CARD_OF_MARK: Final = {
    "PROTECTED": PROTECTED_NEXT_STONE,
    "PERMA_PROTECTED": PERMA_PROTECT_NEXT_STONE,
    "GUARD": GUARD_WILL,
    "TRAP": TRAP_WILL,
    "TIME_BOMB": TIME_BOMB,
    "DRAGON": ULTIMATE_REVERSE_DRAGON,
    "BREEDING": BREEDING_WILL,
    "UDG": ULTIMATE_DESTROY_GOD,
    "WORK": WORK_WILL,
    "REGEN": REGEN_WILL,
    "HYPERACTIVE": HYPERACTIVE_WILL,
    "ULTIMATE_HYPERACTIVE": ULTIMATE_HYPERACTIVE_GOD,
}
"""The card that brings a mark."""

ROOMY: Final = 92
"""From this width on a cell has five columns, else four."""

VERBS: Final = {"place": "place", "置く": "place", "pick": "pick", "選ぶ": "pick", "use": "use", "使う": "use"}
LONGEST_NUMBER: Final = 9
SHORTEST_PART: Final = 3
"""Fewer letters of a card's name are no name: a used card cannot be taken back."""

PANEL: Final = 36
"""Columns that the panel beside the board needs."""


def counted(mark: dict[str, Any]) -> str:
    return str(mark["left"]) if mark["left"] else ""


class CardOthelloScreen(Screen):
    """The board on the left; everything else beside it, or below where the window is narrow."""

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        cell = 5 if width >= ROOMY else 4
        board = self.board(view, language, cell)
        beside = board[0].cell_len + PANEL <= width
        room = max(height, len(board)) if beside else max(0, height - len(board))
        parts = [
            self.players(view, language),
            self.waiting(view, language, width - (board[0].cell_len if beside else 0)),
            self.hand(view, language),
        ]
        parts.append(self.marks(view, language, room - 1 - sum(len(part) for part in parts)))
        parts = [part for part in parts if part]
        spaced = sum(len(part) for part in parts) + len(parts) - 1 <= room
        panel = [line for part in parts for line in ([Text(), *part] if spaced else part)][1 if spaced else 0 :]
        if beside:
            rows = max(len(board), len(panel))
            board += [Text(" " * board[0].cell_len)] * (rows - len(board))
            panel += [Text()] * (rows - len(panel))
            lines = [Text.assemble(left, right) for left, right in zip(board, panel, strict=True)]
        else:
            lines = [*board, *panel]
        for line in lines:
            line.truncate(width)
        return Text("\n").join(lines).append("\n")

    # The board

    def board(self, view: dict[str, Any], language: str, width: int) -> list[Text]:
        """Nine lines: the letters, and a row each, `width` columns a cell."""
        marks: dict[str, list[dict[str, Any]]] = {}
        for mark in view["marks"]:
            marks.setdefault(mark["at"], []).append(mark)
        changed = changed_cells(self.recent)
        letters = "".join(f"{column:^{width - 2}}".ljust(width) for column in "abcdefgh")
        lines = [Text(f"   {letters}   ", "dim")]
        for row in range(8):
            line = Text(f" {row + 1} ", "dim")
            for column in range(8):
                name = NAMES[8 * row + column]
                line.append_text(self.cell(view, name, marks.get(name, []), width, name in changed, language))
            lines.append(line.append(f" {row + 1} ", "dim"))
        return lines

    def cell(
        self, view: dict[str, Any], name: str, marks: list[dict[str, Any]], width: int, changed: bool, language: str
    ) -> Text:
        """The stone, its mark, the mark's counter; what has just changed is lighter, what can be picked stands out."""
        sign = view["board"][NUMBERS[name] // 8][NUMBERS[name] % 8]
        is_open = name in (view["choice"] or {}).get("cells", [])
        cloth = FRESH if changed else CLOTH
        before = " " * (width - 4)
        if sign == ".":
            style = f"bold #e0c040 {cloth}" if is_open else f"#3f8a5f {cloth}"
            return Text(f"{before}{'+' if is_open else '·'}   ", style)
        stone = YOUNG[sign] if name in view["sprouts"] else STONES[sign]
        style = TARGET if is_open and self.asked(view) == PICKS_CELL else f"{STONE_STYLES[sign]} {cloth}"
        shown = sorted(marks, key=lambda mark: mark["mark"] == "GUARD")
        if not shown:
            return Text(f"{before}{stone}   ", style)
        label = SIGNS[shown[0]["mark"]].text(language) + (counted(shown[0]) or " ")
        return Text(f"{before}{stone}", style).append(label, f"{style} underline" if len(shown) > 1 else style)

    # Beside it

    def players(self, view: dict[str, Any], language: str) -> list[Text]:
        """Two lines for each side: stones and charge, hand and deck."""
        ja = language == "ja"
        board = "".join(view["board"])
        lines = []
        for side, sign in zip(SIDES, "BW", strict=True):
            turn = view["choice"] is not None and view["choice"]["seat"] == side
            line = Text("▶ " if turn else "  ", "bold cyan")
            you = view["seat"] == side
            name = SIDE_NAMES[side].text(language) + (("（あなた）" if ja else " (you)") if you else "")
            stones = board.count(sign)
            line.append(STONES[sign] + " ", "bold").append(_padded(name, 13), "bold")
            line.append(f"{stones:>2}枚" if ja else f"{stones:>2} {'stone' if stones == 1 else 'stones'}")
            lines.append(line)
            if view["cards_on"]:
                charge, hand, deck = view["charge"][side], view["hands"][side], view["decks"][side]
                line = Text(f"    {'布石' if ja else 'charge'} {charge}/{view['cap']}", "bold yellow")
                line.append(f"  手札{hand}枚 山札{deck}枚" if ja else f"  hand {hand}, deck {deck}", "not bold dim")
                if view["snares"][side] and not you:
                    line.append("  罠あり？" if ja else "  a trap?", "bold red")
                lines.append(line)
        return lines

    def asked(self, view: dict[str, Any]) -> int:
        """What the pending card asks for."""
        choice = view["choice"]
        if choice is None or choice["pending"] is None:
            return 0
        return int(PICKS[CARD_CODES[choice["pending"]]])

    def waiting(self, view: dict[str, Any], language: str, width: int) -> list[Text]:
        """What the used card waits for, and what is left to do."""
        choice, ja = view["choice"], language == "ja"
        if choice is None:
            return []
        said = []
        if choice["pending"] is not None:
            card = catalogue()[CARD_CODES[choice["pending"]]]
            said.append(f"「{card.name.ja}」: {card.summary.ja}" if ja else f"{card.name.en}: {card.summary.en}")
        if choice["picked"]:
            first = choice["picked"][0]
            said.append(f"{first} を選択中。もう 1 つ選んでください。" if ja else f"{first} is picked; now the second.")
        if choice["placements"] > 1:
            said.append("この手番は 2 回置けます。" if ja else "Two placements this turn.")
        elif choice["placed"]:
            said.append("もう 1 回置けます。" if ja else "One more placement.")
        if "pass" in choice.get("others", []):
            said.append("置ける場所がありません。" if ja else "There is no placement.")
        return [Text(part) for line in said for part in wrap_text(line, width - 1)]

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
        return lines

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
        """The marks in words, with the signs of the board; one's own traps first."""
        if not view["marks"] or most < 3:
            return []
        ja = language == "ja"
        marks = sorted(view["marks"], key=lambda mark: mark["mark"] != "TRAP")
        shown = marks if len(marks) <= most - 1 else marks[: most - 2]
        lines = [Text("印" if ja else "Marks", "bold")]
        for mark in shown:
            name, side = MARK_NAMES[mark["mark"]].text(language), SIDE_NAMES[mark["owner"]].text(language)
            sign, left = SIGNS[mark["mark"]].text(language), counted(mark)
            whose = f"（{side}）" if ja else f" ({side})"
            lines.append(Text(f" {mark['at']} {sign} {name}{left and ' ' + left}{whose}"))
        if len(shown) < len(marks):
            more = len(marks) - len(shown)
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
        for line in self.players(view, language):
            lines.append(line.plain.strip().replace("▶ ", "").replace("● ", "").replace("◉ ", ""))
        lines += [line.plain for line in self.waiting(view, language, 200)]
        if open_cells:
            what = ("選べるマス" if ja else "Can be picked") if picking else ("置けるマス" if ja else "Can be placed")
            lines.append(f"{what}: {' '.join(open_cells)}")
        ready = (view["choice"] or {}).get("cards", [])
        for number, type_code in enumerate(self.offered(view), 1):
            name = catalogue()[CARD_CODES[type_code]].name.text(language)
            cost = view["costs"][CARD_CODES[type_code]]
            unusable = "" if type_code in ready else ("（今は使えない）" if ja else " (not now)")
            lines.append(f"{number}: {name}" + (f" コスト{cost}" if ja else f", cost {cost}") + unusable)
        lines += [line.plain.strip() for line in self.marks(view, language, 99)]
        return "\n".join(lines)

    # What is typed

    def parse_input(self, view: dict[str, Any], typed: str) -> str:
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
        verb, what = VERBS.get((found[1] or "").lower(), ""), found[2].strip()
        asked = self.asked(view)
        if what.lower() in NUMBERS and verb != "use":
            return f"{verb or ('pick' if asked == PICKS_CELL else 'place')} {what.lower()}"
        card = self.card(view, what) if verb != "place" else None
        if card is None:
            return typed
        return f"{verb or ('pick' if asked == PICKS_CARD else 'use')} {card.type}"

    def card(self, view: dict[str, Any], what: str) -> Card | None:
        """The card that a number of the list, a name, or a part of one stands for."""
        held = self.offered(view)
        if what.isascii() and what.isdigit():
            number = int(what[-9:]) if len(what) <= LONGEST_NUMBER else 0
            return catalogue()[CARD_CODES[held[number - 1]]] if 1 <= number <= len(held) else None
        return self.named(what) or self.partly_named(held, what)

    def named(self, what: str) -> Card | None:
        """The card of exactly this name."""
        wanted = what.casefold()
        for card in catalogue():
            if wanted in (card.type.casefold(), card.id, card.name.en.casefold(), card.name.ja):
                return card
        return None

    def partly_named(self, held: list[str], what: str) -> Card | None:
        """The one card with this in its name, or else in its type, of those held, or else of all."""
        wanted = what.casefold()
        if what.isascii() and len(what) < SHORTEST_PART:
            return None
        for cards in ([catalogue()[CARD_CODES[type_code]] for type_code in dict.fromkeys(held)], catalogue()):
            for names in ("name", "type"):
                near = [card for card in cards if any(wanted in text for text in _texts(card, names))]
                if near:
                    return near[0] if len(near) == 1 else None
        return None

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """A card's text, what a sign of the board means, or what is on a cell; without a word, all the cards."""
        ja = language == "ja"
        if not words:
            listed = [f"{card.name.text(language)} {view['costs'][code]}" for code, card in enumerate(catalogue())]
            return [("カードとコスト: " if ja else "Cards and their costs: ") + ("、" if ja else ", ").join(listed)]
        if words.lower() in NUMBERS:
            found = [mark for mark in view["marks"] if mark["at"] == words.lower()]
            return [line.plain.strip() for line in self.marks({"marks": found}, language, 9)[1:]] or [
                f"{words.lower()} に印はありません。" if ja else f"There is no mark on {words.lower()}."
            ]
        signs = {sign.text(language): kind for kind, sign in SIGNS.items()}
        card = self.named(words)
        if card is None and words in signs:
            card = catalogue()[CARD_OF_MARK[signs[words]]]
        card = card or self.card(view, words)
        if card is None:
            return []
        name, cost = card.name.text(language), view["costs"][CARD_CODES[card.type]]
        title = f"「{name}」コスト{cost}（{card.type}）" if ja else f"{name}, cost {cost} ({card.type})"
        return [title, card.detail.text(language)]

    def prompt(self, view: dict[str, Any]) -> Message:
        """What can be typed now."""
        asked = self.asked(view)
        choice = view["choice"] or {}
        others = choice.get("others", [])
        if asked == PICKS_CELL:
            stop = "".join(f", or {other}" for other in others)
            return Message(
                "asks", f"a stone, like d4{stop}", "選ぶ石（d4 など）" + "".join(f"か {other}" for other in others)
            )
        if asked == PICKS_CARD:
            return Message("asks", "a card's number", "カードの番号")
        ways = [("pass", "pass")] if others else [("a cell like d3", "マス（d3 など）")]
        if choice.get("cards"):
            ways.append(("a card's number", "カードの番号"))
        return Message("asks", " or ".join(en for en, _ in ways), "か".join(ja for _, ja in ways))

    def help_text(self, options: dict[str, Any]) -> Message:
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


def changed_cells(events: list[dict[str, Any]]) -> set[str]:
    """The cells on which something happened."""
    cells: set[str] = set()
    for event in events:
        match event["kind"]:
            case "place" | "spawn" | "revive" | "tempt":
                cells.add(event["at"])
            case "flip" | "destroy":
                cells.update(event["cells"])
            case "move":
                cells.update(end for _, end in event["moves"])
    return cells


def _texts(card: Card, kind: str) -> list[str]:
    return [card.name.en.casefold(), card.name.ja] if kind == "name" else [card.type.casefold()]


def _padded(text: str, columns: int) -> str:
    """The text and blanks up to so many columns; Japanese letters take two."""
    return text + " " * max(1, columns - Text(text).cell_len)

"""Card Othello in a terminal: the board with its marks, and a panel with players, marks and hand."""

from typing import Any, Final

from rich.text import Text
from typing_extensions import override

from tefuda.cli.terminal.screen import wrap_text
from tefuda.cli.terminal.screens.card_othello_input import CardOthelloInput
from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import catalogue, cost_band
from tefuda.games.card_othello.rules.board import CELL_NAMES, CELL_NUMBERS
from tefuda.games.card_othello.rules.codes import (
    BREEDING_WILL,
    CARD_CODES,
    GUARD_WILL,
    HYPERACTIVE_WILL,
    PERMA_PROTECT_NEXT_STONE,
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

BOARD_STYLE: Final = "on #1d5c38"
CHANGED_STYLE: Final = "on #2f8052"
STONE_SYMBOLS: Final = {"B": "●", "W": "◉"}
SPROUT_SYMBOLS: Final = {"B": "•", "W": "◦"}
STONE_STYLES: Final = {"B": "bold #000000", "W": "bold #ffffff"}
TARGET_STYLE: Final = "bold #000000 on #e0c040"
BAND_STYLES: Final = {
    "white": "bold white",
    "grey": "grey70",
    "green": "green3",
    "blue": "dodger_blue1",
    "purple": "medium_purple1",
    "gold": "bold gold1",
}
MARK_SYMBOLS: Final = {
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
"""The symbols on the board, two columns each."""

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
"""The card of a mark."""

WIDE_CELLS_FROM: Final = 92
"""From this width on a cell has five columns instead of four."""

PANEL_WIDTH: Final = 36
"""The width of the panel beside the board."""


def counter_text(mark: dict[str, Any]) -> str:
    return str(mark["left"]) if mark["left"] else ""


class CardOthelloScreen(CardOthelloInput):
    """The board on the left; the panel beside it, or below in a narrow window."""

    @override
    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        cell = 5 if width >= WIDE_CELLS_FROM else 4
        board = self.board_lines(view, language, cell)
        beside = board[0].cell_len + PANEL_WIDTH <= width
        room = max(height, len(board)) if beside else max(0, height - len(board))
        parts = [
            self.player_lines(view, language),
            self.pending_lines(view, language, width - (board[0].cell_len if beside else 0)),
            self.hand_lines(view, language),
        ]
        parts.append(self.mark_lines(view, language, room - 1 - sum(len(part) for part in parts)))
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

    def board_lines(self, view: dict[str, Any], language: str, width: int) -> list[Text]:
        """Return nine lines: the column letters and eight rows, with `width` columns per cell."""
        marks: dict[str, list[dict[str, Any]]] = {}
        for mark in view["marks"]:
            marks.setdefault(mark["at"], []).append(mark)
        changed = changed_cells(self.recent)
        letters = "".join(f"{column:^{width - 2}}".ljust(width) for column in "abcdefgh")
        lines = [Text(f"   {letters}   ", "dim")]
        for row in range(8):
            line = Text(f" {row + 1} ", "dim")
            for column in range(8):
                name = CELL_NAMES[8 * row + column]
                line.append_text(
                    self.cell_text(
                        view, name, marks.get(name, []), width=width, changed=name in changed, language=language
                    )
                )
            lines.append(line.append(f" {row + 1} ", "dim"))
        return lines

    def cell_text(
        self, view: dict[str, Any], name: str, marks: list[dict[str, Any]], *, width: int, changed: bool, language: str
    ) -> Text:
        """Return the stone, its mark and the counter; recent changes and targets are highlighted."""
        sign = view["board"][CELL_NUMBERS[name] // 8][CELL_NUMBERS[name] % 8]
        is_open = name in (view["choice"] or {}).get("cells", [])
        cloth = CHANGED_STYLE if changed else BOARD_STYLE
        before = " " * (width - 4)
        if sign == ".":
            style = f"bold #e0c040 {cloth}" if is_open else f"#3f8a5f {cloth}"
            return Text(f"{before}{'+' if is_open else '·'}   ", style)
        stone = SPROUT_SYMBOLS[sign] if name in view["sprouts"] else STONE_SYMBOLS[sign]
        style = TARGET_STYLE if is_open and self.pick_kind(view) == PICKS_CELL else f"{STONE_STYLES[sign]} {cloth}"
        shown = sorted(marks, key=lambda mark: mark["mark"] == "GUARD")
        if not shown:
            return Text(f"{before}{stone}   ", style)
        label = MARK_SYMBOLS[shown[0]["mark"]].text(language) + (counter_text(shown[0]) or " ")
        return Text(f"{before}{stone}", style).append(label, f"{style} underline" if len(shown) > 1 else style)

    # The panel

    def player_lines(self, view: dict[str, Any], language: str) -> list[Text]:
        """Return two lines for each side: stones and charge, hand and deck."""
        ja = language == "ja"
        board = "".join(view["board"])
        lines = []
        for side, sign in zip(SIDES, "BW", strict=True):
            turn = view["choice"] is not None and view["choice"]["seat"] == side
            line = Text("▶ " if turn else "  ", "bold cyan")
            you = view["seat"] == side
            name = SIDE_NAMES[side].text(language) + (("（あなた）" if ja else " (you)") if you else "")
            stones = board.count(sign)
            line.append(STONE_SYMBOLS[sign] + " ", "bold").append(_pad(name, 13), "bold")
            line.append(f"{stones:>2}枚" if ja else f"{stones:>2} {'stone' if stones == 1 else 'stones'}")
            lines.append(line)
            if view["cards_on"]:
                charge, hand, deck = view["charge"][side], view["hands"][side], view["decks"][side]
                line = Text(f"    {'布石' if ja else 'charge'} {charge}/{view['cap']}", "bold yellow")
                line.append(f"  手札{hand}枚 山札{deck}枚" if ja else f"  hand {hand}, deck {deck}", "not bold dim")
                if view["snares"][side] and not you:
                    line.append("  罠あり？" if ja else "  hidden trap?", "bold red")
                lines.append(line)
        return lines

    def pending_lines(self, view: dict[str, Any], language: str, width: int) -> list[Text]:
        """Return the lines about the pending card and the remaining placements."""
        choice, ja = view["choice"], language == "ja"
        if choice is None:
            return []
        lines = []
        if choice["pending"] is not None:
            card = catalogue()[CARD_CODES[choice["pending"]]]
            lines.append(f"「{card.name.ja}」: {card.summary.ja}" if ja else f"{card.name.en}: {card.summary.en}")
        if choice["picked"]:
            first = choice["picked"][0]
            lines.append(
                f"{first} を選択中。もう 1 つ選んでください。" if ja else f"{first} is picked. Pick another stone."
            )
        if choice["placements"] > 1:
            lines.append("この手番は 2 回置けます。" if ja else "Two placements this turn.")
        elif choice["placed"]:
            lines.append("もう 1 回置けます。" if ja else "One more placement.")
        if "pass" in choice.get("others", []):
            lines.append("置ける場所がありません。" if ja else "You can't place a stone.")
        return [Text(part) for line in lines for part in wrap_text(line, width - 1)]

    def hand_lines(self, view: dict[str, Any], language: str) -> list[Text]:
        """Return the numbered cards, in the colours of their costs (CO-11.1)."""
        ja = language == "ja"
        cards, ready = self.listed_cards(view), (view["choice"] or {}).get("cards", [])
        if not cards:
            return []
        own = cards is view["hand"]
        lines = [Text(("手札" if ja else "Hand") if own else ("選べるカード" if ja else "Choose a card"), "bold")]
        for number, type_code in enumerate(cards, 1):
            card = catalogue()[CARD_CODES[type_code]]
            cost = view["costs"][CARD_CODES[type_code]]
            style = BAND_STYLES[cost_band(cost)]
            usable = type_code in ready
            line = Text(f" {number} ", "bold cyan" if usable else "dim")
            line.append(f"{cost:>2} ", style).append(_pad(card.name.text(language), 26), style if usable else "dim")
            lines.append(line)
        return lines

    def mark_lines(self, view: dict[str, Any], language: str, most: int) -> list[Text]:
        """Return the marks as lines, own traps first."""
        if not view["marks"] or most < 3:
            return []
        ja = language == "ja"
        marks = sorted(view["marks"], key=lambda mark: mark["mark"] != "TRAP")
        shown = marks if len(marks) <= most - 1 else marks[: most - 2]
        lines = [Text("印" if ja else "Marks", "bold")]
        for mark in shown:
            name, side = MARK_NAMES[mark["mark"]].text(language), SIDE_NAMES[mark["owner"]].text(language)
            sign, left = MARK_SYMBOLS[mark["mark"]].text(language), counter_text(mark)
            whose = f"（{side}）" if ja else f" ({side})"
            lines.append(Text(f" {mark['at']} {sign} {name}{left and ' ' + left}{whose}"))
        if len(shown) < len(marks):
            more = len(marks) - len(shown)
            lines.append(Text(f" ほか {more} 個" if ja else f" and {more} more", "dim"))
        return lines

    # Plain text

    @override
    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = ["   a b c d e f g h"]
        open_cells = (view["choice"] or {}).get("cells", [])
        picking = self.pick_kind(view) == PICKS_CELL
        for row, text in enumerate(view["board"]):
            names = CELL_NAMES[8 * row : 8 * row + 8]
            open_here = [not picking and name in open_cells for name in names]
            signs = ["+" if is_open else sign for is_open, sign in zip(open_here, text, strict=True)]
            lines.append(f" {row + 1} " + " ".join(signs))
        for line in self.player_lines(view, language):
            lines.append(line.plain.strip().replace("▶ ", "").replace("● ", "").replace("◉ ", ""))
        lines += [line.plain for line in self.pending_lines(view, language, 200)]
        if open_cells:
            what = ("選べるマス" if ja else "Targets") if picking else ("置けるマス" if ja else "Legal cells")
            lines.append(f"{what}: {' '.join(open_cells)}")
        ready = (view["choice"] or {}).get("cards", [])
        for number, type_code in enumerate(self.listed_cards(view), 1):
            name = catalogue()[CARD_CODES[type_code]].name.text(language)
            cost = view["costs"][CARD_CODES[type_code]]
            unusable = "" if type_code in ready else ("（今は使えない）" if ja else " (not usable now)")
            lines.append(f"{number}: {name}" + (f" コスト{cost}" if ja else f", cost {cost}") + unusable)
        lines += [line.plain.strip() for line in self.mark_lines(view, language, 99)]
        return "\n".join(lines)

    # Input

    @override
    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """Return a card's text, the meaning of a symbol, or the marks on a cell; without words, all cards."""
        ja = language == "ja"
        if not words:
            listed = [f"{card.name.text(language)} {view['costs'][code]}" for code, card in enumerate(catalogue())]
            return [("カードとコスト: " if ja else "Cards and their costs: ") + ("、" if ja else ", ").join(listed)]
        if words.lower() in CELL_NUMBERS:
            found = [mark for mark in view["marks"] if mark["at"] == words.lower()]
            return [line.plain.strip() for line in self.mark_lines({"marks": found}, language, 9)[1:]] or [
                f"{words.lower()} に印はありません。" if ja else f"No marks on {words.lower()}."
            ]
        signs = {sign.text(language): kind for kind, sign in MARK_SYMBOLS.items()}
        card = self.find_exact(words)
        if card is None and words in signs:
            card = catalogue()[CARD_OF_MARK[signs[words]]]
        card = card or self.find_card(view, words)
        if card is None:
            return []
        name, cost = card.name.text(language), view["costs"][CARD_CODES[card.type]]
        title = f"「{name}」コスト{cost}（{card.type}）" if ja else f"{name}, cost {cost} ({card.type})"
        return [title, card.detail.text(language)]


def changed_cells(events: list[dict[str, Any]]) -> set[str]:
    """Return the cells that changed."""
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


def _pad(text: str, columns: int) -> str:
    """Pad the text to `columns` columns; Japanese characters take two."""
    return text + " " * max(1, columns - Text(text).cell_len)

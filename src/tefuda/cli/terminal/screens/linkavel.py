"""LinkaVel in a terminal: both fields by slot, the numbered hand, and the present choice."""

from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text
from typing_extensions import override

from tefuda.cardlang.card_text import card_text
from tefuda.cli.terminal.screen import unique, wrap_text
from tefuda.cli.terminal.screens.linkavel_input import YES_OR_NO, LinkaVelInput
from tefuda.games.linkavel.action_text import choice_prompt
from tefuda.games.linkavel.catalogue import LIBRARY, catalogue
from tefuda.games.linkavel.language.ability_text import capital
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.nouns import PHASE_WORDS
from tefuda.games.linkavel.rules.codes import SEATS
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.linkavel.text import SEAT_TITLES

ATTRIBUTE_STYLES: Final = {
    "fire": "red",
    "water": "dodger_blue1",
    "grass": "green3",
    "light": "yellow",
    "dark": "medium_purple1",
    "neutral": "white",
}
COMPACT_BELOW: Final = 20
"""With fewer lines than this, empty rows are omitted."""


def card_style(card: Card | None) -> str:
    if card is None:
        return ""
    return ATTRIBUTE_STYLES[card.parsed["values"]["attribute"]] if card.is_monster else "cyan"


def fit_text(text: str, width: int) -> str:
    """Return the text padded or shortened to `width` columns."""
    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    while cell_len(text) > width - 1:
        text = text[:-1]
    return f"{text}…".ljust(width - (cell_len(text) - len(text)))


class LinkaVelScreen(LinkaVelInput):
    """Two fields and a hand."""

    @override
    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        me = self.bottom_seat(view)
        other = SEATS[1 - SEATS.index(me)]
        text = Text()
        text.append_text(self.status_line(view, language))
        text.append_text(self.player_line(view, other, language))
        tight = height < COMPACT_BELOW
        text.append_text(self.slot_row(view, other, "magics", language=language, width=width, tight=tight))
        text.append_text(self.slot_row(view, other, "monsters", language=language, width=width, tight=tight))
        text.append(f" {'─' * (width - 3)}\n", "dim")
        text.append_text(self.slot_row(view, me, "monsters", language=language, width=width, tight=tight))
        text.append_text(self.slot_row(view, me, "magics", language=language, width=width, tight=tight))
        text.append_text(self.player_line(view, me, language))
        room = height - text.plain.count("\n")
        if view["asked"] is not None:
            text.append_text(self.choice_lines(view, language, width, room))
            room = height - text.plain.count("\n")
        if view["seat"] is not None and not (view["asked"] is not None and view["asked"]["zone"] == "hand"):
            text.append_text(self.hand_lines(view, language, width, room))
        for line in (lines := text.split("\n", allow_blank=True)):
            line.truncate(width)
        return Text("\n").join(lines)

    def status_line(self, view: dict[str, Any], language: str) -> Text:
        ja = language == "ja"
        phase, who = PHASE_WORDS[view["phase"]].text(language), SEAT_TITLES[view["turn"]].text(language)
        status = (
            f" ターン{view['turn_number']}・{who}・{phase}" if ja else f" Turn {view['turn_number']} · {who} · {phase}"
        )
        text = Text().append(status, "bold cyan")
        if view["phase"] in ("main1", "main2") and view["turn"] == view["seat"]:
            done = view["summoned"]
            words = ("通常召喚済み", "通常召喚できる") if ja else ("normal summon used", "normal summon available")
            text.append(f"  {words[0 if done else 1]}", "dim")
        if view["battle"] is not None:
            attacker = LIBRARY.plain_name(view["battle"]["attacker"], language)
            text.append(f"  {attacker} {'が攻撃中' if ja else 'attacks'}", "bold red")
        return text.append("\n")

    def player_line(self, view: dict[str, Any], seat: str, language: str) -> Text:
        ja = language == "ja"
        side = view[seat]
        mark = "▶ " if view["decides"] == seat else "  "
        you = ("（あなた）" if ja else " (you)") if seat == view["seat"] else ""
        text = Text().append(f"{mark}{SEAT_TITLES[seat].text(language)}{you}", "bold")
        text.append(f"  LP {side['lp']}", "bold green" if side["lp"] > 1500 else "bold red")
        counts = [("手札", "hand", side["hand"]), ("デッキ", "deck", side["deck"])]
        counts.append(("トラッシュ", "trash", len(side["trash"])))
        text.append("".join(f"  {label if ja else word} {count}" for label, word, count in counts), "dim")
        if side["shown"] and seat != view["seat"]:
            shown = ", ".join(LIBRARY.plain_name(name, language) for name in side["shown"])
            text.append(f"  {'公開' if ja else 'shown'}: {shown}", "dim")
        return text.append("\n")

    def slot_row(self, view: dict[str, Any], seat: str, zone: str, *, language: str, width: int, tight: bool) -> Text:
        """Return three slots side by side. An empty row of magics is one line, or none if `tight`."""
        things = view[seat][zone]
        if tight and zone == "magics" and not any(things):
            return Text()
        letter = "m" if zone == "monsters" else "s"
        own = seat == self.bottom_seat(view)
        column = (width - 3) // 3
        first, second = Text("  "), Text("  ")
        targets = (view["asked"] or {}).get("from", [])
        for slot, thing in enumerate(things, 1):
            label = f"{letter}{slot} "
            if thing is None:
                first.append(fit_text(f"{label}-", column), "dim")
                second.append(" " * column)
                continue
            card = catalogue().get(thing["card"])
            aimed = f"{seat}.{letter}{slot}" in targets
            look = f"{card_style(card)} reverse" if aimed else card_style(card)
            first.append(label, "dim").append(
                fit_text(LIBRARY.plain_name(thing["card"], language), column - 4), look
            ).append(" ")
            second.append_text(self.slot_details(thing, card, language, column, own))
        if all(thing is None for thing in things) or (zone == "magics"):
            return first.append("\n")
        return first.append("\n").append_text(second).append("\n")

    def slot_details(self, thing: dict[str, Any], card: Card | None, language: str, column: int, own: bool) -> Text:
        """Return the level, the power with its change, and status words."""
        ja = language == "ja"
        text = Text("   ")
        if "power" in thing:
            level = f"Lv{card.level} " if card is not None else ""
            text.append(level, "dim").append(str(thing["power"]), "bold")
            change = thing["power"] - thing["printed"]
            if change:
                text.append(f" ({change:+d})", "green" if change > 0 else "red")
        marks = []
        if thing.get("attacks"):
            marks.append("攻撃済" if ja else "attacked")
        if thing.get("extra"):
            marks.append(f"+{thing['extra']}")
        if thing.get("shielded"):
            marks.append("守" if ja else "safe")
        if thing.get("saved_by"):
            marks.append("守済" if ja else "saved")
        if thing.get("used"):
            marks.append("使用済" if ja else "used")
        text.append(f" {' '.join(marks)}" if marks else "", "dim")
        text.truncate(column - 1)
        return text.append(" " * (column - text.cell_len))

    def choice_lines(self, view: dict[str, Any], language: str, width: int, room: int) -> Text:
        """Return the present choice with numbered options; one line each if there is little space."""
        ja = language == "ja"
        asked = view["asked"]
        asker = f"{LIBRARY.plain_name(asked['card'], language)}: " if asked["card"] and asked["op"] != "order" else ""
        left = asked["need"] - len(asked["picked"])
        more = (
            (f"（{left}まで）" if ja else f" (up to {left})")
            if asked["up_to"]
            else (f"（あと{left}）" if ja else f" ({left} to pick)")
        )
        if asked["op"] in YES_OR_NO:
            more = "（yes / no）" if ja else " (yes / no)"
        elif asked["op"] == "order":
            more = ""
        question = f"{asker}{choice_prompt(asked['op']).text(language)}{more}"
        text = Text().append(f" {capital(question)}", "bold reverse").append("\n")
        if asked["op"] == "may":
            return self.append_card_text(text, asked["card"], language, width)
        answers = self.numbered_choices(view, language)
        full = sum(len(wrap_text(label, width - 7)) for label, _ in answers) <= room - 2
        for number, (label, _) in enumerate(answers, 1):
            lines = wrap_text(label, width - 7)
            for place, line in enumerate(lines if full else lines[:1]):
                text.append(f" {number:>2} " if place == 0 else "    ", "cyan").append(f"{line}\n")
        return text

    def append_card_text(self, text: Text, name: str, language: str, width: int) -> Text:
        """Append a card's text below a question."""
        card = catalogue().get(name)
        for paragraph in card_text(card_schema(), card, language) if card is not None else []:
            for line in wrap_text(paragraph, width - 5):
                text.append(f"    {line}\n", "dim")
        return text

    def hand_lines(self, view: dict[str, Any], language: str, width: int, room: int) -> Text:
        """Return the numbered hand, with card texts if there is space."""
        ja = language == "ja"
        text = Text().append(f" {'手札' if ja else 'Hand'}\n", "bold")
        cards = unique(view["hand"])
        if view["asked"] is not None and view["asked"]["op"] != "mulligan":
            names = ", ".join(LIBRARY.plain_name(name, language) for name in view["hand"])
            for line in wrap_text(names, width - 4):
                text.append(f"  {line}\n", "dim")
            return text
        if len(cards) > room - 1:
            return text.append_text(self.compact_hand(view, cards, language, width))
        heads = []
        for name in cards:
            card = catalogue().get(name)
            copies = view["hand"].count(name)
            head = f"{LIBRARY.plain_name(name, language)}{f' ×{copies}' if copies > 1 else ''}"
            facts = f"  {self.card_summary(card, language)}" if card is not None else ""
            description = " ".join(card_text(card_schema(), card, language)) if card is not None else ""
            heads.append((card, head, wrap_text(f"{head}{facts}{'  ' if description else ''}{description}", width - 7)))
        spare = room - 2 - len(heads)
        for number, (card, head, lines) in enumerate(heads, 1):
            shown = lines[: 1 + max(0, min(spare, len(lines) - 1))]
            spare -= len(shown) - 1
            for place, line in enumerate(shown):
                more = " …" if place == len(shown) - 1 and len(shown) < len(lines) else ""
                text.append(f" {number:>2} " if place == 0 else "    ", "cyan")
                if place == 0:
                    text.append(line[: len(head)], card_style(card)).append(f"{line[len(head) :]}{more}\n", "dim")
                else:
                    text.append(f"{line}{more}\n", "dim")
        return text

    def compact_hand(self, view: dict[str, Any], cards: list[str], language: str, width: int) -> Text:
        """Return the hand as names and numbers side by side."""
        text, used = Text("  "), 2
        for number, name in enumerate(cards, 1):
            card = catalogue().get(name)
            copies = view["hand"].count(name)
            facts = f" Lv{card.level} {card.power}" if card is not None and card.is_monster else ""
            piece = f"{LIBRARY.plain_name(name, language)}{f' ×{copies}' if copies > 1 else ''}"
            if used + cell_len(piece) + len(facts) + 6 > width - 2:
                text.append("\n  ")
                used = 2
            text.append(f"{number} ", "cyan").append(piece, card_style(card)).append(f"{facts}   ", "dim")
            used += cell_len(f"{number} {piece}{facts}   ")
        return text.append("\n")

    @override
    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = [self.status_line(view, language).plain.strip()]
        for seat in SEATS:
            lines.append(self.player_line(view, seat, language).plain.strip().removeprefix("▶ "))
            for zone, letter in (("monsters", "m"), ("magics", "s")):
                for slot, thing in enumerate(view[seat][zone], 1):
                    if thing is not None:
                        card = catalogue().get(thing["card"])
                        about = self.slot_details(thing, card, language, 60, True).plain.strip()
                        lines.append(f"  {letter}{slot} {LIBRARY.plain_name(thing['card'], language)} {about}".rstrip())
        if view["asked"] is not None:
            lines += [line for line in self.choice_lines(view, language, 100, 100).plain.splitlines() if line]
        if view["seat"] is not None and (view["asked"] is None or view["asked"]["op"] == "mulligan"):
            lines.append("手札:" if ja else "Hand:")
            lines += [
                f"  {number} {self.card_line(name, language)}" for number, name in enumerate(unique(view["hand"]), 1)
            ]
        return "\n".join(lines)

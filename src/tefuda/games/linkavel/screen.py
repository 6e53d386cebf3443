"""LinkaVel in a terminal: both fields slot by slot, the hand numbered, and a line about each card on request."""

import re
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from tefuda.cardlang.describe import card_text
from tefuda.core.screen import Screen, wrapped
from tefuda.core.text import Message
from tefuda.games.linkavel.catalogue import catalogue
from tefuda.games.linkavel.codes import SEATS
from tefuda.games.linkavel.form import form
from tefuda.games.linkavel.pieces import Card
from tefuda.games.linkavel.text import ASKS, TITLES, card_name
from tefuda.games.linkavel.values import factions
from tefuda.games.linkavel.words import ATTRIBUTE_WORDS, PHASE_WORDS, TYPE_WORDS

STYLES: Final = {
    "fire": "red",
    "water": "dodger_blue1",
    "grass": "green3",
    "light": "yellow",
    "dark": "medium_purple1",
    "neutral": "white",
}
WORDS: Final = {
    "b": "battle",
    "e": "end",
    "y": "yes",
    "n": "no",
    "d": "done",
    "バトル": "battle",
    "終了": "end",
    "はい": "yes",
    "いいえ": "no",
    "投了": "surrender",
}
PILES: Final = {"trash": "trash", "deck": "deck", "トラッシュ": "trash", "デッキ": "deck"}
HAND_CARD: Final = re.compile(r"([0-9]{1,2})(?:@([1-3]))?")
FIGHT: Final = re.compile(r"([1-3]) *> *([1-3]|lp)")
PLACE: Final = re.compile(r"(opp\.)?([ms])([1-3])")


def plain_name(name: str, language: str) -> str:
    return card_name(name, language).strip("《》")


def style(card: Card | None) -> str:
    if card is None:
        return ""
    return STYLES[card.facts["values"]["attribute"]] if card.is_monster else "cyan"


def distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def cut(text: str, width: int) -> str:
    """The text in so many columns, its end left out where it is longer."""
    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    while cell_len(text) > width - 1:
        text = text[:-1]
    return f"{text}…".ljust(width - (cell_len(text) - len(text)))


def cost_words(card: Card, language: str) -> str:
    if not card.cost_count:
        return ""
    return f"Lv{card.cost_level}×{card.cost_count}{'体' if language == 'ja' else ''}"


def facts_line(card: Card, language: str) -> str:
    """Type, level, attribute, faction, cost and power in a line."""
    ja = language == "ja"
    values = card.facts["values"]
    parts = [TYPE_WORDS[card.type].text(language)]
    if card.is_monster:
        attribute = ATTRIBUTE_WORDS[values["attribute"]].text(language)
        parts.append(f"レベル{card.level}" if ja else f"level {card.level}")
        parts.append(f"{attribute}属性" if ja else attribute)
    if values["faction"]:
        parts.append(factions()[values["faction"]].text(language))
    if card.cost_count:
        parts.append(f"召喚条件 {cost_words(card, language)}" if ja else f"cost {cost_words(card, language)}")
    if card.is_monster:
        parts.append(f"パワー {card.power}" if ja else f"power {card.power}")
    return "、".join(parts) if ja else ", ".join(parts)


class LinkaVelScreen(Screen):
    """A number plays that card of the hand, m1 and s1 are slots, 1>2 is an attack."""

    def me(self, view: dict[str, Any]) -> str:
        """Whose side is drawn below: the viewer's; for onlookers the first player's."""
        return view["seat"] or SEATS[0]

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        me = self.me(view)
        other = SEATS[1 - SEATS.index(me)]
        text = Text()
        text.append_text(self.head(view, language))
        text.append_text(self.player(view, other, language))
        text.append_text(self.row(view, other, "magics", language, width))
        text.append_text(self.row(view, other, "monsters", language, width))
        text.append(f" {'─' * (width - 3)}\n", "dim")
        text.append_text(self.row(view, me, "monsters", language, width))
        text.append_text(self.row(view, me, "magics", language, width))
        text.append_text(self.player(view, me, language))
        room = height - text.plain.count("\n")
        if view["asked"] is not None:
            text.append_text(self.question(view, language, width))
            room = height - text.plain.count("\n")
        if view["seat"] is not None:
            text.append_text(self.hand(view, language, width, room))
        return text

    def head(self, view: dict[str, Any], language: str) -> Text:
        ja = language == "ja"
        phase, who = PHASE_WORDS[view["phase"]].text(language), TITLES[view["turn"]].text(language)
        said = (
            f" ターン{view['turn_number']}・{who}・{phase}" if ja else f" Turn {view['turn_number']} · {who} · {phase}"
        )
        text = Text(said, "bold cyan")
        if view["phase"] in ("main1", "main2") and view["turn"] == view["seat"]:
            done = view["summoned"]
            words = ("通常召喚済み", "通常召喚できる") if ja else ("normal summon made", "normal summon left")
            text.append(f"  {words[0 if done else 1]}", "dim")
        if view["battle"] is not None:
            attacker = plain_name(view["battle"]["attacker"], language)
            text.append(f"  {attacker} {'が攻撃中' if ja else 'attacks'}", "bold red")
        return text.append("\n")

    def player(self, view: dict[str, Any], seat: str, language: str) -> Text:
        ja = language == "ja"
        side = view[seat]
        mark = "▶ " if view["decides"] == seat else "  "
        you = ("（あなた）" if ja else " (you)") if seat == view["seat"] else ""
        text = Text(f"{mark}{TITLES[seat].text(language)}{you}", "bold")
        text.append(f"  LP {side['lp']}", "bold green" if side["lp"] > 1500 else "bold red")
        counts = [("手札", "hand", side["hand"]), ("デッキ", "deck", side["deck"])]
        counts.append(("トラッシュ", "trash", len(side["trash"])))
        text.append("".join(f"  {label if ja else word} {count}" for label, word, count in counts), "dim")
        if side["shown"] and seat != view["seat"]:
            shown = ", ".join(plain_name(name, language) for name in side["shown"])
            text.append(f"  {'公開' if ja else 'shown'}: {shown}", "dim")
        return text.append("\n")

    def row(self, view: dict[str, Any], seat: str, zone: str, language: str, width: int) -> Text:
        """Three slots side by side; an empty row of magics is one line."""
        things = view[seat][zone]
        letter = "m" if zone == "monsters" else "s"
        own = seat == self.me(view)
        column = (width - 3) // 3
        first, second = Text("  "), Text("  ")
        targets = (view["asked"] or {}).get("from", [])
        for slot, thing in enumerate(things, 1):
            label = f"{letter}{slot} "
            if thing is None:
                first.append(cut(f"{label}-", column), "dim")
                second.append(" " * column)
                continue
            card = catalogue().get(thing["card"])
            aimed = f"{seat}.{letter}{slot}" in targets
            look = f"{style(card)} reverse" if aimed else style(card)
            first.append(label, "dim").append(cut(plain_name(thing["card"], language), column - 4), look).append(" ")
            second.append_text(self.details(thing, card, language, column, own))
        if all(thing is None for thing in things) or (zone == "magics"):
            return first.append("\n")
        return first.append("\n").append_text(second).append("\n")

    def details(self, thing: dict[str, Any], card: Card | None, language: str, column: int, own: bool) -> Text:
        """Level, power with its change, and marks."""
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
        if thing.get("used"):
            marks.append("使用済" if ja else "used")
        text.append(f" {' '.join(marks)}" if marks else "", "dim")
        text.truncate(column - 1)
        return text.append(" " * (column - text.cell_len))

    def question(self, view: dict[str, Any], language: str, width: int) -> Text:
        """What is asked, its answers numbered."""
        ja = language == "ja"
        asked = view["asked"]
        asker = f"{plain_name(asked['card'], language)}: " if asked["card"] else ""
        left = asked["need"] - len(asked["picked"])
        more = "" if asked["op"] in ("may", "order") else (f"（あと{left}）" if ja else f" ({left} to pick)")
        text = Text(f" {asker}{ASKS[asked['op']].text(language)}{more}", "bold reverse").append("\n")
        if asked["op"] == "may":
            return self.said(text, asked["card"], language, width)
        for number, (label, _) in enumerate(self.answers(view, language), 1):
            for place, line in enumerate(wrapped(label, width - 7)):
                text.append(f" {number:>2} " if place == 0 else "    ", "cyan").append(f"{line}\n")
        return text

    def said(self, text: Text, name: str, language: str, width: int) -> Text:
        """A card's text under a question about it."""
        card = catalogue().get(name)
        for told in card_text(form(), card, language) if card is not None else []:
            for line in wrapped(told, width - 5):
                text.append(f"    {line}\n", "dim")
        return text

    def answers(self, view: dict[str, Any], language: str) -> list[tuple[str, str]]:
        """What can be answered by number: words, and notation."""
        asked = view["asked"]
        if asked["op"] == "order":
            own = [entry for entry in view["waiting"] if entry["seat"] == view["seat"]]
            return [
                (f"{plain_name(entry['card'], language)}", f"resolve {number}") for number, entry in enumerate(own, 1)
            ]
        found = []
        for name in distinct([place for place in asked["from"] if place not in asked["picked"]] or asked["from"]):
            seat, _, place = name.partition(".")
            if seat in SEATS:
                notation = place if seat == view["seat"] else f"opp.{place}"
                zone = "monsters" if place[0] == "m" else "magics"
                thing = view[seat][zone][int(place[1]) - 1]
                label = f"{notation} {plain_name(thing['card'], language)}" if thing else notation
                found.append((label, f"pick {notation}"))
                continue
            wheres = {"hand": [""], "deck": ["@deck"], "trash": ["@trash"]}.get(asked["zone"])
            for where in wheres if wheres is not None else self.wheres(view, name):
                told = {"@trash": " (トラッシュ)" if language == "ja" else " (trash)"}.get(where, "")
                found.append((f"{self.line(name, language)}{told if wheres is None else ''}", f"pick {name}{where}"))
        return found

    def wheres(self, view: dict[str, Any], name: str) -> list[str]:
        """Of deck and trash together, where a card can be taken from."""
        seat = view["seat"]
        return [
            *(["@deck"] if name in view["unseen"][seat] else []),
            *(["@trash"] if name in view[seat]["trash"] else []),
        ]

    def line(self, name: str, language: str) -> str:
        """A card in a line: name, facts, text."""
        card = catalogue().get(name)
        if card is None:
            return name
        return f"{card.name(language)}  {self.short(card, language)} {' '.join(card_text(form(), card, language))}"

    def short(self, card: Card, language: str) -> str:
        if not card.is_monster:
            return TYPE_WORDS[card.type].text(language)
        attribute = ATTRIBUTE_WORDS[card.facts["values"]["attribute"]].text(language)
        cost = cost_words(card, language)
        return f"Lv{card.level} {attribute} {card.power}{f' [{cost}]' if cost else ''}"

    def hand(self, view: dict[str, Any], language: str, width: int, room: int) -> Text:
        """The hand, numbered; texts as far as there is room."""
        ja = language == "ja"
        text = Text(f" {'手札' if ja else 'Hand'}\n", "bold")
        cards = distinct(view["hand"])
        if view["asked"] is not None:
            names = ", ".join(plain_name(name, language) for name in view["hand"])
            for line in wrapped(names, width - 4):
                text.append(f"  {line}\n", "dim")
            return text
        heads = []
        for name in cards:
            card = catalogue().get(name)
            copies = view["hand"].count(name)
            head = f"{plain_name(name, language)}{f' ×{copies}' if copies > 1 else ''}"
            facts = f"  {self.short(card, language)}" if card is not None else ""
            said = " ".join(card_text(form(), card, language)) if card is not None else ""
            heads.append((card, head, wrapped(f"{head}{facts}{'  ' if said else ''}{said}", width - 7)))
        spare = room - 2 - len(heads)
        for number, (card, head, lines) in enumerate(heads, 1):
            shown = lines[: 1 + max(0, min(spare, len(lines) - 1))]
            spare -= len(shown) - 1
            for place, line in enumerate(shown):
                more = " …" if place == len(shown) - 1 and len(shown) < len(lines) else ""
                text.append(f" {number:>2} " if place == 0 else "    ", "cyan")
                if place == 0:
                    text.append(line[: len(head)], style(card)).append(f"{line[len(head) :]}{more}\n", "dim")
                else:
                    text.append(f"{line}{more}\n", "dim")
        return text

    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = [self.head(view, language).plain.strip()]
        for seat in SEATS:
            lines.append(self.player(view, seat, language).plain.strip().removeprefix("▶ "))
            for zone, letter in (("monsters", "m"), ("magics", "s")):
                for slot, thing in enumerate(view[seat][zone], 1):
                    if thing is not None:
                        card = catalogue().get(thing["card"])
                        about = self.details(thing, card, language, 60, True).plain.strip()
                        lines.append(f"  {letter}{slot} {plain_name(thing['card'], language)} {about}".rstrip())
        if view["asked"] is not None:
            lines += [line for line in self.question(view, language, 100).plain.splitlines() if line]
        elif view["seat"] is not None:
            lines.append("手札:" if ja else "Hand:")
            lines += [
                f"  {number} {self.line(name, language)}" for number, name in enumerate(distinct(view["hand"]), 1)
            ]
        return "\n".join(lines)

    def plain_text(self, line: str) -> str:
        return line.replace("──", "--").replace("《", "「").replace("》", "」")

    # Typing

    def read(self, view: dict[str, Any], typed: str) -> str:
        words = " ".join(typed.split()).lower().replace("＞", ">")
        if words in WORDS:
            return WORDS[words]
        if view["asked"] is not None:
            answers = self.answers(view, "en") if view["asked"]["op"] != "may" else []
            if words.isdecimal() and 1 <= int(words[:3]) <= len(answers):
                return answers[int(words[:3]) - 1][1]
            return f"pick {words}" if PLACE.fullmatch(words) else typed
        match = FIGHT.fullmatch(words)
        if match is not None:
            return f"attack {match[1]}>{match[2]}"
        if PLACE.fullmatch(words):
            return f"use {words}"
        match = HAND_CARD.fullmatch(words)
        cards = distinct(view["hand"])
        if match is not None and 1 <= int(match[1]) <= len(cards):
            name = cards[int(match[1]) - 1]
            card = catalogue().get(name)
            if card is not None and not card.is_monster:
                return f"magic {name}"
            return f"summon {name}@{match[2] or self.slot(view)}"
        return typed

    def slot(self, view: dict[str, Any]) -> int:
        """Where a summon goes when nobody says: the leftmost empty slot; where all are full, onto a cost."""
        monsters = view[self.me(view)]["monsters"]
        empty = [slot for slot, thing in enumerate(monsters, 1) if thing is None]
        if empty:
            return empty[0]
        levels = []
        for slot, thing in enumerate(monsters, 1):
            card = catalogue().get(thing["card"])
            levels.append((0 if card is None else -card.level, thing.get("power", 0), slot))
        return min(levels, key=lambda entry: (-entry[0], entry[1]))[2]

    def typed(self, view: dict[str, Any], notation: str) -> str:
        verb, _, rest = notation.partition(" ")
        cards = distinct(view["hand"])
        name, _, slot = rest.partition("@")
        if view["asked"] is not None:
            numbers = {said: str(number) for number, (_, said) in enumerate(self.answers(view, "en"), 1)}
            return numbers.get(notation, notation)
        if verb == "summon" and name in cards:
            number = cards.index(name) + 1
            return str(number) if int(slot) == self.slot(view) else f"{number}@{slot}"
        if verb == "magic" and name in cards:
            return str(cards.index(name) + 1)
        return rest if verb in ("attack", "use") else notation

    # Talking

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        wanted = " ".join(words.split()).casefold()
        me = self.me(view)
        other = SEATS[1 - SEATS.index(me)]
        whose, _, pile = wanted.rpartition(".")
        if pile in PILES and whose in ("", "opp"):
            return self.pile(view, other if whose else me, PILES[pile], language)
        match = PLACE.fullmatch(wanted)
        if match is not None:
            zone = "monsters" if match[2] == "m" else "magics"
            thing = view[other if match[1] else me][zone][int(match[3]) - 1]
            return [] if thing is None else self.told(thing["card"], language, thing)
        cards = distinct(view["hand"])
        if wanted.isdecimal() and 1 <= int(wanted[:3]) <= len(cards):
            return self.told(cards[int(wanted[:3]) - 1], language, None)
        known = catalogue()
        exact = [card for card in known.values() if wanted in (card.id, card.en.casefold(), card.ja)]
        begun = [
            card for card in known.values() if (len(wanted) > 1 and wanted in card.en.casefold()) or wanted in card.ja
        ]
        found = exact or begun
        return self.told(found[0].id, language, None) if wanted and found else []

    def told(self, name: str, language: str, thing: dict[str, Any] | None) -> list[str]:
        card = catalogue().get(name)
        if card is None:
            return [name]
        lines = [f"{card.name(language)} ({card.id})  {facts_line(card, language)}", *card_text(form(), card, language)]
        if thing is not None and thing.get("power", 0) != thing.get("printed", 0):
            power = thing["power"]
            lines.append(f"現在のパワー {power}" if language == "ja" else f"Power now: {power}")
        flavor = card.facts["values"]["flavor"]
        return [*lines, f"「{flavor.ja}」" if language == "ja" else f"“{flavor.en}”"] if flavor is not None else lines

    def pile(self, view: dict[str, Any], seat: str, pile: str, language: str) -> list[str]:
        """The cards of a trash, newest first; or those that a deck, or a deck and hand together, still hold."""
        ja = language == "ja"
        cards = view["unseen"][seat] if pile == "deck" else list(reversed(view[seat]["trash"]))
        counted = [
            f"{plain_name(name, language)}{f' ×{cards.count(name)}' if cards.count(name) > 1 else ''}"
            for name in distinct(cards)
        ]
        own = seat == view["seat"]
        label = {
            "trash": ("Trash", "トラッシュ"),
            "deck": ("In the deck" if own else "In deck and hand", "デッキの中身" if own else "デッキと手札の中身"),
        }[pile][ja]
        return [f"{label} ({len(cards)}): {', '.join(counted) or '-'}"]

    def opening(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [event for event in events if event["kind"] == "phase" and event["phase"] == "draw"]

    def asks(self, view: dict[str, Any]) -> Message:
        asked = view["asked"]
        if asked is None:
            if view["phase"] == "battle":
                return Message(
                    "asks",
                    "an attack like 1>2 or 1>lp, m1 to use it, main2, end",
                    "攻撃（1>2、1>lp）、m1 で起動、main2、end",
                )
            return Message(
                "asks", "a hand card's number, m1 to use it, battle, end", "手札の番号、m1 で起動、battle、end"
            )
        if asked["op"] == "may":
            return Message("asks", "yes or no", "yes か no")
        more = (
            (", as_listed", "、as_listed（この順）")
            if asked["op"] == "order"
            else (", done", "、done")
            if asked["up_to"]
            else ("", "")
        )
        return Message("asks", f"a number{more[0]}", f"番号{more[1]}")

    def manual(self, options: dict[str, Any]) -> Message:
        return Message(
            "manual",
            "Bring your opponent's LP to 0. A number plays that hand card (3@2: in slot 2), b goes to battle,\n"
            "1>2 attacks, 1>lp attacks directly, m1 or s1 uses that card's effect, e ends the turn.\n"
            "about 3, about opp.m1, about trash, about deck tell more. surrender gives up.",
            "相手の LP を 0 にすれば勝ち。番号で手札を使い（3@2 なら枠2へ）、b でバトルフェイズ、1>2 で攻撃、\n"
            "1>lp でダイレクトアタック、m1・s1 で効果を起動、e でターン終了。\n"
            "about 3、about opp.m1、about trash、about deck で詳細。surrender で投了。",
        )

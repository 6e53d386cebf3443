"""LinkaVel input: short commands, numbers, and information about cards."""

import re
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.card_id import normalize_id
from tefuda.cardlang.card_text import card_text
from tefuda.cli.terminal.screen import Screen, unique
from tefuda.core.text import Message
from tefuda.games.linkavel.catalogue import LIBRARY, catalogue
from tefuda.games.linkavel.language.card_facts import cost_words, facts_line
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.nouns import ATTRIBUTE_WORDS, TYPE_WORDS
from tefuda.games.linkavel.rules.codes import ACTIVATED, SEATS, TIMING_OPEN
from tefuda.games.linkavel.rules.model import Card

YES_OR_NO: Final = ("may", "mulligan")
"""The choices that are answered by yes or no."""
INPUT_WORDS: Final = {
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
PILE_NAMES: Final = {"trash": "trash", "deck": "deck", "トラッシュ": "trash", "デッキ": "deck"}
HAND_CARD_PATTERN: Final = re.compile(r"([0-9]{1,2})(?:@([1-3]))?")
ATTACK_PATTERN: Final = re.compile(r"([1-3]) *> *([1-3]|lp)")
SLOT_PATTERN: Final = re.compile(r"(opp\.)?([ms])([1-3])")


class LinkaVelInput(Screen):
    """A number plays a card of the hand, m1 and s1 are slots, 1>2 is an attack."""

    def bottom_seat(self, view: dict[str, Any]) -> str:
        """Return the seat at the bottom: the viewer's, or the first one for spectators."""
        return view["seat"] or SEATS[0]

    def numbered_choices(self, view: dict[str, Any], language: str) -> list[tuple[str, str]]:
        """Return the options of the present choice as text and notation."""
        asked = view["asked"]
        if asked["op"] == "order":
            own = [entry for entry in view["waiting"] if entry["seat"] == view["seat"]]
            return [(self.trigger_text(entry, language), f"resolve {number}") for number, entry in enumerate(own, 1)]
        found = []
        for name in unique([place for place in asked["from"] if place not in asked["picked"]] or asked["from"]):
            seat, _, place = name.partition(".")
            if seat in SEATS:
                notation = place if seat == view["seat"] else f"opp.{place}"
                zone = "monsters" if place[0] == "m" else "magics"
                thing = view[seat][zone][int(place[1]) - 1]
                label = f"{notation} {LIBRARY.plain_name(thing['card'], language)}" if thing else notation
                found.append((label, f"pick {notation}"))
                continue
            wheres = {"hand": [""], "deck": ["@deck"], "trash": ["@trash"]}.get(asked["zone"])
            for where in wheres if wheres is not None else self.source_zones(view, name):
                zone_label = {"@trash": " (トラッシュ)" if language == "ja" else " (trash)"}.get(where, "")
                found.append(
                    (f"{self.card_line(name, language)}{zone_label if wheres is None else ''}", f"pick {name}{where}")
                )
        return found

    def trigger_text(self, entry: dict[str, Any], language: str) -> str:
        """Return a waiting trigger: its card, slot and text."""
        card = catalogue().get(entry["card"])
        place = f" ({entry['at'].partition('.')[2]})" if entry["at"] else ""
        description = (
            "" if card is None else card_schema().describe(card.parsed["abilities"][entry["ability"]], language)
        )
        return f"{LIBRARY.plain_name(entry['card'], language)}{place}  {description}"

    def source_zones(self, view: dict[str, Any], name: str) -> list[str]:
        """Return the zones of a choice from deck and trash that contain a card."""
        seat = view["seat"]
        return [
            *(["@deck"] if name in view["unseen"][seat] else []),
            *(["@trash"] if name in view[seat]["trash"] else []),
        ]

    def card_line(self, name: str, language: str) -> str:
        """Return a card as one line: name, facts, text."""
        card = catalogue().get(name)
        if card is None:
            return name
        text = " ".join(card_text(card_schema(), card, language))
        return f"{card.name(language)}  {self.card_summary(card, language)} {text}"

    def card_summary(self, card: Card, language: str) -> str:
        if not card.is_monster:
            return TYPE_WORDS[card.type].text(language)
        attribute = ATTRIBUTE_WORDS[card.parsed["values"]["attribute"]].text(language)
        cost = cost_words(card, language)
        return f"Lv{card.level} {attribute} {card.power}{f' [{cost}]' if cost else ''}"

    @override
    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        words = " ".join(typed.split()).lower().replace("＞", ">")
        if words in INPUT_WORDS:
            return INPUT_WORDS[words]
        if view["asked"] is not None:
            answers = self.numbered_choices(view, "en") if view["asked"]["op"] not in YES_OR_NO else []
            if words.isdecimal() and 1 <= int(words[:3]) <= len(answers):
                return answers[int(words[:3]) - 1][1]
            return f"pick {words}" if SLOT_PATTERN.fullmatch(words) else typed
        match = ATTACK_PATTERN.fullmatch(words)
        if match is not None:
            return f"attack {match[1]}>{match[2]}"
        if SLOT_PATTERN.fullmatch(words):
            return f"use {words}"
        match = HAND_CARD_PATTERN.fullmatch(words)
        cards = unique(view["hand"])
        if match is not None and 1 <= int(match[1]) <= len(cards):
            name = cards[int(match[1]) - 1]
            card = catalogue().get(name)
            if card is not None and not card.is_monster:
                return f"magic {name}"
            return f"summon {name}@{match[2] or self.default_slot(view, card)}"
        return typed

    def default_slot(self, view: dict[str, Any], card: Card | None) -> int:
        """Return the default slot of a summon: the leftmost empty slot, otherwise the weakest valid cost."""
        monsters = view[self.bottom_seat(view)]["monsters"]
        empty = [slot for slot, thing in enumerate(monsters, 1) if thing is None]
        if empty:
            return empty[0]
        parts = [] if card is None else card.cost
        paying = []
        for slot, thing in enumerate(monsters, 1):
            there = catalogue().get(thing["card"])
            fits = there is not None and any(part.fits(there) for part in parts)
            paying.append((not fits, thing.get("power", 0), slot))
        return min(paying)[2]

    @override
    def shortest_input(self, view: dict[str, Any], notation: str) -> str:
        verb, _, rest = notation.partition(" ")
        cards = unique(view["hand"])
        name, _, slot = rest.partition("@")
        if view["asked"] is not None:
            numbers = {choice: str(number) for number, (_, choice) in enumerate(self.numbered_choices(view, "en"), 1)}
            return numbers.get(notation, notation)
        if verb == "summon" and name in cards:
            number = cards.index(name) + 1
            return str(number) if int(slot) == self.default_slot(view, catalogue().get(name)) else f"{number}@{slot}"
        if verb == "magic" and name in cards:
            return str(cards.index(name) + 1)
        return rest if verb in ("attack", "use") else notation

    @override
    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        wanted = normalize_id(" ".join(words.split()).casefold())
        me = self.bottom_seat(view)
        other = SEATS[1 - SEATS.index(me)]
        whose, _, pile = wanted.rpartition(".")
        if pile in PILE_NAMES and whose in ("", "opp"):
            return self.pile_lines(view, other if whose else me, PILE_NAMES[pile], language)
        match = SLOT_PATTERN.fullmatch(wanted)
        if match is not None:
            zone = "monsters" if match[2] == "m" else "magics"
            thing = view[other if match[1] else me][zone][int(match[3]) - 1]
            return [] if thing is None else self.card_lines(thing["card"], language, thing)
        cards = unique(view["hand"])
        if wanted.isdecimal() and view["asked"] is not None and view["asked"]["op"] not in YES_OR_NO:
            cards = [self.card_of_choice(view, choice) for _, choice in self.numbered_choices(view, language)]
        if wanted.isdecimal() and 1 <= int(wanted[:3]) <= len(cards):
            return self.card_lines(cards[int(wanted[:3]) - 1], language, None)
        known = catalogue()
        exact = [card for card in known.values() if wanted in (card.id.casefold(), card.en.casefold(), card.ja)]
        begun = [
            card for card in known.values() if (len(wanted) > 3 and wanted in card.en.casefold()) or wanted in card.ja
        ]
        found = exact or begun
        return self.card_lines(found[0].id, language, None) if wanted and found else []

    def card_of_choice(self, view: dict[str, Any], notation: str) -> str:
        """Return the card of a choice."""
        verb, _, rest = notation.partition(" ")
        if verb == "resolve":
            own = [entry for entry in view["waiting"] if entry["seat"] == view["seat"]]
            return str(own[int(rest) - 1]["card"])
        match = SLOT_PATTERN.fullmatch(rest)
        if match is None:
            return rest.partition("@")[0]
        me = self.bottom_seat(view)
        seat = SEATS[1 - SEATS.index(me)] if match[1] else me
        thing = view[seat]["monsters" if match[2] == "m" else "magics"][int(match[3]) - 1]
        return str(thing["card"])

    def card_lines(self, name: str, language: str, thing: dict[str, Any] | None) -> list[str]:
        card = catalogue().get(name)
        if card is None:
            return [name]
        lines = [
            f"{card.name(language)} ({card.id})  {facts_line(card, language)}",
            *card_text(card_schema(), card, language),
        ]
        if thing is not None and thing.get("power", 0) != thing.get("printed", 0):
            power = thing["power"]
            lines.append(f"現在のパワー {power}" if language == "ja" else f"Power now: {power}")
        for source in thing.get("saved_by", []) if thing is not None else []:
            by = LIBRARY.plain_name(source, language)
            lines.append(f"このターン{by}の保護を使用" if language == "ja" else f"Used {by}'s protection this turn.")
        flavor = card.parsed["values"]["flavor"]
        return [*lines, f"「{flavor.ja}」" if language == "ja" else f"“{flavor.en}”"] if flavor is not None else lines

    def pile_lines(self, view: dict[str, Any], seat: str, pile: str, language: str) -> list[str]:
        """Return the cards of a trash, newest first, or the unseen cards of a deck (with the hand for the opponent)."""
        ja = language == "ja"
        cards = list(reversed(view[seat]["trash"]))
        if pile == "deck":
            cards = view["unseen"][seat]
        counted = [
            f"{LIBRARY.plain_name(name, language)}{f' ×{cards.count(name)}' if cards.count(name) > 1 else ''}"
            for name in unique(cards)
        ]
        own = seat == view["seat"]
        label = {
            "trash": ("Trash", "トラッシュ"),
            "deck": ("In the deck" if own else "In deck and hand", "デッキの中身" if own else "デッキと手札の中身"),
        }[pile][ja]
        return [f"{label} ({len(cards)}): {', '.join(counted) or '-'}"]

    @override
    def opening_events(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [event for event in events if event["kind"] == "phase" and event["phase"] == "draw"]

    @override
    def prompt(self, view: dict[str, Any]) -> Message:
        asked = view["asked"]
        if asked is None:
            ways = []
            if view["phase"] == "battle":
                ways.append(("an attack (1>2, 1>lp)", "攻撃（1>2、1>lp）"))
            else:
                ways.append(("a hand card number", "手札の番号"))
            useful = self.first_usable_slot(view)
            if useful:
                ways.append((f"{useful} to use it", f"{useful} で起動"))
            if view["phase"] == "main1" and view["turn_number"] > 1:
                ways.append(("battle", "battle"))
            if view["phase"] != "main2":
                ways.append(("main2", "main2"))
            ways.append(("end", "end"))
            return Message("asks", ", ".join(en for en, _ in ways), "、".join(ja for _, ja in ways))
        if asked["op"] in YES_OR_NO:
            return Message("asks", "yes or no", "yes か no")
        more = ("", "")
        if asked["op"] == "order":
            more = (", or as_listed for the listed order", "、この順でよければ as_listed")
        elif asked["up_to"]:
            more = (", or done", "、または done")
        return Message("asks", f"a number{more[0]}", f"番号{more[1]}")

    def first_usable_slot(self, view: dict[str, Any]) -> str:
        """Return the first own slot whose card seems to have a usable effect; empty if there is none."""
        for zone, letter in (("monsters", "m"), ("magics", "s")):
            for slot, thing in enumerate(view[self.bottom_seat(view)][zone], 1):
                card = None if thing is None else catalogue().get(thing["card"])
                for ability in [] if card is None else card.abilities_on[ACTIVATED]:
                    if ability.timing == TIMING_OPEN and ability.number not in thing.get("used", []):
                        return f"{letter}{slot}"
        return ""

    @override
    def help_text(self, options: dict[str, Any]) -> Message:
        return Message(
            "manual",
            "Reduce your opponent's LP to 0. A number plays that hand card (3@2: in slot 2), b starts the battle,\n"
            "1>2 attacks, 1>lp attacks directly, m1 or s1 uses that card's effect, e ends the turn.\n"
            "about 3, about opp.m1, about trash, about deck: details. surrender: concede.",
            "相手の LP を 0 にすれば勝ち。番号で手札を使い（3@2 なら枠2へ）、b でバトルフェイズ、1>2 で攻撃、\n"
            "1>lp でダイレクトアタック、m1・s1 で効果を起動、e でターン終了。\n"
            "about 3、about opp.m1、about trash、about deck で詳細。surrender で投了。",
        )

    @override
    def plain_text(self, line: str) -> str:
        return line.replace("──", "--").replace("《", "「").replace("》", "」")

"""Solitaire TCG in a terminal: the table by zones, the hand with its texts, and everything numbered for typing."""

from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from tefuda.cardlang.card_text import card_text
from tefuda.cli.terminal.screen import Screen, wrap_text
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.catalogue import catalogue, decks
from tefuda.games.solitaire_tcg.language.card_facts import facts_line, permanent_details, plain_name
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.operation_text import TYPE_WORDS, ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.text import CHOICE_PROMPTS, trigger_label

STYLES: Final = {"monster": "yellow", "spell": "cyan", "equip": "magenta", "artifact": "white", "field": "green"}
PILE: Final = 2
"""How many lines a pile gets, the newest cards first; `about grave` has them all."""


def distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def style(name: str) -> str:
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else STYLES[card.type]


def text_line(name: str, language: str) -> str:
    """A card's text in one line."""
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else " ".join(card_text(card_schema(), card, language))


class SolitaireScreen(Screen):
    """Hand cards are numbered 1, 2 and so on, cards on the table t1, t2; a number is all that need be typed."""

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        ja = language == "ja"
        text = Text()
        self.status(text, view, ja)
        self.table(text, view, language, width)
        for zone in ("grave", "banish"):
            self.pile(text, view[zone], zone, language, width)
        self.deck(text, view["deck"], language, width)
        used = text.plain.count("\n")
        choice = view["choice"]
        if choice is not None:
            self.choice(text, choice, view["queue"], language, width)
            used = text.plain.count("\n")
        self.hand(text, view, language, width, height - used)
        return text

    def status(self, text: Text, view: dict[str, Any], ja: bool) -> None:
        parts = [
            (f"ターン {view['turn']}/{view['max_turns']}" if ja else f"turn {view['turn']}/{view['max_turns']}"),
            (f"唱えたスペル {view['spells']}" if ja else f"spells this turn {view['spells']}"),
            (f"手札 {len(view['hand'])}" if ja else f"hand {len(view['hand'])}"),
            (f"デッキ {view['deck']['count']}" if ja else f"deck {view['deck']['count']}"),
            (f"墓地 {len(view['grave'])}" if ja else f"grave {len(view['grave'])}"),
        ]
        text.append(f" {' · '.join(parts)}\n", "dim")

    def things(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [*view["board"], *view["field"]]
        return found

    def table(self, text: Text, view: dict[str, Any], language: str, width: int) -> None:
        """Board and field, a card a line where there are few, side by side where there are many."""
        number = 0
        for zone in ("board", "field"):
            text.append(f" {ZONE_WORDS[zone].text(language).removeprefix('the ').capitalize()}", "bold")
            if not view[zone]:
                text.append("  -\n", "dim")
                continue
            column = cell_len(text.plain.rpartition("\n")[2])
            for thing in view[zone]:
                number += 1
                words = f"{number}".rjust(1)
                piece = f"  t{words} {plain_name(thing['card'], language)}{permanent_details(thing, language)}"
                if column + cell_len(piece) > width - 1:
                    text.append("\n       ")
                    column = 7
                text.append(f"  t{words} ", "dim").append(plain_name(thing["card"], language), style(thing["id"]))
                text.append(permanent_details(thing, language))
                column += cell_len(piece)
            text.append("\n")

    def pile(self, text: Text, cards: list[str], zone: str, language: str, width: int) -> None:
        """The newest cards of a pile, and how many there are."""
        if not cards:
            return
        label = ZONE_WORDS[zone].text(language).removeprefix("the ").capitalize()
        newest = ", ".join(plain_name(card, language) for card in reversed(cards))
        lines = wrap_text(f"{label} {len(cards)}: {newest}", width - 8)
        shown = lines[:PILE] if len(lines) <= PILE else [*lines[: PILE - 1], f"{lines[PILE - 1]} ..."]
        for line in shown:
            text.append(f" {line}\n", "dim")

    def deck(self, text: Text, deck: dict[str, Any], language: str, width: int) -> None:
        """What is known of the deck: its top and bottom cards."""
        ja = language == "ja"
        labels = {
            "top": "デッキの上から" if ja else "Deck from the top",
            "bottom": "デッキの下" if ja else "Deck, bottom",
        }
        for end, label in labels.items():
            if deck[end]:
                names = ", ".join(plain_name(card, language) for card in deck[end])
                lines = wrap_text(f"{label}: {names}", width - 8)
                for line in lines[:PILE] if len(lines) <= PILE else [*lines[: PILE - 1], f"{lines[PILE - 1]} ..."]:
                    text.append(f" {line}\n", "dim")

    def choice(
        self, text: Text, choice: dict[str, Any], queue: list[dict[str, Any]], language: str, width: int
    ) -> None:
        """The question that is open, its answers numbered."""
        ja = language == "ja"
        asks = CHOICE_PROMPTS[choice["op"]].text(language)
        asker = plain_name(choice["card"], language)
        left = choice["need"] - len(choice["picked"])
        head = f" {asker}: {asks}（あと {left}）" if ja else f" {asker}: {asks} ({left} to pick)"
        text.append(f"{head}\n", "bold reverse")
        if queue:
            waiting = ", ".join(queue_lines(queue, language))
            line = wrap_text(f"{'キュー' if ja else 'Waiting'}: {waiting}", width - 3)[0]
            text.append(f" {line}\n", "dim")
        column = 1
        text.append(" ")
        for number, name in enumerate(distinct(choice["from"]), 1):
            copies = choice["from"].count(name)
            piece = f"{number} {plain_name(name, language)}{f' x{copies}' if copies > 1 else ''}   "
            if column + cell_len(piece) > width - 2:
                text.append("\n ")
                column = 1
            text.append(piece, style(name))
            column += cell_len(piece)
        text.append("\n")

    def hand(self, text: Text, view: dict[str, Any], language: str, width: int, room: int) -> None:
        """The hand: name and text, the texts shortened where there is no room."""
        label = "手札" if language == "ja" else "Hand"
        cards = distinct(view["hand"])
        if view["choice"] is not None:
            # What is asked comes first: the hand only by name.
            for line in wrap_text(
                f"{label}: {', '.join(plain_name(name, language) for name in view['hand'])}", width - 3
            ):
                text.append(f" {line}\n", "dim")
            return
        text.append(f" {label}\n", "bold")
        blocks: list[tuple[str, str, str, list[str]]] = []
        for number, name in enumerate(cards, 1):
            copies = view["hand"].count(name)
            card = catalogue().get(name)
            kind = TYPE_WORDS[card.type].text(language) if card is not None else ""
            head = f"{plain_name(name, language)}{f' x{copies}' if copies > 1 else ''}"
            mark = f"{number:>2} "
            tags = "".join(f" [{tag_text(tag, language)}]" for tag in card.tags) if card is not None else ""
            said = wrap_text(f"{head}  {kind}{tags}: {text_line(name, language)}", width - 10)
            blocks.append((name, head, mark, said))
        for (name, head, mark, said), lines in zip(
            blocks, shares([len(block[3]) for block in blocks], room - 1), strict=True
        ):
            said = said if len(said) <= lines else [*said[: lines - 1], f"{said[lines - 1]} ..."]
            for place, line in enumerate(said):
                text.append(f" {mark}" if place == 0 else "    ", "dim")
                if place == 0:
                    text.append(line[: len(head)], style(name)).append(f"{line[len(head) :]}\n", "dim")
                else:
                    text.append(f"{line}\n", "dim")

    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = []
        number = 0
        for zone in ("board", "field"):
            shown = []
            for thing in view[zone]:
                number += 1
                shown.append(f"t{number} {plain_name(thing['card'], language)}{permanent_details(thing, language)}")
            lines.append(f"{ZONE_WORDS[zone].text(language)}: {', '.join(shown) or '-'}")
        for zone in ("grave", "banish"):
            names = ", ".join(plain_name(card, language) for card in reversed(view[zone]))
            lines.append(f"{ZONE_WORDS[zone].text(language)} ({len(view[zone])}): {names or '-'}")
        if view["deck"]["top"]:
            names = ", ".join(plain_name(card, language) for card in view["deck"]["top"])
            lines.append(f"{'デッキの上から' if ja else 'deck from the top'}: {names}")
        hand = [f"{number} {plain_name(name, language)}" for number, name in enumerate(distinct(view["hand"]), 1)]
        lines.append(f"{'手札' if ja else 'hand'} ({len(view['hand'])}): {', '.join(hand) or '-'}")
        choice = view["choice"]
        if choice is not None:
            picks = [f"{n} {plain_name(name, language)}" for n, name in enumerate(distinct(choice["from"]), 1)]
            left = choice["need"] - len(choice["picked"])
            lines.append(f"{CHOICE_PROMPTS[choice['op']].text(language)} ({left}): {', '.join(picks)}")
        head = Text()
        self.status(head, view, ja)
        return "\n".join([head.plain.strip(), *lines])

    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """A number or a name: what is picked, played or used by it depends on what is asked."""
        words = " ".join(typed.split())
        verb, _, rest = words.partition(" ")
        verb = verb.lower()
        if verb not in ("play", "use", "pick"):
            verb, rest = "", words
        choice = view["choice"]
        things = [thing["card"] for thing in self.things(view)]
        if rest[:1].lower() == "t" and rest[1:].isdecimal() and 1 <= int(rest[1:]) <= len(things):
            name = things[int(rest[1:]) - 1]
            return f"pick {name}" if choice is not None and verb != "use" else f"use {name}"
        own = verb or ("play" if choice is None else "pick")
        listed = things if own == "use" else distinct(view["hand"])
        if own == "pick" and choice is not None:
            listed = distinct(choice["from"])
        if rest.isdecimal() and len(rest) < 4:
            return f"{own} {listed[int(rest) - 1]}" if 1 <= int(rest) <= len(listed) else typed
        for name in listed:
            if called(name, rest):
                return f"{own} {name}"
        for name in things if choice is None and not verb else []:
            if called(name, rest):
                return f"use {name}"
        # A card that is elsewhere: the refusal says so.
        elsewhere = [name for name in catalogue() if called(name, rest)]
        return f"{own} {elsewhere[0]}" if elsewhere else typed

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """A card's text, by number, id or name; or all the cards of a pile."""
        ja = language == "ja"
        piles = {"grave": "grave", "墓地": "grave", "banish": "banish", "除外": "banish"}
        if words.lower() in piles:
            cards = view[piles[words.lower()]]
            listed = ", ".join(plain_name(card, language) for card in reversed(cards))
            return [f"{ZONE_WORDS[piles[words.lower()]].text(language)} ({len(cards)}): {listed or '-'}"]
        if words.lower() in ("deck", "デッキ"):
            deck = view["deck"]
            known = ", ".join(plain_name(card, language) for card in deck["top"])
            rest = ", ".join(
                f"{plain_name(card, language)} x{deck['unknown'].count(card)}" for card in distinct(deck["unknown"])
            )
            order = f"{'上から' if ja else 'from the top'}: {known}"
            return [*([order] if known else []), f"{'順不明' if ja else 'in unknown order'}: {rest or '-'}"]
        things = [thing["card"] for thing in self.things(view)]
        name = words
        numbered = distinct(view["hand"] if view["choice"] is None else view["choice"]["from"])
        if words.isdecimal() and 1 <= int(words[:4]) <= len(numbered):
            name = numbered[int(words) - 1]
        elif words[:1].lower() == "t" and words[1:].isdecimal() and 1 <= int(words[1:][:4]) <= len(things):
            name = things[int(words[1:]) - 1]
        known_cards = list(catalogue().values())
        wanted = name.partition("#")[0].lower()
        found = [card for card in known_cards if called(card.id, wanted)]
        found = found or [card for card in known_cards if len(wanted) > 1 and wanted in f"{card.en.lower()} {card.ja}"]
        for card in found[:1]:
            return [
                f"{card.name(language)} ({card.id})  {facts_line(card, language)}",
                *card_text(card_schema(), card, language),
            ]
        return []

    def shortest_input(self, view: dict[str, Any], notation: str) -> str:
        verb, _, name = notation.partition(" ")
        if verb == "use":
            names = [thing["card"] for thing in self.things(view)]
            return f"t{names.index(name) + 1}" if name in names else notation
        choice = view["choice"]
        listed = distinct(view["hand"] if choice is None else choice["from"])
        return str(listed.index(name) + 1) if name in listed else notation

    def prompt(self, view: dict[str, Any]) -> Message:
        if view["choice"] is not None:
            return Message("asks", "number of a card", "カードの番号")
        return Message("asks", "number, t1, end", "番号、t1、end")

    def help_text(self, options: dict[str, Any]) -> Message:
        deck = decks().get(options.get("deck", "")) if options.get("mode") != "puzzle" else None
        plan = deck.plan if deck is not None and deck.plan is not None else Message("", "", "")
        named = deck.name if deck is not None else Message("", "", "")
        return Message(
            "manual",
            "Play cards by number; what they trigger resolves by itself.\n"
            "1: play.  t1: use.  end: end the turn.  about 1, grave or deck: look."
            + (f"\n{named.en}: {plan.en}" if plan.en else ""),
            "番号で手札のカードをプレイ。誘発は自動で解決する。\n"
            "1: プレイ  t1: 起動  end: ターン終了  about 1・墓地・デッキ: 説明"
            + (f"\n{named.ja}: {plan.ja}" if plan.ja else ""),
        )


def shares(wanted: list[int], room: int) -> list[int]:
    """How many lines each gets: one at least, then one more for each in turn while there is room."""
    given = [1] * len(wanted)
    while sum(given) < room and any(share < wish for share, wish in zip(given, wanted, strict=True)):
        for place, wish in enumerate(wanted):
            if given[place] < wish and sum(given) < room:
                given[place] += 1
    return given


def called(name: str, words: str) -> bool:
    """Whether somebody means this card: by its id or its name."""
    card = catalogue().get(name.partition("#")[0])
    wanted = words.strip().lower()
    if wanted == name.lower():
        return True
    return card is not None and wanted in (card.en.lower(), card.ja)


def queue_lines(queue: list[dict[str, Any]], language: str) -> list[str]:
    """What waits in the queue, first in first."""
    return [f"{plain_name(entry['card'], language)} ({trigger_label(entry['when'], language)})" for entry in queue]

"""Solitaire TCG in a terminal: the table by zones, the hand with its texts, and everything numbered for typing."""

from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from tefuda.core.screen import Screen, wrapped
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.catalogue import catalogue
from tefuda.games.solitaire_tcg.form import text_of
from tefuda.games.solitaire_tcg.text import ASKS, card_name, trigger_words
from tefuda.games.solitaire_tcg.words import TYPE_WORDS, ZONE_WORDS, word

STYLES: Final = {"monster": "yellow", "spell": "cyan", "equip": "magenta", "artifact": "white", "field": "green"}
PILE: Final = 6
"""How many cards of a pile are named, the newest ones."""


def distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def style(name: str) -> str:
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else STYLES[card.type]


def plain_name(name: str, language: str) -> str:
    return card_name(name, language).replace("《", "").replace("》", "")


def text_line(name: str, language: str) -> str:
    """A card's text in one line."""
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else " ".join(text_of(card, language))


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
        self.hand(text, view, language, width, height - used - (4 if choice else 0))
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
                piece = f"  t{words} {plain_name(thing['card'], language)}{self.details(thing, language)}"
                if column + cell_len(piece) > width - 1:
                    text.append("\n       ")
                    column = 7
                text.append(f"  t{words} ", "dim").append(plain_name(thing["card"], language), style(thing["id"]))
                text.append(self.details(thing, language))
                column += cell_len(piece)
            text.append("\n")

    def details(self, thing: dict[str, Any], language: str) -> str:
        """Stats, counters, host and what was used."""
        ja = language == "ja"
        parts = []
        if "atk" in thing:
            parts.append(f"{thing['atk']}/{thing['hp']}")
        parts += [f"{word(name, language)} {count}" for name, count in thing.get("counters", {}).items()]
        if "on" in thing:
            parts.append(f"→ {plain_name(thing['on'], language)}")
        if "used" in thing:
            parts.append("使用済" if ja else "used")
        return f" ({', '.join(parts)})" if parts else ""

    def pile(self, text: Text, cards: list[str], zone: str, language: str, width: int) -> None:
        """The newest cards of a pile, and how many there are."""
        if not cards:
            return
        label = ZONE_WORDS[zone].text(language).removeprefix("the ").capitalize()
        newest = ", ".join(plain_name(card, language) for card in cards[: -PILE - 1 : -1])
        more = " ..." if len(cards) > PILE else ""
        line = wrapped(f"{label} {len(cards)}: {newest}{more}", width - 3)[0]
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
                for line in wrapped(f"{label}: {names}", width - 3)[:2]:
                    text.append(f" {line}\n", "dim")

    def choice(
        self, text: Text, choice: dict[str, Any], queue: list[dict[str, Any]], language: str, width: int
    ) -> None:
        """The question that is open, its answers numbered."""
        ja = language == "ja"
        asks = ASKS[choice["op"]].text(language)
        asker = plain_name(choice["card"], language)
        left = choice["need"] - len(choice["picked"])
        head = f" {asker}: {asks}（あと {left}）" if ja else f" {asker}: {asks} ({left} to pick)"
        text.append(f"{head}\n", "bold reverse")
        if queue:
            waiting = ", ".join(queue_lines(queue, language))
            line = wrapped(f"{'キュー' if ja else 'Waiting'}: {waiting}", width - 3)[0]
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
        text.append(f" {label}\n", "bold")
        cards = distinct(view["hand"])
        lines = max(1, (room - 1) // max(1, len(cards)))
        numbered = view["choice"] is None
        for number, name in enumerate(cards, 1):
            copies = view["hand"].count(name)
            card = catalogue().get(name)
            kind = TYPE_WORDS[card.type].text(language) if card is not None else ""
            head = f"{plain_name(name, language)}{f' x{copies}' if copies > 1 else ''}"
            mark = f"{number:>2} " if numbered else "   "
            said = wrapped(f"{head}  {kind}: {text_line(name, language)}", width - 6)
            said = said[:lines] if len(said) <= lines else [*said[: lines - 1], f"{said[lines - 1][: width - 10]} ..."]
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
                shown.append(f"t{number} {plain_name(thing['card'], language)}{self.details(thing, language)}")
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
            lines.append(f"{ASKS[choice['op']].text(language)} ({left}): {', '.join(picks)}")
        head = Text()
        self.status(head, view, ja)
        return "\n".join([head.plain.strip(), *lines])

    def read(self, view: dict[str, Any], typed: str) -> str:
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
        listed = distinct(choice["from"]) if choice is not None else distinct(view["hand"])
        own = "pick" if choice is not None else "play"
        if verb == "use":
            listed, own = things, "use"
        if rest.isdecimal() and len(rest) < 4:
            return f"{own} {listed[int(rest) - 1]}" if 1 <= int(rest) <= len(listed) else typed
        for name in listed:
            if called(name, rest):
                return f"{own} {name}"
        for name in things if choice is None and not verb else []:
            if called(name, rest):
                return f"use {name}"
        return typed

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """A card's text, by number, id or name."""
        things = [thing["card"] for thing in self.things(view)]
        name = words
        if words.isdecimal() and 1 <= int(words[:4]) <= len(distinct(view["hand"])):
            name = distinct(view["hand"])[int(words) - 1]
        elif words[:1].lower() == "t" and words[1:].isdecimal() and 1 <= int(words[1:][:4]) <= len(things):
            name = things[int(words[1:]) - 1]
        for card in catalogue().values():
            if called(card.id, name.partition("#")[0]):
                kind = TYPE_WORDS[card.type].text(language)
                stats = f" {card.atk}/{card.hp}" if card.type == "monster" else ""
                return [f"{card.name(language)} ({card.id}, {kind}{stats})", *text_of(card, language)]
        return []

    def asks(self, view: dict[str, Any]) -> Message:
        if view["choice"] is not None:
            return Message("asks", "the number of a card to pick", "選ぶカードの番号")
        return Message("asks", "a number to play, t1 to use, end", "番号でプレイ、t1 で起動、end で終了")

    def manual(self, options: dict[str, Any]) -> Message:
        return Message(
            "manual",
            "Play cards from your hand by number; what they trigger resolves by itself. Cards say how they win.\n"
            "1: play a card.  t1: use a card on the table.  end: end the turn.  about 1: a card's text.",
            "番号で手札のカードをプレイ。誘発は自動で解決。勝利と書かれたカードの条件を満たせば勝ち。\n"
            "1: プレイ  t1: 盤面のカードを起動  end: ターン終了  about 1: カードの説明",
        )


def called(name: str, words: str) -> bool:
    """Whether somebody means this card: by its id or its name."""
    card = catalogue().get(name.partition("#")[0])
    wanted = words.strip().lower()
    if wanted == name.lower():
        return True
    return card is not None and wanted in (card.en.lower(), card.ja)


def queue_lines(queue: list[dict[str, Any]], language: str) -> list[str]:
    """What waits in the queue, first in first."""
    return [f"{plain_name(entry['card'], language)} ({trigger_words(entry['when'], language)})" for entry in queue]

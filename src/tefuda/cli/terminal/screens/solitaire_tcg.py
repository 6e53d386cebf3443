"""Solitaire TCG in a terminal: the zones of the table, and the hand with its texts."""

from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text
from typing_extensions import override

from tefuda.cardlang.card_id import normalize_id
from tefuda.cardlang.card_text import card_text
from tefuda.cli.terminal.screen import Screen, unique, wrap_text
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, catalogue, decks
from tefuda.games.solitaire_tcg.language.card_facts import facts_line, permanent_details
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.nouns import TYPE_WORDS, ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.text import choice_prompt, trigger_label

TYPE_STYLES: Final = {"monster": "yellow", "spell": "cyan", "equip": "magenta", "artifact": "white", "field": "green"}
PILE_LINES: Final = 2
"""Lines per pile, newest cards first; `about grave` lists all."""


def card_style(name: str) -> str:
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else TYPE_STYLES[card.type]


def card_text_line(name: str, language: str) -> str:
    """Return a card's text as one line."""
    card = catalogue().get(name.partition("#")[0])
    return "" if card is None else " ".join(card_text(card_schema(), card, language))


class SolitaireScreen(Screen):
    """Hand cards are numbered 1, 2, ..., cards on the table t1, t2, ..."""

    @override
    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        ja = language == "ja"
        text = Text()
        self.append_status(text, view, ja)
        self.append_table(text, view, language, width)
        for zone in ("grave", "banish"):
            self.append_pile(text, view[zone], zone, language, width)
        self.append_deck(text, view["deck"], language, width)
        used = text.plain.count("\n")
        choice = view["choice"]
        if choice is not None:
            self.append_choice(text, choice, view["queue"], language, width)
            used = text.plain.count("\n")
        self.append_hand(text, view, language, width, height - used)
        return text

    def append_status(self, text: Text, view: dict[str, Any], ja: bool) -> None:
        parts = [
            (f"ターン {view['turn']}/{view['max_turns']}" if ja else f"turn {view['turn']}/{view['max_turns']}"),
            (f"唱えたスペル {view['spells']}" if ja else f"spells this turn {view['spells']}"),
            (f"手札 {len(view['hand'])}" if ja else f"hand {len(view['hand'])}"),
            (f"デッキ {view['deck']['count']}" if ja else f"deck {view['deck']['count']}"),
            (f"墓地 {len(view['grave'])}" if ja else f"grave {len(view['grave'])}"),
        ]
        text.append(f" {' · '.join(parts)}\n", "dim")

    def table_cards(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [*view["board"], *view["field"]]
        return found

    def append_table(self, text: Text, view: dict[str, Any], language: str, width: int) -> None:
        """Append board and field: one card per line, or side by side if there are many."""
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
                piece = f"  t{words} {LIBRARY.plain_name(thing['card'], language)}{permanent_details(thing, language)}"
                if column + cell_len(piece) > width - 1:
                    text.append("\n       ")
                    column = 7
                text.append(f"  t{words} ", "dim").append(
                    LIBRARY.plain_name(thing["card"], language), card_style(thing["id"])
                )
                text.append(permanent_details(thing, language))
                column += cell_len(piece)
            text.append("\n")

    def append_pile(self, text: Text, cards: list[str], zone: str, language: str, width: int) -> None:
        """Append the newest cards of a pile and their number."""
        if not cards:
            return
        label = ZONE_WORDS[zone].text(language).removeprefix("the ").capitalize()
        newest = ", ".join(LIBRARY.plain_name(card, language) for card in reversed(cards))
        lines = wrap_text(f"{label} {len(cards)}: {newest}", width - 8)
        shown = (
            lines[:PILE_LINES]
            if len(lines) <= PILE_LINES
            else [*lines[: PILE_LINES - 1], f"{lines[PILE_LINES - 1]} ..."]
        )
        for line in shown:
            text.append(f" {line}\n", "dim")

    def append_deck(self, text: Text, deck: dict[str, Any], language: str, width: int) -> None:
        """Append the known cards of the deck."""
        ja = language == "ja"
        labels = {
            "top": "デッキの上から" if ja else "Deck from the top",
            "bottom": "デッキの下" if ja else "Deck, bottom",
        }
        for end, label in labels.items():
            if deck[end]:
                names = ", ".join(LIBRARY.plain_name(card, language) for card in deck[end])
                lines = wrap_text(f"{label}: {names}", width - 8)
                for line in (
                    lines[:PILE_LINES]
                    if len(lines) <= PILE_LINES
                    else [*lines[: PILE_LINES - 1], f"{lines[PILE_LINES - 1]} ..."]
                ):
                    text.append(f" {line}\n", "dim")

    def append_choice(
        self, text: Text, choice: dict[str, Any], queue: list[dict[str, Any]], language: str, width: int
    ) -> None:
        """Append the present choice with numbered options."""
        ja = language == "ja"
        asks = choice_prompt(choice["op"]).text(language)
        asker = LIBRARY.plain_name(choice["card"], language)
        left = choice["need"] - len(choice["picked"])
        head = f" {asker}: {asks}（あと {left}）" if ja else f" {asker}: {asks} ({left} to pick)"
        text.append(f"{head}\n", "bold reverse")
        if queue:
            waiting = ", ".join(queue_lines(queue, language))
            line = wrap_text(f"{'キュー' if ja else 'Queue'}: {waiting}", width - 3)[0]
            text.append(f" {line}\n", "dim")
        column = 1
        text.append(" ")
        for number, name in enumerate(unique(choice["from"]), 1):
            copies = choice["from"].count(name)
            piece = f"{number} {LIBRARY.plain_name(name, language)}{f' x{copies}' if copies > 1 else ''}   "
            if column + cell_len(piece) > width - 2:
                text.append("\n ")
                column = 1
            text.append(piece, card_style(name))
            column += cell_len(piece)
        text.append("\n")

    def append_hand(self, text: Text, view: dict[str, Any], language: str, width: int, room: int) -> None:
        """Append the hand with card texts, shortened if there is little space."""
        label = "手札" if language == "ja" else "Hand"
        cards = unique(view["hand"])
        if view["choice"] is not None:
            # The choice needs the space: names only.
            for line in wrap_text(
                f"{label}: {', '.join(LIBRARY.plain_name(name, language) for name in view['hand'])}", width - 3
            ):
                text.append(f" {line}\n", "dim")
            return
        text.append(f" {label}\n", "bold")
        blocks: list[tuple[str, str, str, list[str]]] = []
        for number, name in enumerate(cards, 1):
            copies = view["hand"].count(name)
            card = catalogue().get(name)
            kind = TYPE_WORDS[card.type].text(language) if card is not None else ""
            head = f"{LIBRARY.plain_name(name, language)}{f' x{copies}' if copies > 1 else ''}"
            mark = f"{number:>2} "
            tags = "".join(f" [{tag_text(tag, language)}]" for tag in card.tags) if card is not None else ""
            text_lines = wrap_text(f"{head}  {kind}{tags}: {card_text_line(name, language)}", width - 10)
            blocks.append((name, head, mark, text_lines))
        for (name, head, mark, text_lines), lines in zip(
            blocks, share_lines([len(block[3]) for block in blocks], room - 1), strict=True
        ):
            text_lines = (
                text_lines if len(text_lines) <= lines else [*text_lines[: lines - 1], f"{text_lines[lines - 1]} ..."]
            )
            for place, line in enumerate(text_lines):
                text.append(f" {mark}" if place == 0 else "    ", "dim")
                if place == 0:
                    text.append(line[: len(head)], card_style(name)).append(f"{line[len(head) :]}\n", "dim")
                else:
                    text.append(f"{line}\n", "dim")

    @override
    def plain(self, view: dict[str, Any], language: str) -> str:
        ja = language == "ja"
        lines = []
        number = 0
        for zone in ("board", "field"):
            shown = []
            for thing in view[zone]:
                number += 1
                shown.append(
                    f"t{number} {LIBRARY.plain_name(thing['card'], language)}{permanent_details(thing, language)}"
                )
            lines.append(f"{ZONE_WORDS[zone].text(language)}: {', '.join(shown) or '-'}")
        for zone in ("grave", "banish"):
            names = ", ".join(LIBRARY.plain_name(card, language) for card in reversed(view[zone]))
            lines.append(f"{ZONE_WORDS[zone].text(language)} ({len(view[zone])}): {names or '-'}")
        if view["deck"]["top"]:
            names = ", ".join(LIBRARY.plain_name(card, language) for card in view["deck"]["top"])
            lines.append(f"{'デッキの上から' if ja else 'deck from the top'}: {names}")
        hand = [f"{number} {LIBRARY.plain_name(name, language)}" for number, name in enumerate(unique(view["hand"]), 1)]
        lines.append(f"{'手札' if ja else 'hand'} ({len(view['hand'])}): {', '.join(hand) or '-'}")
        choice = view["choice"]
        if choice is not None:
            picks = [f"{n} {LIBRARY.plain_name(name, language)}" for n, name in enumerate(unique(choice["from"]), 1)]
            left = choice["need"] - len(choice["picked"])
            lines.append(f"{choice_prompt(choice['op']).text(language)} ({left}): {', '.join(picks)}")
        head = Text()
        self.append_status(head, view, ja)
        return "\n".join([head.plain.strip(), *lines])

    @override
    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """Return the notation of a number or a name: pick, play or use, depending on the present choice."""
        words = " ".join(typed.split())
        verb, _, rest = words.partition(" ")
        verb = verb.lower()
        if verb not in ("play", "use", "pick"):
            verb, rest = "", words
        choice = view["choice"]
        things = [thing["card"] for thing in self.table_cards(view)]
        if rest[:1].lower() == "t" and rest[1:].isdecimal() and 1 <= int(rest[1:]) <= len(things):
            name = things[int(rest[1:]) - 1]
            return f"pick {name}" if choice is not None and verb != "use" else f"use {name}"
        own = verb or ("play" if choice is None else "pick")
        listed = things if own == "use" else unique(view["hand"])
        if own == "pick" and choice is not None:
            listed = unique(choice["from"])
        if rest.isdecimal() and len(rest) < 4:
            return f"{own} {listed[int(rest) - 1]}" if 1 <= int(rest) <= len(listed) else typed
        for name in listed:
            if is_card_name(name, rest):
                return f"{own} {name}"
        for name in things if choice is None and not verb else []:
            if is_card_name(name, rest):
                return f"use {name}"
        # A card in another zone: the error message explains it.
        elsewhere = [name for name in catalogue() if is_card_name(name, rest)]
        return f"{own} {elsewhere[0]}" if elsewhere else typed

    @override
    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        """Return a card's text, by number, id or name; or all cards of a pile."""
        ja = language == "ja"
        piles = {"grave": "grave", "墓地": "grave", "banish": "banish", "除外": "banish"}
        if words.lower() in piles:
            cards = view[piles[words.lower()]]
            listed = ", ".join(LIBRARY.plain_name(card, language) for card in reversed(cards))
            return [f"{ZONE_WORDS[piles[words.lower()]].text(language)} ({len(cards)}): {listed or '-'}"]
        if words.lower() in ("deck", "デッキ"):
            deck = view["deck"]
            known = ", ".join(LIBRARY.plain_name(card, language) for card in deck["top"])
            rest = ", ".join(
                f"{LIBRARY.plain_name(card, language)} x{deck['unknown'].count(card)}"
                for card in unique(deck["unknown"])
            )
            order = f"{'上から' if ja else 'from the top'}: {known}"
            return [*([order] if known else []), f"{'順不明' if ja else 'in unknown order'}: {rest or '-'}"]
        things = [thing["card"] for thing in self.table_cards(view)]
        name = words
        numbered = unique(view["hand"] if view["choice"] is None else view["choice"]["from"])
        if words.isdecimal() and 1 <= int(words[:4]) <= len(numbered):
            name = numbered[int(words) - 1]
        elif words[:1].lower() == "t" and words[1:].isdecimal() and 1 <= int(words[1:][:4]) <= len(things):
            name = things[int(words[1:]) - 1]
        known_cards = list(catalogue().values())
        wanted = name.partition("#")[0].lower()
        found = [card for card in known_cards if is_card_name(card.id, wanted)]
        found = found or [card for card in known_cards if len(wanted) > 1 and wanted in f"{card.en.lower()} {card.ja}"]
        for card in found[:1]:
            return [
                f"{card.name(language)} ({card.id})  {facts_line(card, language)}",
                *card_text(card_schema(), card, language),
            ]
        return []

    @override
    def shortest_input(self, view: dict[str, Any], notation: str) -> str:
        verb, _, name = notation.partition(" ")
        if verb == "use":
            names = [thing["card"] for thing in self.table_cards(view)]
            return f"t{names.index(name) + 1}" if name in names else notation
        choice = view["choice"]
        listed = unique(view["hand"] if choice is None else choice["from"])
        return str(listed.index(name) + 1) if name in listed else notation

    @override
    def hint_steps(self, notation: str, language: str) -> list[str]:
        ja = language == "ja"
        verb, _, rest = notation.partition(" ")
        name = rest.partition(":")[0]
        card = catalogue().get(name.partition("#")[0])
        kind = "" if card is None else TYPE_WORDS[card.type].text(language)
        en_direction = {
            "play": f"play one of your {kind} cards",
            "use": "use an ability of a card in play",
            "pick": "choose carefully, it matters which card you pick",
        }.get(verb, "end the turn")
        ja_direction = {
            "play": f"次の種別のカードをプレイ: {kind}",
            "use": "場のカードの能力を起動",
            "pick": "どのカードを選ぶかが大切です",
        }.get(verb, "ターンを終える")
        direction = ja_direction if ja else en_direction
        if not name:
            return [direction, direction]
        shown = LIBRARY.card_name(name, language)
        return [direction, f"{shown}を使ってみましょう" if ja else f"try {shown}"]

    @override
    def prompt(self, view: dict[str, Any]) -> Message:
        if view["choice"] is not None:
            return Message("asks", "a card number", "カードの番号")
        return Message("asks", "number, t1, end", "番号、t1、end")

    @override
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


def share_lines(wanted: list[int], room: int) -> list[int]:
    """Distribute lines: one for each, then one more in turn while there is space."""
    given = [1] * len(wanted)
    while sum(given) < room and any(share < wish for share, wish in zip(given, wanted, strict=True)):
        for place, wish in enumerate(wanted):
            if given[place] < wish and sum(given) < room:
                given[place] += 1
    return given


def is_card_name(name: str, words: str) -> bool:
    """Return whether the words are the id or the name of this card."""
    card = catalogue().get(name.partition("#")[0])
    wanted = normalize_id(words.strip().lower())
    if wanted == name.lower():
        return True
    return card is not None and wanted in (card.en.lower(), card.ja)


def queue_lines(queue: list[dict[str, Any]], language: str) -> list[str]:
    """Return the queue as lines, first in first."""
    return [
        f"{LIBRARY.plain_name(entry['card'], language)} ({trigger_label(entry['when'], language)})" for entry in queue
    ]

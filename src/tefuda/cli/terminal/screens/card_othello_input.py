"""Input for Card Othello: cells, numbers and names of cards."""

import re
from typing import Any, Final

from typing_extensions import override

from tefuda.cli.terminal.screen import Screen
from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import CatalogueCard, catalogue
from tefuda.games.card_othello.rules.board import CELL_NUMBERS
from tefuda.games.card_othello.rules.codes import CARD_CODES, PICKS, PICKS_CARD, PICKS_CELL

VERBS: Final = {"place": "place", "置く": "place", "pick": "pick", "選ぶ": "pick", "use": "use", "使う": "use"}
MAX_DIGITS: Final = 9
MIN_NAME_LETTERS: Final = 3
"""A partial card name needs this many letters, because a used card cannot be taken back."""


class CardOthelloInput(Screen):
    """A cell places a stone or picks one; a number or a name uses or picks a card."""

    def pick_kind(self, view: dict[str, Any]) -> int:
        """Return what the pending card picks."""
        choice = view["choice"]
        if choice is None or choice["pending"] is None:
            return 0
        return int(PICKS[CARD_CODES[choice["pending"]]])

    def listed_cards(self, view: dict[str, Any]) -> list[str]:
        """Return the cards to choose from: the hand, the offers, or the opponent's hand."""
        choice = view["choice"]
        if view["shown"]:
            shown: list[str] = view["shown"]
            return shown
        if choice is not None and choice["pending"] == "HEAVEN_BLESSING" and choice.get("cards"):
            offers: list[str] = choice["cards"]
            return offers
        hand: list[str] = view["hand"]
        return hand

    @override
    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """Return the notation of a cell, a number or a card name."""
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
        asked = self.pick_kind(view)
        if what.lower() in CELL_NUMBERS and verb != "use":
            return f"{verb or ('pick' if asked == PICKS_CELL else 'place')} {what.lower()}"
        card = self.find_card(view, what) if verb != "place" else None
        if card is None:
            return typed
        return f"{verb or ('pick' if asked == PICKS_CARD else 'use')} {card.type}"

    def find_card(self, view: dict[str, Any], what: str) -> CatalogueCard | None:
        """Return the card of a list number, a name, or a part of a name."""
        held = self.listed_cards(view)
        if what.isascii() and what.isdigit():
            number = int(what[-9:]) if len(what) <= MAX_DIGITS else 0
            return catalogue()[CARD_CODES[held[number - 1]]] if 1 <= number <= len(held) else None
        return self.find_exact(what) or self.find_partial(held, what)

    def find_exact(self, what: str) -> CatalogueCard | None:
        """Return the card with exactly this name."""
        wanted = what.casefold()
        for card in catalogue():
            if wanted in (card.type.casefold(), card.id, card.name.en.casefold(), card.name.ja):
                return card
        return None

    def find_partial(self, held: list[str], what: str) -> CatalogueCard | None:
        """Return the only card with this text in its name or type, from the hand first, then from all cards."""
        wanted = what.casefold()
        if what.isascii() and len(what) < MIN_NAME_LETTERS:
            return None
        for cards in ([catalogue()[CARD_CODES[type_code]] for type_code in dict.fromkeys(held)], catalogue()):
            for names in ("name", "type"):
                near = [card for card in cards if any(wanted in text for text in _search_texts(card, names))]
                if near:
                    return near[0] if len(near) == 1 else None
        return None

    @override
    def prompt(self, view: dict[str, Any]) -> Message:
        """Return a short hint about the possible inputs."""
        asked = self.pick_kind(view)
        choice = view["choice"] or {}
        others = choice.get("others", [])
        if asked == PICKS_CELL:
            stop = "".join(f", or {other}" for other in others)
            return Message("asks", f"a stone (d4){stop}", "石のマス（d4）" + "".join(f"か {other}" for other in others))
        if asked == PICKS_CARD:
            return Message("asks", "a card number", "カードの番号")
        ways = [("pass", "pass")] if others else [("a cell (d3)", "マス（d3）")]
        if choice.get("cards"):
            ways.append(("a card number", "カードの番号"))
        return Message("asks", " or ".join(en for en, _ in ways), "か".join(ja for _, ja in ways))

    @override
    def help_text(self, options: dict[str, Any]) -> Message:
        if options.get("cards") == "off":
            return Message(
                "manual",
                "Type a cell (d3) to place a stone. Enclosed enemy stones flip. The side with more stones wins.",
                "d3 のようにマスを入力して石を置きます。挟んだ相手の石が反転し、石の多い方が勝ちです。",
            )
        return Message(
            "manual",
            "Type a cell (d3) to place a stone. You gain 1 charge for each flipped stone.\n"
            "Type a card number to use one card before placing. Type about 1 for the text of card 1.",
            "d3 のようにマスを入力して石を置きます。反転 1 枚につき布石を 1 得ます。\n"
            "置く前に、番号を入力してカードを 1 枚使えます。about 1 でカード 1 の説明を表示します。",
        )


def _search_texts(card: CatalogueCard, kind: str) -> list[str]:
    return [card.name.en.casefold(), card.name.ja] if kind == "name" else [card.type.casefold()]

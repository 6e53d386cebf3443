"""The terminal screen of a game that has none: its view as lists, its legal actions as numbered sentences."""

from typing import Any, Final

from rich.text import Text

from tefuda.cli.terminal.screen import Screen, wrapped
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.text import Message

INDENT: Final = "  "
MARGIN: Final = 1


class GenericScreen(Screen):
    """Any game in a terminal."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.cards = {card.id: card for card in game.texts.cards()}
        self.choices: list[tuple[str, str]] = []
        """The legal actions of whoever looks: the notation, and the sentence."""

    def offer(self, match: Match, viewer: int, language: str) -> None:
        """Take over the legal actions of a match, for a seat or `SPECTATOR`."""
        self.choices = [(notation, match.describe(notation, language)) for notation in match.legal(viewer)]

    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        facts = [part for line in self.facts(view, language) for part in hanging(line, width - 2 * MARGIN)]
        choices = [part for line in self.listed() for part in hanging(line, width - 2 * MARGIN)]
        if len(facts) + len(choices) > height:
            # The notation alone takes fewer lines than the sentences.
            choices = wrapped(INDENT + "  ".join(self.numbered()), width - 2 * MARGIN)
        text = Text()
        for line in facts:
            text.append(f" {line}\n")
        for line in choices:
            text.append(f" {line}\n", "cyan")
        return text

    def plain(self, view: dict[str, Any], language: str) -> str:
        return "\n".join([*self.facts(view, language), *self.listed()])

    def facts(self, view: dict[str, Any], language: str) -> list[str]:
        """A view as lines: a name and its value, mappings indented."""
        lines: list[str] = []
        for key, value in view.items():
            label = key.replace("_", " ").capitalize()
            if isinstance(value, dict) and value:
                lines.append(f"{label}:")
                lines += [INDENT + line for line in self.facts(value, language)]
            elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
                lines.append(f"{label}:")
                lines += [f"{INDENT}- {self.word(item, language)}" for item in value]
            else:
                lines.append(f"{label}: {self.word(value, language)}")
        return lines

    def word(self, value: Any, language: str) -> str:
        """A value as people read it: a card by its name, nothing as a dash."""
        ja = language == "ja"
        if value is None or value in ("", [], {}):
            return "-"
        if isinstance(value, bool):
            return ("はい" if ja else "yes") if value else ("いいえ" if ja else "no")
        if isinstance(value, list):
            return " ".join(self.word(item, language) for item in value)
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.word(item, language)}" for key, item in value.items())
        card = self.cards.get(str(value))
        return card.name.text(language) if card is not None else str(value)

    def listed(self) -> list[str]:
        """The legal actions as sentences, a line each."""
        width = len(str(len(self.choices)))
        return [f"{number:>{width + 2}}  {sentence}" for number, (_, sentence) in enumerate(self.choices, 1)]

    def numbered(self) -> list[str]:
        """The legal actions in notation."""
        return [f"{number} {notation}" for number, (notation, _) in enumerate(self.choices, 1)]

    def read(self, view: dict[str, Any], typed: str) -> str:
        """The action of a number; an action whose notation is a number comes first."""
        notations = [notation for notation, _ in self.choices]
        if typed in notations or not (typed.isdecimal() and typed.isascii() and len(typed) < 10):
            return typed
        return notations[int(typed) - 1] if 1 <= int(typed) <= len(notations) else typed

    def opening(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [event for event in events if self.game.texts.event_text(event, "en")]

    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        wanted = words.strip().casefold()
        for card in self.cards.values():
            if wanted in (card.id.casefold(), card.name.en.casefold(), card.name.ja.casefold()):
                return [card.name.text(language), card.text.text(language)]
        return []

    def asks(self, view: dict[str, Any]) -> Message:
        return Message("asks", "Type the number of an action", "行動の番号を入力")

    def manual(self, options: dict[str, Any]) -> Message:
        blurb = self.game.texts.blurb()
        en = "Type the number of an action, or its notation."
        ja = "行動の番号か表記を入力してください。"
        if blurb is None:
            return Message("manual", en, ja)
        return Message("manual", f"{blurb.en}\n{en}", f"{blurb.ja}\n{ja}")


def hanging(line: str, width: int) -> list[str]:
    """A line in parts of so many columns, each under the first word of the first."""
    indent = " " * (len(line) - len(line.lstrip()))
    return [part if not at else f"{indent}{INDENT}{part}" for at, part in enumerate(wrapped(line, width - len(INDENT)))]

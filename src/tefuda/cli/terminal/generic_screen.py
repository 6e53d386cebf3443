"""The terminal screen of games without their own: the view as lists, the legal actions as numbered sentences."""

from typing import Any, Final

from rich.text import Text
from typing_extensions import override

from tefuda.cli.terminal.screen import Screen, wrap_text
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.text import Message

INDENT: Final = "  "
MARGIN: Final = 1


class GenericScreen(Screen):
    """A screen for any game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.cards = {card.id: card for card in game.texts.cards()}
        self.choices: list[tuple[str, str]] = []
        """Notation and sentence of the legal actions of the viewer."""

    def set_choices(self, match: Match, viewer: int, language: str) -> None:
        """Store the legal actions of a match, for a seat or `SPECTATOR`."""
        self.choices = [(notation, match.describe(notation, language)) for notation in match.legal(viewer)]

    @override
    def draw(self, view: dict[str, Any], language: str, width: int, height: int) -> Text:
        facts = [part for line in self.facts(view, language) for part in hanging_indent(line, width - 2 * MARGIN)]
        choices = [part for line in self.sentences() for part in hanging_indent(line, width - 2 * MARGIN)]
        if len(facts) + len(choices) > height:
            # Notation takes fewer lines than sentences.
            choices = wrap_text(INDENT + "  ".join(self.notations()), width - 2 * MARGIN)
        text = Text()
        for line in facts:
            text.append(f" {line}\n")
        for line in choices:
            text.append(f" {line}\n", "cyan")
        return text

    @override
    def plain(self, view: dict[str, Any], language: str) -> str:
        return "\n".join([*self.facts(view, language), *self.sentences()])

    def facts(self, view: dict[str, Any], language: str) -> list[str]:
        """Return a view as lines of names and values; mappings are indented."""
        lines: list[str] = []
        for key, value in view.items():
            label = key.replace("_", " ").capitalize()
            if isinstance(value, dict) and value:
                lines.append(f"{label}:")
                lines += [INDENT + line for line in self.facts(value, language)]
            elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
                lines.append(f"{label}:")
                lines += [f"{INDENT}- {self.format_value(item, language)}" for item in value]
            else:
                lines.append(f"{label}: {self.format_value(value, language)}")
        return lines

    def format_value(self, value: Any, language: str) -> str:
        """Return a value as text: a card by its name, an empty value as a dash."""
        ja = language == "ja"
        if value is None or value in ("", [], {}):
            return "-"
        if isinstance(value, bool):
            return ("はい" if ja else "yes") if value else ("いいえ" if ja else "no")
        if isinstance(value, list):
            return " ".join(self.format_value(item, language) for item in value)
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.format_value(item, language)}" for key, item in value.items())
        card = self.cards.get(str(value))
        return card.name.text(language) if card is not None else str(value)

    def sentences(self) -> list[str]:
        """Return the legal actions as numbered sentences."""
        width = len(str(len(self.choices)))
        return [f"{number:>{width + 2}}  {sentence}" for number, (_, sentence) in enumerate(self.choices, 1)]

    def notations(self) -> list[str]:
        """Return the legal actions as numbered notations."""
        return [f"{number} {notation}" for number, (notation, _) in enumerate(self.choices, 1)]

    @override
    def parse_input(self, view: dict[str, Any], typed: str) -> str:
        """Return the action of a number. A notation that is a number takes precedence."""
        notations = [notation for notation, _ in self.choices]
        if typed in notations or not (typed.isdecimal() and typed.isascii() and len(typed) < 10):
            return typed
        return notations[int(typed) - 1] if 1 <= int(typed) <= len(notations) else typed

    @override
    def opening_events(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [event for event in events if self.game.texts.event_text(event, "en")]

    @override
    def about(self, view: dict[str, Any], words: str, language: str) -> list[str]:
        wanted = words.strip().casefold()
        for card in self.cards.values():
            if wanted in (card.id.casefold(), card.name.en.casefold(), card.name.ja.casefold()):
                return [card.name.text(language), card.text.text(language)]
        return []

    @override
    def prompt(self, view: dict[str, Any]) -> Message:
        return Message("asks", "Type the number of an action", "行動の番号を入力")

    @override
    def help_text(self, options: dict[str, Any]) -> Message:
        blurb = self.game.texts.blurb()
        en = "Type the number of an action, or its notation."
        ja = "行動の番号か表記を入力してください。"
        if blurb is None:
            return Message("manual", en, ja)
        return Message("manual", f"{blurb.en}\n{en}", f"{blurb.ja}\n{ja}")


def hanging_indent(line: str, width: int) -> list[str]:
    """Wrap a line to a number of columns, with the following lines indented."""
    indent = " " * (len(line) - len(line.lstrip()))
    return [
        part if not at else f"{indent}{INDENT}{part}" for at, part in enumerate(wrap_text(line, width - len(INDENT)))
    ]

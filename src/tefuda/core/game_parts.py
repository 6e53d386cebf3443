"""The optional parts of a game: texts, measures, puzzles and players."""

import json
from typing import TYPE_CHECKING, Any

from mypy_extensions import i64, mypyc_attr

from tefuda.core.cards import CardFace, CardRecord
from tefuda.core.errors import invalid_input
from tefuda.core.events import Event
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message

if TYPE_CHECKING:
    from tefuda.core.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class GamePart:
    """A part of a game."""

    def __init__(self, game: "Game") -> None:
        self.game = game


@mypyc_attr(allow_interpreted_subclasses=True)
class Texts(GamePart):
    """The sentences of a game. By default actions appear in notation and events as data."""

    def describe(self, state: State, action: i64, language: str) -> str:
        """Return a legal action as a sentence."""
        return self.game.format(state, action)

    def why_illegal(self, state: State, action: i64) -> Message:
        """Return the reason why the seat to decide may not play this. It must not depend on hidden information."""
        return Message("illegal", "That is not possible now.", "今はできません。")

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        """Return an event, as a seat sees it, as a line of the log; empty if it has none.

        `state` is any state of the match. A match may have custom cards, whose names are in its states.
        """
        return json.dumps(event, ensure_ascii=False)

    def channel(self, event: dict[str, Any]) -> str:
        """Return the log that an event belongs to, for games with more than one; the usual log is `normal`."""
        return "normal"

    def cards(self) -> list[CardFace]:
        """Return the cards with names and texts, in the order of the catalogue."""
        return []

    def blurb(self) -> Message | None:
        """Return the game in one sentence, for lists of games."""
        return None

    def picture(self) -> str:
        """Return a picture for lists of games, as SVG text, 640 by 360."""
        return ""

    def rulebook(self, language: str) -> str:
        """Return the rulebook as Markdown in `en` or `ja`. Its first line is the title."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Measures(GamePart):
    """What the lab can measure about a finished game."""

    def figures(self, state: State) -> dict[str, int]:
        """Return figures of a finished game, such as its number of turns."""
        return {}

    def first_seat(self, state: State) -> i64:
        """Return the seat that went first, if that is random; -1 if it is always the same seat."""
        return -1

    def decisive_facts(self, events: list[Event]) -> dict[str, Any] | None:
        """Return what decided a finished game: numbers, and lists of cards. None if the game has no such facts."""
        return None

    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        """Return what happened to the cards of each seat, from all events of a game.

        None, for any events, if the game has no cards to measure one by one.
        """
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Puzzles(GamePart):
    """The generator of puzzles."""

    def generate_position(self, options: dict[str, Any], tier: int, random: Random) -> dict[str, Any] | None:
        """Return a candidate for a puzzle of a tier from 1 to 4, or None if this attempt failed."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Players(GamePart):
    """The players of a game. Every game also has `random` and the players that search."""

    def names(self) -> list[str]:
        """Return the names of the game's own players, weakest first."""
        return []

    def make(self, name: str, random: Random) -> Player:
        """Return a new player by its name."""
        raise NotImplementedError

    def guide(self) -> Guide:
        """Return the game's knowledge about good play, which searches use and `heuristic` plays by."""
        return Guide()

    def load_policy(self, path: str) -> Guide:
        """Return the guide that a model file defines; raises `InvalidInput`."""
        title = self.game.title
        raise invalid_input(
            "no_policies",
            f"{title.en} cannot read models yet: {path}.",
            f"{title.ja}はモデルの読み込みに対応していません: {path}",
        )

    def levels(self) -> list[str]:
        """Return the players behind `level:1` to `level:6`, ordered by measured strength."""
        return ["random", "mcts:10", "mcts:40", "mcts:150", "mcts:500", "mcts:2000"]

    def hint_player(self) -> str:
        """Return the player that gives hints: a strong one that decides within two seconds."""
        return "ismcts:1000"

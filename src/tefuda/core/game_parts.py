"""The optional parts of a game: texts, measures, puzzles and players."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.cards import CardFace, CardRecord
from tefuda.core.errors import InvalidNotation, invalid_input
from tefuda.core.events import Event
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.core.text import Message

if TYPE_CHECKING:
    from tefuda.core.game import Game

GAME_OVER: Final = Message("game_over", "The game is over.", "ゲームは終わっています。")
NOT_YOUR_TURN: Final = Message("not_your_turn", "It is not your turn.", "あなたの番ではありません。")


@mypyc_attr(allow_interpreted_subclasses=True)
class GamePart:
    """A part of a game."""

    def __init__(self, game: "Game") -> None:
        self.game = game


class GoalPart:
    """A part of a win condition, with its present value in words."""

    def __init__(self, text: Message, met: bool) -> None:
        self.text = text
        self.met = met


class Goal:
    """A way to win: the card that has it, and the parts of its condition."""

    def __init__(self, card: str, parts: list[GoalPart]) -> None:
        self.card = card
        self.parts = parts


@mypyc_attr(allow_interpreted_subclasses=True)
class Texts(GamePart):
    """The sentences of a game. By default actions appear in notation and events as data."""

    def describe(self, state: State, action: i64, language: str) -> str:
        """Return a legal action as a sentence."""
        return self.game.format(state, action)

    def outcome(self, state: State, action: i64) -> Message | None:
        """Return what a legal action would lead to, such as the result of a battle; None if there is nothing to add.

        It must not depend on information that is hidden from the seat to decide, nor on future random results.
        """
        return None

    def why_illegal(self, state: State, action: i64) -> Message:
        """Return the reason why the seat to decide may not play this. It must not depend on hidden information."""
        return Message("illegal", "That is not possible now.", "今はできません。")

    def item_actions(self, state: State, item: str) -> list[int]:
        """Return the actions of the seat to decide that use an item, the most usual one first.

        An item is a card, a place or anything else that a screen shows, by its name in the view or in notation. By
        default it is an action in notation. The list is empty for an unknown item.
        """
        try:
            return [self.game.parse(state, item)]
        except InvalidNotation:
            return []

    def why_unusable(self, state: State, seat: i64, item: str) -> Message | None:
        """Return why a seat cannot use an item now; None if it can, or if there is no action to use it with.

        The reason must not depend on information that is hidden from the seat.
        """
        if state.seat == OVER:
            return GAME_OVER
        if seat != state.seat:
            return NOT_YOUR_TURN
        actions = self.item_actions(state, item)
        legal = state.actions()
        for action in actions:
            if action in legal:
                return None
        return self.why_illegal(state, actions[0]) if actions else None

    def prompt(self, state: State) -> Message | None:
        """Return what the seat to decide is asked to choose; None for an ordinary turn."""
        return None

    def goals(self, state: State) -> list[Goal]:
        """Return the ways to win that every viewer knows, with their present values."""
        return []

    def labels(self) -> dict[str, Message]:
        """Return what players read for the keys and values of views and events, such as phases and marks."""
        return {}

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        """Return an event, as a seat sees it, as a line of the log; empty if it has none.

        `state` is any state of the match. A match may have custom cards, whose names are in its states.
        """
        return json.dumps(event, ensure_ascii=False)

    def log_line(self, event: dict[str, Any], language: str, state: State | None, viewer: i64) -> str:
        """Return an event as a line of the log for a viewer at a table, who may be called "you".

        By default it is the text for everyone. A spectator and a replay get that text too.
        """
        return self.event_text(event, language, state)

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

    def tutorial(self) -> str:
        """Return the tutorial as YAML text: a title and lessons (`tefuda.core.tutorial`)."""
        return ""

    def how_to_play(self) -> str:
        """Return the one-screen introduction as YAML text (`tefuda.core.how_to_play`)."""
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

    def networks(self) -> list[Path]:
        """Return the files of the networks that ship with the game (docs/training.md)."""
        return []

    def is_in_training(self, view: dict[str, Any]) -> bool:
        """Return whether the networks were trained on decisions like the one in a view. If not, `heuristic` decides."""
        return True

    def levels(self) -> list[str]:
        """Return the players behind `level:1` to `level:6`, ordered by measured strength."""
        return ["random", "mcts:10", "mcts:40", "mcts:150", "mcts:500", "mcts:2000"]

    def is_passive(self, action: i64) -> bool:
        """Return whether an action only ends a phase or a turn. Advice prefers other actions that are as good."""
        return False

    def hint_margin(self) -> float:
        """Return the difference of chances that says nothing about two actions of a hint.

        Among actions this close to the best one, a hint prefers the one that the guide prefers.
        """
        return 0.0

    def hint_player(self) -> str:
        """Return the player that gives hints: a strong one that decides within two seconds."""
        return "ismcts:1000"

"""Match: one game in progress. Terminal, server, replays and tests play through it."""

import difflib
from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from tefuda.core.errors import Conflict, InvalidNotation, illegal_action, invalid_notation
from tefuda.core.events import SPECTATOR, Event
from tefuda.core.game import Game
from tefuda.core.game_parts import GAME_OVER, NOT_YOUR_TURN
from tefuda.core.player import Seat
from tefuda.core.state import OVER, RESIGN, State
from tefuda.core.text import Message

WRONG_PLY: Final = "wrong_ply"

LONGEST_GUESS: Final = 40
"""Longer texts are not compared with the legal actions."""


class Match:
    """A game from its start to now: its actions and their events.

    `play` checks every action. Only `play`, `play_action` and `undo` change a match.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        """Start from the opening, or from a position, which includes its options."""
        self.game = game
        self.seed = seed
        self.options = game.read_options(options) if position is None else game.position_options(position)
        self.start = None if position is None else dict(position)
        self.actions: list[str] = []
        """All actions so far, in notation."""
        self.practice = False
        """Whether actions may be taken back. The replay records it."""
        self.undone = 0
        """The number of actions that were taken back."""
        events: list[Event] = []
        if self.start is None:
            state = game.start(seed, self.options, events)
        else:
            state = game.at(self.start, seed, events)
        state.log = None
        self._states = [state]
        self._events = [events]

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return len(self.actions)

    @property
    def seat(self) -> int:
        """The seat to decide; `OVER` at the end."""
        return self._states[-1].seat

    @property
    def over(self) -> bool:
        return self.seat == OVER

    @property
    def plays(self) -> int:
        """The number of plays so far: the actions without follow-up decisions (`State.is_follow_up`)."""
        return sum(not state.is_follow_up() for state in self._states[:-1])

    def seat_at(self, ply: int) -> int:
        """Return the seat that decided after `ply` actions."""
        return self._states[ply].seat

    def state(self, ply: int = -1) -> State:
        """Return a copy of the full state, now or after `ply` actions. It is for proofs and tests, not for players."""
        return self._states[ply].clone()

    def play(self, seat: int, ply: int, text: str) -> None:
        """Play the action that `text` means, for a seat that has seen `ply` actions.

        Raises `Conflict`, `InvalidNotation` or `IllegalAction`. An error leaves the match as it was.
        """
        state = self._states[-1]
        self._check_turn(state, seat, ply)
        try:
            action = self.game.parse(state, text)
        except InvalidNotation as error:
            raise self._add_suggestions(state, text, error) from None
        if not state.is_legal(action):
            why = self.game.texts.why_illegal(state, action)
            raise illegal_action(why.en, why.ja)
        self._play(state, action)

    def play_action(self, action: int) -> None:
        """Play an action by its number, for the seat that decides; raises `IllegalAction`."""
        state = self._states[-1]
        if state.seat == OVER:
            raise illegal_action(f"Action {action} is not legal: the game is over.", "ゲームは終わっています。")
        count = self.game.action_count(self.options)
        if action != RESIGN and not 0 <= action < count:
            raise illegal_action(
                f"Action {action} is out of range: {self.game.id} numbers its actions from 0 to {count - 1}.",
                f"行動番号 {action} は範囲外です（{self.game.id} では 0 から {count - 1}）。",
            )
        if not state.is_legal(action):
            if action == RESIGN:
                raise illegal_action(f"{self.game.title.en} has no resignation.", "このゲームに投了はありません。")
            why = self.game.texts.why_illegal(state, action)
            raise illegal_action(
                f"Action {action} is not legal at ply {self.ply}: {why.en}",
                f"{self.ply} 手目では行動 {action} はできません。{why.ja}",
            )
        self._play(state, action)

    def _play(self, state: State, action: i64) -> None:
        """Play a legal action in a clone of the last state."""
        notation = self.game.format(state, action)
        after = state.clone()
        events: list[Event] = []
        after.log = events
        after.play(action)
        after.log = None
        self._states.append(after)
        self._events.append(events)
        self.actions.append(notation)

    def _check_turn(self, state: State, seat: int, ply: int) -> None:
        """Raise `Conflict` unless the seat decides at this ply."""
        if state.seat == OVER:
            raise Conflict(GAME_OVER)
        if ply != self.ply:
            raise Conflict(
                Message(
                    WRONG_PLY,
                    f"The game has moved on: {self.ply} actions have been played, not {ply}.",
                    f"局面が進んでいます（{ply} 手目ではなく {self.ply} 手目です）。",
                )
            )
        if seat != state.seat:
            raise Conflict(NOT_YOUR_TURN)

    def _add_suggestions(self, state: State, text: str, error: InvalidNotation) -> InvalidNotation:
        """Return the parser's error with the legal actions that are most similar to the text."""
        message = error.problems[0].message
        if len(text) > LONGEST_GUESS:
            return error
        legal = [self.game.format(state, action) for action in state.actions()]
        folded = {notation.casefold(): notation for notation in reversed(legal)}
        near = difflib.get_close_matches(text.strip().casefold(), list(folded), n=3, cutoff=0.7)
        if not near:
            return error
        listed = ", ".join([folded[notation] for notation in near])
        return invalid_notation(f"{message.en} Did you mean: {listed}?", f"{message.ja}もしかして: {listed}")

    def undo(self) -> bool:
        """Take the last action back, and count it. Return False if there is none."""
        if not self.actions:
            return False
        self.actions.pop()
        self._states.pop()
        self._events.pop()
        self.undone += 1
        return True

    def view(self, seat: int, ply: int = -1) -> dict[str, Any]:
        """Return the view of a seat, or of `SPECTATOR`, now or after `ply` actions."""
        return self.game.view(self._states[ply], seat)

    def events_for(self, seat: int, ply: int = -1) -> list[dict[str, Any]]:
        """Return the events of the last action, or of action `ply` (0: the opening), as a seat may know them."""
        seen = [event.seen_by(seat) for event in self._events[ply]]
        return [event for event in seen if event is not None]

    def event_text(self, event: dict[str, Any], language: str, viewer: i64 = SPECTATOR) -> str:
        """Return an event, as a seat sees it, as a line of the log; empty if it has none.

        The viewer is the player who reads it at a table.
        """
        return self.game.texts.log_line(event, language, self._states[0], viewer)

    def events(self, ply: int = -1) -> list[Event]:
        """Return the full events of the last action, or of action `ply`. They are for tests, not for players."""
        return list(self._events[ply])

    def legal(self, seat: int) -> list[str]:
        """Return the legal actions in notation; empty for a seat that does not decide."""
        state = self._states[-1]
        if state.seat == OVER or seat != state.seat:
            return []
        return [self.game.format(state, action) for action in state.actions()]

    def describe(self, text: str, language: str) -> str:
        """Return a legal action as a sentence."""
        state = self._states[-1]
        return self.game.texts.describe(state, self.game.parse(state, text), language)

    def preview(self, text: str) -> dict[str, list[str]]:
        """Return the places that a legal action would change, by the kind of change."""
        state = self._states[-1]
        return self.game.preview(state, self.game.parse(state, text))

    def outcome(self, text: str) -> Message | None:
        """Return what a legal action would lead to; None if there is nothing to add to its sentence."""
        state = self._states[-1]
        return self.game.texts.outcome(state, self.game.parse(state, text))

    def why_unusable(self, seat: i64, item: str) -> Message | None:
        """Return why a seat cannot use an item of its view now; None if it can, or if there is nothing to say."""
        return self.game.texts.why_unusable(self._states[-1], seat, item)

    def prompt(self, seat: i64) -> Message | None:
        """Return what a seat is asked to choose; None if it does not decide or has an ordinary turn."""
        state = self._states[-1]
        return self.game.texts.prompt(state) if seat == state.seat and seat != OVER else None

    def seat_of(self, number: i64) -> Seat:
        """Return what the player of a seat gets to decide with."""
        return Seat(self.game, self._states[-1], number)

    def result(self) -> list[float] | None:
        """Return the scores by seat, or None before the end."""
        return self._states[-1].scores() if self.over else None

    def fingerprint(self, ply: int = -1) -> str:
        return self._states[ply].fingerprint()

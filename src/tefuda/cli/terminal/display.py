"""The display of a terminal game: heading, table, messages and prompt."""

import contextlib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from rich.padding import Padding
from rich.text import Text

from tefuda.cli.console import game_title, stdout_console
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.generic_screen import GenericScreen
from tefuda.cli.terminal.hints import Hints
from tefuda.cli.terminal.players import SeatPlayers
from tefuda.cli.terminal.puzzle_stars import stars_for
from tefuda.cli.terminal.saved_game import SavedGame
from tefuda.cli.terminal.screen import wrap_text
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.match import Match
from tefuda.core.puzzle import Puzzle
from tefuda.core.seed import format_seed
from tefuda.players.exec_player import PlayerFailed

MAX_EVENT_LINES: Final = 5
"""Lines that are reserved for recent events."""

MAX_GOAL_LINES: Final = 4
LONGEST_VALUE: Final = 24
MAX_LISTED_OPTIONS: Final = 3
"""Maximum number of changed options in the heading."""

NO_SEAT: Final = -1


class Display(SavedGame):
    """A match on the screen of the terminal, or as plain text."""

    def __init__(self, match: Match, plain: bool, save_to: Path | None, own: Path | None, seats: SeatPlayers) -> None:
        self.console = stdout_console()
        super().__init__(match, plain or not self.console.is_terminal, save_to, own, seats)
        self.active_seat = NO_SEAT
        """The seat at the keyboard, if several people share it."""
        self.seen: dict[int, int] = {}
        """Last ply that each seat has seen, if several people share the keyboard."""
        self.recent_events: list[dict[str, Any]] = []
        """Events since the last drawing."""
        self.ending: list[str] = []
        """Result and par, after the end."""
        self.failure: PlayerFailed | None = None
        """Why the seat to decide has lost: its program failed. The match itself is not over."""
        self.screen = find_screen(match.game)
        self.puzzle: Puzzle | None = None
        self.hints = Hints()

    @property
    def stars(self) -> int:
        """The stars of the puzzle if it were solved now."""
        return 0 if self.puzzle is None else stars_for(self.match.plays, self.puzzle.par, self.hints.level)

    @property
    def over(self) -> bool:
        """Whether the game is over, by the rules or because a program failed."""
        return self.match.over or self.failure is not None

    def viewer(self) -> int:
        """Return the seat whose view is shown."""
        return self.seats.viewer(self.match.seat)

    def status(self, text: str) -> AbstractContextManager[object]:
        """Return a context that shows what the program is doing; nothing in plain text."""
        return contextlib.nullcontext() if self.plain else self.console.status(text)

    def draw(self) -> None:
        """Draw the table and the messages; in plain text the messages come first."""
        view = self.match.view(self.viewer())
        messages = [*self.notes, *(line for line in self.ending if not any(line in note for note in self.notes))]
        self.screen.recent = self.recent_events
        if isinstance(self.screen, GenericScreen):
            self.screen.set_choices(self.match, self.viewer(), language())
        self.seen[self.active_seat] = self.match.ply
        if self.plain:
            for line in (self.heading(), *self.goal_lines()):
                print(line)
            for line in messages:
                print(self.screen.plain_text(line))
            print(self.screen.plain(view, language()))
        else:
            self.draw_screen(view, messages)
        self.notes, self.recent_events = [], []

    def draw_screen(self, view: dict[str, Any], messages: list[str]) -> None:
        """Draw heading, table and messages, cut to the screen. Of recent events the last lines are kept.

        The answer to a command gets as much room as it needs, and its first lines are kept.
        """
        width, height = self.console.width, self.console.height
        lines = [part for line in messages for part in wrap_text(line, width - 2)]
        answering = not self.recent_events
        wanted = len(lines) if answering else min(len(lines), MAX_EVENT_LINES)
        goals = [part for line in self.goal_lines() for part in wrap_text(line, width - 2)][:MAX_GOAL_LINES]
        table = self.screen.draw(view, language(), width, height - 7 - wanted - len(goals))
        room = max(2, height - 6 - len(goals) - table.plain.count("\n"))
        self.console.clear()
        heading = Text(f" {self.heading()} ", "bold reverse")
        heading.truncate(width - 1, overflow="ellipsis")
        self.console.print(heading)
        for line in goals:
            self.console.print(Text(f" {line}", "italic"))
        self.console.print()
        self.console.print(table)
        if len(lines) > room and answering:
            cut = len(lines) - room + 1
            lines = [
                *lines[: room - 1],
                t(f"({cut} more lines: make the window larger)", f"（あと {cut} 行: 画面を広げると表示されます）"),
            ]
        elif len(lines) > room:
            cut = len(lines) - room + 1
            lines = [t(f"({cut} earlier lines: log)", f"（手前の {cut} 行は log で見られます）"), *lines[cut:]]
        for line in lines:
            self.console.print(Padding(Text(line), (0, 1)), soft_wrap=False)
        print()

    def goal_lines(self) -> list[str]:
        """Return the goal of the puzzle, and the ways to win with their present values."""
        lines = [] if self.puzzle is None else [t(f"Goal: {self.puzzle.goal.en}", f"目標: {self.puzzle.goal.ja}")]
        names = {card.id: card.name for card in self.game.texts.cards()}
        for goal in self.game.texts.goals(self.match.state()):
            name = say(names[goal.card]) if goal.card in names else goal.card
            parts = t("; ", "、").join(say(part.text) + (" ✓" if part.met else "") for part in goal.parts)
            lines.append(t(f"{name}: {parts}", f"《{name}》{parts}"))
        return lines

    def heading(self) -> str:
        match = self.match
        number = format_seed(match.seed)
        where = t(f"deal {number}", f"配札 No.{number}")
        if self.puzzle is not None:
            where = say(self.puzzle.title)
            if self.puzzle.par is not None:
                where += t(f" (par {self.puzzle.par})", f"（パー {self.puzzle.par}）")
            stars = t("star", "") if self.stars == 1 else t("stars", "")
            where += t(f", up to {self.stars} {stars}", f"、星は最大 {self.stars} つ")
        elif match.start is not None:
            where = t(f"from a position, {where}", f"局面から、{where}")
        parts = [game_title(self.game), where, t(f"play {match.plays}", f"{match.plays} 手目")]
        changed = self.game.changed_options(match.options) if match.options else {}
        if len(changed) > MAX_LISTED_OPTIONS:
            parts.append(t(f"{len(changed)} options changed", f"設定 {len(changed)} 個を変更"))
        else:
            parts += [f"{name}={str(value)[:LONGEST_VALUE]}" for name, value in changed.items() if self.puzzle is None]
        if self.game.seats > 1:
            named = (f"{say(self.game.seat_titles[seat])} {name}" for seat, name in enumerate(self.seats.players))
            parts.append(", ".join(named))
        if match.practice:
            parts.append(t("practice", "練習モード"))
        return " · ".join(parts)

    def prompt(self) -> str:
        if self.plain:
            return "> "
        undo = ("undo", "undo 戻す") if self.match.practice else ("practice", "practice 練習")
        if self.over:
            line = t(
                f"{undo[0]}  restart  new  log  save  quit  ? help",
                f"{undo[1]}  restart やり直す  new 新規  quit 終了  ? 一覧",
            )
        else:
            if self.seats.spectating:
                prompt = t(
                    "Enter: next play, or: run (Ctrl-C stops)", "Enter で次の手、または run 最後まで（Ctrl-C で停止）"
                )
            else:
                prompt = say(self.screen.prompt(self.match.view(self.viewer()))) + t(
                    ", or: hint", "、または hint ヒント"
                )
            line = t(
                f"{prompt}  {undo[0]}  restart  new  log  save  quit  ? help",
                f"{prompt}  {undo[1]}  quit 終了  ? 一覧",
            )
        self.console.print(Padding(Text(line, "dim"), (0, 1)), soft_wrap=False)
        return " > "

    def log_lines(self, ply: int) -> list[str]:
        """Return the log lines of a ply for the viewer."""
        events = self.match.events_for(self.viewer(), ply)
        lines = [line for line in (self.match.event_text(event, language()) for event in events) if line]
        return [" ".join(lines)] if lines and self.game.seats > 1 else lines

    def latest_log(self) -> list[str]:
        """Return the log lines of the last action, and mark its events as recent."""
        self.recent_events += self.match.events_for(self.viewer())
        return self.log_lines(self.match.ply)

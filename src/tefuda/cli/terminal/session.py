"""One game in the terminal."""

import contextlib
import secrets
import signal
import sys
import time
import unicodedata
from pathlib import Path
from types import FrameType
from typing import Final

from rich.text import Text

from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.command_words import COMMANDS, HELP
from tefuda.cli.terminal.display import NO_SEAT, Display
from tefuda.cli.terminal.hints import Hints
from tefuda.cli.terminal.players import HUMAN, SeatPlayers
from tefuda.cli.terminal.reload_cards import CardReloader
from tefuda.cli.terminal.result_text import failure_text, par_text, plays_text, result_lines
from tefuda.core.errors import InvalidInput, InvalidNotation, TefudaError
from tefuda.core.game_parts import GAME_OVER
from tefuda.core.match import Match
from tefuda.core.seed import parse_seed
from tefuda.players.exec_player import PlayerFailed

try:
    import readline  # gives `input` its line editing
except ImportError:
    readline = None  # type: ignore[assignment]

LEAVE_SIGNALS: Final = ["SIGHUP", "SIGTERM", "SIGBREAK"]
"""Signals after which the game is saved and left. Not every platform has all of them."""
SEEDS: Final = 1_000_000
"""Random seeds are short, so that they are easy to share."""

WATCH_SECONDS: Final = 0.6
CLEAR_SCROLLBACK: Final = "\x1b[3J"


class Session(Display):
    """A match with its display and commands."""

    def __init__(
        self, match: Match, plain: bool, save_to: Path | None, own: Path | None, players: list[str] | None = None
    ) -> None:
        super().__init__(match, plain, save_to, own, SeatPlayers(players or [HUMAN] * match.game.seats))
        self.redraw = True
        self.initial_deal = (match.options, match.start)
        """Options and position at the start of the deal. Reloaded cards create another match."""
        self.reloader: CardReloader | None = None
        """Reloads edited card files."""

    def run(self) -> int:
        """Draw, read input and run it until the player leaves. Leaving saves the game; return the exit status."""
        leave_on_signals()
        self.notes = self.welcome()
        self.show_ending()
        try:
            self.play_computer_turns()
            while True:
                if not self.switch_player():
                    break
                self.reload_cards()
                if self.redraw:
                    self.draw()
                self.redraw = True
                typed = unicodedata.normalize("NFKC", input(self.prompt())).strip()
                if not typed and self.seats.spectating and not self.over:
                    self.play_next()
                elif typed and not self.run_input(typed):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        return self.leave()

    def welcome(self) -> list[str]:
        """Return the first messages: short help, and the events of the opening."""
        if self.match.ply:
            return self.log_lines(self.match.ply)
        opening = [
            self.match.event_text(event, language())
            for event in self.screen.opening_events(self.match.events_for(self.viewer(), 0))
        ]
        if self.puzzle is not None:
            opening.append(say(self.puzzle.goal))
        manual = [] if self.seats.spectating else say(self.screen.help_text(self.match.options)).splitlines()
        return [
            *manual,
            *([t("? lists the commands.", "? でコマンドの一覧を表示します。")] if self.plain else []),
            *opening,
        ]

    def switch_player(self) -> bool:
        """Hide the table between two people at one keyboard; return False to leave."""
        seat = self.match.seat
        if self.over or not self.seats.shared or seat == self.active_seat:
            return True
        self.active_seat = seat
        if self.game.information != "hidden" or not sys.stdin.isatty():
            return True
        if self.plain:
            print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write(CLEAR_SCROLLBACK)
        name = say(self.game.seat_titles[seat])
        line = t(
            f" {name} is next. Pass the keyboard, then press Enter.",
            f" 次は{name}の手番です。交代したら Enter を押してください。",
        )
        while typed := input(line).strip().lower():
            if typed in COMMANDS["quit"]:
                return False
        if readline is not None:
            readline.clear_history()
        since = self.seen.get(seat)
        if since is not None and since < self.match.ply:
            self.notes = [line for ply in range(since + 1, self.match.ply + 1) for line in self.log_lines(ply)]
        return True

    # Input

    def run_input(self, typed: str) -> bool:
        """Run a command or play an action; return False to leave. Commands of one letter take no arguments."""
        word, _, rest = typed.partition(" ")
        for command, words in COMMANDS.items():
            if word.lower() in words and (len(word) > 1 or not rest):
                if command == "quit":
                    return False
                getattr(self, f"do_{command}")(rest.strip())
                return True
        self.play_input(typed)
        return True

    def play_input(self, typed: str) -> None:
        """Play an action, or show why it is refused."""
        match = self.match
        if self.failure is not None:
            self.notes = [say(GAME_OVER)]
            return
        if self.seats.spectating and not match.over:
            self.notes = [
                t("You are watching. Press Enter for the next play.", "観戦中です。Enter で次の手に進みます。")
            ]
            return
        notation = self.screen.parse_input(match.view(self.viewer()), typed)
        try:
            match.play(match.seat, match.ply, notation)
        except TefudaError as error:
            self.notes = [error.text(language())]
            if isinstance(error, InvalidNotation):
                self.notes.append(t("? lists what can be typed.", "? で入力できるものを表示します。"))
            return
        self.notes = self.latest_log()
        self.show_ending()
        self.play_computer_turns()

    def reload_cards(self) -> None:
        """Reload edited card files and continue with the new cards."""
        if self.reloader is None:
            return
        changed = self.reloader.reload()
        self.notes += self.reloader.notes
        self.reloader.notes = []
        if changed:
            again, note = self.reloader.rebuild_match(self.match)
            self.match, self.saved_progress = again, self.saved_progress if again is self.match else ()
            self.notes += [note] if note else []
            if again.ply == 0:
                self.notes.append(t("Undo cannot go back further than this.", "undo で戻れるのはここまでです。"))

    def play_computer_turns(self) -> None:
        """Let the computer players play until a person has to decide."""
        while not self.over and not self.seats.spectating and not self.seats.is_human(self.match.seat):
            self.play_for(self.match.seat)

    def play_next(self) -> None:
        """Play one action of a game between computer players."""
        self.notes = []
        self.play_for(self.match.seat)

    def play_for(self, seat: int) -> None:
        match = self.match
        try:
            with self.status(t("Thinking", "考え中")):
                notation = self.seats.choose(match)
        except PlayerFailed as failure:
            self.failure = failure
            self.show_ending()
            return
        match.play(seat, match.ply, notation)
        self.notes += self.latest_log()
        self.show_ending()

    def do_run(self, _: str) -> None:
        """Play a game between computer players to its end; Ctrl-C stops it."""
        if not self.seats.spectating:
            self.notes = [
                t(
                    "run is for games between computer players. It is your turn.",
                    "観戦用の命令です。次はあなたの番です。",
                )
            ]
            return
        with contextlib.suppress(KeyboardInterrupt):
            while not self.over:
                self.play_next()
                if self.plain:
                    print(*self.notes, sep="\n")
                    self.notes = []
                else:
                    self.draw()
                    time.sleep(WATCH_SECONDS)

    def do_about(self, rest: str) -> None:
        """Show the description of something on the table."""
        lines = self.screen.about(self.match.view(self.viewer()), rest, language())
        self.notes = lines or [t(f"No description for {rest!r}.", f"{rest!r} についての説明はありません。")]

    def show_ending(self) -> None:
        """After the end, show the result and par. Ctrl-C skips the calculation of par."""
        self.ending = []
        if self.failure is not None:
            self.ending = [failure_text(self.match, self.failure)]
            return
        if not self.match.over:
            return
        self.ending = result_lines(self.match, self.viewer())
        if self.game.seats != 1:
            return
        plays = plays_text(self.match)
        with contextlib.suppress(KeyboardInterrupt), self.status(t("Calculating par", "最短手数を計算中")):
            plays += par_text(self.match)
        self.ending.append(plays)
        scores = self.match.result()
        if self.puzzle is not None and scores is not None and scores[0] >= self.game.win_score:
            self.ending.append(t(f"Stars: {self.stars} of 3.", f"星: 3 つのうち {self.stars} つ"))

    def do_hint(self, rest: str) -> None:
        """Show suggested actions."""
        match = self.match
        if self.over or self.seats.spectating:
            return
        try:
            with self.status(t("Thinking", "考え中")):
                self.notes = self.hints.lines(match, self.screen, rest, stars=self.puzzle is not None)
        except InvalidInput as failure:
            self.notes = [failure.text(language())]

    def do_undo(self, _: str) -> None:
        if not self.match.practice:
            self.notes = [
                t(
                    "Undo requires practice mode. Type practice to switch; the replay records it.",
                    "一手戻せるのは練習モードだけです。practice で切り替えられ、リプレイに記録されます。",
                )
            ]
        elif self.match.undo():
            while self.match.ply and not self.seats.spectating and not self.seats.is_human(self.match.seat):
                self.match.undo()
            self.ending = []
            self.failure = None
            self.notes = [t("Taken back.", "一手戻しました。")]
            self.play_computer_turns()
        else:
            self.notes = [t("Nothing to undo.", "戻す手がありません。")]

    def do_practice(self, _: str) -> None:
        self.match.practice = True
        self.notes = [t("Practice mode: undo is available.", "練習モードです。undo で一手戻せます。")]

    def do_restart(self, _: str) -> None:
        """Restart the deal."""
        match = self.match
        options, start = self.initial_deal
        again = Match(self.game, match.seed, options or None, start)
        again.practice = match.practice
        self.start_match(again, t("The deal is restarted.", "同じ配札を最初から始めます。"))

    def do_new(self, rest: str) -> None:
        """Start a new deal, with the given seed if there is one."""
        if self.puzzle is not None:
            en, ja = (
                "A puzzle has only one deal. Use restart.",
                "パズルは毎回同じです。restart でやり直せます。",
            )
            self.notes = [t(en, ja)]
            return
        try:
            seed = parse_seed(rest) if rest else secrets.randbelow(SEEDS)
        except InvalidInput as failure:
            self.notes = [failure.text(language())]
            return
        self.start_match(Match(self.game, seed, self.match.options or None), t("A new deal.", "新しい配札です。"))

    def start_match(self, match: Match, note: str) -> None:
        """Start another match; the current one is saved."""
        saved: list[str] = []
        if self.has_unsaved_plays():
            self.do_save("")
            saved = self.notes
        self.match = match
        self.hints = Hints()
        self.failure = None
        self.initial_deal = (match.options, match.start)
        self.save_to = self.own = None
        self.saved_progress = self.progress()
        self.ending = []
        self.notes = [*saved, note]
        self.active_seat = NO_SEAT
        self.show_ending()
        self.play_computer_turns()

    def do_log(self, _: str) -> None:
        """Print the game log."""
        for ply in range(self.match.ply + 1):
            line = f"{ply:>3}  {' '.join(self.log_lines(ply))}"
            self.console.print(Text(self.screen.plain_text(line) if self.plain else line), soft_wrap=False)
        self.redraw = False

    def do_help(self, _: str) -> None:
        self.notes = [*say(self.screen.help_text(self.match.options)).splitlines(), *say(HELP).splitlines()]


def leave_on_signals() -> None:
    """Save and leave when the window is closed or the process is terminated."""
    for name in LEAVE_SIGNALS:
        with contextlib.suppress(AttributeError, ValueError):  # no such signal, or not in the main thread
            signal.signal(getattr(signal, name), _on_leave_signal)


def _on_leave_signal(number: int, frame: FrameType | None) -> None:
    """Leave as after Ctrl-D."""
    raise EOFError

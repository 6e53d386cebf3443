"""One game in the terminal."""

import contextlib
import secrets
import signal
import sys
import time
import unicodedata
from pathlib import Path
from types import FrameType
from typing import Any, Final

from rich.padding import Padding
from rich.text import Text

from tefuda.cli.console import format_estimate, game_title, stdout_console
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.generic_screen import GenericScreen
from tefuda.cli.terminal.players import HUMAN, SeatPlayers
from tefuda.cli.terminal.reload_cards import CardReloader
from tefuda.cli.terminal.saved_game import SavedGame
from tefuda.cli.terminal.screen import wrap_text
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.errors import InvalidInput, InvalidNotation, TefudaError
from tefuda.core.match import Match
from tefuda.core.puzzle import Puzzle
from tefuda.core.random import xoshiro
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import Message
from tefuda.players.advice import Advice, advise, reliable_advice
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, solve

try:
    import readline  # gives `input` its line editing
except ImportError:
    readline = None  # type: ignore[assignment]

COMMANDS: Final = {
    "hint": ["hint", "h", "ヒント"],
    "about": ["about", "a", "詳細"],
    "run": ["run", "最後まで"],
    "undo": ["undo", "u", "戻す"],
    "practice": ["practice", "練習"],
    "restart": ["restart", "r", "やり直す"],
    "new": ["new", "n", "新規"],
    "log": ["log", "l", "ログ"],
    "save": ["save", "s", "保存"],
    "quit": ["quit", "q", "exit", "終了"],
    "help": ["help", "?", "ヘルプ"],
}
LEAVE_SIGNALS: Final = ["SIGHUP", "SIGTERM", "SIGBREAK"]
"""Signals after which the game is saved and left. Not every platform has all of them."""
HELP: Final = Message(
    "help",
    "hint [PLAYER]: suggested actions and their chances to win, without looking at the deck.\n"
    "practice: switch to practice mode.  undo: undo a play (practice only).\n"
    "restart: restart this deal.  new [SEED]: a new deal.\n"
    "log: the game log.  save [FILE]: save now.  quit: save and leave.\n"
    "about NAME: the text of a card, if the game has cards with texts.",
    "hint [プレイヤー]: 山札を見ずに考えたおすすめの手と勝率\n"
    "practice: 練習モードにする  undo: 一手戻す（練習モードのみ）\n"
    "restart: 同じ配札を最初から  new [シード]: 別の配札\n"
    "log: 経過  save [ファイル]: 保存  quit: 保存して終了\n"
    "about 名前: カードの説明（説明のあるゲームのみ）",
)
SEEDS: Final = 1_000_000
"""Random seeds are short, so that they are easy to share."""

PAR_SECONDS: Final = 2.0
WATCH_SECONDS: Final = 0.6
MAX_EVENT_LINES: Final = 5
"""Lines that are reserved for recent events."""

MAX_HINTS: Final = 3
LONGEST_VALUE: Final = 24
MAX_LISTED_OPTIONS: Final = 3
"""Maximum number of changed options in the heading."""

NO_SEAT: Final = -1
CLEAR_SCROLLBACK: Final = "\x1b[3J"


class Session(SavedGame):
    """A match with its screen and commands."""

    def __init__(
        self, match: Match, plain: bool, save_to: Path | None, own: Path | None, players: list[str] | None = None
    ) -> None:
        console = stdout_console()
        plain = plain or not console.is_terminal
        super().__init__(match, plain, save_to, own, SeatPlayers(players or [HUMAN] * match.game.seats))
        self.console = console
        self.active_seat = NO_SEAT
        """The seat at the keyboard, if several people share it."""
        self.seen: dict[int, int] = {}
        """Last ply that each seat has seen, if several people share the keyboard."""
        self.recent_events: list[dict[str, Any]] = []
        """Events since the last drawing."""
        self.ending: list[str] = []
        self.redraw = True
        self.screen = find_screen(match.game)
        self.initial_deal = (match.options, match.start)
        """Options and position at the start of the deal. Reloaded cards create another match."""
        self.reloader: CardReloader | None = None
        """Reloads edited card files."""
        self.puzzle: Puzzle | None = None

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
                if not typed and self.seats.spectating and not self.match.over:
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

    # Output

    def viewer(self) -> int:
        """Return the seat whose view is shown."""
        return self.seats.viewer(self.match.seat)

    def switch_player(self) -> bool:
        """Hide the table between two people at one keyboard; return False to leave."""
        seat = self.match.seat
        if self.match.over or not self.seats.shared or seat == self.active_seat:
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

    def draw(self) -> None:
        """Draw the table and the messages; in plain text the messages come first."""
        view = self.match.view(self.viewer())
        messages = [*self.notes, *(line for line in self.ending if not any(line in note for note in self.notes))]
        self.screen.recent = self.recent_events
        if isinstance(self.screen, GenericScreen):
            self.screen.set_choices(self.match, self.viewer(), language())
        self.seen[self.active_seat] = self.match.ply
        if self.plain:
            print(self.heading())
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
        table = self.screen.draw(view, language(), width, height - 7 - wanted)
        room = max(2, height - 6 - table.plain.count("\n"))
        self.console.clear()
        heading = Text(f" {self.heading()} ", "bold reverse")
        heading.truncate(width - 1, overflow="ellipsis")
        self.console.print(heading, end="\n\n")
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

    def heading(self) -> str:
        match = self.match
        number = format_seed(match.seed)
        where = t(f"deal {number}", f"配札 No.{number}")
        if self.puzzle is not None:
            where = say(self.puzzle.title)
            if self.puzzle.par is not None:
                where += t(f" (par {self.puzzle.par})", f"（パー {self.puzzle.par}）")
        elif match.start is not None:
            where = t(f"from a position, {where}", f"局面から、{where}")
        parts = [game_title(self.game), where, t(f"play {match.ply}", f"{match.ply} 手目")]
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
        if self.match.over:
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
        return [t(" ", "").join(lines)] if lines and self.game.seats > 1 else lines

    def latest_log(self) -> list[str]:
        """Return the log lines of the last action, and mark its events as recent."""
        self.recent_events += self.match.events_for(self.viewer())
        return self.log_lines(self.match.ply)

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
        while not self.match.over and not self.seats.spectating and not self.seats.is_human(self.match.seat):
            self.play_for(self.match.seat)

    def play_next(self) -> None:
        """Play one action of a game between computer players."""
        self.notes = []
        self.play_for(self.match.seat)

    def play_for(self, seat: int) -> None:
        match = self.match
        status = contextlib.nullcontext() if self.plain else self.console.status(t("Thinking", "考え中"))
        with status:
            notation = self.seats.choose(match)
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
            while not self.match.over:
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
        match = self.match
        self.ending = []
        if not match.over:
            return
        lines = [match.event_text(event, language()) for event in match.events_for(self.viewer(), match.ply)]
        self.ending = [line for line in lines if line][-1:]
        scores = match.result()
        if self.game.has_payoffs and scores is not None:
            paid = [f"{say(self.game.seat_titles[seat])} {score:+g}" for seat, score in enumerate(scores)]
            self.ending.append(t(f"Payoffs: {', '.join(paid)}.", f"利得: {'、'.join(paid)}"))
        if self.game.seats != 1:
            return
        plays = t(f"You took {match.ply} plays.", f"{match.ply} 手でプレイしました。")
        try:
            with (
                contextlib.nullcontext()
                if self.plain
                else self.console.status(t("Calculating par", "最短手数を計算中"))
            ):
                proof = solve(match.state(0), Limits(seconds=PAR_SECONDS), win_score=self.game.win_score)
        except KeyboardInterrupt:
            self.ending.append(plays)
            return
        if proof.par is not None:
            plays += t(f" Par for this deal is {proof.par}.", f"この配札の最短手数は {proof.par} 手です。")
        elif proof.verdict == SOLVED:
            fewest = len(proof.line)
            plays += t(f" This deal can be won in {fewest}.", f"この配札は {fewest} 手で勝てます。")
        elif proof.verdict == IMPOSSIBLE:
            plays += t(" This deal cannot be won.", "この配札に勝つ手順はありません。")
        self.ending.append(plays)

    def do_hint(self, rest: str) -> None:
        """Show suggested actions. The adviser sees only what this seat sees."""
        match = self.match
        if match.over or self.seats.spectating:
            return
        try:
            with contextlib.nullcontext() if self.plain else self.console.status(t("Thinking", "考え中")):
                found = advise(self.game, match.seat_of(match.seat), rest, xoshiro(match.ply, 1))
        except InvalidInput as failure:
            self.notes = [failure.text(language())]
            return
        self.notes = [
            self.hint_line(advice, number == 0) for number, advice in enumerate(reliable_advice(found)[:MAX_HINTS])
        ]

    def hint_line(self, advice: Advice, best: bool) -> str:
        match = self.match
        notation = self.game.format(match.state(), advice.action)
        sentence = match.describe(notation, language())
        if self.game.seats == 1:
            typed = self.screen.shortest_input(match.view(match.seat), notation)
            sentence = t(f"{typed}, {sentence}", f"{typed}（{sentence}）")
        if advice.chance is not None:
            rate = format_estimate(self.game, advice)
            if self.game.has_payoffs:
                sentence += t(f" (expected payoff {rate})", f"　期待利得 {rate}")
            else:
                sentence += t(f" (wins {rate})", f"　勝率 {rate}")
        return (
            t(f"Hint: {sentence}.", f"ヒント: {sentence}") if best else t(f"  or: {sentence}.", f"　次点: {sentence}")
        )

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

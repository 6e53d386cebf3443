"""One sitting at a game in the terminal."""

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

from tefuda.cli.console import estimate_of, game_title, out
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.generic_screen import GenericScreen
from tefuda.cli.terminal.players import HUMAN, Seating
from tefuda.cli.terminal.reload_cards import Watcher
from tefuda.cli.terminal.saved_game import Keeping
from tefuda.cli.terminal.screen import wrapped
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.errors import InvalidInput, InvalidNotation, TefudaError
from tefuda.core.match import Match
from tefuda.core.puzzle import Puzzle
from tefuda.core.random import xoshiro
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import Message
from tefuda.players.advice import Advice, advise, well_tried
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
LEAVING: Final = ["SIGHUP", "SIGTERM", "SIGBREAK"]
"""Signals after which a game is saved and left, where the platform has them; the last one is that of Windows."""
HELP: Final = Message(
    "help",
    "hint [PLAYER]: what a good player would do, without looking at the deck, and how likely that wins.\n"
    "practice: allow undo.  undo: take a play back.\n"
    "restart: the same deal again.  new [SEED]: another deal.\n"
    "log: what happened.  save [FILE]: save now.  quit: leave, saving.\n"
    "about NAME: what a card does, where the game has such texts.",
    "hint [プレイヤー]: 山札を見ずに考えたおすすめの手と勝率\n"
    "practice: 練習モードにする  undo: 一手戻す（練習モードのみ）\n"
    "restart: 同じ配札を最初から  new [シード]: 別の配札\n"
    "log: 経過  save [ファイル]: 保存  quit: 保存して終了\n"
    "about 名前: カードの説明（説明のあるゲームのみ）",
)
SEEDS: Final = 1_000_000
"""Seeds made here are short enough to tell a friend."""

PAR_SECONDS: Final = 2.0
WATCH_SECONDS: Final = 0.6
MOST_NEWS: Final = 5
"""Lines of news for which the table makes room."""

MOST_HINTS: Final = 3
LONGEST_VALUE: Final = 24
MOST_NAMED: Final = 3
"""Changed options that the heading names one by one."""

NOBODY: Final = -1
FORGET_SCROLLBACK: Final = "\x1b[3J"


class Session(Keeping):
    """A match, and what is said about it."""

    def __init__(
        self, match: Match, plain: bool, save_to: Path | None, own: Path | None, players: list[str] | None = None
    ) -> None:
        console = out()
        plain = plain or not console.is_terminal
        super().__init__(match, plain, save_to, own, Seating(players or [HUMAN] * match.game.seats))
        self.console = console
        self.facing = NOBODY
        """Who sits at the keyboard, where several people share it."""
        self.seen: dict[int, int] = {}
        """By person, how much of the game they have seen, where several share the keyboard."""
        self.news: list[dict[str, Any]] = []
        """What happened since the table was drawn."""
        self.ending: list[str] = []
        self.redraw = True
        self.screen = find_screen(match.game)
        self.first = (match.options, match.start)
        """What this deal began with: editing cards makes another match of it."""
        self.watcher: Watcher | None = None
        """The card files that are being edited meanwhile."""
        self.puzzle: Puzzle | None = None

    def run(self) -> int:
        """Draw, ask, do, until the player leaves. Leaving saves, also when the window is closed."""
        leave_on_signals()
        self.notes = self.welcome()
        self.look_at_end()
        try:
            self.let_others_play()
            while True:
                if not self.hand_over():
                    break
                self.look_at_files()
                if self.redraw:
                    self.draw()
                self.redraw = True
                typed = unicodedata.normalize("NFKC", input(self.prompt())).strip()
                if not typed and self.seats.watching and not self.match.over:
                    self.watch()
                elif typed and not self.do(typed):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        return self.leave()

    def welcome(self) -> list[str]:
        """What is said before anything was typed: the rules in two lines, and what the setup did."""
        if self.match.ply:
            return self.story(self.match.ply)
        told = [
            self.match.event_text(event, language())
            for event in self.screen.opening(self.match.events_for(self.viewer(), 0))
        ]
        if self.puzzle is not None:
            told.append(say(self.puzzle.goal))
        manual = [] if self.seats.watching else say(self.screen.manual(self.match.options)).splitlines()
        return [
            *manual,
            *([t("? lists the commands.", "? でコマンドの一覧を表示します。")] if self.plain else []),
            *told,
        ]

    # What is seen

    def viewer(self) -> int:
        """Whose view is shown."""
        return self.seats.viewer(self.match.seat)

    def hand_over(self) -> bool:
        """Between two people at one keyboard nobody sees the other's hand, nor what was typed; False to leave."""
        seat = self.match.seat
        if self.match.over or not self.seats.shared or seat == self.facing:
            return True
        self.facing = seat
        if self.game.information != "hidden" or not sys.stdin.isatty():
            return True
        if self.plain:
            print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write(FORGET_SCROLLBACK)
        name = say(self.game.seat_titles[seat])
        line = t(
            f" {name} is next. Hand over the keyboard, then press Enter.",
            f" 次は{name}の手番です。交代したら Enter を押してください。",
        )
        while typed := input(line).strip().lower():
            if typed in COMMANDS["quit"]:
                return False
        if readline is not None:
            readline.clear_history()
        since = self.seen.get(seat)
        if since is not None and since < self.match.ply:
            self.notes = [line for ply in range(since + 1, self.match.ply + 1) for line in self.story(ply)]
        return True

    def draw(self) -> None:
        """The table, and what there is to say; in plain text the news comes first."""
        view = self.match.view(self.viewer())
        said = [*self.notes, *(line for line in self.ending if not any(line in note for note in self.notes))]
        self.screen.recent = self.news
        if isinstance(self.screen, GenericScreen):
            self.screen.offer(self.match, self.viewer(), language())
        self.seen[self.facing] = self.match.ply
        if self.plain:
            print(self.heading())
            for line in said:
                print(self.screen.plain_text(line))
            print(self.screen.plain(view, language()))
        else:
            self.draw_all(view, said)
        self.notes, self.news = [], []

    def draw_all(self, view: dict[str, Any], said: list[str]) -> None:
        """The heading, the table and what there is to say, no more than fits: of news the last lines are kept.

        What answers a command is no news: the table makes room for all of it, and its first lines are kept.
        """
        width, height = self.console.width, self.console.height
        news = [part for line in said for part in wrapped(line, width - 2)]
        answering = not self.news
        wanted = len(news) if answering else min(len(news), MOST_NEWS)
        table = self.screen.draw(view, language(), width, height - 7 - wanted)
        room = max(2, height - 6 - table.plain.count("\n"))
        self.console.clear()
        heading = Text(f" {self.heading()} ", "bold reverse")
        heading.truncate(width - 1, overflow="ellipsis")
        self.console.print(heading, end="\n\n")
        self.console.print(table)
        if len(news) > room and answering:
            cut = len(news) - room + 1
            news = [
                *news[: room - 1],
                t(f"({cut} more lines: make the window larger)", f"（あと {cut} 行: 画面を広げると表示されます）"),
            ]
        elif len(news) > room:
            cut = len(news) - room + 1
            news = [t(f"({cut} earlier lines: log)", f"（手前の {cut} 行は log で見られます）"), *news[cut:]]
        for line in news:
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
        if len(changed) > MOST_NAMED:
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
            if self.seats.watching:
                asks = t(
                    "Enter: next play, or: run (Ctrl-C stops)", "Enter で次の手、または run 最後まで（Ctrl-C で停止）"
                )
            else:
                asks = say(self.screen.asks(self.match.view(self.viewer()))) + t(", or: hint", "、または hint ヒント")
            line = t(
                f"{asks}  {undo[0]}  restart  new  log  save  quit  ? help",
                f"{asks}  {undo[1]}  quit 終了  ? 一覧",
            )
        self.console.print(Padding(Text(line, "dim"), (0, 1)), soft_wrap=False)
        return " > "

    def story(self, ply: int) -> list[str]:
        """What happened in an action, told to whoever looks."""
        told = self.match.events_for(self.viewer(), ply)
        lines = [line for line in (self.match.event_text(event, language()) for event in told) if line]
        return [t(" ", "").join(lines)] if lines and self.game.seats > 1 else lines

    def latest(self) -> list[str]:
        """The story of the last action, which is then news on the table."""
        self.news += self.match.events_for(self.viewer())
        return self.story(self.match.ply)

    # What is done

    def do(self, typed: str) -> bool:
        """Do what was typed; False to leave. One letter is a command only where nothing follows it."""
        word, _, rest = typed.partition(" ")
        for command, words in COMMANDS.items():
            if word.lower() in words and (len(word) > 1 or not rest):
                if command == "quit":
                    return False
                getattr(self, f"do_{command}")(rest.strip())
                return True
        self.act(typed)
        return True

    def act(self, typed: str) -> None:
        """Play what was typed, or say why not."""
        match = self.match
        if self.seats.watching and not match.over:
            self.notes = [t("You are watching: Enter for the next play.", "観戦中です。Enter で次の手に進みます。")]
            return
        notation = self.screen.read(match.view(self.viewer()), typed)
        try:
            match.play(match.seat, match.ply, notation)
        except TefudaError as error:
            self.notes = [error.text(language())]
            if isinstance(error, InvalidNotation):
                self.notes.append(t("? lists what can be typed.", "? で入力できるものを表示します。"))
            return
        self.notes = self.latest()
        self.look_at_end()
        self.let_others_play()

    def look_at_files(self) -> None:
        """Where card files are being edited: play on with what they say now."""
        if self.watcher is None:
            return
        changed = self.watcher.look()
        self.notes += self.watcher.notes
        self.watcher.notes = []
        if changed:
            again, note = self.watcher.play_on(self.match)
            self.match, self.kept = again, self.kept if again is self.match else ()
            self.notes += [note] if note else []
            if again.ply == 0:
                self.notes.append(t("Undo goes back to here.", "undo で戻れるのはここまでです。"))

    def let_others_play(self) -> None:
        """The players of the program take their turns until a person has to decide."""
        while not self.match.over and not self.seats.watching and not self.seats.is_human(self.match.seat):
            self.play_for(self.match.seat)

    def watch(self) -> None:
        """One play of a game that nobody here plays in."""
        self.notes = []
        self.play_for(self.match.seat)

    def play_for(self, seat: int) -> None:
        match = self.match
        status = contextlib.nullcontext() if self.plain else self.console.status(t("Thinking", "考え中"))
        with status:
            notation = self.seats.choose(match)
        match.play(seat, match.ply, notation)
        self.notes += self.latest()
        self.look_at_end()

    def do_run(self, _: str) -> None:
        """Watch a game of the program's players to its end; Ctrl-C stops before."""
        if not self.seats.watching:
            self.notes = [t("That is for watching: the next play is yours.", "観戦用の命令です。次はあなたの番です。")]
            return
        with contextlib.suppress(KeyboardInterrupt):
            while not self.match.over:
                self.watch()
                if self.plain:
                    print(*self.notes, sep="\n")
                    self.notes = []
                else:
                    self.draw()
                    time.sleep(WATCH_SECONDS)

    def do_about(self, rest: str) -> None:
        """What the game has to say about something."""
        lines = self.screen.about(self.match.view(self.viewer()), rest, language())
        self.notes = lines or [t(f"Nothing is known about {rest!r}.", f"{rest!r} についての説明はありません。")]

    def look_at_end(self) -> None:
        """After the end: how it compares with the best that was possible. Ctrl-C skips that."""
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
                else self.console.status(t("Looking for par", "最短手数を計算中"))
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
        """What a strong player would do, which knows no more than this seat, and how likely that is to win."""
        match = self.match
        if match.over or self.seats.watching:
            return
        try:
            with contextlib.nullcontext() if self.plain else self.console.status(t("Thinking", "考え中")):
                found = advise(self.game, match.seat_of(match.seat), rest, xoshiro(match.ply, 1))
        except InvalidInput as failure:
            self.notes = [failure.text(language())]
            return
        self.notes = [
            self.hint_line(advice, number == 0) for number, advice in enumerate(well_tried(found)[:MOST_HINTS])
        ]

    def hint_line(self, advice: Advice, best: bool) -> str:
        match = self.match
        notation = self.game.format(match.state(), advice.action)
        sentence = match.describe(notation, language())
        if self.game.seats == 1:
            typed = self.screen.typed(match.view(match.seat), notation)
            sentence = t(f"{typed}, {sentence}", f"{typed}（{sentence}）")
        if advice.chance is not None:
            rate = estimate_of(self.game, advice)
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
                    "Undo is for practice games. Type practice to make this one; its replay will say so.",
                    "一手戻せるのは練習モードだけです。practice で切り替えられ、リプレイに記録されます。",
                )
            ]
        elif self.match.undo():
            while self.match.ply and not self.seats.watching and not self.seats.is_human(self.match.seat):
                self.match.undo()
            self.ending = []
            self.notes = [t("Taken back.", "一手戻しました。")]
            self.let_others_play()
        else:
            self.notes = [t("There is nothing to take back.", "戻す手がありません。")]

    def do_practice(self, _: str) -> None:
        self.match.practice = True
        self.notes = [t("A practice game: undo takes a play back.", "練習モードです。undo で一手戻せます。")]

    def do_restart(self, _: str) -> None:
        """The same deal from its start."""
        match = self.match
        options, start = self.first
        again = Match(self.game, match.seed, options or None, start)
        again.practice = match.practice
        self.begin(again, t("The same deal from its start.", "同じ配札を最初から始めます。"))

    def do_new(self, rest: str) -> None:
        """Another deal, or the one whose seed follows."""
        if self.puzzle is not None:
            en, ja = (
                "A puzzle is the same every time: restart, or choose another one.",
                "パズルは毎回同じです。restart でやり直せます。",
            )
            self.notes = [t(en, ja)]
            return
        try:
            seed = parse_seed(rest) if rest else secrets.randbelow(SEEDS)
        except InvalidInput as failure:
            self.notes = [failure.text(language())]
            return
        self.begin(Match(self.game, seed, self.match.options or None), t("A new deal.", "新しい配札です。"))

    def begin(self, match: Match, note: str) -> None:
        """Another match at this table; the one so far is kept."""
        kept: list[str] = []
        if self.unsaved():
            self.do_save("")
            kept = self.notes
        self.match = match
        self.first = (match.options, match.start)
        self.save_to = self.own = None
        self.kept = self.progress()
        self.ending = []
        self.notes = [*kept, note]
        self.facing = NOBODY
        self.look_at_end()
        self.let_others_play()

    def do_log(self, _: str) -> None:
        """Everything that happened so far, below the table."""
        for ply in range(self.match.ply + 1):
            line = f"{ply:>3}  {' '.join(self.story(ply))}"
            self.console.print(Text(self.screen.plain_text(line) if self.plain else line), soft_wrap=False)
        self.redraw = False

    def do_help(self, _: str) -> None:
        self.notes = [*say(self.screen.manual(self.match.options)).splitlines(), *say(HELP).splitlines()]


def leave_on_signals() -> None:
    """Leave, and so save, when the window is closed or the process is told to end."""
    for name in LEAVING:
        with contextlib.suppress(AttributeError, ValueError):  # no such signal, or not in the main thread
            signal.signal(getattr(signal, name), _leave_now)


def _leave_now(number: int, frame: FrameType | None) -> None:
    """Somebody closed the window: leave as after Ctrl-D."""
    raise EOFError

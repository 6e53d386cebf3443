"""A tutorial in the terminal."""

import unicodedata
from typing import Final

from rich.padding import Padding
from rich.text import Text
from typing_extensions import override

from tefuda.cli.console import game_title
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.command_words import COMMANDS
from tefuda.cli.terminal.display import Display
from tefuda.cli.terminal.players import HUMAN, SeatPlayers
from tefuda.core.errors import TefudaError
from tefuda.core.tutorial import Lesson, Tutorial, play_lesson

NEXT: Final = ["next", "n", "次"]
BACK: Final = ["back", "b", "前"]


class TutorialSession(Display):
    """The lessons of a tutorial, one after the other."""

    def __init__(self, tutorial: Tutorial, plain: bool) -> None:
        seats = SeatPlayers([HUMAN, *["CPU"] * (tutorial.game.seats - 1)])
        super().__init__(tutorial.match_at(0), plain, None, None, seats)
        self.tutorial = tutorial
        self.number = 0

    @property
    def lesson(self) -> Lesson:
        return self.tutorial.lessons[self.number]

    def run(self) -> int:
        """Show the lessons until the last one is done or the player leaves."""
        self.notes = self.lesson_lines()
        try:
            while True:
                self.draw()
                typed = unicodedata.normalize("NFKC", input(self.prompt())).strip()
                if not self.run_input(typed):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        return 0

    def run_input(self, typed: str) -> bool:
        """Run a command or an action; return False to leave."""
        word, _, rest = typed.partition(" ")
        if typed.lower() in COMMANDS["quit"]:
            return False
        if typed.lower() in NEXT or (not typed and not self.lesson.plays):
            return self.open_lesson(self.number + 1, [])
        if typed.lower() in BACK:
            return self.open_lesson(max(0, self.number - 1), [])
        if typed.lower() in [*COMMANDS["hint"], *COMMANDS["help"]]:
            self.notes = [*self.lesson_lines(), *self.hint_lines()]
        elif word.lower() in COMMANDS["about"] and rest:
            lines = self.screen.about(self.match.view(0), rest, language())
            self.notes = lines or [t(f"No description for {rest!r}.", f"{rest!r} についての説明はありません。")]
        elif not typed or not self.lesson.plays:
            self.notes = self.lesson_lines()
        else:
            return self.play_input(typed)
        return True

    def play_input(self, typed: str) -> bool:
        """Play the action of the lesson, or say why not; return False after the last lesson."""
        match, lesson = self.match, self.lesson
        try:
            notation = self.screen.parse_input(match.view(0), typed)
            action = match.game.parse(match.state(), notation)
            accepted = next((play for play in lesson.plays if match.game.parse(match.state(), play) == action), None)
            if accepted is None and match.state().is_legal(action):
                reason = t(
                    "That is legal, but not the move of this lesson.", "それもできますが、この課題の手ではありません。"
                )
            elif accepted is None:
                reason = match.game.texts.why_illegal(match.state(), action).text(language())
        except TefudaError as error:
            accepted, reason = None, error.text(language())
        if accepted is None:
            self.notes = [reason, *self.hint_lines()]
            return True
        before = match.ply
        play_lesson(match, lesson, accepted)
        log = [line for ply in range(before + 1, match.ply + 1) for line in self.log_lines(ply)]
        return self.open_lesson(self.number + 1, [*log, say(lesson.result) if lesson.result else ""])

    def open_lesson(self, number: int, before: list[str]) -> bool:
        """Open a lesson, below lines about the one before; return False after the last one."""
        if number == len(self.tutorial.lessons):
            print(
                t(
                    f"Tutorial complete. Next: tefuda play {self.game.id}",
                    f"チュートリアル終了。次は: tefuda play {self.game.id}",
                )
            )
            return False
        self.number = number
        if before and self.lesson.position is not None:
            # The board of the lesson before is shown once more, with what happened.
            self.notes = before
            self.draw()
            input(t(" Press Enter to continue. > ", " Enter で次へ > "))
            before = []
        self.match = self.tutorial.match_at(number)
        self.notes = [*before, *self.lesson_lines()]
        return True

    def lesson_lines(self) -> list[str]:
        """Return text and task of the lesson."""
        count = len(self.tutorial.lessons)
        place = t(f"Lesson {self.number + 1} of {count}:", f"レッスン {self.number + 1}/{count}:")
        lines = ["", f"{place} {say(self.lesson.text)}"]
        return [*lines, f"→ {say(self.lesson.task)}"] if self.lesson.task else lines

    def hint_lines(self) -> list[str]:
        """Return the hint of the lesson, and what to type."""
        if self.lesson.hint is None:
            return []
        typed = self.screen.shortest_input(self.match.view(0), self.lesson.plays[0])
        return [say(self.lesson.hint), t(f"Type: {typed}", f"入力: {typed}")]

    @override
    def heading(self) -> str:
        return f"{game_title(self.game)} · {say(self.tutorial.title)}"

    @override
    def prompt(self) -> str:
        if self.plain:
            return "> "
        if self.lesson.plays:
            line = t(
                "Type the move, or: hint  back  next  quit",
                "手を入力、または hint ヒント  back 前へ  next 次へ  quit 終了",
            )
        else:
            line = t("Enter: continue, or: back  quit", "Enter で次へ、または back 前へ  quit 終了")
        self.console.print(Padding(Text(line, "dim"), (0, 1)), soft_wrap=False)
        return " > "

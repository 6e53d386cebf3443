"""What all commands share: where they print, how long work shows its progress, how options are read."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from tefuda.cli.language import language, t
from tefuda.core.game import Game
from tefuda.core.source import Source, read_file
from tefuda.core.text import Invalid, Message, Problem


def out() -> Console:
    """Standard output, with colour where it is a terminal and nobody objects (NO_COLOR)."""
    return Console(highlight=False, soft_wrap=True)


def complain(text: str) -> None:
    """A sentence to standard error."""
    print(text, file=sys.stderr)


def print_json(value: Any) -> None:
    """One object, on one line."""
    print(json.dumps(value, ensure_ascii=False))


def invalid(code: str, en: str, ja: str) -> Invalid:
    """Something is wrong with what was asked for."""
    return Invalid([Problem([], Message(code, en, ja))])


def at_least_one(name: str, value: float) -> None:
    """Raises `Invalid` for numbers below 1."""
    if value < 1:
        raise invalid(
            "range", f"{name} must be at least 1, not {value}.", f"{name} は 1 以上にしてください（{value}）。"
        )


def read_option_flags(game: Game, flags: list[str]) -> dict[str, Any]:
    """`name=value` flags as options of a game; raises `Invalid`."""
    given: dict[str, Any] = {}
    for flag in flags:
        name, equals, value = flag.partition("=")
        if not equals:
            raise invalid(
                "option_form",
                f"{flag!r} is no option: write name=value, like field_size=9.",
                f"{flag!r} は設定として読めません。field_size=9 のように書いてください。",
            )
        given[name] = int(value) if value.removeprefix("-").isdecimal() else value
    game.read_options(given)
    return given


def read_position(path: Path) -> Source:
    """A file that holds a position; raises `InvalidFile`."""
    source = read_file(path)
    if not isinstance(source.data, dict):
        en, ja = "a position is a mapping.", "局面はマッピングで書きます。"
        raise source.invalid([Problem([], Message("not_a_mapping", en, ja))])
    return source


class RateColumn(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s", style="cyan")


def progress_bar() -> Progress:
    """A bar on standard error, with rate and time left; nothing where that is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def game_title(game: Game) -> str:
    return game.title.text(language())


def stopped() -> str:
    """What is said when Ctrl-C ended a long work early."""
    return t("Stopped early: these are the results so far.", "途中で止めました。ここまでの結果です。")

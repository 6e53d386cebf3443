"""What all commands share: where they print, how long work shows its progress, how options are read."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from tefuda.cli.language import language, t
from tefuda.cli.terminal.screen import wrapped
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message
from tefuda.lab.runs.parallel import cores
from tefuda.players.advice import Advice

MOST_WORKERS = 64


class Output(Console):
    """Standard output. A pipe that somebody closed is an error like any other, and not the end of the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def out() -> Console:
    """Standard output, with colour where it is a terminal and nobody objects (NO_COLOR)."""
    return Output(highlight=False, soft_wrap=True)


def complain(text: str) -> None:
    """A sentence to standard error."""
    print(text, file=sys.stderr)


def print_wrapped(console: Console, text: str, indent: str, style: str = "") -> None:
    """A sentence; in a terminal it goes on in further lines, between words."""
    lines = wrapped(text, console.width - len(indent) - 1) if console.is_terminal else [text]
    for line in lines:
        console.print(Text(f"{indent}{line}", style))


def print_json(value: Any) -> None:
    """One object, on one line."""
    print(json.dumps(value, ensure_ascii=False))


def no_ply(ply: int, match: Match) -> InvalidInput:
    """There is no such point in a game."""
    return invalid_input(
        "ply", f"There is no ply {ply}: 0 to {match.ply}.", f"{ply} 手目はありません（0 から {match.ply}）。"
    )


def in_range(name: str, value: float, low: float, high: float) -> None:
    """Raises `InvalidInput` for numbers out of range, and for what is no number."""
    if not low <= value <= high:
        en = f"{name} must be from {low:,} to {high:,}, not {value}."
        raise invalid_input("range", en, f"{name} は {low:,} から {high:,} までにしてください（{value}）。")


def read_workers(workers: int, jobs: int) -> int:
    """How many processes to start: as asked, or one for each core where there is work for them."""
    in_range("--workers", workers, 0, MOST_WORKERS)
    return workers or min(cores(), max(1, jobs))


def column(label: str, width: int) -> str:
    """A label in a column so wide, on screens where Japanese letters take two places."""
    return label + " " * max(1, width - cell_len(label))


def read_flags(flags: list[str], name: str, example: str) -> dict[str, Any]:
    """`name=value` flags as a mapping; raises `InvalidInput`."""
    given: dict[str, Any] = {}
    for flag in flags:
        key, equals, value = flag.partition("=")
        if not equals or not key:
            raise invalid_input(
                "option_form",
                f"{name} {flag!r} is not understood: write name=value, like {example}.",
                f"{name} {flag!r} は読めません。{example} のように書いてください。",
            )
        if key in given:
            raise invalid_input("option_twice", f"{key} is given twice.", f"{key} が二度指定されています。")
        given[key] = value
    return given


def read_option_flags(game: Game, flags: list[str]) -> dict[str, Any]:
    """`name=value` flags as options of a game; raises `InvalidInput`."""
    example = f"{game.options[0].name}={game.options[0].default}" if game.options else "name=value"
    given = read_flags(flags, "--option", example)
    for name, value in given.items():
        if value.removeprefix("-").isdecimal() and len(value) < 20:
            given[name] = int(value)
    game.read_options(given)
    return given


def deck_options(game: Game, given: dict[str, Any], decks: list[str]) -> dict[str, Any]:
    """The options with the decks named by `--deck`, each an id or a file; raises `InvalidInput`."""
    if not decks:
        return given
    from tefuda.cardlang.workshop import find_workshop
    from tefuda.cli.commands.cards import find_deck

    workshop = find_workshop(game.id)
    names = [option.name for option in game.options if option.name.split(".")[0] == "deck"]
    if len(decks) > len(names):
        en, ja = f"{len(names)} deck(s) are used, and {len(decks)} named.", f"使うデッキは {len(names)} 個です。"
        raise invalid_input("decks", en, ja)
    values = dict(given)
    for name, deck in zip(names, decks, strict=False):
        if name in values:
            raise invalid_input("option_twice", f"{name} is given twice.", f"{name} が二度指定されています。")
        known = deck in workshop.decks()
        values[name] = deck if known else workshop.deck_value(find_deck(workshop, deck))
    game.read_options(values)
    return values


def read_position(path: Path) -> Source:
    """A file that holds a position; raises `InvalidFile`."""
    source = read_file(path)
    if not isinstance(source.data, dict):
        en, ja = "a position is a mapping.", "局面は「キー: 値」の形で書いてください。"
        raise source.invalid([Problem([], Message("not_a_mapping", en, ja))])
    return source


class RateColumn(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s", style="cyan")


def progress_bar(rate: bool = True) -> Progress:
    """A bar on standard error, with rate and time left; nothing where that is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *([RateColumn()] if rate else []),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def estimate_of(game: Game, advice: Advice) -> str:
    """The chance to win of what is advised, or the expected payoff; nothing where there is no estimate."""
    if advice.chance is None:
        return ""
    return f"{game.score_at(advice.chance):+.2f}" if game.has_payoffs else f"{100 * advice.chance:.0f} %"


def game_title(game: Game) -> str:
    return game.title.text(language())


def stopped() -> str:
    """What is said when Ctrl-C ended a long work early."""
    return t("Stopped early: these are the results so far.", "途中で止めました。ここまでの結果です。")

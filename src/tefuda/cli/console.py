"""Output, progress bars and option parsing for all commands."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from typing_extensions import override

from tefuda.cardlang.card_schema import CardLoader
from tefuda.cli.language import language, t
from tefuda.cli.terminal.screen import wrap_text
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.source import InvalidFiles, Source, read_file
from tefuda.core.text import Message
from tefuda.lab.runs.parallel import available_cores
from tefuda.players.advice import Advice

MAX_WORKERS = 64
GAMES_PER_WORKER = 50
"""Games that justify another process. A run of fewer games ends before a process has started."""


class Output(Console):
    """Standard output. A closed pipe raises an error instead of ending the process."""

    @override
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def stdout_console() -> Console:
    """Return standard output, coloured in a terminal unless NO_COLOR is set."""
    return Output(highlight=False, soft_wrap=True)


def print_error(text: str) -> None:
    """Print a message to standard error."""
    print(text, file=sys.stderr)


def report_cards(loader: CardLoader) -> None:
    """Name the custom cards that are left out, and those that replace an included card."""
    for failure in [*loader.failures, *loader.replacements().values()]:
        print_error(failure.text(language()))
    if loader.failures:
        en = "Invalid cards are left out. The others are used."
        print_error(t(en, "誤りのあるカードを除いて読み込みました。"))


def refuse_cards(loader: CardLoader) -> None:
    """Raise `InvalidFiles` if a custom card is invalid."""
    if loader.failures:
        raise InvalidFiles(loader.failures)
    report_cards(loader)


def print_wrapped(console: Console, text: str, indent: str, style: str = "") -> None:
    """Print a sentence; in a terminal it wraps between words."""
    lines = wrap_text(text, console.width - len(indent) - 1) if console.is_terminal else [text]
    for line in lines:
        console.print(Text(f"{indent}{line}", style))


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def invalid_ply(ply: int, match: Match) -> InvalidInput:
    """Return the error for a ply that the game does not have."""
    return invalid_input(
        "ply", f"Ply {ply} does not exist. Use 0 to {match.ply}.", f"{ply} 手目はありません（0 から {match.ply}）。"
    )


def cannot_write(path: Path, failure: OSError) -> InvalidInput:
    """Return the error of a file that cannot be written."""
    en, ja = f"{path} cannot be written: {failure.strerror}.", f"{path} に書き込めません: {failure.strerror}"
    return invalid_input("cannot_write", en, ja)


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Raise `InvalidInput` for a number out of range, and for NaN."""
    if not low <= value <= high:
        en = f"{name} must be from {low:,} to {high:,}, not {value}."
        raise invalid_input("range", en, f"{name} は {low:,} から {high:,} までにしてください（{value}）。")


def read_workers(workers: int, jobs: int) -> int:
    """Return the number of processes: as given, or one per core, but not more than jobs."""
    check_range("--workers", workers, 0, MAX_WORKERS)
    return workers or min(available_cores(), max(1, jobs))


def column(label: str, width: int) -> str:
    """Pad a label to a column width. Japanese characters take two columns."""
    return label + " " * max(1, width - cell_len(label))


def read_flags(flags: list[str], name: str, example: str) -> dict[str, Any]:
    """Parse `name=value` flags; raise `InvalidInput`."""
    given: dict[str, Any] = {}
    for flag in flags:
        key, equals, value = flag.partition("=")
        if not equals or not key:
            raise invalid_input(
                "option_form",
                f"Invalid {name} {flag!r}. Use name=value, such as {example}.",
                f"{name} {flag!r} は読めません。{example} のように書いてください。",
            )
        if key in given:
            raise invalid_input("option_twice", f"{key} is given twice.", f"{key} が二度指定されています。")
        given[key] = value
    return given


def read_option_flags(game: Game, flags: list[str]) -> dict[str, Any]:
    """Parse `name=value` flags as options of a game, each checked alone; raise `InvalidInput`."""
    example = f"{game.options[0].name}={game.options[0].default}" if game.options else "name=value"
    given = read_flags(flags, "--option", example)
    for name, value in given.items():
        if value.removeprefix("-").isdecimal() and len(value) < 20:
            given[name] = int(value)
    game.option_values(given)
    return given


def read_options(game: Game, flags: list[str], decks: list[str]) -> dict[str, Any]:
    """Return the options of `--option` and `--deck`. A deck is an id or a file; raise `InvalidInput`."""
    values = read_option_flags(game, flags)
    if decks:
        add_decks(game, values, decks)
    game.read_options(values)
    return values


def add_decks(game: Game, values: dict[str, Any], decks: list[str]) -> None:
    """Add the decks to the options. Deck files are checked against them."""
    from tefuda.cardlang.workshop import find_workshop
    from tefuda.cli.commands.cards import find_deck

    workshop = find_workshop(game.id)
    names = [option.name for option in game.options if option.name.split(".")[0] == "deck"]
    if len(decks) > len(names):
        en, ja = f"The game uses {len(names)} deck(s); {len(decks)} are named.", f"使うデッキは {len(names)} 個です。"
        raise invalid_input("decks", en, ja)
    options = dict(values)
    for name, deck in zip(names, decks, strict=False):
        if name in values:
            raise invalid_input("option_twice", f"{name} is given twice.", f"{name} が二度指定されています。")
        known = deck in workshop.decks()
        values[name] = deck if known else workshop.deck_value(find_deck(workshop, deck, options))


def read_position(path: Path) -> Source:
    """Read a position file; raise `InvalidFile`."""
    source = read_file(path)
    if not isinstance(source.data, dict):
        en, ja = "a position is a mapping.", "局面は「キー: 値」の形で書いてください。"
        raise source.invalid([Problem([], Message("not_a_mapping", en, ja))])
    return source


class RateColumn(ProgressColumn):
    """The number of steps per second."""

    @override
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s", style="cyan")


def progress_bar(rate: bool = True) -> Progress:
    """Return a progress bar on standard error; it is disabled outside a terminal."""
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


def format_percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def format_estimate(game: Game, advice: Advice) -> str:
    """Return the chance to win or the expected payoff of an advice; empty without an estimate."""
    if advice.chance is None:
        return ""
    return f"{game.score_at(advice.chance):+.2f}" if game.has_payoffs else f"{100 * advice.chance:.0f} %"


def game_title(game: Game) -> str:
    return game.title.text(language())


def stopped_message() -> str:
    """Return the message after Ctrl-C."""
    return t("Stopped early. These are the results so far.", "途中で止めました。ここまでの結果です。")

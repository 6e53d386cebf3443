"""`tefuda decks table`: every deck against every other one."""

from typing import Any

from rich.cells import cell_len
from rich.text import Text

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.commands.cards import find_deck
from tefuda.cli.commands.simulate import FEW_GAMES, MOST_GAMES, measured_rows, opening_rows, print_row
from tefuda.cli.console import (
    column,
    complain,
    game_title,
    in_range,
    out,
    print_json,
    progress_bar,
    read_option_flags,
    read_workers,
    stopped,
)
from tefuda.cli.language import say, t
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.lab.runs.deck_matchups import DeckTable
from tefuda.lab.stats.intervals import wilson

RATE = 6
"""Columns for a rate. Six decks and their names fit into a line of 80."""


def deck_table(
    game_id: str,
    decks: list[str],
    player: str,
    games: int,
    seed: str,
    options: list[str],
    workers: int,
    markdown: bool,
    as_json: bool,
) -> int:
    """Play and show the table; 130 where Ctrl-C ended it early."""
    game = find_game(game_id)
    workshop = find_workshop(game_id)
    in_range("--games", games, 2, MOST_GAMES)
    named = decks or list(workshop.decks())
    values = [deck if deck in workshop.decks() else workshop.deck_value(find_deck(workshop, deck)) for deck in named]
    labels = [say(find_deck(workshop, deck).name) for deck in named]
    table = DeckTable(game_id, values, player, parse_seed(seed), read_option_flags(game, options))
    workers = read_workers(workers, games * len(table.tallies) // FEW_GAMES)
    with progress_bar() as bar:
        task = bar.add_task(f"{game.id}: {player}", total=(games + games % 2) * len(table.tallies))
        complete = table.play(games, workers, lambda more: bar.advance(task, more))
    if as_json:
        print_json({**table.figures(), "complete": complete})
    elif markdown:
        print(as_markdown(table, labels))
    else:
        show(table, labels, f"{game_title(game)}  {player}")
    if not complete:
        complain(stopped())
        return 130
    return 0


def rows_of(table: DeckTable) -> list[list[str]]:
    """The rates in percent, a row for each deck; its last entries are those against all others."""
    rows = []
    for one in range(len(table.decks)):
        row = []
        for two in range(len(table.decks)):
            won, games = table.score(one, two)
            row.append("–" if one == two else share(won, games))
        won, games = table.against_field(one)
        low, high = wilson(won, games)
        rows.append([*row, share(won, games), f"{100 * low:.1f}–{100 * high:.1f}"])
    return rows


def share(won: float, games: int) -> str:
    return f"{100 * won / games:.1f}" if games else "?"


def facts(table: DeckTable) -> list[tuple[str, str]]:
    """What all the games together say."""
    total = table.total()
    summary: dict[str, Any] = total.summary()
    return [
        (t("games", "ゲーム数"), f"{total.games:,}"),
        *opening_rows(summary),
        *measured_rows(summary),
        (t("draws", "引き分け"), str(total.draws)),
        (t("unfinished", "未決着"), str(total.unfinished)),
    ]


def show(table: DeckTable, labels: list[str], title: str) -> None:
    console = out()
    console.print(Text(title, "bold"))
    width = max(cell_len(label) for label in labels) + 2
    heads = [*[str(number) for number in range(1, len(labels) + 1)], t("all", "全体"), t("95 %", "95 % 区間")]
    console.print(
        Text("     " + column("", width) + "".join(column(head, RATE) for head in heads), "dim"), soft_wrap=True
    )
    for number, (label, row) in enumerate(zip(labels, rows_of(table), strict=True), 1):
        cells = "".join(column(cell, RATE) for cell in row)
        console.print(Text(f"  {number}  {column(label, width)}{cells}"), soft_wrap=True)
    for label, value in facts(table):
        print_row(console, label, value)


def as_markdown(table: DeckTable, labels: list[str]) -> str:
    """The table for a page."""
    heads = ["", *labels, t("all others", "対全体"), t("95 % interval", "95 % 区間")]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {label} | {' | '.join(row)} |" for label, row in zip(labels, rows_of(table), strict=True)]
    lines += ["", *[f"- {label}: {value}" for label, value in facts(table)]]
    return "\n".join(lines)

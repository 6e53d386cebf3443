"""`tefuda decks table`: every deck against every other one."""

from typing import Any

from rich.cells import cell_len
from rich.text import Text

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.commands.cards import find_deck
from tefuda.cli.commands.simulate import MAX_GAMES, first_player_rows, measured_rows, print_row
from tefuda.cli.console import (
    GAMES_PER_WORKER,
    check_range,
    column,
    game_title,
    print_error,
    print_json,
    progress_bar,
    read_option_flags,
    read_workers,
    stdout_console,
    stopped_message,
)
from tefuda.cli.language import say, t
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.lab.runs.count_games import count_games
from tefuda.lab.stats.intervals import wilson
from tefuda.lab.studies.deck_matchups import DeckMatchups, MatchupTable

RATE_WIDTH = 6
"""Columns for a rate. Six decks with names fit into 80 columns."""


def deck_table(
    game_id: str,
    *,
    decks: list[str],
    player: str,
    games: int,
    seed: str,
    options: list[str],
    workers: int,
    markdown: bool,
    as_json: bool,
) -> int:
    """Play and show the table; return 130 if Ctrl-C stopped it early."""
    game = find_game(game_id)
    workshop = find_workshop(game_id)
    check_range("--games", games, 2, MAX_GAMES)
    named = decks or list(workshop.decks())
    given = read_option_flags(game, options)
    found = [find_deck(workshop, deck, given) for deck in named]
    values = [
        name if name in workshop.decks() else workshop.deck_value(deck) for name, deck in zip(named, found, strict=True)
    ]
    labels = [say(deck.name) for deck in found]
    study = DeckMatchups(game_id, values, player, parse_seed(seed), given)
    workers = read_workers(workers, games * len(study.cells) // GAMES_PER_WORKER)
    games += games % 2
    with progress_bar() as bar:
        task = bar.add_task(f"{game.id}: {player}", total=games * len(study.cells))
        tallies, complete = count_games(study, games, workers, lambda done: bar.update(task, completed=done))
    table = MatchupTable(study, tallies)
    if as_json:
        print_json({**table.figures(), "complete": complete})
    elif markdown:
        print(as_markdown(table, labels))
    else:
        show_table(table, labels, f"{game_title(game)}  {player}")
    if not complete:
        print_error(stopped_message())
        return 130
    return 0


def rate_rows(table: MatchupTable) -> list[list[str]]:
    """Return the rates in percent, a row for each deck; the last two entries are against all others."""
    rows = []
    for one in range(len(table.decks)):
        row = []
        for two in range(len(table.decks)):
            won, games = table.score(one, two)
            row.append("–" if one == two else format_rate(won, games))
        won, games = table.score_against_all(one)
        low, high = wilson(won, games)
        rows.append([*row, format_rate(won, games), f"{100 * low:.1f}–{100 * high:.1f}"])
    return rows


def format_rate(won: float, games: int) -> str:
    return f"{100 * won / games:.1f}" if games else "?"


def total_rows(table: MatchupTable) -> list[tuple[str, str]]:
    """Return the rows for all games together."""
    total = table.total()
    summary: dict[str, Any] = total.summary()
    return [
        (t("games", "ゲーム数"), f"{total.games:,}"),
        *first_player_rows(summary),
        *measured_rows(summary),
        (t("draws", "引き分け"), str(total.draws)),
        (t("unfinished", "未決着"), str(total.unfinished)),
    ]


def show_table(table: MatchupTable, labels: list[str], title: str) -> None:
    console = stdout_console()
    console.print(Text(title, "bold"))
    width = max(cell_len(label) for label in labels) + 2
    heads = [*[str(number) for number in range(1, len(labels) + 1)], t("all", "全体"), t("95 %", "95 % 区間")]
    console.print(
        Text("     " + column("", width) + "".join(column(head, RATE_WIDTH) for head in heads), "dim"), soft_wrap=True
    )
    for number, (label, row) in enumerate(zip(labels, rate_rows(table), strict=True), 1):
        cells = "".join(column(cell, RATE_WIDTH) for cell in row)
        console.print(Text(f"  {number}  {column(label, width)}{cells}"), soft_wrap=True)
    for label, value in total_rows(table):
        print_row(console, label, value)


def as_markdown(table: MatchupTable, labels: list[str]) -> str:
    """Return the table as Markdown."""
    heads = ["", *labels, t("all others", "対全体"), t("95 % interval", "95 % 区間")]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {label} | {' | '.join(row)} |" for label, row in zip(labels, rate_rows(table), strict=True)]
    lines += ["", *[f"- {label}: {value}" for label, value in total_rows(table)]]
    return "\n".join(lines)

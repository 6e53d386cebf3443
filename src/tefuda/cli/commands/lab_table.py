"""Shows runs and reports of the lab in a terminal."""

from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tefuda.cli.console import column, print_json, print_wrapped, stdout_console
from tefuda.cli.language import say, t
from tefuda.core.text import Message
from tefuda.lab.charts.report import Report, Table
from tefuda.lab.runs.run import REPORT, Run

GAP = 2


def show_run(run: Run, as_json: bool) -> None:
    """Show the results as JSON, or the findings and tables of the report."""
    if as_json:
        print_json({"folder": str(run.folder), **run.results()})
        return
    show_report(run.report())
    stdout_console().print(Text(t(f"Report: {run.folder / REPORT}", f"レポート: {run.folder / REPORT}"), "dim"))


def show_report(report: Report) -> None:
    """Show the findings and tables of a report. Charts are left out."""
    console = stdout_console()
    console.print(Text(say(report.title), "bold"))
    for sentence in report.findings:
        print_wrapped(console, say(sentence), "  ")
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, Table):
                console.print(Text(f"\n{say(section.heading)}", "bold"))
                show_table(part)
    facts = [f"{say(label)} {value}" for label, value in report.facts]
    console.print()
    print_wrapped(console, t(", ", "、").join(facts), "", "dim")


def show_table(table: Table) -> None:
    """Show a table. In a narrow terminal the cells wrap."""
    console = stdout_console()
    heads = [say(head) for head in table.heads]
    rows = [[_text(cell) for cell in row] for row in table.rows]
    widths = [max(cell_len(line[place]) for line in [heads, *rows]) + GAP for place in range(len(heads))]
    if console.is_terminal and GAP + sum(widths) > console.width:
        grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
        for head in heads:
            grid.add_column(Text(head), overflow="fold")
        for row in rows:
            grid.add_row(*(Text(cell) for cell in row))
        console.print(Padding(grid, (0, 0, 0, GAP)))
        return
    for style, line in [("dim", heads), *(("", row) for row in rows)]:
        cells = "".join(column(cell, width) for cell, width in zip(line, widths, strict=True))
        console.print(Text(f"  {cells}".rstrip(), style))


def _text(cell: str | Message) -> str:
    return cell if isinstance(cell, str) else say(cell)


def show_list(found: list[dict[str, Any]], under: Path) -> None:
    """Show the runs of a folder."""
    if not found:
        print(t(f"No runs in {under}.", f"{under} に実験はありません。"))
        return
    heads = [Message("", "folder", "フォルダ"), Message("", "kind", "種類"), Message("", "game", "ゲーム")]
    heads += [Message("", "state", "状態")]
    rows: list[list[str | Message]] = [[one["folder"], one["kind"], one["game"], _state(one)] for one in found]
    show_table(Table(heads, rows))


def _state(one: dict[str, Any]) -> str:
    if one["finished"]:
        return t("finished", "完了")
    return t(f"{one['played']:,} games so far", f"途中（{one['played']:,} ゲーム）")

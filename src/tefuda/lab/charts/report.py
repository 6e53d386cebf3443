"""Report: the results of a run as one self-contained HTML file, without scripts, network access or fonts."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from tefuda.core.text import Message
from tefuda.lab.charts.labels import BLANK, escape_xml, label_text
from tefuda.lab.charts.style import drawing_style, style_sheet
from tefuda.lab.charts.svg import NARROW, WIDE

ONE: Final = r"[+−-]?[\d,]*\.?\d+( ?%)?"
SPAN: Final = rf"{ONE}( ?(–|-|…|to|～|/|±) ?{ONE}){{0,2}}"
NUMBER: Final = re.compile(rf"{SPAN}( \({SPAN}\))?|{BLANK}|-|")
"""The text of a numeric cell: a number, a range, up to three numbers, a number with its interval, or nothing."""

MANY_SECTIONS: Final = 4
"""A report with at least this many sections has a table of contents."""


class Table:
    """A table. Numeric columns are right-aligned."""

    def __init__(self, heads: Sequence[Message], rows: Sequence[Sequence[str | Message]]) -> None:
        self.heads = heads
        self.rows = rows

    def html(self, language: str) -> str:
        """Return the table in a box that scrolls on narrow pages."""
        rows = [[label_text(cell, language) for cell in row] for row in self.rows]
        numeric: list[bool] = []
        for column in range(len(self.heads)):
            cells = [row[column] for row in rows if column < len(row)]
            numeric.append(any(cells) and all(NUMBER.fullmatch(cell) for cell in cells))
        kinds = [' class="number"' if number else "" for number in numeric]
        heads = [label_text(head, language) for head in self.heads]
        shown = "".join(
            [f'<th scope="col"{kind}>{escape_xml(head)}</th>' for head, kind in zip(heads, kinds, strict=True)]
        )
        lines = [f"<thead><tr>{shown}</tr></thead>", "<tbody>"]
        for row in rows:
            cells = []
            for column, cell in enumerate(row):
                kind = kinds[column] if column < len(kinds) else ""
                names = column == 0 and not kind
                cells.append(
                    f'<th scope="row">{escape_xml(cell)}</th>' if names else f"<td{kind}>{escape_xml(cell)}</td>"
                )
            lines.append(f"<tr>{''.join(cells)}</tr>")
        body = "\n".join([*lines, "</tbody>"])
        return f'<div class="scroll" tabindex="0"><table>\n{body}\n</table></div>'


class Figure:
    """A chart with a caption and a table of its numbers."""

    def __init__(
        self, draw: Callable[[str, int], str], caption: Message, table: Table, key: Message | None = None
    ) -> None:
        """`draw` returns the SVG for a language and a width; `key` explains how to read it."""
        self.draw = draw
        self.caption = caption
        self.table = table
        self.key = key

    def html(self, language: str) -> str:
        """Return the chart for wide and for narrow pages (CSS shows one), and the collapsed table."""
        numbers = Message("numbers", "Data", "数値の一覧")
        lines = [
            "<figure>",
            f"<figcaption>{escape_xml(label_text(self.caption, language))}</figcaption>",
            f'<div class="scroll">\n{self.draw(language, WIDE)}\n{self.draw(language, NARROW)}\n</div>',
            f'<p class="key">{escape_xml(label_text(self.key, language))}</p>' if self.key is not None else "",
            "</figure>",
            CollapsedTable(numbers, self.table).html(language),
        ]
        return "\n".join([line for line in lines if line])

    def svg_file(self, language: str) -> str:
        """Return the chart as an SVG file of its own, with its styles and a background."""
        head, end, rest = self.draw(language, WIDE).partition(">")
        style = f'<style>\n{drawing_style()}</style>\n<rect width="100%" height="100%" class="paper"/>\n'
        return f"{head}{end}{style}{rest}\n"


class CollapsedTable:
    """A table that is collapsed in the page and left out in the terminal."""

    def __init__(self, summary: Message, table: Table) -> None:
        self.summary = summary
        self.table = table

    def html(self, language: str) -> str:
        """Return the table inside a `details` element."""
        summary = f"<summary>{escape_xml(label_text(self.summary, language))}</summary>"
        return f"<details>{summary}\n{self.table.html(language)}\n</details>"


class Section:
    """A section of a report: text, then charts and tables."""

    def __init__(
        self, heading: Message, paragraphs: Sequence[Message], parts: Sequence[Figure | Table | CollapsedTable]
    ) -> None:
        self.heading = heading
        self.paragraphs = paragraphs
        self.parts = parts

    def html(self, language: str, name: str) -> str:
        """Return the section with the anchor `name`."""
        lines = [f'<section id="{name}">', f"<h2>{escape_xml(label_text(self.heading, language))}</h2>"]
        lines += [f"<p>{sentence_html(paragraph, language)}</p>" for paragraph in self.paragraphs]
        lines += [part.html(language) for part in self.parts]
        return "\n".join([*lines, "</section>"])


class Report:
    """The findings as sentences, the facts of the run, and sections with details."""

    def __init__(
        self,
        title: Message,
        findings: Sequence[Message],
        facts: Sequence[tuple[Message, str]],
        sections: Sequence[Section],
    ) -> None:
        self.title = title
        self.findings = findings
        self.facts = facts
        self.sections = sections


def report_html(report: Report, language: str) -> str:
    """Return the report as HTML that is also well-formed XML. Equal reports give equal bytes."""
    language = "ja" if language == "ja" else "en"
    title = escape_xml(label_text(report.title, language))
    sections = [section.html(language, f"part{number}") for number, section in enumerate(report.sections, 1)]
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{language}">',
        "<head>",
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        '<meta name="color-scheme" content="light dark"/>',
        f"<title>{title}</title>",
        f"<style>\n{style_sheet()}</style>",
        "</head>",
        "<body>",
        "<main>",
        "<header>",
        '<p class="brand">Tefuda</p>',
        f"<h1>{title}</h1>",
        findings_html(report, language),
        facts_html(report, language),
        contents_html(report, language),
        "</header>",
        *sections,
        f"<footer>{escape_xml(label_text(FOOTER, language))}</footer>",
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join([line for line in lines if line]) + "\n"


FOOTER: Final = Message(
    "foot",
    "Made with Tefuda. This file is self-contained.",
    "Tefuda で作成。このファイルだけで、保存・共有・印刷ができます。",
)


def sentence_html(message: Message, language: str) -> str:
    """Return a sentence as HTML, with a non-breaking space before percent signs."""
    return escape_xml(label_text(message, language)).replace(" %", "\u00a0%")


def findings_html(report: Report, language: str) -> str:
    """Return the list of findings."""
    items = [f"<li>{sentence_html(finding, language)}</li>" for finding in report.findings]
    return '<ul class="lead">\n' + "\n".join(items) + "\n</ul>" if items else ""


def facts_html(report: Report, language: str) -> str:
    """Return the facts of the run."""
    items = [
        f"<div><dt>{escape_xml(name)}</dt><dd>{escape_xml(value)}</dd></div>"
        for name, value in ((label_text(name, language), label_text(value, language)) for name, value in report.facts)
    ]
    return '<dl class="facts">\n' + "\n".join(items) + "\n</dl>" if items else ""


def contents_html(report: Report, language: str) -> str:
    """Return the table of contents; empty for few sections."""
    if len(report.sections) < MANY_SECTIONS:
        return ""
    items = [
        f'<li><a href="#part{number}">{escape_xml(label_text(section.heading, language))}</a></li>'
        for number, section in enumerate(report.sections, 1)
    ]
    name = label_text(Message("contents", "Contents", "目次"), language)
    return f'<nav aria-label="{name}"><ul>\n' + "\n".join(items) + "\n</ul></nav>"

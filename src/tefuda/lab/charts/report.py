"""Report: what a run of the lab found, as one page of HTML that needs nothing else: no script, no network, no font."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from tefuda.core.text import Message
from tefuda.lab.charts.labels import BLANK, escaped, say
from tefuda.lab.charts.style import style_sheet
from tefuda.lab.charts.svg import NARROW, WIDE

ONE: Final = r"[+−-]?[\d,]*\.?\d+( ?%)?"
SPAN: Final = rf"{ONE}( ?(–|-|…|to|～|/|±) ?{ONE}){{0,2}}"
NUMBER: Final = re.compile(rf"{SPAN}( \({SPAN}\))?|{BLANK}|-|")
"""A number as tables hold it, a span of two, three in a row, one with its interval in brackets, or none."""

MANY_SECTIONS: Final = 4
"""From so many on, a page begins with a list of its sections."""


class Table:
    """Rows of text under heads. A column that holds nothing but numbers is aligned to the right."""

    def __init__(self, heads: Sequence[Message], rows: Sequence[Sequence[str | Message]]) -> None:
        self.heads = heads
        self.rows = rows

    def html(self, language: str) -> str:
        """The table in a box of its own, which scrolls where the page is too narrow."""
        rows = [[say(cell, language) for cell in row] for row in self.rows]
        numeric: list[bool] = []
        for column in range(len(self.heads)):
            cells = [row[column] for row in rows if column < len(row)]
            numeric.append(any(cells) and all(NUMBER.fullmatch(cell) for cell in cells))
        kinds = [' class="number"' if number else "" for number in numeric]
        heads = [say(head, language) for head in self.heads]
        shown = "".join(
            [f'<th scope="col"{kind}>{escaped(head)}</th>' for head, kind in zip(heads, kinds, strict=True)]
        )
        lines = [f"<thead><tr>{shown}</tr></thead>", "<tbody>"]
        for row in rows:
            cells = []
            for column, cell in enumerate(row):
                kind = kinds[column] if column < len(kinds) else ""
                names = column == 0 and not kind
                cells.append(f'<th scope="row">{escaped(cell)}</th>' if names else f"<td{kind}>{escaped(cell)}</td>")
            lines.append(f"<tr>{''.join(cells)}</tr>")
        body = "\n".join([*lines, "</tbody>"])
        return f'<div class="scroll" tabindex="0"><table>\n{body}\n</table></div>'


class Figure:
    """A chart with its caption, and the same numbers as a table."""

    def __init__(
        self, draw: Callable[[str, int], str], caption: Message, table: Table, key: Message | None = None
    ) -> None:
        """`draw` makes the SVG in a language for a width; `key` says how to read it, where that is not plain."""
        self.draw = draw
        self.caption = caption
        self.table = table
        self.key = key

    def html(self, language: str) -> str:
        """The chart for wide pages and for narrow ones, of which a reader sees one, and the numbers folded up below."""
        numbers = Message("numbers", "The numbers", "数値の一覧")
        lines = [
            "<figure>",
            f"<figcaption>{escaped(say(self.caption, language))}</figcaption>",
            f'<div class="scroll">\n{self.draw(language, WIDE)}\n{self.draw(language, NARROW)}\n</div>',
            f'<p class="key">{escaped(say(self.key, language))}</p>' if self.key is not None else "",
            "</figure>",
            Folded(numbers, self.table).html(language),
        ]
        return "\n".join([line for line in lines if line])


class Folded:
    """A table for whoever wants to know more: closed until it is asked for, and only on the page."""

    def __init__(self, summary: Message, table: Table) -> None:
        self.summary = summary
        self.table = table

    def html(self, language: str) -> str:
        """The table below a line that opens it."""
        summary = f"<summary>{escaped(say(self.summary, language))}</summary>"
        return f"<details>{summary}\n{self.table.html(language)}\n</details>"


class Section:
    """A part of a report: what it is about, in words, and then shown."""

    def __init__(
        self, heading: Message, paragraphs: Sequence[Message], parts: Sequence[Figure | Table | Folded]
    ) -> None:
        self.heading = heading
        self.paragraphs = paragraphs
        self.parts = parts

    def html(self, language: str, name: str) -> str:
        """The section; links to it use `name`."""
        lines = [f'<section id="{name}">', f"<h2>{escaped(say(self.heading, language))}</h2>"]
        lines += [f"<p>{sentence(paragraph, language)}</p>" for paragraph in self.paragraphs]
        lines += [part.html(language) for part in self.parts]
        return "\n".join([*lines, "</section>"])


class Report:
    """What a run found (`lead`, a sentence each), what was run (`facts`), and the sections that show it."""

    def __init__(
        self,
        title: Message,
        lead: Sequence[Message],
        facts: Sequence[tuple[Message, str]],
        sections: Sequence[Section],
    ) -> None:
        self.title = title
        self.lead = lead
        self.facts = facts
        self.sections = sections


def page(report: Report, language: str) -> str:
    """The report as one HTML file, which is well-formed XML too. The same report gives the same bytes."""
    language = "ja" if language == "ja" else "en"
    title = escaped(say(report.title, language))
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
        lead(report, language),
        facts(report, language),
        contents(report, language),
        "</header>",
        *sections,
        f"<footer>{escaped(say(FOOT, language))}</footer>",
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join([line for line in lines if line]) + "\n"


FOOT: Final = Message(
    "foot",
    "Made by Tefuda. The page is whole in itself: it can be kept, sent and printed.",
    "Tefuda で作成。このファイルだけで、保存・共有・印刷ができます。",
)


def sentence(message: Message, language: str) -> str:
    """A sentence for the page, in which no line begins with a sign that belongs to the number before it."""
    return escaped(say(message, language)).replace(" %", "\u00a0%")


def lead(report: Report, language: str) -> str:
    """The findings, large."""
    items = [f"<li>{sentence(finding, language)}</li>" for finding in report.lead]
    return '<ul class="lead">\n' + "\n".join(items) + "\n</ul>" if items else ""


def facts(report: Report, language: str) -> str:
    """What was run, in a small grid."""
    items = [
        f"<div><dt>{escaped(say(name, language))}</dt><dd>{escaped(say(value, language))}</dd></div>"
        for name, value in report.facts
    ]
    return '<dl class="facts">\n' + "\n".join(items) + "\n</dl>" if items else ""


def contents(report: Report, language: str) -> str:
    """Links to the sections, where they are many."""
    if len(report.sections) < MANY_SECTIONS:
        return ""
    items = [
        f'<li><a href="#part{number}">{escaped(say(section.heading, language))}</a></li>'
        for number, section in enumerate(report.sections, 1)
    ]
    name = say(Message("contents", "Contents", "目次"), language)
    return f'<nav aria-label="{name}"><ul>\n' + "\n".join(items) + "\n</ul></nav>"

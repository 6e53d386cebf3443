"""Heatmaps."""

from collections.abc import Sequence

from tefuda.core.text import Message
from tefuda.lab.charts.labels import BLANK, Label, NumberFormat, describe_items, finite_or_none, label_text, text_width
from tefuda.lab.charts.report import Figure, Table
from tefuda.lab.charts.style import STEPS
from tefuda.lab.charts.svg import SMALL, Drawing

MIN_CELL = 30.0
SLANT = 0.7071


class Shading:
    """The colour shade of a value."""

    def __init__(self, known: list[float], middle: float | None, percent: bool) -> None:
        """With `middle` the scale is symmetric around it; otherwise it runs from the minimum to the maximum."""
        self.middle = middle
        least = 0.1 if percent else 1e-9
        if middle is None:
            self.low, self.high = (min(known), max(known)) if known else (0.0, 0.0)
        else:
            reach = max([least] + [abs(value - middle) for value in known])
            self.low, self.high = middle - reach, middle + reach

    def kind(self, value: float) -> str:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return f"{'q' if self.middle is None else 'd'}{round(min(max(share, 0.0), 1.0) * 2 * STEPS)}"


def heatmap_chart(
    row_labels: Sequence[Label],
    column_labels: Sequence[Label],
    values: Sequence[Sequence[float | None]],
    *,
    row_title: Label,
    column_title: Label,
    middle: float | None,
    caption: Message,
    percent: bool = True,
) -> Figure:
    """Return a heatmap with numbers: blue above `middle` and orange below, or pale to dark without `middle`."""
    grid = [[finite_or_none(value) for value in row] for row in values]
    known = [value for row in grid for value in row if value is not None]
    shading = Shading(known, middle, percent)
    numbers = NumberFormat(shading.high - shading.low, percent=percent, signed=middle == 0)

    def draw(language: str, width: int) -> str:
        across, down = label_text(column_title, language), label_text(row_title, language)
        titles = [f"{across} →" if across else "", f"{down} ↓" if down else ""]
        return HeatmapPlot(row_labels, column_labels, grid, numbers, shading, titles, Drawing(language, width)).svg(
            caption
        )

    # Both titles share the corner of the table, as they do on a chart.
    corner = Message(
        "corner", *[f"{label_text(row_title, one)} \\ {label_text(column_title, one)}" for one in ("en", "ja")]
    )
    heads = [corner] + [
        label if isinstance(label, Message) else Message("label", label, label) for label in column_labels
    ]
    rows: list[list[str | Message]] = []
    for label, row in zip(row_labels, grid, strict=True):
        rows.append([label, *[numbers.full(value) for value in row]])
    return Figure(draw, caption, Table(heads, rows))


class HeatmapPlot:
    """The drawing of a heatmap. It grows beyond its width if the cells are too small for their numbers."""

    def __init__(
        self,
        row_labels: Sequence[Label],
        column_labels: Sequence[Label],
        grid: list[list[float | None]],
        numbers: NumberFormat,
        shading: Shading,
        titles: list[str],
        drawing: Drawing,
    ) -> None:
        self.grid = grid
        self.numbers = numbers
        self.shading = shading
        self.drawing = drawing
        language, width = drawing.language, drawing.width
        self.rows = [label_text(label, language) for label in row_labels]
        self.columns = [label_text(label, language) for label in column_labels]
        self.titles = titles
        longest = max([text_width(name) * SMALL for name in self.rows + titles])
        self.left = min(longest, (0.3 if drawing.narrow else 0.26) * width) + 12
        count = max(len(self.columns), 1)
        names = max([0.0] + [text_width(name) * SMALL for name in self.columns])
        self.cell = min((width - self.left) / count, 96.0)
        self.slant = names > self.cell - 6
        self.head = 36.0
        self.name_room = min(names, 90.0 if drawing.narrow else 150.0)
        written = [numbers.format(value, 0) for row in grid for value in row]
        least = max([MIN_CELL] + [text_width(text) * SMALL + 6 for text in written])
        if self.slant:
            self.head = max(self.name_room * SLANT + 16, self.head)
            # The last name begins in the middle of its column and may go on beyond the grid.
            over = (self.name_room + SMALL) * SLANT
            self.cell = max(min((width - self.left - over) / (count - 0.5), self.cell), least)
            drawing.width = max(width, self.left + self.cell * (count - 0.5) + over)
        self.cell = max(self.cell, least)
        drawing.width = max(drawing.width, self.left + self.cell * count)
        self.height = min(max(self.cell * 0.62, 28.0), 44.0)

    def cell_text(self, value: float) -> str:
        """Return the number as it fits into a cell, without the percent sign."""
        text = self.numbers.plain(value)
        if text_width(text) * SMALL > self.cell - 4:
            text = self.numbers.format(value, 0)
        return text

    def svg(self, caption: Message) -> str:
        drawing = self.drawing
        top = self.head
        for title, base in zip(self.titles, [top - 24, top - 8], strict=True):
            drawing.text(self.left - 10, base, title, size=SMALL, anchor="end", kind="muted", room=self.left - 10)
        for number, name in enumerate(self.columns):
            middle = self.left + self.cell * (number + 0.5)
            if self.slant:
                drawing.slanted_text(middle, top - 8, name, room=self.name_room)
            else:
                drawing.text(middle, top - 8, name, size=SMALL, anchor="middle", room=self.cell - 4)
        facts: list[str] = []
        for number, (name, row) in enumerate(zip(self.rows, self.grid, strict=True)):
            y = top + self.height * number
            drawing.text(self.left - 10, y + self.height / 2 + 4, name, size=SMALL, anchor="end", room=self.left - 10)
            for place, (other, value) in enumerate(zip(self.columns, row, strict=True)):
                x = self.left + self.cell * place
                if value is not None:
                    facts.append(f"{name} – {other}: {self.numbers.full(value)}")
                self.draw_cell(x, y, value, facts[-1] if value is not None else f"{name} – {other}")
        bottom = top + self.height * len(self.rows)
        if self.shading.high > self.shading.low:
            self.draw_scale(bottom + 18)
            bottom += 40
        return drawing.svg(bottom + 4, caption, describe_items(facts, drawing.language))

    def draw_cell(self, x: float, y: float, value: float | None, tip: str) -> None:
        drawing = self.drawing
        drawing.begin_group(tip, self.shading.kind(value) if value is not None else "")
        size = (self.cell - 2, self.height - 2)
        drawing.rect(x + 1, y + 1, *size, "" if value is not None else "hit", radius=3)
        base, centre = y + self.height / 2 + 4, x + self.cell / 2
        if value is None:
            drawing.text(centre, base, BLANK, size=SMALL, anchor="middle", kind="muted")
        else:
            drawing.text(centre, base, self.cell_text(value), size=SMALL, anchor="middle", kind="cell")
        drawing.end_group()

    def draw_scale(self, top: float) -> None:
        """Draw the colour scale with its numbers."""
        drawing, shading = self.drawing, self.shading
        kind = "q" if shading.middle is None else "d"
        room = min(drawing.requested_width - self.left, 204.0)
        each = room / (2 * STEPS + 1)
        for number in range(2 * STEPS + 1):
            drawing.rect(self.left + each * number, top, each + 0.5, 7, f"{kind}{number}")
        marks = [(shading.low, "start", 0.0), (shading.high, "end", room)]
        if shading.middle is not None:
            marks.insert(1, (shading.middle, "middle", room / 2))
        for value, anchor, x in marks:
            words = self.numbers.full(value) if shading.middle is None else self.numbers.tick(value, 0.01)
            drawing.text(self.left + x, top + 21, words, size=SMALL, anchor=anchor, kind="muted")

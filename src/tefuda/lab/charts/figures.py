"""The charts of a report, each a `Figure`. None and NaN are left out.

This module has `interval_chart` and `share_chart`, and re-exports the charts of the other modules.
"""

from collections.abc import Sequence

from tefuda.core.text import Message
from tefuda.lab.charts.bars import bar_chart
from tefuda.lab.charts.heatmap import heatmap_chart
from tefuda.lab.charts.labels import (
    Label,
    NumberFormat,
    describe_items,
    finite_or_none,
    format_range,
    label_text,
    text_width,
)
from tefuda.lab.charts.lines import Series, line_chart
from tefuda.lab.charts.report import Figure, Table
from tefuda.lab.charts.svg import SIZE, SMALL, Drawing, Scale, axis_range, tick_step, ticks

__all__ = ["Estimate", "Series", "bar_chart", "heatmap_chart", "interval_chart", "line_chart", "share_chart"]

POINTS_LABEL = Message("points", "difference in percentage points", "差（パーセントポイント）")
INTERVAL_KEY = Message(
    "intervals_key",
    "Blue: the whole interval lies above the dotted line; orange: below it. Grey: the interval contains the line.",
    "青は区間全体が点線より上、橙は下にあるもの。灰色は区間が点線をまたぐもの。",
)


class Estimate:
    """One row of `interval_chart`: a value with its interval, a note, and whether the row is bold."""

    def __init__(
        self,
        label: Label,
        value: float | None,
        low: float | None,
        high: float | None,
        note: Label = "",
        strong: bool = False,
    ) -> None:
        self.label = label
        self.value = finite_or_none(value)
        self.low = finite_or_none(low)
        self.high = finite_or_none(high)
        self.note = note
        self.strong = strong

    def numbers(self) -> list[float]:
        return [number for number in (self.value, self.low, self.high) if number is not None]

    def kind(self, reference: float | None) -> str:
        """Return the colour class: the whole interval above the reference, below it, or neither."""
        if reference is None:
            return "s0"
        numbers = self.numbers() or [reference]
        return "s0" if min(numbers) > reference else "s1" if max(numbers) < reference else "quiet"


def interval_chart(
    rows: Sequence[Estimate], *, reference: float | None, caption: Message, percent: bool = True
) -> Figure:
    """Return a chart with a dot and an interval for each row, and a line at `reference`.

    With reference 0 the values are differences with a sign, in percentage points.
    """
    signed = reference == 0
    known = [number for row in rows for number in row.numbers()] + ([] if reference is None else [reference])
    within = (0.0, 1.0) if percent and not signed else None
    low, high = axis_range(known, least=0.05 if percent else 1e-3, within=within)
    numbers = NumberFormat(high - low, percent=percent, signed=signed)

    def draw(language: str, width: int) -> str:
        return IntervalPlot(rows, reference, numbers, low, high, Drawing(language, width)).svg(caption)

    noted = any(row.note for row in rows)
    heads = [Message("name", "", ""), Message("value", "value", "値"), Message("low", "low", "下限")]
    heads += [Message("high", "high", "上限")] + ([Message("note", "note", "備考")] if noted else [])
    cells: list[list[str | Message]] = []
    for row in rows:
        written: list[str | Message] = [numbers.full(number) for number in (row.value, row.low, row.high)]
        cells.append([row.label, *written, *([row.note] if noted else [])])
    return Figure(draw, caption, Table(heads, cells), None if reference is None else INTERVAL_KEY)


class IntervalPlot:
    """The drawing of an `interval_chart`. On a narrow page the labels are above their rows, otherwise to the left."""

    def __init__(
        self,
        rows: Sequence[Estimate],
        reference: float | None,
        numbers: NumberFormat,
        low: float,
        high: float,
        drawing: Drawing,
    ) -> None:
        self.rows = rows
        self.reference = reference
        self.numbers = numbers
        self.drawing = drawing
        language, width = drawing.language, drawing.width
        self.noted = any(label_text(row.note, language) for row in rows)
        self.value_room = max([0.0] + [text_width(numbers.full(row.value)) * SIZE for row in rows])
        self.span_room = max([0.0] + [text_width(self.span(row)) * SMALL for row in rows])
        if drawing.narrow:
            self.left, self.right, self.height = 6.0, width - 6, 46
        else:
            names = [text_width(label_text(row.label, language)) * SIZE * 1.05 for row in rows]
            names += [text_width(label_text(row.note, language)) * SMALL for row in rows]
            self.left = min(max([0.0, *names]), 0.33 * width) + 22
            self.right = width - self.value_room - self.span_room - 34
            self.height = 44 if self.noted else 30
        self.track = 33 if drawing.narrow else self.height / 2
        self.top = 26 if reference is not None or len(rows) > 20 else 6
        self.bottom = self.top + self.height * len(rows)
        self.scale = Scale(low, high, self.left, self.right)

    def span(self, row: Estimate) -> str:
        if row.low is None or row.high is None:
            return ""
        return format_range(self.numbers.plain(row.low), self.numbers.plain(row.high))

    def svg(self, caption: Message) -> str:
        drawing = self.drawing
        self.draw_axis()
        facts: list[str] = []
        for number, row in enumerate(self.rows):
            facts.append(self.describe(row))
            drawing.begin_group(facts[-1])
            self.draw_row(row, self.top + number * self.height)
            drawing.end_group()
        unit = 20 if self.numbers.signed and self.numbers.percent else 0
        if unit:
            drawing.text(self.right, self.bottom + 40, POINTS_LABEL, size=SMALL, anchor="end", kind="muted")
        return drawing.svg(self.bottom + 26 + unit, caption, describe_items(facts, drawing.language))

    def describe(self, row: Estimate) -> str:
        """Return the row as text."""
        span = self.span(row)
        note = label_text(row.note, self.drawing.language)
        extra = ", ".join([part for part in (span, note) if part])
        text = f"{label_text(row.label, self.drawing.language)}: {self.numbers.full(row.value)}"
        return f"{text} ({extra})" if extra else text

    def draw_axis(self) -> None:
        """Draw round ticks below, on long charts also above, and the reference with its label."""
        drawing, scale = self.drawing, self.scale
        step = tick_step(scale.low, scale.high, 5 if drawing.narrow else 6)
        above = self.top - 10
        marked = scale.at(self.reference) if self.reference is not None else None
        for tick in ticks(scale.low, scale.high, step):
            x = scale.at(tick)
            words = self.numbers.tick(tick, step)
            self.draw_upright(x, "hair")
            drawing.text(x, self.bottom + 18, words, size=SMALL, anchor="middle", kind="muted")
            if len(self.rows) > 20 and (marked is None or abs(marked - x) > text_width(words) * SMALL + 8):
                drawing.text(x, above, words, size=SMALL, anchor="middle", kind="muted")
        if self.reference is not None and marked is not None:
            self.draw_upright(marked, "mark")
            words = self.numbers.tick(self.reference, self.reference or 1)
            drawing.text(marked, above, words, size=SMALL, anchor="middle", kind="bold")

    def draw_upright(self, x: float, kind: str) -> None:
        """Draw a vertical line through all rows; on a narrow page it leaves out labels and numbers."""
        if not self.drawing.narrow:
            self.drawing.line(x, self.top - (4 if kind == "mark" else 0), x, self.bottom, kind)
            return
        for number in range(len(self.rows)):
            line = self.top + self.height * number + self.track
            self.drawing.line(x, line - 9, x, line + 9, kind)

    def draw_row(self, row: Estimate, top: float) -> None:
        drawing, scale, width = self.drawing, self.scale, self.drawing.width
        bold = "bold" if row.strong else ""
        note = label_text(row.note, drawing.language)
        drawing.rect(0, top, width, self.height, "hit")
        if drawing.narrow:
            line, base = top + self.track, top + 17
            room = width - self.value_room - self.span_room - 24
            drawing.text(0, base, row.label, kind=bold, room=room)
            used = min(room, text_width(label_text(row.label, drawing.language)) * SIZE) + 8
            if note and room - used > 40:
                drawing.text(used, base, note, size=SMALL, kind="muted", room=room - used)
        else:
            line = top + self.track
            base = line + SIZE * 0.36
            drawing.text(0, base - (8 if note else 0), row.label, kind=bold, room=self.left - 16)
            if note:
                drawing.text(0, base + 9, note, size=SMALL, kind="muted", room=self.left - 16)
        drawing.text(width - self.span_room - 10, base, self.numbers.full(row.value), anchor="end", kind="bold")
        drawing.text(width, base, self.span(row), size=SMALL, anchor="end", kind="muted")
        drawing.line(self.left, line, self.right, line, "track")
        kind = row.kind(self.reference)
        if row.low is not None and row.high is not None:
            drawing.line(scale.at(row.low), line, scale.at(row.high), line, f"whisker {kind}")
        if row.value is not None:
            drawing.circle(scale.at(row.value), line, 6 if row.strong else 5, f"ring {kind}")


RESULT_COLORS = {
    "won": "s0",
    "wins": "s0",
    "lost": "s1",
    "losses": "s1",
    "drawn": "rest",
    "draws": "rest",
    "unfinished": "open",
}
"""Fixed colours of results; other parts are coloured in order."""

OTHER_COLORS = ["s0", "s1", "s2", "s3", "s4", "s5"]
RESULTS_CAPTION = Message("ends", "How the games ended", "対局の結果")


def part_classes(names: list[Label]) -> list[str]:
    """Return a colour class for each part of a `share_chart`."""
    codes = [name.code if isinstance(name, Message) else name for name in names]
    if all(code in RESULT_COLORS for code in codes):
        return [RESULT_COLORS[code] for code in codes]
    return [OTHER_COLORS[number % len(OTHER_COLORS)] for number in range(len(names))]


def share_chart(
    rows: Sequence[tuple[Label, Sequence[tuple[Label, float]]]], caption: Message = RESULTS_CAPTION
) -> Figure:
    """Return a chart with a bar of 100 % for each row, divided into parts."""
    names: list[Label] = []
    codes: list[str] = []
    for _, parts in rows:
        for name, _share in parts:
            code = name.code if isinstance(name, Message) else name
            if code not in codes:
                codes.append(code)
                names.append(name)
    kinds = part_classes(names)
    numbers = NumberFormat(1, percent=True)
    # In the order of the columns: a row may omit parts or have them in another order.
    values: list[list[float | None]] = []
    for _, parts in rows:
        found = {(name.code if isinstance(name, Message) else name): finite_or_none(share) for name, share in parts}
        values.append([found.get(code) for code in codes])

    def draw(language: str, width: int) -> str:
        drawing = Drawing(language, width)
        labels = [label_text(label, language) for label, _ in rows]
        room = max([0.0] + [text_width(label) * SIZE for label in labels])
        left = 0.0 if drawing.narrow else min(room, 0.3 * width) + 18
        top = draw_legend(drawing, names, kinds, left)
        height = 52 if drawing.narrow else 34
        facts: list[str] = []
        for number, (label, row) in enumerate(zip(labels, values, strict=True)):
            y = top + number * height
            bar = y + 22 if drawing.narrow else y + 5
            base = y + 15 if drawing.narrow else bar + 17
            drawing.text(0, base, label, room=width if drawing.narrow else left - 14)
            drawing.rect(left, bar, width - left, 24, "faint")
            whole = max(1.0, sum([max(share or 0, 0) for share in row]))
            x = left
            texts: list[str] = []
            for name, kind, share in zip(names, kinds, row, strict=True):
                if share is None:
                    continue
                texts.append(f"{label_text(name, language)} {numbers.full(share)}")
                long = max(share, 0) / whole * (width - left)
                if long > 0:
                    drawing.begin_group(f"{label}: {texts[-1]}")
                    draw_part(drawing, x, bar, long, numbers=numbers, share=share, kind=kind)
                    drawing.end_group()
                x += long
            facts.append(f"{label}: {', '.join(texts)}")
        return drawing.svg(top + height * len(rows) + 2, caption, describe_items(facts, language))

    heads = [Message("name", "", "")] + [
        name if isinstance(name, Message) else Message("part", name, name) for name in names
    ]
    cells: list[list[str | Message]] = []
    for (label, _), row in zip(rows, values, strict=True):
        cells.append([label, *[numbers.full(share) for share in row]])
    return Figure(draw, caption, Table(heads, cells))


def draw_legend(drawing: Drawing, names: list[Label], kinds: list[str], left: float) -> float:
    """Draw the legend; return the y position below it."""
    x, y = left, 14.0
    for name, kind in zip(names, kinds, strict=True):
        words = label_text(name, drawing.language)
        long = min(text_width(words) * SMALL + 34, drawing.width - left)
        if x > left and x + long > drawing.width:
            x, y = left, y + 20
        drawing.rect(x + 0.5, y - 9, 10, 10, kind, radius=2)
        drawing.text(x + 16, y, words, size=SMALL, kind="muted", room=long - 16)
        x += long
    return y + (14 if drawing.narrow else 10)


def draw_part(
    drawing: Drawing, x: float, y: float, long: float, *, numbers: NumberFormat, share: float, kind: str
) -> None:
    """Draw one part, with its number if it fits."""
    drawing.rect(x, y, long - (1.5 if long > 4 else 0), 24, kind)
    words = numbers.full(share)
    if text_width(words) * SMALL + 8 > long:
        words = numbers.plain(share)
    if text_width(words) * SMALL + 6 <= long:
        letters = "ink" if kind in ("rest", "open") else "paper"
        drawing.text(
            x + 7 if x < 1 else x + long / 2,
            y + 16.5,
            words,
            size=SMALL,
            kind=letters,
            anchor="start" if x < 1 else "middle",
        )

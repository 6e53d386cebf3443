"""Line charts with confidence bands."""

from collections.abc import Sequence

from tefuda.core.text import Message
from tefuda.lab.charts.labels import (
    Label,
    NumberFormat,
    describe_items,
    finite_or_none,
    format_number,
    format_range,
    label_text,
    text_width,
)
from tefuda.lab.charts.report import Figure, Table
from tefuda.lab.charts.style import SERIES
from tefuda.lab.charts.svg import SMALL, Drawing, Scale, axis_range, spread_positions, tick_step, ticks

LABEL_GAP = 16.0
FEW_POINTS = 24
"""Lines with up to this many points have markers."""

FEW_LINES = 4
"""With more lines, the overlapping bands are lighter."""

XValue = float | Message | str
"""The x value of a point: a number, or a named category."""


class Series:
    """One line: its label, and its points as (x, value, low, high)."""

    def __init__(self, label: Label, points: Sequence[tuple[XValue, float | None, float | None, float | None]]) -> None:
        self.label = label
        self.points = points


class Point:
    """A point; missing numbers are None."""

    def __init__(self, x: float, name: Label, value: float | None, low: float | None, high: float | None) -> None:
        self.x = x
        self.name = name
        self.value = finite_or_none(value)
        self.low = finite_or_none(low)
        self.high = finite_or_none(high)


def x_key(place: XValue) -> str:
    return place.code + "\n" + place.en if isinstance(place, Message) else str(place)


class XAxis:
    """The x axis: numeric, or categories in order of appearance."""

    def __init__(self, series: Sequence[Series]) -> None:
        seen: dict[str, XValue] = {}
        for one in series:
            for point in one.points:
                seen.setdefault(x_key(point[0]), point[0])
        numbers = [finite_or_none(place) for place in seen.values() if isinstance(place, int | float)]
        self.numeric = len(numbers) == len(seen) and None not in numbers
        self.order = {code: number for number, code in enumerate(seen)}
        self.names: dict[float, Label] = {}
        for code, place in seen.items():
            name = place if isinstance(place, Message | str) else format_number(place)
            self.names[self.at(code, place)] = name

    def at(self, code: str, place: XValue) -> float:
        return float(place) if self.numeric and isinstance(place, int | float) else float(self.order[code])

    def points(self, one: Series) -> list[Point]:
        """Return the points of a line from left to right."""
        found: list[Point] = []
        for place, value, low, high in one.points:
            x = self.at(x_key(place), place)
            found.append(Point(x, self.names[x], value, low, high))
        return sorted(found, key=lambda point: point.x)


def line_chart(
    series: Sequence[Series],
    *,
    x_title: Label,
    reference: float | None,
    caption: Message,
    percent: bool = True,
) -> Figure:
    """Return a chart with a line and band for each series, labelled at its end, and a line at `reference`."""
    x_axis = XAxis(series)
    points = [x_axis.points(one) for one in series]
    known = [number for one in points for point in one for number in (point.value, point.low, point.high)]
    values = [number for number in known if number is not None] + ([] if reference is None else [reference])
    signed = reference == 0
    low, high = axis_range(
        values, least=0.05 if percent else 1e-3, within=(0.0, 1.0) if percent and not signed else None
    )
    numbers = NumberFormat(high - low, percent=percent, signed=signed)

    def draw(language: str, width: int) -> str:
        labels = [label_text(one.label, language) for one in series]
        plot = LinePlot(labels, points, x_axis, numbers, reference, (low, high), Drawing(language, width))
        return plot.svg(x_title, caption)

    heads = [Message("series", "", ""), x_title if isinstance(x_title, Message) else Message("x", x_title, x_title)]
    heads += [Message("value", "value", "値"), Message("low", "low", "下限"), Message("high", "high", "上限")]
    rows: list[list[str | Message]] = []
    for one, found in zip(series, points, strict=True):
        for point in found:
            cells = [numbers.full(number) for number in (point.value, point.low, point.high)]
            rows.append([one.label, point.name, *cells])
    return Figure(draw, caption, Table(heads, rows))


class LinePlot:
    """The drawing of a `line_chart`."""

    def __init__(
        self,
        labels: list[str],
        points: list[list[Point]],
        x_axis: XAxis,
        numbers: NumberFormat,
        reference: float | None,
        shown: tuple[float, float],
        drawing: Drawing,
    ) -> None:
        self.labels = labels
        self.points = points
        self.x_axis = x_axis
        self.numbers = numbers
        self.reference = reference
        self.drawing = drawing
        low, high = shown
        width = drawing.width
        self.step = tick_step(low, high, 4 if drawing.narrow else 5)
        self.ticks = ticks(low, high, self.step)
        words = [numbers.tick(tick, self.step) for tick in self.ticks]
        words += [] if reference is None else [numbers.full(reference)]
        self.left = max([0.0] + [text_width(word) * SMALL for word in words]) + 10
        room = max([0.0] + [text_width(label) * SMALL * 1.06 for label in labels])
        self.label_room = min(room, (0.3 if drawing.narrow else 0.26) * width)
        self.right = width - self.label_room - 16
        self.top = 10.0
        self.bottom = self.top + max(190.0 if drawing.narrow else 270.0, LABEL_GAP * len(labels))
        self.y = Scale(low, high, self.bottom, self.top)
        xs = list(x_axis.names)
        inset = 14.0 if len(xs) > 1 else 0.0
        self.x = Scale(min(xs, default=0), max(xs, default=0), self.left + inset, self.right - inset)

    def svg(self, x_title: Label, caption: Message) -> str:
        drawing = self.drawing
        self.draw_value_axis()
        self.draw_x_labels()
        # Bands are drawn first, so that they do not cover lines.
        for number, found in enumerate(self.points):
            self.draw_bands(found, f"s{number % SERIES}" + (" light" if len(self.points) > FEW_LINES else ""))
        facts: list[str] = []
        for number, found in enumerate(self.points):
            facts += self.draw_curve(number, found)
        self.draw_labels()
        height = self.bottom + 28
        if label_text(x_title, drawing.language):
            drawing.text(self.right, height + 12, x_title, size=SMALL, anchor="end", kind="muted")
            height += 20
        return drawing.svg(height, caption, describe_items(facts, drawing.language))

    def draw_value_axis(self) -> None:
        """Draw round ticks, and the reference with its label."""
        drawing = self.drawing
        marked = self.y.at(self.reference) if self.reference is not None else None
        for tick in self.ticks:
            y = self.y.at(tick)
            drawing.line(self.left, y, self.right, y, "hair")
            if marked is None or abs(marked - y) > 14:
                words = self.numbers.tick(tick, self.step)
                drawing.text(self.left - 8, y + 4, words, size=SMALL, anchor="end", kind="muted")
        if self.reference is not None and marked is not None:
            words = self.numbers.tick(self.reference, self.reference or 1)
            drawing.line(self.left, marked, self.right, marked, "mark")
            drawing.text(self.left - 8, marked + 4, words, size=SMALL, anchor="end", kind="bold")

    def draw_x_labels(self) -> None:
        """Draw labels below the points, or round numbers if there are many, without overlaps."""
        drawing = self.drawing
        shown: list[tuple[float, Label]] = sorted(self.x_axis.names.items(), key=lambda item: item[0])
        most = 5 if drawing.narrow else 9
        if self.x_axis.numeric and len(shown) > most and self.x.high > self.x.low:
            step = tick_step(self.x.low, self.x.high, most - 1)
            shown = [(tick, format_number(tick)) for tick in ticks(self.x.low, self.x.high, step)]
        each = (self.right - self.left) / max(min(len(shown), most), 1) - 8
        edge = -10.0
        for place, name in shown:
            words = label_text(name, drawing.language)
            half = min(text_width(words) * SMALL, each) / 2
            x = max(self.x.at(place), half)
            if x - half < edge + 8:
                continue
            edge = x + half
            drawing.line(self.x.at(place), self.bottom, self.x.at(place), self.bottom + 4, "hair")
            drawing.text(x, self.bottom + 20, words, size=SMALL, anchor="middle", kind="muted", room=each)

    def segments(self, found: list[Point]) -> list[list[Point]]:
        """Return the parts of a line between missing values."""
        runs: list[list[Point]] = [[]]
        for point in found:
            if point.value is None:
                runs.append([])
            else:
                runs[-1].append(point)
        return [run for run in runs if run]

    def draw_bands(self, found: list[Point], kind: str) -> None:
        for run in self.segments(found):
            known = [point for point in run if point.low is not None and point.high is not None]
            if len(known) == 1:
                x = self.x.at(known[0].x)
                self.drawing.line(x, self.y.at(known[0].low or 0), x, self.y.at(known[0].high or 0), f"whisker {kind}")
            elif known:
                upper = [(self.x.at(point.x), self.y.at(point.high or 0)) for point in known]
                lower = [(self.x.at(point.x), self.y.at(point.low or 0)) for point in reversed(known)]
                self.drawing.polygon(upper + lower, f"band {kind}")

    def draw_curve(self, number: int, found: list[Point]) -> list[str]:
        """Draw a line and its points; return their descriptions."""
        drawing = self.drawing
        kind = f"s{number % SERIES}"
        facts: list[str] = []
        for run in self.segments(found):
            path = [(self.x.at(point.x), self.y.at(point.value or 0)) for point in run]
            if len(path) > 1:
                drawing.polyline(path, f"curve {kind}" + (" again" if number // SERIES % 2 else ""))
            for point, (x, y) in zip(run, path, strict=True):
                facts.append(self.describe(number, point))
                drawing.begin_group(facts[-1])
                drawing.rect(x - 7, y - 7, 14, 14, "hit")
                if len(found) <= FEW_POINTS:
                    drawing.circle(x, y, 4, f"ring {kind}")
                drawing.end_group()
        return facts

    def describe(self, number: int, point: Point) -> str:
        text = (
            f"{self.labels[number]}, {label_text(point.name, self.drawing.language)}: {self.numbers.full(point.value)}"
        )
        if point.low is None or point.high is None:
            return text
        return f"{text} ({format_range(self.numbers.plain(point.low), self.numbers.plain(point.high))})"

    def draw_labels(self) -> None:
        """Draw the labels at the ends of the lines, moved apart, with a thin leader line if necessary."""
        ends: list[tuple[int, float, float]] = []
        for number, found in enumerate(self.points):
            last = [point for point in found if point.value is not None][-1:]
            for point in last:
                ends.append((number, self.x.at(point.x), self.y.at(point.value or 0)))
        positions = spread_positions([y for _, _, y in ends], LABEL_GAP, self.top, self.bottom)
        for (number, x, y), place in zip(ends, positions, strict=True):
            kind = f"s{number % SERIES}"
            start = self.right + 6
            if abs(place - y) > 3 or start - x > 30:
                self.drawing.line(x + 6, y, start - 2, place, f"leader {kind}")
            words = self.labels[number]
            self.drawing.text(start, place + 4, words, size=SMALL, kind=f"bold {kind}", room=self.label_room + 10)

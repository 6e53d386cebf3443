"""Lines: how a number goes with another one, with its interval as a band."""

from collections.abc import Sequence

from tefuda.core.text import Message
from tefuda.lab.charts.labels import Label, Numbers, breadth, finite, interval, number_text, say, told
from tefuda.lab.charts.report import Figure, Table
from tefuda.lab.charts.style import SERIES
from tefuda.lab.charts.svg import SMALL, Drawing, Scale, range_of, spread, step_of, ticks

LABEL_GAP = 16.0
FEW_POINTS = 24
"""Up to so many, each point of a line is marked."""

FEW_LINES = 4
"""Of more, the bands are lighter: they lie on top of each other."""

Place = float | Message | str
"""Where a point lies: at a number, or at a thing with a name."""


class Series:
    """One line: its name, and its points as (x, value, low, high)."""

    def __init__(self, label: Label, points: Sequence[tuple[Place, float | None, float | None, float | None]]) -> None:
        self.label = label
        self.points = points


class Point:
    """A point with its numbers looked at: None where there is none."""

    def __init__(self, x: float, name: Label, value: float | None, low: float | None, high: float | None) -> None:
        self.x = x
        self.name = name
        self.value = finite(value)
        self.low = finite(low)
        self.high = finite(high)


def code_of(place: Place) -> str:
    return place.code + "\n" + place.en if isinstance(place, Message) else str(place)


class Places:
    """The lower axis: numbers as they are, or things with names, one after the other as they first came up."""

    def __init__(self, series: Sequence[Series]) -> None:
        seen: dict[str, Place] = {}
        for one in series:
            for point in one.points:
                seen.setdefault(code_of(point[0]), point[0])
        numbers = [finite(place) for place in seen.values() if isinstance(place, int | float)]
        self.numeric = len(numbers) == len(seen) and None not in numbers
        self.order = {code: number for number, code in enumerate(seen)}
        self.names: dict[float, Label] = {}
        for code, place in seen.items():
            name = place if isinstance(place, Message | str) else number_text(place)
            self.names[self.at(code, place)] = name

    def at(self, code: str, place: Place) -> float:
        return float(place) if self.numeric and isinstance(place, int | float) else float(self.order[code])

    def points(self, one: Series) -> list[Point]:
        """The points of a line from left to right."""
        found: list[Point] = []
        for place, value, low, high in one.points:
            x = self.at(code_of(place), place)
            found.append(Point(x, self.names[x], value, low, high))
        return sorted(found, key=lambda point: point.x)


def lines(
    series: Sequence[Series],
    *,
    x_title: Label,
    reference: float | None,
    caption: Message,
    percent: bool = True,
) -> Figure:
    """A line with its band for each series, named at its end, and a line at `reference`."""
    places = Places(series)
    points = [places.points(one) for one in series]
    known = [number for one in points for point in one for number in (point.value, point.low, point.high)]
    values = [number for number in known if number is not None] + ([] if reference is None else [reference])
    signed = reference == 0
    low, high = range_of(values, least=0.05 if percent else 1e-3, within=(0.0, 1.0) if percent and not signed else None)
    numbers = Numbers(high - low, percent=percent, signed=signed)

    def draw(language: str, width: int) -> str:
        labels = [say(one.label, language) for one in series]
        plot = LinePlot(labels, points, places, numbers, reference, (low, high), Drawing(language, width))
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
    """`lines` being drawn."""

    def __init__(
        self,
        labels: list[str],
        points: list[list[Point]],
        places: Places,
        numbers: Numbers,
        reference: float | None,
        shown: tuple[float, float],
        drawing: Drawing,
    ) -> None:
        self.labels = labels
        self.points = points
        self.places = places
        self.numbers = numbers
        self.reference = reference
        self.drawing = drawing
        low, high = shown
        width = drawing.width
        self.step = step_of(low, high, 4 if drawing.narrow else 5)
        self.ticks = ticks(low, high, self.step)
        words = [numbers.tick(tick, self.step) for tick in self.ticks]
        words += [] if reference is None else [numbers.full(reference)]
        self.left = max([0.0] + [breadth(word) * SMALL for word in words]) + 10
        room = max([0.0] + [breadth(label) * SMALL * 1.06 for label in labels])
        self.label_room = min(room, (0.3 if drawing.narrow else 0.26) * width)
        self.right = width - self.label_room - 16
        self.top = 10.0
        self.bottom = self.top + max(190.0 if drawing.narrow else 270.0, LABEL_GAP * len(labels))
        self.y = Scale(low, high, self.bottom, self.top)
        xs = list(places.names)
        inset = 14.0 if len(xs) > 1 else 0.0
        self.x = Scale(min(xs, default=0), max(xs, default=0), self.left + inset, self.right - inset)

    def svg(self, x_title: Label, caption: Message) -> str:
        drawing = self.drawing
        self.draw_value_axis()
        self.draw_places()
        # All bands first: no band dims a line.
        for number, found in enumerate(self.points):
            self.draw_bands(found, f"s{number % SERIES}" + (" light" if len(self.points) > FEW_LINES else ""))
        facts: list[str] = []
        for number, found in enumerate(self.points):
            facts += self.draw_curve(number, found)
        self.draw_labels()
        height = self.bottom + 28
        if say(x_title, drawing.language):
            drawing.text(self.right, height + 12, x_title, size=SMALL, anchor="end", kind="muted")
            height += 20
        return drawing.svg(height, caption, told(facts, drawing.language))

    def draw_value_axis(self) -> None:
        """Few round ticks; the reference has a label of its own among them."""
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

    def draw_places(self) -> None:
        """Names below the points where there are few, round numbers where there are many; none over another."""
        drawing = self.drawing
        shown: list[tuple[float, Label]] = sorted(self.places.names.items(), key=lambda item: item[0])
        most = 5 if drawing.narrow else 9
        if self.places.numeric and len(shown) > most and self.x.high > self.x.low:
            step = step_of(self.x.low, self.x.high, most - 1)
            shown = [(tick, number_text(tick)) for tick in ticks(self.x.low, self.x.high, step)]
        each = (self.right - self.left) / max(min(len(shown), most), 1) - 8
        edge = -10.0
        for place, name in shown:
            words = say(name, drawing.language)
            half = min(breadth(words) * SMALL, each) / 2
            x = max(self.x.at(place), half)
            if x - half < edge + 8:
                continue
            edge = x + half
            drawing.line(self.x.at(place), self.bottom, self.x.at(place), self.bottom + 4, "hair")
            drawing.text(x, self.bottom + 20, words, size=SMALL, anchor="middle", kind="muted", room=each)

    def pieces(self, found: list[Point]) -> list[list[Point]]:
        """The line where it has values, cut where it has none."""
        runs: list[list[Point]] = [[]]
        for point in found:
            if point.value is None:
                runs.append([])
            else:
                runs[-1].append(point)
        return [run for run in runs if run]

    def draw_bands(self, found: list[Point], kind: str) -> None:
        for run in self.pieces(found):
            known = [point for point in run if point.low is not None and point.high is not None]
            if len(known) == 1:
                x = self.x.at(known[0].x)
                self.drawing.line(x, self.y.at(known[0].low or 0), x, self.y.at(known[0].high or 0), f"whisker {kind}")
            elif known:
                upper = [(self.x.at(point.x), self.y.at(point.high or 0)) for point in known]
                lower = [(self.x.at(point.x), self.y.at(point.low or 0)) for point in reversed(known)]
                self.drawing.area(upper + lower, f"band {kind}")

    def draw_curve(self, number: int, found: list[Point]) -> list[str]:
        """The line and its points; what they say in words."""
        drawing = self.drawing
        kind = f"s{number % SERIES}"
        facts: list[str] = []
        for run in self.pieces(found):
            path = [(self.x.at(point.x), self.y.at(point.value or 0)) for point in run]
            if len(path) > 1:
                drawing.path(path, f"curve {kind}" + (" again" if number // SERIES % 2 else ""))
            for point, (x, y) in zip(run, path, strict=True):
                facts.append(self.told(number, point))
                drawing.begin(facts[-1])
                drawing.rect(x - 7, y - 7, 14, 14, "hit")
                if len(found) <= FEW_POINTS:
                    drawing.dot(x, y, 4, f"ring {kind}")
                drawing.end()
        return facts

    def told(self, number: int, point: Point) -> str:
        text = f"{self.labels[number]}, {say(point.name, self.drawing.language)}: {self.numbers.full(point.value)}"
        if point.low is None or point.high is None:
            return text
        return f"{text} ({interval(self.numbers.bare(point.low), self.numbers.bare(point.high))})"

    def draw_labels(self) -> None:
        """The names at the ends of the lines, moved apart; a thin line leads to one that is not at its place."""
        ends: list[tuple[int, float, float]] = []
        for number, found in enumerate(self.points):
            last = [point for point in found if point.value is not None][-1:]
            for point in last:
                ends.append((number, self.x.at(point.x), self.y.at(point.value or 0)))
        places = spread([y for _, _, y in ends], LABEL_GAP, self.top, self.bottom)
        for (number, x, y), place in zip(ends, places, strict=True):
            kind = f"s{number % SERIES}"
            start = self.right + 6
            if abs(place - y) > 3 or start - x > 30:
                self.drawing.line(x + 6, y, start - 2, place, f"leader {kind}")
            words = self.labels[number]
            self.drawing.text(start, place + 4, words, size=SMALL, kind=f"bold {kind}", room=self.label_room + 10)

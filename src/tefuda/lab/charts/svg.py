"""Drawing: an SVG picture being made, and the scales that numbers are laid on. Everything stays inside the picture."""

import math
from typing import Final

from tefuda.lab.charts.labels import Label, breadth, escaped, say, shortened

WIDE: Final = 720
NARROW: Final = 360
"""Every chart is drawn twice, for a desk and for a phone: letters keep their size, and nothing is scaled down."""

SIZE: Final = 13
SMALL: Final = 11.5


def written(value: float) -> str:
    """A coordinate, with one digit behind the point: the same bytes on every machine."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


class Drawing:
    """Collects what is drawn. Colours are classes (see `chart_style`), so that they can follow light and dark."""

    def __init__(self, language: str, width: int) -> None:
        self.language = language
        self.width: float = width
        self.asked = width
        self.narrow = width < (NARROW + WIDE) / 2
        self.parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        label: Label,
        *,
        size: float = SIZE,
        anchor: str = "start",
        kind: str = "",
        room: float = math.inf,
    ) -> None:
        """Words on the line `y`, shortened to `room`, and moved where they would leave the picture."""
        whole = say(label, self.language)
        shown = shortened(whole, min(room, self.width) / size)
        long = breadth(shown) * size
        before = {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        x = min(max(x, before), self.width - long + before)
        tip = f"<title>{escaped(whole)}</title>" if shown != whole else ""
        turned = f' text-anchor="{anchor}"' if anchor != "start" else ""
        attributes = f'x="{written(x)}" y="{written(y)}" font-size="{written(size)}"{turned}{named(kind)}'
        self.parts.append(f"<text {attributes}>{tip}{escaped(shown)}</text>")

    def slanted(self, x: float, y: float, label: Label, *, room: float) -> None:
        """Words that begin at a point and rise to the right, by 45 degrees."""
        whole = say(label, self.language)
        shown = shortened(whole, room / SMALL)
        tip = f"<title>{escaped(whole)}</title>" if shown != whole else ""
        place = f'transform="translate({written(x)} {written(y)}) rotate(-45)"'
        self.parts.append(f'<text x="0" y="0" {place} font-size="{written(SMALL)}">{tip}{escaped(shown)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        ends = f'x1="{written(x1)}" y1="{written(y1)}" x2="{written(x2)}" y2="{written(y2)}"'
        self.parts.append(f"<line {ends}{named(kind)}/>")

    def rect(self, x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> None:
        size = f'width="{written(max(width, 0))}" height="{written(max(height, 0))}"'
        corner = f' rx="{written(radius)}"' if radius else ""
        self.parts.append(f'<rect x="{written(x)}" y="{written(y)}" {size}{corner}{named(kind)}/>')

    def dot(self, x: float, y: float, radius: float, kind: str) -> None:
        self.parts.append(f'<circle cx="{written(x)}" cy="{written(y)}" r="{written(radius)}"{named(kind)}/>')

    def path(self, points: list[tuple[float, float]], kind: str) -> None:
        """A line through the points."""
        self.parts.append(f'<polyline points="{joined(points)}"{named(kind)}/>')

    def area(self, points: list[tuple[float, float]], kind: str) -> None:
        """What the points go around."""
        self.parts.append(f'<polygon points="{joined(points)}"{named(kind)}/>')

    def begin(self, tip: str, kind: str = "") -> None:
        """What is drawn until `end` belongs together and says `tip` when pointed at."""
        self.parts.append(f"<g{named(kind)}><title>{escaped(tip)}</title>")

    def end(self) -> None:
        self.parts.append("</g>")

    def svg(self, height: float, title: Label, description: str) -> str:
        """The whole picture. One wider than was asked for keeps its width, and its box scrolls."""
        kept = f' style="min-width:{written(self.width)}px"' if self.width > self.asked else ""
        kind = "narrow" if self.narrow else "wide"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img"{kept}'
        box = f'viewBox="0 0 {written(self.width)} {written(height)}"'
        words = f"<title>{escaped(say(title, self.language))}</title><desc>{escaped(description)}</desc>"
        return f"{head} {box}>{words}\n" + "\n".join(self.parts) + "\n</svg>"


def named(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def joined(points: list[tuple[float, float]]) -> str:
    return " ".join([f"{written(x)},{written(y)}" for x, y in points])


class Scale:
    """Lays the numbers from `low` to `high` on a stretch of the picture; what lies beyond stays at its end."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high = high
        self.start = start
        self.end = end

    def at(self, value: float) -> float:
        if self.high <= self.low:
            return (self.start + self.end) / 2
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def step_of(low: float, high: float, most: int) -> float:
    """The smallest round step (1, 2 or 5 and zeros) of which at most `most` lie between the two."""
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / max(most, 1)))
    for factor in [1, 2, 5, 10]:
        if span / (step * factor) <= most:
            return step * factor
    return step * 20


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of `step` from `low` to `high`."""
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def range_of(values: list[float], *, least: float, within: tuple[float, float] | None = None) -> tuple[float, float]:
    """What an axis should show: all values with a little air, never less than `least`, not beyond `within`."""
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    least = max(least, (0.02 if low == high else 1e-6) * max(abs(low), abs(high)))
    air = 0.06 * (high - low)
    low, high = low - air, high + air
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    if within is not None:
        floor, ceiling = within
        if low < floor:
            low, high = floor, max(high, floor + least)
        if high > ceiling:
            low, high = max(floor, min(low, ceiling - least)), ceiling
    return low, high


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order, `gap` apart, and from `low` to `high` where they fit."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    places = list(wanted)
    edge = low
    for number in order:
        places[number] = max(places[number], edge)
        edge = places[number] + gap
    edge = high
    for number in reversed(order):
        places[number] = min(places[number], edge)
        edge = places[number] - gap
    return places

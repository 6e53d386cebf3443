"""SVG drawing and scales. Everything stays inside the picture."""

import math
from typing import Final

from tefuda.lab.charts.labels import Label, escape_xml, label_text, shorten, text_width

WIDE: Final = 720
NARROW: Final = 360
"""Every chart is drawn for two widths, desktop and phone, so that text keeps its size."""

SIZE: Final = 13
SMALL: Final = 11.5


def coord(value: float) -> str:
    """Return a coordinate with one decimal, with the same bytes on every machine."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


class Drawing:
    """A drawing. Colours are CSS classes (see `chart_style`), for light and dark mode."""

    def __init__(self, language: str, width: int) -> None:
        self.language = language
        self.width: float = width
        self.requested_width = width
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
        """Draw a text, cut to `room` and moved inside the picture."""
        whole = label_text(label, self.language)
        shown = shorten(whole, min(room, self.width) / size)
        long = text_width(shown) * size
        before = {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        x = min(max(x, before), self.width - long + before)
        tip = f"<title>{escape_xml(whole)}</title>" if shown != whole else ""
        turned = f' text-anchor="{anchor}"' if anchor != "start" else ""
        attributes = f'x="{coord(x)}" y="{coord(y)}" font-size="{coord(size)}"{turned}{css_class(kind)}'
        self.parts.append(f"<text {attributes}>{tip}{escape_xml(shown)}</text>")

    def slanted_text(self, x: float, y: float, label: Label, *, room: float) -> None:
        """Draw a text that rises to the right by 45 degrees."""
        whole = label_text(label, self.language)
        shown = shorten(whole, room / SMALL)
        tip = f"<title>{escape_xml(whole)}</title>" if shown != whole else ""
        place = f'transform="translate({coord(x)} {coord(y)}) rotate(-45)"'
        self.parts.append(f'<text x="0" y="0" {place} font-size="{coord(SMALL)}">{tip}{escape_xml(shown)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        ends = f'x1="{coord(x1)}" y1="{coord(y1)}" x2="{coord(x2)}" y2="{coord(y2)}"'
        self.parts.append(f"<line {ends}{css_class(kind)}/>")

    def rect(self, x: float, y: float, width: float, height: float, kind: str, *, radius: float = 0) -> None:
        size = f'width="{coord(max(width, 0))}" height="{coord(max(height, 0))}"'
        corner = f' rx="{coord(radius)}"' if radius else ""
        self.parts.append(f'<rect x="{coord(x)}" y="{coord(y)}" {size}{corner}{css_class(kind)}/>')

    def circle(self, x: float, y: float, radius: float, kind: str) -> None:
        self.parts.append(f'<circle cx="{coord(x)}" cy="{coord(y)}" r="{coord(radius)}"{css_class(kind)}/>')

    def polyline(self, points: list[tuple[float, float]], kind: str) -> None:
        """Draw a line through points."""
        self.parts.append(f'<polyline points="{format_points(points)}"{css_class(kind)}/>')

    def polygon(self, points: list[tuple[float, float]], kind: str) -> None:
        """Draw a filled polygon."""
        self.parts.append(f'<polygon points="{format_points(points)}"{css_class(kind)}/>')

    def begin_group(self, tip: str, kind: str = "") -> None:
        """Start a group with a tooltip; `end_group` closes it."""
        self.parts.append(f"<g{css_class(kind)}><title>{escape_xml(tip)}</title>")

    def end_group(self) -> None:
        self.parts.append("</g>")

    def svg(self, height: float, title: Label, description: str) -> str:
        """Return the SVG. A picture wider than requested keeps its width, and its box scrolls."""
        kept = f' style="min-width:{coord(self.width)}px"' if self.width > self.requested_width else ""
        kind = "narrow" if self.narrow else "wide"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img"{kept}'
        box = f'viewBox="0 0 {coord(self.width)} {coord(height)}"'
        words = f"<title>{escape_xml(label_text(title, self.language))}</title><desc>{escape_xml(description)}</desc>"
        return f"{head} {box}>{words}\n" + "\n".join(self.parts) + "\n</svg>"


def css_class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def format_points(points: list[tuple[float, float]]) -> str:
    return " ".join([f"{coord(x)},{coord(y)}" for x, y in points])


class Scale:
    """A linear scale from `low`..`high` to `start`..`end`; values outside are clamped."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high = high
        self.start = start
        self.end_group = end

    def at(self, value: float) -> float:
        if self.high <= self.low:
            return (self.start + self.end_group) / 2
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end_group - self.start)


def tick_step(low: float, high: float, most: int) -> float:
    """Return the smallest round step (1, 2 or 5 times a power of ten) with at most `most` steps in the range."""
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / max(most, 1)))
    for factor in [1, 2, 5, 10]:
        if span / (step * factor) <= most:
            return step * factor
    return step * 20


def ticks(low: float, high: float, step: float) -> list[float]:
    """Return the multiples of `step` from `low` to `high`."""
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def axis_range(values: list[float], *, least: float, within: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return the range of an axis: all values with padding, at least `least` long, inside `within`."""
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


def spread_positions(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones, in order, at least `gap` apart, from `low` to `high` if they fit."""
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

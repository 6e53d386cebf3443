"""Bar charts of counts, by number or by name."""

from collections import Counter
from collections.abc import Sequence

from tefuda.core.text import Message
from tefuda.lab.charts.labels import (
    NO_DATA,
    Label,
    NumberFormat,
    describe_items,
    format_number,
    format_range,
    label_text,
    text_width,
)
from tefuda.lab.charts.report import Figure, Table
from tefuda.lab.charts.svg import SIZE, SMALL, Drawing, Scale, tick_step, ticks
from tefuda.lab.stats.intervals import median_of, value_at_rank

MAX_BARS = 40
MAX_BAR_WIDTH = 96.0
SHARE_FORMAT = NumberFormat(1, percent=True)
HEADS = [Message("value", "", ""), Message("count", "count", "回数"), Message("share", "share", "割合")]


class Bin:
    """A range of numbers that are counted together; without `last` it is open."""

    def __init__(self, first: int, last: int | None, count: int) -> None:
        self.first = first
        self.last = last
        self.count = count

    def contains(self, value: float) -> bool:
        return self.first <= value and (self.last is None or value < self.last + 1)

    def name(self) -> Label:
        if self.last is None:
            return Message("more", f"{format_number(self.first)} or more", f"{format_number(self.first)} 以上")
        first, last = format_number(self.first), format_number(self.last)
        return first if first == last else format_range(first, last)


def bins(counts: Counter[int]) -> tuple[list[Bin], int]:
    """Return about `MAX_BARS` bins of a round width, and that width.

    If one percent of the values lies far beyond all others, these share an open last bin.
    """
    low, high = min(counts), max(counts)
    usual = value_at_rank(counts, (99 * counts.total() - 1) // 100)
    far = high - low >= MAX_BARS and high - low > 3 * (usual - low + 1)
    top = usual if far else high
    width = 1 if top - low < MAX_BARS else round(tick_step(low, top + 1, MAX_BARS))
    first = low // width * width
    found = [Bin(start, start + width - 1, 0) for start in range(first, top + 1, width)]
    end = found[-1].first + width
    if high >= end:
        found.append(Bin(end, None, 0))
    for number, count in counts.items():
        found[min((number - first) // width, len(found) - 1)].count += count
    return found, width


def whole_number(label: Label | int) -> int | None:
    """Return the whole number of a label; None if it is not a number."""
    if isinstance(label, Message):
        return None
    try:
        return int(label)
    except ValueError:
        return None


def bar_chart(counts: Sequence[tuple[Label | int, int]], caption: Message, x_title: Label = "") -> Figure:
    """Return a bar chart of counts.

    Whole numbers give a histogram with median and 90th percentile; other labels give horizontal bars in order.
    """
    values = [(whole_number(label), count) for label, count in counts]
    found: Counter[int] = Counter()
    for value, count in values:
        if value is not None and count > 0:
            found[value] += count
    if counts and all(value is not None for value, _ in values) and found:
        histogram = Histogram(found)
        return Figure(
            lambda language, width: histogram.svg(Drawing(language, width), caption, x_title),
            caption,
            histogram.table(),
        )
    return ranking_chart([(str(label) if isinstance(label, int) else label, count) for label, count in counts], caption)


class Histogram:
    """A histogram of whole numbers. Bars beyond the 90th percentile are paler."""

    def __init__(self, counts: Counter[int]) -> None:
        self.total = counts.total()
        self.bins, self.width = bins(counts)
        self.median = median_of(counts)
        self.nine = value_at_rank(counts, (9 * self.total - 1) // 10)
        median, nine = format_number(self.median), format_number(self.nine)
        self.words = [Message("median", f"median {median}", f"中央値 {median}")]
        self.words.append(Message("nine_tenths", f"nine tenths up to {nine}", f"9 割は {nine} 以下"))

    def table(self) -> Table:
        rows: list[list[str | Message]] = []
        for one in self.bins:
            rows.append([one.name(), f"{one.count:,}", self.share(one)])
        rows.append([Message("median", "median", "中央値"), format_number(self.median), ""])
        rows.append([Message("nine_tenths", "nine tenths up to", "9 割がこれ以下"), format_number(self.nine), ""])
        return Table(HEADS, rows)

    def share(self, one: Bin) -> str:
        return SHARE_FORMAT.full(one.count / self.total)

    def svg(self, drawing: Drawing, caption: Message, x_title: Label) -> str:
        language = drawing.language
        most = max([one.count for one in self.bins])
        step = max(1.0, tick_step(0, most, 3 if drawing.narrow else 4))
        heights = ticks(0, most, step)
        left = max([text_width(f"{tick:,.0f}") * SMALL for tick in heights]) + 12
        # An open bin is set apart by half a bar.
        slots = len(self.bins) + (0.5 if self.bins[-1].last is None else 0)
        each = min((drawing.width - left) / slots, MAX_BAR_WIDTH)
        right = left + each * slots
        top, bottom = 48.0, 198.0 if drawing.narrow else 238.0
        scale = Scale(0, most, bottom, top)
        for tick in heights:
            drawing.line(left, scale.at(tick), right, scale.at(tick), "hair")
            drawing.text(left - 8, scale.at(tick) + 4, f"{tick:,.0f}", size=SMALL, anchor="end", kind="muted")
        gap = 1.5 if each > 5 else 0.5
        for number, one in enumerate(self.bins):
            x = left + each * (number + (0.5 if one.last is None else 0))
            y = scale.at(one.count)
            drawing.begin_group(f"{label_text(one.name(), language)}: {one.count:,} ({self.share(one)})")
            drawing.rect(x, top, each, bottom - top, "hit")
            drawing.rect(x + gap / 2, y, each - gap, bottom - y, "s0" if one.first <= self.nine else "pale")
            drawing.end_group()
        self.draw_names(drawing, left, each, bottom + 18)
        self.draw_marks(drawing, left, each, scale)
        height = bottom + 26
        if label_text(x_title, language):
            drawing.text(right, height + 12, x_title, size=SMALL, anchor="end", kind="muted")
            height += 20
        facts = [label_text(word, language) for word in self.words]
        facts += [f"{label_text(one.name(), language)}: {one.count:,}" for one in self.bins if one.count]
        return drawing.svg(height, caption, describe_items(facts, language))

    def draw_marks(self, drawing: Drawing, left: float, each: float, scale: Scale) -> None:
        """Draw median and 90th percentile, with labels that do not cross."""
        for value, word, base in [(self.median, self.words[0], 34), (float(self.nine), self.words[1], 16)]:
            x = left + each * self.place(value)
            under = min([scale.at(one.count) for one in self.bins if one.contains(value)], default=scale.start)
            drawing.line(x, base - 10, x, under - 2, "mark")
            long = text_width(label_text(word, drawing.language)) * SMALL + 6
            before = x >= long if base > 20 else x + long > drawing.width
            start, anchor = (x - 6, "end") if before else (x + 6, "start")
            drawing.text(start, base, word, size=SMALL, anchor=anchor, kind="bold halo")

    def place(self, value: float) -> float:
        """Return the position of a number, in bars from the left."""
        last = self.bins[-1]
        if last.last is None and value >= last.first:
            return len(self.bins)
        return (value + 0.5 - self.bins[0].first) / self.width

    def draw_names(self, drawing: Drawing, left: float, each: float, base: float) -> None:
        """Draw round numbers below the bars, as many as fit."""
        end = drawing.width
        closed = [one for one in self.bins if one.last is not None]
        if len(closed) < len(self.bins):
            words = f"{format_number(self.bins[-1].first)}+"
            centre = left + each * len(self.bins)
            drawing.text(centre, base, words, size=SMALL, anchor="middle", kind="muted")
            end = centre - text_width(words) * SMALL
        room = max([text_width(format_number(one.first)) for one in closed]) * SMALL + 10
        few = len(closed) / (6 if drawing.narrow else 11)
        every = min([step for step in [1, 2, 5, 10, 20] if step >= few and each * step >= room], default=50)
        for number, one in enumerate(closed):
            # One number to a bar stands below its middle; a bin is named where it begins.
            x = left + each * (number + (0.5 if self.width == 1 else 0))
            if one.first // self.width % every == 0 and x + room / 2 < end + 10:
                drawing.text(x, base, format_number(one.first), size=SMALL, anchor="middle", kind="muted")


def ranking_chart(counts: list[tuple[Label, int]], caption: Message) -> Figure:
    """Return a chart of horizontal bars with labels and counts."""
    total = sum([count for _, count in counts])
    most = max([1] + [count for _, count in counts])
    shares = [SHARE_FORMAT.full(count / total if total else None) for _, count in counts]

    def draw(language: str, wide: int) -> str:
        drawing = Drawing(language, wide)
        names = [label_text(label, language) for label, _ in counts]
        written = [f"{count:,}" for _, count in counts]
        left = min(max([0.0] + [text_width(name) * SIZE for name in names]), 0.36 * wide) + 14
        right = wide - max([0.0] + [text_width(words) * SIZE for words in written]) - 8
        scale = Scale(0, most, left, right)
        facts: list[str] = []
        for number, (name, (_, count)) in enumerate(zip(names, counts, strict=True)):
            y = 4 + 28 * number
            facts.append(f"{name}: {count:,}")
            drawing.begin_group(f"{facts[-1]} ({shares[number]})")
            drawing.text(0, y + 17, name, room=left - 12)
            drawing.rect(left, y + 3, scale.at(count) - left, 18, "s0")
            drawing.text(scale.at(count) + 7, y + 17, written[number], kind="bold")
            drawing.end_group()
        if not counts:
            drawing.text(0, 18, NO_DATA, kind="muted")
        return drawing.svg(8 + 28 * max(len(counts), 1), caption, describe_items(facts, language))

    rows: list[list[str | Message]] = []
    for (label, count), share in zip(counts, shares, strict=True):
        rows.append([label, f"{count:,}", share])
    return Figure(draw, caption, Table(HEADS, rows))

"""Words and numbers on charts: how wide they are, how they are shortened, how they are written."""

import html
import math
import re
import unicodedata
from typing import Final

from tefuda.core.text import Message

Label = Message | str
"""What a row, a column or a line is called: a name that is the same in both languages, or a `Message`."""

BLANK: Final = "–"
"""What is written where there is no number."""

NOTHING: Final = Message("nothing", "There is nothing to show.", "データがありません。")

UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no page may contain, escaped or not."""

NARROW: Final = "iljtfrI.,:;'|!()[] -·"
BROAD: Final = "mwMWQ@%"
MOST_TOLD: Final = 12
"""So many rows are told in the description of a chart; the table has them all."""


def say(label: Label, language: str) -> str:
    """The label in `language`, in one line."""
    text = label.text(language) if isinstance(label, Message) else label
    return re.sub(r"\s*[\t\n\r]\s*", " ", UNPRINTABLE.sub("\ufffd", text))


def escaped(text: str) -> str:
    """The text as it is written into a page, between tags and in attributes."""
    return html.escape(UNPRINTABLE.sub("\ufffd", text), quote=True)


def breadth(text: str) -> float:
    """How wide the text is at most, as a multiple of the size of its letters; Japanese letters count double."""
    return sum([letter_breadth(letter) for letter in text])


def letter_breadth(letter: str) -> float:
    """The same of one letter. No font is known here: these are the wider ones among the usual fonts."""
    if joins(letter):
        return 0.0
    if letter in NARROW:
        return 0.38
    if letter in BROAD:
        return 0.95
    if letter == BLANK or letter == "−":
        return 0.64
    if unicodedata.east_asian_width(letter) in "WFA":
        return 1.02
    return 0.74 if letter.isupper() else 0.62


def joins(letter: str) -> bool:
    """Whether the letter only changes the one before it: an accent, a joiner, a choice of form."""
    return unicodedata.combining(letter) > 0 or letter in "\u200d\ufe0e\ufe0f"


def shortened(text: str, room: float) -> str:
    """The text, or as much of its beginning as fits with … into `room`, counted as `breadth` does."""
    if breadth(text) <= room:
        return text
    left = room - breadth("…")
    cut = 0
    for number, letter in enumerate(text):
        left -= letter_breadth(letter)
        if left < 0:
            break
        cut = number + 1
    while cut and cut < len(text) and joins(text[cut]):
        cut -= 1
    return text[:cut].rstrip() + "…"


def finite(value: float | None) -> float | None:
    """The value where it is a number to be drawn; None for nothing, NaN and infinity."""
    return value if value is not None and math.isfinite(value) else None


class Numbers:
    """How the numbers of one chart are written: all with the same digits, as many as their range deserves."""

    def __init__(self, span: float, *, percent: bool, signed: bool = False) -> None:
        """`span` is the length of the axis. Percent is for fractions; signed percent are points of difference."""
        self.percent = percent
        self.signed = signed
        size = abs(span) * 100 if percent else abs(span)
        magnitude = math.floor(math.log10(size)) if size > 0 else 0
        self.digits = min(max(1 - magnitude, 1), 3) if percent else min(max(2 - magnitude, 0), 6)

    def bare(self, value: float | None) -> str:
        """The number without its unit."""
        return self.written(value, self.digits)

    def full(self, value: float | None) -> str:
        """The number with its unit."""
        text = self.bare(value)
        return text if text == BLANK else text + self.unit()

    def tick(self, value: float, step: float) -> str:
        """The number beside an axis whose ticks are `step` apart, with no more digits than those need."""
        scaled = step * 100 if self.percent else step
        digits = 0
        while digits < 6 and abs(scaled * 10**digits - round(scaled * 10**digits)) > 1e-6:
            digits += 1
        return self.written(value, digits) + self.unit()

    def unit(self) -> str:
        return " %" if self.percent and not self.signed else ""

    def written(self, value: float | None, digits: int) -> str:
        number = finite(value)
        if number is None:
            return BLANK
        size = abs(number) * (100 if self.percent else 1)
        # A rating of four digits is read as one number; a comma would only cut it up.
        text = f"{size:,.{digits}f}" if size >= 9999.5 else f"{size:.{digits}f}"
        if not text.strip("0.,"):
            return text
        return ("−" if number < 0 else "+" if self.signed else "") + text


def interval(low: str, high: str) -> str:
    """From `low` to `high`, both written already; a dash between signed numbers would be read as a sign."""
    return f"{low} … {high}" if low[0] in "+−" or high[0] in "+−" else f"{low}–{high}"


def number_text(value: float) -> str:
    """A number by itself, as short as it can be said."""
    text = f"{abs(value):,.6g}" if abs(value) < 1e6 else f"{abs(value):,.0f}"
    return f"−{text}" if value < 0 and text != "0" else text


def told(items: list[str], language: str) -> str:
    """The items as one sentence; of many the first ones, and how many the table has besides."""
    if not items:
        return say(NOTHING, language)
    left = len(items) - MOST_TOLD
    if language == "ja":
        return "、".join(items[:MOST_TOLD]) + (f"、ほか {left} 件は表にあります。" if left > 0 else "。")
    return "; ".join(items[:MOST_TOLD]) + (f"; and {left} more in the table." if left > 0 else ".")

"""Text and numbers on charts: width, shortening and formatting."""

import html
import math
import re
import unicodedata
from typing import Final

from tefuda.core.text import Message

Label = Message | str
"""The label of a row, column or line: a `Message`, or a name that is the same in both languages."""

BLANK: Final = "–"
"""Shown instead of a missing number."""

NO_DATA: Final = Message("nothing", "No data.", "データがありません。")

UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML forbids."""

NARROW_CHARS: Final = "iljtfrI.,:;'|!()[] -·"
WIDE_CHARS: Final = "mwMWQ@%"
MAX_DESCRIBED: Final = 12
"""Maximum number of rows in the description of a chart; the table has all of them."""


def label_text(label: Label, language: str) -> str:
    """Return the label in `language`, on one line."""
    text = label.text(language) if isinstance(label, Message) else label
    return re.sub(r"\s*[\t\n\r]\s*", " ", UNPRINTABLE.sub("\ufffd", text))


def escape_xml(text: str) -> str:
    """Escape a text for elements and attributes."""
    return html.escape(UNPRINTABLE.sub("\ufffd", text), quote=True)


def text_width(text: str) -> float:
    """Return an upper bound of the text width, in multiples of the font size."""
    return sum([char_width(letter) for letter in text])


def char_width(letter: str) -> float:
    """Return an upper bound of the width of a character in common fonts."""
    if is_combining(letter):
        return 0.0
    if letter in NARROW_CHARS:
        return 0.38
    if letter in WIDE_CHARS:
        return 0.95
    if letter == BLANK or letter == "−":
        return 0.64
    if unicodedata.east_asian_width(letter) in "WFA":
        return 1.02
    return 0.74 if letter.isupper() else 0.62


def is_combining(letter: str) -> bool:
    """Whether the character modifies the previous one: an accent, joiner or variation selector."""
    return unicodedata.combining(letter) > 0 or letter in "\u200d\ufe0e\ufe0f"


def shorten(text: str, room: float) -> str:
    """Return the text, cut with … to a width in multiples of the font size."""
    if text_width(text) <= room:
        return text
    left = room - text_width("…")
    cut = 0
    for number, letter in enumerate(text):
        left -= char_width(letter)
        if left < 0:
            break
        cut = number + 1
    while cut and cut < len(text) and is_combining(text[cut]):
        cut -= 1
    return text[:cut].rstrip() + "…"


def finite_or_none(value: float | None) -> float | None:
    """Return the value; None for NaN and infinity."""
    return value if value is not None and math.isfinite(value) else None


class NumberFormat:
    """The number format of one chart: the digits depend on the range of the axis."""

    def __init__(self, span: float, *, percent: bool, signed: bool = False) -> None:
        """`span` is the length of the axis. Signed percentages are percentage points."""
        self.percent = percent
        self.signed = signed
        size = abs(span) * 100 if percent else abs(span)
        magnitude = math.floor(math.log10(size)) if size > 0 else 0
        self.digits = min(max(1 - magnitude, 1), 3) if percent else min(max(2 - magnitude, 0), 6)

    def plain(self, value: float | None) -> str:
        """Return the number without its unit."""
        return self.format(value, self.digits)

    def full(self, value: float | None) -> str:
        """Return the number with its unit."""
        text = self.plain(value)
        return text if text == BLANK else text + self.unit()

    def tick(self, value: float, step: float) -> str:
        """Return the label of a tick, with as many digits as the step requires."""
        scaled = step * 100 if self.percent else step
        digits = 0
        while digits < 6 and abs(scaled * 10**digits - round(scaled * 10**digits)) > 1e-6:
            digits += 1
        return self.format(value, digits) + self.unit()

    def unit(self) -> str:
        return " %" if self.percent and not self.signed else ""

    def format(self, value: float | None, digits: int) -> str:
        number = finite_or_none(value)
        if number is None:
            return BLANK
        size = abs(number) * (100 if self.percent else 1)
        # Four digits have no separator, so that ratings are easier to read.
        text = f"{size:,.{digits}f}" if size >= 9999.5 else f"{size:.{digits}f}"
        if not text.strip("0.,"):
            return text
        return ("−" if number < 0 else "+" if self.signed else "") + text


def format_range(low: str, high: str) -> str:
    """Return a range of two formatted numbers. Signed numbers are separated by …, since a dash looks like a sign."""
    return f"{low} … {high}" if low[0] in "+−" or high[0] in "+−" else f"{low}–{high}"


def format_number(value: float) -> str:
    """Return a number in its shortest form."""
    text = f"{abs(value):,.6g}" if abs(value) < 1e6 else f"{abs(value):,.0f}"
    return f"−{text}" if value < 0 and text != "0" else text


def describe_items(items: list[str], language: str) -> str:
    """Return the items as one sentence, cut to `MAX_DESCRIBED`."""
    if not items:
        return label_text(NO_DATA, language)
    left = len(items) - MAX_DESCRIBED
    if language == "ja":
        return "、".join(items[:MAX_DESCRIBED]) + (f"、ほか {left} 件は表にあります。" if left > 0 else "。")
    return "; ".join(items[:MAX_DESCRIBED]) + (f"; and {left} more in the table." if left > 0 else ".")

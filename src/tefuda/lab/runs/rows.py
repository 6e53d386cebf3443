"""Row: the record of one game, as a line of the journal of a run and of its table of games."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from tefuda.core.errors import invalid_input

FIRST_COLUMNS = ["cell", "number", "label", "seed"]
MIDDLE_COLUMNS = ["opener", "plays"]
LAST_COLUMN = "extra"
JOURNAL_FIELDS = 7
"""Number of fields in a line of the journal."""


class Row:
    """One game of a cell.

    Scores are `Game.points` by seat, from 0 to 1 in every game; None if the game is unfinished. Payoffs are in `extra`.
    """

    __slots__ = ("cell", "extra", "measured", "number", "opener", "plays", "scores")

    def __init__(
        self,
        cell: int,
        number: int,
        scores: list[float] | None,
        opener: int,
        plays: int,
        measured: dict[str, int],
        extra: dict[str, Any],
    ) -> None:
        self.cell = cell
        self.number = number
        self.scores = scores
        self.opener = opener
        """The seat that went first."""
        self.plays = plays
        self.measured = measured
        self.extra = extra
        """Plain data that depends on the kind of study."""

    def to_line(self) -> str:
        """Return a line of the journal; `read_line` is the inverse."""
        scores = "" if self.scores is None else " ".join(format_score(score) for score in self.scores)
        measured = " ".join(f"{name}={value}" for name, value in self.measured.items())
        return csv_line([self.cell, self.number, scores, self.opener, self.plays, measured, format_extra(self.extra)])


def format_score(score: float) -> str:
    """Return a score with as few digits as restore it exactly."""
    short = f"{score:g}"
    return short if float(short) == score else repr(score)


def read_line(line: str) -> Row | None:
    """Return the row of a line; None for an invalid line, such as the torn last line of a killed run."""
    try:
        found = next(csv.reader([line], strict=True), [])
        if not line.endswith("\n") or len(found) != JOURNAL_FIELDS:
            return None
        cell, number, scores, opener, plays, measured, extra = found
        measures = dict(item.split("=") for item in measured.split())
        return Row(
            int(cell),
            int(number),
            [float(score) for score in scores.split()] if scores else None,
            int(opener),
            int(plays),
            {name: int(value) for name, value in measures.items()},
            json.loads(extra) if extra else {},
        )
    except (ValueError, csv.Error):
        return None


def csv_line(values: list[Any]) -> str:
    """Return values as one line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def format_extra(extra: dict[str, Any]) -> str:
    return json.dumps(extra, ensure_ascii=False, sort_keys=True, separators=(",", ":")) if extra else ""


def games_table(rows: Iterable[Row], seats: int, details: list[tuple[str, str, list[str]]]) -> str:
    """Return all rows as CSV with a header.

    `details` has for each row the label of its cell, its seed, and the contestants by seat.
    """
    rows = list(rows)
    measures = sorted({name for row in rows for name in row.measured})
    head = [
        *FIRST_COLUMNS,
        *_numbered_columns("seat", seats),
        *_numbered_columns("score", seats),
        *MIDDLE_COLUMNS,
        *measures,
        LAST_COLUMN,
    ]
    lines = [csv_line(head)]
    for row, (label, seed, names) in zip(rows, details, strict=True):
        scores = [""] * seats if row.scores is None else [format_score(score) for score in row.scores]
        numbers = [row.measured.get(name, "") for name in measures]
        values = [row.cell, row.number, label, seed, *names, *scores, row.opener, row.plays, *numbers]
        lines.append(csv_line([*values, format_extra(row.extra)]))
    return "".join(lines)


def read_table(text: str, name: str, seats: int) -> list[Row]:
    """Return the rows of a table of games; raise `InvalidInput` for other files."""
    rows = []
    before = len(FIRST_COLUMNS) + seats
    after = before + seats + len(MIDDLE_COLUMNS)
    lines = csv.reader(io.StringIO(text, newline=""))
    try:
        measures = next(lines)[after:-1]
        for found in lines:
            opener, plays = (int(value) for value in found[after - len(MIDDLE_COLUMNS) : after])
            scores = [float(score) for score in found[before : before + seats] if score]
            measured = {key: int(value) for key, value in zip(measures, found[after:-1], strict=True) if value}
            extra = json.loads(found[-1]) if found[-1] else {}
            rows.append(Row(int(found[0]), int(found[1]), scores or None, opener, plays, measured, extra))
    except (ValueError, IndexError, StopIteration, csv.Error):
        line = lines.line_num
        en, ja = f"{name}:{line}: invalid table of games.", f"{name}:{line}: ゲームの表として読めません。"
        raise invalid_input("games", en, ja) from None
    return rows


def _numbered_columns(word: str, count: int) -> list[str]:
    return [f"{word}_{number}" for number in range(1, count + 1)]

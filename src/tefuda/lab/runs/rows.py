"""What is kept of every game of a study, as a line of a table: the journal of a run, and the table that it ends as."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from tefuda.core.errors import invalid_input

BEFORE = ["cell", "number", "label", "seed"]
BETWEEN = ["opener", "plays"]
LAST = "extra"
FIELDS = 7
"""Of a line of a journal."""


class Row:
    """One game: the cell and its number there, the scores by seat (None: not finished), and what it was like.

    Scores are `Game.points`: 0 to 1, whatever the range of the game. Payoffs are in `extra`.
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
        """What a kind of study keeps besides; plain data."""

    def line(self) -> str:
        """As a line of a journal; `read_line` is the inverse."""
        scores = "" if self.scores is None else " ".join(shortest(score) for score in self.scores)
        measured = " ".join(f"{name}={value}" for name, value in self.measured.items())
        return written([self.cell, self.number, scores, self.opener, self.plays, measured, packed(self.extra)])


def shortest(score: float) -> str:
    """A score in as few digits as bring it back exactly."""
    short = f"{score:g}"
    return short if float(short) == score else repr(score)


def read_line(line: str) -> Row | None:
    """The row of a line; None where it is none, as the last one of a run that was killed may be."""
    try:
        found = next(csv.reader([line], strict=True), [])
        if not line.endswith("\n") or len(found) != FIELDS:
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


def written(values: list[Any]) -> str:
    """Values as one line of a table."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def packed(extra: dict[str, Any]) -> str:
    return json.dumps(extra, ensure_ascii=False, sort_keys=True, separators=(",", ":")) if extra else ""


def table(rows: Iterable[Row], seats: int, words: list[tuple[str, str, list[str]]]) -> str:
    """All rows as a table with a head, for whoever wants to look further.

    `words` has the label of each row's cell, its seed, and who sat where.
    """
    rows = list(rows)
    measures = sorted({name for row in rows for name in row.measured})
    head = [*BEFORE, *_numbered("seat", seats), *_numbered("score", seats), *BETWEEN, *measures, LAST]
    lines = [written(head)]
    for row, (label, seed, names) in zip(rows, words, strict=True):
        scores = [""] * seats if row.scores is None else [shortest(score) for score in row.scores]
        numbers = [row.measured.get(name, "") for name in measures]
        values = [row.cell, row.number, label, seed, *names, *scores, row.opener, row.plays, *numbers]
        lines.append(written([*values, packed(row.extra)]))
    return "".join(lines)


def read_table(text: str, name: str, seats: int) -> list[Row]:
    """The rows of a table; raises `InvalidInput` for one that nobody here has written."""
    rows = []
    before = len(BEFORE) + seats
    after = before + seats + len(BETWEEN)
    lines = csv.reader(io.StringIO(text, newline=""))
    try:
        measures = next(lines)[after:-1]
        for found in lines:
            opener, plays = (int(value) for value in found[after - len(BETWEEN) : after])
            scores = [float(score) for score in found[before : before + seats] if score]
            measured = {key: int(value) for key, value in zip(measures, found[after:-1], strict=True) if value}
            extra = json.loads(found[-1]) if found[-1] else {}
            rows.append(Row(int(found[0]), int(found[1]), scores or None, opener, plays, measured, extra))
    except (ValueError, IndexError, StopIteration, csv.Error):
        line = lines.line_num
        en, ja = f"{name}:{line}: is no table of games.", f"{name}:{line}: ゲームの表として読めません。"
        raise invalid_input("games", en, ja) from None
    return rows


def _numbered(word: str, count: int) -> list[str]:
    return [f"{word}_{number}" for number in range(1, count + 1)]

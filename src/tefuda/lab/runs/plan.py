"""Plan: the games of a study that are still to be played, in chunks for processes."""

from collections.abc import Iterator

from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.study import RecordedStudy

CHUNK_SECONDS = 0.5
"""Time that a process should work between two results."""

FIRST_CHUNK = 2
"""Deals in a chunk while the speed is unknown."""


class _CellProgress:
    """The progress of one cell."""

    def __init__(self, deals: int, parts: int, looks: list[int]) -> None:
        self.deals = deals
        """Number of deals to play; reduced if the cell is decided early."""
        self.parts = parts
        self.looks = looks
        self.looks_done = 0
        self.rows: dict[int, Row] = {}
        self.complete = 0
        """All deals below this one are played."""
        self.scheduled = 0
        """All deals below this one are played or scheduled."""
        self.decided = False
        self.seconds = 0.0
        self.timed_deals = 0

    def is_played(self, deal: int) -> bool:
        return all(deal * self.parts + part in self.rows for part in range(self.parts))

    def has_unscheduled(self) -> bool:
        """Whether deals are left to schedule; skips the played ones."""
        while self.scheduled < self.deals and self.is_played(self.scheduled):
            self.scheduled += 1
        return self.scheduled < self.deals

    def next_chunk(self) -> tuple[int, int]:
        """Schedule a chunk; return its first deal and number of deals. It does not pass an interim look."""
        first = self.scheduled
        wanted = max(1, int(self.timed_deals / self.seconds * CHUNK_SECONDS)) if self.seconds > 0 else FIRST_CHUNK
        limit = min([look for look in self.looks if look > first] + [self.deals])
        count = 0
        while count < wanted and first + count < limit and not self.is_played(first + count):
            count += 1
        self.scheduled += count
        return first, count

    def rows_of(self, deals: int) -> list[Row]:
        """Return the rows of the first deals."""
        return [self.rows[number] for number in range(deals * self.parts)]


class Plan:
    """The missing deals of a study. The kept rows do not depend on the order in which deals are played."""

    def __init__(self, study: RecordedStudy) -> None:
        self.study = study
        self.cells = [_CellProgress(cell.deals, len(cell.parts), study.interim_looks(cell)) for cell in study.cells]

    def chunks(self) -> Iterator[tuple[int, int, int]]:
        """Yield cell, first deal and number of deals to play next; the cell with the fewest scheduled deals first.

        A cell may run ahead of its next interim look, so that no process waits. Surplus rows are dropped.
        """
        while True:
            open_cells = [(cell.scheduled, number) for number, cell in enumerate(self.cells) if cell.has_unscheduled()]
            if not open_cells:
                return
            number = min(open_cells)[1]
            first, count = self.cells[number].next_chunk()
            if count:
                yield number, first, count

    def add(self, number: int, rows: list[Row], seconds: float = 0.0) -> None:
        """Add played rows of a cell."""
        cell = self.cells[number]
        for row in rows:
            if 0 <= row.number < cell.deals * cell.parts:
                cell.rows[row.number] = row
        if seconds > 0:
            cell.seconds += seconds
            cell.timed_deals += len(rows) // cell.parts
        self._check_looks(number)

    def _check_looks(self, number: int) -> None:
        """Take the interim looks that are due, and cut the cell off if it is decided."""
        cell = self.cells[number]
        while cell.complete < cell.deals and cell.is_played(cell.complete):
            cell.complete += 1
        while not cell.decided and cell.looks_done < len(cell.looks) and cell.looks[cell.looks_done] <= cell.complete:
            look = cell.looks[cell.looks_done]
            cell.looks_done += 1
            if look < cell.deals and self.study.is_decided(self.study.cells[number], cell.rows_of(look)):
                cell.decided = True
                cell.deals = cell.complete = look

    @property
    def games(self) -> int:
        """Total number of games, as known so far."""
        return sum(cell.deals * cell.parts for cell in self.cells)

    @property
    def done(self) -> int:
        """Number of games played."""
        return sum(min(len(cell.rows), cell.deals * cell.parts) for cell in self.cells)

    @property
    def complete(self) -> bool:
        """Whether all games are played."""
        return all(cell.complete == cell.deals for cell in self.cells)

    def rows(self) -> list[list[Row]]:
        """Return the rows that count, by cell and number."""
        return [cell.rows_of(cell.deals) for cell in self.cells]

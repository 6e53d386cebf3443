"""What is still to be played of a study, in pieces for processes; and when a cell has had enough."""

from collections.abc import Iterator

from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.study import Study

CHUNK_SECONDS = 0.5
"""How long a process should be busy between two reports."""

FIRST_CHUNK = 2
"""Deals in a piece whose length nobody can guess yet."""


class _Standing:
    """How far one cell is."""

    def __init__(self, deals: int, parts: int, looks: list[int]) -> None:
        self.deals = deals
        """How many there will be; fewer once it is known that fewer do."""
        self.parts = parts
        self.looks = looks
        self.looked = 0
        """Looks taken so far."""
        self.rows: dict[int, Row] = {}
        self.whole = 0
        """All deals below this one are played."""
        self.handed = 0
        """All deals below this one are played or handed out."""
        self.decided = False
        self.seconds = 0.0
        self.timed = 0

    def played(self, deal: int) -> bool:
        return all(deal * self.parts + part in self.rows for part in range(self.parts))

    def next_piece(self) -> tuple[int, int]:
        """First deal and number of deals of a piece that is not handed out yet; it ends where a look is due."""
        while self.handed < self.deals and self.played(self.handed):
            self.handed += 1
        first = self.handed
        wanted = max(1, int(self.timed / self.seconds * CHUNK_SECONDS)) if self.seconds > 0 else FIRST_CHUNK
        limit = min([look for look in self.looks if look > first] + [self.deals])
        count = 0
        while count < wanted and first + count < limit and not self.played(first + count):
            count += 1
        self.handed += count
        return first, count

    def upto(self, deals: int) -> list[Row]:
        return [self.rows[number] for number in range(deals * self.parts)]


class Plan:
    """Which deals are missing. Whatever is played in whatever order, the same rows are kept in the end."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.cells = [_Standing(cell.deals, len(cell.parts), study.looks(cell)) for cell in study.cells]

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Cell, first deal, deals: what to play next, asked for as processes fall idle; the emptiest cell first.

        A cell may be ahead of its next look: better than to wait, and what is not needed then is dropped.
        """
        while True:
            open_cells = []
            for number, cell in enumerate(self.cells):
                while cell.handed < cell.deals and cell.played(cell.handed):
                    cell.handed += 1
                if cell.handed < cell.deals:
                    open_cells.append((cell.handed, number))
            if not open_cells:
                return
            number = min(open_cells)[1]
            first, count = self.cells[number].next_piece()
            if count:
                yield number, first, count

    def add(self, number: int, rows: list[Row], seconds: float = 0.0) -> None:
        """Take in what was played."""
        cell = self.cells[number]
        for row in rows:
            if 0 <= row.number < cell.deals * cell.parts:
                cell.rows[row.number] = row
        if seconds > 0:
            cell.seconds += seconds
            cell.timed += len(rows) // cell.parts
        self._look(number)

    def _look(self, number: int) -> None:
        cell = self.cells[number]
        while cell.whole < cell.deals and cell.played(cell.whole):
            cell.whole += 1
        while not cell.decided and cell.looked < len(cell.looks) and cell.looks[cell.looked] <= cell.whole:
            look = cell.looks[cell.looked]
            cell.looked += 1
            if look < cell.deals and self.study.enough(self.study.cells[number], cell.upto(look)):
                cell.decided = True
                cell.deals = cell.whole = look

    @property
    def games(self) -> int:
        """How many there will be, as far as is known now."""
        return sum(cell.deals * cell.parts for cell in self.cells)

    @property
    def done(self) -> int:
        return sum(min(len(cell.rows), cell.deals * cell.parts) for cell in self.cells)

    @property
    def complete(self) -> bool:
        return all(cell.whole == cell.deals for cell in self.cells)

    def rows(self) -> list[list[Row]]:
        """The rows that count, by cell and number."""
        return [cell.upto(cell.deals) for cell in self.cells]

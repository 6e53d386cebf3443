"""Play the games of a study in several processes and count them, without a run folder."""

from collections.abc import Callable, Iterator

from tefuda.lab.runs.parallel import fan_out
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.study import Study

CHUNK_SECONDS = 0.25
"""Time that a process should work between two results."""
SMALLEST_CHUNK = 4


class Chunks:
    """Splits the games of every cell into chunks. Their size follows the measured speed."""

    def __init__(self, study: Study, games: int) -> None:
        self.games = games
        self.parts = [len(cell.parts) for cell in study.cells]
        self.seconds = 0.0
        self.done = 0

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """Yield cell, first game and number of games; the cells in turn. Games of one deal stay together."""
        started = [0] * len(self.parts)
        while min(started) < self.games:
            cell = started.index(min(started))
            first = started[cell]
            rate = self.done / self.seconds if self.seconds > 0 else 0.0
            size = max(SMALLEST_CHUNK, int(rate * CHUNK_SECONDS))
            count = min(self.games - first, size + -size % self.parts[cell])
            started[cell] += count
            yield cell, first, count

    def add(self, games: int, seconds: float) -> None:
        """Record how long some games took."""
        self.done += games
        self.seconds += seconds


def count_games(
    study: Study, games: int, workers: int, progress: Callable[[int], None] | None = None
) -> tuple[list[Tally], bool]:
    """Play `games` games of every cell; return a tally for each cell, and False if Ctrl-C stopped it early.

    The tallies do not depend on the number of processes. `progress` is called with the number of games played so far.
    """
    tallies = [Tally(len(cell.names)) for cell in study.cells]
    chunks = Chunks(study, games)
    results = fan_out(study.count, chunks, workers)
    try:
        for cell, tally, seconds in results:
            tallies[cell].merge(tally)
            chunks.add(tally.games, seconds)
            if progress is not None:
                progress(chunks.done)
    except KeyboardInterrupt:
        results.close()
        return tallies, False
    return tallies, True

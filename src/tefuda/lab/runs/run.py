"""Run: a study and what has been played of it, in a folder that outlives the process.

While it runs, `journal.csv` takes every game as it is done. In the end there are `games.csv` (all games, in order),
`results.json` (the figures) and `report.html`; their bytes depend on `spec.json` and nothing else: not on the number of
processes, nor on how often the run was stopped and taken up again.
"""

import contextlib
import json
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TextIO

from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.seed import format_seed, game_seed
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message
from tefuda.lab.charts.report import Report, page
from tefuda.lab.runs.locked_folder import LOCK, locked, write_whole
from tefuda.lab.runs.parallel import LOKY, fan_out
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row, read_line, read_table, table
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.spec import MADE_WITH
from tefuda.lab.studies.study import HERE, Study, differences

SPEC = "spec.json"
JOURNAL = "journal.csv"
GAMES = "games.csv"
RESULTS = "results.json"
REPORT = "report.html"


class Run:
    """A folder with a study in it."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.plan = Plan(study)
        self._found: dict[str, Any] | None = None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.finished_in(self.folder)

    @staticmethod
    def finished_in(folder: Path) -> bool:
        """The same of any folder."""
        return all((folder / name).exists() for name in (GAMES, RESULTS, REPORT)) and not (folder / JOURNAL).exists()

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    @staticmethod
    def kept_in(folder: Path) -> int:
        """How many games the journal of an unfinished run holds."""
        journal = folder / JOURNAL
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    def play(
        self,
        workers: int = 1,
        progress: Callable[[Plan], None] | None = None,
        backend: str = LOKY,
        address: str | None = None,
    ) -> bool:
        """Play what is missing and finish; False where Ctrl-C came first. What is done is kept in any case."""
        with locked(self.folder):
            if self.finished:
                self.read()
                return True
            self._read_journal()
            results = fan_out(self.study.play, self.plan.pieces(), workers, backend, address)
            with self.journal.open("a", encoding="utf-8", newline="") as journal:
                if not self._keep(results, journal, progress):
                    return False
            self.write()
            self.journal.unlink()
        return True

    def _keep(
        self,
        results: Generator[tuple[int, list[Row], float], None, None],
        journal: TextIO,
        progress: Callable[[Plan], None] | None,
    ) -> bool:
        """Take in results as they come, each on the disk before it counts; False after Ctrl-C."""
        try:
            if progress is not None:
                progress(self.plan)
            for number, rows, seconds in results:
                journal.write("".join(row.line() for row in rows))
                journal.flush()
                os.fsync(journal.fileno())
                self.plan.add(number, rows, seconds)
                if progress is not None:
                    progress(self.plan)
        except KeyboardInterrupt:
            return False
        finally:
            results.close()
        assert self.plan.complete
        return True

    def _read_journal(self) -> None:
        """Take in what an earlier process has done, and cut off what it has not finished writing."""
        if not self.journal.exists():
            return
        kept = 0
        found: dict[int, list[Row]] = {}
        with self.journal.open("rb") as file:
            for line in file:
                try:
                    row = read_line(line.decode("utf-8"))
                except UnicodeDecodeError:
                    row = None
                if row is None or not 0 <= row.cell < len(self.study.cells):
                    break
                kept += len(line)
                found.setdefault(row.cell, []).append(row)
        os.truncate(self.journal, kept)
        for number in sorted(found):
            self.plan.add(number, found[number])

    def read(self) -> None:
        """Take in the games of a finished run."""
        text = (self.folder / GAMES).read_text(encoding="utf-8")
        rows = read_table(text, str(self.folder / GAMES), self.study.game.seats)
        for number in range(len(self.study.cells)):
            self.plan.add(number, [row for row in rows if row.cell == number])
        if not self.plan.complete:
            raise invalid_input(
                "incomplete",
                f"{self.folder}: {GAMES} lacks games.",
                f"{self.folder}: {GAMES} に足りないゲームがあります。",
            )

    def results(self) -> dict[str, Any]:
        """What came out, after what it came from."""
        spec = {key: value for key, value in self.study.spec.data().items() if key != "language"}
        return {"spec": spec, MADE_WITH: self.study.made_with, **self.figures()}

    def figures(self) -> dict[str, Any]:
        """What came out, once all is played."""
        if self._found is None:
            self._found = self.study.figures(self.plan.rows())
        return self._found

    def write(self) -> None:
        """Write the games, the figures and the page."""
        write_whole(self.folder / GAMES, table(*self._table()))
        write_whole(self.folder / RESULTS, as_json(self.results()))
        self.write_page(self.study.spec.language)

    def report(self) -> Report:
        """The same for people."""
        return self.study.report(self.figures(), self.plan.rows())

    def write_page(self, language: str) -> None:
        """Write the page anew, in this language."""
        write_whole(self.folder / REPORT, page(self.report(), language))

    def _table(self) -> tuple[list[Row], int, list[tuple[str, str, list[str]]]]:
        rows = [row for cell in self.plan.rows() for row in cell]
        words = []
        for row in rows:
            cell = self.study.cells[row.cell]
            deal, part = divmod(row.number, len(cell.parts))
            seed = format_seed(game_seed(self.study.seed, cell.offset + deal))
            words.append((cell.label, seed, [cell.names[side] for side in cell.parts[part].sides]))
        return rows, self.study.game.seats, words


def begin(folder: Path, study: Study) -> Run:
    """A new run in a folder that is not there yet, or empty; raises `InvalidInput`."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            if [path for path in folder.iterdir() if path.name != LOCK]:
                resumes = (folder / SPEC).exists()
                raise invalid_input(
                    "exists",
                    f"{folder} is there already"
                    + (
                        f"; go on with it: tefuda lab resume {folder}"
                        if resumes
                        else " and is not empty; name another one."
                    ),
                    f"{folder} はすでにあります。"
                    + (f"続きは tefuda lab resume {folder}" if resumes else "別のフォルダを指定してください。"),
                )
            write_whole(folder / SPEC, as_json({**study.spec.data(), MADE_WITH: study.made_with}))
    return Run(folder, study)


def open_run(folder: Path) -> Run:
    """The run of a folder; raises `InvalidInput` where there is none, or one that this program cannot go on with."""
    source = read_run_spec(folder)
    study: Study = source.under([], lambda: make_study({k: v for k, v in source.data.items() if k != MADE_WITH}))
    with _named(folder):
        differences(source.data[MADE_WITH], study.made_with, HERE)
    return Run(folder, study)


def read_run_spec(folder: Path) -> Source:
    """The spec of a run; raises `InvalidInput` where the folder holds none."""
    if not (folder / SPEC).exists():
        en = f"{folder} holds no run: there is no {SPEC}. Runs here: tefuda lab list"
        raise invalid_input("no_run", en, f"{folder} に実験はありません（{SPEC} がない）。一覧: tefuda lab list")
    source = read_file(folder / SPEC)
    if not isinstance(source.data, dict) or not isinstance(source.data.get(MADE_WITH), dict):
        en, ja = (
            f"{MADE_WITH!r} is missing: no run has written this.",
            f"{MADE_WITH!r} がなく、実験の記録ではありません。",
        )
        raise source.invalid([Problem([], Message("no_run", en, ja))])
    return source


def next_folder(under: Path, study: Study) -> Path:
    """The first of `compare-catalyst-1`, `-2` ... that is not there."""
    number = 1
    while (under / f"{study.kind}-{study.spec.game}-{number}").exists():
        number += 1
    return under / f"{study.kind}-{study.spec.game}-{number}"


def as_json(value: dict[str, Any]) -> str:
    """Plain data as a file."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


@contextlib.contextmanager
def _named(folder: Path) -> Iterator[None]:
    """Problems that come up here are those of a folder."""
    try:
        yield
    except InvalidInput as failure:
        raise InvalidInput([problem.under([str(folder)]) for problem in failure.problems]) from None


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """A disk that cannot be written to is told in a sentence."""
    try:
        yield
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise invalid_input(
            "unwritable", f"{path}: cannot be written: {reason}.", f"{path}: 書き込めません: {reason}"
        ) from None

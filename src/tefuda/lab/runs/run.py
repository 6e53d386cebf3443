"""Run: a study in a folder, which can be stopped and resumed.

While it runs, every game is appended to `journal.csv`. At the end the folder has `games.csv` (all games, in order),
`results.json` (the figures) and `report.html`. Their bytes depend on `spec.json` only, not on the number of
processes or on interruptions.
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
from tefuda.lab.charts.report import Report, report_html
from tefuda.lab.runs.locked_folder import LOCK_FILE, lock_folder, write_atomically
from tefuda.lab.runs.parallel import LOKY, fan_out
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row, games_table, read_line, read_table
from tefuda.lab.studies.forfeits import forfeit_figures, forfeit_findings
from tefuda.lab.studies.provenance import THIS_PROGRAM, check_provenance
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.spec import MADE_WITH
from tefuda.lab.studies.study import RecordedStudy
from tefuda.players.exec_player import check_programs

SPEC = "spec.json"
JOURNAL = "journal.csv"
GAMES = "games.csv"
RESULTS = "results.json"
REPORT = "report.html"


class Run:
    """A study in a folder."""

    def __init__(self, folder: Path, study: RecordedStudy) -> None:
        self.folder = folder
        self.study = study
        self.plan = Plan(study)
        self._figures: dict[str, Any] | None = None

    @property
    def is_finished(self) -> bool:
        """Whether all games are played and the results are written."""
        return self.is_finished_in(self.folder)

    @staticmethod
    def is_finished_in(folder: Path) -> bool:
        """Whether the run in a folder is finished."""
        return all((folder / name).exists() for name in (GAMES, RESULTS, REPORT)) and not (folder / JOURNAL).exists()

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    @staticmethod
    def played_in(folder: Path) -> int:
        """Return the number of games in the journal of an unfinished run."""
        journal = folder / JOURNAL
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    def play(
        self,
        workers: int = 1,
        progress: Callable[[Plan], None] | None = None,
        backend: str = LOKY,
        address: str | None = None,
    ) -> bool:
        """Play the missing games and write the results; return False if Ctrl-C stopped it. Played games are kept."""
        with lock_folder(self.folder):
            if self.is_finished:
                self.read()
                return True
            check_programs(self.study.spec.players)
            self._read_journal()
            results = fan_out(self.study.play, self.plan.chunks(), workers, backend, address)
            with self.journal.open("a", encoding="utf-8", newline="") as journal:
                if not self._record(results, journal, progress):
                    return False
            self.write_results()
            self.journal.unlink()
        return True

    def _record(
        self,
        results: Generator[tuple[int, list[Row], float], None, None],
        journal: TextIO,
        progress: Callable[[Plan], None] | None,
    ) -> bool:
        """Record results as they arrive, first on disk, then in the plan; return False after Ctrl-C."""
        try:
            if progress is not None:
                progress(self.plan)
            for number, rows, seconds in results:
                journal.write("".join(row.to_line() for row in rows))
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
        """Read the games of an earlier process, and cut off an incomplete last line."""
        if not self.journal.exists():
            return
        size = 0
        found: dict[int, list[Row]] = {}
        with self.journal.open("rb") as file:
            for line in file:
                try:
                    row = read_line(line.decode("utf-8"))
                except UnicodeDecodeError:
                    row = None
                if row is None or not 0 <= row.cell < len(self.study.cells):
                    break
                size += len(line)
                found.setdefault(row.cell, []).append(row)
        os.truncate(self.journal, size)
        for number in sorted(found):
            self.plan.add(number, found[number])

    def read(self) -> None:
        """Read the games of a finished run."""
        text = (self.folder / GAMES).read_text(encoding="utf-8")
        rows = read_table(text, str(self.folder / GAMES), self.study.game.seats)
        for number in range(len(self.study.cells)):
            self.plan.add(number, [row for row in rows if row.cell == number])
        if not self.plan.complete:
            raise invalid_input(
                "incomplete",
                f"{self.folder}: {GAMES} is incomplete.",
                f"{self.folder}: {GAMES} に足りないゲームがあります。",
            )

    def results(self) -> dict[str, Any]:
        """Return spec, provenance and figures, as in `results.json`."""
        spec = {key: value for key, value in self.study.spec.data().items() if key != "language"}
        return {"spec": spec, MADE_WITH: self.study.made_with, **self.figures()}

    def figures(self) -> dict[str, Any]:
        """Return the figures; all games must be played."""
        if self._figures is None:
            rows = self.plan.rows()
            self._figures = {**self.study.figures(rows), **forfeit_figures(self.study.cells, rows)}
        return self._figures

    def write_results(self) -> None:
        """Write the games, the figures and the report."""
        write_atomically(self.folder / GAMES, games_table(*self._table()))
        write_atomically(self.folder / RESULTS, as_json(self.results()))
        self.write_report(self.study.spec.language)

    def report(self) -> Report:
        """Return the report."""
        found = self.study.report(self.figures(), self.plan.rows())
        findings = [*found.findings, *forfeit_findings(self.figures())]
        return Report(found.title, findings, found.facts, found.sections)

    def write_report(self, language: str) -> None:
        """Write `report.html` in a language."""
        write_atomically(self.folder / REPORT, report_html(self.report(), language))

    def _table(self) -> tuple[list[Row], int, list[tuple[str, str, list[str]]]]:
        rows = [row for cell in self.plan.rows() for row in cell]
        details = []
        for row in rows:
            cell = self.study.cells[row.cell]
            deal, part = divmod(row.number, len(cell.parts))
            seed = format_seed(game_seed(self.study.seed, cell.offset + deal))
            details.append((cell.label, seed, [cell.names[side] for side in cell.parts[part].sides]))
        return rows, self.study.game.seats, details


def create_run(folder: Path, study: RecordedStudy) -> Run:
    """Create a run in a new or empty folder; raise `InvalidInput` if the folder is in use."""
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with lock_folder(folder):
            if [path for path in folder.iterdir() if path.name != LOCK_FILE]:
                resumes = (folder / SPEC).exists()
                raise invalid_input(
                    "exists",
                    f"{folder} "
                    + (
                        f"already has a run. Resume it with: tefuda lab resume {folder}"
                        if resumes
                        else "is not empty. Choose another folder."
                    ),
                    f"{folder} はすでにあります。"
                    + (f"続きは tefuda lab resume {folder}" if resumes else "別のフォルダを指定してください。"),
                )
            write_atomically(folder / SPEC, as_json({**study.spec.data(), MADE_WITH: study.made_with}))
    return Run(folder, study)


def open_run(folder: Path) -> Run:
    """Open the run of a folder; raise `InvalidInput` if there is none or if this program cannot resume it."""
    source = read_run_spec(folder)
    study: RecordedStudy = source.under(
        [], lambda: make_study({k: v for k, v in source.data.items() if k != MADE_WITH})
    )
    with _name_folder(folder):
        check_provenance(source.data[MADE_WITH], study.made_with, THIS_PROGRAM)
    return Run(folder, study)


def read_run_spec(folder: Path) -> Source:
    """Read the spec of a run; raise `InvalidInput` if the folder has no run."""
    if not (folder / SPEC).exists():
        en = f"{folder} has no run ({SPEC} is missing). List runs with: tefuda lab list"
        raise invalid_input("no_run", en, f"{folder} に実験はありません（{SPEC} がない）。一覧: tefuda lab list")
    source = read_file(folder / SPEC)
    if not isinstance(source.data, dict) or not isinstance(source.data.get(MADE_WITH), dict):
        en, ja = (
            f"{MADE_WITH!r} is missing. The file was not written by a run.",
            f"{MADE_WITH!r} がなく、実験の記録ではありません。",
        )
        raise source.invalid([Problem([], Message("no_run", en, ja))])
    return source


def next_folder(under: Path, study: RecordedStudy) -> Path:
    """Return the first of `compare-catalyst-1`, `-2` ... that does not exist."""
    number = 1
    while (under / f"{study.kind}-{study.spec.game}-{number}").exists():
        number += 1
    return under / f"{study.kind}-{study.spec.game}-{number}"


def as_json(value: dict[str, Any]) -> str:
    """Return plain data as the text of a JSON file."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


@contextlib.contextmanager
def _name_folder(folder: Path) -> Iterator[None]:
    """Put problems under the name of a folder."""
    try:
        yield
    except InvalidInput as failure:
        raise InvalidInput([problem.under([str(folder)]) for problem in failure.problems]) from None


@contextlib.contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` into `InvalidInput` with a message."""
    try:
        yield
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise invalid_input(
            "unwritable", f"Cannot write {path}: {reason}.", f"{path}: 書き込めません: {reason}"
        ) from None

"""Study: a question about a game, as the games that are played to answer it.

A study consists of cells, and `Study` plays their games. A `RecordedStudy` keeps a row of every game, and runs in a
folder; `lab.runs.count_games` only counts the games of a study.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from typing import Any, ClassVar

from typing_extensions import override

from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed, parse_seed
from tefuda.core.text import Message
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.card_variants import variant
from tefuda.lab.studies.experiment_cells import Cell, Part, make_contestants
from tefuda.lab.studies.forfeits import forfeit_extra
from tefuda.lab.studies.provenance import WORKER, check_provenance, provenance
from tefuda.lab.studies.spec import Spec
from tefuda.players.exec_player import allow_programs, allowed_programs
from tefuda.players.simulation import BeforePlay, GameResult, simulate_game

_PLAY_LOCK = threading.Lock()
_CHECKED: set[str] = set()
"""Studies whose provenance this process has checked."""


class Study:
    """A question as cells of games. It is pickled and sent to worker processes."""

    kind: ClassVar[str]

    def __init__(self, spec: Spec) -> None:
        """Raise `InvalidInput`, with key paths of the spec, if its values do not fit together."""
        self.spec = spec
        self.seed = parse_seed(spec.seed)
        self.contestants = make_contestants(spec)
        self.cells = self.make_cells()
        self.check()
        self.made_with = provenance(self.game, self.cells, spec.players)
        self.programs = allowed_programs(spec.players)
        """The programs that worker processes may start: those that this process may start."""

    @cached_property
    def game(self) -> Game:
        return find_game(self.spec.game)

    @override
    def __getstate__(self) -> dict[str, Any]:
        """Leave the game out. Every process finds it by its id."""
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def make_cells(self) -> list[Cell]:
        """Return the cells; raise `InvalidInput` if the spec does not suit the kind of study."""
        raise NotImplementedError

    def records_events(self) -> bool:
        """Whether the events of every game are recorded."""
        return False

    def check(self) -> None:
        """Raise `InvalidInput`, with the keys of the spec, if a cell cannot be played."""
        problems: dict[str, Problem] = {}
        for cell in self.cells:
            try:
                with self.cards_of(cell):
                    for part in cell.parts:
                        self.game.read_options(part.options)
            except InvalidInput as failure:
                for problem in failure.problems:
                    located = self._locate(problem, cell)
                    problems.setdefault(located.text("en"), located)
        if problems:
            raise InvalidInput(list(problems.values()))

    def _locate(self, problem: Problem, cell: Cell) -> Problem:
        """Move a problem with the options of a cell to the key of the spec that causes it."""
        name = problem.where()
        key = name.split(".")[0]
        if name in self.spec.vary:
            return problem.under(["vary"])
        if key == "deck" and self.spec.decks and name not in self.spec.options:
            return Problem(["decks"], problem.message)
        if name in self.spec.options or not self.spec.vary:
            return problem.under(["options"])
        en, ja = f"{cell.label}: {problem.text('en')}", f"{cell.label}: {problem.text('ja')}"
        return Problem(["vary"], Message(problem.message.code, en, ja))

    def cards_of(self, cell: Cell) -> AbstractContextManager[None]:
        """Return a context in which the cards of the cell are in use."""
        return variant(self.spec.game, cell.changes) if cell.changes else nullcontext()

    def count(self, number: int, first: int, count: int) -> tuple[int, Tally, float]:
        """Play games of a cell and count them; return the cell, the tally and the seconds."""
        began = time.perf_counter()
        cell = self.cells[number]
        tally = Tally(len(cell.names))
        # Games may take only microseconds, so the loop avoids calls and attributes.
        game, parts, record_events = self.game, cell.parts, self.records_events()
        with self._exclusive(number):
            for game_number in range(first, first + count):
                deal, place = divmod(game_number, len(parts))
                part, seed = parts[place], game_seed(self.seed, cell.offset + deal)
                result = simulate_game(game, part.players, seed, part.options, record_events=record_events)
                tally.add_game(game, result, part.sides)
        return number, tally, time.perf_counter() - began

    def setup(self, number: int, game_number: int) -> tuple[Part, int]:
        """Return the part and the seed of a game of a cell."""
        cell = self.cells[number]
        deal, part = divmod(game_number, len(cell.parts))
        return cell.parts[part], game_seed(self.seed, cell.offset + deal)

    def simulate(self, part: Part, seed: int, before_play: BeforePlay | None = None) -> GameResult:
        """Play one game."""
        return simulate_game(
            self.game,
            part.players,
            seed,
            part.options,
            record_events=self.records_events(),
            before_play=before_play,
        )

    @contextmanager
    def _exclusive(self, number: int) -> Iterator[None]:
        """Put the cards of a cell in use; raise `InvalidInput` if this process has another provenance than the study.

        The cards in use belong to the process, and a worker of a cluster may have several threads.
        """
        known = json.dumps([self.spec.data(), self.made_with, self.programs])
        with _PLAY_LOCK:
            if known not in _CHECKED:
                check_provenance(self.made_with, provenance(self.game, self.cells, self.spec.players), WORKER)
                allow_programs(self.programs)
                _CHECKED.add(known)
            with self.cards_of(self.cells[number]):
                yield


class RecordedStudy(Study):
    """A study that keeps a row of every game, with figures and a report made from the rows."""

    def check_single_setting(self) -> None:
        """Raise `InvalidInput` if options are varied, or if the game has more than two seats."""
        if self.spec.vary:
            en, ja = "Only a sweep can vary options.", "設定の変更は sweep で行います。"
            raise invalid_input("vary", en, ja, "vary")
        if self.game.seats > 2:
            en, ja = "Only games with one or two seats are supported.", "調べられるのは一人用か二人用のゲームです。"
            raise invalid_input("seats", en, ja, "game")

    def interim_looks(self, cell: Cell) -> list[int]:
        """Return the numbers of deals after which `is_decided` is asked; the last one is all deals."""
        return [cell.deals]

    def is_decided(self, cell: Cell, rows: list[Row]) -> bool:
        """Whether the rows of all deals up to an interim look answer the question."""
        return False

    def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
        """Return what else a row keeps of a game, as plain data."""
        return {}

    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        """Return the results in plain JSON types; `rows` is by cell, in order."""
        raise NotImplementedError

    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        """Return the report."""
        raise NotImplementedError

    def play(self, number: int, first: int, count: int) -> tuple[int, list[Row], float]:
        """Play deals of a cell; return the cell, a row for each game and the seconds."""
        began = time.perf_counter()
        parts = len(self.cells[number].parts)
        with self._exclusive(number):
            rows = [self.play_row(number, game) for game in range(first * parts, (first + count) * parts)]
        return number, rows, time.perf_counter() - began

    def play_row(self, number: int, game_number: int) -> Row:
        """Play one game of a cell and return its row."""
        result = self.simulate(*self.setup(number, game_number))
        return self.make_row(number, game_number, result, self.extra(self.game, result.events, result.scores))

    def make_row(self, number: int, game_number: int, result: GameResult, extra: dict[str, Any]) -> Row:
        """Return the row of a result. Scores of a game with payoffs are kept as they are, too."""
        scores = result.scores
        payoffs = {"payoffs": scores} if self.game.has_payoffs and scores is not None else {}
        points = scores and self.game.points(scores)
        kept = {**extra, **payoffs, **forfeit_extra(result.forfeit)}
        return Row(number, game_number, points, result.opener, result.plays, result.measured, kept)

"""Compare: which player or deck is stronger.

With two seats, every pair plays each of its deals twice with the seats swapped. Pairs have separate deals: if all
shared them, one lucky deal would count many times. With one seat, all contestants play the same deals.
"""

from typing import Any, ClassVar

from typing_extensions import override

from tefuda.core.errors import invalid_input
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import Interval, paired_bootstrap
from tefuda.lab.stats.ratings import Duel, ratings
from tefuda.lab.stats.sequential import UNDECIDED, Verdict, look_schedule, verdict_of
from tefuda.lab.studies.compare_report import duel_report, solo_report
from tefuda.lab.studies.experiment_cells import Cell, make_part, round_robin_cells, score_of
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.summary import common_figures, contestant_win_rate, mean_figures, outcome_of

MAX_CONTESTANTS = 40


class Compare(RecordedStudy):
    """A comparison of players, decks, or both."""

    kind: ClassVar[str] = "compare"

    @override
    def make_cells(self) -> list[Cell]:
        sides = self.contestants
        key = "decks" if len(self.spec.players) == 1 else "players"
        if not 2 <= len(sides) <= MAX_CONTESTANTS:
            en = f"A comparison needs 2 to {MAX_CONTESTANTS} players or decks, not {len(sides)}."
            ja = f"比較できるのは 2 から {MAX_CONTESTANTS} までのプレイヤーかデッキです（{len(sides)}）。"
            raise invalid_input("contestants", en, ja, key)
        self.check_single_setting()
        if self.game.seats == 1:
            parts = [make_part(self.game, sides, [side], self.spec.options) for side in range(len(sides))]
            return [Cell("all", [side.label for side in sides], parts, self.spec.games)]
        return round_robin_cells(self.game, self.spec, sides)

    @override
    def interim_looks(self, cell: Cell) -> list[int]:
        return look_schedule(cell.deals) if self.spec.stop else [cell.deals]

    @override
    def is_decided(self, cell: Cell, rows: list[Row]) -> bool:
        return all(verdict.word != UNDECIDED for verdict in self.verdicts(cell, rows))

    def verdicts(self, cell: Cell, rows: list[Row]) -> list[Verdict]:
        """Return the verdict of a pair; with one seat, of each contestant against the first."""
        if self.game.seats == 2:
            return [verdict_of(duel_scores(cell, rows))]
        return [
            verdict_of([(1 + apart) / 2 for apart in solo_differences(cell, rows, side)])
            for side in range(1, len(cell.names))
        ]

    @override
    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        if self.game.seats == 1:
            return self._solo(self.cells[0], rows[0])
        pairs = [self._pair(number, cell, rows[number]) for number, cell in enumerate(self.cells)]
        everything = [row for found in rows for row in found]
        return {"pairs": pairs, "ratings": self._ratings(rows), **common_figures(self.cells[0], everything)}

    def _pair(self, number: int, cell: Cell, rows: list[Row]) -> dict[str, Any]:
        outcomes = [outcome_of(score_of(cell, row, 0)) for row in rows]
        deals = duel_scores(cell, rows)
        wins = {word: outcomes.count(outcome) for word, outcome in (("wins", 1.0), ("losses", 0.0))}
        return {
            "one": cell.names[0],
            "two": cell.names[1],
            "deals": len(deals),
            **wins,
            **common_figures(cell, rows),
            "games_score": contestant_win_rate(cell, rows, 0),
            "score": interval_figures(paired_bootstrap(deals, self.seed + number)),
            "verdict": self._verdict_figures(self.verdicts(cell, rows)[0], cell),
            **({"payoff": mean_figures(duel_payoffs(cell, rows))} if self.game.has_payoffs else {}),
        }

    def _verdict_figures(self, verdict: Verdict, cell: Cell) -> dict[str, Any]:
        return {
            "word": verdict.word,
            "deals": verdict.deals,
            "low": verdict.score.low,
            "high": verdict.score.high,
            "early": verdict.deals < cell.deals,
        }

    def _ratings(self, rows: list[list[Row]]) -> list[dict[str, Any]]:
        names = [contestant.label for contestant in self.contestants]
        duels = [
            Duel(names.index(cell.names[0]), names.index(cell.names[1]), duel_scores(cell, found))
            for cell, found in zip(self.cells, rows, strict=True)
        ]
        if not all(duel.scores for duel in duels):
            return []
        return [
            {"name": found.name, "elo": interval_figures(found.elo), "score": found.score, "deals": found.deals}
            for found in ratings(names, duels, self.seed)
        ]

    def _solo(self, cell: Cell, rows: list[Row]) -> dict[str, Any]:
        contestants = []
        verdicts = self.verdicts(cell, rows)
        for side, name in enumerate(cell.names):
            own = [row for row in rows if row.number % len(cell.parts) == side]
            found = {"name": name, **common_figures(cell, own), "wins": contestant_win_rate(cell, rows, side)}
            if side:
                apart = paired_bootstrap(solo_differences(cell, rows, side), self.seed + side, least=-1.0)
                found["difference"] = interval_figures(apart)
                found["verdict"] = self._verdict_figures(verdicts[side - 1], cell)
            contestants.append(found)
        unfinished = sum(row.scores is None for row in rows)
        return {"contestants": contestants, "games": len(rows), "unfinished": unfinished}

    @override
    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        if self.game.seats == 1:
            return solo_report(self.spec, self.game, figures)
        return duel_report(self.spec, self.game, figures, [contestant.label for contestant in self.contestants])


def duel_scores(cell: Cell, rows: list[Row]) -> list[float]:
    """Return the first contestant's mean score of each deal; deals with an unfinished game are left out."""
    found = []
    for first in range(0, len(rows), len(cell.parts)):
        scores = [score_of(cell, row, 0) for row in rows[first : first + len(cell.parts)]]
        known = [score for score in scores if score is not None]
        if len(known) == len(scores):
            found.append(sum(known) / len(known))
    return found


def duel_payoffs(cell: Cell, rows: list[Row]) -> list[float]:
    """Return the first contestant's mean payoff of each deal; deals with an unfinished game are left out."""
    found = []
    for first in range(0, len(rows), len(cell.parts)):
        both = rows[first : first + len(cell.parts)]
        if all("payoffs" in row.extra for row in both):
            paid = [row.extra["payoffs"][cell.parts[row.number % len(cell.parts)].sides.index(0)] for row in both]
            found.append(sum(paid) / len(paid))
    return found


def solo_differences(cell: Cell, rows: list[Row], side: int) -> list[float]:
    """Return the score difference to the first contestant in each deal; an unfinished game is lost."""
    parts = len(cell.parts)
    scores = [score_of(cell, row, row.number % parts) or 0.0 for row in rows]
    return [scores[first + side] - scores[first] for first in range(0, len(rows), parts)]


def interval_figures(found: Interval) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}

"""Compare: who is stronger, and how sure is that.

For two seats, every pair plays every deal twice with the seats swapped, and each pair has deals of its own: with the
same ones for all, one lucky deal would count many times. Alone, everybody plays the same deals.
"""

from typing import Any, ClassVar

from tefuda.core.errors import invalid_input
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import Interval, paired_bootstrap
from tefuda.lab.stats.ratings import Duel, ratings
from tefuda.lab.stats.sequential import OPEN, Verdict, looks, verdict
from tefuda.lab.studies.compare_report import duel_report, solo_report
from tefuda.lab.studies.study import Cell, Study, score_of, seated
from tefuda.lab.studies.summary import common, mean_figures, outcome_of, scored

MOST_CONTESTANTS = 40


class Compare(Study):
    """Players against each other, or decks, or both."""

    kind: ClassVar[str] = "compare"

    def make_cells(self) -> list[Cell]:
        sides = self.contestants
        key = "decks" if len(self.spec.players) == 1 else "players"
        if not 2 <= len(sides) <= MOST_CONTESTANTS:
            en = f"A comparison is between 2 to {MOST_CONTESTANTS} players or decks, not {len(sides)}."
            ja = f"比較できるのは 2 から {MOST_CONTESTANTS} までのプレイヤーかデッキです（{len(sides)}）。"
            raise invalid_input("contestants", en, ja, key)
        self.check_setting()
        if self.game.seats == 1:
            parts = [seated(self.game, sides, [side], self.spec.options) for side in range(len(sides))]
            return [Cell("all", [side.label for side in sides], parts, self.spec.games)]
        return self.all_pairs(sides)

    def looks(self, cell: Cell) -> list[int]:
        return looks(cell.deals) if self.spec.stop else [cell.deals]

    def enough(self, cell: Cell, rows: list[Row]) -> bool:
        return all(said.word != OPEN for said in self.verdicts(cell, rows))

    def verdicts(self, cell: Cell, rows: list[Row]) -> list[Verdict]:
        """What can be said of a pair; alone, of everybody but the first one, compared with that one."""
        if self.game.seats == 2:
            return [verdict(duel_scores(cell, rows))]
        return [
            verdict([(1 + apart) / 2 for apart in solo_differences(cell, rows, side)])
            for side in range(1, len(cell.names))
        ]

    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        if self.game.seats == 1:
            return self._solo(self.cells[0], rows[0])
        pairs = [self._pair(number, cell, rows[number]) for number, cell in enumerate(self.cells)]
        everything = [row for found in rows for row in found]
        return {"pairs": pairs, "ratings": self._ratings(rows), **common(self.cells[0], everything)}

    def _pair(self, number: int, cell: Cell, rows: list[Row]) -> dict[str, Any]:
        outcomes = [outcome_of(score_of(cell, row, 0)) for row in rows]
        deals = duel_scores(cell, rows)
        wins = {word: outcomes.count(outcome) for word, outcome in (("wins", 1.0), ("losses", 0.0))}
        return {
            "one": cell.names[0],
            "two": cell.names[1],
            "deals": len(deals),
            **wins,
            **common(cell, rows),
            "games_score": scored(cell, rows, 0),
            "score": as_figures(paired_bootstrap(deals, self.seed + number)),
            "verdict": self._said(self.verdicts(cell, rows)[0], cell),
            **({"payoff": mean_figures(duel_payoffs(cell, rows))} if self.game.has_payoffs else {}),
        }

    def _said(self, said: Verdict, cell: Cell) -> dict[str, Any]:
        return {
            "word": said.word,
            "deals": said.deals,
            "low": said.score.low,
            "high": said.score.high,
            "early": said.deals < cell.deals,
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
            {"name": found.name, "elo": as_figures(found.elo), "score": found.score, "deals": found.deals}
            for found in ratings(names, duels, self.seed)
        ]

    def _solo(self, cell: Cell, rows: list[Row]) -> dict[str, Any]:
        contestants = []
        said = self.verdicts(cell, rows)
        for side, name in enumerate(cell.names):
            own = [row for row in rows if row.number % len(cell.parts) == side]
            found = {"name": name, **common(cell, own), "wins": scored(cell, rows, side)}
            if side:
                apart = paired_bootstrap(solo_differences(cell, rows, side), self.seed + side, least=-1.0)
                found["difference"] = as_figures(apart)
                found["verdict"] = self._said(said[side - 1], cell)
            contestants.append(found)
        unfinished = sum(row.scores is None for row in rows)
        return {"contestants": contestants, "games": len(rows), "unfinished": unfinished}

    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        if self.game.seats == 1:
            return solo_report(self.spec, self.game, figures)
        return duel_report(self.spec, self.game, figures, [contestant.label for contestant in self.contestants])


def duel_scores(cell: Cell, rows: list[Row]) -> list[float]:
    """The first one's score in each deal, both games together; deals with an unfinished game say nothing."""
    found = []
    for first in range(0, len(rows), len(cell.parts)):
        scores = [score_of(cell, row, 0) for row in rows[first : first + len(cell.parts)]]
        known = [score for score in scores if score is not None]
        if len(known) == len(scores):
            found.append(sum(known) / len(known))
    return found


def duel_payoffs(cell: Cell, rows: list[Row]) -> list[float]:
    """The first one's mean payoff in each deal; deals with an unfinished game say nothing."""
    found = []
    for first in range(0, len(rows), len(cell.parts)):
        both = rows[first : first + len(cell.parts)]
        if all("payoffs" in row.extra for row in both):
            paid = [row.extra["payoffs"][cell.parts[row.number % len(cell.parts)].sides.index(0)] for row in both]
            found.append(sum(paid) / len(paid))
    return found


def solo_differences(cell: Cell, rows: list[Row], side: int) -> list[float]:
    """How much more than the first one somebody scored in each deal; an unfinished game is not won."""
    parts = len(cell.parts)
    scores = [score_of(cell, row, row.number % parts) or 0.0 for row in rows]
    return [scores[first + side] - scores[first] for first in range(0, len(rows), parts)]


def as_figures(found: Interval) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}

"""Game study: length, choices, leads, decisions, luck and skill of a game.

The last player plays itself, and these games are analysed: leads over time, and a sample of decisions. All players also
play against `random`: their scores show how much of the game is skill.
"""

from collections import Counter
from typing import Any, ClassVar, Final

from typing_extensions import override

from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.random import xoshiro
from tefuda.core.state import State
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import paired_bootstrap
from tefuda.lab.stats.tally import distribution
from tefuda.lab.studies.compare import duel_scores, interval_figures, solo_differences
from tefuda.lab.studies.decisions import IMPORTANT_GAIN, DecisionSample, SamplingBudget, decision_row, evaluate_decision
from tefuda.lab.studies.experiment_cells import CELL_OFFSET, Cell, Contestant, Part, make_part, score_of
from tefuda.lab.studies.game_report import game_report
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.summary import common_figures, contestant_win_rate, mean_figures, outcome_of, win_rate
from tefuda.lab.studies.trajectory import TENTHS, Trajectory, tenth_of

BASELINE: Final = "random"
"""The player that all others are compared with."""
DECISION_STREAM: Final = 101
"""Random stream of a deal for sampling decisions and worlds."""
MAX_PLAYERS: Final = 20


class GameStudy(RecordedStudy):
    """An analysis of a game."""

    kind: ClassVar[str] = "game"

    def __init__(self, spec: Spec) -> None:
        named = [name for name in spec.players if name != BASELINE] if spec.players else ["heuristic"]
        spec.players = list(dict.fromkeys([BASELINE, *named]))
        super().__init__(spec)

    @override
    def make_cells(self) -> list[Cell]:
        self._check_spec()
        players = self.spec.players
        self.contestants = [Contestant(name, name, None) for name in players]
        options = {**self.spec.options, **self._decks()}
        if self.game.seats == 1:
            parts = [make_part(self.game, self.contestants, [side], options) for side in range(len(players))]
            return [Cell("all", players, parts, self.spec.games)]
        cells = [self._self_play_cell(options)]
        half = (self.spec.games + 1) // 2
        for side in range(1, len(players)):
            pair = [self.contestants[side], self.contestants[0]]
            parts = [make_part(self.game, pair, order, options) for order in ([0, 1], [1, 0])]
            names = [one.label for one in pair]
            cells.append(Cell(" - ".join(names), names, parts, half, len(cells) * CELL_OFFSET))
        return cells

    def _self_play_cell(self, options: dict[str, Any]) -> Cell:
        """Return the cell of the last player against itself; different decks are also played swapped."""
        name = self.spec.players[-1]
        swapped = self.game.swap_seats(options)
        both = [options]
        try:
            if self.game.read_options(swapped) != self.game.read_options(options):
                both.append(swapped)
        except InvalidInput:
            # `check` reports it with the key of the spec.
            pass
        parts = [Part([name, name], one, [0, 0]) for one in both]
        return Cell(f"{name} - {name}", [name], parts, -(-self.spec.games // len(both)))

    def _decks(self) -> dict[str, str]:
        """Return the decks as options: one for all seats, or one for each."""
        decks, names = self.spec.decks, deck_options(self.game)
        if len(decks) not in (0, 1, len(names)):
            en, ja = (
                "Name one deck, or one for each seat.",
                "デッキは一つ（共通）か、席ごとに一つずつ指定してください。",
            )
            raise invalid_input("decks", en, ja, "decks")
        return dict(zip(names, decks * len(names) if len(decks) == 1 else decks, strict=False))

    def _check_spec(self) -> None:
        self.check_single_setting()
        if len(self.spec.players) > MAX_PLAYERS:
            en, ja = f"At most {MAX_PLAYERS} players are allowed.", f"プレイヤーは {MAX_PLAYERS} 人までです。"
            raise invalid_input("players", en, ja, "players")

    def is_watched(self, cell: int, number: int) -> bool:
        """Whether a game is analysed: the last player alone, or against itself."""
        parts = len(self.cells[cell].parts)
        return cell == 0 and (self.game.seats > 1 or number % parts == parts - 1)

    def watched_rows(self, rows: list[list[Row]]) -> list[Row]:
        return [row for row in rows[0] if self.is_watched(0, row.number)]

    @override
    def play_row(self, number: int, game_number: int) -> Row:
        """Play one game of a cell and return its row. Watching a game does not change how it is played."""
        if not self.is_watched(number, game_number):
            return super().play_row(number, game_number)
        part, seed = self.setup(number, game_number)
        game, guide = self.game, self.game.players.guide()
        random, budget = xoshiro(seed, DECISION_STREAM), SamplingBudget(guide)
        parts = len(self.cells[number].parts)
        sampled = game_number // parts < -(-budget.games // (parts if game.seats > 1 else 1))
        trajectory, sample = Trajectory(guide), DecisionSample(random)

        def watch(state: State, plays: int) -> bool:
            actions = len(state.actions())
            trajectory.add(state, actions)
            if sampled and actions > 1:
                sample.add(plays, state)
            return True

        result = self.simulate(part, seed, watch)
        extra = trajectory.row_data(result.scores and game.outcomes(result.scores))
        if sampled:
            decisions = [
                (place, evaluate_decision(game, one, guide, random, budget)) for place, one in sample.decisions()
            ]
            extra["choices"] = [decision_row(tenth_of(place, result.plays), one) for place, one in decisions]
        return self.make_row(number, game_number, result, extra)

    @override
    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        own = self.watched_rows(rows)
        cell = self.cells[0]
        found = common_figures(cell, own)
        games = sum(len(found) for found in rows)
        unfinished = sum(row.scores is None for found in rows for row in found)
        return {
            "player": self.spec.players[-1],
            **found,
            "all_games": games,
            "all_unfinished": unfinished,
            "branching": self._branching(own),
            "course": self._chances(own) if self.game.seats == 1 else self._leads(own),
            "choices": self._choices(own),
            "skill": self._skill(rows),
            **({"wins": contestant_win_rate(cell, rows[0], len(cell.parts) - 1)} if self.game.seats == 1 else {}),
        }

    def _branching(self, rows: list[Row]) -> dict[str, Any]:
        """Return the number of legal actions per decision, and the share of forced plays."""
        decisions = sum(sum(row.extra["decisions"]) for row in rows)
        actions = sum(sum(row.extra["actions"]) for row in rows)
        forced = sum(row.extra["forced"] for row in rows)
        stages = []
        for tenth in range(TENTHS):
            pairs = [(row.extra["actions"][tenth], row.extra["decisions"][tenth]) for row in rows]
            stages.append(mean_figures([actions / decisions for actions, decisions in pairs if decisions]))
        return {
            "decisions": decisions,
            "actions": actions / decisions if decisions else None,
            "forced": forced / decisions if decisions else None,
            "stages": stages,
        }

    def _leads(self, rows: list[Row]) -> dict[str, Any] | None:
        """Return the leads over time and the win rate of the leader; None if the game has no evaluation."""
        if not has_evaluation(rows):
            return None
        finished = [row for row in rows if row.scores is not None]
        stages = []
        for tenth in range(TENTHS):
            won = games = 0.0
            for row in finished:
                chance = row.extra["chance"][tenth]
                if chance is not None and chance != 50 and row.scores is not None:
                    games += 1
                    won += outcome_of(row.scores[0 if chance > 50 else 1])
            stages.append(win_rate(won, int(games)))
        changes = Counter(row.extra["changes"] for row in finished)
        settled = Counter(row.extra["settled"] for row in finished if "settled" in row.extra)
        return {
            "leader_won": stages,
            "changes": {**distribution(changes), "counts": count_values(changes)} if changes else None,
            "settled": {**distribution(settled), "counts": count_values(settled)} if settled else None,
        }

    def _chances(self, rows: list[Row]) -> dict[str, Any] | None:
        """Return the estimated chance over time in won and in lost games; None if the game has no evaluation."""
        if not has_evaluation(rows):
            return None
        found: dict[str, Any] = {}
        for name, won in (("won", True), ("lost", False)):
            own = [row for row in rows if (row.scores is not None and row.scores[0] > 0) == won]
            chances = [[row.extra["chance"][tenth] for row in own] for tenth in range(TENTHS)]
            stages = [mean_figures([chance / 100 for chance in tenth if chance is not None]) for tenth in chances]
            found[name] = {"games": len(own), "stages": stages}
        return found

    def _choices(self, rows: list[Row]) -> dict[str, Any]:
        """Return the value of decisions between several actions."""
        parts = len(self.cells[0].parts)
        deals: dict[int, list[Any]] = {}
        for row in rows:
            deals.setdefault(row.number // parts, []).extend(row.extra.get("choices", []))
        listed = [deal for deal in deals.values() if deal]
        everything = [choice for deal in listed for choice in deal]
        # The decisions of one deal are dependent, so each deal counts by its mean.
        costs = [sum(choice[2] for choice in deal) / len(deal) for deal in listed]
        shares = [sum(choice[3] for choice in deal) / len(deal) for deal in listed]
        stages = []
        for tenth in range(TENTHS):
            own = [choice for choice in everything if choice[0] == tenth]
            mattered = win_rate(sum(choice[3] for choice in own), len(own))
            stages.append({"mattered": mattered, "cost": mean_figures([choice[2] for choice in own])})
        return {
            "decisions": len(everything),
            "deals": len(listed),
            "least": IMPORTANT_GAIN,
            "mattered": interval_figures(paired_bootstrap(shares, self.seed)),
            "cost": mean_figures(costs),
            "stages": stages,
        }

    def _skill(self, rows: list[list[Row]]) -> list[dict[str, Any]]:
        """Return the scores against `random`; with one seat the win rates and differences to `random`."""
        found: list[dict[str, Any]] = []
        if self.game.seats == 1:
            cell = self.cells[0]
            for side, name in enumerate(cell.names):
                apart = paired_bootstrap(solo_differences(cell, rows[0], side), self.seed + side, least=-1.0)
                one = {"name": name, "wins": contestant_win_rate(cell, rows[0], side)}
                found.append({**one, "difference": interval_figures(apart)} if side else one)
            return found
        for number, cell in enumerate(self.cells[1:], 1):
            scores = duel_scores(cell, rows[number])
            results = Counter(outcome_of(score_of(cell, row, 0)) for row in rows[number])
            found.append(
                {
                    "name": cell.names[0],
                    "deals": len(scores),
                    "games": len(rows[number]),
                    "wins": results[1.0],
                    "draws": results[0.5],
                    "losses": results[0.0],
                    "unfinished": results[None],
                    "score": interval_figures(paired_bootstrap(scores, self.seed + number)),
                }
            )
        return found

    @override
    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        return game_report(self.spec, self.game, figures, self.watched_rows(rows))


def has_evaluation(rows: list[Row]) -> bool:
    """Whether the game evaluates positions. Without an evaluation the chance is always the same."""
    return len({chance for row in rows for chance in row.extra["chance"] if chance is not None}) > 1


def count_values(counts: Counter[int]) -> dict[str, int]:
    """Return a histogram in plain JSON types."""
    return {str(value): counts[value] for value in sorted(counts)}

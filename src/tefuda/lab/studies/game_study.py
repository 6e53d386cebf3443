"""Game: what kind of game it is. How long, how much there is to choose, who leads and for how long, and does it matter.

The last player named plays itself, and those games are watched: their course, and some of their decisions. Everybody
also meets the first one, `random`: how far good play gets says how much of the game is luck.
"""

from collections import Counter
from typing import Any, ClassVar, Final

from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.game import Game
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.runs.simulate import spread
from tefuda.lab.stats.intervals import paired_bootstrap
from tefuda.lab.studies.compare import as_figures, duel_scores, solo_differences
from tefuda.lab.studies.decisions import MATTERS, Effort, Sample, kept, weigh
from tefuda.lab.studies.game_report import game_report
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.lab.studies.study import APART, Cell, Contestant, Part, Study, payoffs_of, score_of, seated
from tefuda.lab.studies.summary import common, mean_figures, outcome_of, scored, share
from tefuda.lab.studies.trajectory import TENTHS, Course, tenth_of
from tefuda.players.names import make_player

FIRST: Final = "random"
"""Whom everybody is measured by."""
STREAM: Final = 101
"""Of a deal's luck: which decisions are looked at, and the worlds they are tried in."""
MOST_PLAYERS: Final = 20


class GameStudy(Study):
    """The character of a game, in figures."""

    kind: ClassVar[str] = "game"

    def __init__(self, spec: Spec) -> None:
        named = [name for name in spec.players if name != FIRST] if spec.players else ["heuristic"]
        spec.players = list(dict.fromkeys([FIRST, *named]))
        super().__init__(spec)

    def make_cells(self) -> list[Cell]:
        self._check_wishes()
        players = self.spec.players
        self.contestants = [Contestant(name, name, None) for name in players]
        options = {**self.spec.options, **self._decks()}
        if self.game.seats == 1:
            parts = [seated(self.game, self.contestants, [side], options) for side in range(len(players))]
            return [Cell("all", players, parts, self.spec.games)]
        cells = [self._mirror(options)]
        half = (self.spec.games + 1) // 2
        for side in range(1, len(players)):
            pair = [self.contestants[side], self.contestants[0]]
            parts = [seated(self.game, pair, order, options) for order in ([0, 1], [1, 0])]
            names = [one.label for one in pair]
            cells.append(Cell(" - ".join(names), names, parts, half, len(cells) * APART))
        return cells

    def _mirror(self, options: dict[str, Any]) -> Cell:
        """The last one against itself; where the seats have other decks, also with those the other way round."""
        name = self.spec.players[-1]
        turned = self.game.swap_seats(options)
        both = [options]
        try:
            if self.game.read_options(turned) != self.game.read_options(options):
                both.append(turned)
        except InvalidInput:
            # `check` tells it, with the key to blame.
            pass
        parts = [Part([name, name], one, [0, 0]) for one in both]
        return Cell(f"{name} - {name}", [name], parts, -(-self.spec.games // len(both)))

    def _decks(self) -> dict[str, str]:
        """The decks as options: one for everybody, or one for each seat."""
        decks, names = self.spec.decks, deck_options(self.game)
        if len(decks) not in (0, 1, len(names)):
            en, ja = (
                "Name one deck, or one for each seat.",
                "デッキは一つ（共通）か、席ごとに一つずつ指定してください。",
            )
            raise invalid_input("decks", en, ja, "decks")
        return dict(zip(names, decks * len(names) if len(decks) == 1 else decks, strict=False))

    def _check_wishes(self) -> None:
        self.check_setting()
        if len(self.spec.players) > MOST_PLAYERS:
            en, ja = f"At most {MOST_PLAYERS} players at once.", f"プレイヤーは {MOST_PLAYERS} 人までです。"
            raise invalid_input("players", en, ja, "players")

    def is_watched(self, cell: int, number: int) -> bool:
        """Whether a game is one of the last player alone, or against itself."""
        parts = len(self.cells[cell].parts)
        return cell == 0 and (self.game.seats > 1 or number % parts == parts - 1)

    def watched(self, rows: list[list[Row]]) -> list[Row]:
        return [row for row in rows[0] if self.is_watched(0, row.number)]

    def play_one(self, game: Game, part: Part, seed: int, cell: int, number: int) -> Row:
        """One game, as everywhere; a watched one plays the same, for nobody at the table can tell."""
        if not self.is_watched(cell, number):
            return super().play_one(game, part, seed, cell, number)
        players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat, name in enumerate(part.players)]
        state = game.start(seed, part.options)
        opener = game.measures.first_seat(state)
        if opener < 0:
            opener = max(0, state.seat)
        seats = [Seat(game, state, seat) for seat in range(len(players))]
        guide, luck = game.players.guide(), xoshiro(seed, STREAM)
        effort = Effort(guide)
        parts = len(self.cells[cell].parts)
        looked_at = number // parts < -(-effort.games // (parts if game.seats > 1 else 1))
        course, sample = Course(guide), Sample(luck)
        plays = 0
        while state.seat != OVER and plays < game.most_plays:
            actions = len(state.actions())
            course.watch(state, actions)
            if looked_at and actions > 1:
                sample.offer(plays, state)
            state.play(players[state.seat].choose(seats[state.seat]))
            plays += 1
        finished = state.seat == OVER
        scores = state.scores() if finished else None
        extra = {**course.kept(scores and game.outcomes(scores)), **payoffs_of(game, scores)}
        if looked_at:
            weighed = [(place, weigh(game, one, guide, luck, effort)) for place, one in sample.decisions()]
            extra["choices"] = [kept(tenth_of(place, plays), one) for place, one in weighed]
        measured = game.measures.figures(state) if finished else {}
        return Row(cell, number, scores and game.points(scores), opener, plays, measured, extra)

    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        own = self.watched(rows)
        cell = self.cells[0]
        found = common(cell, own)
        games = sum(len(found) for found in rows)
        unfinished = sum(row.scores is None for found in rows for row in found)
        return {
            "player": self.spec.players[-1],
            **found,
            "all_games": games,
            "all_unfinished": unfinished,
            "branching": self._branching(own),
            "course": self._hopes(own) if self.game.seats == 1 else self._leads(own),
            "choices": self._choices(own),
            "skill": self._skill(rows),
            **({"wins": scored(cell, rows[0], len(cell.parts) - 1)} if self.game.seats == 1 else {}),
        }

    def _branching(self, rows: list[Row]) -> dict[str, Any]:
        """Legal actions a decision, and how many decisions are none."""
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
        """Who was ahead when, and whether that held; None where the game cannot say who is ahead."""
        if not judges(rows):
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
            stages.append(share(won, int(games)))
        changes = Counter(row.extra["changes"] for row in finished)
        settled = Counter(row.extra["settled"] for row in finished if "settled" in row.extra)
        return {
            "leader_won": stages,
            "changes": {**spread(changes), "counts": counted(changes)} if changes else None,
            "settled": {**spread(settled), "counts": counted(settled)} if settled else None,
        }

    def _hopes(self, rows: list[Row]) -> dict[str, Any] | None:
        """How the chance runs in games that are won, and in those that are lost; None where the game cannot say."""
        if not judges(rows):
            return None
        found: dict[str, Any] = {}
        for name, won in (("won", True), ("lost", False)):
            own = [row for row in rows if (row.scores is not None and row.scores[0] > 0) == won]
            chances = [[row.extra["chance"][tenth] for row in own] for tenth in range(TENTHS)]
            stages = [mean_figures([chance / 100 for chance in tenth if chance is not None]) for tenth in chances]
            found[name] = {"games": len(own), "stages": stages}
        return found

    def _choices(self, rows: list[Row]) -> dict[str, Any]:
        """What decisions between several actions were worth."""
        parts = len(self.cells[0].parts)
        deals: dict[int, list[Any]] = {}
        for row in rows:
            deals.setdefault(row.number // parts, []).extend(row.extra.get("choices", []))
        listed = [deal for deal in deals.values() if deal]
        everything = [choice for deal in listed for choice in deal]
        # The decisions of one deal hang together: each deal counts by its mean.
        costs = [sum(choice[2] for choice in deal) / len(deal) for deal in listed]
        shares = [sum(choice[3] for choice in deal) / len(deal) for deal in listed]
        stages = []
        for tenth in range(TENTHS):
            own = [choice for choice in everything if choice[0] == tenth]
            mattered = share(sum(choice[3] for choice in own), len(own))
            stages.append({"mattered": mattered, "cost": mean_figures([choice[2] for choice in own])})
        return {
            "decisions": len(everything),
            "deals": len(listed),
            "least": MATTERS,
            "mattered": as_figures(paired_bootstrap(shares, self.seed)),
            "cost": mean_figures(costs),
            "stages": stages,
        }

    def _skill(self, rows: list[list[Row]]) -> list[dict[str, Any]]:
        """Everybody against the first one: the score, or alone the wins and how many more on the same deals."""
        found: list[dict[str, Any]] = []
        if self.game.seats == 1:
            cell = self.cells[0]
            for side, name in enumerate(cell.names):
                apart = paired_bootstrap(solo_differences(cell, rows[0], side), self.seed + side, least=-1.0)
                one = {"name": name, "wins": scored(cell, rows[0], side)}
                found.append({**one, "difference": as_figures(apart)} if side else one)
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
                    "score": as_figures(paired_bootstrap(scores, self.seed + number)),
                }
            )
        return found

    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        return game_report(self.spec, self.game, figures, self.watched(rows))


def judges(rows: list[Row]) -> bool:
    """Whether a game says anything about who is ahead: some have no opinion, and say the same always."""
    return len({chance for row in rows for chance in row.extra["chance"] if chance is not None}) > 1


def counted(counts: Counter[int]) -> dict[str, int]:
    """How often each number came, in plain JSON types."""
    return {str(value): counts[value] for value in sorted(counts)}

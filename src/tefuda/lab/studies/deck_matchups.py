"""Deck matchups: every deck against every deck, only counted. `tefuda decks table` is this study."""

from typing import Any, ClassVar

from typing_extensions import override

from tefuda.core.errors import invalid_input
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import format_seed
from tefuda.lab.stats.intervals import wilson
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.experiment_cells import CELL_OFFSET, Cell, swap_parts
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.lab.studies.study import Study
from tefuda.players.names import make_player


class DeckMatchups(Study):
    """A cell for every pair of decks. Every deal is played twice with the seats swapped."""

    kind: ClassVar[str] = "decks"

    def __init__(self, game: str, decks: list[str], player: str, seed: int, options: dict[str, Any]) -> None:
        """Raise `InvalidInput` for invalid arguments."""
        rules = find_game(game)
        if len(deck_options(rules)) != 2 or len(decks) < 2:
            en = f"{rules.title.en}: a table needs two seats with a deck each, and two decks at least."
            ja = f"{rules.title.ja}: デッキ表には、二人分のデッキ設定と二つ以上のデッキが必要です。"
            raise invalid_input("decks", en, ja)
        make_player(rules, player, xoshiro(0, 1))
        self.decks = decks
        self.player = player
        self.pairs = [(one, two) for one in range(len(decks)) for two in range(one, len(decks))]
        """Every two decks once, and each against itself, which shows the advantage of the first player alone."""
        spec = Spec(self.kind, game)
        spec.players = [player]
        spec.options = options
        spec.seed = format_seed(seed)
        super().__init__(spec)

    @override
    def make_cells(self) -> list[Cell]:
        cells: list[Cell] = []
        for pair in self.pairs:
            decks = [self.decks[number] for number in pair]
            options = {**self.spec.options, **dict(zip(deck_options(self.game), decks, strict=True))}
            self.game.read_options(options)
            parts = swap_parts(self.game, [self.player] * 2, options)
            # Every pair has its own deals: if all shared them, one lucky deal would count many times.
            cells.append(Cell(" - ".join(decks), decks, parts, self.spec.games, len(cells) * CELL_OFFSET // 2))
        return cells


class MatchupTable:
    """Win rates of decks against each other, from the tallies of a `DeckMatchups` study."""

    def __init__(self, study: DeckMatchups, tallies: list[Tally]) -> None:
        self.study = study
        self.decks = study.decks
        self.tallies = dict(zip(study.pairs, tallies, strict=True))

    def score(self, one: int, two: int) -> tuple[float, int]:
        """Return wins plus half the draws of a deck against another, and the number of finished games."""
        tally = self.tallies[min(one, two), max(one, two)]
        own, other = (0, 1) if one <= two else (1, 0)
        finished = tally.games - tally.unfinished
        assert tally.wins[own] + tally.wins[other] + tally.draws == finished
        return tally.wins[own] + tally.draws / 2, finished

    def score_against_all(self, one: int) -> tuple[float, int]:
        """Return the same against all other decks together."""
        scores = [self.score(one, two) for two in range(len(self.decks)) if two != one]
        return sum(won for won, _ in scores), sum(games for _, games in scores)

    def total(self) -> Tally:
        """Return all games as one tally."""
        total = Tally(2)
        for tally in self.tallies.values():
            total.merge(tally)
        return total

    def figures(self) -> dict[str, Any]:
        """Return the results in plain JSON types."""
        total = self.total().summary()
        numbers = range(len(self.decks))
        against_all = {deck: self.score_against_all(number) for number, deck in enumerate(self.decks)}
        return {
            "game": self.study.spec.game,
            "player": self.study.player,
            "decks": self.decks,
            "rates": [[_rate(*self.score(one, two)) for two in numbers] for one in numbers],
            "against_field": {
                deck: {"rate": _rate(won, games), "games": games, "interval": list(wilson(won, games))}
                for deck, (won, games) in against_all.items()
            },
            **{key: total[key] for key in ("games", "draws", "unfinished", "first_player", "measured") if key in total},
        }


def _rate(won: float, games: int) -> float:
    return won / games if games else 0.0

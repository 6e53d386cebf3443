"""Decks against each other: every pair, every deal played twice with the seats swapped."""

from collections.abc import Callable
from typing import Any

from tefuda.core.errors import invalid_input
from tefuda.core.registry import find_game
from tefuda.lab.runs.parallel import fan_out
from tefuda.lab.runs.simulate import Job, Tally
from tefuda.lab.stats.intervals import wilson

APART = 10**9
CHUNK = 50
"""Games that a worker plays between two reports; even, so that both games of a deal stay together."""


class DeckTable:
    """The games of every deck against every other one."""

    def __init__(self, game: str, decks: list[str], player: str, seed: int, options: dict[str, Any]) -> None:
        """Raises `InvalidInput` where something does not fit."""
        found = find_game(game)
        self.names = [option.name for option in found.options if option.name.split(".")[0] == "deck"]
        if len(self.names) != 2 or len(decks) < 2:
            en = f"{found.title.en}: a table needs two seats with a deck each, and two decks at least."
            ja = f"{found.title.ja}: デッキ表には、二人分のデッキ設定と二つ以上のデッキが必要です。"
            raise invalid_input("decks", en, ja)
        self.game = game
        self.decks = decks
        self.player = player
        self.seed = seed
        self.options = options
        self.tallies = {pair: Tally(2) for pair in self.pairs()}
        for pair in self.tallies:
            self.job(pair)

    def pairs(self) -> list[tuple[int, int]]:
        """Every two decks once, and each against itself: that is where going first can be measured alone."""
        return [(one, two) for one in range(len(self.decks)) for two in range(one, len(self.decks))]

    def job(self, pair: tuple[int, int]) -> Job:
        decks = {name: self.decks[number] for name, number in zip(self.names, pair, strict=True)}
        return Job(self.game, [self.player], self.seed, {**self.options, **decks}, swap=True)

    def play_some(self, pair: tuple[int, int], first: int, count: int) -> tuple[tuple[int, int], Tally]:
        # Every pair has deals of its own: with the same ones for all, one lucky deal would count many times.
        return pair, self.job(pair).play(self.pairs().index(pair) * APART + first, count)[0]

    def play(self, games: int, workers: int, progress: Callable[[int], None] | None = None) -> bool:
        """Play so many games of every pair; False where Ctrl-C ended it early."""
        games += games % 2
        jobs = [(pair, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK) for pair in self.tallies]
        results = fan_out(self.play_some, jobs, workers)
        try:
            for pair, tally in results:
                self.tallies[pair].add(tally)
                if progress is not None:
                    progress(tally.games)
        except KeyboardInterrupt:
            results.close()
            return False
        return True

    def score(self, one: int, two: int) -> tuple[float, int]:
        """How many games a deck has won against another, a draw being half of one, and how many were finished."""
        tally = self.tallies[min(one, two), max(one, two)]
        own, other = (0, 1) if one <= two else (1, 0)
        finished = tally.games - tally.unfinished
        assert tally.wins[own] + tally.wins[other] + tally.draws == finished
        return tally.wins[own] + tally.draws / 2, finished

    def against_field(self, one: int) -> tuple[float, int]:
        """The same against all the others together."""
        found = [self.score(one, two) for two in range(len(self.decks)) if two != one]
        return sum(won for won, _ in found), sum(games for _, games in found)

    def total(self) -> Tally:
        total = Tally(2)
        for tally in self.tallies.values():
            total.add(tally)
        return total

    def figures(self) -> dict[str, Any]:
        """Everything that was counted, for programs."""
        total = self.total().summary()
        return {
            "game": self.game,
            "player": self.player,
            "decks": self.decks,
            "rates": [
                [_rate(*self.score(one, two)) for two in range(len(self.decks))] for one in range(len(self.decks))
            ],
            "against_field": {
                deck: {"rate": _rate(won, games), "games": games, "interval": list(wilson(won, games))}
                for deck, (won, games) in ((deck, self.against_field(number)) for number, deck in enumerate(self.decks))
            },
            **{key: total[key] for key in ("games", "draws", "unfinished", "first_player", "measured") if key in total},
        }


def _rate(won: float, games: int) -> float:
    return won / games if games else 0.0

"""Tally: counted results of games, and the summary of them."""

import math
from collections import Counter
from typing import Any

from tefuda.core.game import Game
from tefuda.lab.stats.intervals import Z95, mean_of, median_of, value_at_rank, wilson
from tefuda.players.simulation import GameResult


class Tally:
    """Counts of games. Tallies can be merged in any order. Wins and payoffs are counted by contestant."""

    def __init__(self, contestants: int) -> None:
        self.games = 0
        self.wins = [0] * contestants
        self.draws = 0
        self.unfinished = 0
        self.plays: Counter[int] = Counter()
        self.first_player_games = 0
        """Decided games in which the first player was chosen at random."""
        self.first_player_wins = 0
        self.payoffs: list[Counter[float]] = [Counter() for _ in range(contestants)]
        """How often each payoff occurred, in games with payoffs."""
        self.measured: dict[str, Counter[int]] = {}
        self.forfeits: list[Counter[tuple[str, str]]] = [Counter() for _ in range(contestants)]
        """By contestant: why its program failed, in English and Japanese. These games are lost."""
        self.decided: dict[str, Counter[Any]] = {}
        """`Measures.decisive_facts` of the games that the first contestant won."""

    def add_game(self, game: Game, result: GameResult, sides: list[int]) -> None:
        """Count one game. `sides` has the contestant at each seat."""
        self.games += 1
        self.plays[result.plays] += 1
        if result.scores is None:
            self.unfinished += 1
            return
        if result.forfeit is not None:
            self.forfeits[sides[result.forfeit.seat]][result.forfeit.message.en, result.forfeit.message.ja] += 1
        outcomes = game.outcomes(result.scores)
        if 0.5 in outcomes:
            self.draws += 1
        else:
            if 1.0 in outcomes:
                self.wins[sides[outcomes.index(1.0)]] += 1
            if result.random_opener:
                self.first_player_games += 1
                self.first_player_wins += outcomes[result.opener] == 1.0
        for name, value in result.measured.items():
            self.measured.setdefault(name, Counter())[value] += 1
        if game.has_payoffs:
            for side, score in zip(sides, result.scores, strict=True):
                self.payoffs[side][score] += 1
        if result.events and outcomes[sides.index(0)] == 1.0:
            self._add_decided(game.measures.decisive_facts(result.events) or {})

    def _add_decided(self, decided: dict[str, Any]) -> None:
        """Count numbers one by one and lists item by item."""
        for name, value in decided.items():
            self.decided.setdefault(name, Counter()).update(value if isinstance(value, list) else [value])

    def merge(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.draws += other.draws
        self.unfinished += other.unfinished
        self.plays.update(other.plays)
        self.first_player_games += other.first_player_games
        self.first_player_wins += other.first_player_wins
        for mine, theirs in zip(self.payoffs, other.payoffs, strict=True):
            mine.update(theirs)
        for mine_failed, theirs_failed in zip(self.forfeits, other.forfeits, strict=True):
            mine_failed.update(theirs_failed)
        for name, values in other.measured.items():
            self.measured.setdefault(name, Counter()).update(values)
        for name, counts in other.decided.items():
            self.decided.setdefault(name, Counter()).update(counts)

    def summary(self) -> dict[str, Any]:
        """Return the figures. `rate` is the share of games that the first contestant won, with its Wilson interval."""
        low, high = wilson(self.wins[0], self.games)
        return {
            "games": self.games,
            "wins": self.wins[0],
            "wins_by_seat": self.wins,
            "draws": self.draws,
            "unfinished": self.unfinished,
            "rate": self.wins[0] / self.games if self.games else 0.0,
            "low": low,
            "high": high,
            "plays": {"mean": mean_of(self.plays), "median": median_of(self.plays)},
            **({"first_player": self._first_player()} if self.first_player_games else {}),
            **({"payoffs": [payoff_summary(paid) for paid in self.payoffs]} if self.payoffs[0] else {}),
            **(
                {"measured": {name: distribution(counts) for name, counts in self.measured.items()}}
                if self.measured
                else {}
            ),
            **({"decided": self._decided_summary()} if self.decided else {}),
        }

    def _first_player(self) -> dict[str, Any]:
        """Return the win rate of the first player."""
        low, high = wilson(self.first_player_wins, self.first_player_games)
        return {
            "games": self.first_player_games,
            "wins": self.first_player_wins,
            "rate": self.first_player_wins / self.first_player_games,
            "low": low,
            "high": high,
        }

    def _decided_summary(self) -> dict[str, Any]:
        """Return mean, median and maximum of numbers, and of other values the share of the won games they occur in."""
        found: dict[str, Any] = {}
        for name, counts in sorted(self.decided.items()):
            if all(isinstance(key, int) for key in counts):
                found[name] = {"mean": mean_of(counts), "median": median_of(counts), "most": max(counts)}
            else:
                common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
                found[name] = {key: count / self.wins[0] for key, count in common}
        return found


def distribution(counts: Counter[int]) -> dict[str, float]:
    """Return mean, median, 90th percentile, maximum, and the share of values above zero."""
    games = sum(counts.values())
    return {
        "mean": mean_of(counts),
        "median": median_of(counts),
        "nine_tenths": value_at_rank(counts, (9 * games - 1) // 10),
        "most": max(counts),
        "any": 1 - counts[0] / games,
    }


def payoff_summary(paid: Counter[float]) -> dict[str, float]:
    """Return the mean payoff with its 95 % interval, the minimum and the maximum."""
    games = sum(paid.values())
    mean = math.fsum(score * count for score, count in paid.items()) / games
    squares = math.fsum((score - mean) ** 2 * count for score, count in paid.items())
    half = Z95 * math.sqrt(squares / games / max(1, games - 1))
    return {"mean": mean, "low": mean - half, "high": mean + half, "least": min(paid), "most": max(paid)}

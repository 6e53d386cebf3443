"""Many games between named players, counted. The numbers do not depend on how many processes did the work."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tefuda.core.errors import invalid_input
from tefuda.core.events import Event
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.lab.runs.parallel import fan_out
from tefuda.lab.stats.intervals import Z95, mean_of, median_of, ranked, wilson
from tefuda.players.names import make_player

CHUNK_SECONDS = 0.25
"""How long a worker should be busy between two reports."""


class Tally:
    """What came out of some games: counts only, so that tallies can be added in any order."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0] * seats
        self.draws = 0
        self.unfinished = 0
        self.plays: Counter[int] = Counter()
        self.opened = 0
        self.opener_wins = 0
        """Games that were won by anybody where luck said who went first, and how many by whoever did."""
        self.payoffs: list[Counter[float]] = [Counter() for _ in range(seats)]
        """How often each payoff was paid, in games with payoffs."""
        self.measured: dict[str, Counter[int]] = {}
        self.decided: dict[str, Counter[Any]] = {}
        """What decided the games that were won, where the game has something to say about that."""

    def note(self, decided: dict[str, Any]) -> None:
        """Add what decided a game that was won: numbers one by one, lists item by item."""
        for name, value in decided.items():
            self.decided.setdefault(name, Counter()).update(value if isinstance(value, list) else [value])

    def count(self, outcomes: list[float] | None, plays: int) -> None:
        """Add one game by its `Game.outcomes`; without them it was not finished."""
        self.games += 1
        self.plays[plays] += 1
        if outcomes is None:
            self.unfinished += 1
        elif 0.5 in outcomes:
            self.draws += 1
        else:
            for seat, outcome in enumerate(outcomes):
                self.wins[seat] += outcome == 1.0

    def pay(self, scores: list[float]) -> None:
        """Add the payoffs of a finished game."""
        for paid, score in zip(self.payoffs, scores, strict=True):
            paid[score] += 1

    def measure(self, measured: dict[str, int]) -> None:
        """Add what a finished game is measured by."""
        for name, value in measured.items():
            self.measured.setdefault(name, Counter())[value] += 1

    def open(self, opener: int, outcomes: list[float]) -> None:
        """Add who won of a game whose first player was drawn."""
        if opener >= 0 and 0.5 not in outcomes:
            self.opened += 1
            self.opener_wins += outcomes[opener] == 1.0

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.draws += other.draws
        self.unfinished += other.unfinished
        self.plays.update(other.plays)
        self.opened += other.opened
        self.opener_wins += other.opener_wins
        for mine, theirs in zip(self.payoffs, other.payoffs, strict=True):
            mine.update(theirs)
        for name, found in other.measured.items():
            self.measured.setdefault(name, Counter()).update(found)
        for name, counts in other.decided.items():
            self.decided.setdefault(name, Counter()).update(counts)

    def summary(self) -> dict[str, Any]:
        """The figures: `rate` is the first one's share of wins among all games, with its Wilson interval."""
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
            **({"first_player": self.opening()} if self.opened else {}),
            **({"payoffs": [payoff_figures(paid) for paid in self.payoffs]} if self.payoffs[0] else {}),
            **({"measured": {name: spread(counts) for name, counts in self.measured.items()}} if self.measured else {}),
            **({"decided": self.deciding()} if self.decided else {}),
        }

    def opening(self) -> dict[str, Any]:
        """The share of the won games that whoever went first has won."""
        low, high = wilson(self.opener_wins, self.opened)
        return {
            "games": self.opened,
            "wins": self.opener_wins,
            "rate": self.opener_wins / self.opened,
            "low": low,
            "high": high,
        }

    def deciding(self) -> dict[str, Any]:
        """Of numbers the middle and the most; of everything else the share of the won games that it was in."""
        found: dict[str, Any] = {}
        for name, counts in sorted(self.decided.items()):
            if all(isinstance(key, int) for key in counts):
                found[name] = {"mean": mean_of(counts), "median": median_of(counts), "most": max(counts)}
            else:
                common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
                found[name] = {key: count / self.wins[0] for key, count in common}
        return found


def spread(counts: Counter[int]) -> dict[str, float]:
    """The middle of a number, its nine tenths, the most, and how often it was more than nothing."""
    games = sum(counts.values())
    return {
        "mean": mean_of(counts),
        "median": median_of(counts),
        "nine_tenths": ranked(counts, (9 * games - 1) // 10),
        "most": max(counts),
        "any": 1 - counts[0] / games,
    }


def payoff_figures(paid: Counter[float]) -> dict[str, float]:
    """The mean payoff with its 95 % interval, and the least and the most."""
    games = sum(paid.values())
    mean = math.fsum(score * count for score, count in paid.items()) / games
    squares = math.fsum((score - mean) ** 2 * count for score, count in paid.items())
    half = Z95 * math.sqrt(squares / games / max(1, games - 1))
    return {"mean": mean, "low": mean - half, "high": mean + half, "least": min(paid), "most": max(paid)}


class Job:
    """What to simulate."""

    def __init__(
        self, game: str, players: list[str], seed: int, options: dict[str, Any] | None = None, swap: bool = False
    ) -> None:
        """One player name for each seat, or one for all of them. Raises `InvalidInput` where something does not fit.

        With `swap`, every deal is played twice, the second time with the seats the other way round, each player keeping
        the own options (a deck, say); wins are counted by player, not by seat.
        """
        found = find_game(game)
        found.read_options(options)
        self.game = game
        self.players = players * found.seats if len(players) == 1 else players
        if len(self.players) != found.seats:
            en = f"{found.title.en} has {found.seats} seat(s), and {len(players)} players are named."
            ja = f"{found.title.ja}は {found.seats} 人用ですが、プレイヤーが {len(players)} 人指定されています。"
            raise invalid_input("players", en, ja)
        self.seed = seed
        self.swap = swap
        self.options = options or {}
        for name in self.players:
            make_player(found, name, xoshiro(0, 1))
        self.seats = found.seats

    def play(self, first: int, count: int) -> tuple[Tally, float]:
        """Play some games of the run, here and now; how they came out, and how many seconds that took."""
        began = time.perf_counter()
        game = find_game(self.game)
        tally = Tally(game.seats)
        for number in range(first, first + count):
            seed = game_seed(self.seed, number // 2 if self.swap else number)
            turned = self.swap and number % 2 == 1
            names = self.players[::-1] if turned else self.players
            players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat, name in enumerate(names)]
            state = game.start(seed, game.swap_seats(self.options) if turned else self.options)
            opener = game.measures.first_seat(state)
            events: list[Event] | None = [] if game.measures.decisive_facts([]) is not None else None
            state.log = events
            plays = play_out(game, state, players, game.most_plays)
            scores = state.scores() if state.seat == OVER else None
            outcomes = game.outcomes(scores) if scores is not None else None
            if scores is not None and outcomes is not None:
                tally.open(opener, outcomes)
                tally.measure(game.measures.figures(state))
                if game.has_payoffs:
                    tally.pay(scores[::-1] if turned else scores)
            tally.count(outcomes[::-1] if outcomes is not None and turned else outcomes, plays)
            if events is not None and outcomes is not None and outcomes[0] == 1.0:
                tally.note(game.measures.decisive_facts(events) or {})
        return tally, time.perf_counter() - began


class Pace:
    """Cuts a run into chunks that keep a worker busy for about as long as wanted."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.seconds = 0.0
        self.done = 0

    def chunks(self) -> Iterator[tuple[int, int]]:
        first = 0
        while first < self.games:
            rate = self.done / self.seconds if self.seconds > 0 else 0.0
            count = min(self.games - first, max(4, int(rate * CHUNK_SECONDS)))
            yield first, count
            first += count


def simulate(job: Job, games: int, workers: int, progress: Callable[[Tally], None] | None = None) -> tuple[Tally, bool]:
    """Play the games and count them. `progress` is told the tally so far, from time to time.

    Ctrl-C ends it early: what is done by then is returned, with False.
    """
    tally = Tally(job.seats)
    pace = Pace(games)
    results = fan_out(job.play, pace.chunks(), workers)
    try:
        for part, seconds in results:
            tally.add(part)
            pace.seconds += seconds
            pace.done += part.games
            if progress is not None:
                progress(tally)
    except KeyboardInterrupt:
        results.close()
        return tally, False
    return tally, True

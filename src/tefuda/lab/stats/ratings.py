"""Ratings from duels: Bradley-Terry strengths on Elo's scale.

A player `d` points ahead is expected to score 1 / (1 + 10**(-d / 400)): 64 % for 100 points, 76 % for 200.
"""

import math
from collections import Counter
from dataclasses import dataclass

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.options import did_you_mean
from tefuda.core.random import xoshiro
from tefuda.core.text import Message
from tefuda.lab.stats.intervals import DRAWS, STREAM, Interval, check_scores, quantile, with_ends
from tefuda.lab.stats.resampling import Pool, Results, resampled_strengths

POINTS = 400 / math.log(10)
"""Elo points for a factor of e in odds."""

PRIOR = 0.5
"""Drawn games that every player is taken to have had, shared out evenly over all the others. Without them a player who
won everything would have no finite rating; with them its rating says little more than how many deals there were."""

FINE = 1e-10
COARSE = 1e-6
"""How near to the likeliest strengths, in natural logarithms of odds: for the ratings, and for samples drawn anew."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The deals two players have played against each other: players by number, the scores of `one`, 0 to 1."""

    one: int
    two: int
    scores: list[float]


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in Elo points with its interval, its mean score, and in how many deals."""

    name: str
    elo: Interval
    score: float
    deals: int


def expected_score(points: float) -> float:
    """What a player so many Elo points ahead is expected to score."""
    return 1.0 / (1.0 + math.pow(10.0, -points / 400.0))


def ratings(
    names: list[str], duels: list[Duel], seed: int, anchor: str | None = None, draws: int = DRAWS
) -> list[Rating]:
    """Everybody's rating, the best first. The mean of all is 0, or `anchor` has 0.

    The likeliest strengths for these scores, a draw being half a win, together with `PRIOR`. The intervals are 95 %
    percentiles over deals drawn anew within each duel, with half a deal at either end of the scale, shared out like the
    prior (see `paired_bootstrap`). The anchor's own has no width, and the others' are those of the distance to it. A
    player with a mean score of 1 or 0 is only known to be so strong at least, or so weak.

    The same seed gives the same intervals, in any order of players, duels and deals. Raises `InvalidInput` if
    something does not fit, or if no chain of duels links two players.
    """
    _check(names, duels, anchor)
    order = sorted(range(len(names)), key=lambda number: names[number])
    known = [names[number] for number in order]
    met = _met([known.index(name) for name in names], duels)
    _check_linked(known, met)
    players = len(known)
    if players < 2:
        return [Rating(name, Interval(0.0, 0.0, 0.0), 0.0, 0) for name in known]
    pairs = [(one, two) for one in range(players) for two in range(one + 1, players)]
    prior = Results(players, [one for one, _ in pairs], [two for _, two in pairs])
    share = PRIOR / (players - 1)
    prior.games = [share for _ in pairs]
    prior.points = [share / 2 for _ in pairs]
    results = Results(players, prior.ones, prior.twos)
    results.games = prior.games[:]
    results.points = prior.points[:]
    pools = []
    for number, pair in enumerate(pairs):
        if pair in met:
            values, weights = with_ends(met[pair], 0.0, players - 1)
            pools.append(Pool(number, values, weights, met[pair].total()))
            results.games[number] += met[pair].total()
            results.points[number] += _points(met[pair])
    strengths = results.fit([0.0] * players, FINE)
    samples = resampled_strengths(xoshiro(seed, STREAM), prior, pools, strengths, draws, COARSE)
    place = -1 if anchor is None else known.index(anchor)
    shown = _elo(strengths, place)
    drawn = [_elo(sample, place) for sample in samples]
    scored = _scored(players, met)
    found = []
    for player, name in enumerate(known):
        ordered = sorted(sample[player] for sample in drawn)
        elo = shown[player]
        interval = Interval(elo, min(elo, quantile(ordered, 0.025)), max(elo, quantile(ordered, 0.975)))
        points, deals = scored[player]
        found.append(Rating(name, interval, points / deals, deals))
    return sorted(found, key=lambda rating: -rating.elo.value)


def _elo(strengths: list[float], place: int) -> list[float]:
    """Strengths in Elo points, with the player at this place at 0; with the mean there for -1."""
    zero = strengths[place] if place >= 0 else math.fsum(strengths) / len(strengths)
    return [POINTS * (strength - zero) for strength in strengths]


def _points(counted: Counter[float]) -> float:
    return math.fsum(value * counted[value] for value in sorted(counted))


def _met(places: list[int], duels: list[Duel]) -> dict[tuple[int, int], Counter[float]]:
    """How often each score was made, by pair, from the side of the one whose name comes first."""
    met: dict[tuple[int, int], Counter[float]] = {}
    for duel in duels:
        one, two = places[duel.one], places[duel.two]
        if duel.scores:
            counted = met.setdefault((min(one, two), max(one, two)), Counter())
            counted.update(float(score) if one < two else 1.0 - score for score in duel.scores)
    return met


def _scored(players: int, met: dict[tuple[int, int], Counter[float]]) -> list[tuple[float, int]]:
    """Everybody's points and deals."""
    points = [0.0] * players
    deals = [0] * players
    for one, two in sorted(met):
        total, won = met[one, two].total(), _points(met[one, two])
        for player, part in ((one, won), (two, total - won)):
            points[player] += part
            deals[player] += total
    return list(zip(points, deals, strict=True))


def _check(names: list[str], duels: list[Duel], anchor: str | None) -> None:
    problems = []
    for number, name in enumerate(names):
        if name in names[:number]:
            en = f"There are two players named {name}; every player needs a name of its own."
            ja = f"{name} という名前のプレイヤーが二人います。名前は一人ずつ別にしてください。"
            problems.append(Problem(["names", number], Message("same_name", en, ja)))
    for number, duel in enumerate(duels):
        if duel.one == duel.two or not all(0 <= player < len(names) for player in (duel.one, duel.two)):
            en = f"A duel is between two different players from 0 to {len(names) - 1}, not {duel.one} and {duel.two}."
            ja = f"対戦は 0 から {len(names) - 1} までの異なる二人の間で行います（{duel.one} と {duel.two} は不可）。"
            problems.append(Problem(["duels", number], Message("duel", en, ja)))
        try:
            check_scores(duel.scores)
        except InvalidInput as failure:
            problems += [problem.under(["duels", number]) for problem in failure.problems]
    if anchor is not None and anchor not in names:
        hint_en, hint_ja = did_you_mean(anchor, names)
        en = f"{anchor} is not among the players ({', '.join(names)}).{hint_en}"
        ja = f"{anchor} というプレイヤーはいません（{'、'.join(names)}）。{hint_ja}"
        problems.append(Problem(["anchor"], Message("anchor", en, ja)))
    if problems:
        raise InvalidInput(problems)


def _check_linked(names: list[str], met: dict[tuple[int, int], Counter[float]]) -> None:
    """Raise `InvalidInput` where the players fall into groups that never met."""
    groups = list(range(len(names)))
    for one, two in met:
        kept, gone = sorted((groups[one], groups[two]))
        groups = [kept if group == gone else group for group in groups]
    if any(groups):
        apart = [
            [name for name, other in zip(names, groups, strict=True) if other == group] for group in sorted(set(groups))
        ]
        en = " / ".join(", ".join(group) for group in apart)
        ja = "／".join("、".join(group) for group in apart)
        message = Message(
            "never_met",
            f"No chain of duels links these groups, so they have no common scale: {en}. Let some of them play.",
            f"次のグループは対戦でつながっておらず、同じ尺度で比べられません: {ja}。グループをまたぐ対戦が必要です。",
        )
        raise InvalidInput([Problem(["duels"], message)])

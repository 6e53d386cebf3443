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
from tefuda.lab.stats.intervals import RESAMPLES, RESAMPLING_STREAM, Interval, check_scores, quantile, weights_with_ends
from tefuda.lab.stats.resampling import DealPool, PairResults, resampled_strengths

ELO_PER_LOGIT = 400 / math.log(10)
"""Elo points for a factor of e in odds."""

PRIOR_DRAWS = 0.5
"""Drawn games that are added to every player, divided evenly over the opponents. Without them a player with wins only
would have no finite rating."""

RATING_TOLERANCE = 1e-10
SAMPLE_TOLERANCE = 1e-6
"""Precision of fitted strengths in log-odds: of the ratings, and of bootstrap samples."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The deals of two players, given by number, with the scores of `one` from 0 to 1."""

    one: int
    two: int
    scores: list[float]


@dataclass(frozen=True, slots=True)
class Rating:
    """The Elo rating of a player with its interval, the mean score and the number of deals."""

    name: str
    elo: Interval
    score: float
    deals: int


def expected_score(points: float) -> float:
    """Return the expected score of a player that is `points` Elo points ahead."""
    return 1.0 / (1.0 + math.pow(10.0, -points / 400.0))


def ratings(
    names: list[str], duels: list[Duel], seed: int, anchor: str | None = None, draws: int = RESAMPLES
) -> list[Rating]:
    """Return the ratings, best first. The mean of all is 0, or `anchor` has 0.

    Maximum likelihood strengths with `PRIOR_DRAWS`; a draw is half a win. The intervals are 95 % percentiles of
    bootstrap samples within each duel, with half a deal at either end of the scale (see `paired_bootstrap`). The
    interval of the anchor has no width. For a player with a mean score of 1 or 0 the rating is only a bound.

    The result depends on the seed, not on the order of players, duels and deals. Raises `InvalidInput` for invalid
    arguments, and if no chain of duels links two players.
    """
    _check(names, duels, anchor)
    order = sorted(range(len(names)), key=lambda number: names[number])
    known = [names[number] for number in order]
    met = _scores_by_pair([known.index(name) for name in names], duels)
    _check_linked(known, met)
    players = len(known)
    if players < 2:
        return [Rating(name, Interval(0.0, 0.0, 0.0), 0.0, 0) for name in known]
    pairs = [(one, two) for one in range(players) for two in range(one + 1, players)]
    prior = PairResults(players, [one for one, _ in pairs], [two for _, two in pairs])
    share = PRIOR_DRAWS / (players - 1)
    prior.games = [share for _ in pairs]
    prior.points = [share / 2 for _ in pairs]
    results = PairResults(players, prior.ones, prior.twos)
    results.games = prior.games[:]
    results.points = prior.points[:]
    pools = []
    for number, pair in enumerate(pairs):
        if pair in met:
            values, weights = weights_with_ends(met[pair], 0.0, players - 1)
            pools.append(DealPool(number, values, weights, met[pair].total()))
            results.games[number] += met[pair].total()
            results.points[number] += _total_points(met[pair])
    strengths = results.fit([0.0] * players, RATING_TOLERANCE)
    samples = resampled_strengths(xoshiro(seed, RESAMPLING_STREAM), prior, pools, strengths, draws, SAMPLE_TOLERANCE)
    place = -1 if anchor is None else known.index(anchor)
    shown = _elo(strengths, place)
    drawn = [_elo(sample, place) for sample in samples]
    scored = _points_and_deals(players, met)
    found = []
    for player, name in enumerate(known):
        ordered = sorted(sample[player] for sample in drawn)
        elo = shown[player]
        interval = Interval(elo, min(elo, quantile(ordered, 0.025)), max(elo, quantile(ordered, 0.975)))
        points, deals = scored[player]
        found.append(Rating(name, interval, points / deals, deals))
    return sorted(found, key=lambda rating: -rating.elo.value)


def _elo(strengths: list[float], place: int) -> list[float]:
    """Return strengths in Elo points; the player at `place`, or the mean for -1, has 0."""
    zero = strengths[place] if place >= 0 else math.fsum(strengths) / len(strengths)
    return [ELO_PER_LOGIT * (strength - zero) for strength in strengths]


def _total_points(counted: Counter[float]) -> float:
    return math.fsum(value * counted[value] for value in sorted(counted))


def _scores_by_pair(places: list[int], duels: list[Duel]) -> dict[tuple[int, int], Counter[float]]:
    """Return histograms of scores by pair, from the side of the first name in order."""
    met: dict[tuple[int, int], Counter[float]] = {}
    for duel in duels:
        one, two = places[duel.one], places[duel.two]
        if duel.scores:
            counted = met.setdefault((min(one, two), max(one, two)), Counter())
            counted.update(float(score) if one < two else 1.0 - score for score in duel.scores)
    return met


def _points_and_deals(players: int, met: dict[tuple[int, int], Counter[float]]) -> list[tuple[float, int]]:
    """Return points and deals of every player."""
    points = [0.0] * players
    deals = [0] * players
    for one, two in sorted(met):
        total, won = met[one, two].total(), _total_points(met[one, two])
        for player, part in ((one, won), (two, total - won)):
            points[player] += part
            deals[player] += total
    return list(zip(points, deals, strict=True))


def _check(names: list[str], duels: list[Duel], anchor: str | None) -> None:
    problems = []
    for number, name in enumerate(names):
        if name in names[:number]:
            en = f"Two players are named {name}. Names must be unique."
            ja = f"{name} という名前のプレイヤーが二人います。名前は一人ずつ別にしてください。"
            problems.append(Problem(["names", number], Message("same_name", en, ja)))
    for number, duel in enumerate(duels):
        if duel.one == duel.two or not all(0 <= player < len(names) for player in (duel.one, duel.two)):
            en = f"A duel needs two different players from 0 to {len(names) - 1}, not {duel.one} and {duel.two}."
            ja = f"対戦は 0 から {len(names) - 1} までの異なる二人の間で行います（{duel.one} と {duel.two} は不可）。"
            problems.append(Problem(["duels", number], Message("duel", en, ja)))
        try:
            check_scores(duel.scores)
        except InvalidInput as failure:
            problems += [problem.under(["duels", number]) for problem in failure.problems]
    if anchor is not None and anchor not in names:
        hint_en, hint_ja = did_you_mean(anchor, names)
        en = f"Unknown player {anchor}. Players: {', '.join(names)}.{hint_en}"
        ja = f"{anchor} というプレイヤーはいません（{'、'.join(names)}）。{hint_ja}"
        problems.append(Problem(["anchor"], Message("anchor", en, ja)))
    if problems:
        raise InvalidInput(problems)


def _check_linked(names: list[str], met: dict[tuple[int, int], Counter[float]]) -> None:
    """Raise `InvalidInput` if no chain of duels links all players."""
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
            f"These groups have no common scale because no duels link them: {en}. Add duels between them.",
            f"次のグループは対戦でつながっておらず、同じ尺度で比べられません: {ja}。グループをまたぐ対戦が必要です。",
        )
        raise InvalidInput([Problem(["duels"], message)])

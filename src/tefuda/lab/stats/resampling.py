"""Bootstrap samples and fits of strengths, compiled.

A sample is a histogram. Resampling draws one binomial number per value, so the time does not depend on its size.
"""

import math
from typing import Final

from mypy_extensions import i64

from tefuda.core.random import Random

SMALL_MEAN: Final = 10.0
"""Below this mean, the inversion of a binomial starts at zero."""

MAX_STEP: Final = 3.0
"""Maximum change of a strength in one step of a fit: a factor of 20 in odds."""

MAX_STEPS: Final = 200
MAX_HALVINGS: Final = 40


def uniform(random: Random) -> float:
    """Return a uniform number from 0 (inclusive) to 1 (exclusive) with 53 bits."""
    high = random.word() >> 5
    low = random.word() >> 6
    return float(high * 67108864 + low) / 9007199254740992.0


def binomial(random: Random, n: i64, p: float) -> i64:
    """Return a binomial random number, exact up to rounding, for n below 2**31."""
    if n <= 0 or p <= 0.0:
        return 0
    if p >= 1.0:
        return n
    if p > 0.5:
        return n - binomial(random, n, 1.0 - p)
    size = float(n)
    if size * p < SMALL_MEAN:
        start: i64 = 0
        chance = math.exp(size * math.log(1.0 - p))
    else:
        start = i64(math.floor((size + 1.0) * p))
        first = float(start)
        ways = math.lgamma(size + 1.0) - math.lgamma(first + 1.0) - math.lgamma(size - first + 1.0)
        chance = math.exp(ways + first * math.log(p) + (size - first) * math.log(1.0 - p))
    # Inversion from the mode outwards takes about as many steps as the standard deviation.
    left = uniform(random) - chance
    if left < 0.0:
        return start
    odds = p / (1.0 - p)
    up = start
    down = start
    up_chance = chance
    down_chance = chance
    while up < n or down > 0:
        if up < n:
            up_chance *= odds * float(n - up) / float(up + 1)
            up += 1
            left -= up_chance
            if left < 0.0:
                return up
        if down > 0:
            down_chance *= float(down) / (odds * float(n - down + 1))
            down -= 1
            left -= down_chance
            if left < 0.0:
                return down
    return start  # the probabilities add up to 1 only up to rounding


def resample(random: Random, weights: list[int], size: i64) -> list[int]:
    """Draw `size` times with replacement from weighted values; return the count of each value."""
    rest: i64 = 0
    for weight in weights:
        rest += weight
    counts: list[int] = []
    left = size
    for weight in weights:
        count = binomial(random, left, float(weight) / float(rest)) if rest > 0 else 0
        counts.append(int(count))
        left -= count
        rest -= weight
    return counts


def resampled_total(random: Random, values: list[float], weights: list[int], size: i64) -> float:
    """Return the sum of one bootstrap sample."""
    total = 0.0
    counts = resample(random, weights, size)
    for kind in range(len(values)):
        total += values[kind] * float(counts[kind])
    return total


def resampled_means(random: Random, values: list[float], weights: list[int], size: i64, draws: i64) -> list[float]:
    """Return the means of `draws` bootstrap samples."""
    means: list[float] = []
    for _ in range(draws):
        means.append(resampled_total(random, values, weights, size) / float(size))
    return means


class PairResults:
    """Games and points of every pair of players, for fitting strengths."""

    def __init__(self, players: i64, ones: list[int], twos: list[int]) -> None:
        self.players = players
        self.ones = ones
        self.twos = twos
        self.games: list[float] = [0.0] * len(ones)
        self.points: list[float] = [0.0] * len(ones)
        """Points of the first player of each pair."""

    def likelihood(self, strengths: list[float]) -> float:
        """Return the Bradley-Terry log-likelihood; strengths are log-odds."""
        total = 0.0
        for pair in range(len(self.ones)):
            gap = strengths[self.ones[pair]] - strengths[self.twos[pair]]
            # log(1 + e^gap), without overflow
            both = max(gap, 0.0) + math.log(1.0 + math.exp(-abs(gap)))
            total += self.points[pair] * gap - self.games[pair] * both
        return total

    def step(self, strengths: list[float]) -> list[float]:
        """Return Newton's step."""
        count = int(self.players)
        # Strengths are defined up to a constant. Adding ones selects the step whose sum is zero.
        matrix = [[1.0] * count for _ in range(count)]
        slope = [0.0] * count
        for pair in range(len(self.ones)):
            one = self.ones[pair]
            two = self.twos[pair]
            expected = 1.0 / (1.0 + math.exp(strengths[two] - strengths[one]))
            surplus = self.points[pair] - self.games[pair] * expected
            slope[one] += surplus
            slope[two] -= surplus
            curve = self.games[pair] * expected * (1.0 - expected)
            matrix[one][one] += curve
            matrix[two][two] += curve
            matrix[one][two] -= curve
            matrix[two][one] -= curve
        return solve_linear(matrix, slope)

    def fit(self, start: list[float], tolerance: float) -> list[float]:
        """Return the maximum likelihood strengths with the sum of `start`. All players must be linked by games.

        Newton's method with step halving. Updating one strength at a time would need tens of thousands of rounds if
        some players always win.
        """
        strengths = start[:]
        height = self.likelihood(strengths)
        for _ in range(MAX_STEPS):
            step = self.step(strengths)
            longest = 0.0
            for part in step:
                longest = max(longest, abs(part))
            share = min(1.0, MAX_STEP / longest) if longest > 0.0 else 1.0
            if longest < tolerance:
                break
            for _halving in range(MAX_HALVINGS):
                tried = [strengths[player] + share * step[player] for player in range(len(strengths))]
                reached = self.likelihood(tried)
                if reached >= height:
                    strengths = tried
                    break
                share /= 2.0
            else:
                break  # no further improvement within rounding
            height = reached
        return strengths


def solve_linear(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system with a symmetric positive definite matrix; both lists are overwritten."""
    count = len(right)
    for column in range(count):
        pivot = matrix[column]
        for row in range(column + 1, count):
            line = matrix[row]
            factor = line[column] / pivot[column]
            for place in range(column, count):
                line[place] -= factor * pivot[place]
            right[row] -= factor * right[column]
    for column in range(count - 1, -1, -1):
        line = matrix[column]
        value = right[column]
        for place in range(column + 1, count):
            value -= line[place] * right[place]
        right[column] = value / line[column]
    return right


class DealPool:
    """The weighted scores of one pair from which deals are resampled."""

    def __init__(self, pair: i64, values: list[float], weights: list[int], size: i64) -> None:
        self.pair = pair
        self.values = values
        self.weights = weights
        self.size = size


def resampled_strengths(
    random: Random, results: PairResults, pools: list[DealPool], start: list[float], draws: i64, tolerance: float
) -> list[list[float]]:
    """Return strengths fitted to `draws` bootstrap samples; `results` is added to every sample."""
    sample = PairResults(results.players, results.ones, results.twos)
    found: list[list[float]] = []
    for _ in range(draws):
        sample.games = results.games[:]
        sample.points = results.points[:]
        for pool in pools:
            sample.games[pool.pair] += float(pool.size)
            sample.points[pool.pair] += resampled_total(random, pool.values, pool.weights, pool.size)
        found.append(sample.fit(start, tolerance))
    return found

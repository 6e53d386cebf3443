"""How many plays a field needs at the least: the bound that makes proofs of Catalyst Reaction short.

Cards leave the field in groups of three, and between the members of a group everything else must have left before. So
the groups of a cleared field never cross: they are nested or side by side. Let every reaction be voluntary and every
inserted card be whatever suits. Then a group with one, two or three cards of the present field costs two, one or no
insertions, and the cheapest way to cut the field into groups that do not cross is a lower bound for real play. It is
made sharper by what can be played at all: two hearts need a third heart among the cards that come in time.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

RANK: Final = 1
SUIT: Final = 2
"""Which matches react, as bits (CR-6.3)."""

NO_WAY: Final = 10_000
"""A cost that no field reaches."""

NO_COUNTS: Final = vec[u8]([u8(0) for _ in range(17)])
NO_COSTS: Final = vec[i64]([i64(0) for _ in range(1024)])
NO_WAYS: Final = vec[i64]([i64(NO_WAY) for _ in range(1024)])


def supply(hand: vec[u8], deck: vec[u8], dealt: i64, plays: i64) -> vec[u8]:
    """How many cards of each rank (13 counts) and suit (4 more) can be among the next `plays` plays."""
    counts = NO_COUNTS[:]
    for held in range(len(hand)):
        count(counts, i64(hand[held]))
    for place in range(dealt, min(dealt + plays - 1, len(deck))):
        count(counts, i64(deck[place]))
    return counts


def count(counts: vec[u8], card: i64) -> None:
    counts[card >> 2] += 1
    counts[13 + (card & 3)] += 1


def blank(template: vec[i64], size: i64) -> vec[i64]:
    """A table of `size` entries, filled like the template."""
    if size <= len(template):
        return template[:size]
    return vec[i64]([template[0] for _ in range(size)])


class Outlook:
    """The cheapest ways to clear a field, and to clear it with one more card in it.

    `inner[low, high]` is the cost of row[low:high] on its own, `outer[low, high]` the cost of everything else once that
    part is gone. Together they give the cost of the field with a card inserted anywhere, without going over it again.
    """

    def __init__(self, row: vec[u8], length: i64, counts: vec[u8], react: i64) -> None:
        self.row = row
        self.length = length
        self.width = length + 1
        self.counts = counts
        self.react = react
        self.inner = blank(NO_COSTS, self.width * self.width)
        self.outer = self.inner
        low = length - 1
        while low >= 0:
            for high in range(low + 1, self.width):
                self.inner[low * self.width + high] = self.clear(low, high)
            low -= 1
        self.total = self.inner[length]

    def matches(self, differ: i64) -> bool:
        """Whether cards that differ by these bits may be of one group."""
        return (self.react & RANK != 0 and differ < 4) or (self.react & SUIT != 0 and differ & 3 == 0)

    def alone(self, card: i64, spent: i64) -> i64:
        """The cost of a group with one card of the field: two insertions, if two such cards come in time.

        `spent` cards of the supply are in the group already.
        """
        by_rank = self.react & RANK != 0 and i64(self.counts[card >> 2]) - spent >= 2
        by_suit = self.react & SUIT != 0 and i64(self.counts[13 + (card & 3)]) - spent >= 2
        return 2 if by_rank or by_suit else NO_WAY

    def paired(self, card: i64, differ: i64, spent: i64) -> i64:
        """The cost of a group with two cards of the field: one insertion, if such a card comes in time."""
        by_rank = self.react & RANK != 0 and differ < 4 and i64(self.counts[card >> 2]) > spent
        by_suit = self.react & SUIT != 0 and differ & 3 == 0 and i64(self.counts[13 + (card & 3)]) > spent
        return 1 if by_rank or by_suit else NO_WAY

    def clear(self, low: i64, high: i64) -> i64:
        """The cost of row[low:high]: its first card goes alone, with one partner, or with two."""
        row, inner, width = self.row, self.inner, self.width
        first = i64(row[low])
        cost = self.alone(first, 0) + inner[(low + 1) * width + high]
        for second in range(low + 1, high):
            differ = first ^ i64(row[second])
            before = inner[(low + 1) * width + second]
            if before < cost and self.matches(differ):
                cost = min(cost, before + self.paired(first, differ, 0) + inner[(second + 1) * width + high])
                for third in range(second + 1, high):
                    if self.matches(differ | (first ^ i64(row[third]))):
                        between = inner[(second + 1) * width + third]
                        cost = min(cost, before + between + inner[(third + 1) * width + high])
        return cost

    def look_around(self) -> None:
        """Fill `outer`, from the whole field down to its smallest parts."""
        width = self.width
        self.outer = blank(NO_WAYS, width * width)
        self.outer[self.length] = 0
        for low in range(width):
            high = self.length
            while high >= low:
                if self.outer[low * width + high] < NO_WAY:
                    self.spread(low, high)
                high -= 1

    def spread(self, low: i64, high: i64) -> None:
        """Pass the cost around row[low:high] on to its parts: those it is cut into, and those between partners."""
        row, inner, width = self.row, self.inner, self.width
        around = self.outer[low * width + high]
        for cut in range(low, width if high == width else high + 1):
            self.improve(low, cut, around + inner[cut * width + high])
            self.improve(cut, high, around + inner[low * width + cut])
        if low == high:
            return
        first = i64(row[low])
        for second in range(low + 1, high):
            differ = first ^ i64(row[second])
            if self.matches(differ):
                before = inner[(low + 1) * width + second]
                after = inner[(second + 1) * width + high]
                self.improve(low + 1, second, around + self.paired(first, differ, 0) + after)
                for third in range(second + 1, high):
                    if self.matches(differ | (first ^ i64(row[third]))):
                        between = inner[(second + 1) * width + third]
                        behind = inner[(third + 1) * width + high]
                        self.improve(low + 1, second, around + between + behind)
                        self.improve(second + 1, third, around + before + behind)

    def improve(self, low: i64, high: i64, cost: i64) -> None:
        if cost < self.outer[low * self.width + high]:
            self.outer[low * self.width + high] = cost

    def with_card(self, card: i64, gap: i64) -> i64:
        """The cost of the field with `card` at `gap`: it goes alone, with one card of the field, or with two."""
        row, inner, outer, width = self.row, self.inner, self.outer, self.width
        cost = self.alone(card, 1) + self.total
        for left in range(gap):
            differ = card ^ i64(row[left])
            if not self.matches(differ):
                continue
            near = inner[(left + 1) * width + gap]
            cost = min(cost, near + self.paired(card, differ, 1) + outer[left * width + gap])
            for middle in range(left + 1, gap):
                if self.matches(differ | (card ^ i64(row[middle]))):
                    parts = inner[(left + 1) * width + middle] + inner[(middle + 1) * width + gap]
                    cost = min(cost, parts + outer[left * width + gap])
            for right in range(gap, self.length):
                if self.matches(differ | (card ^ i64(row[right]))):
                    cost = min(cost, near + inner[gap * width + right] + outer[left * width + right + 1])
        for right in range(gap, self.length):
            differ = card ^ i64(row[right])
            if not self.matches(differ):
                continue
            near = inner[gap * width + right]
            cost = min(cost, near + self.paired(card, differ, 1) + outer[gap * width + right + 1])
            for far in range(right + 1, self.length):
                if self.matches(differ | (card ^ i64(row[far]))):
                    parts = near + inner[(right + 1) * width + far]
                    cost = min(cost, parts + outer[gap * width + far + 1])
        return cost

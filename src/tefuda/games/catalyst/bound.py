"""A lower bound for the number of plays that clear a field. It makes proofs of Catalyst Reaction short.

Cards leave the field in groups of three, and all cards between the members of a group must leave before. So the groups
of a cleared field never cross: they are nested or side by side. Relaxation: every reaction is optional, and every
inserted card fits. Then a group with one, two or three cards of the present field costs two, one or no insertions, and
the cheapest partition of the field into groups that do not cross is a lower bound. The bound also uses the supply: two
hearts need a third heart among the cards that come in time.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

RANK: Final = 1
SUIT: Final = 2
"""Which matches react, as bits (CR-6.3)."""

UNREACHABLE: Final = 10_000
"""A cost that no field reaches."""

ZERO_SUPPLY: Final = vec[u8]([u8(0) for _ in range(17)])
ZERO_COSTS: Final = vec[i64]([i64(0) for _ in range(1024)])
UNREACHABLE_COSTS: Final = vec[i64]([i64(UNREACHABLE) for _ in range(1024)])


def supply(hand: vec[u8], deck: vec[u8], dealt: i64, plays: i64) -> vec[u8]:
    """Return the cards of each rank (13 counts) and suit (4 counts) that are available for the next `plays` plays."""
    counts = ZERO_SUPPLY[:]
    for held in range(len(hand)):
        add_to_counts(counts, i64(hand[held]))
    for place in range(dealt, min(dealt + plays - 1, len(deck))):
        add_to_counts(counts, i64(deck[place]))
    return counts


def add_to_counts(counts: vec[u8], card: i64) -> None:
    counts[card >> 2] += 1
    counts[13 + (card & 3)] += 1


def new_table(template: vec[i64], size: i64) -> vec[i64]:
    """Return a table of `size` entries, filled like the template."""
    if size <= len(template):
        return template[:size]
    return vec[i64]([template[0] for _ in range(size)])


class ClearingBound:
    """The minimum cost to clear a field, and to clear it with one more card.

    `inner[low, high]` is the cost of row[low:high] on its own. `outer[low, high]` is the cost of everything else
    without that part. Together they give the cost of the field with a card inserted at any gap.
    """

    def __init__(self, row: vec[u8], length: i64, counts: vec[u8], react: i64) -> None:
        self.row = row
        self.length = length
        self.width = length + 1
        self.counts = counts
        self.react = react
        self.inner = new_table(ZERO_COSTS, self.width * self.width)
        self.outer = self.inner
        # Partners of the current card: their places, the bits in which they differ, and the cost of a group of the
        # two.
        self.partners: i64 = 0
        self.places = new_table(ZERO_COSTS, self.width)
        self.differs = new_table(ZERO_COSTS, self.width)
        self.prices = new_table(ZERO_COSTS, self.width)
        low = length - 1
        while low >= 0:
            self.fill_inner(low)
            low -= 1
        self.total = self.inner[length]

    def is_match(self, differ: i64) -> bool:
        """Return whether cards that differ by these bits can be in one group."""
        return (self.react & RANK != 0 and differ < 4) or (self.react & SUIT != 0 and differ & 3 == 0)

    def single_cost(self, card: i64, spent: i64) -> i64:
        """Return the cost of a group with one card of the field: two insertions, if two such cards come in time.

        `spent` cards of the supply are in the group already.
        """
        by_rank = self.react & RANK != 0 and i64(self.counts[card >> 2]) - spent >= 2
        by_suit = self.react & SUIT != 0 and i64(self.counts[13 + (card & 3)]) - spent >= 2
        return 2 if by_rank or by_suit else UNREACHABLE

    def pair_cost(self, card: i64, differ: i64, spent: i64) -> i64:
        """Return the cost of a group with two cards of the field: one insertion, if such a card comes in time."""
        by_rank = self.react & RANK != 0 and differ < 4 and i64(self.counts[card >> 2]) > spent
        by_suit = self.react & SUIT != 0 and differ & 3 == 0 and i64(self.counts[13 + (card & 3)]) > spent
        return 1 if by_rank or by_suit else UNREACHABLE

    def find_partners(self, card: i64, start: i64, spent: i64) -> None:
        """Find the cards from `start` on that can be in a group with `card`."""
        found: i64 = 0
        for place in range(start, self.length):
            differ = card ^ i64(self.row[place])
            if self.is_match(differ):
                self.places[found] = place
                self.differs[found] = differ
                self.prices[found] = self.pair_cost(card, differ, spent)
                found += 1
        self.partners = found

    def fill_inner(self, low: i64) -> None:
        """Fill `inner` for all parts that begin at `low`: the first card has zero, one or two partners."""
        inner, width, places, differs = self.inner, self.width, self.places, self.differs
        first = i64(self.row[low])
        self.find_partners(first, low + 1, 0)
        alone = self.single_cost(first, 0)
        for high in range(low + 1, width):
            cost = alone + inner[(low + 1) * width + high]
            for one in range(self.partners):
                second = places[one]
                if second >= high:
                    break
                before = inner[(low + 1) * width + second]
                cost = min(cost, before + self.prices[one] + inner[(second + 1) * width + high])
                for other in range(one + 1, self.partners):
                    third = places[other]
                    if third >= high:
                        break
                    if self.is_match(differs[one] | differs[other]):
                        between = inner[(second + 1) * width + third]
                        cost = min(cost, before + between + inner[(third + 1) * width + high])
            inner[low * width + high] = cost

    def fill_outer(self) -> None:
        """Fill `outer`, from the whole field down to its smallest parts."""
        width = self.width
        self.outer = new_table(UNREACHABLE_COSTS, width * width)
        self.outer[self.length] = 0
        for low in range(width):
            if low < self.length:
                self.find_partners(i64(self.row[low]), low + 1, 0)
            high = self.length
            while high >= low:
                self.update_outer(low, high)
                high -= 1

    def update_outer(self, low: i64, high: i64) -> None:
        """Update `outer` for the parts of row[low:high]: both sides of each cut, and the gaps between partners."""
        inner, outer, width, places, differs = self.inner, self.outer, self.width, self.places, self.differs
        around = outer[low * width + high]
        if around >= UNREACHABLE or low == high:
            return
        for cut in range(low, high + 1):
            outer[low * width + cut] = min(outer[low * width + cut], around + inner[cut * width + high])
            outer[cut * width + high] = min(outer[cut * width + high], around + inner[low * width + cut])
        for one in range(self.partners):
            second = places[one]
            if second >= high:
                break
            gap = (low + 1) * width + second
            before = inner[gap]
            after = inner[(second + 1) * width + high]
            outer[gap] = min(outer[gap], around + self.prices[one] + after)
            for other in range(one + 1, self.partners):
                third = places[other]
                if third >= high:
                    break
                if self.is_match(differs[one] | differs[other]):
                    next_gap = (second + 1) * width + third
                    behind = inner[(third + 1) * width + high]
                    outer[gap] = min(outer[gap], around + inner[next_gap] + behind)
                    outer[next_gap] = min(outer[next_gap], around + before + behind)

    def costs_with_card(self, card: i64) -> vec[i64]:
        """Return the cost of the field with `card` inserted, by gap."""
        inner, outer, width = self.inner, self.outer, self.width
        costs = new_table(ZERO_COSTS, width)
        alone = self.single_cost(card, 1) + self.total
        for gap in range(width):
            costs[gap] = alone
        self.find_partners(card, 0, 1)
        for one in range(self.partners):
            left = self.places[one]
            price = self.prices[one]
            for gap in range(left + 1):
                costs[gap] = min(costs[gap], inner[gap * width + left] + price + outer[gap * width + left + 1])
            for gap in range(left + 1, width):
                costs[gap] = min(costs[gap], inner[(left + 1) * width + gap] + price + outer[left * width + gap])
            for other in range(one + 1, self.partners):
                if self.is_match(self.differs[one] | self.differs[other]):
                    self.improve_with_pair(costs, left, self.places[other])
        return costs

    def is_useful(self, card: i64) -> bool:
        """Return whether the card reduces the cost of the field at any gap."""
        costs = self.costs_with_card(card)
        for gap in range(self.width):
            if costs[gap] < self.total:
                return True
        return False

    def improve_with_pair(self, costs: vec[i64], left: i64, right: i64) -> None:
        """Reduce the costs by gap for a card in a group with the cards at `left` and `right`."""
        inner, outer, width = self.inner, self.outer, self.width
        between = inner[(left + 1) * width + right]
        around = outer[left * width + right + 1]
        for gap in range(left + 1):
            costs[gap] = min(costs[gap], inner[gap * width + left] + between + outer[gap * width + right + 1])
        for gap in range(left + 1, right + 1):
            costs[gap] = min(costs[gap], inner[(left + 1) * width + gap] + inner[gap * width + right] + around)
        for gap in range(right + 1, width):
            costs[gap] = min(costs[gap], between + inner[(right + 1) * width + gap] + outer[left * width + gap])

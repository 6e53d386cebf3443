"""How much anybody may ask for."""

import time
from collections import Counter, OrderedDict
from typing import Final

MOST_ADDRESSES: Final = 20_000


class Bucket:
    """Fills by `rate` a second up to `burst`; everything asked for takes one out."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether there was one left."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for each address; those that were not used for longest are forgotten, being full again by then."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._known.get(address)
        if bucket is None:
            bucket = self._known[address] = Bucket(self.rate, self.burst)
            if len(self._known) > MOST_ADDRESSES:
                self._known.popitem(last=False)
        self._known.move_to_end(address)
        return bucket.take()


class Places:
    """So many at once, in all and for each address."""

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self._taken: Counter[str] = Counter()
        self.all = 0

    def take(self, address: str) -> bool:
        if self.all >= self.most or self._taken[address] >= self.each:
            return False
        self._taken[address] += 1
        self.all += 1
        return True

    def give_back(self, address: str) -> None:
        self.all -= 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]

"""Rate limits: token buckets, and a limit on simultaneous use."""

import time
from collections import Counter, OrderedDict
from typing import Final

MAX_ADDRESSES: Final = 20_000


class Bucket:
    """A token bucket: gains `rate` tokens a second up to `burst`; each request takes one."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Take a token; return False if none is left."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for each address. The least recently used ones, which are full again, are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of an address; return False if none is left."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


class ConcurrencyLimit:
    """Limits how many are in use at once, in total and for each address."""

    def __init__(self, total: int, per_address: int) -> None:
        self.total = total
        self.per_address = per_address
        self._used: Counter[str] = Counter()
        self._used_total = 0

    def acquire(self, address: str) -> bool:
        """Count one more; return False if a limit is reached."""
        if self._used_total >= self.total or self._used[address] >= self.per_address:
            return False
        self._used[address] += 1
        self._used_total += 1
        return True

    def release(self, address: str) -> None:
        """Count one less."""
        self._used_total -= 1
        self._used[address] -= 1
        if not self._used[address]:
            del self._used[address]

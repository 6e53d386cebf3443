"""Rate limits: token buckets, and a limit on simultaneous use."""

import time
from collections import Counter, OrderedDict
from contextvars import ContextVar
from typing import Final

CLIENT: Final[ContextVar[str]] = ContextVar("client", default="")
"""The address of the request or socket that the current task works for, as a key for limits."""
MAX_ADDRESSES: Final = 20_000


class Bucket:
    """A token bucket: gains `rate` tokens a second up to `burst`; each request takes one."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take tokens; return False if there are not enough."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < count:
            return False
        self.tokens -= count
        return True


class Buckets:
    """A bucket for each address. The least recently used ones, which are full again, are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: int = 1) -> bool:
        """Take tokens of an address; return False if there are not enough."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(count)


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

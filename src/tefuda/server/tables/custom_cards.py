"""Tables with custom cards: reading the cards takes long, so it happens in one thread, limited by address."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from tefuda.core.errors import TooManyRequests
from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.rate_limits import CLIENT, Buckets
from tefuda.server.tables.records import TableRecord

T = TypeVar("T")
MAX_WAIT_SECONDS: Final = 10
RETRY_SECONDS: Final = 0.5
SWITCH_SECONDS: Final = 0.0002
SHARE: Final = 8
"""An address may load a table for each of this number of checks in `authoring_rate`."""
TOO_MANY_TABLES: Final = Message(
    "too_many_tables",
    "You have opened too many tables with custom cards. Try again later.",
    "自作カードの卓を開きすぎています。しばらくしてからお試しください。",
)


def has_custom_cards(record: TableRecord) -> bool:
    """Whether a table was created with custom cards."""
    return bool((record.start or {}).get("cards"))


def yield_often(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function that gives the interpreter lock to other threads after `SWITCH_SECONDS`.

    Always switching so often would take a tenth of the server's time.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        return function(*arguments)
    finally:
        sys.setswitchinterval(before)


class CustomCardThread:
    """Runs functions that read custom cards, one at a time. Several threads would share the interpreter lock."""

    def __init__(self, settings: Settings) -> None:
        self._executor = ThreadPoolExecutor(1, "custom-cards")
        self._loads = Buckets(settings.authoring_rate / SHARE, max(1.0, settings.authoring_burst / SHARE))

    async def wait_for_turn(self) -> None:
        """Wait until the address may load another table. Raises `TooManyRequests` after `MAX_WAIT_SECONDS`."""
        address = CLIENT.get()
        waited = 0.0
        while address and not self._loads.take(address):
            if waited >= MAX_WAIT_SECONDS:
                raise TooManyRequests(TOO_MANY_TABLES)
            await asyncio.sleep(RETRY_SECONDS)
            waited += RETRY_SECONDS

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, yield_often, function, *arguments)

    def close(self) -> None:
        """Stop the thread after its current function."""
        self._executor.shutdown(wait=False, cancel_futures=True)

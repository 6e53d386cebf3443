"""Limits for the tables of one address: new ones in an hour, and unfinished ones at a time."""

import hashlib
import hmac
from typing import Final

from tefuda.core.errors import TooManyRequests
from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.http.security import TOO_MANY_REQUESTS
from tefuda.server.rate_limits import CLIENT, Buckets
from tefuda.server.store.database import Store
from tefuda.server.store.rows import count_unfinished_tables

TOO_MANY_UNFINISHED: Final = Message(
    "too_many_unfinished",
    "There are too many unfinished games from your network address. Finish, resign or cancel some of them.",
    "お使いのネットワークには、終わっていない対局が多すぎます。対局を終えるか、投了またはキャンセルしてください。",
)


class TableLimits:
    """Checks the limits before a table is created. Rematches count as well."""

    def __init__(self, settings: Settings, store: Store, secret: bytes) -> None:
        self._buckets = Buckets(settings.tables_an_hour / 3600, settings.tables_an_hour)
        self._most = settings.tables_per_address
        self._store = store
        self._secret = secret

    def creator(self) -> str | None:
        """Return the key of the current address in the database: a digest that only this server can compute.

        None if the current task works for no address.
        """
        address = CLIENT.get()
        return hmac.new(self._secret, f"creator {address}".encode(), hashlib.sha256).hexdigest() if address else None

    async def check(self) -> None:
        """Raise `TooManyRequests` if the current address may not create a table now."""
        creator = self.creator()
        if creator is None:
            return
        if not self._buckets.take(CLIENT.get()):
            raise TooManyRequests(TOO_MANY_REQUESTS)
        if self._most and await self._store.read(lambda one: count_unfinished_tables(one, creator)) >= self._most:
            raise TooManyRequests(TOO_MANY_UNFINISHED)

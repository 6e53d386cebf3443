"""A queue that serves its clients in turn, so that one of them cannot delay the others."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Waiting items by client. Clients take turns; the items of one client keep their order."""

    def __init__(self, max_length: int, max_per_client: int) -> None:
        self._max_length = max_length
        self._max_per_client = max_per_client
        self._length = 0
        self._by_client: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return self._length

    def put(self, client: str, item: T) -> bool:
        """Add an item; return False if the queue is full. The server itself is the client "", without a share."""
        waiting = self._by_client.get(client)
        if self._length >= self._max_length or (client and waiting and len(waiting) >= self._max_per_client):
            return False
        if waiting is None:
            waiting = self._by_client[client] = deque()
        waiting.append(item)
        self._length += 1
        return True

    def pop(self) -> T:
        """Remove and return the next item of the client whose turn it is."""
        client, waiting = next(iter(self._by_client.items()))
        item = waiting.popleft()
        self._length -= 1
        if waiting:
            self._by_client.move_to_end(client)
        else:
            del self._by_client[client]
        return item

"""Brings the sockets of a table to one of several workers. Linux only.

The operating system gives a new connection to any worker. A table works with its sockets at different workers, but then
each of them applies every action. So a worker hands a connection over to the worker that its table belongs to. If that
fails, it keeps the connection.
"""

import asyncio
import contextlib
import logging
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from filelock import FileLock, Timeout

LOG: Final = logging.getLogger("tefuda.routing")
SOCKET_URL: Final = re.compile(rb"/api/tables/([^/?]+)/socket")
MAX_REQUEST_BYTES: Final = 200_000
"""More than the headers of a request may have."""


class TableRouting:
    """One worker's links to the others. Each worker has a number, which it locks in a folder that all share."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._workers = workers
        self._number: int | None = None
        self._lock: FileLock | None = None
        self._listener: socket.socket | None = None
        self._links: dict[int, socket.socket] = {}
        self._incoming: set[socket.socket] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._make_protocol: Callable[[bytes], asyncio.Protocol] | None = None

    def start(self, make_protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Accept connections from other workers. `make_protocol` gets the bytes that were already received."""
        if self._make_protocol is not None:
            return
        self._make_protocol = make_protocol
        if sys.platform != "linux":
            return
        for number in range(self._workers):
            lock = FileLock(self._folder / f"worker-{number}.lock")
            with contextlib.suppress(Timeout):
                lock.acquire(timeout=0)
                self._lock, self._number = lock, number
                break
        else:
            return
        path = self._path(self._number)
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.setblocking(False)
        try:
            listener.bind(str(path))
        except OSError as failure:
            # The path of a Unix socket has at most about 100 characters.
            listener.close()
            self._number = None
            LOG.warning("workers cannot hand connections over: %s", failure)
            return
        listener.listen()
        self._listener = listener
        asyncio.get_running_loop().add_reader(listener, self._accept)

    def hand_over(self, url: bytes, request: bytes, connection: asyncio.Transport) -> bool:
        """Give a connection to the worker of its table; return False if this worker has to serve it."""
        found = SOCKET_URL.match(url)
        if found is None or self._number is None or sys.platform != "linux":
            return False
        number = crc32(found[1]) % self._workers
        if number == self._number:
            return False
        try:
            link = self._links.get(number)
            if link is None:
                link = self._links[number] = self._connect(number)
            socket.send_fds(link, [request], [connection.get_extra_info("socket").fileno()])
        except OSError:
            # The other worker does not run, or has too much to do.
            if number in self._links:
                self._links.pop(number).close()
            return False
        connection.abort()
        return True

    def close(self) -> None:
        """Close all links. The other workers then keep the connections that they get."""
        loop = asyncio.get_running_loop()
        for one in (*self._incoming, *filter(None, [self._listener])):
            loop.remove_reader(one)
            one.close()
        for link in self._links.values():
            link.close()
        self._links.clear()
        self._incoming.clear()
        if self._lock is not None:
            self._lock.release()

    def _path(self, number: int) -> Path:
        return self._folder / f"worker-{number}.socket"

    def _connect(self, number: int) -> socket.socket:
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        link.setblocking(False)
        try:
            link.connect(str(self._path(number)))
        except OSError:
            link.close()
            raise
        return link

    def _accept(self) -> None:
        assert self._listener is not None
        with contextlib.suppress(OSError):
            link, _ = self._listener.accept()
            link.setblocking(False)
            self._incoming.add(link)
            asyncio.get_running_loop().add_reader(link, self._receive, link)

    def _receive(self, link: socket.socket) -> None:
        """Take over one connection; at the end of a link, forget it."""
        if sys.platform != "linux":
            return
        try:
            request, files, _, _ = socket.recv_fds(link, MAX_REQUEST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            request, files = b"", []
        if files:
            task = asyncio.ensure_future(self._serve(socket.socket(fileno=files[0]), request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif not request:
            asyncio.get_running_loop().remove_reader(link)
            self._incoming.discard(link)
            link.close()

    async def _serve(self, connection: socket.socket, request: bytes) -> None:
        assert self._make_protocol is not None
        protocol = self._make_protocol(request)
        connection.setblocking(False)
        with contextlib.suppress(OSError):  # the client may be gone
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)

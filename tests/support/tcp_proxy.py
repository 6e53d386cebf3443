"""A proxy for tests: each connection goes to the next server that accepts it."""

import contextlib
import itertools
import socket
import threading
from collections.abc import Callable, Iterator

from server_process import WAIT_SECONDS

BUFFER = 65_536


class TcpProxy:
    """Listens on a port and forwards to the servers in turn."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self._next = itertools.count()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, function: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=function, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        for one in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(WAIT_SECONDS)
        for one in (self._listener, *self._sockets):
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                self._sockets.append(client)
                server = self._connect()
                if server is None:
                    client.shutdown(socket.SHUT_RDWR)
                    continue
                self._sockets.append(server)
                self._start(self._forward, client, server)
                self._start(self._forward, server, client)

    def _connect(self) -> socket.socket | None:
        first = next(self._next)
        for number in range(len(self.ports)):
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", self.ports[(first + number) % len(self.ports)]))
        return None

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(BUFFER):
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def run_proxy(ports: list[int]) -> Iterator[TcpProxy]:
    """Run a proxy in front of the servers at these ports."""
    proxy = TcpProxy(ports)
    try:
        yield proxy
    finally:
        proxy.close()

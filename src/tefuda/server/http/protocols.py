"""uvicorn's protocols with limits that apply before the application: connections, headers, deadlines and frames.

`ConnectionLimits` belongs to one worker. The protocols find it in the state that the application's lifespan yields.
"""

import asyncio
from collections.abc import Callable, Iterable
from struct import pack
from typing import TYPE_CHECKING, Any, Final, cast

import httptools
from typing_extensions import override
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.errors import error_response
from tefuda.server.http.security import address_group
from tefuda.server.http.table_routing import TableRouting
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limits import Bucket, ConcurrencyLimit

if TYPE_CHECKING:
    from websockets.frames import Frame
    from websockets.http11 import Request

STATE: Final = "connection_limits"
"""Key of the limits in the state of the lifespan."""
ROUTING: Final = "table_routing"
"""Key of the `TableRouting` in that state; there is one if there are several workers."""
SOCKET: Final = "tefuda.socket"
"""Key of a `SocketProtocol` in the ASGI extensions of its connection."""
MAX_HEADERS: Final = 100
MAX_PIPELINED: Final = 16
"""Requests that a client may send before the first one is answered."""
SWEEP_SECONDS: Final = 10
PARSED_BYTES: Final = 1024
"""Bytes of a socket that are parsed at once."""
READ_AHEAD: Final = 4
"""Messages of a socket that may wait for the application before reading pauses."""
FINAL_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""
INVALID_UTF8: Final = 1007
POLICY_VIOLATION: Final = 1008
HEADERS_TOO_LARGE: Final = Message(
    "headers_too_large", "The request headers are too large.", "リクエストヘッダーが大きすぎます。"
)


class ConnectionLimits:
    """The open connections of a worker. Trusted proxies are not limited by address."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.proxies = ProxyHeadersMiddleware(cast(Any, None), settings.proxies).trusted_hosts
        self._addresses = ConcurrencyLimit(settings.connections * 2, settings.connections_per_address)
        self._open: dict[HttpProtocol | SocketProtocol, int] = {}
        """All connections, with the number of unsent bytes at the last sweep; -1 if there were none."""
        self._waiting: dict[HttpProtocol, None] = {}
        """The connections without a request in progress. The one that has waited longest is first."""

    def open(self, connection: "HttpProtocol") -> bool:
        """Count a new connection; return False if it is refused."""
        address = self._address(connection)
        if address is not None and not self._addresses.acquire(address):
            self.count_closed("address")
            return False
        self._open[connection] = -1
        if len(self._open) > self.settings.connections:
            # A connection without a request gives way to the new one.
            if self._waiting:
                next(iter(self._waiting)).abort("full")
            else:
                connection.abort("full")
        self.set_waiting(connection, True)
        return True

    def replace(self, connection: "HttpProtocol", socket: "SocketProtocol") -> None:
        """Count a connection as a WebSocket from now on."""
        self.set_waiting(connection, False)
        if self._open.pop(connection, None) is not None:
            self._open[socket] = -1

    def close(self, connection: "HttpProtocol | SocketProtocol") -> None:
        """Count a connection no longer."""
        if self._open.pop(connection, None) is None:
            return
        if isinstance(connection, HttpProtocol):
            self.set_waiting(connection, False)
        address = self._address(connection)
        if address is not None:
            self._addresses.release(address)

    def set_waiting(self, connection: "HttpProtocol", waiting: bool) -> None:
        """Note whether a connection has no request in progress."""
        self._waiting.pop(connection, None)
        if waiting:
            self._waiting[connection] = None

    def count_closed(self, reason: str) -> None:
        """Count a connection that this worker closes."""
        self.metrics.closed_connections.labels(reason).inc()

    async def run_sweeps(self) -> None:
        """Close the connections whose clients do not read, in an endless loop."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Close the connections that have sent nothing of their data since the last sweep."""
        for connection, before in list(self._open.items()):
            unsent = connection.transport.get_write_buffer_size() or -1
            if 0 <= before <= unsent:
                connection.abort("unread")
            else:
                self._open[connection] = unsent

    def _address(self, connection: "HttpProtocol | SocketProtocol") -> str | None:
        """Return the address that a connection counts for; None for a proxy."""
        host = connection.client[0] if connection.client else "unknown"
        return None if host in self.proxies else address_group(host)


class HttpProtocol(HttpToolsProtocol):
    """HTTP/1.1 with limits for the size of headers and deadlines for headers and bodies."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits: ConnectionLimits = self.app_state[STATE]
        self._deadline: asyncio.TimerHandle | None = None
        self._in_message = False
        self._began = False
        """Whether a message has begun since the last bytes."""
        self._framing_bytes = 0
        """Received bytes of the message that are not its body."""
        self._body_bytes = 0
        self._header_bytes = 0
        self._refused = False
        self._received_before = b""
        """What another worker has received before it handed the connection over."""
        self._routing: TableRouting | None = self.app_state.get(ROUTING)
        if self._routing is not None:
            self._routing.start(self._take_over)

    def _take_over(self, received: bytes) -> "HttpProtocol":
        """Return a protocol for a connection of another worker."""
        one = type(self)(config=self.config, server_state=self.server_state, app_state=self.app_state)
        one._received_before = received
        return one

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._limits.open(self):
            self._start_deadline("headers", self._limits.settings.header_seconds)
            if self._received_before:
                self.data_received(self._received_before)
        else:
            transport.abort()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self._limits.close(self)
        super().connection_lost(exc)

    def abort(self, reason: str) -> None:
        """Close the connection at once."""
        self._limits.count_closed(reason)
        self._limits.set_waiting(self, False)
        self.transport.abort()

    def _start_deadline(self, reason: str, seconds: int) -> None:
        self._stop_deadline()
        self._deadline = self.loop.call_later(seconds, self.abort, reason)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # Received bytes.

    @override
    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        was_idle = not self._in_message
        if was_idle and self._deadline is None:
            self._start_deadline("headers", self._limits.settings.header_seconds)
        self._began = False
        body_before = self._body_bytes
        super().data_received(data)
        if not self._in_message:
            return
        if not self._began:
            self._framing_bytes += len(data) - (self._body_bytes - body_before)
        elif was_idle:
            self._framing_bytes = len(data) - self._body_bytes
        # A chunked body may have as many bytes of framing as of content.
        if self._framing_bytes > self._limits.settings.header_bytes + self._body_bytes:
            self._refuse()

    def _refuse(self) -> None:
        """Answer with status 431 and close. Further bytes are ignored."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._limits.count_closed("header_size")
        body = bytes(error_response(431, HEADERS_TOO_LARGE).body)
        head = (
            f"HTTP/1.1 431 \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n"
        )
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(f"{head}\r\n".encode() + body)
        self.transport.close()

    @override
    def send_400_response(self, msg: str) -> None:
        if not self._refused:
            super().send_400_response(msg)

    # Callbacks of the parser.

    @override
    def on_message_begin(self) -> None:
        self._in_message = True
        self._began = True
        self._framing_bytes = self._body_bytes = self._header_bytes = 0
        super().on_message_begin()
        self._start_deadline("headers", self._limits.settings.header_seconds)

    @override
    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_header_bytes(len(url))

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_header_bytes(len(name) + len(value))

    def _count_header_bytes(self, count: int) -> None:
        self._header_bytes += count
        if self._header_bytes > self._limits.settings.header_bytes or len(self.headers) > MAX_HEADERS:
            self._refuse()
            raise httptools.HttpParserError("headers too large")

    @override
    def on_headers_complete(self) -> None:
        self._limits.set_waiting(self, False)
        self._start_deadline("body", self._limits.settings.body_seconds)
        super().on_headers_complete()
        if len(self.pipeline) > MAX_PIPELINED:
            self.abort("pipelined")

    @override
    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    @override
    def on_message_complete(self) -> None:
        self._in_message = False
        self._stop_deadline()
        super().on_message_complete()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._limits.set_waiting(self, True)

    @override
    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        if self._routing is not None and not self._received_before:
            lines = [b"%s: %s\r\n" % header for header in self.scope["headers"]]
            request = b"".join([b"GET ", self.url, b" HTTP/1.1\r\n", *lines, b"\r\n"])
            if self._routing.hand_over(self.url, request, self.transport):
                return
        super().handle_websocket_upgrade()
        self._limits.replace(self, cast(SocketProtocol, self.transport.get_protocol()))


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with limits for control frames and fragments."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits: ConnectionLimits = self.app_state[STATE]
        settings = self._limits.settings
        self._extra_frames = Bucket(settings.socket_rate, settings.socket_burst)
        """Pings, pongs and fragments. The application limits whole messages."""
        self._unparsed = b""
        """Received bytes that wait until the application has taken a message."""
        self.on_writable: Callable[[], None] | None = None
        """Called when the client reads again, or is gone."""

    @override
    def handle_connect(self, event: "Request") -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # The application starts later.
            self.scope["extensions"][SOCKET] = cast(Any, self)

    @property
    def is_writable(self) -> bool:
        """Whether the client reads fast enough."""
        return self.writable.is_set()

    def write_texts(self, texts: Iterable[str]) -> None:
        """Send messages with one write. Nothing is sent after the end of the connection."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join([text_frame(text.encode()) for text in texts]))

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._report_writable()

    def _report_writable(self) -> None:
        if self.on_writable is not None:
            self.on_writable()

    @override
    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self._parse()

    def _parse(self) -> None:
        """Parse received bytes until a message is complete. A packet may hold thousands of frames."""
        data, self._unparsed = self._unparsed, b""
        start = 0
        while start < len(data) and not self.read_paused and not self.transport.is_closing():
            super().data_received(data[start : start + PARSED_BYTES])
            start += PARSED_BYTES
        if not self.transport.is_closing():
            self._unparsed = data[start:]

    @override
    async def receive(self) -> Any:
        message = await super().receive()
        if self._unparsed and not self.read_paused:
            self._parse()
        return message

    @override
    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent and self._unparsed:
            self._parse()  # the client's close frame may be among them

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.close(self)
        super().connection_lost(exc)
        self._report_writable()

    def abort(self, reason: str) -> None:
        """Close the connection at once."""
        self._limits.count_closed(reason)
        self.transport.abort()

    def _take_extra_frame(self) -> bool:
        """Count a frame that is not a whole message; close the socket if there are too many."""
        if self._extra_frames.take():
            return True
        self._fail(POLICY_VIOLATION, "too many frames")
        return False

    def _fail(self, code: int, reason: str) -> None:
        """Close the socket with a code, once."""
        if self.transport.is_closing():
            return
        if not self.close_sent:
            self.conn.fail(code, reason)
        if self.close_sent or self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    @override
    def handle_cont(self, event: "Frame") -> None:
        if self._take_extra_frame():
            super().handle_cont(event)

    @override
    def handle_ping(self) -> None:
        if self._take_extra_frame():
            super().handle_ping()

    @override
    def handle_pong(self, event: "Frame") -> None:
        if self._take_extra_frame():
            super().handle_pong(event)

    @override
    def send_receive_event_to_app(self) -> None:
        """Pass a message on. A text that is not UTF-8 closes the socket; uvicorn would log a traceback.

        uvicorn stops reading after each message and starts again when it is taken. Reading ahead costs less.
        """
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(INVALID_UTF8, "invalid UTF-8")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


def text_frame(payload: bytes) -> bytes:
    """Return a text message as a WebSocket frame of a server (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return pack("!BB", FINAL_TEXT, length) + payload
    if length < 65536:
        return pack("!BBH", FINAL_TEXT, 126, length) + payload
    return pack("!BBQ", FINAL_TEXT, 127, length) + payload

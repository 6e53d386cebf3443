"""Middleware: rate limits, body sizes, origins, response headers and the access log."""

import logging
import re
import socket
import time
from ipaddress import ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from tefuda.core.errors import TooManyRequests
from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.errors import TOO_LARGE, error_response
from tefuda.server.logs import SOCKETS
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limits import CLIENT, Buckets, ConcurrencyLimit
from tefuda.server.tracing import annotate_request, span

ACCESS: Final = logging.getLogger("tefuda.access")
SOCKET_ACCESS: Final = logging.getLogger(SOCKETS)
PORT: Final = re.compile(r":\d*$")
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

TOO_MANY_REQUESTS: Final = Message(
    "too_many_requests",
    "Too many requests. Try again later.",
    "リクエストが多すぎます。しばらくしてからお試しください。",
)
WRONG_ORIGIN: Final = Message(
    "origin", "Requests from other sites are not allowed.", "ほかのサイトからのリクエストは許可されていません。"
)
UNKNOWN_HOST: Final = Message(
    "host",
    "Unknown host name. Open the server by its IP address, or add the name to the setting `hosts`.",
    "このホスト名では接続できません。IP アドレスで開くか、設定 hosts に名前を追加してください。",
)
ANY_HOST_PATHS: Final = ("/healthz",)
"""Paths for load balancers, which may use any name."""
BYTES_PER_TOKEN: Final = 16_384
"""A body costs a token of the rate limit for each of these."""
MAX_SEPARATORS: Final = 100_000
"""Commas and opening brackets of a body. They determine the time to parse it: empty lists take longest."""
REPLAY_PATHS: Final = ("/api/replays", "/api/tables", "/api/positions")
"""Paths whose body may contain a replay."""
AUTHOR_PATHS: Final = ("/api/games/", "/api/positions/")
"""Prefixes of the paths for custom cards, decks and positions."""


def client_address(scope: Scope) -> str:
    """Return the address of the client."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def client_group(scope: Scope) -> str:
    """Return the key for rate limits: an IPv4 address, or the /64 network of an IPv6 address."""
    return address_group(client_address(scope))


def address_group(address: str) -> str:
    """Return the key of an address for limits."""
    try:
        number = ip_address(address.split("%")[0])
    except ValueError:
        return address
    if number.version == 4:
        return address
    return str(number.ipv4_mapped or ip_network((number, 64), strict=False))


class SecurityMiddleware:
    """The outermost ASGI layer."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.rest = Buckets(settings.rest_rate, settings.rest_burst)
        self.files = Buckets(settings.file_rate, settings.file_burst)
        self.socket_limit = ConcurrencyLimit(settings.sockets, settings.sockets_per_address)
        self.host_names = host_names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            CLIENT.set(client_group(scope))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_group(scope)
        if (
            not self._is_known_host(scope)
            or not self._is_allowed_origin(scope)
            or not self.rest.take(address)
            or not self.socket_limit.acquire(address)
        ):
            # Closing a socket before it is accepted sends 403.
            log_socket("refuse", scope)
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        self.metrics.sockets.inc()
        log_socket("connect", scope)
        try:
            await self.app(scope, receive, send)
        finally:
            log_socket("disconnect", scope)
            self.metrics.sockets.dec()
            self.socket_limit.release(address)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def send_with_headers(message: AsgiMessage) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
            await send(message)

        try:
            with span(method_of(scope)):
                try:
                    await self._handle(scope, receive, send_with_headers)
                finally:
                    annotate_request(scope, method_of(scope), status)
        finally:
            self.metrics.requests.labels(method_of(scope), status).inc()
            took = round((time.perf_counter() - began) * 1000, 1)
            facts = {"method": method_of(scope), "path": scope["path"], "status": status, "ms": took}
            ACCESS.info("request", extra={"facts": {**facts, "address": client_address(scope)}})

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        buckets = self.files if scope["path"].startswith("/app/") else self.rest
        if not buckets.take(client_group(scope)):
            await error_response(429, TOO_MANY_REQUESTS)(scope, receive, send)
            return
        if scope["path"] not in ANY_HOST_PATHS and not self._is_known_host(scope):
            await error_response(403, UNKNOWN_HOST)(scope, receive, send)
            return
        if scope["method"] not in SAFE_METHODS and not self._is_allowed_origin(scope):
            await error_response(403, WRONG_ORIGIN)(scope, receive, send)
            return
        limit = self._max_bytes(scope["path"])
        length = header(scope, b"content-length")
        if length is not None and (not length.isdigit() or len(length) > 12 or int(length) > limit):
            await error_response(413, TOO_LARGE)(scope, receive, send)
            return
        received = separators = paid = 0

        def pay(size: int) -> bool:
            """Take a token for each `BYTES_PER_TOKEN` of the body. Parsing a large body delays all other requests."""
            nonlocal paid
            owed, paid = size // BYTES_PER_TOKEN - paid, max(paid, size // BYTES_PER_TOKEN)
            return owed <= 0 or buckets.take(client_group(scope), owed)

        async def receive_limited() -> AsgiMessage:
            nonlocal received, separators
            message = await receive()
            body = message.get("body", b"")
            received += len(body)
            separators += sum(map(body.count, (b",", b"[", b"{")))
            if received > limit or separators > MAX_SEPARATORS:
                raise HTTPException(413)
            if not pay(received):
                raise TooManyRequests(TOO_MANY_REQUESTS)
            return message

        if length is not None and not pay(int(length)):
            await error_response(429, TOO_MANY_REQUESTS)(scope, receive, send)
            return

        await self.app(scope, receive_limited, send)

    def _max_bytes(self, path: str) -> int:
        if path in REPLAY_PATHS:
            return self.settings.replay_bytes
        return self.settings.authoring_bytes if path.startswith(AUTHOR_PATHS) else self.settings.body_bytes

    def _is_known_host(self, scope: Scope) -> bool:
        """Whether the request names this server. A page of another site can point its own name to this address."""
        if self.settings.origin or "*" in self.host_names:
            return True
        host = header(scope, b"host")
        return host is None or is_local_host(host.decode("latin-1"), self.host_names)

    def _is_allowed_origin(self, scope: Scope) -> bool:
        """Whether the origin is this server. Programs other than browsers send no origin."""
        origin = header(scope, b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        if self.settings.origin:
            return text == self.settings.origin.rstrip("/")
        host = header(scope, b"host") or b""
        return urlsplit(text).netloc == host.decode("latin-1")


def host_names(settings: Settings) -> set[str]:
    """Return the names of this server: those of the settings and that of the machine."""
    machine = socket.gethostname().lower()
    names = {machine, f"{machine.partition('.')[0]}.local", settings.host.lower()}
    return names | {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}


def is_local_host(host: str, names: set[str]) -> bool:
    """Whether a Host header has an IP address, a name of this machine or one of the given names."""
    lower = host.lower()
    name = lower[1:].partition("]")[0] if lower.startswith("[") else PORT.sub("", lower).rstrip(".")
    try:
        ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost") or name in names
    return True


def log_socket(event: str, scope: Scope) -> None:
    """Log a socket event."""
    SOCKET_ACCESS.info(event, extra={"facts": {"path": scope["path"], "address": client_address(scope)}})


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return a header of a request; None if it is missing."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def method_of(scope: Any) -> str:
    """Return the HTTP method, or `other`. Clients can send arbitrary methods, and metrics need few labels."""
    return scope["method"] if scope["method"] in (*SAFE_METHODS, "POST") else "other"

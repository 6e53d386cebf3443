"""What every request has to pass, and what every answer carries."""

import logging
import time
from ipaddress import ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Asgi

from tefuda.core.text import Message
from tefuda.server.config import Settings
from tefuda.server.errors import TOO_LARGE, answer
from tefuda.server.logs import SOCKETS
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limits import Buckets, Places

ACCESS: Final = logging.getLogger("tefuda.access")
SOCKET_ACCESS: Final = logging.getLogger(SOCKETS)
SAFE: Final = ("GET", "HEAD", "OPTIONS")
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

TOO_MANY: Final = Message(
    "too_many_requests", "Too many requests. Wait a little.", "アクセスが多すぎます。少し待ってください。"
)
ELSEWHERE: Final = Message(
    "origin", "Pages of other sites may not do that.", "ほかのサイトのページからは操作できません。"
)
REPLAYS: Final = ("/api/replays", "/api/tables", "/api/positions")
"""Where a body may hold a whole replay."""
AUTHORING: Final = ("/api/games/", "/api/positions/")
"""Prefix of the routes for custom cards, decks and positions."""


def address_of(scope: Scope) -> str:
    """Who asks, as far as anybody knows."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def group_of(scope: Scope) -> str:
    """Whom a limit counts as one: an address, or the whole network that one customer has by IPv6."""
    address = address_of(scope)
    try:
        number = ip_address(address.split("%")[0])
    except ValueError:
        return address
    if number.version == 4:
        return address
    return str(number.ipv4_mapped or ip_network((number, 64), strict=False))


class Guard:
    """The outermost layer: rates, sizes, origins, headers, the access log."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.rest = Buckets(settings.rest_rate, settings.rest_burst)
        self.files = Buckets(settings.file_rate, settings.file_burst)
        self.places = Places(settings.sockets, settings.sockets_per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = group_of(scope)
        if not self._welcome_from(scope) or not self.rest.take(address) or not self.places.take(address):
            # Before it is accepted, closing a socket answers 403.
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
            self.places.give_back(address)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def dressed(message: Asgi) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
            await send(message)

        try:
            await self._checked(scope, receive, dressed)
        finally:
            self.metrics.requests.labels(method_of(scope), status).inc()
            took = round((time.perf_counter() - began) * 1000, 1)
            facts = {"method": method_of(scope), "path": scope["path"], "status": status, "ms": took}
            ACCESS.info("request", extra={"facts": {**facts, "address": address_of(scope)}})

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        buckets = self.files if scope["path"].startswith("/app/") else self.rest
        if not buckets.take(group_of(scope)):
            await answer(429, TOO_MANY)(scope, receive, send)
            return
        if scope["method"] not in SAFE and not self._welcome_from(scope):
            await answer(403, ELSEWHERE)(scope, receive, send)
            return
        most = self._most_bytes(scope["path"])
        length = header(scope, b"content-length")
        if length is not None and (not length.isdigit() or len(length) > 12 or int(length) > most):
            await answer(413, TOO_LARGE)(scope, receive, send)
            return
        seen = 0

        async def counted() -> Asgi:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)

    def _most_bytes(self, path: str) -> int:
        if path in REPLAYS:
            return self.settings.replay_bytes
        return self.settings.authoring_bytes if path.startswith(AUTHORING) else self.settings.body_bytes

    def _welcome_from(self, scope: Scope) -> bool:
        """Whether the page that asks is ours; programs that are no browsers name no origin."""
        origin = header(scope, b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        if self.settings.origin:
            return text == self.settings.origin.rstrip("/")
        host = header(scope, b"host") or b""
        return urlsplit(text).netloc == host.decode("latin-1")


def log_socket(event: str, scope: Scope) -> None:
    SOCKET_ACCESS.info(event, extra={"facts": {"path": scope["path"], "address": address_of(scope)}})


def header(scope: Scope, name: bytes) -> bytes | None:
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def method_of(scope: Any) -> str:
    """A method that we know; anybody can make up others."""
    return scope["method"] if scope["method"] in (*SAFE, "POST") else "other"

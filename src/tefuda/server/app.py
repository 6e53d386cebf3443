"""The ASGI application, built from settings."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

import tefuda
from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.library import Library
from tefuda.cardlang.workshop import find_workshop, workshop_games
from tefuda.core.game import Game
from tefuda.core.registry import find_game, game_ids
from tefuda.server.config import Settings, read_settings
from tefuda.server.errors import NOT_FOUND, add_error_handlers, error_response
from tefuda.server.http.author_routes import authoring_routes
from tefuda.server.http.compression import GameDataCompression
from tefuda.server.http.protocols import ROUTING, SOCKET, STATE, ConnectionLimits
from tefuda.server.http.routes import api_routes
from tefuda.server.http.security import SecurityMiddleware, client_address
from tefuda.server.http.sockets import Connection
from tefuda.server.http.static_files import WEB, ClientFiles, page_routes
from tefuda.server.http.table_routing import TableRouting
from tefuda.server.jobs.job_pool import JobPool
from tefuda.server.logs import configure_logging
from tefuda.server.metrics import MULTIPROCESS_FOLDER, Metrics
from tefuda.server.store.database import Store, server_secret
from tefuda.server.store.health import NOT_SAVED
from tefuda.server.store.retention import Retention, run_retention
from tefuda.server.tables.hub import Hub
from tefuda.server.tracing import start_tracing, stop_tracing

LOGGER: Final = logging.getLogger("tefuda.cards")
LOCAL_ADDRESSES: Final = ("127.0.0.1", "::1")


def load_games() -> dict[str, Game]:
    """Load every installed game."""
    return {name: find_game(name) for name in game_ids()}


def load_cards() -> None:
    """Load the cards of all games. Custom cards that are invalid are left out and logged."""
    Library.on_load = staticmethod(log_cards)
    for name in workshop_games():
        find_workshop(name).cards()


def log_cards(loader: CardLoader) -> None:
    """Log the custom cards that are left out, and those that replace an included card."""
    for failure in loader.failures:
        for line in failure.text("en").splitlines():
            LOGGER.warning("card left out: %s", line)
    for replacement in loader.replacements().values():
        LOGGER.info(replacement.text("en"))


class Server:
    """One worker process: creates its parts and closes them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.games = load_games()
        load_cards()
        self.client_files = ClientFiles(WEB, tefuda.__version__)
        self.store = Store(settings.database)
        self.pool = JobPool(settings.job_processes, settings.cpu_seconds, settings.jobs, settings.job_memory_mb)
        with self.store.engine.begin() as connection:
            secret = server_secret(connection)
        self.hub = Hub(settings, self.store, self.pool, self.games, secret, self.metrics)
        self.connections: set[Connection] = set()

    def application(self) -> SecurityMiddleware:
        """Return the ASGI application."""
        app = FastAPI(
            title="Tefuda",
            version=tefuda.__version__,
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            # Its spans and logs have paths and texts of exceptions. `tefuda.server.tracing` has neither.
            telemetry={"tracing": False, "metrics": False, "logs": False},
            lifespan=self._lifespan,
        )
        add_error_handlers(app, self.client_files.unknown_page)
        app.add_middleware(GameDataCompression)
        app.include_router(api_routes(self.hub, self.client_files.build))
        app.include_router(authoring_routes(self.hub))
        app.include_router(page_routes(self.client_files))
        self._add_other_routes(app)
        return SecurityMiddleware(app, self.settings, self.metrics)

    def _add_other_routes(self, app: FastAPI) -> None:
        app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", SocketApp(self)))

        @app.get("/healthz", include_in_schema=False)
        async def healthz() -> Response:
            if await self.store.health.is_healthy():
                return PlainTextResponse("ok\n")
            return error_response(503, NOT_SAVED)

        @app.get("/metrics", include_in_schema=False)
        async def metrics(request: Request) -> Response:
            audience = self.settings.metrics
            if audience == "none" or (audience == "local" and client_address(request.scope) not in LOCAL_ADDRESSES):
                return error_response(404, NOT_FOUND)
            self.metrics.tables.set(len(self.hub.rooms))
            return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: FastAPI) -> AsyncIterator[dict[str, object]]:
        self._wrap_signals()
        listener = None
        if self.store.shared:
            from tefuda.server.store.pg_listener import Listener  # psycopg is optional

            listener = Listener(self.hub)
        endpoint = self.settings.trace_endpoint
        tracing = start_tracing(endpoint) if endpoint else None
        limits = ConnectionLimits(self.settings, self.metrics)
        folder = os.environ.get(MULTIPROCESS_FOLDER)
        routing = TableRouting(Path(folder), self.settings.workers) if folder else None
        retention = run_retention(self.store, Retention.of(self.settings), self.hub.rooms)
        works = (self.hub.run_cleanup(), self.hub.clock.run_reports(), retention, limits.run_sweeps())
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            yield {STATE: limits, ROUTING: routing}
        finally:
            if routing is not None:
                routing.close()
            for task in tasks:
                task.cancel()
            if listener is not None:
                listener.close()
            await self.hub.close()
            self.pool.close()
            await asyncio.to_thread(self.store.close)
            if tracing is not None:
                await asyncio.to_thread(stop_tracing, tracing)

    def _wrap_signals(self) -> None:
        """Send `bye` to all sockets when a stop signal arrives. uvicorn's own handler closes them without a message."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)

            def stop(number: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.close_connections)
                if callable(before):
                    before(number, frame)

            signal.signal(number, stop)

    def close_connections(self) -> None:
        """Close all sockets with the code `restart`."""
        for connection in list(self.connections):
            connection.close_with("restart")


class SocketApp:
    """The ASGI application for sockets. It bypasses FastAPI."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = Connection(scope["extensions"][SOCKET], self.server.hub)
        self.server.connections.add(connection)
        try:
            # As a task: each message would otherwise pass through the coroutines of all middleware.
            await asyncio.ensure_future(connection.run(self.server.client_files.build, scope["path_params"]["table"]))
        finally:
            self.server.connections.discard(connection)


def make_app() -> SecurityMiddleware:
    """Create the application of a worker. uvicorn calls this; the settings are in the environment."""
    settings = read_settings(os.environ)
    configure_logging(settings.log, settings.log_format)
    application = Server(settings).application()
    # Cards and rules stay in memory, and tables have few cycles: frequent collections would only pause all requests.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    # The event loop waits this long for the interpreter lock if a thread, such as that for custom cards, is busy.
    sys.setswitchinterval(0.001)
    return application

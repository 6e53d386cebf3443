"""The application: everything put together, from settings to ASGI."""

import asyncio
import contextlib
import gc
import os
import signal
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

import tefuda
from tefuda.core.game import Game
from tefuda.core.registry import find_game, game_ids
from tefuda.server.config import Settings, read_settings
from tefuda.server.errors import NOT_FOUND, add_errors, answer
from tefuda.server.http.author_routes import authoring_routes
from tefuda.server.http.routes import api_routes
from tefuda.server.http.security import Guard, address_of
from tefuda.server.http.sockets import Connection
from tefuda.server.http.static_files import WEB, Pages, page_routes
from tefuda.server.jobs.job_pool import Pool
from tefuda.server.logs import set_up_logs
from tefuda.server.metrics import Metrics
from tefuda.server.store.database import Store, server_secret
from tefuda.server.tables.hub import Hub

LOCAL: Final = ("127.0.0.1", "::1")


def all_games() -> dict[str, Game]:
    """Every game that is installed, loaded now: nobody should wait for it later."""
    return {name: find_game(name) for name in game_ids()}


class Server:
    """One worker: its parts, made here and ended together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.games = all_games()
        self.pages = Pages(WEB, tefuda.__version__)
        self.store = Store(settings.database)
        self.pool = Pool(settings.thinkers, settings.cpu_seconds, settings.jobs)
        with self.store.engine.begin() as connection:
            secret = server_secret(connection)
        self.hub = Hub(settings, self.store, self.pool, self.games, secret, self.metrics)
        self.connections: set[Connection] = set()

    def application(self) -> Guard:
        """The ASGI application."""
        app = FastAPI(
            title="Tefuda",
            version=tefuda.__version__,
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=self._life,
        )
        add_errors(app)
        app.include_router(api_routes(self.hub, self.pages.build))
        app.include_router(authoring_routes(self.hub))
        app.include_router(page_routes(self.pages))
        self._add_rest(app)
        return Guard(app, self.settings, self.metrics)

    def _add_rest(self, app: FastAPI) -> None:
        app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", Sockets(self)))

        @app.get("/healthz", include_in_schema=False)
        async def healthz() -> Response:
            await self.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
            return PlainTextResponse("ok\n")

        @app.get("/metrics", include_in_schema=False)
        async def metrics(request: Request) -> Response:
            audience = self.settings.metrics
            if audience == "none" or (audience == "local" and address_of(request.scope) not in LOCAL):
                return answer(404, NOT_FOUND)
            self.metrics.tables.set(len(self.hub.lives))
            return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    @contextlib.asynccontextmanager
    async def _life(self, _: FastAPI) -> AsyncIterator[None]:
        self._wrap_signals()
        listener = None
        if self.store.shared:
            from tefuda.server.store.pg_listener import Listener  # its driver is installed where PostgreSQL is used

            listener = Listener(self.hub)
        tidying = asyncio.ensure_future(self.hub.tidy())
        try:
            yield
        finally:
            tidying.cancel()
            if listener is not None:
                listener.close()
            await self.hub.close()
            self.pool.close()
            await asyncio.to_thread(self.store.close)

    def _wrap_signals(self) -> None:
        """Say good-bye at the signal to stop: when uvicorn is through with it, the sockets are closed already."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)

            def stop(number: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.say_goodbye)
                if callable(before):
                    before(number, frame)

            signal.signal(number, stop)

    def say_goodbye(self) -> None:
        for connection in list(self.connections):
            connection.dismiss("restart")


class Sockets:
    """The sockets as an ASGI application of its own: nothing stands between a message and the server."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = Connection(receive, send, self.server.hub)
        self.server.connections.add(connection)
        try:
            await connection.run(self.server.pages.build, scope["path_params"]["table"])
        finally:
            self.server.connections.discard(connection)


def make() -> Guard:
    """What uvicorn starts in each worker: the settings are in the environment."""
    settings = read_settings(os.environ)
    set_up_logs(settings.log, settings.log_format)
    application = Server(settings).application()
    # Cards and rules stay; tables are dropped whole. Looking through them all for cycles would stop everybody.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    return application

"""Compresses the data of games: lists of games, cards and puzzles, rulebooks, tutorials and pictures.

Responses about tables are not compressed, because they may contain seat tokens next to texts of other people.
"""

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

PREFIX: Final = "/api/games"
MIN_BYTES: Final = 1000
LEVEL: Final = 6


class GameDataCompression:
    """ASGI middleware that compresses `GET /api/games...` for clients that accept it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressing = GZipMiddleware(app, MIN_BYTES, LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        public = scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith(PREFIX)
        await (self.compressing if public else self.app)(scope, receive, send)

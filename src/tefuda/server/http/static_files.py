"""Files of the browser client. Their URLs contain a digest, so browsers may cache them forever."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

import tefuda
from tefuda.server.errors import NOT_FOUND, error_response

WEB: Final = Path(tefuda.__file__).parent / "web"
CONTENT_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
COMPRESSED_TYPES: Final = (".js", ".css", ".svg", ".html", ".json")
CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
PAGE_PATHS: Final = [
    "/",
    "/table/{rest:path}",
    "/replay",
    "/rules/{rest:path}",
    "/cards/{rest:path}",
    "/decks/{rest:path}",
    "/workshop/{rest:path}",
    "/learn/{rest:path}",
    "/puzzles",
    "/trials/{rest:path}",
    "/open",
    "/settings",
]
"""Paths of the single page. The client shows the page of the path."""


class ClientFiles:
    """All client files in memory, also compressed."""

    def __init__(self, folder: Path, version: str) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self.files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        digest = hashlib.sha256(version.encode())
        for name, content in self.files.items():
            digest.update(f"\n{name} {hashlib.sha256(content).hexdigest()}".encode())
        self.build = digest.hexdigest()[:16]
        self.base = f"/app/{self.build}/"
        if "index.html" in self.files:
            page = self.files["index.html"].decode()
            self.files["index.html"] = page.replace("{{base}}", self.base).replace("{{build}}", self.build).encode()
        self.compressed = {
            name: gzip.compress(content, mtime=0)
            for name, content in self.files.items()
            if name.endswith(COMPRESSED_TYPES)
        }

    def file(self, request: Request, name: str, caching: str, status: int = 200) -> Response:
        """Return the response for a file, compressed if the client accepts it."""
        content = self.files.get(name)
        if content is None:
            return error_response(404, NOT_FOUND)
        suffix = Path(name).suffix
        kind = CONTENT_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"cache-control": caching, "content-type": kind, "vary": "accept-encoding"}
        if suffix in COMPRESSED_TYPES:
            headers["content-type"] += "; charset=utf-8"
        if name in self.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.compressed[name], status, headers={**headers, "content-encoding": "gzip"})
        return Response(content, status, headers=headers)

    def unknown_page(self, request: Request) -> Response | None:
        """Return the page for an unknown address, which shows a message; None for the API and for other clients."""
        is_api = request.url.path.startswith("/api/")
        if is_api or "text/html" not in request.headers.get("accept", "") or "index.html" not in self.files:
            return None
        return self.file(request, "index.html", "no-cache", 404)


def page_routes(pages: ClientFiles) -> APIRouter:
    """Return the routes of the page and its files. They are not part of the API schema."""
    router = APIRouter(include_in_schema=False)

    @router.get("/app/{build}/{name:path}")
    async def file(request: Request, build: str, name: str) -> Response:
        # An older page gets the current files; its socket gets a `reload` message.
        return pages.file(request, name, CACHE_FOREVER if build == pages.build else "no-store")

    async def page(request: Request) -> Response:
        return pages.file(request, "index.html", "no-cache")

    for address in PAGE_PATHS:
        router.add_api_route(address, page, methods=["GET", "HEAD"])
    return router

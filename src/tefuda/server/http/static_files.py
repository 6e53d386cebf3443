"""The client's files: under an address that has their digest in it, so that browsers may keep them for ever."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

import tefuda
from tefuda.server.errors import NOT_FOUND, answer

WEB: Final = Path(tefuda.__file__).parent / "web"
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
PACKED: Final = (".js", ".css", ".svg", ".html", ".json")
FOR_EVER: Final = "public, max-age=31536000, immutable"
ADDRESSES: Final = [
    "/",
    "/table/{rest:path}",
    "/replay",
    "/rules/{rest:path}",
    "/cards/{rest:path}",
    "/decks/{rest:path}",
    "/workshop/{rest:path}",
    "/puzzles",
    "/trials/{rest:path}",
    "/open",
    "/settings",
]
"""What the one page answers to; it finds out by itself what to show."""


class Pages:
    """All files of the client, in memory, with their compressed forms."""

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
        self.packed = {
            name: gzip.compress(content, mtime=0) for name, content in self.files.items() if name.endswith(PACKED)
        }

    def file(self, request: Request, name: str, caching: str) -> Response:
        """One of the files, compressed where that is understood."""
        content = self.files.get(name)
        if content is None:
            return answer(404, NOT_FOUND)
        suffix = Path(name).suffix
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"cache-control": caching, "content-type": kind, "vary": "accept-encoding"}
        if suffix in (".js", ".css", ".svg", ".html", ".json"):
            headers["content-type"] += "; charset=utf-8"
        if name in self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed[name], headers={**headers, "content-encoding": "gzip"})
        return Response(content, headers=headers)


def page_routes(pages: Pages) -> APIRouter:
    """The page and its files. No part of the API, so not in its description."""
    router = APIRouter(include_in_schema=False)

    @router.get("/app/{build}/{name:path}")
    async def file(request: Request, build: str, name: str) -> Response:
        # Who still has an older page finds today's files; its socket will be told to load anew.
        return pages.file(request, name, FOR_EVER if build == pages.build else "no-store")

    async def page(request: Request) -> Response:
        return pages.file(request, "index.html", "no-cache")

    for address in ADDRESSES:
        router.add_api_route(address, page, methods=["GET", "HEAD"])
    return router

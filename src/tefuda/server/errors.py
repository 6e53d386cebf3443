"""Error responses: `{code, en, ja}` with an HTTP status."""

import json
from collections.abc import Callable
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from typing_extensions import override

from tefuda.core.errors import TefudaError
from tefuda.core.text import Message

NOT_FOUND: Final = Message("not_found", "Not found.", "見つかりません。")
NOT_ALLOWED: Final = Message("not_allowed", "Method not allowed.", "このメソッドは使えません。")
TOO_LARGE: Final = Message("too_large", "The request is too large.", "データが大きすぎます。")
INTERNAL_ERROR: Final = Message("broken", "Internal server error.", "サーバーでエラーが発生しました。")
BY_STATUS: Final = {404: NOT_FOUND, 405: NOT_ALLOWED, 413: TOO_LARGE}
MAX_VALIDATION_ERRORS: Final = 5


class AsciiJsonResponse(JSONResponse):
    """JSON in ASCII. An error may repeat lone surrogates of the request."""

    @override
    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


def error_response(status: int, message: Message, headers: Any = None) -> JSONResponse:
    """Return an error response."""
    return AsciiJsonResponse({"code": message.code, "en": message.en, "ja": message.ja}, status, headers)


def add_error_handlers(app: FastAPI, unknown_page: Callable[[Request], Response | None]) -> None:
    """Turn every exception into an error response. Browsers get `unknown_page` for an unknown address."""

    @app.exception_handler(TefudaError)
    async def handle_error(request: Request, error: TefudaError) -> JSONResponse:
        return error_response(error.status, error.message)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(request: Request, failure: RequestValidationError) -> JSONResponse:
        paths = [".".join([str(key) for key in error["loc"]]) for error in failure.errors()[:MAX_VALIDATION_ERRORS]]
        texts = [f"{path}: {error['msg']}" for path, error in zip(paths, failure.errors(), strict=False)]
        ja = f"入力が正しくありません: {'、'.join(paths)}"
        return error_response(422, Message("malformed", "; ".join(texts), ja))

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, failure: HTTPException) -> Response:
        page = unknown_page(request) if failure.status_code == 404 else None
        if page is not None:
            return page
        message = BY_STATUS.get(failure.status_code)
        if message is None:
            message = Message("refused", str(failure.detail), "リクエストを受け付けられません。")
        return error_response(failure.status_code, message, failure.headers)

    @app.exception_handler(ClientDisconnect)
    async def handle_disconnect(request: Request, failure: ClientDisconnect) -> Response:
        # The client closed the connection before the end of its request body. The response is not received.
        return Response(status_code=400)

    @app.exception_handler(Exception)
    async def handle_exception(request: Request, failure: Exception) -> JSONResponse:
        return error_response(500, INTERNAL_ERROR)

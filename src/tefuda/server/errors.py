"""Error responses: `{code, en, ja}` with an HTTP status."""

import json
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from tefuda.core.errors import TefudaError
from tefuda.core.text import Message

NOT_FOUND: Final = Message("not_found", "Not found.", "ここには何もありません。")
NOT_ALLOWED: Final = Message("not_allowed", "Method not allowed.", "ここではその操作はできません。")
TOO_LARGE: Final = Message("too_large", "The request is too large.", "データが大きすぎます。")
BROKEN: Final = Message("broken", "Internal server error.", "サーバーで問題が起きました。")
BY_STATUS: Final = {404: NOT_FOUND, 405: NOT_ALLOWED, 413: TOO_LARGE}
MAX_PROBLEMS: Final = 5


class Plain(JSONResponse):
    """JSON in ASCII: an error may repeat lone surrogates of the request."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


def answer(status: int, said: Message, headers: Any = None) -> JSONResponse:
    return Plain({"code": said.code, "en": said.en, "ja": said.ja}, status, headers)


def add_errors(app: FastAPI) -> None:
    """Turn every exception into an error response."""

    @app.exception_handler(TefudaError)
    async def refused(request: Request, error: TefudaError) -> JSONResponse:
        return answer(error.status, error.message)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, failure: RequestValidationError) -> JSONResponse:
        places = [".".join([str(key) for key in error["loc"]]) for error in failure.errors()[:MAX_PROBLEMS]]
        told = [f"{place}: {error['msg']}" for place, error in zip(places, failure.errors(), strict=False)]
        ja = f"入力が正しくありません: {'、'.join(places)}"
        return answer(422, Message("malformed", "; ".join(told), ja))

    @app.exception_handler(HTTPException)
    async def other(request: Request, failure: HTTPException) -> JSONResponse:
        said = BY_STATUS.get(failure.status_code)
        if said is None:
            said = Message("refused", str(failure.detail), "受け付けられませんでした。")
        return answer(failure.status_code, said, failure.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, failure: Exception) -> JSONResponse:
        return answer(500, BROKEN)

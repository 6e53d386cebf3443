"""Refusals: `{code, en, ja}` with a status, whatever went wrong."""

import json
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from tefuda.core.text import Invalid, Message
from tefuda.server.jobs.job_pool import Slow, Tired
from tefuda.server.jobs.jobs import Refusal
from tefuda.server.tables.hub import BUSY, Full

NOT_FOUND: Final = Message("not_found", "Not found.", "ここには何もありません。")
NOT_ALLOWED: Final = Message("not_allowed", "Method not allowed.", "ここではその操作はできません。")
TOO_LARGE: Final = Message("too_large", "The request is too large.", "データが大きすぎます。")
TOO_SLOW: Final = Message("too_slow", "The request took too long.", "処理に時間がかかりすぎます。")
BROKEN: Final = Message("broken", "Internal server error.", "サーバーで問題が起きました。")
BY_STATUS: Final = {404: NOT_FOUND, 405: NOT_ALLOWED, 413: TOO_LARGE}
MOST_TOLD: Final = 5


class Refused(Exception):
    """A request that is answered with a refusal."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message.code)
        self.status = status
        self.message = message


class Plain(JSONResponse):
    """JSON in ASCII: what somebody sent and is told about may hold half characters."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


def answer(status: int, said: Message, headers: Any = None) -> JSONResponse:
    return Plain({"code": said.code, "en": said.en, "ja": said.ja}, status, headers)


def add_errors(app: FastAPI) -> None:
    """Answer everything that is raised in our words."""

    @app.exception_handler(Refused)
    async def refused(request: Request, failure: Refused) -> JSONResponse:
        return answer(failure.status, failure.message)

    @app.exception_handler(Refusal)
    async def refusal(request: Request, failure: Refusal) -> JSONResponse:
        return answer(422, failure.message)

    @app.exception_handler(Invalid)
    async def invalid(request: Request, failure: Invalid) -> JSONResponse:
        return answer(422, Message(failure.problems[0].message.code, failure.text("en"), failure.text("ja")))

    @app.exception_handler(Slow)
    async def slow(request: Request, failure: Slow) -> JSONResponse:
        return answer(422, TOO_SLOW)

    @app.exception_handler(Tired)
    async def tired(request: Request, failure: Tired) -> JSONResponse:
        return answer(503, BUSY)

    @app.exception_handler(Full)
    async def full(request: Request, failure: Full) -> JSONResponse:
        return answer(503, BUSY)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, failure: RequestValidationError) -> JSONResponse:
        places = [".".join([str(key) for key in error["loc"]]) for error in failure.errors()[:MOST_TOLD]]
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
